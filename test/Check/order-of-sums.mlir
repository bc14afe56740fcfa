// A sum of a whole buffer in another order: special values make it NaN in any
// order, and small integers are summed exactly; fractions show it.
// DEFINE: %{check} = layout-check %s --entry=main --pipeline
// RUN: %{check}="builtin.module(layout-assign,layout-apply,layout-sequential-access,layout-finalize)" | FileCheck %s --check-prefix=SAME
// SAME: 6 runs agree (3 data sets x 2 poison patterns)
// RUN: not %{check}="builtin.module(layout-assign,layout-apply,layout-sequential-access{reassociate=true},layout-finalize)" 2>&1 | FileCheck %s
// CHECK: result differs at arg1[0]
// CHECK-NEXT: on fractions
// RUN: %{check}="builtin.module(layout-assign,layout-apply,layout-sequential-access{reassociate=true},layout-finalize)" --rtol=1e-4 | FileCheck %s --check-prefix=SAME

#columns = #layout.buffer<index_map<(i) -> (i mod 32, i floordiv 32)>, pad<0.0 : f32>>

func.func private @sum(%a: memref<999xf32> {layout.transform = #columns, layout.sequential}, %b: memref<1xf32>) {
  affine.for %i = 0 to 999 {
    %s = affine.load %b[0] : memref<1xf32>
    %x = affine.load %a[%i] : memref<999xf32>
    %t = arith.addf %s, %x : f32
    affine.store %t, %b[0] : memref<1xf32>
  }
  return
}

func.func @main(%a: memref<999xf32>, %b: memref<1xf32>) {
  call @sum(%a, %b) : (memref<999xf32>, memref<1xf32>) -> ()
  return
}
