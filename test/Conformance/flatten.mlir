// Axis separators and flattening: the rows FS-* of the list of TVM's cases.
// RUN: layout-opt %s --layout-assign --layout-apply --layout-finalize --layout-flatten --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-assign --layout-apply --layout-finalize --layout-flatten --layout-flatten --canonicalize | FileCheck %s
// DEFINE: %{PIPELINE} = builtin.module(layout-assign,layout-apply,layout-finalize,layout-flatten)
// RUN: layout-check %s --entry=fs_01,fs_02,fs_07,fs_08,fs_12,fs_13,fs_16,fs_17,fs_18,fs_29,fs_37,fs_42 --pipeline="%{PIPELINE}"
// RUN: layout-check %s --entry=fs_34 --arg=2:3 --pipeline="%{PIPELINE}"
// RUN: layout-check %s --entry=fs_04 --dim=arg0.dim0:5 --dim=arg0.dim1:7 --dim=arg1.dim0:5 --dim=arg1.dim1:9 --pipeline="%{PIPELINE}"

#flat2 = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>

// FS-01: arguments keep their types, views of 256 elements alias them.
// CHECK-LABEL: func.func @fs_01(
// CHECK-SAME:    %[[A:[^:]*]]: memref<16x16xf32>{{[^,]*}}, %[[C:[^:]*]]: memref<16x16xf32>
// CHECK-DAG:     %[[FC:.*]] = memref.collapse_shape %[[C]] {{\[}}[0, 1]] : memref<16x16xf32> into memref<256xf32>
// CHECK-DAG:     %[[FA:.*]] = memref.collapse_shape %[[A]] {{\[}}[0, 1]] : memref<16x16xf32> into memref<256xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 16
// CHECK:           %[[T:.*]] = memref.alloc() : memref<16xf32>
// CHECK:           affine.for %[[J:.*]] = 0 to 16
// CHECK:             affine.load %[[FA]][%[[I]] * 16 + %[[J]]] : memref<256xf32>
// CHECK:             affine.store %{{.*}}, %[[T]][%[[J]]] : memref<16xf32>
// CHECK:           affine.for %[[J:.*]] = 0 to 16
// CHECK:             affine.load %[[T]][%[[J]]] : memref<16xf32>
// CHECK:             affine.store %{{.*}}, %[[FC]][%[[I]] * 16 + %[[J]]] : memref<256xf32>
func.func @fs_01(%a: memref<16x16xf32, #flat2>, %c: memref<16x16xf32, #flat2>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 16 {
    %t = memref.alloc() : memref<1x16xf32, #flat2>
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<16x16xf32, #flat2>
      %y = arith.addf %x, %one : f32
      affine.store %y, %t[0, %j] : memref<1x16xf32, #flat2>
    }
    affine.for %j = 0 to 16 {
      %x = affine.load %t[0, %j] : memref<1x16xf32, #flat2>
      %y = arith.mulf %x, %two : f32
      affine.store %y, %c[%i, %j] : memref<16x16xf32, #flat2>
    }
    memref.dealloc %t : memref<1x16xf32, #flat2>
  }
  return
}

// FS-02: the same, with the local buffer on the stack.
// CHECK-LABEL: func.func @fs_02(
// CHECK:         affine.for %[[I:.*]] = 0 to 16
// CHECK:           %[[T:.*]] = memref.alloca() : memref<16xf32>
// CHECK:           affine.for %[[J:.*]] = 0 to 16
// CHECK:             affine.load %{{.*}}[%[[I]] * 16 + %[[J]]] : memref<256xf32>
// CHECK:             affine.store %{{.*}}, %[[T]][%[[J]]] : memref<16xf32>
func.func @fs_02(%a: memref<16x16xf32, #flat2>, %c: memref<16x16xf32, #flat2>) {
  affine.for %i = 0 to 16 {
    %t = memref.alloca() : memref<1x16xf32, #flat2>
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<16x16xf32, #flat2>
      affine.store %x, %t[0, %j] : memref<1x16xf32, #flat2>
    }
    affine.for %j = 0 to 16 {
      %x = affine.load %t[0, %j] : memref<1x16xf32, #flat2>
      affine.store %x, %c[%i, %j] : memref<16x16xf32, #flat2>
    }
  }
  return
}

