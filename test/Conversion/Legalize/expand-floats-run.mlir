// Programs on floats of 8 bits: products in f32, in tiles with and without padding, and
// conversions by hand.
// RUN: layout-opt %s --layout-compile="contract" | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-check %s --entry=matmul --rtol=1e-5 --pipeline="builtin.module(layout-bufferize,layout-assign,layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=tiles --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize{padding=true})"
// RUN: layout-check %s --entry=scaled --arg=0:3.0 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=sums --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize)"

func.func @matmul(%a: tensor<6x40xf8E4M3FN>, %b: tensor<40x33xf8E4M3FN>) -> tensor<6x33xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6x33xf32>) -> tensor<6x33xf32>
  %r = linalg.matmul ins(%a, %b : tensor<6x40xf8E4M3FN>, tensor<40x33xf8E4M3FN>) outs(%f : tensor<6x33xf32>) -> tensor<6x33xf32>
  return %r : tensor<6x33xf32>
}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>, pad<1.0 : f8E4M3FN>>
#rows = #layout.buffer<index_map<(i, j) -> (j, i floordiv 8, i mod 8)>, pad<0.0 : f8E5M2>>
func.func @tiles(%a: memref<9x13xf8E4M3FN> {layout.transform = #tiles}, %b: memref<9x13xf8E5M2, #rows>, %n: memref<9x13xf8E5M2>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %x = affine.load %a[%i, %j] : memref<9x13xf8E4M3FN>
      %y = affine.load %n[%i, %j] : memref<9x13xf8E5M2>
      %xf = arith.extf %x : f8E4M3FN to f32
      %yf = arith.extf %y : f8E5M2 to f32
      %z = arith.mulf %xf, %yf : f32
      %r = arith.truncf %z : f32 to f8E4M3FN
      %s = arith.truncf %z : f32 to f8E5M2
      affine.store %r, %a[%i, %j] : memref<9x13xf8E4M3FN>
      affine.store %s, %b[%i, %j] : memref<9x13xf8E5M2, #rows>
    }
  }
  return
}

// The scale of a block of numbers, and the numbers.
#blocks = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<1.0 : f8E8M0FNU>>
func.func @scaled(%by: f32, %x: memref<37xf32>, %s: memref<37xf8E8M0FNU> {layout.transform = #blocks}) {
  affine.for %i = 0 to 37 {
    %v = affine.load %x[%i] : memref<37xf32>
    %w = arith.mulf %v, %by : f32
    %scale = arith.truncf %w : f32 to f8E8M0FNU
    affine.store %scale, %s[%i] : memref<37xf8E8M0FNU>
    %back = arith.extf %scale : f8E8M0FNU to f32
    %q = arith.divf %w, %back : f32
    affine.store %q, %x[%i] : memref<37xf32>
  }
  return
}

// Each sum is rounded.
func.func @sums(%a: memref<64xf8E4M3FNUZ>, %b: memref<64xf8E4M3FNUZ>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf8E4M3FNUZ>
    %y = affine.load %b[%i] : memref<64xf8E4M3FNUZ>
    %s = arith.addf %x, %y : f8E4M3FNUZ
    %t = arith.addf %s, %y : f8E4M3FNUZ
    %m = arith.maximumf %t, %x : f8E4M3FNUZ
    affine.store %m, %b[%i] : memref<64xf8E4M3FNUZ>
  }
  return
}

func.func private @truncate(%x: vector<8xf32>) {
  %0 = arith.truncf %x : vector<8xf32> to vector<8xf8E4M3FN>
  %1 = arith.bitcast %0 : vector<8xf8E4M3FN> to vector<8xi8>
  vector.print %1 : vector<8xi8>
  %2 = arith.truncf %x : vector<8xf32> to vector<8xf8E5M2>
  %3 = arith.bitcast %2 : vector<8xf8E5M2> to vector<8xi8>
  vector.print %3 : vector<8xi8>
  %4 = arith.extf %2 : vector<8xf8E5M2> to vector<8xf64>
  vector.print %4 : vector<8xf64>
  return
}

