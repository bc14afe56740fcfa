// Each row of a recurrence reads the row above: the rows of a tile come one behind the other, and
// the last of them, whose next one is in another tile, is apart, so that no row divides. The
// compiler behind then keeps a row in registers for the next one.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-tile-loops,layout-finalize,canonicalize)" --mlir-print-local-scope | FileCheck %s
//
// DEFINE: %{passes} =
// DEFINE: %{check} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)"
// REDEFINE: %{passes} = layout-tile-loops
// RUN: %{check}
// REDEFINE: %{passes} = layout-optimize
// RUN: %{check}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 8, i mod 8, j mod 8)>, pad<undef>>

// CHECK-LABEL: @prefix_sums
// CHECK:      affine.for %[[IO:.*]] = 0 to
// CHECK-NEXT: affine.for %[[JO:.*]] = 0 to
// CHECK-NEXT: affine.for %[[II:.*]] = 0 to min affine_map<{{.*}}(7, {{.*}}
// CHECK-NEXT: affine.for %[[JI:.*]] = 0 to
// CHECK:      affine.for %{{.*}} = 7 to min affine_map<{{.*}}(8, {{.*}}
// CHECK-NEXT: affine.for
func.func @prefix_sums(%a: memref<31x21xf32> {layout.transform = #tiles}) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%i, %j] : memref<31x21xf32>
      %1 = affine.load %a[%i + 1, %j] : memref<31x21xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%i + 1, %j] : memref<31x21xf32>
    }
  }
  return
}

// From the last row up, and over two rows.
// CHECK-LABEL: @upwards
// CHECK: affine.for
// CHECK: return
func.func @upwards(%a: memref<31x21xf32> {layout.transform = #tiles}) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[30 - %i, %j] : memref<31x21xf32>
      %1 = affine.load %a[28 - %i, %j] : memref<31x21xf32>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %a[28 - %i, %j] : memref<31x21xf32>
    }
  }
  return
}

// No recurrence: rows are not apart.
// CHECK-LABEL: @next_rows
// CHECK-COUNT-7: affine.for
// CHECK-NOT: affine.for
// CHECK: return
func.func @next_rows(%a: memref<31x21xf32> {layout.transform = #tiles}, %b: memref<30x21xf32> {layout.transform = #tiles}) {
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%i, %j] : memref<31x21xf32>
      %1 = affine.load %a[%i + 1, %j] : memref<31x21xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%i, %j] : memref<30x21xf32>
    }
  }
  return
}

// Where a border depends on the lanes, rows stay together.
// CHECK-LABEL: @borders_of_lanes
// CHECK: return
func.func @borders_of_lanes(%a: memref<4x30xf64> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[0, ((%j + 2) floordiv 5) * 5 - (((%j + 2) floordiv 5 - 1) floordiv 5) * 25 + 4] : memref<4x30xf64>
      affine.store %0, %a[%i, %j] : memref<4x30xf64>
    }
  }
  return
}
