// The graphs of TX-20 and TX-21, their buffers in textures as layout-place-textures
// chooses, against the host. Numbers are small integers: sums are exact.
// RUN: layout-opt %s --layout-place-textures --layout-split-textures --layout-apply --layout-to-spirv | FileCheck %s --check-prefix=IMAGES
// RUN: layout-opt %s --layout-place-textures --layout-split-textures --layout-apply --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s

// What the kernels in between read are sampled images.
// IMAGES-COUNT-2: NeedSampler, Unknown>

// None of the 256 and 32 results differs from the host's; none is zero.
// CHECK:      {{^}}0{{$}}
// CHECK-NEXT: {{^}}256{{$}}
// CHECK-NEXT: {{^}}0{{$}}
// CHECK-NEXT: {{^}}32{{$}}

#nchw4c = #layout.buffer<index_map<"NCHW" -> "NCHW4c">>
!act = memref<1x8x4x4xf32, #nchw4c>
!pooled = memref<1x8x2x2xf32, #nchw4c>
!both = memref<1x16x4x4xf32, #nchw4c>
!weights = memref<8x12xf32>
!plain = memref<1x8x4x4xf32>
!small = memref<1x8x2x2xf32>
!wide = memref<1x16x4x4xf32>

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @print(%value: i64) {
  call @printI64(%value) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @concat(%x: !act, %k: !weights, %y: !both) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : !act
  gpu.launch blocks(%w, %h, %g) in (%gx = %c4, %gy = %c4, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant 0.0 : f32
    %sums:4 = affine.for %i = 0 to 8 iter_args(%s0 = %none, %s1 = %none, %s2 = %none, %s3 = %none) -> (f32, f32, f32, f32) {
      %u = affine.load %x[0, %i, symbol(%h), symbol(%w)] : !act
      %k0 = affine.load %k[%i, 4 * symbol(%g) + 0] : !weights
      %p0 = arith.mulf %u, %k0 : f32
      %n0 = arith.addf %s0, %p0 : f32
      %k1 = affine.load %k[%i, 4 * symbol(%g) + 1] : !weights
      %p1 = arith.mulf %u, %k1 : f32
      %n1 = arith.addf %s1, %p1 : f32
      %k2 = affine.load %k[%i, 4 * symbol(%g) + 2] : !weights
      %p2 = arith.mulf %u, %k2 : f32
      %n2 = arith.addf %s2, %p2 : f32
      %k3 = affine.load %k[%i, 4 * symbol(%g) + 3] : !weights
      %p3 = arith.mulf %u, %k3 : f32
      %n3 = arith.addf %s3, %p3 : f32
      affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    affine.store %sums#0, %a[0, 4 * symbol(%g) + 0, symbol(%h), symbol(%w)] : !act
    affine.store %sums#1, %a[0, 4 * symbol(%g) + 1, symbol(%h), symbol(%w)] : !act
    affine.store %sums#2, %a[0, 4 * symbol(%g) + 2, symbol(%h), symbol(%w)] : !act
    affine.store %sums#3, %a[0, 4 * symbol(%g) + 3, symbol(%h), symbol(%w)] : !act
    gpu.terminator
  }
  %b = memref.alloc() : !act
  gpu.launch blocks(%w, %h, %g) in (%gx = %c4, %gy = %c4, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant 0.0 : f32
    %sums:4 = affine.for %i = 0 to 8 iter_args(%s0 = %none, %s1 = %none, %s2 = %none, %s3 = %none) -> (f32, f32, f32, f32) {
      %u = affine.load %a[0, %i, symbol(%h), symbol(%w)] : !act
      %k0 = affine.load %k[%i, 4 * symbol(%g) + 1] : !weights
      %p0 = arith.mulf %u, %k0 : f32
      %n0 = arith.addf %s0, %p0 : f32
      %k1 = affine.load %k[%i, 4 * symbol(%g) + 2] : !weights
      %p1 = arith.mulf %u, %k1 : f32
      %n1 = arith.addf %s1, %p1 : f32
      %k2 = affine.load %k[%i, 4 * symbol(%g) + 3] : !weights
      %p2 = arith.mulf %u, %k2 : f32
      %n2 = arith.addf %s2, %p2 : f32
      %k3 = affine.load %k[%i, 4 * symbol(%g) + 4] : !weights
      %p3 = arith.mulf %u, %k3 : f32
      %n3 = arith.addf %s3, %p3 : f32
      affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    affine.store %sums#0, %b[0, 4 * symbol(%g) + 0, symbol(%h), symbol(%w)] : !act
    affine.store %sums#1, %b[0, 4 * symbol(%g) + 1, symbol(%h), symbol(%w)] : !act
    affine.store %sums#2, %b[0, 4 * symbol(%g) + 2, symbol(%h), symbol(%w)] : !act
    affine.store %sums#3, %b[0, 4 * symbol(%g) + 3, symbol(%h), symbol(%w)] : !act
    gpu.terminator
  }
  %c = memref.alloc() : !act
  gpu.launch blocks(%w, %h, %g) in (%gx = %c4, %gy = %c4, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant 0.0 : f32
    %sums:4 = affine.for %i = 0 to 8 iter_args(%s0 = %none, %s1 = %none, %s2 = %none, %s3 = %none) -> (f32, f32, f32, f32) {
      %u = affine.load %a[0, %i, symbol(%h), symbol(%w)] : !act
      %k0 = affine.load %k[%i, 4 * symbol(%g) + 2] : !weights
      %p0 = arith.mulf %u, %k0 : f32
      %n0 = arith.addf %s0, %p0 : f32
      %k1 = affine.load %k[%i, 4 * symbol(%g) + 3] : !weights
      %p1 = arith.mulf %u, %k1 : f32
      %n1 = arith.addf %s1, %p1 : f32
      %k2 = affine.load %k[%i, 4 * symbol(%g) + 4] : !weights
      %p2 = arith.mulf %u, %k2 : f32
      %n2 = arith.addf %s2, %p2 : f32
      %k3 = affine.load %k[%i, 4 * symbol(%g) + 5] : !weights
      %p3 = arith.mulf %u, %k3 : f32
      %n3 = arith.addf %s3, %p3 : f32
      affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    affine.store %sums#0, %c[0, 4 * symbol(%g) + 0, symbol(%h), symbol(%w)] : !act
    affine.store %sums#1, %c[0, 4 * symbol(%g) + 1, symbol(%h), symbol(%w)] : !act
    affine.store %sums#2, %c[0, 4 * symbol(%g) + 2, symbol(%h), symbol(%w)] : !act
    affine.store %sums#3, %c[0, 4 * symbol(%g) + 3, symbol(%h), symbol(%w)] : !act
    gpu.terminator
  }
  affine.for %i = 0 to 8 {
    affine.for %h = 0 to 4 {
      affine.for %w = 0 to 4 {
        %u = affine.load %b[0, %i, %h, %w] : !act
        affine.store %u, %y[0, %i, %h, %w] : !both
        %v = affine.load %c[0, %i, %h, %w] : !act
        affine.store %v, %y[0, %i + 8, %h, %w] : !both
      }
    }
  }
  memref.dealloc %a : !act
  memref.dealloc %b : !act
  memref.dealloc %c : !act
  return
}

func.func @branches(%x: !act, %k: !weights, %y: !pooled) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : !act
  gpu.launch blocks(%w, %h, %g) in (%gx = %c4, %gy = %c4, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant 0.0 : f32
    %sums:4 = affine.for %i = 0 to 8 iter_args(%s0 = %none, %s1 = %none, %s2 = %none, %s3 = %none) -> (f32, f32, f32, f32) {
      %u = affine.load %x[0, %i, symbol(%h), symbol(%w)] : !act
      %k0 = affine.load %k[%i, 4 * symbol(%g) + 0] : !weights
      %p0 = arith.mulf %u, %k0 : f32
      %n0 = arith.addf %s0, %p0 : f32
      %k1 = affine.load %k[%i, 4 * symbol(%g) + 1] : !weights
      %p1 = arith.mulf %u, %k1 : f32
      %n1 = arith.addf %s1, %p1 : f32
      %k2 = affine.load %k[%i, 4 * symbol(%g) + 2] : !weights
      %p2 = arith.mulf %u, %k2 : f32
      %n2 = arith.addf %s2, %p2 : f32
      %k3 = affine.load %k[%i, 4 * symbol(%g) + 3] : !weights
      %p3 = arith.mulf %u, %k3 : f32
      %n3 = arith.addf %s3, %p3 : f32
      affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    affine.store %sums#0, %a[0, 4 * symbol(%g) + 0, symbol(%h), symbol(%w)] : !act
    affine.store %sums#1, %a[0, 4 * symbol(%g) + 1, symbol(%h), symbol(%w)] : !act
    affine.store %sums#2, %a[0, 4 * symbol(%g) + 2, symbol(%h), symbol(%w)] : !act
    affine.store %sums#3, %a[0, 4 * symbol(%g) + 3, symbol(%h), symbol(%w)] : !act
    gpu.terminator
  }
  %p = memref.alloc() : !pooled
  gpu.launch blocks(%w, %h, %g) in (%gx = %c2, %gy = %c2, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    affine.for %l = 0 to 4 {
      %u00 = affine.load %a[0, 4 * symbol(%g) + %l, 2 * symbol(%h) + 0, 2 * symbol(%w) + 0] : !act
      %u01 = affine.load %a[0, 4 * symbol(%g) + %l, 2 * symbol(%h) + 0, 2 * symbol(%w) + 1] : !act
      %u10 = affine.load %a[0, 4 * symbol(%g) + %l, 2 * symbol(%h) + 1, 2 * symbol(%w) + 0] : !act
      %u11 = affine.load %a[0, 4 * symbol(%g) + %l, 2 * symbol(%h) + 1, 2 * symbol(%w) + 1] : !act
      %m0 = arith.maximumf %u00, %u01 : f32
      %m1 = arith.maximumf %u10, %u11 : f32
      %m = arith.maximumf %m0, %m1 : f32
      affine.store %m, %p[0, 4 * symbol(%g) + %l, symbol(%h), symbol(%w)] : !pooled
    }
    gpu.terminator
  }
  %q1 = memref.alloc() : !pooled
  gpu.launch blocks(%w, %h, %g) in (%gx = %c2, %gy = %c2, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant 0.0 : f32
    %sums:4 = affine.for %i = 0 to 8 iter_args(%s0 = %none, %s1 = %none, %s2 = %none, %s3 = %none) -> (f32, f32, f32, f32) {
      %u = affine.load %p[0, %i, symbol(%h), symbol(%w)] : !pooled
      %k0 = affine.load %k[%i, 4 * symbol(%g) + 1] : !weights
      %p0 = arith.mulf %u, %k0 : f32
      %n0 = arith.addf %s0, %p0 : f32
      %k1 = affine.load %k[%i, 4 * symbol(%g) + 2] : !weights
      %p1 = arith.mulf %u, %k1 : f32
      %n1 = arith.addf %s1, %p1 : f32
      %k2 = affine.load %k[%i, 4 * symbol(%g) + 3] : !weights
      %p2 = arith.mulf %u, %k2 : f32
      %n2 = arith.addf %s2, %p2 : f32
      %k3 = affine.load %k[%i, 4 * symbol(%g) + 4] : !weights
      %p3 = arith.mulf %u, %k3 : f32
      %n3 = arith.addf %s3, %p3 : f32
      affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    affine.store %sums#0, %q1[0, 4 * symbol(%g) + 0, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#1, %q1[0, 4 * symbol(%g) + 1, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#2, %q1[0, 4 * symbol(%g) + 2, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#3, %q1[0, 4 * symbol(%g) + 3, symbol(%h), symbol(%w)] : !pooled
    gpu.terminator
  }
  %q2 = memref.alloc() : !pooled
  gpu.launch blocks(%w, %h, %g) in (%gx = %c2, %gy = %c2, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant 0.0 : f32
    %sums:4 = affine.for %i = 0 to 8 iter_args(%s0 = %none, %s1 = %none, %s2 = %none, %s3 = %none) -> (f32, f32, f32, f32) {
      %u = affine.load %p[0, %i, symbol(%h), symbol(%w)] : !pooled
      %k0 = affine.load %k[%i, 4 * symbol(%g) + 2] : !weights
      %p0 = arith.mulf %u, %k0 : f32
      %n0 = arith.addf %s0, %p0 : f32
      %k1 = affine.load %k[%i, 4 * symbol(%g) + 3] : !weights
      %p1 = arith.mulf %u, %k1 : f32
      %n1 = arith.addf %s1, %p1 : f32
      %k2 = affine.load %k[%i, 4 * symbol(%g) + 4] : !weights
      %p2 = arith.mulf %u, %k2 : f32
      %n2 = arith.addf %s2, %p2 : f32
      %k3 = affine.load %k[%i, 4 * symbol(%g) + 5] : !weights
      %p3 = arith.mulf %u, %k3 : f32
      %n3 = arith.addf %s3, %p3 : f32
      affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    affine.store %sums#0, %q2[0, 4 * symbol(%g) + 0, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#1, %q2[0, 4 * symbol(%g) + 1, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#2, %q2[0, 4 * symbol(%g) + 2, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#3, %q2[0, 4 * symbol(%g) + 3, symbol(%h), symbol(%w)] : !pooled
    gpu.terminator
  }
  %q3 = memref.alloc() : !pooled
  gpu.launch blocks(%w, %h, %g) in (%gx = %c2, %gy = %c2, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %none = arith.constant 0.0 : f32
    %sums:4 = affine.for %i = 0 to 8 iter_args(%s0 = %none, %s1 = %none, %s2 = %none, %s3 = %none) -> (f32, f32, f32, f32) {
      %u = affine.load %p[0, %i, symbol(%h), symbol(%w)] : !pooled
      %k0 = affine.load %k[%i, 4 * symbol(%g) + 3] : !weights
      %p0 = arith.mulf %u, %k0 : f32
      %n0 = arith.addf %s0, %p0 : f32
      %k1 = affine.load %k[%i, 4 * symbol(%g) + 4] : !weights
      %p1 = arith.mulf %u, %k1 : f32
      %n1 = arith.addf %s1, %p1 : f32
      %k2 = affine.load %k[%i, 4 * symbol(%g) + 5] : !weights
      %p2 = arith.mulf %u, %k2 : f32
      %n2 = arith.addf %s2, %p2 : f32
      %k3 = affine.load %k[%i, 4 * symbol(%g) + 6] : !weights
      %p3 = arith.mulf %u, %k3 : f32
      %n3 = arith.addf %s3, %p3 : f32
      affine.yield %n0, %n1, %n2, %n3 : f32, f32, f32, f32
    }
    affine.store %sums#0, %q3[0, 4 * symbol(%g) + 0, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#1, %q3[0, 4 * symbol(%g) + 1, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#2, %q3[0, 4 * symbol(%g) + 2, symbol(%h), symbol(%w)] : !pooled
    affine.store %sums#3, %q3[0, 4 * symbol(%g) + 3, symbol(%h), symbol(%w)] : !pooled
    gpu.terminator
  }
  %s = memref.alloc() : !pooled
  gpu.launch blocks(%w, %h, %g) in (%gx = %c2, %gy = %c2, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    affine.for %l = 0 to 4 {
      %u = affine.load %q1[0, 4 * symbol(%g) + %l, symbol(%h), symbol(%w)] : !pooled
      %v = affine.load %q2[0, 4 * symbol(%g) + %l, symbol(%h), symbol(%w)] : !pooled
      %m = arith.addf %u, %v : f32
      affine.store %m, %s[0, 4 * symbol(%g) + %l, symbol(%h), symbol(%w)] : !pooled
    }
    gpu.terminator
  }
  gpu.launch blocks(%w, %h, %g) in (%gx = %c2, %gy = %c2, %gz = %c2)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    affine.for %l = 0 to 4 {
      %u = affine.load %s[0, 4 * symbol(%g) + %l, symbol(%h), symbol(%w)] : !pooled
      %v = affine.load %q3[0, 4 * symbol(%g) + %l, symbol(%h), symbol(%w)] : !pooled
      %m = arith.addf %u, %v : f32
      affine.store %m, %y[0, 4 * symbol(%g) + %l, symbol(%h), symbol(%w)] : !pooled
    }
    gpu.terminator
  }
  memref.dealloc %a : !act
  memref.dealloc %p : !pooled
  memref.dealloc %q1 : !pooled
  memref.dealloc %q2 : !pooled
  memref.dealloc %q3 : !pooled
  memref.dealloc %s : !pooled
  return
}

func.func private @conv(%x: !plain, %k: !weights, %y: !plain, %first: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 4 {
      affine.for %i2 = 0 to 4 {
        %s = affine.for %c = 0 to 8 iter_args(%s0 = %zero) -> (f32) {
          %a = affine.load %x[0, %c, %i1, %i2] : !plain
          %b = affine.load %k[%c, %i0 + symbol(%first)] : !weights
          %p = arith.mulf %a, %b : f32
          %s1 = arith.addf %s0, %p : f32
          affine.yield %s1 : f32
        }
        affine.store %s, %y[0, %i0, %i1, %i2] : !plain
      }
    }
  }
  return
}

func.func private @conv_pooled(%x: !small, %k: !weights, %y: !small, %first: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        %s = affine.for %c = 0 to 8 iter_args(%s0 = %zero) -> (f32) {
          %a = affine.load %x[0, %c, %i1, %i2] : !small
          %b = affine.load %k[%c, %i0 + symbol(%first)] : !weights
          %p = arith.mulf %a, %b : f32
          %s1 = arith.addf %s0, %p : f32
          affine.yield %s1 : f32
        }
        affine.store %s, %y[0, %i0, %i1, %i2] : !small
      }
    }
  }
  return
}