// Powers of two, to the nearest, which is the greater one halfway between two; the sign is
// dropped, and zero is the least power.
func.func private @scales(%x: vector<8xf32>) {
  %0 = arith.truncf %x : vector<8xf32> to vector<8xf8E8M0FNU>
  %1 = arith.bitcast %0 : vector<8xf8E8M0FNU> to vector<8xi8>
  vector.print %1 : vector<8xi8>
  %2 = arith.constant dense<[1.4, 96.0, 0.38, 0x7FF0000000000000]> : vector<4xf64>
  %3 = arith.truncf %2 : vector<4xf64> to vector<4xf8E8M0FNU>
  %4 = arith.extf %3 : vector<4xf8E8M0FNU> to vector<4xf32>
  vector.print %4 : vector<4xf32>
  return
}

// From one small float to another: halfway to the even multiple of 0.125, and what is too
// large, or is no number, to the largest. Of the wider type, not all have -0.0.
func.func private @between(%x: vector<8xf8E4M3FN>, %y: vector<8xf4E2M1FN>) {
  %0 = arith.truncf %x : vector<8xf8E4M3FN> to vector<8xf6E2M3FN>
  %1 = arith.extf %0 : vector<8xf6E2M3FN> to vector<8xf32>
  vector.print %1 : vector<8xf32>
  %2 = arith.extf %y : vector<8xf4E2M1FN> to vector<8xf8E5M2FNUZ>
  %3 = arith.extf %2 : vector<8xf8E5M2FNUZ> to vector<8xf32>
  vector.print %3 : vector<8xf32>
  return
}

// Integers to powers of two, as upstream has it where a truncation is to such a number.
func.func private @integers(%x: vector<4xi8>) {
  %0 = arith.uitofp %x : vector<4xi8> to vector<4xf32>
  %1 = arith.truncf %0 : vector<4xf32> to vector<4xf8E8M0FNU>
  %2 = arith.bitcast %1 : vector<4xf8E8M0FNU> to vector<4xi8>
  vector.print %2 : vector<4xi8>
  %3 = arith.sitofp %x : vector<4xi8> to vector<4xf8E8M0FNU>
  %4 = arith.bitcast %3 : vector<4xf8E8M0FNU> to vector<4xi8>
  vector.print %4 : vector<4xi8>
  return
}

// 1.0625 is halfway between 1 and 1.125, 1.1875 between 1.125 and 1.25; 448 is the
// largest number of the first type, and 464 rounds to it.
func.func @main() {
  %x = arith.constant dense<[1.0, 1.0625, 1.1875, -448.0, 464.0, 465.0, 1.0e9, -0.0]> : vector<8xf32>
  // CHECK: ( 56, 56, 58, -2, 126, 127, 127, -128 )
  // CHECK: ( 60, 60, 61, -33, 95, 95, 124, -128 )
  // CHECK: ( 1, 1, 1.25, -448, 448, 448, inf, -0 )
  call @truncate(%x) : (vector<8xf32>) -> ()
  // CHECK: ( 127, 127, 127, -120, -120, -120, -99, 0 )
  // CHECK: ( 1, 128, 0.5, nan )
  call @scales(%x) : (vector<8xf32>) -> ()
  %y = arith.constant dense<[1.0, 0.0625, 0.1875, 448.0, -0.0, 0.3125, -0.34375, 0x7F]> : vector<8xf8E4M3FN>
  %z = arith.constant dense<[0.0, 0.5, -1.5, 6.0, -0.0, 3.0, 2.0, -4.0]> : vector<8xf4E2M1FN>
  // CHECK: ( 1, 0, 0.25, 7.5, -0, 0.25, -0.375, 7.5 )
  // CHECK: ( 0, 0.5, -1.5, 6, 0, 3, 2, -4 )
  call @between(%y, %z) : (vector<8xf8E4M3FN>, vector<8xf4E2M1FN>) -> ()
  %n = arith.constant dense<[0, 1, 3, -96]> : vector<4xi8>
  // CHECK: ( 0, 127, -127, -122 )
  // CHECK: ( 0, 127, -127, -122 )
  call @integers(%n) : (vector<4xi8>) -> ()
  return
}
