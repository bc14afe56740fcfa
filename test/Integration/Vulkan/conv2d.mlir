// A convolution of 3x3 from 126 to 126 channels, NHWC, on textures in NCHW4c: the
// last texel of each pixel has two channels of padding. The weights are
// an image of four output channels in a texel. Small integers: sums are exact in any order.
// RUN: layout-opt %s --layout-apply --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s

// None of the 2520 results differs from the host's; most are not zero.
// CHECK:      {{^}}0{{$}}
// CHECK-NEXT: {{^}}2508{{$}}

#zero = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>, axis_separator<[3]>>
#any = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<undef>, axis_separator<[3]>>
#separated = #layout.buffer<index_map<(n, co, h, w, ci) -> (n, co, h, w, ci)>, axis_separator<[3]>>
#outputs = #layout.buffer<index_map<(r, s, i, o) -> (r, s, i, o floordiv 4, o mod 4)>, pad<0.0 : f32>, axis_separator<[3]>>
!plain = memref<1x4x5x126xf32>
!weights = memref<3x3x126x126xf32>
!packed = memref<3x3x126x126xf32, #outputs, #layout.texture<read>>
!lanes = memref<3x3x126x32x4xf32, #separated, #layout.texture<read>>
!in = memref<1x4x5x126xf32, #zero, #layout.texture<read>>
!out = memref<1x4x5x126xf32, #any, #layout.texture<write>>
!texels = memref<1x32x4x5x4xf32, #separated, #layout.texture<write>>

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @print(%value: i64) {
  call @printI64(%value) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

/// A small integer.
func.func private @small(%i: index) -> f32 {
  %k = affine.apply affine_map<(i) -> ((i * 7) mod 11 - 5)>(%i)
  %n = arith.index_cast %k : index to i32
  %x = arith.sitofp %n : i32 to f32
  return %x : f32
}

/// Prints how many elements differ, and how many are not zero.
func.func private @compare(%a: !plain, %b: !plain) {
  %counts = memref.alloca() : memref<2xi64>
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f32
  affine.store %none, %counts[0] : memref<2xi64>
  affine.store %none, %counts[1] : memref<2xi64>
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 5 {
        affine.for %l = 0 to 126 {
          %x = affine.load %a[%i, %j, %k, %l] : !plain
          %y = affine.load %b[%i, %j, %k, %l] : !plain
          %ne = arith.cmpf une, %x, %y : f32
          %d = arith.select %ne, %one, %none : i64
          %d0 = affine.load %counts[0] : memref<2xi64>
          %d1 = arith.addi %d0, %d : i64
          affine.store %d1, %counts[0] : memref<2xi64>
          %nz = arith.cmpf une, %x, %zero : f32
          %e = arith.select %nz, %one, %none : i64
          %e0 = affine.load %counts[1] : memref<2xi64>
          %e1 = arith.addi %e0, %e : i64
          affine.store %e1, %counts[1] : memref<2xi64>
        }
      }
    }
  }
  %differ = affine.load %counts[0] : memref<2xi64>
  call @print(%differ) : (i64) -> ()
  %nonzero = affine.load %counts[1] : memref<2xi64>
  call @print(%nonzero) : (i64) -> ()
  return
}

func.func private @reference(%x: !plain, %k: !weights, %y: !plain) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      affine.for %o = 0 to 126 {
        affine.store %zero, %y[0, %h, %w, %o] : !plain
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            affine.if affine_set<(h, w, r, s) : (h + r - 1 >= 0, 4 - h - r >= 0, w + s - 1 >= 0, 5 - w - s >= 0)>(%h, %w, %r, %s) {
              affine.for %c = 0 to 126 {
                %a = affine.load %x[0, %h + %r - 1, %w + %s - 1, %c] : !plain
                %b = affine.load %k[%r, %s, %c, %o] : !weights
                %p = arith.mulf %a, %b : f32
                %q = affine.load %y[0, %h, %w, %o] : !plain
                %t = arith.addf %p, %q : f32
                affine.store %t, %y[0, %h, %w, %o] : !plain
              }
            }
          }
        }
      }
    }
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c32 = arith.constant 32 : index
  %x = memref.alloc() : !plain
  %kernel = memref.alloc() : !weights
  %y = memref.alloc() : !plain
  %expected = memref.alloc() : !plain
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 5 {
        affine.for %l = 0 to 126 {
          %p = affine.apply affine_map<(i, j, k, l) -> (i * 1 + j * 3 + k * 5 + l * 1)>(%i, %j, %k, %l)
          %v = func.call @small(%p) : (index) -> f32
          affine.store %v, %x[%i, %j, %k, %l] : !plain
        }
      }
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 126 {
        affine.for %l = 0 to 126 {
          %p = affine.apply affine_map<(i, j, k, l) -> (i * 2 + j * 3 + k * 4 + l * 5)>(%i, %j, %k, %l)
          %v = func.call @small(%p) : (index) -> f32
          affine.store %v, %kernel[%i, %j, %k, %l] : !weights
        }
      }
    }
  }
  call @reference(%x, %kernel, %expected) : (!plain, !weights, !plain) -> ()

  %in = memref.alloc() : !in
  %out = memref.alloc() : !out
  %packed = memref.alloc() : !packed
  layout.convert ins(%x : !plain) outs(%in : !in)
  layout.convert ins(%kernel : !weights) outs(%packed : !packed)
  %texels = layout.as_physical %out : !out to !texels
  %lanes = layout.as_physical %packed : !packed to !lanes
  gpu.launch blocks(%w, %h, %co) in (%gx = %c5, %gy = %c4, %gz = %c32)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant dense<0.0> : vector<4xf32>
    %pad = arith.constant 0.0 : f32
    %sum = affine.for %r = 0 to 3 iter_args(%s0 = %none) -> vector<4xf32> {
      %s1 = affine.for %s = 0 to 3 iter_args(%s2 = %s0) -> vector<4xf32> {
        %s3 = affine.if affine_set<(r, s)[h, w] : (h + r - 1 >= 0, 4 - h - r >= 0, w + s - 1 >= 0, 5 - w - s >= 0)>(%r, %s)[%h, %w] -> vector<4xf32> {
          %s4 = affine.for %c = 0 to 126 iter_args(%s5 = %s2) -> vector<4xf32> {
            %a = affine.load %in[0, symbol(%h) + %r - 1, symbol(%w) + %s - 1, %c] : !in
            %av = vector.broadcast %a : f32 to vector<4xf32>
            %b = vector.transfer_read %lanes[%r, %s, %c, %co, %c0], %pad {in_bounds = [true]} : !lanes, vector<4xf32>
            %p = arith.mulf %av, %b : vector<4xf32>
            %t = arith.addf %p, %s5 : vector<4xf32>
            affine.yield %t : vector<4xf32>
          }
          affine.yield %s4 : vector<4xf32>
        } else {
          affine.yield %s2 : vector<4xf32>
        }
        affine.yield %s3 : vector<4xf32>
      }
      affine.yield %s1 : vector<4xf32>
    }
    vector.transfer_write %sum, %texels[%c0, %co, %h, %w, %c0] {in_bounds = [true]} : vector<4xf32>, !texels
    gpu.terminator
  }
  layout.convert ins(%out : !out) outs(%y : !plain)
  call @compare(%expected, %y) : (!plain, !plain) -> ()
  return
}
