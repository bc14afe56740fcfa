// Signed bytes with a zero point of -128 are bytes without a sign, with their highest bit flipped:
// nothing is left to correct. Other zero points need sums of the other factor.
// DEFINE: %{target} = znver4
// DEFINE: %{passes} = layout-assign{change-interface=true},layout-apply,layout-set-target{target=%{target}},layout-optimize
// DEFINE: %{remarks} = layout-opt %s --pass-pipeline="builtin.module(%{passes})" --remarks-filter-passed=layout --remark-format=emitRemark -o /dev/null 2>&1
// DEFINE: %{text} = layout-opt %s --pass-pipeline="builtin.module(%{passes})"
// RUN: %{text} | FileCheck %s
// RUN: %{remarks} | grep "vectorized:" | FileCheck %s --check-prefix=TILE
// With sums in two more registers of 32, no 14 rows have all their sums in registers.
// TILE: vectorized: 14 x 32 iterations at a time
// TILE: vectorized: 12 x 32 iterations at a time
//
// Where flips are executed by the units of the products, 12 sums of rows are cheaper.
// REDEFINE: %{target} = sapphirerapids
// RUN: %{text} | FileCheck %s --check-prefix=SUMS
// SUMS-LABEL: @middle
// SUMS: vector.reduction <add>
// SUMS: layout.dot %{{[^,]*}}, signed %{{[^,]*}}, %{{[^,]*}} : vector<32xi32>
// SUMS-LABEL: @other
//
// By element, four groups are flipped at once, which is cheaper than to flip the lanes and to add
// up both factors.
// REDEFINE: %{target} = cortex-a76
// RUN: %{text} | FileCheck %s --check-prefix=CHUNK
// CHUNK-LABEL: @other
// CHUNK-NOT: vector.reduction
// CHUNK: arith.xori %{{.*}} : vector<16xi8>
// CHUNK: layout.dot %{{[^,]*}}, signed %{{[^,]*}}, signed %{{[^,]*}} : vector<8xi32>

#groups = #layout.buffer<index_map<(k, j) -> (j floordiv 32, k floordiv 4, j mod 32, k mod 4)>, pad<undef>>
#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 32, i, j mod 32)>, pad<undef>>

// CHECK-LABEL: @middle
// CHECK-NOT: vector.reduction
// CHECK: iter_args
// CHECK: arith.xori %{{.*}}, %{{.*}} : vector<128xi8>
// CHECK: layout.dot %{{[^,]*}}, %{{[^,]*}}, signed %{{[^,]*}} : vector<32xi32>
// CHECK-NOT: vector.reduction
func.func @middle(%a: memref<168x192xi8> {llvm.noalias}, %b: memref<192x192xi8> {layout.transform = #groups}, %c: memref<168x192xi32> {layout.transform = #panels}) {
  %zero = arith.constant -128 : i32
  affine.for %i = 0 to 168 {
    affine.for %k = 0 to 192 {
      affine.for %j = 0 to 192 {
        %0 = affine.load %a[%i, %k] : memref<168x192xi8>
        %1 = affine.load %b[%k, %j] : memref<192x192xi8>
        %2 = affine.load %c[%i, %j] : memref<168x192xi32>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.subi %3, %zero : i32
        %6 = arith.muli %5, %4 : i32
        %7 = arith.addi %2, %6 : i32
        affine.store %7, %c[%i, %j] : memref<168x192xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @other
// CHECK: layout.dot %{{[^,]*}}, %{{[^,]*}}, signed %{{[^,]*}} : vector<32xi32>
func.func @other(%a: memref<168x192xi8> {llvm.noalias}, %b: memref<192x192xi8> {layout.transform = #groups}, %c: memref<168x192xi32> {layout.transform = #panels}) {
  %zero = arith.constant 77 : i32
  affine.for %i = 0 to 168 {
    affine.for %k = 0 to 192 {
      affine.for %j = 0 to 192 {
        %0 = affine.load %a[%i, %k] : memref<168x192xi8>
        %1 = affine.load %b[%k, %j] : memref<192x192xi8>
        %2 = affine.load %c[%i, %j] : memref<168x192xi32>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.subi %3, %zero : i32
        %6 = arith.muli %5, %4 : i32
        %7 = arith.addi %2, %6 : i32
        affine.store %7, %c[%i, %j] : memref<168x192xi32>
      }
    }
  }
  return
}
