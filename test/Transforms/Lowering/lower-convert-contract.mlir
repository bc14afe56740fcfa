// Converted loops, as layout-apply sees them: they write all of the buffer, and
// its padding holds behind them. So no padding is written twice.
// RUN: layout-opt %s --layout-lower-convert --layout-apply | FileCheck %s
// RUN: layout-check %s --entry=constant,copies,local,two_steps,written_again,by_hand --pipeline="builtin.module(layout-lower-convert,layout-apply,layout-finalize)"

#seven = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
#steps = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<1 : i32>,
                        index_map<(a, b, j) -> (j floordiv 3, a, b, j mod 3)>, pad<2 : i32>>

// CHECK-LABEL: func.func @constant(
// CHECK-SAME: %{{.+}}: memref<14xi32>, %[[B:[^:]+]]: memref<4x4xi32> {layout.access = "write", llvm.noalias})
// CHECK-NOT: layout.assume_padding
// CHECK: affine.for
// CHECK: affine.for
// CHECK: else
// CHECK-NOT: affine.for
// CHECK: layout.assume_padding %[[B]]
// CHECK-NOT: affine.for
// CHECK: return
func.func @constant(%a: memref<14xi32>, %b: memref<14xi32, #seven>) {
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #seven>)
  return
}

// CHECK-LABEL: func.func @copies(
// CHECK-SAME: memref<4x4xi32> {layout.access = "write", llvm.noalias})
// CHECK-COUNT-4: affine.for
// CHECK-NOT: affine.for
// CHECK: layout.assume_padding
// CHECK-NOT: affine.for
// CHECK: return
func.func @copies(%a: memref<14xi32>, %b: memref<14xi32, #wrap>) {
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #wrap>)
  return
}

// CHECK-LABEL: func.func @local(
// CHECK: memref.alloc
// CHECK-COUNT-4: affine.for
// CHECK-NOT: affine.for
// CHECK: layout.assume_padding
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: return
func.func @local(%a: memref<14xi32>, %b: memref<14xi32>) {
  %m = memref.alloc() : memref<14xi32, #wrap>
  layout.convert ins(%a : memref<14xi32>) outs(%m : memref<14xi32, #wrap>)
  layout.convert ins(%m : memref<14xi32, #wrap>) outs(%b : memref<14xi32>)
  memref.dealloc %m : memref<14xi32, #wrap>
  return
}

// CHECK-LABEL: func.func @two_steps(
// CHECK-SAME: layout.access = "write"
func.func @two_steps(%a: memref<5x7xi32>, %b: memref<5x7xi32, #steps>) {
  layout.convert ins(%a : memref<5x7xi32>) outs(%b : memref<5x7xi32, #steps>)
  return
}

// What is written afterwards breaks the copies again.
// CHECK-LABEL: func.func @written_again(
// CHECK-SAME: layout.access = "write"
// CHECK: layout.assume_padding
// CHECK: affine.store
// CHECK: affine.for
// CHECK: return
func.func @written_again(%a: memref<14xi32>, %b: memref<14xi32, #wrap>) {
  %c = arith.constant 3 : i32
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #wrap>)
  affine.store %c, %b[0] : memref<14xi32, #wrap>
  return
}

// A part of it is not all of it.
// CHECK-LABEL: func.func @by_hand(
// CHECK-SAME: layout.access = "readwrite"
func.func @by_hand(%a: memref<14xi32>, %b: memref<14xi32, #seven>) {
  %c = arith.constant 3 : i32
  affine.for %i = 0 to 13 {
    affine.store %c, %b[%i] : memref<14xi32, #seven>
  }
  return
}