/// A small integer.
func.func private @number(%i: index) -> f32 {
  %k = affine.apply affine_map<(i) -> ((i * 7) mod 11 - 5)>(%i)
  %n = arith.index_cast %k : index to i32
  %x = arith.sitofp %n : i32 to f32
  return %x : f32
}

/// Prints how many elements differ, and how many are not zero.
func.func private @compare(%a: !wide, %b: !wide) {
  %counts = memref.alloca() : memref<2xi64>
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  affine.store %none, %counts[0] : memref<2xi64>
  affine.store %none, %counts[1] : memref<2xi64>
  affine.for %i0 = 0 to 16 {
    affine.for %i1 = 0 to 4 {
      affine.for %i2 = 0 to 4 {
        %x = affine.load %a[0, %i0, %i1, %i2] : !wide
        %y = affine.load %b[0, %i0, %i1, %i2] : !wide
        %ne = arith.cmpf une, %x, %y : f32
        %d = arith.extui %ne : i1 to i64
        %d0 = affine.load %counts[0] : memref<2xi64>
        %d1 = arith.addi %d0, %d : i64
        affine.store %d1, %counts[0] : memref<2xi64>
        %nz = arith.cmpf une, %x, %zero : f32
        %e = arith.extui %nz : i1 to i64
        %e0 = affine.load %counts[1] : memref<2xi64>
        %e1 = arith.addi %e0, %e : i64
        affine.store %e1, %counts[1] : memref<2xi64>
      }
    }
  }
  %differ = affine.load %counts[0] : memref<2xi64>
  call @print(%differ) : (i64) -> ()
  %nonzero = affine.load %counts[1] : memref<2xi64>
  call @print(%nonzero) : (i64) -> ()
  return
}

