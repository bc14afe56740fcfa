// Vectors in layouts give the results of vectors without.
// RUN: layout-check %s --entry=tiles --arg=6:13 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=tiles --arg=6:1 --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=masked --arg=4:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=masked --arg=4:15 --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=permuted --arg=2:2 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=flattened --pipeline="builtin.module(layout-apply,layout-flatten,layout-finalize)"
// RUN: layout-check %s --entry=anywhere --arg=5:0 --arg=6:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=anywhere --arg=5:5 --arg=6:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=anywhere --arg=5:10 --arg=6:1 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=anywhere --arg=5:15 --arg=6:2 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=anywhere --arg=5:23 --arg=6:5 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=anywhere --arg=5:6 --arg=6:4 --pipeline="builtin.module(layout-apply,layout-optimize,layout-flatten,layout-finalize)"

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#reversed = #layout.buffer<index_map<(i) -> (15 - i)>>
#offset = #layout.buffer<index_map<(i) -> ((i + 1) floordiv 4, (i + 1) mod 4)>>
#two = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j, i mod 2)>, index_map<(a, j, b) -> (a, j floordiv 4, b, j mod 4)>>
#transposed = #layout.buffer<index_map<(i, j) -> (j, i)>>
#fused = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j floordiv 4, (i mod 2) * 4 + j mod 4)>>
#separated = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j floordiv 4, i mod 2, j mod 4)>, axis_separator<[2]>>

func.func @tiles(%a: memref<16xf32, #tile>, %b: memref<16xf32, #reversed>,
                 %c: memref<16xf32, #offset>, %d: memref<8x8xf32, #two>,
                 %e: memref<8x8xf32, #transposed>, %g: memref<8x8xf32, #fused>,
                 %i: index) -> vector<4xf32> {
  %z = arith.constant 7.0 : f32
  affine.for %k = 0 to 16 step 4 {
    %v = vector.transfer_read %a[%k], %z {in_bounds = [true]} : memref<16xf32, #tile>, vector<4xf32>
    vector.transfer_write %v, %b[%k] {in_bounds = [true]} : vector<4xf32>, memref<16xf32, #reversed>
    vector.transfer_write %v, %c[%k] : vector<4xf32>, memref<16xf32, #offset>
  }
  affine.for %k = 0 to 8 step 2 {
    affine.for %l = 0 to 2 {
      %l4 = affine.apply affine_map<(d0) -> (d0 * 4)>(%l)
      %v = vector.transfer_read %d[%k, %l4], %z : memref<8x8xf32, #two>, vector<2x4xf32>
      vector.transfer_write %v, %e[%k, %l4] : vector<2x4xf32>, memref<8x8xf32, #transposed>
      vector.transfer_write %v, %g[%k, %l4] : vector<2x4xf32>, memref<8x8xf32, #fused>
    }
  }
  %w = vector.transfer_read %a[%i], %z : memref<16xf32, #tile>, vector<4xf32>
  return %w : vector<4xf32>
}

#padded = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<5.0 : f32>>
func.func @masked(%a: memref<14xf32, #padded>, %b: memref<14xf32, #padded>,
                  %c: memref<5x7xf32, #two>, %d: memref<5x7xf32, #fused>, %n: index) -> vector<6xf32> {
  %z = arith.constant -1.0 : f32
  %zero = arith.constant 0 : index
  %init = arith.constant dense<0.0> : vector<6xf32>
  %m = vector.create_mask %n : vector<6xi1>
  %sum = affine.for %i = 0 to 20 step 4 iter_args(%s = %init) -> (vector<6xf32>) {
    %v = vector.transfer_read %a[%i], %z : memref<14xf32, #padded>, vector<6xf32>
    %w = vector.transfer_read %a[%i], %z, %m : memref<14xf32, #padded>, vector<6xf32>
    vector.transfer_write %v, %b[%i], %m : vector<6xf32>, memref<14xf32, #padded>
    %t = arith.addf %s, %v : vector<6xf32>
    %u = arith.addf %t, %w : vector<6xf32>
    affine.yield %u : vector<6xf32>
  }
  %m2 = vector.create_mask %n, %n : vector<4x8xi1>
  %x = vector.transfer_read %c[%zero, %zero], %z, %m2 : memref<5x7xf32, #two>, vector<4x8xf32>
  vector.transfer_write %x, %d[%zero, %zero], %m2 : vector<4x8xf32>, memref<5x7xf32, #fused>
  return %sum : vector<6xf32>
}

