// Programs with plain maps, executed with and without them.
// RUN: layout-check %s --entry=overlap,dims --pipeline="builtin.module(layout-normalize-memrefs)"
// RUN: layout-check %s --entry=mixed --pipeline="builtin.module(layout-normalize-memrefs,layout-apply,layout-finalize)"

#tile = affine_map<(i, j) -> (i floordiv 4, j floordiv 2, i mod 4, j mod 2)>
#reversed = affine_map<(i, j) -> (8 - j, i)>

// One buffer as both arguments: the callee reads what it has just written.
func.func private @shift(%a: memref<6x9xi32, #tile>, %b: memref<6x9xi32, #tile>) {
  affine.for %i = 1 to 6 {
    affine.for %j = 0 to 9 {
      %x = affine.load %a[%i - 1, %j] : memref<6x9xi32, #tile>
      affine.store %x, %b[%i, %j] : memref<6x9xi32, #tile>
    }
  }
  return
}
func.func @overlap(%a: memref<6x9xi32, #tile>) {
  call @shift(%a, %a) : (memref<6x9xi32, #tile>, memref<6x9xi32, #tile>) -> ()
  return
}

func.func @dims(%out: memref<2xindex>) {
  %a = memref.alloc() : memref<6x9xi32, #tile>
  affine.for %i = 0 to 2 {
    %d = memref.dim %a, %i : memref<6x9xi32, #tile>
    affine.store %d, %out[%i] : memref<2xindex>
  }
  memref.dealloc %a : memref<6x9xi32, #tile>
  return
}

#ours = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<1 : i32>>
func.func @mixed(%a: memref<6x9xi32, #ours>, %b: memref<6x9xi32, #reversed>, %c: memref<6x9xi32, #tile>) {
  memref.copy %b, %a : memref<6x9xi32, #reversed> to memref<6x9xi32, #ours>
  linalg.add ins(%a, %b : memref<6x9xi32, #ours>, memref<6x9xi32, #reversed>) outs(%c : memref<6x9xi32, #tile>)
  return
}
