// Cases of others about buffers of dynamic shape.
// RUN: layout-opt %s --layout-apply --canonicalize --cse -split-input-file -verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --layout-normalize-memrefs --canonicalize --cse -split-input-file -verify-diagnostics | FileCheck %s --check-prefix=NORMALIZE

// IM-11: i -> (i // 4, i % 4) on [N]. The image is [ceil(N / 4), 4], and padding
// is what 4 * i + j >= N says: N % 4 != 0, i = N // 4 and j >= N % 4.
#padded = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
// CHECK-DAG: #[[EXTENT:.*]] = affine_map<()[s0] -> (s0 ceildiv 4)>
// CHECK-DAG: #[[PADDING:.*]] = affine_set<(d0, d1)[s0] : (d0 * 4 + d1 - s0 >= 0)>
// CHECK-LABEL: func.func @im_11(
// CHECK-SAME: %[[N:.*]]: index)
// CHECK: %[[SIZE:.*]] = affine.apply #[[EXTENT]]()[%[[N]]]
// CHECK: memref.alloc(%[[SIZE]]) : memref<?x4xf32>
// CHECK: affine.for %[[I:.*]] = 0 to #[[EXTENT]]()[%[[N]]]
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4
// CHECK-NEXT: affine.if #[[PADDING]](%[[I]], %[[J]])[%[[N]]]
func.func @im_11(%n: index) -> memref<?xf32, #padded> {
  %a = memref.alloc(%n) : memref<?xf32, #padded>
  return %a : memref<?xf32, #padded>
}

// -----

// R3: the logical size, always.
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// CHECK-LABEL: func.func @r3(
// CHECK: return %c14
// NORMALIZE-LABEL: func.func @r3(
// NORMALIZE: return %c14
func.func @r3() -> index {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<14xf32, #tile>
  %d = memref.dim %a, %c0 : memref<14xf32, #tile>
  return %d : index
}

// -----

// R6: the tile is not lost.
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// CHECK-DAG: #[[EXTENT:.*]] = affine_map<()[s0] -> (s0 ceildiv 4)>
// CHECK-LABEL: func.func @r6(
// CHECK: %[[SIZE:.*]] = affine.apply #[[EXTENT]]()[%{{.*}}]
// CHECK: memref.alloc(%[[SIZE]]) : memref<?x4xf32>
// NORMALIZE-DAG: #[[EXTENT:.*]] = affine_map<()[s0] -> (s0 ceildiv 4)>
// NORMALIZE-LABEL: func.func @r6(
// NORMALIZE: %[[SIZE:.*]] = affine.apply #[[EXTENT]]()[%{{.*}}]
// NORMALIZE: memref.alloc(%[[SIZE]]) : memref<?x4xf32>
func.func @r6(%n: index, %i: index) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf32, #tile>
  %r = memref.load %a[%i] : memref<?xf32, #tile>
  %d = memref.dim %a, %c0 : memref<?xf32, #tile>
  return %r, %d : f32, index
}

// -----

// The same convention for plain maps.
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// NORMALIZE-LABEL: func.func @plain_argument(
// NORMALIZE-SAME: %[[A:.*]]: memref<?x4xf32>, %[[N:.*]]: index) -> index
// NORMALIZE-NEXT: return %[[N]]
func.func @plain_argument(%a: memref<?xf32, #tile>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<?xf32, #tile>
  return %d : index
}

// -----

// A layout that normalize leaves alone has no extents to hand over.
#pad = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// NORMALIZE-LABEL: func.func @stays(
// NORMALIZE-SAME: %{{.*}}: memref<?xf32, #{{.*}}>, %{{.*}}: memref<?x4xf32>, %{{.*}}: index)
func.func @stays(%a: memref<?xf32, #pad>, %b: memref<?xf32, #tile>) {
  return
}

// -----

// R6s and TL-10: a symbolic divisor is refused by name.
#sym = affine_map<(i)[s] -> (i floordiv s, i mod s)>
func.func @r6s(%s: index, %n: index) {
  // expected-error @below {{symbolic divisor s0 in 'd0 floordiv s0'}}
  %a = memref.alloc(%n)[%s] : memref<?xf32, #sym>
  return
}
