// RUN: layout-opt %s --layout-assign | FileCheck %s

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// Tasks on other buffers, and those that are started behind the call, are not
// under way on a copy.
// CHECK-LABEL: func.func @callee(
// CHECK: layout.convert ins(%{{.*}}) outs(%[[COPY:.*]] :
// CHECK: memref.store %{{.*}}, %[[COPY]]
// CHECK: layout.convert ins(%[[COPY]]
func.func @callee(%a: memref<14xi32> {layout.transform = #L}, %b: memref<14xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %b[%c0] : memref<14xi32>
    async.yield
  }
  memref.store %v, %a[%c0] : memref<14xi32>
  return
}

// CHECK-LABEL: func.func @caller(
// CHECK: call @callee
// CHECK: async.execute
func.func @caller(%b: memref<14xi32>, %v: i32) {
  %a = memref.alloc() : memref<14xi32>
  %c1 = arith.constant 1 : index
  call @callee(%a, %b, %v) : (memref<14xi32>, memref<14xi32>, i32) -> ()
  %t = async.execute {
    memref.store %v, %a[%c1] : memref<14xi32>
    async.yield
  }
  async.await %t : !async.token
  return
}

// Where the type has the layout there is no copy.
// CHECK-LABEL: func.func @typed(
// CHECK: async.execute
// CHECK-NEXT: memref.store %{{.*}} : memref<14xi32, #
func.func @typed(%a: memref<14xi32, #L>, %v: i32) -> !async.token {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %a[%c0] : memref<14xi32, #L>
    async.yield
  }
  return %t : !async.token
}
