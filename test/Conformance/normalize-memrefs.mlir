// Inputs on which upstream's normalize-memrefs is wrong or silent: those that are
// right here.
// RUN: layout-opt %s --split-input-file --layout-normalize-memrefs | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-normalize-memrefs --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// R3. The logical size, always.
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// CHECK-LABEL: func.func @dim()
func.func @dim() {
  %c0 = arith.constant 0 : index
  // CHECK: memref.alloc() : memref<4x4xf32>
  %a = memref.alloc() : memref<14xf32, #tile>
  // CHECK: %[[SIZE:.*]] = arith.constant 14 : index
  %d = memref.dim %a, %c0 : memref<14xf32, #tile>
  // CHECK: vector.print %[[SIZE]]
  vector.print %d : index
  return
}

// -----

// R4. An external declaration changes, since the type states the interface, and
// a remark says so.
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// CHECK: func.func private @ext(memref<4x4xf32>)
// REMARK: [Passed] layout-normalize-memrefs/external-signature | Category:layout | Remark="the declaration of 'ext' has physical types now;
func.func private @ext(memref<14xf32, #tile>)
func.func @external() {
  %a = memref.alloc() : memref<14xf32, #tile>
  // CHECK: call @ext(%{{.*}}) : (memref<4x4xf32>) -> ()
  call @ext(%a) : (memref<14xf32, #tile>) -> ()
  return
}

// -----

// R6. A dynamic size: tiles are whole, and as many as the size takes.
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// CHECK: #[[TILES:.*]] = affine_map<()[s0] -> (s0 ceildiv 4)>
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[N:.*]]: index, %[[I:.*]]: index)
func.func @dynamic(%n: index, %i: index) -> f32 {
  // CHECK: %[[COUNT:.*]] = affine.apply #[[TILES]]()[%[[N]]]
  // CHECK: memref.alloc(%[[COUNT]]) : memref<?x4xf32>
  %a = memref.alloc(%n) : memref<?xf32, #tile>
  // CHECK: memref.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x4xf32>
  %r = memref.load %a[%i] : memref<?xf32, #tile>
  return %r : f32
}

// -----

// R7. A fill, a copy, a transfer, a global. The fill touches logical elements.
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// CHECK-LABEL: func.func @fill(
// CHECK-SAME: %[[A:.*]]: memref<4x4xf32>)
func.func @fill(%a: memref<14xf32, #tile>) {
  %z = arith.constant 0.0 : f32
  // CHECK: affine.for %[[I:.*]] = 0 to 14 {
  // CHECK-NEXT: affine.store %{{.*}}, %[[A]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  linalg.fill ins(%z : f32) outs(%a : memref<14xf32, #tile>)
  return
}
// CHECK: memref.global "private" @global : memref<2x4xf32> = dense<
// CHECK-SAME{LITERAL}: [[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]>
memref.global "private" @global : memref<5xf32, #tile> = dense<[1.0, 2.0, 3.0, 4.0, 5.0]>
// CHECK-LABEL: func.func @others(
func.func @others(%a: memref<5xf32, #tile>, %i: index) -> vector<4xf32> {
  // CHECK: memref.get_global @global : memref<2x4xf32>
  %g = memref.get_global @global : memref<5xf32, #tile>
  // CHECK-NOT: memref.copy
  memref.copy %g, %a : memref<5xf32, #tile> to memref<5xf32, #tile>
  // CHECK-NOT: memref<5xf32
  // CHECK: vector.transfer_read %{{.*}} : memref<2x4xf32>, vector<4xf32>
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%i], %z : memref<5xf32, #tile>, vector<4xf32>
  return %v : vector<4xf32>
}
