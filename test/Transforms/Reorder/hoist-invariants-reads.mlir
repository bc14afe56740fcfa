// Reads of one element leave loops that do not write its buffer.
// RUN: layout-opt %s --layout-hoist-invariants | FileCheck %s
// RUN: layout-check %s --entry=scale,aliased,own_sum --pipeline="builtin.module(layout-hoist-invariants)"
// RUN: layout-check %s --entry=maybe_empty --dim=arg0.dim0:3 --dim=arg1.dim0:3 --pipeline="builtin.module(layout-hoist-invariants)"
// RUN: layout-check %s --entry=guarded --arg=2:9 --pipeline="builtin.module(layout-hoist-invariants)"

// As softmax divides: buffers that are allocated apart.
// CHECK-LABEL: @scale(
// CHECK:         affine.for
// CHECK:           %[[S:.*]] = affine.load %{{.*}}[%{{.*}}] : memref<4xf32>
// CHECK-NEXT:      affine.for
// CHECK-NOT:         memref<4xf32>
// CHECK:             arith.divf %{{.*}}, %[[S]]
func.func @scale(%x: memref<4x8xf32>) -> memref<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %s = memref.alloc() : memref<4xf32>
  %y = memref.alloc() : memref<4x8xf32>
  affine.for %i = 0 to 4 {
    affine.store %one, %s[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%i, %j] : memref<4x8xf32>
      %b = affine.load %s[%i] : memref<4xf32>
      %c = arith.divf %a, %b : f32
      affine.store %c, %y[%i, %j] : memref<4x8xf32>
    }
  }
  return %y : memref<4x8xf32>
}

// Arguments may be one buffer.
// CHECK-LABEL: @aliased(
// CHECK:         affine.for
// CHECK-NEXT:      affine.load %{{.*}}[0]
func.func @aliased(%s: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %j = 0 to 8 {
    %b = affine.load %s[0] : memref<8xf32>
    %c = arith.addf %b, %b : f32
    affine.store %c, %y[%j] : memref<8xf32>
  }
  return
}

// There may be no element.
// CHECK-LABEL: @maybe_empty(
// CHECK:         affine.for
// CHECK-NEXT:      affine.load %{{.*}}[0]
func.func @maybe_empty(%s: memref<?xf32> {llvm.noalias}, %y: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %s, %c0 : memref<?xf32>
  affine.for %j = 0 to %n {
    %b = affine.load %s[0] : memref<?xf32>
    affine.store %b, %y[0] : memref<?xf32>
  }
  return
}

// Not each iteration reads.
// CHECK-LABEL: @guarded(
// CHECK:         affine.for
// CHECK:           affine.if
// CHECK-NEXT:        memref.load
func.func @guarded(%s: memref<8xf32> {llvm.noalias}, %y: memref<8xf32> {llvm.noalias}, %k: index) {
  affine.for %j = 0 to 8 {
    affine.if affine_set<(d0)[s0] : (7 - s0 >= 0, s0 >= 0)>(%j)[%k] {
      %b = memref.load %s[%k] : memref<8xf32>
      affine.store %b, %y[%j] : memref<8xf32>
    }
  }
  return
}

// Its own sum, under another name.
// CHECK-LABEL: @own_sum(
// CHECK:         affine.for
// CHECK-NEXT:      affine.load
func.func @own_sum(%x: memref<8xf32>) -> memref<1xf32> {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<1xf32>
  affine.store %zero, %s[0] : memref<1xf32>
  %t = memref.cast %s : memref<1xf32> to memref<?xf32>
  affine.for %j = 0 to 8 {
    %a = affine.load %s[0] : memref<1xf32>
    %b = affine.load %x[%j] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %t[0] : memref<?xf32>
  }
  return %s : memref<1xf32>
}

// A call may write anything.
// CHECK-LABEL: @called(
// CHECK:         affine.for
// CHECK-NEXT:      memref.load
func.func @called(%s: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %j = 0 to 8 {
    %a = memref.load %s[%c0] : memref<8xf32>
    func.call @use(%a) : (f32) -> ()
  }
  return
}
func.func private @use(f32)
