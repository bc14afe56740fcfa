// Plans that cannot be followed: errors of a user's, and nothing changes.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-tile-loops,layout-vectorize-loops)" --verify-diagnostics --split-input-file

// Results would change: two iterations that depend on each other.
func.func @order(%a: memref<65x65xf32>) {
  // expected-error @+1 {{'layout.loops' cannot be followed: results would change: iteration}}
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j + 1] : memref<65x65xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %a[%i + 1, %j] : memref<65x65xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j, i)>}
  return
}

// -----

// Terms of a float sum in another order.
func.func @sum_order(%a: memref<8x8xf32>, %s: memref<1xf32> {llvm.noalias}) {
  // expected-error @+1 {{'layout.loops' cannot be followed: results would change}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32>
      %y = affine.load %s[0] : memref<1xf32>
      %z = arith.addf %y, %x : f32
      affine.store %z, %s[0] : memref<1xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j, i)>}
  return
}

// -----

func.func @depth(%a: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{'layout.loops' cannot be followed: it is of 1 loop, and the perfect nest has 2}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  } {layout.loops = #layout.loops<(i) -> (i)>}
  return
}

// -----

func.func @extents(%a: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{'layout.loops' cannot be followed: it is stale: it was made for the extents [8, 16], and those of the nest are [8, 8]}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, lanes j), for [8, 16]>}
  return
}

// -----

func.func @keep_extents(%a: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{it was made for the extents [4, 4], and those of the nest are [8, 8]}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  } {layout.loops = #layout.loops<keep, for [4, 4]>}
  return
}

// -----

func.func @registers(%a: memref<64x48xf32>, %b: memref<48x64xf32>, %c: memref<64x64xf32> {llvm.noalias}) {
  // expected-error @+1 {{'layout.loops' cannot be followed: 8 rows of 4 registers do not fit the 16 registers of the target beside what is loaded; expects 2 rows at most}}
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 48 {
        %x = affine.load %a[%i, %k] : memref<64x48xf32>
        %y = affine.load %b[%k, %j] : memref<48x64xf32>
        %s = affine.load %c[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<64x64xf32>
      }
    }
  } {layout.loops = #layout.loops<(i, j, k) -> (j floordiv 32, i floordiv 8, k, rows i mod 8, lanes j mod 32)>}
  return
}

// -----

func.func @whole(%a: memref<61xf32>, %b: memref<61xf32> {llvm.noalias}) {
  // expected-error @+1 {{'lanes d0 mod 8': 'whole' is not proven, as the last tile may lack iterations; expects a multiple of 8 iterations}}
  affine.for %i = 0 to 61 {
    %x = affine.load %a[%i] : memref<61xf32>
    affine.store %x, %b[%i] : memref<61xf32>
  } {layout.loops = #layout.loops<(i) -> (i floordiv 8, lanes<whole> i mod 8)>}
  return
}

// -----

func.func @shift(%a: memref<61xf32>, %b: memref<61xf32> {llvm.noalias}) {
  // expected-error @+1 {{'lanes d0 mod 8': tiles that lack iterations cannot be executed by 'shift' yet; expects 'mask' or 'split'}}
  affine.for %i = 0 to 61 {
    %x = affine.load %a[%i] : memref<61xf32>
    affine.store %x, %b[%i] : memref<61xf32>
  } {layout.loops = #layout.loops<(i) -> (i floordiv 8, lanes<shift> i mod 8)>}
  return
}

// -----

func.func @dot(%a: memref<8xi8>, %b: memref<2x16x4xi8>, %c: memref<16xi32> {llvm.noalias}) {
  // expected-error @+1 {{the target has no instruction 'vpdpbusd' for dot products; expects 'dot' to be auto, none or vpmaddwd}}
  affine.for %j = 0 to 16 {
    affine.for %k = 0 to 8 {
      %x = affine.load %a[%k] : memref<8xi8>
      %y = affine.load %b[%k floordiv 4, %j, %k mod 4] : memref<2x16x4xi8>
      %s = affine.load %c[%j] : memref<16xi32>
      %xe = arith.extui %x : i8 to i32
      %ye = arith.extsi %y : i8 to i32
      %p = arith.muli %xe, %ye : i32
      %t = arith.addi %s, %p : i32
      affine.store %t, %c[%j] : memref<16xi32>
    }
  } {layout.loops = #layout.loops<(j, k) -> (k floordiv 4, lanes j, steps k mod 4), dot = "vpdpbusd">}
  return
}

// -----

func.func @merge(%a: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{loops cannot be joined by 'merge' here yet; expects tile loops of one loop each, found 'merge(d0, d1)'}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (merge(i, j))>}
  return
}

// -----

func.func @rows_without_lanes(%a: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{there are rows without lanes; expects lanes, or 'unroll'}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, rows j)>}
  return
}

// -----

func.func @unknown_extent(%a: memref<?xf32>, %x: f32, %n: index) {
  // expected-error @+1 {{'lanes d0' has no constant number of iterations from 0; expects a tile of it, by 'mod'}}
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<?xf32>
  } {layout.loops = #layout.loops<(i) -> (lanes i)>}
  return
}

// -----

// A float sum in lanes needs a permission.
func.func @sum_lanes(%a: memref<64xf32>, %s: memref<1xf32> {llvm.noalias}) {
  // expected-error @+1 {{'lanes d0 mod 16' goes along a reduction, whose order changes: expects a combination of integers, minima or maxima, fastmath<reassoc> on the op that combines, or the option reassociate}}
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    %y = affine.load %s[0] : memref<1xf32>
    %z = arith.addf %y, %x : f32
    affine.store %z, %s[0] : memref<1xf32>
  } {layout.loops = #layout.loops<(i) -> (i floordiv 16, lanes i mod 16)>}
  return
}