func.func @permuted(%a: memref<8x8xf32, #fused>, %b: memref<8x8xf32, #two>, %n: index) -> vector<24xf32> {
  %z = arith.constant -1.0 : f32
  %four = arith.constant 4 : index
  %one = arith.constant 1 : index
  %m = vector.create_mask %one, %n : vector<2x4xi1>
  %v = vector.transfer_read %a[%four, %four], %z, %m {in_bounds = [true, true, true], permutation_map = affine_map<(i, j) -> (j, 0, i)>} : memref<8x8xf32, #fused>, vector<4x3x2xf32>
  %w = vector.transfer_read %a[%four, %one], %z {permutation_map = affine_map<(i, j) -> (j, i)>} : memref<8x8xf32, #fused>, vector<4x2xf32>
  vector.transfer_write %w, %b[%n, %four], %m {permutation_map = affine_map<(i, j) -> (j, i)>} : vector<4x2xf32>, memref<8x8xf32, #two>
  %s = vector.transfer_read %a[%n, %n], %z : memref<8x8xf32, #fused>, vector<f32>
  vector.transfer_write %s, %b[%one, %n] : vector<f32>, memref<8x8xf32, #two>
  %r = vector.shape_cast %v : vector<4x3x2xf32> to vector<24xf32>
  return %r : vector<24xf32>
}

func.func @flattened(%a: memref<8x8xf32, #separated>, %b: memref<8x8xf32, #separated>) {
  %z = arith.constant -1.0 : f32
  affine.for %i = 0 to 8 step 2 {
    affine.for %j = 0 to 8 step 4 {
      %v = vector.transfer_read %a[%i, %j], %z : memref<8x8xf32, #separated>, vector<2x6xf32>
      vector.transfer_write %v, %b[%i, %j] : vector<2x6xf32>, memref<8x8xf32, #separated>
    }
  }
  return
}

// Tiles are met anywhere: told by a remainder of one dimension, of two together,
// of a digit.
#padded30 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<5.0 : f32>>
#rows = #layout.buffer<index_map<(i, j) -> ((i * 7 + j) floordiv 8, (i * 7 + j) mod 8)>, pad<2.0 : f32>>
#nested = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : f32>, index_map<(a, b) -> (a floordiv 2, (a mod 2) * 4 + b)>, pad<3.0 : f32>>
#far = #layout.buffer<index_map<(i, j) -> (j floordiv 4, 12 - i, 3 - j mod 4)>>
func.func @anywhere(%a: memref<30xf32, #padded30>, %b: memref<9x7xf32, #rows>,
                    %c: memref<30xf32, #nested>, %d: memref<13x30xf32, #far>,
                    %e: memref<30xf32, #padded30>, %i: index, %j: index) -> vector<6xf32> {
  %z = arith.constant 7.0 : f32
  %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<30xf32, #padded30>, vector<6xf32>
  vector.transfer_write %v, %c[%i] {in_bounds = [true]} : vector<6xf32>, memref<30xf32, #nested>
  %w = vector.transfer_read %b[%j, %j], %z : memref<9x7xf32, #rows>, vector<6xf32>
  vector.transfer_write %w, %b[%j, %i] : vector<6xf32>, memref<9x7xf32, #rows>
  %x = vector.transfer_read %c[%j], %z {in_bounds = [true]} : memref<30xf32, #nested>, vector<6xf32>
  vector.transfer_write %x, %d[%j, %i] : vector<6xf32>, memref<13x30xf32, #far>
  %m = vector.create_mask %j : vector<6xi1>
  %y = vector.transfer_read %d[%j, %j], %z, %m : memref<13x30xf32, #far>, vector<6xf32>
  vector.transfer_write %y, %e[%i], %m : vector<6xf32>, memref<30xf32, #padded30>
  return %x : vector<6xf32>
}
