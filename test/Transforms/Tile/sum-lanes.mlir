// Where floats may be added up in any order, lanes go along a reduction that reads contiguous
// elements: each has a part of the sum, in several registers.
//
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-tile-loops=reassociate --mlir-print-local-scope --remarks-filter=layout --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-tile-loops --mlir-print-local-scope | FileCheck %s --check-prefix=STRICT
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-optimize=reassociate --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=LANES
//
// DEFINE: %{target} =
// DEFINE: %{check} = layout-check %s --rtol=1e-4 --pipeline="builtin.module(layout-set-target{target=%{target}},layout-optimize{reassociate=true})"
// DEFINE: %{all} = --entry=squares,one,dot,odd,short,maxima,moments,shifted,narrow,doubles,transposed
// REDEFINE: %{target} = x86-64-v4
// RUN: %{check} %{all}
// REDEFINE: %{target} = x86-64-v3
// RUN: %{check} %{all}
// REDEFINE: %{target} = x86-64-v2
// RUN: %{check} %{all}
// RUN: %{check} --entry=unknown --dim=arg0.dim0:5 --dim=arg1.dim0:5 --dim=arg0.dim1:261
// RUN: %{check} --entry=unknown --dim=arg0.dim0:1 --dim=arg1.dim0:1 --dim=arg0.dim1:3
// RUN: %{check} --entry=unknown --dim=arg0.dim0:3 --dim=arg1.dim0:3 --dim=arg0.dim1:0

// REMARK: sum-lanes.mlir:[[#@LINE+16]]:3: remark: [Passed] layout-tile-loops/interchanged | Category:layout | Remark="the reduction is strip-mined by 64, for lanes with a part of it each: 0.{{[0-9]+}} instructions an iteration, estimated, instead of 4.00"
// CHECK-LABEL: @squares
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: %[[FIRST:.*]] = affine.load %arg1[%[[I]]]
// CHECK-NEXT: %[[SUM:.*]] = affine.for %[[O:.*]] = 0 to 64 iter_args(%[[S:.*]] = %[[FIRST]]) -> (f32) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 64 iter_args(%[[T:.*]] = %[[S]]) -> (f32) {
// CHECK-NEXT: affine.load %arg0[%[[I]], %[[O]] * 64 + %[[J]]]
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf %[[T]], %{{.*}} fastmath<reassoc>
// CHECK: affine.store %[[SUM]], %arg1[%[[I]]]
// STRICT-LABEL: @squares
// STRICT-NOT: reassoc
// STRICT-NOT: iter_args
// STRICT: return
// LANES: sum-lanes.mlir:[[#@LINE+3]]:5: remark: [Passed] layout-vectorize-loops/vectorized | Category:layout | Remark="vectorized: 64 iterations at a time, each lane with a part of the sum"
func.func @squares(%x: memref<8x4096xf32>, %s: memref<8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4096 {
      %0 = affine.load %x[%i, %j] : memref<8x4096xf32>
      %1 = affine.load %s[%i] : memref<8xf32>
      %2 = arith.mulf %0, %0 : f32
      %3 = arith.addf %1, %2 : f32
      affine.store %3, %s[%i] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: @one
// CHECK: affine.for %{{.*}} = 0 to 64 iter_args
func.func @one(%x: memref<4096xf32>, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %j = 0 to 4096 {
    %0 = affine.load %x[%j] : memref<4096xf32>
    %1 = affine.load %s[0] : memref<1xf32>
    %3 = arith.addf %1, %0 : f32
    affine.store %3, %s[0] : memref<1xf32>
  }
  return
}

// CHECK-LABEL: @dot
// CHECK: affine.for %{{.*}} = 0 to 16 iter_args
func.func @dot(%x: memref<12x1000xf32>, %y: memref<1000xf32>, %s: memref<12xf32> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 1000 {
      %0 = affine.load %x[%i, %j] : memref<12x1000xf32>
      %1 = affine.load %s[%i] : memref<12xf32>
      %2 = affine.load %y[%j] : memref<1000xf32>
      %3 = arith.mulf %0, %2 : f32
      %4 = arith.addf %1, %3 : f32
      affine.store %4, %s[%i] : memref<12xf32>
    }
  }
  return
}

// CHECK-LABEL: @odd
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0) -> (64, d0 * -64 + 997)>
func.func @odd(%x: memref<3x997xf32>, %s: memref<3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 997 {
      %0 = affine.load %x[%i, %j] : memref<3x997xf32>
      %1 = affine.load %s[%i] : memref<3xf32>
      %3 = arith.addf %0, %1 : f32
      affine.store %3, %s[%i] : memref<3xf32>
    }
  }
  return
}

