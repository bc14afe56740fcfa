// Pairs of products of bf16 under QEMU. Of numbers with few bits the sums are exact, in any order.
// REQUIRES: emulates-aarch64
// DEFINE: %{target} = armv8.6-a
// DEFINE: %{passes} = layout-assign{change-interface=true},layout-apply,layout-set-target{target=%{target}},layout-optimize
// DEFINE: %{check} = layout-check %s --entry=products --target=%{target} --pipeline="builtin.module(%{passes},layout-finalize)"
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" | FileCheck %s
// RUN: %{check}
// REDEFINE: %{target} = neoverse-v1+sve=256
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" | FileCheck %s
// RUN: %{check}
// This machine, by its instruction if it has one.
// REDEFINE: %{target} = native
// RUN: layout-check %s --entry=products --pipeline="builtin.module(%{passes},layout-finalize)"
// CHECK: layout.dot %{{[^:]*}} : vector<{{[0-9]+}}xf32>, vector<{{[0-9]+}}xbf16>

#pairs = #layout.buffer<index_map<(k, j) -> (j floordiv 16, k floordiv 2, j mod 16, k mod 2)>, pad<undef>>
#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<undef>>

func.func @products(%a: memref<7x33xbf16> {llvm.noalias}, %b: memref<33x29xbf16> {layout.transform = #pairs, llvm.noalias},
                    %c: memref<7x29xf32> {layout.transform = #panels, llvm.noalias}) {
  %one = arith.constant 1.5 : bf16
  %other = arith.constant -3.0 : bf16
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 33 {
      %m = affine.apply affine_map<(i, k) -> ((3 * i + 5 * k) mod 7)>(%i, %k)
      %less = arith.cmpi slt, %m, %c2 : index
      %0 = arith.select %less, %one, %other : bf16
      affine.store %0, %a[%i, %k] : memref<7x33xbf16>
    }
  }
  affine.for %k = 0 to 33 {
    affine.for %j = 0 to 29 {
      %m = affine.apply affine_map<(k, j) -> ((2 * j + 3 * k) mod 5)>(%k, %j)
      %less = arith.cmpi slt, %m, %c2 : index
      %0 = arith.select %less, %one, %other : bf16
      affine.store %0, %b[%k, %j] : memref<33x29xbf16>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 29 {
      affine.store %zero, %c[%i, %j] : memref<7x29xf32>
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 33 {
      affine.for %j = 0 to 29 {
        %0 = affine.load %a[%i, %k] : memref<7x33xbf16>
        %1 = affine.load %b[%k, %j] : memref<33x29xbf16>
        %2 = affine.load %c[%i, %j] : memref<7x29xf32>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 fastmath<contract,reassoc> : f32
        %6 = arith.addf %2, %5 fastmath<contract,reassoc> : f32
        affine.store %6, %c[%i, %j] : memref<7x29xf32>
      }
    }
  }
  return
}
