// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops --mlir-print-local-scope | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// Widened loops are left alone.
// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops --layout-widen-loops --mlir-print-local-scope | FileCheck %s

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// Stores fall on undefined elements.
// CHECK-LABEL: @undefined
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// CHECK-NOT:   affine.if
// REMARK:      [Passed] layout-widen-loops/widened | Category:layout | Remark="runs to 16 instead of 13, so that its vectors are full: stores to %arg1 leave what is there or fall on undefined elements"
func.func @undefined(%a: memref<13xf32, #undef>, %b: memref<13xf32, #undef>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #undef>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f32>>

// The pad of %b is written later, in all of its padding.
// CHECK-LABEL: @written_later
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// CHECK:       affine.for
// CHECK:         affine.if
// REMARK:      [Passed] layout-widen-loops/widened {{.*}}runs to 16 instead of 13{{.*}}what is stored to %arg1 is not needed
func.func @written_later(%a: memref<13xf32, #zero>, %b: memref<13xf32, #zero>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #zero>
    %1 = math.exp %0 : f32
    affine.store %1, %b[%i] : memref<13xf32, #zero>
  }
  return
}

// -----

#wrap = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<(io, ii) -> (0, (8 * io + ii - 13) mod 8)>>

// The same for a pad that copies: its copies come behind the last store.
// CHECK-LABEL: @copied_later
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// REMARK:      [Passed] layout-widen-loops/widened {{.*}}what is stored to %arg0 is not needed
func.func @copied_later(%a: memref<13xi32, #wrap>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xi32, #wrap>
    %1 = arith.addi %0, %0 : i32
    affine.store %1, %a[%i] : memref<13xi32, #wrap>
  }
  return
}

// -----

#value = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<value (io, ii) -> (8 * io + ii)>>

// And for one that is a number of its place.
// CHECK-LABEL: @numbered_later
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// REMARK:      [Passed] layout-widen-loops/widened {{.*}}what is stored to %arg1 is not needed
func.func @numbered_later(%a: memref<13xi32, #value>, %b: memref<13xi32, #value>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xi32, #value>
    %1 = arith.addi %0, %0 : i32
    affine.store %1, %b[%i] : memref<13xi32, #value>
  }
  return
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0 : i32>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// Half of %b is written, so that its pad is known at entry: 0 + 0 * y is 0.
// CHECK-LABEL: @same_as_there
// CHECK:       affine.for %{{.*}} = 4 to 16 {
// CHECK-NOT:   affine.if
// CHECK:       arith.muli %{{.*}}, %{{.*}} : i32
// REMARK:      [Passed] layout-widen-loops/widened {{.*}}stores to %arg2 leave what is there or fall on undefined elements
func.func @same_as_there(%a: memref<13xi32, #zero>, %y: memref<13xi32, #undef>, %b: memref<13xi32, #zero>) {
  affine.for %i = 4 to 13 {
    %0 = affine.load %a[%i] : memref<13xi32, #zero>
    %1 = affine.load %y[%i] : memref<13xi32, #undef>
    %2 = affine.load %b[%i] : memref<13xi32, #zero>
    %3 = arith.muli %0, %1 : i32
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %b[%i] : memref<13xi32, #zero>
  }
  return
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// What promises that nothing wraps around promises nothing of padding.
// CHECK-LABEL: @loses_nsw
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// CHECK:         arith.addi %{{.*}}, %{{.*}} : i32
// REMARK:      [Passed] layout-widen-loops/widened {{.*}}flags that may not hold are dropped
func.func @loses_nsw(%a: memref<13xi32, #undef>, %b: memref<13xi32, #undef>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xi32, #undef>
    %1 = arith.addi %0, %0 overflow<nsw> : i32
    affine.store %1, %b[%i] : memref<13xi32, #undef>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<undef>>

// Of a tile that is mostly empty only one vector is filled.
// CHECK-LABEL: @whole_vectors
// CHECK:       affine.for %{{.*}} = 0 to 36 {
// REMARK:      [Passed] layout-widen-loops/widened {{.*}}runs to 36 instead of 33
func.func @whole_vectors(%x: f32, %b: memref<33xf32, #tiles>) {
  affine.for %i = 0 to 33 {
    affine.store %x, %b[%i] : memref<33xf32, #tiles>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<undef>>

// Whole vectors stay as they are, and full tiles.
// CHECK-LABEL: @full
// CHECK:       affine.for %{{.*}} = 0 to 40 {
// CHECK:       affine.for %{{.*}} = 0 to 64 {
// REMARK-NOT:  layout-widen-loops
func.func @full(%x: f32, %a: memref<40xf32, #tiles>, %b: memref<64xf32, #tiles>) {
  affine.for %i = 0 to 40 {
    affine.store %x, %a[%i] : memref<40xf32, #tiles>
  }
  affine.for %i = 0 to 64 {
    affine.store %x, %b[%i] : memref<64xf32, #tiles>
  }
  return
}

// -----

#columns = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

// What initialises a sum, the sum, and what is computed of it, together.
// CHECK-LABEL: @group
// CHECK-COUNT-3: affine.for %{{.*}} = 0 to 16 {
// REMARK-COUNT-3: [Passed] layout-widen-loops/widened {{.*}}runs to 16 instead of 13
func.func @group(%a: memref<4x5xf32>, %b: memref<5x13xf32, #columns>, %d: memref<4x13xf32, #columns>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<4x13xf32, #columns>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 13 {
      affine.store %zero, %c[%i, %j] : memref<4x13xf32, #columns>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 13 {
      affine.for %k = 0 to 5 {
        %0 = affine.load %a[%i, %k] : memref<4x5xf32>
        %1 = affine.load %b[%k, %j] : memref<5x13xf32, #columns>
        %2 = affine.load %c[%i, %j] : memref<4x13xf32, #columns>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<4x13xf32, #columns>
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %c[%i, %j] : memref<4x13xf32, #columns>
      %1 = arith.maximumf %0, %zero : f32
      affine.store %1, %d[%i, %j] : memref<4x13xf32, #columns>
    }
  }
  memref.dealloc %c : memref<4x13xf32, #columns>
  return
}

// -----

#columns = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

// A bias has no room; a copy of it has.
// CHECK-LABEL: @biased
// CHECK:       %[[COPY:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16xf32>
// CHECK:       affine.for %[[I:.*]] = 0 to 13 {
// CHECK-NEXT:    %[[X:.*]] = affine.load %arg0[%[[I]]] : memref<13xf32>
// CHECK-NEXT:    affine.store %[[X]], %[[COPY]][%[[I]]] : memref<16xf32>
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT:      affine.load %[[COPY]][%[[J]]] : memref<16xf32>
// REMARK:      [Passed] layout-widen-loops/widened {{.*}}runs to 16 instead of 13
func.func @biased(%bias: memref<13xf32>, %c: memref<8x13xf32, #columns>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %bias[%j] : memref<13xf32>
      affine.store %0, %c[%i, %j] : memref<8x13xf32, #columns>
    }
  }
  return
}
