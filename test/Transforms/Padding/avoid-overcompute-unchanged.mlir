// RUN: layout-opt %s --layout-avoid-overcompute --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-avoid-overcompute --split-input-file \
// RUN:   --remarks-filter=layout --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// The caller may rely on the padding.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: @known_padding
// CHECK-NOT:     affine.if
// REMARK: [Missed] layout-avoid-overcompute/needed | Category:layout | Remark="padded iterations are not skipped: %arg0[3, {{[23]}}] is needed at the return when 'affine.for' at {{[0-9:]+}} = 3, 'affine.for' at {{[0-9:]+}} = {{[23]}}"
func.func @known_padding(%b: memref<4x4xi32>, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

// Something else happens there too.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func private @f()
// CHECK-LABEL: @call
// CHECK-NOT:     affine.if
// REMARK: [Missed] layout-avoid-overcompute/side-effect | Category:layout | Remark="padded iterations are not skipped: the body executes 'func.call', which has side effects; inline it, or move it to a loop of its own"
func.func @call(%b: memref<4x4xi32>, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      func.call @f() : () -> ()
    }
  }
  return
}

// -----

// Another store is needed in the same iterations.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @count
// CHECK-NOT:     affine.if
// REMARK: Remark="padded iterations are not skipped: %arg1[3, {{[23]}}] is needed at the return when
func.func @count(%b: memref<4x4xi32> {llvm.noalias}, %c: memref<4x4xi32> {llvm.noalias}, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      affine.store %x, %c[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

// The condition is known only after something was done.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @late_index
// CHECK-NOT:     scf.if
// REMARK: [Missed] layout-avoid-overcompute/late-index | Category:layout | Remark="padded iterations are not skipped: the index is computed only after another load or store of the body; compute it first"
func.func @late_index(%b: memref<4x4xi32>, %c: memref<4xindex>, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    %j = affine.load %c[%i] : memref<4xindex>
    memref.store %x, %b[%i, %j] : memref<4x4xi32>
  }
  return
}

// -----

// A map without inverse does not tell which elements are data.
#L = #layout.buffer<index_map<(i, j) -> (i * 2 + j * 3)>, pad<undef>>
// CHECK-LABEL: @no_inverse
// CHECK-NOT:     affine.if
// REMARK: [Analysis] layout-avoid-overcompute/not-known | Category:layout | Remark="cannot determine where this buffer holds data: its map has no inverse; state one in the index_map"
func.func @no_inverse(%b: memref<8xi32>, %x: i32) {
  layout.padding %b : memref<8xi32> of memref<3x2xi32, #L>
  affine.for %i = 0 to 8 {
    affine.store %x, %b[%i] : memref<8xi32>
  }
  return
}

// -----

// Whether the product is an element of the padding is not followed.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @not_affine
// CHECK-NOT:     affine.if
// REMARK: [Analysis] layout-avoid-overcompute/not-known | Category:layout | Remark="cannot determine whether what padded iterations store is needed: the condition is not affine"
func.func @not_affine(%b: memref<4x4xi32> {llvm.noalias}, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 4 {
      %s = arith.muli %i, %k : index
      memref.store %x, %b[%i, %s] : memref<4x4xi32>
    }
  }
  return
}

// -----

// Nor is a product of an index and a number.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @not_followed
// CHECK-NOT:     affine.if
// REMARK: [Analysis] layout-avoid-overcompute/not-known | Category:layout | Remark="cannot determine whether it accesses padding: its index is not affine"
func.func @not_followed(%a: memref<4x4xi32>, %x: i32, %n: index) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i * symbol(%n), %i mod 4] : memref<4x4xi32>
  }
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @far_index
// CHECK-NOT:     affine.if
// REMARK: [Analysis] layout-avoid-overcompute/not-known | Category:layout | Remark="cannot determine whether it accesses padding: a divisor is beyond 2^40"
func.func @far_index(%a: memref<4x4xi32>, %x: i32, %n: index) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 16 {
    affine.store %x, %a[(%i + symbol(%n)) floordiv 4398046511104, %i mod 4] : memref<4x4xi32>
  }
  return
}

// -----

// 17 dimensions, in each of which the index may be padding.
#L = #layout.buffer<index_map<(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) -> (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)>, extent<[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]>, pad<undef>>
// CHECK-LABEL: @many_dimensions
// CHECK-NOT:     affine.if
// REMARK: [Analysis] layout-avoid-overcompute/not-known | Category:layout | Remark="cannot determine whether it accesses padding: the condition has too many parts"
func.func @many_dimensions(%a: memref<3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3xi32>, %x: i32, %n: index) {
  layout.padding %a : memref<3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3xi32> of memref<2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2xi32, #L>
  affine.for %i = 0 to 3 {
    affine.store %x, %a[%i, symbol(%n), symbol(%n) + 1, symbol(%n) + 2, symbol(%n) + 3, symbol(%n) + 4, symbol(%n) + 5, symbol(%n) + 6, symbol(%n) + 7, symbol(%n) + 8, symbol(%n) + 9, symbol(%n) + 10, symbol(%n) + 11, symbol(%n) + 12, symbol(%n) + 13, symbol(%n) + 14, symbol(%n) + 15] : memref<3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3x3xi32>
  }
  return
}
