// RUN: layout-opt %s --layout-simplify --split-input-file --verify-diagnostics

func.func @contradiction(%n: index) {
  %c5 = arith.constant 5 : index
  %p = arith.cmpi slt, %n, %c5 : index
  layout.assume %p : i1
  %q = arith.cmpi sgt, %n, %c5 : index
  // expected-error @+1 {{'layout.assume' op is false whenever the function is called, which makes every call undefined; correct or remove it}}
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
  // expected-error @+1 {{'layout.assume' op is false whenever the function is called, which makes every call undefined; correct or remove it}}
  layout.assume %p : i1
  return
}

// -----

// Every call executes all iterations, and it is false in each.
func.func @in_a_loop() {
  // expected-note @+1 {{in this loop, where its variable is 0}}
  affine.for %i = 0 to 16 {
    %c16 = arith.constant 16 : index
    %p = arith.cmpi sge, %i, %c16 : index
    // expected-error @+1 {{'layout.assume' op is false in an iteration that every call of the function executes, which makes every call undefined; correct or remove it}}
    layout.assume %p : i1
  }
  return
}

// -----

// In one iteration only, which is executed.
func.func @in_one_iteration() {
  // expected-note @+1 {{in this loop, where its variable is 0}}
  affine.for %i = 0 to 16 {
    %c1 = arith.constant 1 : index
    %p = arith.cmpi sge, %i, %c1 : index
    // expected-error @+1 {{'layout.assume' op is false in an iteration}}
    layout.assume %p : i1
  }
  return
}

// -----

func.func @in_the_middle(%a: memref<4xi32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c8 = arith.constant 8 : index
  // expected-note @+1 {{in this loop, where its variable is 8}}
  scf.for %i = %c2 to %c16 step %c3 {
    %p = arith.cmpi ne, %i, %c8 : index
    // expected-error @+1 {{'layout.assume' op is false in an iteration}}
    layout.assume %p : i1
  }
  return
}

// -----

// 9 is no value that the variable takes.
func.func @between_iterations() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c2 to %c16 step %c3 {
    %p = arith.cmpi ne, %i, %c9 : index
    layout.assume %p : i1
  }
  return
}

// -----

func.func @narrow() {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c16 = arith.constant 16 : i8
  // expected-note @+1 {{in this loop, where its variable is 0}}
  scf.for %i = %c0 to %c16 step %c1 : i8 {
    %p = arith.cmpi sge, %i, %c16 : i8
    // expected-error @+1 {{'layout.assume' op is false in an iteration}}
    layout.assume %p : i1
  }
  return
}

// -----

// A triangle: the first iteration of the outer loop has no inner one.
func.func @nested() {
  // expected-note @+1 {{in this loop, where its variable is 3}}
  affine.for %i = 0 to 16 {
    // expected-note @+1 {{in this loop, where its variable is 2}}
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %c2 = arith.constant 2 : index
      %p = arith.cmpi slt, %j, %c2 : index
      // expected-error @+1 {{'layout.assume' op is false in an iteration}}
      layout.assume %p : i1
    }
  }
  return
}

// -----

func.func @parallel() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  // expected-note @+1 {{in this loop, where its variable is 3, 3}}
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
    %s = arith.addi %i, %j : index
    %p = arith.cmpi slt, %s, %c6 : index
    // expected-error @+1 {{'layout.assume' op is false in an iteration}}
    layout.assume %p : i1
  }
  return
}

// -----

// There may be no iteration, or none so far.
func.func @dynamic(%n: index, %m: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to %n {
    %p = arith.cmpi sge, %i, %c1 : index
    layout.assume %p : i1
  }
  %d = memref.dim %m, %c0 : memref<?xf32>
  scf.for %i = %c0 to %d step %c1 {
    %p = arith.cmpi sge, %i, %c1 : index
    layout.assume %p : i1
  }
  return
}

// -----

// That there is one was promised.
func.func @promised(%n: index) {
  %c1 = arith.constant 1 : index
  %q = arith.cmpi sge, %n, %c1 : index
  layout.assume %q : i1
  // expected-note @+1 {{in this loop, where its variable is 0}}
  affine.for %i = 0 to %n {
    %p = arith.cmpi sge, %i, %c1 : index
    // expected-error @+1 {{'layout.assume' op is false in an iteration}}
    layout.assume %p : i1
  }
  return
}

// -----

// Control comes to one of them.
func.func @both_arms(%n: index, %b: i1) {
  %c5 = arith.constant 5 : index
  %small = arith.cmpi slt, %n, %c5 : index
  scf.if %small {
    %p = arith.cmpi sgt, %n, %c5 : index
    // expected-error @+1 {{'layout.assume' op is false whenever the function is called, which makes every call undefined; correct or remove it}}
    layout.assume %p : i1
  } else {
    // expected-note @+1 {{if that is not executed, this is, and it is false}}
    layout.assume %small : i1
  }
  return
}

// -----

func.func @one_arm(%n: index, %b: i1) {
  %c5 = arith.constant 5 : index
  %small = arith.cmpi slt, %n, %c5 : index
  scf.if %b {
    layout.assume %b : i1
  } else {
    layout.assume %b : i1
  }
  scf.if %small {
    layout.assume %b : i1
  } else {
    layout.assume %small : i1
  }
  return
}

// -----

// The other arm is never taken in the iteration.
func.func @in_an_arm_of_an_iteration() {
  // expected-note @+1 {{in this loop, where its variable is 5}}
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 5 >= 0)>(%i) {
      %c5 = arith.constant 5 : index
      %p = arith.cmpi slt, %i, %c5 : index
      // expected-error @+1 {{'layout.assume' op is false in an iteration}}
      layout.assume %p : i1
    }
  }
  return
}

// -----

// The run may end before it comes there.
func.func private @exit()
func.func private @may_exit() {
  func.call @exit() : () -> ()
  return
}
func.func @not_reached(%b: i1) {
  %false = arith.constant false
  cf.assert %b, "asserted"
  layout.assume %false : i1
  return
}
func.func @not_returned() {
  %false = arith.constant false
  func.call @may_exit() : () -> ()
  affine.for %i = 0 to 16 {
    layout.assume %false : i1
  }
  return
}
