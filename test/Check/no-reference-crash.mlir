// A program that fails by itself is nothing to compare with: the pipeline is
// not at fault.
// DEFINE: %{entry} = endless_recursion
// DEFINE: %{check} = sh -c 'layout-check %s --entry=%{entry} --pipeline="builtin.module()" 2>&1; test $? -eq 2'

// RUN: %{check} | FileCheck %s --check-prefix=RECURSION
// RECURSION: layout-check: @endless_recursion: no reference: the program without layouts: crashed (Segmentation fault), on small integers (seed 0)
func.func @endless_recursion(%a: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  func.call @endless_recursion(%a) : (memref<4xi32>) -> ()
  %x = memref.load %a[%c0] : memref<4xi32>
  %y = arith.addi %x, %x : i32
  memref.store %y, %a[%c0] : memref<4xi32>
  return
}

// REDEFINE: %{entry} = false_assertion
// RUN: %{check} | FileCheck %s --check-prefix=ASSERTION
// ASSERTION: layout-check: @false_assertion: no reference: the program without layouts: crashed ({{.*}}), on small integers (seed 0)
func.func @false_assertion(%a: memref<4xi32>) {
  %false = arith.constant false
  cf.assert %false, "never"
  return
}

// REDEFINE: %{entry} = endless_loop
// RUN: sh -c 'layout-check %s --entry=endless_loop --timeout=1 --pipeline="builtin.module()" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=LOOP
// LOOP: layout-check: @endless_loop: no reference: the program without layouts: did not come to an end in 1 seconds of work, on small integers (seed 0)
func.func @endless_loop(%a: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  scf.while : () -> () {
    memref.store %c0_i32, %a[%c0] : memref<4xi32>
    %x = memref.load %a[%c0] : memref<4xi32>
    %again = arith.cmpi eq, %x, %c0_i32 : i32
    scf.condition(%again)
  } do {
    scf.yield
  }
  return
}