// As many lanes as there are elements, and a power of two.
// CHECK-LABEL: @short
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0) -> (32, d0 * -32 + 61)>
func.func @short(%x: memref<3x61xf32>, %s: memref<3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 61 {
      %0 = affine.load %x[%i, %j] : memref<3x61xf32>
      %1 = affine.load %s[%i] : memref<3xf32>
      %3 = arith.addf %0, %1 : f32
      affine.store %3, %s[%i] : memref<3xf32>
    }
  }
  return
}

func.func @maxima(%x: memref<3x997xf32>, %s: memref<3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 997 {
      %0 = affine.load %x[%i, %j] : memref<3x997xf32>
      %1 = affine.load %s[%i] : memref<3xf32>
      %3 = arith.maximumf %0, %1 : f32
      affine.store %3, %s[%i] : memref<3xf32>
    }
  }
  return
}

// Two sums in one loop.
// CHECK-LABEL: @moments
// CHECK: affine.for %{{.*}} = 0 to 16 iter_args({{.*}}) -> (f32, f32)
func.func @moments(%x: memref<3x997xf32>, %s: memref<3xf32> {llvm.noalias}, %q: memref<3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 997 {
      %0 = affine.load %x[%i, %j] : memref<3x997xf32>
      %1 = affine.load %s[%i] : memref<3xf32>
      %2 = affine.load %q[%i] : memref<3xf32>
      %3 = arith.mulf %0, %0 : f32
      %4 = arith.addf %1, %0 : f32
      %5 = arith.addf %2, %3 : f32
      affine.store %4, %s[%i] : memref<3xf32>
      affine.store %5, %q[%i] : memref<3xf32>
    }
  }
  return
}

// What all lanes share is read in the last tile, too, as its first lane exists.
// LANES: sum-lanes.mlir:[[#@LINE+3]]:5: remark: {{.*}}"vectorized: 64 iterations at a time, each lane with a part of the sum, masked in partial tiles"
func.func @shifted(%x: memref<3x997xf32>, %m: memref<3xf32>, %s: memref<3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 997 {
      %0 = affine.load %x[%i, %j] : memref<3x997xf32>
      %1 = affine.load %s[%i] : memref<3xf32>
      %2 = affine.load %m[%i] : memref<3xf32>
      %3 = arith.subf %0, %2 : f32
      %4 = arith.mulf %3, %3 : f32
      %5 = arith.addf %1, %4 : f32
      affine.store %5, %s[%i] : memref<3xf32>
    }
  }
  return
}

func.func @narrow(%x: memref<3x997xbf16>, %s: memref<3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 997 {
      %0 = affine.load %x[%i, %j] : memref<3x997xbf16>
      %1 = affine.load %s[%i] : memref<3xf32>
      %2 = arith.extf %0 : bf16 to f32
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %s[%i] : memref<3xf32>
    }
  }
  return
}

func.func @doubles(%x: memref<3x997xf64>, %s: memref<3xf64> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 997 {
      %0 = affine.load %x[%i, %j] : memref<3x997xf64>
      %1 = affine.load %s[%i] : memref<3xf64>
      %3 = arith.addf %0, %1 : f64
      affine.store %3, %s[%i] : memref<3xf64>
    }
  }
  return
}

// The loop of the sum goes innermost first.
// CHECK-LABEL: @transposed
// CHECK: affine.for %{{.*}} = 0 to 5
// CHECK: iter_args
func.func @transposed(%x: memref<5x300xf32>, %s: memref<5xf32> {llvm.noalias}) {
  affine.for %j = 0 to 300 {
    affine.for %i = 0 to 5 {
      %0 = affine.load %x[%i, %j] : memref<5x300xf32>
      %1 = affine.load %s[%i] : memref<5xf32>
      %3 = arith.addf %0, %1 : f32
      affine.store %3, %s[%i] : memref<5xf32>
    }
  }
  return
}

// CHECK-LABEL: @unknown
// CHECK: scf.if
// CHECK: affine.for {{.*}} iter_args
func.func @unknown(%x: memref<?x?xf32>, %s: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf32>
  %n = memref.dim %x, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %0 = affine.load %x[%i, %j] : memref<?x?xf32>
      %1 = affine.load %s[%i] : memref<?xf32>
      %3 = arith.addf %0, %1 : f32
      affine.store %3, %s[%i] : memref<?xf32>
    }
  }
  return
}

// Columns are lanes where rows are far apart.
// CHECK-LABEL: @columns
// CHECK-NOT: iter_args
// CHECK: return
func.func @columns(%x: memref<300x64xf32>, %s: memref<64xf32> {llvm.noalias}) {
  affine.for %j = 0 to 300 {
    affine.for %i = 0 to 64 {
      %0 = affine.load %x[%j, %i] : memref<300x64xf32>
      %1 = affine.load %s[%i] : memref<64xf32>
      %3 = arith.addf %0, %1 : f32
      affine.store %3, %s[%i] : memref<64xf32>
    }
  }
  return
}
