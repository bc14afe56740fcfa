// Buffers of dynamic shape: physical sizes, logical sizes, signatures.
// RUN: layout-opt %s --layout-apply --canonicalize --cse | FileCheck %s

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#rows = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j + 3, i mod 4)>>
#pad = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// The physical size is computed where the buffer is allocated.
// CHECK-DAG: [[CEIL:#.*]] = affine_map<()[s0] -> (s0 ceildiv 4)>
// CHECK-DAG: [[COLUMNS:#.*]] = affine_map<()[s0] -> (s0 + 3)>
// CHECK-DAG: [[BACK:#.*]] = affine_map<()[s0] -> (s0 - 3)>
// CHECK-DAG: [[IS_PADDING:#.*]] = affine_set<(d0, d1)[s0] : (d0 * 4 + d1 - s0 >= 0)>

// CHECK-LABEL: func.func @alloc(
// CHECK-SAME: %[[N:.*]]: index, %[[I:.*]]: index)
func.func @alloc(%n: index, %i: index) -> (f32, index) {
  // CHECK: %[[SIZE:.*]] = affine.apply [[CEIL]]()[%[[N]]]
  // CHECK: %[[A:.*]] = memref.alloc(%[[SIZE]]) {alignment = 64 : i64} : memref<?x4xf32>
  // CHECK: layout.padding %[[A]] sizes(%[[N]]) : memref<?x4xf32> of memref<?xf32,
  %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32, #tile>
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<?xf32, #tile>
  // CHECK: %[[R:.*]] = memref.load %[[A]][%{{.*}}, %{{.*}}] : memref<?x4xf32>
  %r = memref.load %a[%i] : memref<?xf32, #tile>
  // CHECK: return %[[R]], %[[N]]
  return %r, %d : f32, index
}

// Dimension 0 hides in tiles and is handed over; dimension 1 is told.
// CHECK-LABEL: func.func @arguments(
// CHECK-SAME: %[[A:.*]]: memref<?x?x4xf32> {{{.*}}}, %{{.*}}: index, %[[ROWS:.*]]: index) -> (index, index)
func.func @arguments(%a: memref<?x?xf32, #rows>, %k: index) -> (index, index) {
  // CHECK: %[[P1:.*]] = memref.dim %[[A]], %c1
  // CHECK: %[[COLS:.*]] = affine.apply [[BACK]]()[%[[P1]]]
  // CHECK: layout.padding %[[A]] sizes(%[[ROWS]], %[[COLS]])
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %a, %c0 : memref<?x?xf32, #rows>
  %d1 = memref.dim %a, %c1 : memref<?x?xf32, #rows>
  // CHECK: return %[[ROWS]], %[[COLS]]
  return %d0, %d1 : index, index
}

// CHECK-LABEL: func.func @which_dim(
// CHECK-SAME: %[[A:.*]]: memref<?x8x4xf32> {{{.*}}}, %[[D:.*]]: index, %[[ROWS:.*]]: index)
func.func @which_dim(%a: memref<?x5xf32, #rows>, %d: index) -> index {
  // CHECK: %[[IS1:.*]] = arith.cmpi eq, %[[D]], %c1
  // CHECK: %[[S:.*]] = arith.select %[[IS1]], %c5, %[[ROWS]]
  // CHECK: return %[[S]]
  %s = memref.dim %a, %d : memref<?x5xf32, #rows>
  return %s : index
}

