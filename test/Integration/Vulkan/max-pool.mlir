// Max-pooling 2x2 of integers, NHWC, on textures in NCHW4c.
// RUN: layout-opt %s --layout-apply --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s

// None of the 3 x 4 x 12 results differs from the host's.
// CHECK:      {{^}}0{{$}}
// CHECK-NEXT: 132

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>
!plain = memref<1x6x8x12xi32>
!pooled = memref<1x3x4x12xi32>
!in = memref<1x6x8x12xi32, #nchw4c, #layout.texture<read>>
!out = memref<1x3x4x12xi32, #nchw4c, #layout.texture<write>>

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @print(%value: i64) {
  call @printI64(%value) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

/// A small integer.
func.func private @small(%i: index) -> i32 {
  %k = affine.apply affine_map<(i) -> ((i * 7) mod 11 - 5)>(%i)
  %n = arith.index_cast %k : index to i32
  return %n : i32
}

/// Prints how many elements differ, and how many are not zero.
func.func private @compare(%a: !pooled, %b: !pooled) {
  %counts = memref.alloca() : memref<2xi64>
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  affine.store %none, %counts[0] : memref<2xi64>
  affine.store %none, %counts[1] : memref<2xi64>
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 4 {
        affine.for %l = 0 to 12 {
          %x = affine.load %a[%i, %j, %k, %l] : !pooled
          %y = affine.load %b[%i, %j, %k, %l] : !pooled
          %ne = arith.cmpi ne, %x, %y : i32
          %d = arith.select %ne, %one, %none : i64
          %d0 = affine.load %counts[0] : memref<2xi64>
          %d1 = arith.addi %d0, %d : i64
          affine.store %d1, %counts[0] : memref<2xi64>
          %nz = arith.cmpi ne, %x, %zero : i32
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

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %least = arith.constant -2147483648 : i32
  %a = memref.alloc() : !plain
  %b = memref.alloc() : !pooled
  %expected = memref.alloc() : !pooled
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 8 {
        affine.for %l = 0 to 12 {
          %p = affine.apply affine_map<(i, j, k, l) -> (i * 1 + j * 5 + k * 3 + l * 4)>(%i, %j, %k, %l)
          %v = func.call @small(%p) : (index) -> i32
          affine.store %v, %a[%i, %j, %k, %l] : !plain
        }
      }
    }
  }
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 4 {
        affine.for %l = 0 to 12 {
          affine.store %least, %expected[%i, %j, %k, %l] : !pooled
        }
      }
    }
  }
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 4 {
        affine.for %l = 0 to 12 {
          affine.for %m = 0 to 2 {
            affine.for %n = 0 to 2 {
              %x = affine.load %a[0, 2 * %j + %m, 2 * %k + %n, %l] : !plain
              %y = affine.load %expected[0, %j, %k, %l] : !pooled
              %s = arith.maxsi %x, %y : i32
              affine.store %s, %expected[0, %j, %k, %l] : !pooled
            }
          }
        }
      }
    }
  }

  %in = memref.alloc() : !in
  %out = memref.alloc() : !out
  layout.convert ins(%a : !plain) outs(%in : !in)
  gpu.launch blocks(%w, %h, %co) in (%gx = %c4, %gy = %c3, %gz = %c3)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %pad = arith.constant 0 : i32
    %none = arith.constant dense<-2147483648> : vector<4xi32>
    %c = affine.apply affine_map<()[co] -> (4 * co)>()[%co]
    %max = affine.for %r = 0 to 2 iter_args(%m0 = %none) -> vector<4xi32> {
      %m1 = affine.for %s = 0 to 2 iter_args(%m2 = %m0) -> vector<4xi32> {
        %y = affine.apply affine_map<(r)[h] -> (2 * h + r)>(%r)[%h]
        %x = affine.apply affine_map<(s)[w] -> (2 * w + s)>(%s)[%w]
        %t = vector.transfer_read %in[%c0, %y, %x, %c], %pad {in_bounds = [true]} : !in, vector<4xi32>
        %m3 = arith.maxsi %t, %m2 : vector<4xi32>
        affine.yield %m3 : vector<4xi32>
      }
      affine.yield %m1 : vector<4xi32>
    }
    vector.transfer_write %max, %out[%c0, %h, %w, %c] {in_bounds = [true]} : vector<4xi32>, !out
    gpu.terminator
  }
  layout.convert ins(%out : !out) outs(%b : !pooled)
  call @compare(%expected, %b) : (!pooled, !pooled) -> ()
  return
}
