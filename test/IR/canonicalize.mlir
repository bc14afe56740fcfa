// RUN: layout-opt %s --canonicalize | FileCheck %s

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#other = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>>

// CHECK-LABEL: func.func @storage_of_view(
// CHECK-SAME: %[[P:.*]]: memref<4x4xi32>
// CHECK-NEXT: return %[[P]]
func.func @storage_of_view(%p: memref<4x4xi32>) -> memref<4x4xi32> {
  %a = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #tile>
  %q = layout.as_physical %a : memref<14xi32, #tile> to memref<4x4xi32>
  return %q : memref<4x4xi32>
}

// CHECK-LABEL: func.func @view_of_storage(
// CHECK-SAME: %[[A:.*]]: memref<14xi32, #{{.*}}>
// CHECK-NEXT: return %[[A]]
func.func @view_of_storage(%a: memref<14xi32, #tile>) -> memref<14xi32, #tile> {
  %p = layout.as_physical %a : memref<14xi32, #tile> to memref<4x4xi32>
  %b = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #tile>
  return %b : memref<14xi32, #tile>
}

// The same storage with another promise about its padding is another buffer.
// CHECK-LABEL: func.func @view_of_storage_with_other_pad(
// CHECK: layout.as_physical
// CHECK: layout.as_logical
func.func @view_of_storage_with_other_pad(%a: memref<14xi32, #tile>) -> memref<14xi32, #other> {
  %p = layout.as_physical %a : memref<14xi32, #tile> to memref<4x4xi32>
  %b = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #other>
  return %b : memref<14xi32, #other>
}

// 5 and 6 elements both lie in 2x4: nothing says that the sizes agree.
// CHECK-LABEL: func.func @view_of_dynamic_storage(
// CHECK: layout.as_physical
// CHECK: layout.as_logical
func.func @view_of_dynamic_storage(%a: memref<?xi32, #tile>, %n: index) -> memref<?xi32, #tile> {
  %p = layout.as_physical %a : memref<?xi32, #tile> to memref<?x4xi32>
  %b = layout.as_logical %p sizes(%n) : memref<?x4xi32> to memref<?xi32, #tile>
  return %b : memref<?xi32, #tile>
}

// CHECK-LABEL: func.func @storage_of_dynamic_view(
// CHECK-SAME: %[[P:.*]]: memref<?x4xi32>
// CHECK-NEXT: return %[[P]]
func.func @storage_of_dynamic_view(%p: memref<?x4xi32>, %n: index) -> memref<?x4xi32> {
  %a = layout.as_logical %p sizes(%n) : memref<?x4xi32> to memref<?xi32, #tile>
  %q = layout.as_physical %a : memref<?xi32, #tile> to memref<?x4xi32>
  return %q : memref<?x4xi32>
}

// CHECK-LABEL: func.func @convert_to_same_type(
// CHECK-SAME: %[[T:.*]]: tensor<14xi32, #{{.*}}>
// CHECK-NEXT: return %[[T]]
func.func @convert_to_same_type(%t: tensor<14xi32, #tile>) -> tensor<14xi32, #tile> {
  %0 = layout.convert %t : tensor<14xi32, #tile> to tensor<14xi32, #tile>
  return %0 : tensor<14xi32, #tile>
}

// CHECK-LABEL: func.func @convert_there_and_back(
// CHECK-SAME: %[[T:.*]]: tensor<14xi32>
// CHECK-NEXT: return %[[T]]
func.func @convert_there_and_back(%t: tensor<14xi32>) -> tensor<14xi32> {
  %0 = layout.convert %t : tensor<14xi32> to tensor<14xi32, #tile>
  %1 = layout.convert %0 : tensor<14xi32, #tile> to tensor<14xi32>
  return %1 : tensor<14xi32>
}

// The way back writes padding, which may have held something else.
// CHECK-LABEL: func.func @convert_physical_there_and_back(
// CHECK: layout.convert
// CHECK: layout.convert
func.func @convert_physical_there_and_back(%t: tensor<14xi32, #tile>) -> tensor<14xi32, #tile> {
  %0 = layout.convert %t : tensor<14xi32, #tile> to tensor<14xi32>
  %1 = layout.convert %0 : tensor<14xi32> to tensor<14xi32, #tile>
  return %1 : tensor<14xi32, #tile>
}

// CHECK-LABEL: func.func @convert_through_other_pad(
// CHECK: layout.convert
// CHECK: layout.convert
func.func @convert_through_other_pad(%t: tensor<14xi32, #tile>) -> tensor<14xi32, #tile> {
  %0 = layout.convert %t : tensor<14xi32, #tile> to tensor<14xi32, #other>
  %1 = layout.convert %0 : tensor<14xi32, #other> to tensor<14xi32, #tile>
  return %1 : tensor<14xi32, #tile>
}

// A conversion of tensors has no effect, one of buffers writes.
// CHECK-LABEL: func.func @unused_convert(
// CHECK-NEXT: layout.convert ins
// CHECK-NEXT: return
func.func @unused_convert(%t: tensor<14xi32>, %m: memref<14xi32>, %n: memref<14xi32, #tile>) {
  %0 = layout.convert %t : tensor<14xi32> to tensor<14xi32, #tile>
  layout.convert ins(%m : memref<14xi32>) outs(%n : memref<14xi32, #tile>)
  return
}

// Upstream turns a cast of a memref with a layout that it takes for a plain one
// into nothing: a layout of this dialect is none of these.
// CHECK-LABEL: func.func @load_keeps_type(
// CHECK: memref.load %{{.*}} : memref<14xi32, #{{.*}}>
func.func @load_keeps_type(%a: memref<14xi32, #tile>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32, #tile>
  return %x : i32
}

// Upstream's patterns alone leave the inner loop without an upper bound: there is
// no value of %i that one of its bounds is the lesser one for.
// CHECK-LABEL: func.func @never_entered(
// CHECK-NEXT: return
func.func @never_entered(%a: memref<14xi32, #tile>, %p: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %none = memref.alloc() : memref<0xi32>
  %cast = memref.cast %none : memref<0xi32> to memref<?xi32>
  %n = memref.dim %cast, %c0 : memref<?xi32>
  affine.for %i = 0 to affine_map<()[s] -> (s ceildiv 4)>()[%n] {
    affine.for %j = 0 to min affine_map<(i)[s] -> (2, i * -2 + s floordiv 2 + 1)>(%i)[%n] {
      affine.store %x, %p[%j] : memref<?xi32>
    }
  }
  return
}

// CHECK-LABEL: func.func @entered_once(
// CHECK: affine.store
func.func @entered_once(%a: memref<14xi32, #tile>, %p: memref<?xi32>, %x: i32) {
  affine.for %i = 4 to 5 {
    affine.store %x, %p[%i] : memref<?xi32>
  }
  return
}
