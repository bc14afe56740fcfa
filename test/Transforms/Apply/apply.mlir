// What becomes of each op on a laid-out buffer.
// RUN: layout-opt %s --layout-apply --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-apply --split-input-file | layout-opt --layout-apply --split-input-file | FileCheck %s

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#tile2 = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>>

// An index that is only a value goes through affine.apply.
// CHECK-LABEL: func.func @load_store(
// CHECK-SAME:    %[[A:.*]]: memref<4x4xf32> {{.*}}, %[[I:.*]]: index, %[[V:.*]]: f32
// CHECK-DAG:     %[[O:.*]] = affine.apply #{{.*}}()[%[[I]]]
// CHECK:         memref.load %[[A]][%{{.*}}, %{{.*}}] : memref<4x4xf32>
// CHECK:         memref.store %[[V]], %[[A]][%{{.*}}, %{{.*}}] : memref<4x4xf32>
func.func @load_store(%a: memref<16xf32, #tile>, %i: index, %v: f32) -> f32 {
  %x = memref.load %a[%i] : memref<16xf32, #tile>
  memref.store %v, %a[%i] : memref<16xf32, #tile>
  return %x : f32
}

// A constant index is computed here.
// CHECK-LABEL: func.func @constant_index(
// CHECK-DAG:     %[[TWO:.*]] = arith.constant 2 : index
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         memref.load %{{.*}}[%[[TWO]], %[[ONE]]]
func.func @constant_index(%a: memref<16xf32, #tile>) -> f32 {
  %c9 = arith.constant 9 : index
  %x = memref.load %a[%c9] : memref<16xf32, #tile>
  return %x : f32
}

// TL-06: loops over tiles leave neither division nor remainder.
// CHECK-LABEL: func.func @tiled_loops(
// CHECK:         affine.load %{{.*}}[%[[I:.*]], %[[J:.*]], %[[X:.*]], %[[Y:.*]]] : memref<8x8x16x16xf32>
// CHECK-NOT:     affine.apply
func.func @tiled_loops(%a: memref<128x128xf32, #tile2>, %b: memref<128x128xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %x = 0 to 16 {
        affine.for %y = 0 to 16 {
          %row = affine.apply affine_map<(d0, d1) -> (d0 * 16 + d1)>(%i, %x)
          %v = affine.load %a[%row, %j * 16 + %y] : memref<128x128xf32, #tile2>
          affine.store %v, %b[%i * 16 + %x, %j * 16 + %y] : memref<128x128xf32>
        }
      }
    }
  }
  return
}

// Where the loop does not run over whole tiles the divisions stay.
// CHECK-LABEL: func.func @untiled_loop(
// CHECK:         affine.load %{{.*}}[%[[I:.*]] floordiv 4, %[[I]] mod 4]
func.func @untiled_loop(%a: memref<16xf32, #tile>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %v = affine.load %a[%i] : memref<16xf32, #tile>
    affine.store %v, %b[%i] : memref<16xf32>
  }
  return
}

// The size of a buffer is its logical size, whichever dimension is asked for.
// CHECK-LABEL: func.func @dim(
// CHECK-DAG:     %[[C14:.*]] = arith.constant 14 : index
// CHECK:         return %[[C14]]
func.func @dim(%a: memref<14xf32, #tile>) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %a, %c0 : memref<14xf32, #tile>
  return %d : index
}

// CHECK-LABEL: func.func @dim_of_unknown_dimension(
// CHECK-SAME:    %[[D:[a-z0-9]*]]: index)
// CHECK:         arith.cmpi eq, %[[D]]
// CHECK:         %[[S:.*]] = arith.select
// CHECK:         return %[[S]]
func.func @dim_of_unknown_dimension(%a: memref<32x48xf32, #tile2>, %d: index) -> index {
  %s = memref.dim %a, %d : memref<32x48xf32, #tile2>
  return %s : index
}

// CHECK-LABEL: func.func @allocations(
// CHECK:         memref.alloc() {alignment = 64 : i64} : memref<4x4xf32>
// CHECK:         memref.alloca() : memref<4x4xf32>
// CHECK:         memref.dealloc %{{.*}} : memref<4x4xf32>
func.func @allocations() {
  %a = memref.alloc() {alignment = 64 : i64} : memref<16xf32, #tile>
  %b = memref.alloca() : memref<16xf32, #tile>
  memref.dealloc %a : memref<16xf32, #tile>
  return
}

// Whole-buffer ops become loops; what is not read before is not read.
// CHECK-LABEL: func.func @fill(
// CHECK:         affine.for %[[I:.*]] = 0 to 16
// CHECK-NOT:       affine.load
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 4, %[[I]] mod 4]
func.func @fill(%a: memref<16xf32, #tile>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%a : memref<16xf32, #tile>)
  return
}

// CHECK-LABEL: func.func @copy(
// CHECK:         affine.for
// CHECK:           affine.load %{{.*}}[%[[I:.*]]] : memref<16xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 4, %[[I]] mod 4]
func.func @copy(%a: memref<16xf32, #tile>, %b: memref<16xf32>) {
  memref.copy %b, %a : memref<16xf32> to memref<16xf32, #tile>
  return
}

