// RFC 0077: what one function knows of another is what the contract says.
//
// RUN: layout-opt %s --layout-overcompute | FileCheck %s
//
// Run before and after. What states facts of padding has no reference without
// them: e12-two-functions.mlir runs the same with layouts in the types.
// RUN: layout-check %s --entry=transform_and_compute --pipeline="builtin.module()"
// RUN: layout-check %s --entry=transform_and_compute,transform,compute --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=transform_and_compute --pipeline="builtin.module(layout-overcompute,layout-finalize)"

// In one function the other arm wrote the zeros.
// CHECK-LABEL: @transform_and_compute
// CHECK:       affine.if
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @transform_and_compute(%x: memref<14xi32> {llvm.noalias}, %sum: memref<1xi32> {llvm.noalias}) {
  %a = memref.alloc() : memref<4x4xi32>
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %v = affine.load %x[4 * %io + %ii] : memref<14xi32>
        affine.store %v, %a[%io, %ii] : memref<4x4xi32>
      } else {
        affine.store %zero, %a[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %sum[0] : memref<1xi32>
        %v = affine.load %a[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %v : i32
        affine.store %t, %sum[0] : memref<1xi32>
      }
    }
  }
  memref.dealloc %a : memref<4x4xi32>
  return
}

// Alone, it would write elements that are data as far as it knows.
// CHECK-LABEL: @transform
// CHECK:       affine.if
func.func @transform(%x: memref<4x4xi32> {llvm.noalias}, %a: memref<4x4xi32> {llvm.noalias}) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %v = affine.load %x[%io, %ii] : memref<4x4xi32>
        affine.store %v, %a[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @compute
// CHECK:       affine.if
func.func @compute(%a: memref<4x4xi32> {llvm.noalias}, %sum: memref<1xi32> {llvm.noalias}) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %sum[0] : memref<1xi32>
        %v = affine.load %a[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %v : i32
        affine.store %t, %sum[0] : memref<1xi32>
      }
    }
  }
  return
}

#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#Z = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// Undefined padding: the transform may write anything there.
// CHECK-LABEL: @transform_undef
// CHECK-NOT:   affine.if
// CHECK:       affine.store
func.func @transform_undef(%x: memref<4x4xi32> {llvm.noalias}, %a: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #U>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %v = affine.load %x[%io, %ii] : memref<4x4xi32>
        affine.store %v, %a[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// But a sum of it is not the sum.
// CHECK-LABEL: @compute_undef
// CHECK:       affine.if
func.func @compute_undef(%a: memref<4x4xi32> {llvm.noalias}, %sum: memref<1xi32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #U>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %sum[0] : memref<1xi32>
        %v = affine.load %a[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %v : i32
        affine.store %t, %sum[0] : memref<1xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @compute_zero
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
func.func @compute_zero(%a: memref<4x4xi32> {llvm.noalias}, %sum: memref<1xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #Z>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %sum[0] : memref<1xi32>
        %v = affine.load %a[%io, %ii] : memref<4x4xi32>
        %t = arith.addi %s, %v : i32
        affine.store %t, %sum[0] : memref<1xi32>
      }
    }
  }
  return
}
