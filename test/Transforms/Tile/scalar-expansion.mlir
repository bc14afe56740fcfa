// Values that loops carry go to memory where that lets the loops around them be
// lanes; each chain of them is computed in its order.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-finalize)" --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)" | FileCheck %s --check-prefix=VECTOR
//
// DEFINE: %{passes} =
// DEFINE: %{one} = layout-check %s --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)" --entry
// DEFINE: %{check} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v "dynamic\|symmetric" | paste -sd, | xargs -I{} %{one}={}
// REDEFINE: %{passes} = layout-tile-loops
// RUN: %{check}
// RUN: %{one}=symmetric --arg=3:1.5 --arg=4:0.5
// RUN: %{one}=dynamic --dim=arg0.dim0:21 --dim=arg0.dim1:37 --dim=arg1.dim0:37
// RUN: %{one}=dynamic --dim=arg0.dim0:0 --dim=arg0.dim1:37 --dim=arg1.dim0:37
// RUN: %{one}=dynamic --dim=arg0.dim0:5 --dim=arg0.dim1:0 --dim=arg1.dim0:0
// RUN: %{one}=dynamic_rows --dim=arg0.dim0:5 --dim=arg0.dim1:9 --dim=arg1.dim0:9 --dim=arg1.dim1:37 --dim=arg2.dim0:5 --dim=arg2.dim1:13
// REDEFINE: %{passes} = layout-optimize
// RUN: %{check}
// RUN: %{one}=symmetric --arg=3:1.5 --arg=4:0.5
// RUN: %{one}=dynamic --dim=arg0.dim0:21 --dim=arg0.dim1:37 --dim=arg1.dim0:37
// RUN: %{one}=dynamic --dim=arg0.dim0:0 --dim=arg0.dim1:37 --dim=arg1.dim0:37
// RUN: %{one}=dynamic --dim=arg0.dim0:5 --dim=arg0.dim1:0 --dim=arg1.dim0:0
// RUN: %{one}=dynamic_rows --dim=arg0.dim0:5 --dim=arg0.dim1:9 --dim=arg1.dim0:9 --dim=arg1.dim1:37 --dim=arg2.dim0:5 --dim=arg2.dim1:13

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<0.0 : f64>>
#none_bytes = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>>
#bytes = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>
#runs = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<undef>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64>>} {

// A sum for each column: one loop is enough. The buffer has room for whole blocks.
// REMARK: [Passed] layout-tile-loops/expanded {{.*}}"memory holds 1 value that the loop carries, for each iteration of 1 loop around it"
// CHECK-LABEL: @columns
// CHECK: %[[T:.*]] = memref.alloc() {alignment = 64 : i64} : memref<64xf64>
// CHECK: affine.store %{{.*}}, %[[T]]
// CHECK: affine.load %[[T]]
// CHECK-NOT: iter_args
// CHECK: memref.dealloc %[[T]]
// VECTOR-LABEL: @columns
// VECTOR: arith.addf {{.*}} : vector<16xf64>
func.func @columns(%a: memref<29x37xf64, #tiles>, %b: memref<37xf64, #runs>) {
  %zero = arith.constant 0.0 : f64
  affine.for %j = 0 to 37 {
    %0 = affine.for %i = 0 to 29 iter_args(%t = %zero) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<29x37xf64, #tiles>
      %2 = arith.addf %t, %1 : f64
      affine.yield %2 : f64
    }
    affine.store %0, %b[%j] : memref<37xf64, #runs>
  }
  return
}

// Two loops: then the product has its nest for all rows. What is read in the other
// triangle goes in front of the loop that changes it.
// REMARK: layout-tile-loops/expanded {{.*}}"memory holds 1 value that the loop carries, for each iteration of 2 loops around it"
// CHECK-LABEL: @symmetric
// CHECK: memref.alloc() {alignment = 64 : i64} : memref<64x64xf64>
// CHECK-NOT: iter_args
// CHECK: return
// VECTOR-LABEL: @symmetric
// VECTOR: iter_args{{.*}}vector<16xf64>
func.func @symmetric(%c: memref<21x37xf64, #tiles>, %a: memref<21x21xf64, #tiles>, %b: memref<21x37xf64, #tiles>, %alpha: f64, %beta: f64) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 37 {
      %0 = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%t = %zero) -> (f64) {
        %1 = affine.load %b[%i, %j] : memref<21x37xf64, #tiles>
        %2 = affine.load %a[%i, %k] : memref<21x21xf64, #tiles>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %c[%k, %j] : memref<21x37xf64, #tiles>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %c[%k, %j] : memref<21x37xf64, #tiles>
        %6 = affine.load %b[%k, %j] : memref<21x37xf64, #tiles>
        %7 = arith.mulf %6, %2 : f64
        %8 = arith.addf %t, %7 : f64
        affine.yield %8 : f64
      }
      %1 = affine.load %c[%i, %j] : memref<21x37xf64, #tiles>
      %2 = arith.mulf %beta, %1 : f64
      %3 = arith.mulf %alpha, %0 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %c[%i, %j] : memref<21x37xf64, #tiles>
    }
  }
  return
}