// CHECK-LABEL: func.func @transfer(
// CHECK:         scf.index_switch {{.*}} -> vector<6xf32>
// CHECK:           vector.transfer_read %{{.*}} : memref<4x4xf32>, vector<4xf32>
// CHECK:         scf.index_switch
// CHECK:           vector.transfer_write %{{.*}} : vector<4xf32>, memref<4x4xf32>
func.func @transfer(%a: memref<16xf32, #tile>, %i: index) {
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<16xf32, #tile>, vector<6xf32>
  vector.transfer_write %v, %a[%i] {in_bounds = [true]} : vector<6xf32>, memref<16xf32, #tile>
  return
}

// Bridges fall away: they are the same memory.
// CHECK-LABEL: func.func @bridges(
// CHECK-SAME:    %[[P:[a-z0-9]*]]: memref<4x4xf32>
// CHECK-NOT:     layout.as_
// CHECK:         memref.load %[[P]]
func.func @bridges(%p: memref<4x4xf32>, %i: index) -> f32 {
  %a = layout.as_logical %p : memref<4x4xf32> to memref<16xf32, #tile>
  %q = layout.as_physical %a : memref<16xf32, #tile> to memref<4x4xf32>
  %x = memref.load %q[%i, %i] : memref<4x4xf32>
  return %x : f32
}

// -----

// Initial values are packed, padding included.
// CHECK: memref.global "private" @data : memref<2x4xi32> = dense<{{\[}}[1, 2, 3, 4], [5, 6, -1, -1]]>
// CHECK: memref.global "private" @splat : memref<2x4xf32> = dense<1.000000e+00>
// CHECK: memref.global "private" @wrap : memref<2x4xi32> = dense<{{\[}}[1, 2, 3, 4], [5, 6, 1, 2]]>
// CHECK: memref.global "private" @edge : memref<2x4xi32> = dense<{{\[}}[1, 2, 3, 4], [5, 6, 6, 6]]>
// CHECK: memref.global "private" @numbers : memref<2x4xi32> = dense<{{\[}}[1, 2, 3, 4], [5, 6, 6, 7]]>
// CHECK: memref.global "private" @nothing : memref<2x4xi32> = dense<{{\[}}[0, 0, 0, 0], [0, 0, -1, -1]]>
// CHECK: memref.global "private" @free : memref<2x4xi32> = uninitialized
#minus = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b) mod 6)>>
#number = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (4 * a + b)>>
memref.global "private" @data : memref<6xi32, #minus> = dense<[1, 2, 3, 4, 5, 6]>
memref.global "private" @splat : memref<6xf32, #none> = dense<1.0>
memref.global "private" @wrap : memref<6xi32, #wrap> = dense<[1, 2, 3, 4, 5, 6]>
#edge = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (1, 1)>>
memref.global "private" @edge : memref<6xi32, #edge> = dense<[1, 2, 3, 4, 5, 6]>
memref.global "private" @numbers : memref<6xi32, #number> = dense<[1, 2, 3, 4, 5, 6]>
memref.global "private" @nothing : memref<6xi32, #minus> = uninitialized
memref.global "private" @free : memref<6xi32, #none> = uninitialized
// CHECK-LABEL: func.func @read_global(
// CHECK:         memref.get_global @data : memref<2x4xi32>
func.func @read_global(%i: index) -> i32 {
  %g = memref.get_global @data : memref<6xi32, #minus>
  %x = memref.load %g[%i] : memref<6xi32, #minus>
  return %x : i32
}

// -----

// A claim about the alignment of an access was one about another address.
// CHECK-LABEL: func.func @alignment(
// CHECK:         memref.load %{{.*}}[%{{.*}}] : memref<14xf32>
#reverse = #layout.buffer<index_map<(i) -> (13 - i)>>
func.func @alignment(%a: memref<14xf32, #reverse>, %i: index) -> f32 {
  %x = memref.load %a[%i] {alignment = 16 : i64} : memref<14xf32, #reverse>
  return %x : f32
}

// A map without inverse is in nobody's way who does not write padding.
// CHECK-LABEL: func.func @no_inverse(
// CHECK:         memref.load
#crt = #layout.buffer<index_map<(i) -> (i mod 3, i mod 7)>, pad<0 : i32>>
func.func @no_inverse(%a: memref<15xi32, #crt>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<15xi32, #crt>
  return %x : i32
}

// -----

// PD-17: separators stay on the physical type.
// CHECK-LABEL: func.func @separators(
// CHECK-SAME:    memref<4x4xi32, #{{.*}}>
// CHECK:         affine.store %{{.*}}[%[[I:.*]] floordiv 4, %[[I]] mod 4] : memref<4x4xi32, #
#sep = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>, axis_separator<[1]>>
func.func @separators(%a: memref<14xi32, #sep>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #sep>
  }
  return
}

// -----

// A program without layouts is left alone, and so is one that is applied.
// CHECK-LABEL: func.func @plain(
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    return
func.func @plain(%a: memref<4x4xf32, strided<[8, 1]>>, %i: index) -> f32 {
  %x = memref.load %a[%i, %i] : memref<4x4xf32, strided<[8, 1]>>
  return %x : f32
}
