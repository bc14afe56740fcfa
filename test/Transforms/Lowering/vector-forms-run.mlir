// Masked, gathering and affine forms of vector accesses, on laid-out types and by
// request, give the results that they give without layouts.
// RUN: layout-check %s --entry=forms,requested --arg=2:4 --arg=3:5 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=forms --arg=2:1 --arg=3:8 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=forms --arg=2:0 --arg=3:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=requested --arg=2:1 --arg=3:8 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=through_view,through_transposed --arg=1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=passthru,passthru_requested --arg=2:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=passthru --arg=2:9 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=tiles,tiles_requested --arg=2:1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=tiles --arg=2:0 --pipeline="builtin.module(layout-assign,layout-normalize-memrefs,layout-apply,layout-optimize,layout-finalize)"

#tile = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<9.0 : f32>>

func.func @forms(%a: memref<5x14xf32, #tile>, %b: memref<5x14xf32, #tile>, %i: index, %n: index) -> vector<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %p = arith.constant dense<-2.0> : vector<8xf32>
  %z = arith.constant 5.0 : f32
  %offsets = arith.constant dense<[3, 0, 5, 1, 100, 7, 2, 6]> : vector<8xindex>
  %narrow = arith.constant dense<[3, 0, 5, 1, -1, 7, 2, 6]> : vector<8xi32>
  %odd = arith.constant dense<[true, false, true, true, false, true, false, true]> : vector<8xi1>
  %some = vector.create_mask %n : vector<8xi1>

  %x0 = vector.maskedload %a[%three, %i], %odd, %p : memref<5x14xf32, #tile>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %b[%zero, %i], %some, %x0 : memref<5x14xf32, #tile>, vector<8xi1>, vector<8xf32>
  %x2 = vector.gather %a[%three, %i][%offsets], %odd, %p : memref<5x14xf32, #tile>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %b[%three, %i][%offsets], %odd, %x2 : memref<5x14xf32, #tile>, vector<8xindex>, vector<8xi1>, vector<8xf32>
  %x3 = vector.gather %a[%one, %one][%narrow], %odd, %p : memref<5x14xf32, #tile>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %x4 = vector.expandload %a[%i, %three], %odd, %x3 : memref<5x14xf32, #tile>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %b[%i, %zero], %some, %x4 : memref<5x14xf32, #tile>, vector<8xi1>, vector<8xf32>
  %x5 = vector.mask %some { vector.transfer_read %a[%one, %three], %z {in_bounds = [true]} : memref<5x14xf32, #tile>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %x6 = vector.mask %odd { vector.transfer_read %a[%three, %one], %z {in_bounds = [true]} : memref<5x14xf32, #tile>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %odd { vector.transfer_write %x5, %b[%three, %three] {in_bounds = [true]} : vector<8xf32>, memref<5x14xf32, #tile> } : vector<8xi1>
  affine.for %k = 0 to 3 {
    %y = affine.vector_load %a[%k + 1, %k * 4] : memref<5x14xf32, #tile>, vector<4xf32>
    affine.vector_store %y, %b[%k, %k * 4] : memref<5x14xf32, #tile>, vector<4xf32>
  }
  %s0 = arith.addf %x5, %x6 : vector<8xf32>
  %s1 = arith.addf %s0, %x2 : vector<8xf32>
  return %s1 : vector<8xf32>
}

func.func @requested(%a: memref<5x14xf32> {layout.transform = #tile}, %b: memref<5x14xf32> {layout.transform = #tile}, %i: index, %n: index) -> vector<8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %p = arith.constant dense<-2.0> : vector<8xf32>
  %z = arith.constant 5.0 : f32
  %offsets = arith.constant dense<[3, 0, 5, 1, 100, 7, 2, 6]> : vector<8xindex>
  %narrow = arith.constant dense<[3, 0, 5, 1, -1, 7, 2, 6]> : vector<8xi32>
  %odd = arith.constant dense<[true, false, true, true, false, true, false, true]> : vector<8xi1>
  %some = vector.create_mask %n : vector<8xi1>

  %x0 = vector.maskedload %a[%three, %i], %odd, %p : memref<5x14xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %b[%zero, %i], %some, %x0 : memref<5x14xf32>, vector<8xi1>, vector<8xf32>
  %x2 = vector.gather %a[%three, %i][%offsets], %odd, %p : memref<5x14xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %b[%three, %i][%offsets], %odd, %x2 : memref<5x14xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>
  %x3 = vector.gather %a[%one, %one][%narrow], %odd, %p : memref<5x14xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %x4 = vector.expandload %a[%i, %three], %odd, %x3 : memref<5x14xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %b[%i, %zero], %some, %x4 : memref<5x14xf32>, vector<8xi1>, vector<8xf32>
  %x5 = vector.mask %some { vector.transfer_read %a[%one, %three], %z {in_bounds = [true]} : memref<5x14xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %x6 = vector.mask %odd { vector.transfer_read %a[%one, %three], %z {in_bounds = [true]} : memref<5x14xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %odd { vector.transfer_write %x5, %b[%three, %three] {in_bounds = [true]} : vector<8xf32>, memref<5x14xf32> } : vector<8xi1>
  affine.for %k = 0 to 3 {
    %y = affine.vector_load %a[%k + 1, %k * 4] : memref<5x14xf32>, vector<4xf32>
    affine.vector_store %y, %b[%k, %k * 4] : memref<5x14xf32>, vector<4xf32>
  }
  %s0 = arith.addf %x5, %x6 : vector<8xf32>
  %s1 = arith.addf %s0, %x2 : vector<8xf32>
  return %s1 : vector<8xf32>
}

// A mask in place of the bounds of a view.
func.func @through_view(%a: memref<16x16xf32> {layout.transform = #tile}, %n: index) -> vector<8xf32> {
  %z = arith.constant 5.0 : f32
  %two = arith.constant 2 : index
  %p = arith.constant dense<-2.0> : vector<8xf32>
  %offsets = arith.constant dense<[3, 0, 5, 1, 4, 7, 2, 6]> : vector<8xindex>
  %m = vector.create_mask %n : vector<8xi1>
  %s = memref.subview %a[%two, 4] [4, 10] [1, 1] : memref<16x16xf32> to memref<4x10xf32, strided<[16, 1], offset: ?>>
  %x = vector.mask %m { vector.transfer_read %s[%two, %two], %z {in_bounds = [true]} : memref<4x10xf32, strided<[16, 1], offset: ?>>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %y = vector.gather %s[%two, %two][%offsets], %m, %p : memref<4x10xf32, strided<[16, 1], offset: ?>>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  %w = vector.transfer_read %s[%two, %n], %z : memref<4x10xf32, strided<[16, 1], offset: ?>>, vector<8xf32>
  %u = vector.maskedload %s[%n, %two], %m, %p : memref<4x10xf32, strided<[16, 1], offset: ?>>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.transfer_write %y, %s[%two, %n] : vector<8xf32>, memref<4x10xf32, strided<[16, 1], offset: ?>>
  vector.compressstore %s[%n, %two], %m, %w : memref<4x10xf32, strided<[16, 1], offset: ?>>, vector<8xi1>, vector<8xf32>
  %r0 = arith.addf %x, %y : vector<8xf32>
  %r1 = arith.addf %r0, %w : vector<8xf32>
  %r2 = arith.addf %r1, %u : vector<8xf32>
  return %r2 : vector<8xf32>
}

// The mask counts dimensions in the order of the buffer, not of the view.
func.func @through_transposed(%a: memref<8x8xf32> {layout.transform = #tile}, %n: index) -> vector<16xf32> {
  %z = arith.constant 5.0 : f32
  %two = arith.constant 2 : index
  %one = arith.constant 1 : index
  %m = vector.create_mask %one, %n : vector<4x4xi1>
  %t = memref.transpose %a (i, j) -> (j, i) : memref<8x8xf32> to memref<8x8xf32, strided<[1, 8]>>
  %x = vector.transfer_read %t[%one, %two], %z, %m {in_bounds = [true, true]} : memref<8x8xf32, strided<[1, 8]>>, vector<4x4xf32>
  %r = vector.shape_cast %x : vector<4x4xf32> to vector<16xf32>
  return %r : vector<16xf32>
}

// Where the mask is false, the passthru counts, not the padding of the read.
func.func @passthru(%a: memref<5x14xf32, #tile>, %b: memref<5x14xf32, #tile>, %n: index) -> vector<8xf32> {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %z = arith.constant 5.0 : f32
  %p = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 9.0]> : vector<8xf32>
  %q = arith.constant dense<-2.0> : vector<2x4xf32>
  %odd = arith.constant dense<[true, false, true, true, false, true, false, true]> : vector<8xi1>
  %some = vector.create_mask %one, %n : vector<2x4xi1>
  %x0 = vector.mask %odd, %p { vector.transfer_read %a[%one, %three], %z {in_bounds = [true]} : memref<5x14xf32, #tile>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  %x1 = vector.mask %some, %q { vector.transfer_read %a[%three, %n], %z : memref<5x14xf32, #tile>, vector<2x4xf32> } : vector<2x4xi1> -> vector<2x4xf32>
  vector.transfer_write %x0, %b[%three, %one] {in_bounds = [true]} : vector<8xf32>, memref<5x14xf32, #tile>
  vector.transfer_write %x1, %b[%one, %n] : vector<2x4xf32>, memref<5x14xf32, #tile>
  return %x0 : vector<8xf32>
}

func.func @passthru_requested(%a: memref<5x14xf32> {layout.transform = #tile}, %b: memref<5x14xf32> {layout.transform = #tile}, %n: index) -> vector<8xf32> {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %z = arith.constant 5.0 : f32
  %p = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 9.0]> : vector<8xf32>
  %some = vector.create_mask %n : vector<8xi1>
  %x0 = vector.mask %some, %p { vector.transfer_read %a[%one, %three], %z {in_bounds = [true]} : memref<5x14xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.transfer_write %x0, %b[%three, %one] {in_bounds = [true]} : vector<8xf32>, memref<5x14xf32>
  return %x0 : vector<8xf32>
}

// Loads and stores of several axes, where rows have a distance: a layout that upstream
// lets vector.load and vector.store have.
#rows = affine_map<(i, j) -> (i * 20 + j)>
func.func @tiles(%a: memref<4x16xf32, #rows>, %b: memref<4x16xf32, #rows>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %wide = vector.load %a[%c0, %c4] : memref<4x16xf32, #rows>, vector<8xf32>
  vector.store %wide, %b[%c1, %c4] : memref<4x16xf32, #rows>, vector<8xf32>
  %tile = vector.load %a[%i, %c4] : memref<4x16xf32, #rows>, vector<2x4xf32>
  vector.store %tile, %b[%i, %c1] : memref<4x16xf32, #rows>, vector<2x4xf32>
  return
}

func.func @tiles_requested(%a: memref<5x14xf32> {layout.transform = #tile}, %b: memref<5x14xf32> {layout.transform = #tile}, %i: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %wide = vector.load %a[%i, %c1] : memref<5x14xf32>, vector<8xf32>
  vector.store %wide, %b[%c1, %c4] : memref<5x14xf32>, vector<8xf32>
  %tile = vector.load %a[%i, %c1] : memref<5x14xf32>, vector<3x6xf32>
  vector.store %tile, %b[%i, %c4] : memref<5x14xf32>, vector<3x6xf32>
  return
}