// FS-07: several allocations inside the loops.
// CHECK-LABEL: func.func @fs_07(
// CHECK:         affine.for %[[I:.*]] = 0 to 4
// CHECK:           affine.for %[[J:.*]] = 0 to 32
// CHECK:             %[[B:.*]] = memref.alloc() : memref<128xf32>
// CHECK:             affine.store %{{.*}}, %[[B]][%[[I]] * 32 + %[[J]]] : memref<128xf32>
// CHECK:             %[[C:.*]] = memref.alloc() : memref<128xf32>
// CHECK:             affine.load %[[B]][%[[I]] * 32 + %[[J]]] : memref<128xf32>
// CHECK:             affine.store %{{.*}}, %[[C]][%[[I]] * 32 + %[[J]]] : memref<128xf32>
// CHECK:             affine.load %[[C]][%[[I]] * 32 + %[[J]]] : memref<128xf32>
func.func @fs_07(%a: memref<4x32xf32, #flat2>, %d: memref<4x32xf32, #flat2>) {
  affine.for %i = 0 to 4 { affine.for %j = 0 to 32 {
    %b = memref.alloc() : memref<4x32xf32, #flat2>
    %x = affine.load %a[%i, %j] : memref<4x32xf32, #flat2>
    affine.store %x, %b[%i, %j] : memref<4x32xf32, #flat2>
    %c = memref.alloc() : memref<4x32xf32, #flat2>
    %y = affine.load %b[%i, %j] : memref<4x32xf32, #flat2>
    %s = arith.addf %x, %y : f32
    affine.store %s, %c[%i, %j] : memref<4x32xf32, #flat2>
    %z = affine.load %c[%i, %j] : memref<4x32xf32, #flat2>
    affine.store %z, %d[%i, %j] : memref<4x32xf32, #flat2>
    memref.dealloc %b : memref<4x32xf32, #flat2>
    memref.dealloc %c : memref<4x32xf32, #flat2>
  } }
  return
}

