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

// What speaks of a whole buffer hands it on in its shape: static and dynamic,
// of an argument and of an allocation.
// DEFINE: %{pipeline} = layout-apply,layout-finalize,layout-flatten
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{pipeline})"
// RUN: %{check} --entry=named --arg=2:1
// RUN: %{check} --entry=named_dynamic --dim=arg0.dim0:3 --arg=1:1
// RUN: %{check} --entry=cast_to_dynamic --arg=1:1
// REDEFINE: %{pipeline} = layout-apply,layout-flatten,layout-finalize
// RUN: %{check} --entry=named --arg=2:1
// RUN: %{check} --entry=tiled_names --arg=2:5
#tiled = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2.0 : f32>, axis_separator<[1]>>
#tiled1 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2.0 : f32>, axis_separator<[]>>
#flat2 = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
func.func @named(%a: memref<3x5xf32, #flat2>, %b: memref<3x5xf32, #flat2>, %n: index) -> (f32, f32, f32) {
  %c = memref.alloc() : memref<3x5xf32, #flat2>
  %v = memref.load %b[%n, %n] : memref<3x5xf32, #flat2>
  %k = memref.assume_alignment %c, 4 : memref<3x5xf32, #flat2>
  memref.store %v, %k[%n, %n] : memref<3x5xf32, #flat2>
  %p, %q = memref.distinct_objects %a, %c : memref<3x5xf32, #flat2>, memref<3x5xf32, #flat2>
  %x = memref.load %p[%n, %n] : memref<3x5xf32, #flat2>
  %y = memref.load %q[%n, %n] : memref<3x5xf32, #flat2>
  %s = memref.memory_space_cast %b : memref<3x5xf32, #flat2> to memref<3x5xf32, #flat2, 1>
  %z = memref.load %s[%n, %n] : memref<3x5xf32, #flat2, 1>
  return %x, %y, %z : f32, f32, f32
}
func.func @named_dynamic(%a: memref<?x5xf32, #flat2>, %n: index) -> f32 {
  %b = memref.assume_alignment %a, 4 : memref<?x5xf32, #flat2>
  %x = memref.load %b[%n, %n] : memref<?x5xf32, #flat2>
  return %x : f32
}
func.func @tiled_names(%a: memref<14xf32, #tiled>, %b: memref<14xf32, #tiled1>, %n: index) -> (f32, f32) {
  %c = memref.assume_alignment %a, 4 : memref<14xf32, #tiled>
  %d = memref.memory_space_cast %b : memref<14xf32, #tiled1> to memref<14xf32, #tiled1, 1>
  %x = memref.load %c[%n] : memref<14xf32, #tiled>
  %y = memref.load %d[%n] : memref<14xf32, #tiled1, 1>
  memref.store %y, %c[%n] : memref<14xf32, #tiled>
  return %x, %y : f32, f32
}
func.func @cast_to_dynamic(%a: memref<14xf32, #tiled>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %u = memref.cast %a : memref<14xf32, #tiled> to memref<?xf32, #tiled>
  %q = memref.load %u[%n] : memref<?xf32, #tiled>
  memref.store %q, %u[%c0] : memref<?xf32, #tiled>
  %d = memref.dim %u, %c0 : memref<?xf32, #tiled>
  return %d : index
}

// canonicalize makes an allocation static, and casts it for the fact about its
// padding and for the call.
// RUN: layout-check %s --entry=known_extent --pipeline="builtin.module(layout-apply,canonicalize,layout-flatten,layout-finalize)"
// RUN: layout-check %s --entry=known_extent --pipeline="builtin.module(layout-apply,canonicalize,layout-finalize,layout-flatten)"
#tiles = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>, axis_separator<[1]>>
func.func private @fill(%a: memref<?x7xf32, #tiles>, %b: memref<5xf32>) {
  affine.for %i = 0 to 5 {
    %x = affine.load %b[%i] : memref<5xf32>
    affine.store %x, %a[%i, 6] : memref<?x7xf32, #tiles>
  }
  return
}
func.func @known_extent(%b: memref<5xf32>) {
  %c5 = arith.constant 5 : index
  %a = memref.alloc(%c5) : memref<?x7xf32, #tiles>
  func.call @fill(%a, %b) : (memref<?x7xf32, #tiles>, memref<5xf32>) -> ()
  affine.for %i = 0 to 5 {
    %x = affine.load %a[4 - %i, 6] : memref<?x7xf32, #tiles>
    affine.store %x, %b[%i] : memref<5xf32>
  }
  memref.dealloc %a : memref<?x7xf32, #tiles>
  return
}

// Rows with a border of a dynamic extent: strides count it.
// RUN: layout-check %s --entry=border --dim=arg0.dim0:3 --dim=arg0.dim1:4 --pipeline="builtin.module(layout-apply,layout-finalize,layout-flatten)"
// RUN: layout-check %s --entry=border --dim=arg0.dim0:0 --dim=arg0.dim1:2 --pipeline="builtin.module(layout-apply,layout-finalize,layout-flatten)"
// RUN: layout-check %s --entry=border --dim=arg0.dim0:2 --dim=arg0.dim1:0 --pipeline="builtin.module(layout-apply,layout-flatten,layout-finalize)"
#bordered = #layout.buffer<index_map<(i, j) -> (i + 1, j)>, extent<[? + 2, ? + 1]>, pad<3.0 : f32>, axis_separator<[]>>
func.func @border(%x: memref<?x?xf32, #bordered>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x?xf32, #bordered>
  %m = memref.dim %x, %c1 : memref<?x?xf32, #bordered>
  %local = memref.alloc(%n, %m) : memref<?x?xf32, #bordered>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %x[%i, %j] : memref<?x?xf32, #bordered>
      affine.store %a, %local[%i, %j] : memref<?x?xf32, #bordered>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %a = affine.load %local[%i, %j] : memref<?x?xf32, #bordered>
      %b = arith.addf %a, %a : f32
      affine.store %b, %x[%i, %j] : memref<?x?xf32, #bordered>
    }
  }
  memref.dealloc %local : memref<?x?xf32, #bordered>
  return
}
