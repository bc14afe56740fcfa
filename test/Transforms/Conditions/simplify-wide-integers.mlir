// Numbers that 64 bits do not hold are not taken for their lowest 64 bits.
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-check %s --entry=compare_constants,loop_bounds,stored,negative_ones,globals --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=compare_argument --arg=1:36893488147419103233 --arg=2:-18446744073709551614 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=compare_argument --arg=1:1 --arg=2:2 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=through_casts --arg=1:18446744073709551617 --arg=2:-18446744073709551616 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=through_casts --arg=1:-1 --arg=2:1 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=arithmetic --arg=1:18446744073709551616 --arg=2:18446744073709551619 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=stored --pipeline="builtin.module(layout-simplify,layout-remove-noop)"
// RUN: layout-check %s --entry=padding,value_padding --pipeline="builtin.module(layout-apply,layout-simplify)"

// 2^64 is not below 2, and not 0; as an index it is 0.
// CHECK-LABEL: @compare_constants
// CHECK-DAG:   %[[SEVEN:.*]] = arith.constant 7 : i32
// CHECK-DAG:   %[[EIGHT:.*]] = arith.constant 8 : i32
// CHECK:       affine.store %[[EIGHT]], %arg0[1]
// CHECK-NOT:   affine.store %[[SEVEN]], %arg0[2]
// CHECK:       return
func.func @compare_constants(%a: memref<4xi32>) {
  %wide = arith.constant 18446744073709551616 : i128
  %wide65 = arith.constant 18446744073709551615 : i65
  %two = arith.constant 2 : i128
  %zero65 = arith.constant 0 : i65
  %seven = arith.constant 7 : i32
  %eight = arith.constant 8 : i32
  %below = arith.cmpi slt, %wide, %two : i128
  scf.if %below {
    affine.store %seven, %a[0] : memref<4xi32>
  }
  // Known numbers are told apart all the same.
  %two65 = arith.constant 2 : i65
  %less = arith.cmpi slt, %zero65, %two65 : i65
  scf.if %less {
    affine.store %eight, %a[1] : memref<4xi32>
  } else {
    affine.store %seven, %a[1] : memref<4xi32>
  }
  %never = arith.cmpi eq, %two, %two : i128
  scf.if %never {
  } else {
    affine.store %seven, %a[2] : memref<4xi32>
  }
  %negative = arith.cmpi slt, %wide65, %zero65 : i65
  scf.if %negative {
    affine.store %seven, %a[3] : memref<4xi32>
  }
  return
}

// CHECK-LABEL: @compare_argument
// CHECK-COUNT-2: scf.if
// CHECK:       return
func.func @compare_argument(%a: memref<4xi32>, %x: i128, %y: i65) {
  %two64 = arith.constant 18446744073709551616 : i128
  %some65 = arith.constant -18446744073709551615 : i65
  %seven = arith.constant 7 : i32
  %c = arith.cmpi sgt, %x, %two64 : i128
  scf.if %c {
    %zero = arith.constant 0 : i128
    %d = arith.cmpi sgt, %x, %zero : i128
    scf.if %d {
      affine.store %seven, %a[0] : memref<4xi32>
    }
  }
  %e = arith.cmpi sgt, %y, %some65 : i65
  scf.if %e {
    %one = arith.constant 1 : i65
    %f = arith.cmpi sge, %y, %one : i65
    scf.if %f {
      affine.store %seven, %a[1] : memref<4xi32>
    }
  }
  return
}

