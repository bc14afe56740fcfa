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

// Dynamic extents, and buffers that loops and branches carry.
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:3 --dim=arg0.dim1:4 --dim=arg1.dim0:3 --dim=arg1.dim1:4 --arg=2:3 --pipeline="builtin.module(layout-apply,layout-finalize,layout-flatten)"
#flat4 = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[]>>
#rows = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1]>>
func.func private @advance(%x: memref<?x?x5xf32, #flat4>) -> memref<?x?x5xf32, #flat4> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = memref.load %x[%c0, %c1, %c2] : memref<?x?x5xf32, #flat4>
  %w = arith.addf %v, %v : f32
  memref.store %w, %x[%c2, %c1, %c0] : memref<?x?x5xf32, #flat4>
  return %x : memref<?x?x5xf32, #flat4>
}
func.func @dynamic(%x: memref<?x?x5xf32, #flat4>, %y: memref<?x?x5xf32, #rows>, %count: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?x5xf32, #flat4>
  %m = memref.dim %x, %c1 : memref<?x?x5xf32, #flat4>
  %local = memref.alloc(%n, %m) : memref<?x?x5xf32, #flat4>
  affine.for %i = 0 to %n { affine.for %j = 0 to %m { affine.for %k = 0 to 5 {
    %a = affine.load %x[%i, %j, %k] : memref<?x?x5xf32, #flat4>
    affine.store %a, %local[%i, %j, -%k + 4] : memref<?x?x5xf32, #flat4>
  } } }
  %r:2 = scf.for %k = %c0 to %count step %c1 iter_args(%a = %x, %b = %local) -> (memref<?x?x5xf32, #flat4>, memref<?x?x5xf32, #flat4>) {
    %q = func.call @advance(%a) : (memref<?x?x5xf32, #flat4>) -> memref<?x?x5xf32, #flat4>
    scf.yield %b, %q : memref<?x?x5xf32, #flat4>, memref<?x?x5xf32, #flat4>
  }
  affine.for %i = 0 to %n { affine.for %j = 0 to %m { affine.for %k = 0 to 5 {
    %a = affine.load %r#0[%i, %j, %k] : memref<?x?x5xf32, #flat4>
    affine.store %a, %y[%i, %j, %k] : memref<?x?x5xf32, #rows>
  } } }
  memref.dealloc %local : memref<?x?x5xf32, #flat4>
  return
}
