// Who may alias whom.
// RUN: layout-opt %s --layout-apply --remarks-filter=layout --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=caller-promises

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

memref.global "private" @one : memref<14xi32, #tile> = dense<1>
memref.global "private" @two : memref<14xi32, #tile> = dense<2>

func.func private @make() -> memref<14xi32, #tile>
func.func private @add(%x: memref<14xi32, #tile>, %y: memref<14xi32, #tile>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %x[%i] : memref<14xi32, #tile>
    affine.store %a, %y[%i] : memref<14xi32, #tile>
  }
  return
}

// A6: arguments with a layout, allocations and globals of different names are
// distinct.
func.func @a6(%a: memref<14xi32, #tile>, %b: memref<14xi32, #tile>) {
  %c = memref.alloc() : memref<14xi32, #tile>
  %g = memref.get_global @one : memref<14xi32, #tile>
  %h = memref.get_global @two : memref<14xi32, #tile>
  call @add(%a, %b) : (memref<14xi32, #tile>, memref<14xi32, #tile>) -> ()
  call @add(%a, %c) : (memref<14xi32, #tile>, memref<14xi32, #tile>) -> ()
  call @add(%g, %h) : (memref<14xi32, #tile>, memref<14xi32, #tile>) -> ()
  memref.dealloc %c : memref<14xi32, #tile>
  return
}

// A3: what two calls return may be one buffer: the caller's promise.
// CHECK: aliasing-promises.mlir:[[# @LINE + 4]]:3: remark: {{.*}}layout-apply/caller-promises-no-alias
func.func @a3() {
  %a = call @make() : () -> memref<14xi32, #tile>
  %b = call @make() : () -> memref<14xi32, #tile>
  call @add(%a, %b) : (memref<14xi32, #tile>, memref<14xi32, #tile>) -> ()
  return
}