// Values that become each other, and one that nothing uses behind the loop.
// REMARK: layout-tile-loops/expanded {{.*}}"memory holds 3 values that the loop carries, for each iteration of 1 loop around it"
// CHECK-LABEL: @filter
// CHECK-COUNT-3: memref.alloc()
// CHECK-NOT: iter_args
// CHECK: return
func.func @filter(%a: memref<29x37xf64, #tiles>, %b: memref<29x37xf64, #tiles>) {
  %one = arith.constant 1.0 : f64
  affine.for %j = 0 to 37 {
    %0:3 = affine.for %i = 0 to 29 iter_args(%y1 = %one, %y2 = %one, %x1 = %one) -> (f64, f64, f64) {
      %1 = affine.load %a[%i, %j] : memref<29x37xf64, #tiles>
      %2 = arith.addf %1, %x1 : f64
      %3 = arith.mulf %y1, %y2 : f64
      %4 = arith.subf %2, %3 : f64
      affine.store %4, %b[%i, %j] : memref<29x37xf64, #tiles>
      affine.yield %4, %y1, %1 : f64, f64, f64
    }
  }
  return
}

// Loops that hand a value through, bytes, and padding that may not be touched.
// CHECK-LABEL: @window
// CHECK: memref.alloc() {{.*}} : memref<{{.*}}xi8>
// CHECK-NOT: iter_args
// CHECK: return
func.func @window(%a: memref<20x40xi8, #bytes>, %w: memref<3x3xi8>, %b: memref<18x38xi8, #none_bytes>) {
  %zero = arith.constant 3 : i8
  affine.for %y = 0 to 18 {
    affine.for %x = 0 to 38 {
      %0 = affine.for %u = 0 to 3 iter_args(%s = %zero) -> (i8) {
        %1 = affine.for %v = 0 to 3 iter_args(%t = %s) -> (i8) {
          %2 = affine.load %a[%y + %u, %x + %v] : memref<20x40xi8, #bytes>
          %3 = affine.load %w[%u, %v] : memref<3x3xi8>
          %4 = arith.muli %2, %3 : i8
          %5 = arith.muli %t, %4 : i8
          %6 = arith.addi %5, %3 : i8
          affine.yield %6 : i8
        }
        affine.yield %1 : i8
      }
      affine.store %0, %b[%y, %x] : memref<18x38xi8, #none_bytes>
    }
  }
  return
}

// A loop that may have no iteration leaves what it began with.
// CHECK-LABEL: @may_be_empty
// CHECK-NOT: iter_args
// CHECK: return
func.func @may_be_empty(%a: memref<37x37xf64, #tiles>, %b: memref<37xf64, #runs>) {
  affine.for %j = 0 to 37 {
    %first = affine.load %b[%j] : memref<37xf64, #runs>
    %0 = affine.for %i = affine_map<(j) -> (j + 20)>(%j) to 37 iter_args(%t = %first) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<37x37xf64, #tiles>
      %2 = arith.mulf %t, %1 : f64
      affine.yield %2 : f64
    }
    affine.store %0, %b[%j] : memref<37xf64, #runs>
  }
  return
}

// The size of the buffer is known when the program runs.
// CHECK-LABEL: @dynamic
// CHECK: %[[SIZE:.*]] = affine.max affine_map<()[s0] -> (0, (s0 ceildiv 64) * 64)>
// CHECK: memref.alloc(%[[SIZE]]) {{.*}} : memref<?xf64>
// CHECK-NOT: iter_args
// CHECK: return
func.func @dynamic(%a: memref<?x?xf64, #tiles>, %b: memref<?xf64, #runs>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf64, #tiles>
  %n = memref.dim %a, %c1 : memref<?x?xf64, #tiles>
  affine.for %j = 0 to %n {
    %0 = affine.for %i = 0 to %m iter_args(%t = %zero) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<?x?xf64, #tiles>
      %2 = arith.addf %t, %1 : f64
      affine.yield %2 : f64
    }
    affine.store %0, %b[%j] : memref<?xf64, #runs>
  }
  return
}

