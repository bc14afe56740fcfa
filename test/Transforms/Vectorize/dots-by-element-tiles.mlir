// A dot product waits for the one before once for all four steps that it adds. So eight rows, whose
// chunks fit the registers beside the sums, cost less than twelve that are loaded for each group.
// DEFINE: %{target} = cortex-a76
// DEFINE: %{passes} = layout-assign{change-interface=true},layout-apply,layout-set-target{target=%{target}},layout-optimize
// DEFINE: %{remarks} = layout-opt %s --pass-pipeline="builtin.module(%{passes})" --remarks-filter-passed=layout --remark-format=emitRemark -o /dev/null 2>&1
// DEFINE: %{text} = layout-opt %s --pass-pipeline="builtin.module(%{passes})"
// RUN: %{remarks} | FileCheck %s --check-prefix=TILE
// RUN: %{text} | FileCheck %s
// REDEFINE: %{target} = rv64gcv+zvqdotq
// RUN: %{remarks} | FileCheck %s --check-prefix=TILE
// RUN: %{text} | FileCheck %s
// TILE: vectorized: 8 x 8 iterations at a time
// CHECK: affine.for %{{.*}} = 0 to 48 step 4
// CHECK: vector.load %{{.*}} : memref<192x192xi8>, vector<16xi8>
// CHECK: layout.dot

#groups = #layout.buffer<index_map<(k, j) -> (j floordiv 8, k floordiv 4, j mod 8, k mod 4)>, pad<undef>>
#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

func.func @product(%a: memref<192x192xi8> {llvm.noalias}, %b: memref<192x192xi8> {layout.transform = #groups}, %c: memref<192x192xi32> {layout.transform = #panels}) {
  affine.for %i = 0 to 192 {
    affine.for %k = 0 to 192 {
      affine.for %j = 0 to 192 {
        %0 = affine.load %a[%i, %k] : memref<192x192xi8>
        %1 = affine.load %b[%k, %j] : memref<192x192xi8>
        %2 = affine.load %c[%i, %j] : memref<192x192xi32>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<192x192xi32>
      }
    }
  }
  return
}
