// Element-wise kernels on laid-out buffers, whose storage is an image of texels of
// four channels, compared with the same on the host.
// The four stores to a texel stand together once the loop over its channels is
// unrolled.
// RUN: layout-opt %s --pass-pipeline="builtin.module(func.func(affine-loop-unroll{unroll-factor=-1 unroll-full-threshold=4}),layout-apply,layout-to-vulkan)" -o %t.mlir
// RUN: %run_on_vulkan -e f32 %t.mlir | FileCheck %s
// RUN: %run_on_vulkan -e f16 %t.mlir | FileCheck %s
// RUN: %run_on_vulkan -e i32 %t.mlir | FileCheck %s

// 240 elements, none of which differs; and the last of them.
// CHECK:      0
// CHECK-NEXT: 970

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @print(%value: i64) {
  call @printI64(%value) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @f32() {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %a = memref.alloc() : memref<2x3x5x8xf32>
  %b = memref.alloc() : memref<2x3x5x8xf32>
  affine.for %n = 0 to 2 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 5 {
        affine.for %c = 0 to 8 {
          %k = affine.apply affine_map<(n, h, w, c) -> (n * 240 + h * 83 + w * 17 + c * 1 + 4)>(%n, %h, %w, %c)
          %i = arith.index_cast %k : index to i32
          %x = arith.sitofp %i : i32 to f32
          affine.store %x, %a[%n, %h, %w, %c] : memref<2x3x5x8xf32>
        }
      }
    }
  }
  %at = memref.alloc() : memref<2x3x5x8xf32, #nchw4c, #layout.texture<read>>
  %bt = memref.alloc() : memref<2x3x5x8xf32, #nchw4c, #layout.texture<write>>
  layout.convert ins(%a : memref<2x3x5x8xf32>) outs(%at : memref<2x3x5x8xf32, #nchw4c, #layout.texture<read>>)
  gpu.launch blocks(%x, %y, %z) in (%gx = %c5, %gy = %c3, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c2) {
    affine.for %ci = 0 to 4 {
      %c = affine.apply affine_map<(ci)[co] -> (4 * co + ci)>(%ci)[%tz]
      %e = memref.load %at[%z, %y, %x, %c] : memref<2x3x5x8xf32, #nchw4c, #layout.texture<read>>
      %f = arith.addf %e, %e : f32
      memref.store %f, %bt[%z, %y, %x, %c] : memref<2x3x5x8xf32, #nchw4c, #layout.texture<write>>
    }
    gpu.terminator
  }
  layout.convert ins(%bt : memref<2x3x5x8xf32, #nchw4c, #layout.texture<write>>) outs(%b : memref<2x3x5x8xf32>)
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %differ = affine.for %n = 0 to 2 iter_args(%d0 = %none) -> i64 {
    %d1 = affine.for %h = 0 to 3 iter_args(%d2 = %d0) -> i64 {
      %d3 = affine.for %w = 0 to 5 iter_args(%d4 = %d2) -> i64 {
        %d5 = affine.for %c = 0 to 8 iter_args(%d6 = %d4) -> i64 {
          %o = affine.load %a[%n, %h, %w, %c] : memref<2x3x5x8xf32>
          %p = arith.addf %o, %o : f32
          %q = affine.load %b[%n, %h, %w, %c] : memref<2x3x5x8xf32>
          %ne = arith.cmpf une, %p, %q : f32
          %e = arith.select %ne, %one, %none : i64
          %s = arith.addi %d6, %e : i64
          affine.yield %s : i64
        }
        affine.yield %d5 : i64
      }
      affine.yield %d3 : i64
    }
    affine.yield %d1 : i64
  }
  call @print(%differ) : (i64) -> ()
  %last = affine.load %b[1, 2, 4, 7] : memref<2x3x5x8xf32>
  %l = arith.fptosi %last : f32 to i64
  call @print(%l) : (i64) -> ()
  return
}

func.func @f16() {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %a = memref.alloc() : memref<2x3x5x8xf16>
  %b = memref.alloc() : memref<2x3x5x8xf16>
  affine.for %n = 0 to 2 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 5 {
        affine.for %c = 0 to 8 {
          %k = affine.apply affine_map<(n, h, w, c) -> (n * 240 + h * 83 + w * 17 + c * 1 + 4)>(%n, %h, %w, %c)
          %i = arith.index_cast %k : index to i32
          %x = arith.sitofp %i : i32 to f16
          affine.store %x, %a[%n, %h, %w, %c] : memref<2x3x5x8xf16>
        }
      }
    }
  }
  %at = memref.alloc() : memref<2x3x5x8xf16, #nchw4c, #layout.texture<read>>
  %bt = memref.alloc() : memref<2x3x5x8xf16, #nchw4c, #layout.texture<write>>
  layout.convert ins(%a : memref<2x3x5x8xf16>) outs(%at : memref<2x3x5x8xf16, #nchw4c, #layout.texture<read>>)
  gpu.launch blocks(%x, %y, %z) in (%gx = %c5, %gy = %c3, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c2) {
    affine.for %ci = 0 to 4 {
      %c = affine.apply affine_map<(ci)[co] -> (4 * co + ci)>(%ci)[%tz]
      %e = memref.load %at[%z, %y, %x, %c] : memref<2x3x5x8xf16, #nchw4c, #layout.texture<read>>
      %f = arith.addf %e, %e : f16
      memref.store %f, %bt[%z, %y, %x, %c] : memref<2x3x5x8xf16, #nchw4c, #layout.texture<write>>
    }
    gpu.terminator
  }
  layout.convert ins(%bt : memref<2x3x5x8xf16, #nchw4c, #layout.texture<write>>) outs(%b : memref<2x3x5x8xf16>)
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %differ = affine.for %n = 0 to 2 iter_args(%d0 = %none) -> i64 {
    %d1 = affine.for %h = 0 to 3 iter_args(%d2 = %d0) -> i64 {
      %d3 = affine.for %w = 0 to 5 iter_args(%d4 = %d2) -> i64 {
        %d5 = affine.for %c = 0 to 8 iter_args(%d6 = %d4) -> i64 {
          %o = affine.load %a[%n, %h, %w, %c] : memref<2x3x5x8xf16>
          %p = arith.addf %o, %o : f16
          %q = affine.load %b[%n, %h, %w, %c] : memref<2x3x5x8xf16>
          %ne = arith.cmpf une, %p, %q : f16
          %e = arith.select %ne, %one, %none : i64
          %s = arith.addi %d6, %e : i64
          affine.yield %s : i64
        }
        affine.yield %d5 : i64
      }
      affine.yield %d3 : i64
    }
    affine.yield %d1 : i64
  }
  call @print(%differ) : (i64) -> ()
  %last = affine.load %b[1, 2, 4, 7] : memref<2x3x5x8xf16>
  %l = arith.fptosi %last : f16 to i64
  call @print(%l) : (i64) -> ()
  return
}

func.func @i32() {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %a = memref.alloc() : memref<2x3x5x8xi32>
  %b = memref.alloc() : memref<2x3x5x8xi32>
  affine.for %n = 0 to 2 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 5 {
        affine.for %c = 0 to 8 {
          %k = affine.apply affine_map<(n, h, w, c) -> (n * 240 + h * 83 + w * 17 + c * 1 + 4)>(%n, %h, %w, %c)
          %i = arith.index_cast %k : index to i32
          %x = arith.addi %i, %zero : i32
          affine.store %x, %a[%n, %h, %w, %c] : memref<2x3x5x8xi32>
        }
      }
    }
  }
  %at = memref.alloc() : memref<2x3x5x8xi32, #nchw4c, #layout.texture<read>>
  %bt = memref.alloc() : memref<2x3x5x8xi32, #nchw4c, #layout.texture<write>>
  layout.convert ins(%a : memref<2x3x5x8xi32>) outs(%at : memref<2x3x5x8xi32, #nchw4c, #layout.texture<read>>)
  gpu.launch blocks(%x, %y, %z) in (%gx = %c5, %gy = %c3, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c2) {
    affine.for %ci = 0 to 4 {
      %c = affine.apply affine_map<(ci)[co] -> (4 * co + ci)>(%ci)[%tz]
      %e = memref.load %at[%z, %y, %x, %c] : memref<2x3x5x8xi32, #nchw4c, #layout.texture<read>>
      %f = arith.addi %e, %e : i32
      memref.store %f, %bt[%z, %y, %x, %c] : memref<2x3x5x8xi32, #nchw4c, #layout.texture<write>>
    }
    gpu.terminator
  }
  layout.convert ins(%bt : memref<2x3x5x8xi32, #nchw4c, #layout.texture<write>>) outs(%b : memref<2x3x5x8xi32>)
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %differ = affine.for %n = 0 to 2 iter_args(%d0 = %none) -> i64 {
    %d1 = affine.for %h = 0 to 3 iter_args(%d2 = %d0) -> i64 {
      %d3 = affine.for %w = 0 to 5 iter_args(%d4 = %d2) -> i64 {
        %d5 = affine.for %c = 0 to 8 iter_args(%d6 = %d4) -> i64 {
          %o = affine.load %a[%n, %h, %w, %c] : memref<2x3x5x8xi32>
          %p = arith.addi %o, %o : i32
          %q = affine.load %b[%n, %h, %w, %c] : memref<2x3x5x8xi32>
          %ne = arith.cmpi ne, %p, %q : i32
          %e = arith.select %ne, %one, %none : i64
          %s = arith.addi %d6, %e : i64
          affine.yield %s : i64
        }
        affine.yield %d5 : i64
      }
      affine.yield %d3 : i64
    }
    affine.yield %d1 : i64
  }
  call @print(%differ) : (i64) -> ()
  %last = affine.load %b[1, 2, 4, 7] : memref<2x3x5x8xi32>
  %l = arith.extsi %last : i32 to i64
  call @print(%l) : (i64) -> ()
  return
}