// Extents follow all other arguments, in the order of the buffers.
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME: %{{.*}}: memref<?x4xf32> {{{.*}}}, %{{.*}}: i32, %{{.*}}: memref<?x?x4xf32> {{{.*}}}, %{{.*}}: index, %{{.*}}: index)
func.func private @callee(%a: memref<?xf32, #tile>, %x: i32, %b: memref<?x?xf32, #rows>) {
  return
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: %[[A:.*]]: memref<?x4xf32> {{{.*}}}, %[[X:.*]]: i32, %[[N:.*]]: index, %[[M:.*]]: index, %[[EXTENT:.*]]: index)
func.func @caller(%a: memref<?xf32, #tile>, %x: i32, %n: index, %m: index) {
  %b = memref.alloc(%n, %m) : memref<?x?xf32, #rows>
  // CHECK: call @callee(%[[A]], %[[X]], %{{.*}}, %[[EXTENT]], %[[N]])
  func.call @callee(%a, %x, %b) : (memref<?xf32, #tile>, i32, memref<?x?xf32, #rows>) -> ()
  memref.dealloc %b : memref<?x?xf32, #rows>
  return
}

// A declaration grows as well; it cannot be told from others by its uses.
// CHECK: func.func private @external(memref<?x4xf32> {{{.*}}}, index) -> (memref<?x4xf32>, index)
func.func private @external(memref<?xf32, #tile>) -> memref<?xf32, #tile>

// Results are followed by their extents.
// CHECK-LABEL: func.func @results(
// CHECK-SAME: %[[N:.*]]: index) -> (memref<?x4xf32>, i32, index)
func.func @results(%n: index) -> (memref<?xf32, #tile>, i32) {
  %c = arith.constant 3 : i32
  %a = memref.alloc(%n) : memref<?xf32, #tile>
  // CHECK: %[[B:.*]]:2 = call @external(%{{.*}}, %[[N]])
  %b = func.call @external(%a) : (memref<?xf32, #tile>) -> memref<?xf32, #tile>
  // CHECK: return %[[B]]#0, %c3_i32, %[[B]]#1
  return %b, %c : memref<?xf32, #tile>, i32
}

// CHECK-LABEL: func.func private @recursive(
// CHECK-SAME: %[[A:.*]]: memref<?x4xf32> {{{.*}}}, %{{.*}}: index, %[[N:.*]]: index) -> (index, memref<?x4xf32>, index)
func.func private @recursive(%a: memref<?xf32, #tile>, %k: index) -> (index, memref<?xf32, #tile>) {
  // CHECK: %[[R:.*]]:3 = call @recursive(%[[A]], %{{.*}}, %[[N]])
  // CHECK: return %[[R]]#2, %[[R]]#1, %[[R]]#2
  %d, %r = func.call @recursive(%a, %k) : (memref<?xf32, #tile>, index) -> (index, memref<?xf32, #tile>)
  %c0 = arith.constant 0 : index
  %e = memref.dim %r, %c0 : memref<?xf32, #tile>
  return %e, %r : index, memref<?xf32, #tile>
}

// Pad stages walk the physical extent and ask by the logical one.
// CHECK-LABEL: func.func @pad(
// CHECK-SAME: %[[A:.*]]: memref<?x4xi32> {layout.access = "write", {{.*}}}, %[[N:.*]]: index)
// CHECK: affine.for %[[I:.*]] = 0 to [[CEIL]]()[%[[N]]]
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4
// CHECK-NEXT: affine.if [[IS_PADDING]](%[[I]], %[[J]])[%[[N]]]
// CHECK-NEXT: affine.store %c7_i32, %[[A]][%[[I]], %[[J]]]
func.func @pad(%a: memref<?xi32, #pad>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32, #pad>
  affine.for %i = 0 to %n {
    affine.store %zero, %a[%i] : memref<?xi32, #pad>
  }
  return
}

// Writing up to some number is no proof that all is written.
// CHECK-LABEL: func.func @part(
// CHECK-SAME: layout.access = "readwrite"
// CHECK: layout.assume_padding %{{.*}} sizes(%{{.*}}) : memref<?x4xi32> of memref<?xi32,
func.func @part(%a: memref<?xi32, #pad>, %n: index) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to %n {
    affine.store %zero, %a[%i] : memref<?xi32, #pad>
  }
  return
}

// The sizes that are stated at an aliasing view are those of the buffer.
// CHECK-LABEL: func.func @stated(
// CHECK-SAME: %[[P:.*]]: memref<?x4xf32>, %[[N:.*]]: index)
func.func @stated(%p: memref<?x4xf32>, %n: index) -> index {
  %a = layout.as_logical %p sizes(%n) : memref<?x4xf32> to memref<?xf32, #tile>
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<?xf32, #tile>
  // CHECK: return %[[N]]
  return %d : index
}

// No physical size is negative: 4 * n - 1 with n = 0.
#fused = #layout.buffer<index_map<(i, j) -> (4 * i + j)>>
// CHECK-LABEL: func.func @fused(
// CHECK: %[[E:.*]] = affine.apply
// CHECK: %[[SIZE:.*]] = arith.maxsi %[[E]], %c0
// CHECK: memref.alloc(%[[SIZE]]) : memref<?xf32>
func.func @fused(%n: index) -> memref<?x3xf32, #fused> {
  %a = memref.alloc(%n) : memref<?x3xf32, #fused>
  return %a : memref<?x3xf32, #fused>
}

// An extent computed inside of a loop is no affine symbol.
// CHECK-LABEL: func.func @inside_loop(
// CHECK: scf.for
// CHECK: %[[N:.*]] = memref.load
// CHECK: %[[SIZE:.*]] = affine.apply {{.*}}%[[N]]
// CHECK: memref.alloc(%[[SIZE]])
// CHECK: %[[BOUND:.*]] = affine.apply {{.*}}%[[N]]
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %[[BOUND]]
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c4
// CHECK: scf.if
// CHECK-NEXT: memref.store %c7_i32
func.func @inside_loop(%sizes: memref<8xindex>, %out: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %n = memref.load %sizes[%i] : memref<8xindex>
    %a = memref.alloc(%n) : memref<?xi32, #pad>
    %x = memref.load %a[%c0] : memref<?xi32, #pad>
    memref.store %x, %out[%i] : memref<8xi32>
    memref.dealloc %a : memref<?xi32, #pad>
  }
  return
}

// A larger extent may be asked for where the needed one is static, and left as it
// is needed where that is dynamic.
#spare = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, extent<[?, 9, ?]>>
// CHECK-LABEL: func.func @spare(
// CHECK: memref.alloc(%{{.*}}) : memref<?x9x4xf32>
func.func @spare(%n: index) {
  %a = memref.alloc(%n) : memref<?x7xf32, #spare>
  memref.dealloc %a : memref<?x7xf32, #spare>
  return
}

// One extent is told, the other only together with it: it is appended.
#skew = #layout.buffer<index_map<(i, j) -> (i, i + j)>>
// CHECK-LABEL: func.func @skew(
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32> {{{.*}}}, %[[M:.*]]: index) -> (index, index)
// CHECK: %[[N:.*]] = memref.dim %[[A]], %c0
// CHECK: return %[[N]], %[[M]]
func.func @skew(%a: memref<?x?xf32, #skew>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32, #skew>
  %m = memref.dim %a, %c1 : memref<?x?xf32, #skew>
  return %n, %m : index, index
}

// A structured op writes what its loops reach, whatever their number.
// CHECK-LABEL: func.func @structured(
// CHECK-SAME: memref<?x4xi32> {layout.access = "read"
// CHECK-SAME: memref<?x4xi32> {layout.access = "write"
// CHECK-SAME: memref<?x4xi32> {layout.access = "readwrite"
func.func @structured(%a: memref<?xi32, #pad>, %b: memref<?xi32, #pad>, %c: memref<?xi32, #pad>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<?xi32, #pad>) outs(%b : memref<?xi32, #pad>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i)>, affine_map<(i, k) -> (k)>], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<?xi32, #pad>) outs(%c : memref<?xi32, #pad>) {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  }
  return
}
