// What is collapsed is what it was, behind the passes that make it fast, too.
// DEFINE: %{entry} =
// DEFINE: %{check} = layout-check %s --entry=%{entry}
// DEFINE: %{run} = %{check} --pipeline="builtin.module(layout-assign,layout-apply,layout-collapse-dims)" && %{check} --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize)" && %{check} --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize{padding=true})"

// Both ends of a vector at once, an index that may be any, digits of three
// levels.
// REDEFINE: %{entry} = levinson
// RUN: %{run}
#v = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f32>>
#w = #layout.buffer<index_map<(i) -> (i floordiv 32, (i floordiv 8) mod 4, i mod 8)>, pad<undef>>
func.func @levinson(%r: memref<45xf32> {layout.transform = #v}, %y: memref<45xf32> {layout.transform = #w}) {
  %z = memref.alloc() {layout.transform = #v} : memref<45xf32>
  %one = arith.constant 1.0 : f32
  affine.for %k = 1 to 45 {
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %0 = affine.load %y[%i] : memref<45xf32>
      %1 = affine.load %r[%k - %i - 1] : memref<45xf32>
      %2 = arith.maximumf %0, %1 : f32
      affine.store %2, %z[%i] : memref<45xf32>
    }
    affine.for %i = 0 to affine_map<(k) -> (k)>(%k) {
      %0 = affine.load %z[%i] : memref<45xf32>
      affine.store %0, %y[%i] : memref<45xf32>
    }
    affine.store %one, %y[%k] : memref<45xf32>
  }
  memref.dealloc %z : memref<45xf32>
  return
}

// One buffer by two names, loops that exchange buffers, and calls.
// REDEFINE: %{entry} = smooth
// RUN: %{run}
func.func private @first(%a: memref<45xf32> {layout.transform = #v}) -> f32 {
  %x = affine.load %a[0] : memref<45xf32>
  return %x : f32
}
func.func @smooth(%a: memref<45xf32> {layout.transform = #v}, %b: memref<45xf32> {layout.transform = #v}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0:2 = scf.for %t = %c0 to %c5 step %c1 iter_args(%from = %a, %to = %b) -> (memref<45xf32>, memref<45xf32>) {
    affine.for %i = 1 to 44 {
      %x = affine.load %from[%i - 1] : memref<45xf32>
      %y = affine.load %from[%i + 1] : memref<45xf32>
      %s = arith.subf %x, %y : f32
      affine.store %s, %to[%i] : memref<45xf32>
      affine.store %x, %a[%i] : memref<45xf32>
    }
    scf.yield %to, %from : memref<45xf32>, memref<45xf32>
  }
  %r = call @first(%0#1) : (memref<45xf32>) -> f32
  return %r : f32
}

// Single bits, and an extent that is not known.
// REDEFINE: %{entry} = bits
// RUN: layout-check %s --entry=bits --dim=arg0.dim0:29 --dim=arg1.dim0:29 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize)"
func.func @bits(%a: memref<?xi1> {layout.transform = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>}, %b: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi1>
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi1>
    affine.store %x, %b[%i] : memref<?xi1>
  }
  return
}

// Rows whose digits fill no vector, beside tiles in front, with neighbours.
// REDEFINE: %{entry} = rows
// RUN: %{run}
#rows = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j floordiv 5, j mod 5)>, pad<0.0 : f32>>
#odd = #layout.buffer<index_map<(i, j) -> (i floordiv 3, i mod 3, j)>, pad<undef>>
func.func @rows(%a: memref<11x23xf32> {layout.transform = #rows}, %b: memref<11x23xf32> {layout.transform = #odd}) {
  affine.for %i = 1 to 11 {
    affine.for %j = 1 to 22 {
      %0 = affine.load %a[%i - 1, %j + 1] : memref<11x23xf32>
      %1 = affine.load %b[%i, -%j + 22] : memref<11x23xf32>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %a[%i, %j] : memref<11x23xf32>
      affine.store %1, %b[-%i + 11, %j] : memref<11x23xf32>
    }
  }
  return
}
