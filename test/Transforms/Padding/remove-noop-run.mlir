// The programs of remove-noop.mlir and remove-noop-unchanged.mlir, executed.
// RUN: layout-check %s --entry=only_a_store --arg=1:3 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s \
// RUN:   --entry=no_iterations,empty_loop,empty_then,unused_write,overwritten_loop \
// RUN:   --entry=same_condition,separated,separated_predicated,read_write,duplicates \
// RUN:   --entry=unused_temporary,written_temporary,store_undef,undef_padding,later_iterations \
// RUN:   --entry=first_write_is_used,partly_overwritten,other_index,used_temporary,known_value \
// RUN:   --entry=other_value \
// RUN:   --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=no_iterations_result --arg=0:5 --arg=1:3 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=shift,local_in_loop,three_of_a_kind --arg=1:6 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=undef_select --arg=1:6 --arg=2:1 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=undef_select --arg=1:6 --arg=2:0 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=window,parallel,parallel_read --arg=1:6 --arg=2:7 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=both_arms --arg=1:6 --arg=2:7 --arg=3:8 --arg=4:1 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=both_arms --arg=1:6 --arg=2:7 --arg=3:8 --arg=4:0 --pipeline="builtin.module(layout-remove-noop)"
// RUN: layout-check %s --entry=may_alias,no_alias --arg=2:7 --pipeline="builtin.module(layout-remove-noop)"

// NO-02
func.func @only_a_store(%a: memref<16xi32>, %i: index) {
  %c1 = arith.constant 1 : i32
  affine.for %k = 0 to 3 {
  }
  %0 = affine.load %a[symbol(%i)] : memref<16xi32>
  %1 = arith.addi %0, %c1 : i32
  affine.store %1, %a[symbol(%i) + 1] : memref<16xi32>
  affine.for %k = 0 to 3 {
  }
  return
}

// NO-04
func.func @no_iterations(%a: memref<16xi32>, %b: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(i) -> (i - 20)>(%i) {
      %0 = affine.load %a[%i] : memref<16xi32>
      %1 = arith.index_cast %j : index to i32
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %b[%i] : memref<16xi32>
    }
  }
  return
}

func.func @no_iterations_result(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %n to %n step %c1 iter_args(%s = %x) -> i32 {
    %1 = arith.addi %s, %s : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// NO-05
func.func @empty_loop() {
  affine.for %i = 0 to 16 {
  }
  return
}

// NO-10
func.func @empty_then(%a: memref<16xi32>, %b: memref<16xi32>) {
  %c42 = arith.constant 42 : i32
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (7 - i >= 0)>(%i) {
    } else {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
    %0 = arith.cmpi slt, %i, %c8 : index
    scf.if %0 {
    } else {
      memref.store %c42, %b[%i] : memref<16xi32>
    }
  }
  return
}

// NO-12
func.func @unused_write(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// NO-16
func.func @overwritten_loop(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// NO-19
func.func @same_condition(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c100, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// NO-21
func.func @separated(%a: memref<16xi32>, %b: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %c0, %b[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// NO-22
func.func @separated_predicated(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c15 = arith.constant 15 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c100, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 13 >= 0)>(%i) {
      affine.store %c15, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// NO-23
func.func @read_write(%a: memref<1xi32>) {
  %0 = affine.load %a[0] : memref<1xi32>
  affine.store %0, %a[0] : memref<1xi32>
  return
}

// NO-28
func.func @duplicates(%a: memref<16xindex>) {
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<16xindex>
  }
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<16xindex>
  }
  return
}

// NO-31
func.func @unused_temporary(%a: memref<16xi32>) {
  %c1 = arith.constant 1 : i32
  %b = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %c1, %a[%i] : memref<16xi32>
  }
  return
}

func.func @written_temporary(%a: memref<16xi32>) {
  %b = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xi32>
    affine.store %0, %b[%i] : memref<16xi32>
  }
  memref.copy %a, %b : memref<16xi32> to memref<16xi32>
  memref.dealloc %b : memref<16xi32>
  return
}

// AU-03
func.func @store_undef(%a: memref<1xi32>) {
  %u = layout.undef : i32
  affine.store %u, %a[0] : memref<1xi32>
  return
}

// AU-05
func.func @shift(%a: memref<1xi32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.shli %n, %c1 : i32
  affine.store %0, %a[0] : memref<1xi32>
  return
}

// AU-21
func.func @undef_padding(%a: memref<14xi32>, %b: memref<4x4xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.if affine_set<(i, j) : (4 * i + j - 14 >= 0)>(%i, %j) -> i32 {
        %u = layout.undef : i32
        affine.yield %u : i32
      } else {
        %x = affine.load %a[4 * %i + %j] : memref<14xi32>
        affine.yield %x : i32
      }
      affine.store %v, %b[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// AU-21
func.func @undef_select(%a: memref<2xi32>, %x: i32, %p: i1) {
  %u = layout.undef : i32
  %0 = arith.select %p, %u, %x : i32
  affine.store %0, %a[0] : memref<2xi32>
  %1 = arith.select %p, %x, %u : i32
  affine.store %1, %a[1] : memref<2xi32>
  return
}

func.func @later_iterations(%a: memref<4xindex>) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 16 {
    affine.store %i, %a[2] : memref<4xindex>
  }
  affine.store %c1, %a[2] : memref<4xindex>
  return
}

func.func @window(%a: memref<17xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i] : memref<17xi32>
    affine.store %y, %a[%i + 1] : memref<17xi32>
  }
  affine.store %x, %a[16] : memref<17xi32>
  return
}

func.func @local_in_loop(%a: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    %b = memref.alloc() : memref<2xi32>
    affine.store %x, %b[0] : memref<2xi32>
    affine.store %x, %b[1] : memref<2xi32>
    %0 = affine.load %b[0] : memref<2xi32>
    affine.store %0, %a[%i] : memref<16xi32>
    affine.store %x, %b[0] : memref<2xi32>
    memref.dealloc %b : memref<2xi32>
  }
  return
}

func.func @parallel(%a: memref<16xi32>, %x: i32, %y: i32) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %x, %a[%i] : memref<16xi32>
    affine.store %y, %a[%i] : memref<16xi32>
  }
  return
}

