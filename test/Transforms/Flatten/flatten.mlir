// Axes between separators become one.
// RUN: layout-opt %s --split-input-file --layout-flatten | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-flatten --layout-flatten | FileCheck %s

#sep3 = #layout.buffer<index_map<(a, b, c, d, e, f) -> (a, b, c, d, e, f)>, axis_separator<[3]>>
#sep1 = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
#two = #layout.buffer<index_map<(i, j, k, l) -> (i, j, k, l)>, axis_separator<[1, 3]>>

// FS-13: an allocation gets the flat extents, an access the flat index.
// CHECK-LABEL: func.func @fs_13(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<30x1001xf32>
// CHECK:         affine.load %[[A]][%[[I0:.*]] * 15 + %[[I1:.*]] * 5 + %[[I2:.*]], %[[I3:.*]] * 143 + %[[I4:.*]] * 13 + %[[I5:.*]]] : memref<30x1001xf32>
// CHECK:         memref.dealloc %[[A]] : memref<30x1001xf32>
func.func @fs_13(%v: memref<1xf32>) {
  %m = memref.alloc() : memref<2x3x5x7x11x13xf32, #sep3>
  affine.for %a = 0 to 2 { affine.for %b = 0 to 3 { affine.for %c = 0 to 5 {
  affine.for %d = 0 to 7 { affine.for %e = 0 to 11 { affine.for %f = 0 to 13 {
    %x = affine.load %m[%a, %b, %c, %d, %e, %f] : memref<2x3x5x7x11x13xf32, #sep3>
    affine.store %x, %v[0] : memref<1xf32>
  } } } } } }
  memref.dealloc %m : memref<2x3x5x7x11x13xf32, #sep3>
  return
}

// FS-12: one axis in each group already: only the separators go.
// CHECK-LABEL: func.func @fs_12(
// CHECK-SAME:    %[[A:.*]]: memref<32x32xf32>, %[[I:.*]]: index
// CHECK-NEXT:    %[[X:.*]] = memref.load %[[A]][%[[I]], %[[I]]] : memref<32x32xf32>
func.func @fs_12(%a: memref<32x32xf32, #sep1>, %i: index) -> f32 {
  %x = memref.load %a[%i, %i] : memref<32x32xf32, #sep1>
  return %x : f32
}

