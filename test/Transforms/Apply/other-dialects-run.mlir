// The same ops, executed: the test plugin lowers them for both programs.
// DEFINE: %{lower} = --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --lowering="builtin.module(test-layout-lower-ops)"
// DEFINE: %{apply} = layout-assign,layout-apply,layout-simplify,layout-overcompute,layout-remove-noop,layout-flatten,layout-finalize
// RUN: layout-check %s %{lower} --entry=all --pipeline="builtin.module(%{apply})"
// RUN: layout-check %s %{lower} --entry=swap --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=negate --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=normalize --pipeline="builtin.module(layout-normalize-memrefs)"
// RUN: layout-check %s %{lower} --entry=flat --pipeline="builtin.module(layout-assign,layout-apply,layout-flatten,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=count --dim=arg0.dim0:7 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s %{lower} --entry=freed_by_view --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// Without their lowering, nothing can be run.
// RUN: not layout-check %s --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --entry=all --pipeline="builtin.module(%{apply})" 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: no reference: it cannot be compiled

#tile = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>
#transposed = #layout.buffer<index_map<(i, j) -> (j, i)>>
#any = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<undef>>
#rows = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
#map = affine_map<(i, j) -> (j, i)>

func.func @all(%in: memref<6x10xf32>, %out: memref<6x10xf32>) {
  %f = arith.constant 3.0 : f32
  %a = memref.alloc() {layout.transform = #tile} : memref<6x10xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      %x = affine.load %in[%i, %j] : memref<6x10xf32>
      affine.store %x, %a[%i, %j] : memref<6x10xf32>
    }
  }
  layout_test.scale %a, %f : memref<6x10xf32>
  %s = memref.subview %a[2, 0] [4, 10] [1, 1] : memref<6x10xf32> to memref<4x10xf32, strided<[10, 1], offset: 20>>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 10 {
      %x = layout_test.load_at %s[%i, %j] : memref<4x10xf32, strided<[10, 1], offset: 20>>
      affine.store %x, %out[%i + 1, %j] : memref<6x10xf32>
    }
  }
  memref.dealloc %a : memref<6x10xf32>
  return
}

func.func @swap(%a: memref<6x10xf32, #tile>, %b: memref<6x7xf32, #transposed>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      layout_test.swap %a[%i, %j], %b[%i, %j] : memref<6x10xf32, #tile>, memref<6x7xf32, #transposed>
    }
  }
  return
}

func.func @negate(%a: memref<6x10xf32, #any>) {
  layout_test.negate %a : memref<6x10xf32, #any>
  return
}

func.func @normalize(%a: memref<6x10xf32, #map>) {
  layout_test.negate %a : memref<6x10xf32, #map>
  return
}

func.func @flat(%a: memref<6x10xf32, #rows>, %out: memref<6x10xf32>) {
  layout_test.negate %a : memref<6x10xf32, #rows>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 10 {
      %x = layout_test.load_at %a[%i, %j] : memref<6x10xf32, #rows>
      affine.store %x, %out[%i, %j] : memref<6x10xf32>
    }
  }
  return
}

func.func @count(%a: memref<?x10xf32, #tile>) -> index {
  %n = layout_test.count %a : memref<?x10xf32, #tile>
  return %n : index
}

func.func @freed_by_view() -> f32 {
  %a = memref.alloc() {layout.transform = #tile} : memref<6x10xf32>
  %x = arith.constant 3.0 : f32
  affine.store %x, %a[1, 2] : memref<6x10xf32>
  %y = affine.load %a[1, 2] : memref<6x10xf32>
  %name = memref.cast %a : memref<6x10xf32> to memref<?x10xf32>
  layout_test.free %name : memref<?x10xf32>
  return %y : f32
}
