// Nests without sums that read rows and store columns: blocks are transposed in registers.
// DEFINE: %{pipeline} = layout-apply,layout-set-target{target=x86-64-v4},layout-optimize
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{pipeline})" --mlir-print-local-scope --remarks-filter-passed=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: layout-check %s --bounds --entry=whole,partial,words,doubles,twice,in_place,guarded,border,padded --pipeline="builtin.module(%{pipeline})"
// RUN: layout-check %s --bounds --entry=whole,partial,words,doubles,twice,in_place,guarded,border,padded --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --bounds --entry=dynamic --dim=arg0.dim0:37 --dim=arg0.dim1:45 --dim=arg1.dim0:37 --dim=arg1.dim1:45 --pipeline="builtin.module(%{pipeline})"
// RUN: layout-check %s --bounds --entry=dynamic --dim=arg0.dim0:1 --dim=arg0.dim1:45 --dim=arg1.dim0:1 --dim=arg1.dim1:45 --pipeline="builtin.module(%{pipeline})"
// RUN: layout-check %s --bounds --entry=dynamic --dim=arg0.dim0:48 --dim=arg0.dim1:0 --dim=arg1.dim0:48 --dim=arg1.dim1:0 --pipeline="builtin.module(%{pipeline})"
// RUN: layout-opt %s --layout-apply --layout-set-target=target=x86-64-v4 --layout-vectorize-loops | FileCheck %s --check-prefix=STEPS
// RUN: layout-check %s --entry=steps --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-vectorize-loops)"

#rows = #layout.buffer<index_map<(i, j) -> (i floordiv 16, i mod 16, j)>, pad<undef>>
#across = #layout.buffer<index_map<(i, j) -> (j, i)>>
#blocks = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j, i mod 16)>, pad<0.0 : f32>>

// CHECK: vectorized: 16 iterations at a time, 16 rows of them transposed in registers
// CHECK-LABEL: func @whole
// CHECK-COUNT-16: vector.load %arg0[%{{.*}}] : memref<64x64xf32>, vector<16xf32>
// CHECK-COUNT-16: vector.store %{{.*}}, %arg2[%{{.*}}] : memref<64x64xf32>, vector<16xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func @whole(%a: memref<64x64xf32>, %b: memref<64xf32>, %c: memref<64x64xf32, #across>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = affine.load %b[%j] : memref<64xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %c[%i, %j] : memref<64x64xf32, #across>
    }
  }
  return
}

// A group of rows that is not full is a loop, and columns that do not exist are not stored.
// CHECK-LABEL: func @partial
// CHECK: scf.if
// CHECK: scf.if
// CHECK-COUNT-16: vector.load %arg0
// CHECK: } else {
// CHECK: affine.for
// CHECK: vector.maskedstore
func.func @partial(%a: memref<61x83xf32>, %b: memref<83xf32>, %c: memref<61x83xf32, #across>) {
  affine.for %i = 0 to 61 {
    affine.for %j = 0 to 83 {
      %0 = affine.load %a[%i, %j] : memref<61x83xf32>
      %1 = affine.load %b[%j] : memref<83xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %c[%i, %j] : memref<61x83xf32, #across>
    }
  }
  return
}

func.func @words(%a: memref<61x83xi16>, %c: memref<61x83xi16, #across>) {
  affine.for %i = 0 to 61 {
    affine.for %j = 0 to 83 {
      %0 = affine.load %a[%i, %j] : memref<61x83xi16>
      %1 = arith.muli %0, %0 : i16
      affine.store %1, %c[%i, %j] : memref<61x83xi16, #across>
    }
  }
  return
}

func.func @doubles(%a: memref<61x83xf64>, %c: memref<61x83xf64, #across>) {
  affine.for %i = 0 to 61 {
    affine.for %j = 0 to 83 {
      %0 = affine.load %a[%i, %j] : memref<61x83xf64>
      %1 = affine.load %c[%i, %j] : memref<61x83xf64, #across>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %c[%i, %j] : memref<61x83xf64, #across>
    }
  }
  return
}

// Two blocks of sixteen are more than there are registers: groups of eight.
// CHECK-LABEL: func @twice
func.func @twice(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32, #blocks>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = affine.load %b[%i, %j] : memref<64x64xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %c[%i, %j] : memref<64x64xf32, #blocks>
    }
  }
  return
}

func.func @in_place(%a: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%j, %i] : memref<64x64xf32>
    }
  }
  return
}

// What one step stores, a later one reads: no block may be read in front of all.
// STEPS-LABEL: func @steps
// STEPS: affine.for
// STEPS-NOT: vector.shuffle
// STEPS: vector.store
// STEPS: return
func.func @steps(%a: memref<16x16xf32>) {
  affine.for %j = 0 to 16 {
    affine.for %i = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<16x16xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%j, %i] : memref<16x16xf32>
    }
  }
  return
}

// A step may have fewer lanes than the one before.
func.func @guarded(%a: memref<64x64xf32>, %c: memref<64x64xf32, #across>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %c[%i, %j] : memref<64x64xf32, #across>
    }
  }
  return
}

func.func @border(%a: memref<64x64xf32>, %c: memref<64x64xf32, #across>) {
  affine.for %i = 1 to 63 {
    affine.for %j = 2 to 61 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf32>
      %1 = affine.load %a[%i, %j + 1] : memref<64x64xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %c[%i, %j] : memref<64x64xf32, #across>
    }
  }
  return
}

// Lanes behind the last one are read, and not stored: one of them is data.
// CHECK-LABEL: func @padded
// CHECK: scf.if
// CHECK-COUNT-16: vector.maskedstore %arg1
func.func @padded(%a: memref<62x83xf32, #rows>, %c: memref<62x83xf32, #blocks>) {
  affine.for %i = 0 to 61 {
    affine.for %j = 0 to 83 {
      %0 = affine.load %a[%i, %j] : memref<62x83xf32, #rows>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %c[%i, %j] : memref<62x83xf32, #blocks>
    }
  }
  return
}

func.func @dynamic(%a: memref<?x?xf32>, %c: memref<?x?xf32, #across>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %n = memref.dim %a, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i, %j] : memref<?x?xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %c[%i, %j] : memref<?x?xf32, #across>
    }
  }
  return
}
