// The local copy by which a request is met is freed once, with the program's own buffers.
// RUN: layout-opt %s --split-input-file --layout-compile=deallocate=true | FileCheck %s --implicit-check-not="call @free"
// RUN: layout-check %s --entry=tail --pipeline="builtin.module(layout-assign,layout-apply,layout-drop-deallocs,buffer-deallocation-pipeline)"

// CHECK-LABEL: llvm.func @tail
// CHECK: llvm.call @malloc
// CHECK: llvm.call @free
#t = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<9 : i32>>
func.func @tail(%m: memref<9xi32> {layout.transform = #t}) {
  affine.for %j = 0 to 6 {
    %v = affine.load %m[%j] : memref<9xi32>
    %w = arith.addi %v, %v : i32
    affine.store %w, %m[%j] : memref<9xi32>
  }
  return
}