/// Prints how many elements differ, and how many are not zero.
func.func private @compare_pooled(%a: !small, %b: !small) {
  %counts = memref.alloca() : memref<2xi64>
  %none = arith.constant 0 : i64
  %zero = arith.constant 0.0 : f32
  affine.store %none, %counts[0] : memref<2xi64>
  affine.store %none, %counts[1] : memref<2xi64>
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        %x = affine.load %a[0, %i0, %i1, %i2] : !small
        %y = affine.load %b[0, %i0, %i1, %i2] : !small
        %ne = arith.cmpf une, %x, %y : f32
        %d = arith.extui %ne : i1 to i64
        %d0 = affine.load %counts[0] : memref<2xi64>
        %d1 = arith.addi %d0, %d : i64
        affine.store %d1, %counts[0] : memref<2xi64>
        %nz = arith.cmpf une, %x, %zero : f32
        %e = arith.extui %nz : i1 to i64
        %e0 = affine.load %counts[1] : memref<2xi64>
        %e1 = arith.addi %e0, %e : i64
        affine.store %e1, %counts[1] : memref<2xi64>
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
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = memref.alloc() : !plain
  %k = memref.alloc() : !weights
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 4 {
      affine.for %i2 = 0 to 4 {
        %p = affine.apply affine_map<(c, h, w) -> (c * 3 + h * 5 + w)>(%i0, %i1, %i2)
        %v = func.call @number(%p) : (index) -> f32
        affine.store %v, %x[0, %i0, %i1, %i2] : !plain
      }
    }
  }
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 12 {
      %p = affine.apply affine_map<(i, o) -> (i * 4 + o * 3)>(%i0, %i1)
      %v = func.call @number(%p) : (index) -> f32
      affine.store %v, %k[%i0, %i1] : !weights
    }
  }
  %in = memref.alloc() : !act
  layout.convert ins(%x : !plain) outs(%in : !act)
  %a = memref.alloc() : !plain
  call @conv(%x, %k, %a, %c0) : (!plain, !weights, !plain, index) -> ()

  %both = memref.alloc() : !both
  call @concat(%in, %k, %both) : (!act, !weights, !both) -> ()
  %concat = memref.alloc() : !wide
  layout.convert ins(%both : !both) outs(%concat : !wide)
  %b = memref.alloc() : !plain
  call @conv(%a, %k, %b, %c1) : (!plain, !weights, !plain, index) -> ()
  %c = memref.alloc() : !plain
  call @conv(%a, %k, %c, %c2) : (!plain, !weights, !plain, index) -> ()
  %sideBySide = memref.alloc() : !wide
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 4 {
      affine.for %i2 = 0 to 4 {
        %v = affine.load %b[0, %i0, %i1, %i2] : !plain
        affine.store %v, %sideBySide[0, %i0, %i1, %i2] : !wide
        %u = affine.load %c[0, %i0, %i1, %i2] : !plain
        affine.store %u, %sideBySide[0, %i0 + 8, %i1, %i2] : !wide
      }
    }
  }
  call @compare(%sideBySide, %concat) : (!wide, !wide) -> ()

  %last = memref.alloc() : !pooled
  call @branches(%in, %k, %last) : (!act, !weights, !pooled) -> ()
  %y = memref.alloc() : !small
  layout.convert ins(%last : !pooled) outs(%y : !small)
  %p = memref.alloc() : !small
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        %a00 = affine.load %a[0, %i0, 2 * %i1 + 0, 2 * %i2 + 0] : !plain
        %a01 = affine.load %a[0, %i0, 2 * %i1 + 0, 2 * %i2 + 1] : !plain
        %a10 = affine.load %a[0, %i0, 2 * %i1 + 1, 2 * %i2 + 0] : !plain
        %a11 = affine.load %a[0, %i0, 2 * %i1 + 1, 2 * %i2 + 1] : !plain
        %m = arith.maximumf %a00, %a01 : f32
        %n = arith.maximumf %a10, %a11 : f32
        %r = arith.maximumf %m, %n : f32
        affine.store %r, %p[0, %i0, %i1, %i2] : !small
      }
    }
  }
  %q1 = memref.alloc() : !small
  call @conv_pooled(%p, %k, %q1, %c1) : (!small, !weights, !small, index) -> ()
  %q2 = memref.alloc() : !small
  call @conv_pooled(%p, %k, %q2, %c2) : (!small, !weights, !small, index) -> ()
  %q3 = memref.alloc() : !small
  call @conv_pooled(%p, %k, %q3, %c3) : (!small, !weights, !small, index) -> ()
  %sum = memref.alloc() : !small
  affine.for %i0 = 0 to 8 {
    affine.for %i1 = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        %u = affine.load %q1[0, %i0, %i1, %i2] : !small
        %v = affine.load %q2[0, %i0, %i1, %i2] : !small
        %w = affine.load %q3[0, %i0, %i1, %i2] : !small
        %uv = arith.addf %u, %v : f32
        %uvw = arith.addf %uv, %w : f32
        affine.store %uvw, %sum[0, %i0, %i1, %i2] : !small
      }
    }
  }
  call @compare_pooled(%sum, %y) : (!small, !small) -> ()
  return
}