func.func @both_arms(%a: memref<4xi32>, %x: i32, %y: i32, %z: i32, %p: i1) {
  affine.store %x, %a[0] : memref<4xi32>
  scf.if %p {
    affine.store %z, %a[0] : memref<4xi32>
  } else {
    affine.store %y, %a[0] : memref<4xi32>
  }
  return
}

// NO-15
func.func @first_write_is_used(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
    %0 = affine.load %a[%i] : memref<16xi32>
    %1 = arith.addi %0, %c1 : i32
    affine.store %1, %a[%i] : memref<16xi32>
  }
  return
}

// NO-18
func.func @partly_overwritten(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// NO-24
func.func @other_index(%a: memref<16xi32>) {
  affine.for %i = 0 to 15 {
    %0 = affine.load %a[%i + 1] : memref<16xi32>
    affine.store %0, %a[%i] : memref<16xi32>
  }
  return
}

// NO-33
func.func @used_temporary(%b: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %c0, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xi32>
    affine.store %0, %b[%i] : memref<16xi32>
  }
  return
}

func.func @may_alias(%a: memref<16xi32>, %b: memref<16xi32>, %x: i32) {
  affine.store %x, %a[0] : memref<16xi32>
  %0 = affine.load %b[0] : memref<16xi32>
  affine.store %0, %b[1] : memref<16xi32>
  affine.store %0, %a[0] : memref<16xi32>
  return
}
func.func @no_alias(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  affine.store %x, %a[0] : memref<16xi32>
  %0 = affine.load %b[0] : memref<16xi32>
  affine.store %0, %b[1] : memref<16xi32>
  affine.store %0, %a[0] : memref<16xi32>
  return
}

func.func @parallel_read(%a: memref<17xi32>, %x: i32, %y: i32, %b: memref<16xi32>) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %x, %a[%i] : memref<17xi32>
    affine.store %y, %a[%i] : memref<17xi32>
    %0 = affine.load %a[%i + 1] : memref<17xi32>
    affine.store %0, %b[%i] : memref<16xi32>
  }
  return
}

// NO-27
func.func @known_value(%a: memref<16xindex>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<16xindex>
  }
  affine.store %c4, %a[4] : memref<16xindex>
  return
}

func.func @other_value(%a: memref<17xindex>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<17xindex>
  }
  affine.store %c4, %a[5] : memref<17xindex>
  affine.store %c4, %a[16] : memref<17xindex>
  return
}

func.func @three_of_a_kind(%a: memref<4xi32>, %x: i32) {
  affine.store %x, %a[0] : memref<4xi32>
  affine.store %x, %a[0] : memref<4xi32>
  affine.store %x, %a[0] : memref<4xi32>
  return
}