// A number that loses bits is another one.
// CHECK-LABEL: @through_casts
// CHECK-COUNT-5: scf.if
// CHECK:       return
func.func @through_casts(%a: memref<8xi32>, %x: i128, %y: i65) {
  %seven = arith.constant 7 : i32
  %zero = arith.constant 0 : i128
  %zero64 = arith.constant 0 : i64
  %zero65 = arith.constant 0 : i65
  %c0 = arith.constant 0 : index
  %positive = arith.cmpi sgt, %x, %zero : i128
  scf.if %positive {
    %low = arith.trunci %x : i128 to i64
    %c = arith.cmpi sgt, %low, %zero64 : i64
    scf.if %c {
      affine.store %seven, %a[0] : memref<8xi32>
    }
    %index = arith.index_cast %x : i128 to index
    %d = arith.cmpi sgt, %index, %c0 : index
    scf.if %d {
      affine.store %seven, %a[1] : memref<8xi32>
    }
  }
  %negative = arith.cmpi slt, %y, %zero65 : i65
  scf.if %negative {
    %index = arith.index_castui %y : i65 to index
    %e = arith.cmpi slt, %index, %c0 : index
    scf.if %e {
      affine.store %seven, %a[2] : memref<8xi32>
    }
  }
  %wide = arith.constant 18446744073709551617 : i128
  %one = arith.index_cast %wide : i128 to index
  %f = arith.cmpi eq, %one, %c0 : index
  scf.if %f {
    affine.store %seven, %a[3] : memref<8xi32>
  }
  return
}

// CHECK-LABEL: @arithmetic
// CHECK-COUNT-7: scf.if
// CHECK:       return
func.func @arithmetic(%a: memref<8xi32>, %x: i128, %y: i65) {
  %seven = arith.constant 7 : i32
  %zero = arith.constant 0 : i128
  %zero65 = arith.constant 0 : i65
  // By 2^64, not by 0; by 2^64 + 1, not by 1.
  %two64 = arith.constant 18446744073709551616 : i128
  %more = arith.constant 18446744073709551617 : i128
  %product = arith.muli %x, %two64 : i128
  %c = arith.cmpi eq, %product, %zero : i128
  scf.if %c {
    affine.store %seven, %a[0] : memref<8xi32>
  }
  %quotient = arith.divui %x, %more : i128
  %d = arith.cmpi eq, %quotient, %x : i128
  scf.if %d {
    affine.store %seven, %a[1] : memref<8xi32>
  }
  %rest = arith.remui %x, %more : i128
  %e = arith.cmpi eq, %rest, %zero : i128
  scf.if %e {
    affine.store %seven, %a[2] : memref<8xi32>
  }
  %least = arith.minsi %x, %two64 : i128
  %f = arith.cmpi sle, %least, %zero : i128
  scf.if %f {
    affine.store %seven, %a[3] : memref<8xi32>
  }
  %some65 = arith.constant -18446744073709551616 : i65
  %masked = arith.andi %y, %some65 : i65
  %g = arith.cmpi eq, %masked, %zero65 : i65
  scf.if %g {
    affine.store %seven, %a[4] : memref<8xi32>
  }
  %sixty = arith.constant 64 : i65
  %shifted = arith.shrui %y, %sixty : i65
  %h = arith.cmpi eq, %shifted, %zero65 : i65
  scf.if %h {
    affine.store %seven, %a[5] : memref<8xi32>
  }
  %chosen = arith.select %h, %some65, %zero65 : i65
  %k = arith.cmpi eq, %chosen, %zero65 : i65
  scf.if %k {
    affine.store %seven, %a[6] : memref<8xi32>
  }
  return
}

// From 2^64 to 2^64 + 3, not from 0 to 3.
// CHECK-LABEL: @loop_bounds
// CHECK:       scf.for
// CHECK:         scf.if
// CHECK:       return
func.func @loop_bounds(%a: memref<8xi32>) {
  %first = arith.constant 18446744073709551616 : i128
  %end = arith.constant 18446744073709551619 : i128
  %step = arith.constant 1 : i128
  %three = arith.constant 3 : i128
  %seven = arith.constant 7 : i32
  scf.for %i = %first to %end step %step : i128 {
    %c = arith.cmpi slt, %i, %three : i128
    scf.if %c {
      affine.store %seven, %a[0] : memref<8xi32>
    }
    %at = arith.index_cast %i : i128 to index
    memref.store %seven, %a[%at] : memref<8xi32>
  }
  return
}

