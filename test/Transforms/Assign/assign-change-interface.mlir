// With change-interface, types of public functions and globals change too.
// RUN: layout-opt %s -layout-assign=change-interface -split-input-file \
// RUN:   | FileCheck %s

// A20. The argument of a public function changes its type, the calls in the
// module follow, and nothing is converted.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @public(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #[[L]]>) {
func.func @public(%a: memref<14xi32> {layout.transform = #L}) {
  // CHECK-NEXT: return
  return
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #[[L]]>)
func.func @caller(%a: memref<14xi32> {layout.transform = #L}) {
  // CHECK-NEXT: call @public(%[[A]]) : (memref<14xi32, #[[L]]>) -> ()
  call @public(%a) : (memref<14xi32>) -> ()
  return
}
// Only for arguments with a request: who calls from outside must be able to
// read the new signature off the old one.
// CHECK-LABEL: func.func @caller_without_request(
// CHECK-SAME:    %[[ARG:.*]]: memref<14xi32>)
func.func @caller_without_request(%a: memref<14xi32>) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[ARG]]
  // CHECK-NEXT: call @public(%[[A]]) : (memref<14xi32, #[[L]]>) -> ()
  call @public(%a) : (memref<14xi32>) -> ()
  return
}

// -----

// A21. So does what it returns.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @returns(
// CHECK-SAME:    ) -> memref<14xi32, #[[L]]>
func.func @returns() -> memref<14xi32> {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: return %[[A]] : memref<14xi32, #[[L]]>
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  return %a : memref<14xi32>
}

// -----

// A22. A public global changes with its users, calls in their functions or not.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK: memref.global @g : memref<6xi32, #[[L]]> = dense<7>
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @ext()
// CHECK-LABEL: func.func @uses_global(
func.func @uses_global() -> i32 {
  // CHECK-NEXT: memref.get_global @g : memref<6xi32, #[[L]]>
  %g = memref.get_global @g : memref<6xi32>
  call @ext() : () -> ()
  %x = affine.load %g[2] : memref<6xi32>
  return %x : i32
}

// -----

// A23. A function whose address is taken still keeps its type: whoever holds
// the address relies on it.
// CHECK-LABEL: func.func @taken(
// CHECK-SAME:    %{{.*}}: memref<14xi32>)
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @taken(%a: memref<14xi32> {layout.transform = #L}) {
  return
}
func.func @takes_address() -> ((memref<14xi32>) -> ()) {
  %f = func.constant @taken : (memref<14xi32>) -> ()
  return %f : (memref<14xi32>) -> ()
}
