// RUN: layout-check %s --entry=altered_contents --arg=1:0 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=altered_else --arg=1:2 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=stored_value,scoped_store,loop_dependent,not_a_condition,stored_vector,promises --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=memory_in_between --arg=1:3 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=pad_stage --arg=1:7 --pipeline="builtin.module(layout-simplify)"

func.func @altered_contents(%a: memref<1xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = affine.load %a[0] : memref<1xindex>
  %p = arith.cmpi eq, %x, %n : index
  scf.if %p {
    %y = affine.load %a[0] : memref<1xindex>
    %z = arith.addi %y, %c1 : index
    affine.store %z, %a[0] : memref<1xindex>
    %w = affine.load %a[0] : memref<1xindex>
    %q = arith.cmpi eq, %w, %n : index
    scf.if %q {
      affine.store %c0, %a[0] : memref<1xindex>
    }
  }
  return
}

func.func @altered_else(%a: memref<1xi32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c10 = arith.constant 10 : i32
  %x = affine.load %a[0] : memref<1xi32>
  %p = arith.cmpi eq, %x, %n : i32
  scf.if %p {
    %y = affine.load %a[0] : memref<1xi32>
    %z = arith.addi %y, %c1 overflow<nsw> : i32
    affine.store %z, %a[0] : memref<1xi32>
    %w = affine.load %a[0] : memref<1xi32>
    %q = arith.cmpi eq, %w, %n : i32
    scf.if %q {
      affine.store %c5, %a[0] : memref<1xi32>
    } else {
      affine.store %c10, %a[0] : memref<1xi32>
    }
  }
  return
}

func.func @stored_value(%a: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  affine.store %c0, %a[0] : memref<1xi32>
  %x = affine.load %a[0] : memref<1xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %p {
    affine.store %c42, %a[0] : memref<1xi32>
  }
  return
}

func.func @scoped_store(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c0 : i32
    scf.if %p {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

func.func @loop_dependent(%a: memref<16xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %c10 = arith.constant 10 : i32
  affine.store %c0, %b[0] : memref<1xi32>
  affine.for %i = 0 to 16 {
    %x = affine.load %b[0] : memref<1xi32>
    %p = arith.cmpi slt, %x, %c10 : i32
    scf.if %p {
      %y = memref.load %a[%i] : memref<16xi32>
      %z = arith.muli %y, %c2 : i32
      %w = affine.load %b[0] : memref<1xi32>
      %v = arith.addi %z, %w : i32
      affine.store %v, %b[0] : memref<1xi32>
    } else {
      %y = memref.load %a[%i] : memref<16xi32>
      %w = affine.load %b[0] : memref<1xi32>
      %v = arith.addi %y, %w : i32
      affine.store %v, %b[0] : memref<1xi32>
    }
  }
  return
}

func.func @not_a_condition(%a: memref<1xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  affine.store %c0, %a[0] : memref<1xi32>
  %x = affine.load %a[0] : memref<1xi32>
  %y = arith.addi %x, %c1 : i32
  affine.store %y, %a[0] : memref<1xi32>
  affine.store %c5, %b[0] : memref<1xi32>
  %z = affine.load %b[0] : memref<1xi32>
  %w = arith.addi %z, %c7 : i32
  affine.store %w, %b[0] : memref<1xi32>
  return
}

func.func @stored_vector(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  %c60 = arith.constant 60 : i32
  %first = arith.constant 0 : index
  %zeros = vector.broadcast %c0 : i32 to vector<4xi32>
  vector.store %zeros, %a[%first] : memref<16xi32>, vector<4xi32>
  %x = affine.load %a[0] : memref<16xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %p {
    affine.store %c42, %a[0] : memref<16xi32>
  }
  %y = affine.load %a[1] : memref<16xi32>
  %q = arith.cmpi eq, %y, %c0 : i32
  scf.if %q {
    affine.store %c60, %a[1] : memref<16xi32>
  }
  %z = affine.load %a[4] : memref<16xi32>
  %r = arith.cmpi eq, %z, %c0 : i32
  scf.if %r {
    affine.store %c60, %a[4] : memref<16xi32>
  }
  return
}

func.func @memory_in_between(%a: memref<16xi32>, %i: index) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = memref.load %a[%i] : memref<16xi32>
  %p = arith.cmpi slt, %x, %c0 : i32
  scf.if %p {
    %y = arith.addi %x, %c1 : i32
    memref.store %y, %a[%i] : memref<16xi32>
  }
  %z = memref.load %a[%i] : memref<16xi32>
  %q = arith.cmpi slt, %z, %c0 : i32
  scf.if %q {
    memref.store %c0, %a[%i] : memref<16xi32>
  }
  return
}

func.func @pad_stage(%b: memref<14xi32> {llvm.noalias}, %v: i32, %c: memref<4x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<4x4xi32>
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i floordiv 4, %i mod 4] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (i - 3 == 0, j - 2 >= 0)>(%i, %j) {
        affine.store %c0, %a[%i, %j] : memref<4x4xi32>
      }
    }
  }
  affine.for %j = 2 to 4 {
    %x = affine.load %a[3, %j] : memref<4x4xi32>
    affine.store %x, %c[3, %j] : memref<4x4xi32>
  }
  memref.dealloc %a : memref<4x4xi32>
  return
}

// Promises that hold, as the program sees to it.
func.func @promises(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %c14 = arith.constant 14 : index
  affine.for %i = 14 to 16 {
    affine.store %c7, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %r = arith.cmpi slt, %i, %c14 : index
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi eq, %x, %c7 : i32
    %either = arith.ori %r, %p : i1
    layout.assume %either : i1
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    affine.if affine_set<(i) : (i - 14 >= 0)>(%i) {
      %y = affine.load %a[%i] : memref<16xi32>
      affine.store %y, %b[%i] : memref<16xi32>
      affine.store %c0, %a[%i] : memref<16xi32>
    }
    %z = affine.load %a[%i] : memref<16xi32>
    %s = arith.addi %x, %z : i32
    affine.store %s, %a[%i] : memref<16xi32>
  }
  return
}