// -----

// Lanes whose elements are not stored side by side.
func.func @strided(%a: memref<8x16xf32>, %x: f32) {
  // expected-error @+1 {{'layout.loops' cannot be followed: lanes do not store to contiguous elements; expects lanes along which all stores are contiguous, as they are along the last index of a row-major buffer}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      affine.store %x, %a[%i, %j] : memref<8x16xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j, lanes i)>}
  return
}

// -----

func.func @not_affine(%a: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{'linalg.fill' is no affine.for; run layout-raise-loops before}}
  linalg.fill {layout.loops = #layout.loops<(i) -> (lanes i)>} ins(%x : f32) outs(%a : memref<8xf32>)
  return
}

// -----

// Each loop is short, and all together are not.
func.func @unrolled(%a: memref<64x32xf32>, %x: f32) {
  // expected-error @+1 {{'layout.loops' cannot be followed: loops with 'unroll' make 2048 copies of the body; expects 256 at most}}
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      affine.store %x, %a[%i, %j] : memref<64x32xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (unroll i, unroll j)>}
  return
}

// -----

func.func @longer(%a: memref<33x7xi32>, %c: memref<33xi32> {llvm.noalias}) {
  // expected-error @+1 {{'lanes d1 mod 16' is a tile of 16 iterations, and its loop has 7; expects as many at most}}
  affine.for %j = 0 to 33 {
    affine.for %k = 0 to 7 {
      %x = affine.load %a[%j, %k] : memref<33x7xi32>
      %s = affine.load %c[%j] : memref<33xi32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %c[%j] : memref<33xi32>
    }
  } {layout.loops = #layout.loops<(j, k) -> (j, k floordiv 16, lanes k mod 16)>}
  return
}

// -----

func.func @longer_from_two(%a: memref<33x7xf32>, %c: memref<33x7xf32> {llvm.noalias}) {
  // expected-error @+1 {{'lanes d1 mod 8' is a tile of 8 iterations, and its loop has 5; expects as many at most}}
  affine.for %i = 0 to 33 {
    affine.for %j = 2 to 7 {
      %x = affine.load %a[%i, %j] : memref<33x7xf32>
      affine.store %x, %c[%i, %j] : memref<33x7xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i floordiv 4, j floordiv 8, rows<split> i mod 4, lanes j mod 8)>}
  return
}

// -----

// The inner loop has no iteration in the first one of the outer: that loop
// becomes shorter.
func.func @shortened(%a: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{'unroll d0 mod 4' expects a constant number of iterations, 64 at most, and the same in all tiles}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.store %x, %a[%i, %j] : memref<8x8xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i floordiv 4, unroll i mod 4, j)>}
  return
}

// -----

func.func @edge_of_lanes(%a: memref<31xf32>, %b: memref<31xf32> {llvm.noalias}) {
  // expected-error @+1 {{'lanes d0 mod 8': lanes that are missing cannot be executed by 'edge'; expects 'mask' or 'split'}}
  affine.for %i = 0 to 31 {
    %x = affine.load %a[%i] : memref<31xf32>
    affine.store %x, %b[%i] : memref<31xf32>
  } {layout.loops = #layout.loops<(i) -> (i floordiv 8, lanes<edge> i mod 8)>}
  return
}

// -----

// What is added up may be what was stored: the refusal names the buffers.
func.func @sum_of_itself(%a: memref<64x64xi32>, %b: memref<64xi32>) {
  // expected-error @+1 {{lanes along a reduction expect iterations of the other loops that do not depend on each other: %arg0 and %arg1 may be the same memory; state llvm.noalias if they are not}}
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xi32>
      %s = affine.load %b[%i] : memref<64xi32>
      %y = arith.addi %x, %s : i32
      affine.store %y, %b[%i] : memref<64xi32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, j floordiv 8, lanes j mod 8)>}
  return
}

// -----

func.func @sum_from_two(%a: memref<8x32xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}) {
  // expected-error @+1 {{lanes with a part of a reduction each expect a loop from 0, to a bound that no loop around it changes}}
  affine.for %i = 0 to 8 {
    affine.for %j = 2 to 32 {
      %x = affine.load %a[%i, %j] : memref<8x32xi32>
      %s = affine.load %b[%i] : memref<8xi32>
      %y = arith.addi %x, %s : i32
      affine.store %y, %b[%i] : memref<8xi32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, j floordiv 8, lanes j mod 8)>}
  return
}

// -----

func.func @sum_of_triangle(%a: memref<32x33xi32> {llvm.noalias}, %b: memref<32xi32> {llvm.noalias}) {
  // expected-error @+1 {{lanes with a part of a reduction each expect a loop from 0, to a bound that no loop around it changes}}
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to affine_map<(d) -> (d + 1)>(%i) {
      %x = affine.load %a[%i, %j] : memref<32x33xi32>
      %s = affine.load %b[%i] : memref<32xi32>
      %y = arith.addi %x, %s : i32
      affine.store %y, %b[%i] : memref<32xi32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, j floordiv 8, lanes j mod 8)>}
  return
}

// -----

func.func @sum_of_columns(%a: memref<32x8xi32> {llvm.noalias}, %b: memref<7xi32> {llvm.noalias}) {
  // expected-error @+1 {{what the innermost loop adds to cannot be in registers: expects that nothing else in the loop may touch it, and that lanes read adjacent elements, or one for all}}
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 7 {
      %x = affine.load %a[%i, %j] : memref<32x8xi32>
      %s = affine.load %b[%j] : memref<7xi32>
      %y = arith.addi %x, %s : i32
      affine.store %y, %b[%j] : memref<7xi32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j, i floordiv 8, lanes i mod 8)>}
  return
}
