// Padding that was written by whatever, or may have been, is not what was promised:
// the condition stays.
// RUN: layout-opt %s --layout-overcompute | FileCheck %s
// RUN: layout-opt %s --layout-simplify --layout-overcompute --layout-remove-noop | FileCheck %s

#Z = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func private @ext()

// Written at any time.
// CHECK-LABEL: @async(
// CHECK:         affine.if
func.func @async(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  %t = async.execute {
    %c9 = arith.constant 9 : i32
    affine.store %c9, %p[3, 3] : memref<4x4xi32>
    async.yield
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  async.await %t : !async.token
  return
}
// In a scope of its own.
// CHECK-LABEL: @scope(
// CHECK:         affine.if
func.func @scope(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  memref.alloca_scope {
    %c9 = arith.constant 9 : i32
    affine.store %c9, %p[3, 3] : memref<4x4xi32>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
// Through a view of a view.
// CHECK-LABEL: @views(
// CHECK:         affine.if
func.func @views(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  %v1 = memref.subview %p[1, 1] [3, 3] [1, 1] : memref<4x4xi32> to memref<3x3xi32, strided<[4, 1], offset: 5>>
  %v2 = memref.subview %v1[1, 1] [2, 2] [1, 1] : memref<3x3xi32, strided<[4, 1], offset: 5>> to memref<2x2xi32, strided<[4, 1], offset: 10>>
  %c9 = arith.constant 9 : i32
  affine.store %c9, %v2[1, 1] : memref<2x2xi32, strided<[4, 1], offset: 10>>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
// Under another shape.
// CHECK-LABEL: @reinterpret(
// CHECK:         affine.if
func.func @reinterpret(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  %v1 = memref.collapse_shape %p [[0, 1]] : memref<4x4xi32> into memref<16xi32>
  %v2 = memref.expand_shape %v1 [[0, 1]] output_shape [2, 8] : memref<16xi32> into memref<2x8xi32>
  %v3 = memref.transpose %v2 (i, j) -> (j, i) : memref<2x8xi32> to memref<8x2xi32, strided<[1, 8]>>
  %c9 = arith.constant 9 : i32
  affine.store %c9, %v3[7, 1] : memref<8x2xi32, strided<[1, 8]>>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
// Atomically.
// CHECK-LABEL: @atomic(
// CHECK:         affine.if
func.func @atomic(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  %c9 = arith.constant 9 : i32
  %c3 = arith.constant 3 : index
  %o = memref.atomic_rmw addi %c9, %p[%c3, %c3] : (i32, memref<4x4xi32>) -> i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
// In the condition of a loop.
// CHECK-LABEL: @while(
// CHECK:         affine.if
func.func @while(%n: i32, %p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  %c9 = arith.constant 9 : i32
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %r0 = scf.while (%k = %n) : (i32) -> i32 {
    %ne = arith.cmpi sgt, %k, %c0 : i32
    affine.store %k, %p[3, 3] : memref<4x4xi32>
    scf.condition(%ne) %k : i32
  } do {
  ^bb0(%k: i32):
    %m = arith.subi %k, %c1 : i32
    scf.yield %m : i32
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
// In a block that control may come through.
// CHECK-LABEL: @cf(
// CHECK:         affine.if
func.func @cf(%n: i1, %p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  %c9 = arith.constant 9 : i32
  cf.cond_br %n, ^x, ^y
^x:
  affine.store %c9, %p[3, 3] : memref<4x4xi32>
  cf.br ^y
^y:
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
// Each iteration would add to one element.
// CHECK-LABEL: @par_race(
// CHECK:         affine.if
func.func @par_race(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  affine.parallel (%io, %ii) = (0, 0) to (4, 4) {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii == 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[3, 3] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
  }
  return
}
// A call may do anything.
// CHECK-LABEL: @call_in_guard(
// CHECK:         affine.if
func.func @call_in_guard(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        func.call @ext() : () -> ()
      }
    }
  }
  return
}
// In blocks inside of an op.
// CHECK-LABEL: @exec(
// CHECK:         affine.if
func.func @exec(%p: memref<4x4xi32> {llvm.noalias}, %n: i1, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  scf.execute_region {
    %c9 = arith.constant 9 : i32
    cf.cond_br %n, ^x, ^y
  ^x:
    affine.store %c9, %p[3, 3] : memref<4x4xi32>
    cf.br ^y
  ^y:
    scf.yield
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
// Through a type without shape.
// CHECK-LABEL: @cast(
// CHECK:         affine.if
func.func @cast(%p: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  %q = memref.cast %p : memref<4x4xi32> to memref<?x?xi32>
  %c9 = arith.constant 9 : i32
  %c3 = arith.constant 3 : index
  %u = memref.cast %q : memref<?x?xi32> to memref<*xi32>
  %w = memref.cast %u : memref<*xi32> to memref<4x4xi32>
  affine.store %c9, %w[3, 3] : memref<4x4xi32>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %b[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %b[0] : memref<1xi32>
      }
    }
  }
  return
}
