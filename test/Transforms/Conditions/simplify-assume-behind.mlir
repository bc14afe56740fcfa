// Behind what may not come back a false assumption is no error: nobody may get there.
// RUN: not layout-opt %s --layout-simplify --split-input-file 2>/dev/null | FileCheck %s
// RUN: not layout-opt %s --layout-simplify --split-input-file 2>&1 | FileCheck %s --check-prefix=REACHED

// CHECK-LABEL: @trap
// CHECK:         layout.assume
func.func @trap() {
  %false = arith.constant false
  llvm.intr.trap
  layout.assume %false : i1
  return
}

// CHECK-LABEL: @wait
// CHECK:         layout.assume
func.func @wait(%t: !async.token) {
  %false = arith.constant false
  async.await %t : !async.token
  layout.assume %false : i1
  return
}

// CHECK-LABEL: @assembly
// CHECK:         layout.assume
func.func @assembly() {
  %false = arith.constant false
  llvm.inline_asm has_side_effects "ud2", "" : () -> ()
  layout.assume %false : i1
  return
}
// -----

func.func @reached(%a: memref<4xi32>, %x: i32) {
  %false = arith.constant false
  affine.store %x, %a[0] : memref<4xi32>
  // REACHED: error: 'layout.assume' op is false whenever the function is called, which makes every call undefined; correct or remove it
  layout.assume %false : i1
  return
}
