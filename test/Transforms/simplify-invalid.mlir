// RUN: layout-opt %s --layout-simplify --split-input-file --verify-diagnostics

func.func @contradiction(%n: index) {
  %c5 = arith.constant 5 : index
  %p = arith.cmpi slt, %n, %c5 : index
  layout.assume %p : i1
  %q = arith.cmpi sgt, %n, %c5 : index
  // expected-error @+1 {{'layout.assume' op is false whenever the function is called}}
  layout.assume %q : i1
  return
}

// -----

// In a branch it may mean that the branch is never taken.
func.func @in_a_branch(%n: index, %a: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  affine.if affine_set<(n) : (n >= 0)>(%n) {
    layout.assume %false : i1
  }
  return
}

// -----

// What is stored is known where the promise is made.
func.func @promise_about_memory(%a: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  affine.store %five, %a[0] : memref<4xi32>
  %x = affine.load %a[0] : memref<4xi32>
  %p = arith.cmpi eq, %x, %zero : i32
  // expected-error @+1 {{'layout.assume' op is false whenever the function is called}}
  layout.assume %p : i1
  return
}
