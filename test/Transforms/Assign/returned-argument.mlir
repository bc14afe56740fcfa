// A function that works on a local copy of an argument returns the argument: the copy
// has been copied back by then.
// RUN: layout-opt %s --layout-bufferize --layout-assign | FileCheck %s
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-compile=change-interface=true -o /dev/null
// RUN: layout-check %s --entry=buffer --pipeline="builtin.module(layout-bufferize,layout-assign,layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=tensor --pipeline="builtin.module(layout-bufferize,layout-assign,layout-apply,layout-optimize)"

#t = #layout.buffer<index_map<(i, j) -> (i, j floordiv 16, j mod 16)>, pad<0.0 : f32>>
// CHECK-LABEL: @buffer
// CHECK-SAME: (%[[ARG:.*]]: memref<5x20xf32>) -> memref<5x20xf32>
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<5x20xf32, #
// CHECK: layout.convert ins(%[[COPY]]{{.*}} outs(%[[ARG]] : memref<5x20xf32>)
// CHECK: return %[[ARG]]
func.func @buffer(%x: memref<5x20xf32> {layout.transform = #t}) -> memref<5x20xf32> {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 20 {
      %v = affine.load %x[%i, %j] : memref<5x20xf32>
      %a = math.absf %v : f32
      affine.store %a, %x[%i, %j] : memref<5x20xf32>
    }
  }
  return %x : memref<5x20xf32>
}

func.func @tensor(%x: tensor<5x20xf32> {layout.transform = #t}) -> tensor<5x20xf32> {
  %y = linalg.abs ins(%x : tensor<5x20xf32>) outs(%x : tensor<5x20xf32>) -> tensor<5x20xf32>
  return %y : tensor<5x20xf32>
}
