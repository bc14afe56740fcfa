// What padding of wide integers comes to, with all its bits; and loops of a
// narrow type that end where the program executes them, but not over padding.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply{pad-placement=before},layout-overcompute)" | FileCheck %s
// RUN: layout-check %s --entry=truncated,truncated_65,kept,divided --pipeline="builtin.module(layout-apply{pad-placement=before},layout-overcompute)"
// RUN: layout-check %s --entry=never_ends,ends --pipeline="builtin.module(layout-apply{pad-placement=before},layout-overcompute)" --timeout=10

#Two64 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<18446744073709551616 : i128>>
#Zero128 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i128>>
#Least65 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-18446744073709551616 : i65>>
#Zero65 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i65>>
#Inside = affine_set<(io, ii) : (5 - 4 * io - ii >= 0)>

// 2^64 is not 0.
// CHECK-LABEL: @truncated(
// CHECK:       affine.if
// CHECK-NEXT:    {{.*}} = affine.load %arg0
func.func @truncated(%a: memref<6xi128, #Two64> {layout.access = "read"}, %b: memref<6xi128, #Zero128>) {
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 4 {
      affine.if #Inside(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<6xi128, #Two64>
        affine.store %x, %b[4 * %io + %ii] : memref<6xi128, #Zero128>
      }
    }
  }
  return
}

// CHECK-LABEL: @truncated_65(
// CHECK:       affine.if
// CHECK-NEXT:    {{.*}} = affine.load %arg0
func.func @truncated_65(%a: memref<6xi65, #Least65> {layout.access = "read"}, %b: memref<6xi65, #Zero65>) {
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 4 {
      affine.if #Inside(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<6xi65, #Least65>
        affine.store %x, %b[4 * %io + %ii] : memref<6xi65, #Zero65>
      }
    }
  }
  return
}

// 2^64 - 2^64 is 0, and so are its lowest bits.
// CHECK-LABEL: @kept(
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @kept(%a: memref<6xi128, #Two64> {layout.access = "read"}, %b: memref<6xi128, #Zero128>) {
  %two64 = arith.constant 18446744073709551616 : i128
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 4 {
      affine.if #Inside(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<6xi128, #Two64>
        %y = arith.subi %x, %two64 : i128
        affine.store %y, %b[4 * %io + %ii] : memref<6xi128, #Zero128>
      }
    }
  }
  return
}

// CHECK-LABEL: @divided(
// CHECK:       affine.if
// CHECK-NEXT:    {{.*}} = affine.load %arg0
func.func @divided(%a: memref<6xi128, #Two64> {layout.access = "read"}, %b: memref<6xi128, #Zero128>) {
  %one = arith.constant 1 : i128
  %c64 = arith.constant 64 : i128
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 4 {
      affine.if #Inside(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<6xi128, #Two64>
        %y = arith.shrui %x, %c64 : i128
        %z = arith.divui %y, %one : i128
        affine.store %z, %b[4 * %io + %ii] : memref<6xi128, #Zero128>
      }
    }
  }
  return
}

#End = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<127 : i8>>
#Free = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// Over padding, 126 is followed by -128.
// CHECK-LABEL: @never_ends(
// CHECK:       affine.if
// CHECK-NEXT:    {{.*}} = affine.load
// CHECK-NEXT:    {{.*}} = scf.for
func.func @never_ends(%b: memref<6xi8, #Free>) {
  %a = memref.alloc() : memref<6xi8, #End>
  %zero = arith.constant 0 : i8
  %two = arith.constant 2 : i8
  %five = arith.constant 5 : i8
  affine.for %i = 0 to 6 {
    affine.store %five, %a[%i] : memref<6xi8, #End>
  }
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 4 {
      affine.if #Inside(%io, %ii) {
        %end = affine.load %a[4 * %io + %ii] : memref<6xi8, #End>
        %sum = scf.for %k = %zero to %end step %two iter_args(%s = %zero) -> (i8) : i8 {
          %t = arith.addi %s, %k : i8
          scf.yield %t : i8
        }
        affine.store %sum, %b[4 * %io + %ii] : memref<6xi8, #Free>
      }
    }
  }
  memref.dealloc %a : memref<6xi8, #End>
  return
}

// By single steps it comes to an end.
// CHECK-LABEL: @ends(
// CHECK-NOT:   affine.if
// CHECK:       {{.*}} = scf.for
func.func @ends(%b: memref<6xi8, #Free>) {
  %a = memref.alloc() : memref<6xi8, #End>
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %five = arith.constant 5 : i8
  affine.for %i = 0 to 6 {
    affine.store %five, %a[%i] : memref<6xi8, #End>
  }
  affine.for %io = 0 to 2 {
    affine.for %ii = 0 to 4 {
      affine.if #Inside(%io, %ii) {
        %end = affine.load %a[4 * %io + %ii] : memref<6xi8, #End>
        %sum = scf.for %k = %zero to %end step %one iter_args(%s = %zero) -> (i8) : i8 {
          %t = arith.addi %s, %k : i8
          scf.yield %t : i8
        }
        affine.store %sum, %b[4 * %io + %ii] : memref<6xi8, #Free>
      }
    }
  }
  memref.dealloc %a : memref<6xi8, #End>
  return
}
