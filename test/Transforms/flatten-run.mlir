// From separators to flat memory, run against the program without layouts.
// RUN: layout-check %s --entry=texture --pipeline="builtin.module(layout-apply,layout-finalize,layout-flatten)"
// RUN: layout-check %s --entry=texture --pipeline="builtin.module(layout-apply,layout-optimize,layout-flatten,layout-finalize)"

#texture = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>, axis_separator<[3]>>
func.func private @scale(%x: memref<2x3x5x7xf32, #texture>, %y: memref<2x3x5x7xf32, #texture>) {
  affine.for %n = 0 to 2 { affine.for %h = 0 to 3 { affine.for %w = 0 to 5 { affine.for %c = 0 to 7 {
    %a = affine.load %x[%n, %h, %w, %c] : memref<2x3x5x7xf32, #texture>
    %b = arith.addf %a, %a : f32
    affine.store %b, %y[%n, %h, %w, %c] : memref<2x3x5x7xf32, #texture>
  } } } }
  return
}
func.func @texture(%x: memref<2x3x5x7xf32, #texture>, %y: memref<2x3x5x7xf32>) {
  %local = memref.alloc() : memref<2x3x5x7xf32, #texture>
  func.call @scale(%x, %local) : (memref<2x3x5x7xf32, #texture>, memref<2x3x5x7xf32, #texture>) -> ()
  memref.copy %local, %y : memref<2x3x5x7xf32, #texture> to memref<2x3x5x7xf32>
  memref.dealloc %local : memref<2x3x5x7xf32, #texture>
  return
}
