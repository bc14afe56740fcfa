// Ops on one buffer, however it is named.
//
// RUN: %mlir_opt_with_plugin %s -split-input-file --transform-interpreter | FileCheck %s
// RUN: %mlir_opt_with_plugin %s -split-input-file --transform-dialect-check-uses -verify-diagnostics -o /dev/null
//
// What is printed can be read.
// RUN: %mlir_opt_with_plugin %s -split-input-file -o %t.mlir
// RUN: %mlir_opt_with_plugin %t.mlir -split-input-file --transform-interpreter | FileCheck %s

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// An argument: callers change with the function.
// CHECK-LABEL: func.func private @callee(%{{.*}}: memref<14xi32, #layout>)
// CHECK-LABEL: func.func @caller()
// CHECK:       memref.alloc() : memref<14xi32, #layout>
module attributes {transform.with_named_sequence} {
  func.func private @callee(%a: memref<14xi32>) {
    %x = arith.constant 42 : i32
    affine.store %x, %a[3] : memref<14xi32>
    return
  }
  func.func @caller() {
    %a = memref.alloc() : memref<14xi32>
    call @callee(%a) : (memref<14xi32>) -> ()
    memref.dealloc %a : memref<14xi32>
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "callee"} in %m : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.transform_layout %f {argument = 0} with #tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A result.
// CHECK-LABEL: func.func @result() -> memref<14xi32, #layout>
// CHECK:       memref.alloc() : memref<14xi32, #layout>
module attributes {transform.with_named_sequence} {
  func.func @result() -> memref<14xi32> {
    %a = memref.alloc() : memref<14xi32>
    return %a : memref<14xi32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.transform_layout %f {result = 0, change_interface = true} with #tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A global, by its name, and an allocation that a handle points to.
// CHECK:       memref.global "private" @g : memref<14xi32, #layout>
// CHECK-LABEL: func.func @f()
// CHECK:       memref.get_global @g : memref<14xi32, #layout>
// CHECK:       memref.alloc() : memref<14xi32, #layout>
module attributes {transform.with_named_sequence} {
  memref.global "private" @g : memref<14xi32> = uninitialized
  func.func @f() {
    %g = memref.get_global @g : memref<14xi32>
    %a = memref.alloc() : memref<14xi32>
    memref.copy %g, %a : memref<14xi32> to memref<14xi32>
    memref.dealloc %a : memref<14xi32>
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    %m1 = transform.layout.transform_layout %m {name = "g"} with #tiles : (!transform.any_op) -> !transform.any_op
    %a = transform.structured.match ops{["memref.alloc"]} in %m1 : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.transform_layout %a with #tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Separators, and what becomes of them. The loops are those of before; the second
// result points to them.
// CHECK-LABEL: func.func private @f(
// CHECK:       memref.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]]
// CHECK:       affine.for {{.*}} {
// CHECK:       } {outer}
module attributes {transform.with_named_sequence} {
  func.func private @f(%a: memref<2x4x4xi32>) {
    %x = arith.constant 42 : i32
    affine.for %i = 0 to 2 {
      affine.store %x, %a[%i, 1, 2] : memref<2x4x4xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.set_axis_separators %f at [2] {argument = 0} : (!transform.any_op) -> !transform.any_op
    %f2, %loops = transform.layout.flatten %f1 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %loops "outer" : !transform.any_op
    transform.yield
  }
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// Copies around a loop; the second result points to them.
// CHECK-LABEL: func.func @copies(
// CHECK:       memref.alloc() {layout.transform = #layout} : memref<14xi32>
// CHECK:       memref.alloc() {layout.transform = #layout, made} : memref<14xi32>
module attributes {transform.with_named_sequence} {
  func.func @copies(%a: memref<14xi32>, %b: memref<14xi32>) {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %f1 = transform.layout.cache_write %f {argument = 1} with #tiles : (!transform.any_op) -> !transform.any_op
    %loop = transform.structured.match ops{["affine.for"]} in %f1 : (!transform.any_op) -> !transform.any_op
    %first, %last = transform.split_handle %loop : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f2, %copy = transform.layout.cache_read %f1 around %first {argument = 0} with #tiles
        : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %copy "made" : !transform.any_op
    transform.yield
  }
}