// FS-08: a strided view of a larger allocation. Views are folded to their root
// when the buffer gets its separators.
// CHECK-LABEL: func.func @fs_08(
// CHECK:         %[[B:.*]] = memref.alloc() : memref<68xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 4
// CHECK:           affine.for %[[J:.*]] = 0 to 16
// CHECK:             affine.store %{{.*}}, %[[B]][%[[I]] * 17 + %[[J]]] : memref<68xf32>
// CHECK:             affine.load %[[B]][%[[I]] * 17 + %[[J]]] : memref<68xf32>
func.func @fs_08(%a: memref<4x16xf32>, %c: memref<4x16xf32>) {
  %b = memref.alloc() {layout.transform = #flat2} : memref<4x17xf32>
  %v = memref.subview %b[0, 0] [4, 16] [1, 1] : memref<4x17xf32> to memref<4x16xf32, strided<[17, 1]>>
  affine.for %i = 0 to 4 { affine.for %j = 0 to 16 {
    %x = affine.load %a[%i, %j] : memref<4x16xf32>
    affine.store %x, %v[%i, %j] : memref<4x16xf32, strided<[17, 1]>>
    %y = affine.load %v[%i, %j] : memref<4x16xf32, strided<[17, 1]>>
    %s = arith.addf %x, %y : f32
    affine.store %s, %c[%i, %j] : memref<4x16xf32>
  } }
  memref.dealloc %b : memref<4x17xf32>
  return
}

#sep1 = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>

// FS-12: one axis per group already.
// CHECK-LABEL: func.func @fs_12(
// CHECK-SAME:    %[[A:[^:]*]]: memref<32x32xf32>
// CHECK-NOT:     memref.collapse_shape
// CHECK:         affine.load %[[A]][%{{.*}}, %{{.*}}] : memref<32x32xf32>
func.func @fs_12(%a: memref<32x32xf32, #sep1>, %b: memref<32x32xf32, #sep1>) {
  affine.for %i = 0 to 32 { affine.for %j = 0 to 32 {
    %x = affine.load %a[%i, %j] : memref<32x32xf32, #sep1>
    affine.store %x, %b[%i, %j] : memref<32x32xf32, #sep1>
  } }
  return
}

#sep3 = #layout.buffer<index_map<(a, b, c, d, e, f) -> (a, b, c, d, e, f)>, axis_separator<[3]>>

// FS-13: the axes on each side of the separator become one.
// CHECK-LABEL: func.func @fs_13(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<30x1001xf32>
// CHECK:         affine.for %[[I0:.*]] = 0 to 2
// CHECK:         affine.for %[[I1:.*]] = 0 to 3
// CHECK:         affine.for %[[I2:.*]] = 0 to 5
// CHECK:         affine.for %[[I3:.*]] = 0 to 7
// CHECK:         affine.for %[[I4:.*]] = 0 to 11
// CHECK:         affine.for %[[I5:.*]] = 0 to 13
// CHECK:         affine.store %{{.*}}, %[[A]][%[[I0]] * 15 + %[[I1]] * 5 + %[[I2]], %[[I3]] * 143 + %[[I4]] * 13 + %[[I5]]] : memref<30x1001xf32>
func.func @fs_13(%v: memref<1xf32>) {
  %m = memref.alloc() : memref<2x3x5x7x11x13xf32, #sep3>
  affine.for %a = 0 to 2 { affine.for %b = 0 to 3 { affine.for %c = 0 to 5 {
  affine.for %d = 0 to 7 { affine.for %e = 0 to 11 { affine.for %f = 0 to 13 {
    %x = affine.load %v[0] : memref<1xf32>
    affine.store %x, %m[%a, %b, %c, %d, %e, %f] : memref<2x3x5x7x11x13xf32, #sep3>
    %y = affine.load %m[%a, %b, %c, %d, %e, %f] : memref<2x3x5x7x11x13xf32, #sep3>
    affine.store %y, %v[0] : memref<1xf32>
  } } } } } }
  memref.dealloc %m : memref<2x3x5x7x11x13xf32, #sep3>
  return
}

#flat1 = #layout.buffer<index_map<(i) -> (i)>, axis_separator<[]>>
#sep2 = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[2]>>

// FS-16: [16, 32] is [512], the same memory.
// CHECK-LABEL: func.func @fs_16(
// CHECK-SAME:    %[[A:[^:]*]]: memref<16x32xf32>
// CHECK:         %[[F:.*]] = memref.collapse_shape %[[A]] {{\[}}[0, 1]] : memref<16x32xf32> into memref<512xf32>
// CHECK:         affine.load %[[F]][485] : memref<512xf32>
func.func @fs_16(%a: memref<16x32xf32, #flat2>) -> f32 {
  %x = affine.load %a[15, 5] : memref<16x32xf32, #flat2>
  return %x : f32
}

// FS-17: one axis is flat: nothing is created.
// CHECK-LABEL: func.func @fs_17(
// CHECK-SAME:    %[[A:[^:]*]]: memref<16xf32>
// CHECK-NEXT:    %[[X:.*]] = affine.load %[[A]][5] : memref<16xf32>
// CHECK-NEXT:    return %[[X]]
func.func @fs_17(%a: memref<16xf32, #flat1>) -> f32 {
  %x = affine.load %a[5] : memref<16xf32, #flat1>
  return %x : f32
}

// FS-18: the separator is the index of the first axis of the next group.
// CHECK-LABEL: func.func @fs_18(
// CHECK-SAME:    %[[A:[^:]*]]: memref<4x16x32xf32>
// CHECK:         %[[F:.*]] = memref.collapse_shape %[[A]] {{\[}}[0, 1], [2]] : memref<4x16x32xf32> into memref<64x32xf32>
// CHECK:         affine.load %[[F]][53, 7] : memref<64x32xf32>
func.func @fs_18(%a: memref<4x16x32xf32, #sep2>) -> f32 {
  %x = affine.load %a[3, 5, 7] : memref<4x16x32xf32, #sep2>
  return %x : f32
}

// FS-29
// CHECK-LABEL: func.func @fs_29(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<256xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 16
// CHECK:           affine.for %[[J:.*]] = 0 to 16
// CHECK:             affine.store %{{.*}}, %[[A]][%[[I]] * 16 + %[[J]]] : memref<256xf32>
func.func @fs_29() -> f32 {
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<16x16xf32, #flat2>
  affine.for %i = 0 to 16 { affine.for %j = 0 to 16 {
    affine.store %zero, %a[%i, %j] : memref<16x16xf32, #flat2>
  } }
  %x = affine.load %a[3, 4] : memref<16x16xf32, #flat2>
  memref.dealloc %a : memref<16x16xf32, #flat2>
  return %x : f32
}

// FS-34: a buffer that is read for the index of another is flattened there too.
// CHECK-LABEL: func.func @fs_34(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8x8xf32>{{[^,]*}}, %[[B:[^:]*]]: memref<4x4xindex>
// CHECK:         %[[F:.*]] = memref.collapse_shape %[[B]] {{\[}}[0, 1]] : memref<4x4xindex> into memref<16xindex>
// CHECK:         %[[I:.*]] = memref.load %[[F]][%{{.*}}] : memref<16xindex>
// CHECK:         memref.store %{{.*}}, %[[A]][%[[I]], %{{.*}}] : memref<8x8xf32>
func.func @fs_34(%a: memref<8x8xf32>, %b: memref<4x4xindex, #flat2>, %j: index) {
  %zero = arith.constant 0.0 : f32
  %o = arith.constant 0 : index
  %i = memref.load %b[%o, %o] : memref<4x4xindex, #flat2>
  memref.store %zero, %a[%i, %j] : memref<8x8xf32>
  return
}

// FS-37: two buffers of several flat axes and of differing shapes stay two.
// CHECK-LABEL: func.func @fs_37(
// CHECK-DAG:     memref.alloc() : memref<16x16xf32>
// CHECK-DAG:     memref.alloc() : memref<20x20xf32>
func.func @fs_37(%a: memref<16x16xf32>, %d: memref<16x16xf32>) {
  %b = memref.alloc() : memref<16x16xf32, #sep1>
  %c = memref.alloc() : memref<20x20xf32, #sep1>
  affine.for %i = 0 to 16 { affine.for %j = 0 to 16 {
    %x = affine.load %a[%i, %j] : memref<16x16xf32>
    affine.store %x, %b[%i, %j] : memref<16x16xf32, #sep1>
    %y = affine.load %b[%i, %j] : memref<16x16xf32, #sep1>
    %z = arith.addf %y, %y : f32
    affine.store %z, %c[%i, %j] : memref<20x20xf32, #sep1>
    %w = affine.load %c[%i, %j] : memref<20x20xf32, #sep1>
    affine.store %w, %d[%i, %j] : memref<16x16xf32>
  } }
  memref.dealloc %b : memref<16x16xf32, #sep1>
  memref.dealloc %c : memref<20x20xf32, #sep1>
  return
}

// RFC 0039 writes x[64, 128] under (j, i): reads [10, 15], writes [20, 23].
#turned = #layout.buffer<index_map<(i, j) -> (j, i)>, axis_separator<[]>>

// FS-42
// CHECK-LABEL: func.func @fs_42(
// CHECK-SAME:    %[[X:[^:]*]]: memref<128x64xf32>
// CHECK:         %[[F:.*]] = memref.collapse_shape %[[X]] {{\[}}[0, 1]] : memref<128x64xf32> into memref<8192xf32>
// CHECK:         affine.load %[[F]][970] : memref<8192xf32>
// CHECK:         affine.store %{{.*}}, %[[F]][1492] : memref<8192xf32>
func.func @fs_42(%x: memref<64x128xf32, #turned>) {
  %v = affine.load %x[10, 15] : memref<64x128xf32, #turned>
  affine.store %v, %x[20, 23] : memref<64x128xf32, #turned>
  return
}

// FS-04: dynamic extents.
// CHECK-LABEL: func.func @fs_04(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?x?xf32>{{[^,]*}}, %[[C:[^:]*]]: memref<?x?xf32>
// CHECK-DAG:     %[[FA:.*]] = memref.collapse_shape %[[A]] {{\[}}[0, 1]] : memref<?x?xf32> into memref<?xf32>
// CHECK-DAG:     %[[MA:.*]] = memref.dim %[[A]], %c1
// CHECK-DAG:     %[[FC:.*]] = memref.collapse_shape %[[C]] {{\[}}[0, 1]] : memref<?x?xf32> into memref<?xf32>
// CHECK-DAG:     %[[MC:.*]] = memref.dim %[[C]], %c1
// CHECK:         affine.for %[[I:.*]] = 0 to
// CHECK:         affine.for %[[J:.*]] = 0 to
// CHECK:           %[[P:.*]] = arith.muli %[[I]], %[[MA]]
// CHECK:           %[[O:.*]] = arith.addi %[[P]], %[[J]]
// CHECK:           memref.load %[[FA]][%[[O]]] : memref<?xf32>
// CHECK:           %[[P:.*]] = arith.muli %[[I]], %[[MC]]
// CHECK:           %[[O:.*]] = arith.addi %[[P]], %[[J]]
// CHECK:           memref.store %{{.*}}, %[[FC]][%[[O]]] : memref<?xf32>
func.func @fs_04(%a: memref<?x?xf32, #flat2>, %c: memref<?x?xf32, #flat2>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %a, %zero : memref<?x?xf32, #flat2>
  %m = memref.dim %a, %one : memref<?x?xf32, #flat2>
  affine.for %i = 0 to %n { affine.for %j = 0 to %m {
    %x = affine.load %a[%i, %j] : memref<?x?xf32, #flat2>
    affine.store %x, %c[%i, %j] : memref<?x?xf32, #flat2>
  } }
  return
}
