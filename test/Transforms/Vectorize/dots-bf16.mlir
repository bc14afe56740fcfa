// Pairs of products of bf16 that may be contracted and reassociated, where the target has an
// instruction that is faster than extension.
// DEFINE: %{target} = armv8.6-a
// DEFINE: %{passes} = layout-assign{change-interface=true},layout-apply,layout-set-target{target=%{target}},layout-optimize
// DEFINE: %{text} = layout-opt %s --pass-pipeline="builtin.module(%{passes})"
// RUN: %{text} | FileCheck %s
// RUN: %{text} -o /dev/null --remarks-filter-passed=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: sums in registers, 2 products of bf16 at once
// REDEFINE: %{target} = znver4
// RUN: %{text} | FileCheck %s
// Others extend.
// REDEFINE: %{target} = sapphirerapids
// RUN: %{text} | FileCheck %s --check-prefix=SLOW
// REDEFINE: %{target} = cortex-a76
// RUN: %{text} | FileCheck %s --check-prefix=SLOW
// SLOW-NOT: layout.dot

#pairs = #layout.buffer<index_map<(k, j) -> (j floordiv 32, k floordiv 2, j mod 32, k mod 2)>, pad<undef>>
#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 32, i, j mod 32)>, pad<undef>>

// CHECK-LABEL: func.func @products
// CHECK: layout.dot %{{[^:]*}} : vector<{{[0-9]+}}xf32>, vector<{{[0-9]+}}xbf16>
func.func @products(%a: memref<7x33xbf16> {llvm.noalias}, %b: memref<33x61xbf16> {layout.transform = #pairs, llvm.noalias},
                    %c: memref<7x61xf32> {layout.transform = #panels, llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 33 {
      affine.for %j = 0 to 61 {
        %0 = affine.load %a[%i, %k] : memref<7x33xbf16>
        %1 = affine.load %b[%k, %j] : memref<33x61xbf16>
        %2 = affine.load %c[%i, %j] : memref<7x61xf32>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 fastmath<contract,reassoc> : f32
        %6 = arith.addf %2, %5 fastmath<contract,reassoc> : f32
        affine.store %6, %c[%i, %j] : memref<7x61xf32>
      }
    }
  }
  return
}

// Without both flags each product is rounded as it is stated.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: layout.dot
func.func @ordered(%a: memref<7x33xbf16> {llvm.noalias}, %b: memref<33x61xbf16> {layout.transform = #pairs, llvm.noalias},
                   %c: memref<7x61xf32> {layout.transform = #panels, llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 33 {
      affine.for %j = 0 to 61 {
        %0 = affine.load %a[%i, %k] : memref<7x33xbf16>
        %1 = affine.load %b[%k, %j] : memref<33x61xbf16>
        %2 = affine.load %c[%i, %j] : memref<7x61xf32>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 fastmath<contract,reassoc> : f32
        %6 = arith.addf %2, %5 fastmath<contract> : f32
        affine.store %6, %c[%i, %j] : memref<7x61xf32>
      }
    }
  }
  return
}
