// The op that keeps a buffer from being `read`: the first in program order.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes{first-writes=true})' --verify-diagnostics -o /dev/null

// expected-remark@below {{in_order 0: readwrite}}
func.func @in_order(%a: memref<14xi32>, %v: i32, %c: i1) {
  %x = affine.load %a[0] : memref<14xi32>
  affine.for %i = 0 to 7 {
    scf.if %c {
      // expected-remark@below {{first write of in_order 0}}
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  affine.store %v, %a[3] : memref<14xi32>
  return
}

// expected-remark@below {{none 0: read}}
func.func @none(%a: memref<14xi32>) {
  %x = affine.load %a[0] : memref<14xi32>
  return
}

// expected-remark@below {{through_a_call 0: readwrite}}
func.func @through_a_call(%a: memref<14xi32>, %v: i32) {
  call @none(%a) : (memref<14xi32>) -> ()
  // expected-remark@below {{first write of through_a_call 0}}
  call @in_order_too(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}

// expected-remark@below {{in_order_too 0: readwrite}}
func.func private @in_order_too(%a: memref<14xi32>, %v: i32) {
  // expected-remark@below {{first write of in_order_too 0}}
  affine.store %v, %a[3] : memref<14xi32>
  return
}
