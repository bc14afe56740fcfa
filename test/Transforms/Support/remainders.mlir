// A remainder by 0, and of the least number by -1, ends the program, though upstream
// declares remainders speculatable: none is computed where the program does not. So it
// is with signed divisions that round down.
// DEFINE: %{padded} = layout-apply,layout-simplify,layout-overcompute,layout-finalize
// RUN: layout-check %s --entry=signed_by_zero,rounding_down,unsigned_by_zero --arg=2:7 --pipeline="builtin.module(%{padded})"
// RUN: layout-check %s --entry=least_by_minus_one --arg=2:-2147483648 --pipeline="builtin.module(%{padded})"
// RUN: layout-check %s --entry=condition --arg=1:5 --arg=2:0 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=bound --arg=1:5 --arg=2:0 --arg=3:0 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=invariant,invariant_rounding_down --arg=1:5 --arg=2:0 --arg=3:0 --pipeline="builtin.module(layout-optimize)"
// RUN: layout-opt %s --layout-apply --layout-overcompute | FileCheck %s --check-prefix=PADDED
// RUN: layout-opt %s --layout-apply --layout-overcompute --layout-hoist-conditions --layout-partition-loops --layout-hoist-invariants | FileCheck %s

#pad = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1000001 : i32>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#data = affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>

// PADDED-LABEL: @signed_by_zero
// PADDED:         affine.if
// PADDED:           arith.remsi
func.func @signed_by_zero(%a: memref<14xi32, #pad>, %b: memref<14xi32, #any>, %n: i32) {
  %p = arith.constant 1000001 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if #data(%io, %ii) {
        %x = affine.load %a[%io * 4 + %ii] : memref<14xi32, #pad>
        %y = arith.subi %x, %p : i32
        %z = arith.remsi %n, %y : i32
        affine.store %z, %b[%io * 4 + %ii] : memref<14xi32, #any>
      }
    }
  }
  return
}

// PADDED-LABEL: @rounding_down
// PADDED:         affine.if
// PADDED:           arith.floordivsi
func.func @rounding_down(%a: memref<14xi32, #pad>, %b: memref<14xi32, #any>, %n: i32) {
  %p = arith.constant 1000001 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if #data(%io, %ii) {
        %x = affine.load %a[%io * 4 + %ii] : memref<14xi32, #pad>
        %y = arith.subi %x, %p : i32
        %z = arith.floordivsi %n, %y : i32
        affine.store %z, %b[%io * 4 + %ii] : memref<14xi32, #any>
      }
    }
  }
  return
}

func.func @unsigned_by_zero(%a: memref<14xi32, #pad>, %b: memref<14xi32, #any>, %n: i32) {
  %p = arith.constant 1000001 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if #data(%io, %ii) {
        %x = affine.load %a[%io * 4 + %ii] : memref<14xi32, #pad>
        %y = arith.subi %x, %p : i32
        %z = arith.remui %n, %y : i32
        affine.store %z, %b[%io * 4 + %ii] : memref<14xi32, #any>
      }
    }
  }
  return
}

func.func @least_by_minus_one(%a: memref<14xi32, #pad>, %b: memref<14xi32, #any>, %n: i32) {
  %p = arith.constant 1000002 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if #data(%io, %ii) {
        %x = affine.load %a[%io * 4 + %ii] : memref<14xi32, #pad>
        %y = arith.subi %x, %p : i32
        %z = arith.remsi %n, %y : i32
        affine.store %z, %b[%io * 4 + %ii] : memref<14xi32, #any>
      }
    }
  }
  return
}

// By what is surely no trap, as before.
// PADDED-LABEL: @by_seven
// PADDED-NOT:     affine.if
// PADDED:         arith.remsi
// PADDED:         return
func.func @by_seven(%a: memref<14xi32, #pad>, %b: memref<14xi32, #any>) {
  %p = arith.constant 7 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if #data(%io, %ii) {
        %x = affine.load %a[%io * 4 + %ii] : memref<14xi32, #pad>
        %z = arith.remsi %x, %p : i32
        affine.store %z, %b[%io * 4 + %ii] : memref<14xi32, #any>
      }
    }
  }
  return
}

// The inner condition is never come to.
func.func @condition(%m: memref<8xi32>, %a: i32, %b: i32) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 8 {
    %x = affine.load %m[%i] : memref<8xi32>
    %q = arith.cmpi ne, %x, %x : i32
    scf.if %q {
      %r = arith.remsi %a, %b : i32
      %e = arith.cmpi eq, %r, %one : i32
      scf.if %e {
        affine.store %one, %m[%i] : memref<8xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @bound
// CHECK-NOT:     arith.remui
// CHECK:         affine.for
// CHECK:           arith.remui
func.func @bound(%m: memref<8xi32>, %a: index, %b: index, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to %n {
    %r = arith.remui %a, %b : index
    %e = arith.cmpi slt, %i, %r : index
    scf.if %e {
      memref.store %one, %m[%i] : memref<8xi32>
    }
  }
  return
}

// What cannot trap leaves the loop.
// CHECK-LABEL: @invariant
// CHECK:         arith.muli
// CHECK:         affine.for
// CHECK:           arith.remsi
func.func @invariant(%m: memref<8xi32>, %a: i32, %b: i32, %n: index) {
  affine.for %i = 0 to %n {
    %p = arith.muli %a, %a : i32
    %r = arith.remsi %p, %b : i32
    affine.store %r, %m[%i] : memref<8xi32>
  }
  return
}

func.func @invariant_rounding_down(%m: memref<8xi32>, %a: i32, %b: i32, %n: index) {
  affine.for %i = 0 to %n {
    %p = arith.muli %a, %a : i32
    %r = arith.floordivsi %p, %b : i32
    affine.store %r, %m[%i] : memref<8xi32>
  }
  return
}