// The calling convention stays: arguments and results keep their shape and are
// seen through views.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %[[A:.*]]: memref<2x3x4x5xf32>) -> memref<2x3x4x5xf32>
// CHECK-NEXT:    return %[[A]] : memref<2x3x4x5xf32>
func.func private @callee(%a: memref<2x3x4x5xf32, #two>) -> memref<2x3x4x5xf32, #two> {
  return %a : memref<2x3x4x5xf32, #two>
}
// CHECK-LABEL: func.func @caller(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<2x12x5xf32>
// CHECK:         %[[E:.*]] = memref.expand_shape %[[A]] {{\[}}[0], [1, 2], [3]] {{.*}} : memref<2x12x5xf32> into memref<2x3x4x5xf32>
// CHECK:         %[[R:.*]] = call @callee(%[[E]]) : (memref<2x3x4x5xf32>) -> memref<2x3x4x5xf32>
// CHECK:         %[[F:.*]] = memref.collapse_shape %[[R]]
// CHECK:         memref.load %[[F]][%{{.*}}, %{{.*}}, %{{.*}}] : memref<2x12x5xf32>
func.func @caller(%i: index) -> f32 {
  %a = memref.alloc() : memref<2x3x4x5xf32, #two>
  %b = call @callee(%a) : (memref<2x3x4x5xf32, #two>) -> memref<2x3x4x5xf32, #two>
  %x = memref.load %b[%i, %i, %i, %i] : memref<2x3x4x5xf32, #two>
  return %x : f32
}

// Globals keep their shape, and so their initial values.
// CHECK: memref.global "private" @g : memref<2x2x2xi32> = dense<1>
// CHECK-LABEL: func.func @global(
// CHECK:         %[[G:.*]] = memref.get_global @g : memref<2x2x2xi32>
// CHECK:         memref.collapse_shape %[[G]] {{\[}}[0, 1], [2]]
#sep2 = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[2]>>
memref.global "private" @g : memref<2x2x2xi32, #sep2> = dense<1>
func.func @global(%i: index) -> i32 {
  %g = memref.get_global @g : memref<2x2x2xi32, #sep2>
  %x = memref.load %g[%i, %i, %i] : memref<2x2x2xi32, #sep2>
  return %x : i32
}

// Vector elements, and ops on whole buffers.
// CHECK-LABEL: func.func @whole(
// CHECK:         memref.alloc() : memref<8x4xvector<4xf32>>
// CHECK:         affine.for
// CHECK:           affine.store %{{.*}}, %{{.*}}[%{{.*}} * 4 + %{{.*}}, %{{.*}}] : memref<8x4xvector<4xf32>>
func.func @whole(%v: vector<4xf32>) {
  %a = memref.alloc() : memref<2x4x4xvector<4xf32>, #sep2>
  linalg.fill ins(%v : vector<4xf32>) outs(%a : memref<2x4x4xvector<4xf32>, #sep2>)
  memref.dealloc %a : memref<2x4x4xvector<4xf32>, #sep2>
  return
}

// -----

// What has no separators is left alone.
// CHECK-LABEL: func.func @untouched(
// CHECK:         memref.load %{{.*}} : memref<2x3x4xf32>
func.func @untouched(%a: memref<2x3x4xf32>, %i: index) -> f32 {
  %x = memref.load %a[%i, %i, %i] : memref<2x3x4xf32>
  return %x : f32
}

// -----

// What loops, branches and selects carry keeps its shape and is addressed
// through views. A single element has one axis when flat.
#flat3 = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[]>>
#flat0 = #layout.buffer<index_map<() -> ()>, axis_separator<[]>>
// CHECK-LABEL: func.func @carried(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<24xf32>
// CHECK:         %[[B:.*]] = memref.alloc() : memref<24xf32>
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) -> (memref<2x3x4xf32>, memref<2x3x4xf32>)
// CHECK:           %[[F:.*]] = memref.collapse_shape %[[X]] {{\[}}[0, 1, 2]] : memref<2x3x4xf32> into memref<24xf32>
// CHECK:           memref.store %{{.*}}, %[[F]][%{{.*}}] : memref<24xf32>
// CHECK:           scf.yield %[[Y]], %[[X]] : memref<2x3x4xf32>, memref<2x3x4xf32>
// CHECK:         %[[S:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : memref<2x3x4xf32>
// CHECK:         memref.collapse_shape %[[S]]
// CHECK:         memref.dealloc %[[A]] : memref<24xf32>
func.func @carried(%n: index, %i: index, %v: f32, %c: i1) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<2x3x4xf32, #flat3>
  %b = memref.alloc() : memref<2x3x4xf32, #flat3>
  linalg.fill ins(%v : f32) outs(%a : memref<2x3x4xf32, #flat3>)
  linalg.fill ins(%v : f32) outs(%b : memref<2x3x4xf32, #flat3>)
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%x = %a, %y = %b) -> (memref<2x3x4xf32, #flat3>, memref<2x3x4xf32, #flat3>) {
    %f = arith.constant 3.0 : f32
    memref.store %f, %x[%i, %one, %i] : memref<2x3x4xf32, #flat3>
    scf.yield %y, %x : memref<2x3x4xf32, #flat3>, memref<2x3x4xf32, #flat3>
  }
  %s = arith.select %c, %r#0, %b : memref<2x3x4xf32, #flat3>
  %w = memref.load %s[%i, %i, %i] : memref<2x3x4xf32, #flat3>
  memref.dealloc %a : memref<2x3x4xf32, #flat3>
  memref.dealloc %b : memref<2x3x4xf32, #flat3>
  return %w : f32
}
// CHECK-LABEL: func.func @branch(
// CHECK:       ^bb1(%[[X:.*]]: memref<f32>):
// CHECK:         %[[F:.*]] = memref.expand_shape %[[X]] [] output_shape [1] : memref<f32> into memref<1xf32>
// CHECK:         memref.load %[[F]][%{{.*}}] : memref<1xf32>
func.func @branch(%a: memref<f32, #flat0>, %v: f32, %c: i1) -> f32 {
  %b = memref.alloc() : memref<f32, #flat0>
  memref.store %v, %b[] : memref<f32, #flat0>
  cf.cond_br %c, ^bb1(%a : memref<f32, #flat0>), ^bb1(%b : memref<f32, #flat0>)
^bb1(%x: memref<f32, #flat0>):
  %w = memref.load %x[] : memref<f32, #flat0>
  memref.dealloc %b : memref<f32, #flat0>
  return %w : f32
}

// Dynamic extents: sizes of groups are products; an allocation is handed on in
// its shape.
#mixed = #layout.buffer<index_map<(i, j, k, l) -> (i, j, k, l)>, axis_separator<[2]>>
func.func private @use(%a: memref<?x?x3x?xf32, #mixed>)
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[N:[^:]*]]: index, %[[M:[^:]*]]: index, %[[I:[^:]*]]: index
// CHECK:         %[[NM:.*]] = arith.muli %[[N]], %[[M]]
// CHECK:         %[[M3:.*]] = arith.muli %[[M]], %{{.*}}
// CHECK:         %[[A:.*]] = memref.alloc(%[[NM]], %{{.*}}) : memref<?x?xf32>
// CHECK:         memref.atomic_rmw addf %{{.*}}, %[[A]][%{{.*}}, %{{.*}}] : (f32, memref<?x?xf32>)
// CHECK:         %[[S1:.*]] = arith.muli %[[M]], %{{.*}}
// CHECK:         %[[S0:.*]] = arith.muli %[[S1]], %[[M]]
// CHECK:         %[[E:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [%[[N]], %[[M]], 3, %[[M]]], strides: [%[[S0]], %[[S1]], %[[M]], 1] : memref<?x?xf32> to memref<?x?x3x?xf32>
// CHECK:         call @use(%[[E]])
// CHECK:         memref.dealloc %[[A]] : memref<?x?xf32>
// CHECK:         return %[[M]] : index
func.func @dynamic(%n: index, %m: index, %i: index, %v: f32) -> index {
  %three = arith.constant 3 : index
  %a = memref.alloc(%n, %m, %m) : memref<?x?x3x?xf32, #mixed>
  %x = memref.atomic_rmw addf %v, %a[%i, %i, %i, %i] : (f32, memref<?x?x3x?xf32, #mixed>) -> f32
  func.call @use(%a) : (memref<?x?x3x?xf32, #mixed>) -> ()
  %d = memref.dim %a, %three : memref<?x?x3x?xf32, #mixed>
  memref.dealloc %a : memref<?x?x3x?xf32, #mixed>
  return %d : index
}

// -----

// An affine access stays one where its offsets are affine.
#rows = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>

// CHECK-LABEL: func.func @dynamic_prefetch(
// CHECK-SAME:      %[[A:.*]]: memref<?x?xf32>, %[[I:.*]]: index)
// CHECK:         affine.prefetch %[[A]][%[[I]], %[[I]]], read, locality<3>, data : memref<?x?xf32>
func.func @dynamic_prefetch(%a: memref<?x?xf32, #rows>, %i: index) {
  affine.prefetch %a[%i, %i], read, locality<3>, data : memref<?x?xf32, #rows>
  return
}
