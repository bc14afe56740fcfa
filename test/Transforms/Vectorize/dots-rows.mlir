// With 16 registers, dot products have rows of two registers of lanes: in rows of one, each of the rows is loaded for
// one product only; of four registers, there are fewer sums than dot products that wait for each other.
// DEFINE: %{target} = alderlake
// DEFINE: %{tile} = layout-opt %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-set-target{target=%{target}},layout-optimize)" --remarks-filter-passed=layout --remark-format=emitRemark -o /dev/null 2>&1 | grep "vectorized:"
// RUN: %{tile} | FileCheck %s
// CHECK: vectorized: 6 x 16 iterations at a time, sums in registers, 4 products of integers at once
//
// There are registers for all in 32 of them.
// REDEFINE: %{target} = znver4
// RUN: %{tile} | FileCheck %s --check-prefix=LONG
// LONG: vectorized: 14 x 32 iterations at a time, sums in registers, 4 products of integers at once

#weights = #layout.buffer<index_map<(r, s, c, k) -> (k floordiv 32, r, s, c floordiv 4, k mod 32, c mod 4)>, pad<undef>>
#sums = #layout.buffer<index_map<(h, w, k) -> (k floordiv 32, h, w, k mod 32)>, pad<undef>>

func.func @convolution(%a: memref<58x58x64xi8> {llvm.noalias}, %b: memref<3x3x64x64xi8> {layout.transform = #weights},
                       %c: memref<56x56x64xi32> {layout.transform = #sums}) {
  affine.for %i = 0 to 56 {
    affine.for %j = 0 to 56 {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 3 {
          affine.for %d = 0 to 64 {
            affine.for %k = 0 to 64 {
              %0 = affine.load %a[%i + %r, %j + %s, %d] : memref<58x58x64xi8>
              %1 = affine.load %b[%r, %s, %d, %k] : memref<3x3x64x64xi8>
              %2 = affine.load %c[%i, %j, %k] : memref<56x56x64xi32>
              %3 = arith.extsi %0 : i8 to i32
              %4 = arith.extsi %1 : i8 to i32
              %5 = arith.muli %3, %4 : i32
              %6 = arith.addi %2, %5 : i32
              affine.store %6, %c[%i, %j, %k] : memref<56x56x64xi32>
            }
          }
        }
      }
    }
  }
  return
}