// Within a loop around the loop over a row, the buffer is one of that loop.
// CHECK-LABEL: @dynamic_rows
// CHECK: affine.for
// CHECK: memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK-NOT: iter_args
// CHECK: memref.dealloc
// CHECK-NEXT: }
func.func @dynamic_rows(%a: memref<?x?xf32> {llvm.noalias}, %b: memref<?x?xf32> {llvm.noalias},
                        %c: memref<?x?x4xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %c, %c0 : memref<?x?x4xf32>
  %n = memref.dim %b, %c1 : memref<?x?xf32>
  %l = memref.dim %b, %c0 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %first = affine.load %c[%i, %j floordiv 3, %j mod 3] : memref<?x?x4xf32>
      %sum = affine.for %k = 0 to %l iter_args(%t = %first) -> (f32) {
        %x = affine.load %a[%i, %k] : memref<?x?xf32>
        %y = affine.load %b[%k, %j] : memref<?x?xf32>
        %xy = arith.mulf %x, %y : f32
        %s = arith.addf %t, %xy : f32
        affine.yield %s : f32
      }
      affine.store %sum, %c[%i, %j floordiv 3, %j mod 3] : memref<?x?x4xf32>
    }
  }
  return
}

// Within a loop over time the buffer is made once.
// CHECK-LABEL: @repeated
// CHECK: memref.alloc
// CHECK-NEXT: scf.for
// CHECK: memref.dealloc
// CHECK-NEXT: return
func.func @repeated(%a: memref<29x37xf64, #tiles>, %b: memref<37xf64, #runs>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %s = %c0 to %c3 step %c1 {
    affine.for %j = 0 to 37 {
      %first = affine.load %b[%j] : memref<37xf64, #runs>
      %0 = affine.for %i = 0 to 29 iter_args(%t = %first) -> (f64) {
        %1 = affine.load %a[%i, %j] : memref<29x37xf64, #tiles>
        %2 = arith.addf %t, %1 : f64
        affine.yield %2 : f64
      }
      affine.store %0, %b[%j] : memref<37xf64, #runs>
    }
  }
  return
}

// Each column begins with what the one before ended with.
// REMARK: [Missed] layout-tile-loops/carried {{.*}}depend on each other: iteration 'affine.for' at {{.*}} that iteration 'affine.for' at
// CHECK-LABEL: @chained
// CHECK-NOT: memref.alloc
// CHECK: iter_args
func.func @chained(%a: memref<29x37xf64, #tiles>, %b: memref<37xf64, #runs>) {
  affine.for %j = 1 to 37 {
    %first = affine.load %b[%j - 1] : memref<37xf64, #runs>
    %0 = affine.for %i = 0 to 29 iter_args(%t = %first) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<29x37xf64, #tiles>
      %2 = arith.mulf %t, %1 : f64
      affine.yield %2 : f64
    }
    affine.store %0, %b[%j] : memref<37xf64, #runs>
  }
  return
}

// The columns of a triangle, of which each needs those before. What only the second
// loop carries goes to memory.
// CHECK-LABEL: @factors
// CHECK: memref.alloc() {{.*}} : memref<64xf64>
// CHECK-NOT: memref.alloc
// CHECK: iter_args
// CHECK: return
func.func @factors(%a: memref<37x37xf64, #tiles>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<37x37xf64, #tiles>
      %1 = affine.for %k = 0 to affine_map<(j) -> (j)>(%j) iter_args(%w = %0) -> (f64) {
        %2 = affine.load %a[%i, %k] : memref<37x37xf64, #tiles>
        %3 = affine.load %a[%k, %j] : memref<37x37xf64, #tiles>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %w, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %a[%i, %j] : memref<37x37xf64, #tiles>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to 37 {
      %0 = affine.load %a[%i, %j] : memref<37x37xf64, #tiles>
      %1 = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%w = %0) -> (f64) {
        %2 = affine.load %a[%i, %k] : memref<37x37xf64, #tiles>
        %3 = affine.load %a[%k, %j] : memref<37x37xf64, #tiles>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.subf %w, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %1, %a[%i, %j] : memref<37x37xf64, #tiles>
    }
  }
  return
}

// Along rows nothing would be gained: lanes of the loop around lie far apart.
// CHECK-LABEL: @rows
// CHECK-NOT: memref.alloc
// CHECK: iter_args
func.func @rows(%a: memref<29x37xf64, #tiles>, %b: memref<29x37xf64, #tiles>) {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to 29 {
    %0 = affine.for %j = 0 to 37 iter_args(%t = %zero) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<29x37xf64, #tiles>
      %2 = arith.addf %t, %1 : f64
      affine.store %2, %b[%i, %j] : memref<29x37xf64, #tiles>
      affine.yield %2 : f64
    }
  }
  return
}

// Without digits nothing is looked at.
// CHECK-LABEL: @plain
// CHECK-NOT: memref.alloc
// CHECK: iter_args
func.func @plain(%a: memref<29x37xf64> {llvm.noalias}, %b: memref<37xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  affine.for %j = 0 to 37 {
    %0 = affine.for %i = 0 to 29 iter_args(%t = %zero) -> (f64) {
      %1 = affine.load %a[%i, %j] : memref<29x37xf64>
      %2 = arith.addf %t, %1 : f64
      affine.yield %2 : f64
    }
    affine.store %0, %b[%j] : memref<37xf64>
  }
  return
}
}
