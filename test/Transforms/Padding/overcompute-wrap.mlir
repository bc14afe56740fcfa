// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute{wrap-indices=true})" --split-input-file | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute{wrap-indices=true})" --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// OC-08, E10: with the index wrapped, what is read does not matter, as the
// padding of B is written behind.
// CHECK-LABEL: @convolution
// CHECK:       affine.for %[[IO:.*]] = 0 to 4
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4
// CHECK-NEXT:      affine.for %[[F:.*]] = 0 to 3
// CHECK-NOT:         affine.if
// CHECK:             affine.load %{{.*}}[(%[[IO]] + (%[[II]] + %[[F]]) floordiv 4) mod 4, (%[[II]] + %[[F]]) mod 4]
// REMARK:      [Passed] layout-overcompute/branch-dropped
// REMARK-SAME: indices out of bounds are wrapped
#B = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @convolution(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #B>
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.for %f = 0 to 3 {
        affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
          %x = affine.load %b[%io, %ii] : memref<4x4xi32>
          %y = affine.load %a[%io + (%ii + %f) floordiv 4, (%ii + %f) mod 4] : memref<4x4xi32>
          %s = arith.addi %x, %y : i32
          affine.store %s, %b[%io, %ii] : memref<4x4xi32>
        }
      }
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (4 * io + ii - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %b[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// The same with loads of the memref dialect.
// CHECK-LABEL: @values
// CHECK-NOT:   scf.if
// CHECK:       %[[N:.*]] = arith.remui %{{.*}}, %{{.*}} : index
// CHECK:       memref.load %{{.*}}[%[[N]]]
#B = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @values(%a: memref<14xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #B>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  scf.for %io = %c0 to %c4 step %c1 {
    scf.for %ii = %c0 to %c4 step %c1 {
      %m = arith.muli %io, %c4 : index
      %i = arith.addi %m, %ii : index
      %p = arith.cmpi slt, %i, %c14 : index
      scf.if %p {
        %x = memref.load %a[%i] : memref<14xi32>
        memref.store %x, %b[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// E5: the sum that is added to is read and written at the wrapped index; what
// is added there is 0.
// CHECK-LABEL: @scatter
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:       affine.load %{{.*}}[(%{{.*}} + (%{{.*}} + %{{.*}}) floordiv 8) mod 3, (%{{.*}} + %{{.*}}) mod 8]
// CHECK:       affine.store %{{.*}}, %{{.*}}[(%{{.*}} + (%{{.*}} + %{{.*}}) floordiv 8) mod 3, (%{{.*}} + %{{.*}}) mod 8]
#A = #layout.buffer<index_map<(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)>, pad<0 : i32>>
func.func @scatter(%a: memref<3x8xi32> {llvm.noalias}, %w: memref<3xi32> {llvm.noalias}, %b: memref<3x8xi32> {llvm.noalias}) {
  layout.padding %a : memref<3x8xi32> of memref<16xi32, #A>
  layout.assume_padding %a : memref<3x8xi32> of memref<16xi32, #A>
  layout.padding %b : memref<3x8xi32> of memref<18xi32, #A>
  affine.for %io = 0 to 3 {
    affine.for %ii = 0 to 8 {
      affine.for %f = 0 to 3 {
        affine.if affine_set<(io, ii) : (8 * io + ii - 2 >= 0, 17 - 8 * io - ii >= 0)>(%io, %ii) {
          %x = affine.load %b[%io + (%ii + %f) floordiv 8, (%ii + %f) mod 8] : memref<3x8xi32>
          %k = affine.load %w[%f] : memref<3xi32>
          %y = affine.load %a[%io, %ii] : memref<3x8xi32>
          %p = arith.muli %k, %y : i32
          %s = arith.addi %x, %p : i32
          affine.store %s, %b[%io + (%ii + %f) floordiv 8, (%ii + %f) mod 8] : memref<3x8xi32>
        }
      }
    }
  }
  return
}

// -----

// What is read at the wrapped index would matter.
// CHECK-LABEL: @value_matters
// CHECK:       affine.if
// REMARK:      [Missed] layout-overcompute/changes-data
func.func @value_matters(%a: memref<14xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// The wrapped index reads padding that must not be read.
// CHECK-LABEL: @wraps_to_none
// CHECK:       affine.if
// REMARK:      [Missed] layout-overcompute/reads-none-padding
#A = #layout.buffer<index_map<(i) -> (i + 2)>>
#B = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @wraps_to_none(%a: memref<16xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %a : memref<16xi32> of memref<14xi32, #A>
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #B>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii + 2] : memref<16xi32>
        affine.store %x, %b[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}