// What is loaded is what was stored, with all its bits.
// CHECK-LABEL: @stored
// CHECK-NOT:   affine.load
// CHECK:       affine.store %c18446744073709551616_i128{{.*}}, %arg0[2]
// CHECK:       affine.store %c-18446744073709551616_i65{{.*}}, %arg1[2]
// CHECK:       return
func.func @stored(%a: memref<4xi128>, %b: memref<4xi65>) {
  %two64 = arith.constant 18446744073709551616 : i128
  %zero = arith.constant 0 : i128
  affine.store %two64, %a[0] : memref<4xi128>
  affine.store %zero, %a[1] : memref<4xi128>
  affine.store %two64, %a[1] : memref<4xi128>
  %x = affine.load %a[0] : memref<4xi128>
  affine.store %x, %a[2] : memref<4xi128>
  %least = arith.constant -18446744073709551616 : i65
  %zero65 = arith.constant 0 : i65
  affine.store %zero65, %b[0] : memref<4xi65>
  affine.store %least, %b[0] : memref<4xi65>
  %y = affine.load %b[0] : memref<4xi65>
  affine.store %y, %b[2] : memref<4xi65>
  return
}

// -1 is all ones in a wide type too.
// CHECK-LABEL: @negative_ones
// CHECK:       affine.store %c-1_i128{{.*}}, %arg0[3]
// CHECK:       affine.store %c-1_i65{{.*}}, %arg1[3]
func.func @negative_ones(%a: memref<4xi128> {llvm.noalias}, %b: memref<4xi65> {llvm.noalias}) {
  %ones = arith.constant -1 : i128
  %ones65 = arith.constant -1 : i65
  affine.for %i = 0 to 3 {
    affine.store %ones, %a[%i] : memref<4xi128>
    affine.store %ones65, %b[%i] : memref<4xi65>
  }
  %x = affine.load %a[1] : memref<4xi128>
  affine.store %x, %a[3] : memref<4xi128>
  %y = affine.load %b[1] : memref<4xi65>
  affine.store %y, %b[3] : memref<4xi65>
  return
}

memref.global "private" constant @wide : memref<4xi128> = dense<18446744073709551616>
memref.global "private" constant @wide65 : memref<4xi65> = dense<18446744073709551615>

// CHECK-LABEL: @globals
// CHECK-DAG:   arith.constant 18446744073709551616 : i128
// CHECK-DAG:   arith.constant 18446744073709551615 : i65
// CHECK-NOT:   affine.load
// CHECK:       return
func.func @globals(%a: memref<4xi128>, %b: memref<4xi65>) {
  %g = memref.get_global @wide : memref<4xi128>
  %h = memref.get_global @wide65 : memref<4xi65>
  %x = affine.load %g[1] : memref<4xi128>
  affine.store %x, %a[0] : memref<4xi128>
  %y = affine.load %h[1] : memref<4xi65>
  affine.store %y, %b[0] : memref<4xi65>
  return
}

#Wide = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<18446744073709551616 : i128>>
#Wide65 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-18446744073709551611 : i65>>

func.func @padding(%a: memref<6xi128, #Wide>, %b: memref<6xi65, #Wide65>) {
  affine.for %i = 0 to 6 {
    %x = affine.load %a[%i] : memref<6xi128, #Wide>
    %y = affine.load %b[%i] : memref<6xi65, #Wide65>
    %z = arith.trunci %x : i128 to i65
    %s = arith.addi %y, %z : i65
    affine.store %s, %b[%i] : memref<6xi65, #Wide65>
  }
  return
}

#Number = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (io, ii) -> (-5 * io - ii)>>

func.func @value_padding(%a: memref<6xi128, #Number>, %b: memref<6xi65, #Number>) {
  affine.for %i = 0 to 6 {
    %x = affine.load %a[%i] : memref<6xi128, #Number>
    %y = affine.load %b[%i] : memref<6xi65, #Number>
    %z = arith.extui %y : i65 to i128
    %s = arith.addi %x, %z : i128
    affine.store %s, %a[%i] : memref<6xi128, #Number>
  }
  return
}
