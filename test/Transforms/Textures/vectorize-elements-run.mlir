// Buffers of vectors, run against the same program without them.
// RUN: layout-check %s --entry=packed --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,layout-vectorize-elements{require=true vector-size=4})"
// RUN: layout-check %s --entry=packed --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,layout-flatten,layout-vectorize-elements)"
// RUN: layout-check %s --entry=unaligned --arg=1:3 --pipeline="builtin.module(layout-vectorize-elements{require=true})"

// RUN: layout-check %s --entry=beside --arg=2:3 --pipeline="builtin.module(layout-vectorize-elements{require=true})"

// A packed buffer has whole vectors of channels.
func.func private @double(%x: memref<2x2x3x5x4xf32>, %y: memref<2x2x3x5x4xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %n = 0 to 2 { affine.for %c = 0 to 2 { affine.for %h = 0 to 3 { affine.for %w = 0 to 5 {
    %a = affine.vector_load %x[%n, %c, %h, %w, 0] : memref<2x2x3x5x4xf32>, vector<4xf32>
    %b = arith.addf %a, %a : vector<4xf32>
    vector.store %b, %y[%n, %c, %h, %w, %c0] : memref<2x2x3x5x4xf32>, vector<4xf32>
  } } } }
  return
}
func.func @packed(%x: memref<2x2x3x5x4xf32>, %y: memref<2x2x3x5x4xf32>, %z: memref<2x2x3x5x4xf32>) {
  %one = arith.constant 1.0 : f32
  %local = memref.alloc() : memref<2x2x3x5x4xf32>
  %other = memref.alloca() : memref<2x2x3x5x4xf32>
  func.call @double(%x, %local) : (memref<2x2x3x5x4xf32>, memref<2x2x3x5x4xf32>) -> ()
  linalg.fill ins(%one : f32) outs(%other : memref<2x2x3x5x4xf32>)
  affine.for %h = 0 to 3 {
    %a = affine.load %local[0, 1, %h, 2, 3] : memref<2x2x3x5x4xf32>
    %b = affine.load %local[0, 1, %h, 2, %h] : memref<2x2x3x5x4xf32>
    affine.store %a, %other[1, 0, %h, 4, 1] : memref<2x2x3x5x4xf32>
    affine.store %b, %other[1, 0, %h, 4, 0] : memref<2x2x3x5x4xf32>
    affine.store %one, %other[1, 0, %h, 4, 3] : memref<2x2x3x5x4xf32>
    affine.store %b, %other[1, 0, %h, 4, 2] : memref<2x2x3x5x4xf32>
  }
  memref.copy %local, %y : memref<2x2x3x5x4xf32> to memref<2x2x3x5x4xf32>
  memref.copy %other, %z : memref<2x2x3x5x4xf32> to memref<2x2x3x5x4xf32>
  memref.dealloc %local : memref<2x2x3x5x4xf32>
  return
}

// Memory that is given need not be aligned.
memref.global @g : memref<2x8xi16> = dense<5>
func.func @unaligned(%x: memref<3x8xi16>, %i: i16) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<2x8xi16>
  linalg.fill ins(%i : i16) outs(%g : memref<2x8xi16>)
  affine.for %j = 0 to 2 {
    %a = vector.load %g[%j, %c0] : memref<2x8xi16>, vector<8xi16>
    %b = vector.load %x[%j, %c0] : memref<3x8xi16>, vector<8xi16>
    %c = arith.muli %a, %b : vector<8xi16>
    affine.vector_store %c, %x[%j + 1, 0] : memref<3x8xi16>, vector<8xi16>
  }
  return
}

// A buffer of rank 0 has no rows: memory of its own may be stored to between the
// elements of one.
func.func @beside(%x: memref<3x4xf32>, %s: memref<f32>, %i: f32) {
  %a = memref.alloc() : memref<3x4xf32>
  %t = memref.alloca() : memref<f32>
  affine.for %j = 0 to 3 {
    %y = affine.load %x[%j, 1] : memref<3x4xf32>
    affine.store %y, %t[] : memref<f32>
    affine.store %i, %a[%j, 0] : memref<3x4xf32>
    affine.store %i, %t[] : memref<f32>
    affine.store %y, %a[%j, 3] : memref<3x4xf32>
    %z = memref.load %t[] : memref<f32>
    affine.store %z, %a[%j, 1] : memref<3x4xf32>
    affine.store %y, %a[%j, 2] : memref<3x4xf32>
  }
  affine.for %j = 0 to 3 {
    %y = affine.load %a[%j, 1] : memref<3x4xf32>
    %z = affine.load %a[%j, 3] : memref<3x4xf32>
    %w = arith.addf %y, %z : f32
    affine.store %w, %s[] : memref<f32>
  }
  memref.dealloc %a : memref<3x4xf32>
  return
}
