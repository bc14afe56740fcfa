// A convolution of 3x3 with zeros around it, from 6 to 6 channels, NHWC on a
// texture in NCHW4c of one layer per channel block. The device promises zeros
// outside of the image, so that the kernel needs no branch.
// RUN: layout-opt %s --layout-apply --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-to-spirv | FileCheck %s --check-prefix=KERNEL
// RUN: layout-opt %s --layout-apply --layout-to-spirv | %validate_spirv
// Where the device does not promise it, nothing is run.
// RUN: env LAYOUT_VULKAN_ROBUST=0 not %run_on_vulkan -e main %t.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED
// Without the promise the branches stay.
// RUN: sed -e 's/, outside = zero//' %s > %t.plain.mlir
// RUN: layout-opt %t.plain.mlir --layout-apply --layout-to-vulkan -o %t.plain.vulkan.mlir
// RUN: env LAYOUT_VULKAN_ROBUST=0 %run_on_vulkan -e main %t.plain.vulkan.mlir | FileCheck %s
// RUN: layout-opt %t.plain.mlir --layout-apply --layout-to-spirv | FileCheck %s --check-prefix=BRANCHES
// In one image the rows of a channel block come behind those of the one before:
// guards of columns go, those of rows stay.
// RUN: sed -e 's/axis_separator<.2, 3.>/axis_separator<[3]>/' %s > %t.joined.mlir
// RUN: layout-opt %t.joined.mlir --layout-apply --layout-to-vulkan -o %t.joined.vulkan.mlir
// RUN: %run_on_vulkan -e main %t.joined.vulkan.mlir | FileCheck %s
// RUN: layout-opt %t.joined.mlir --layout-apply --layout-to-spirv | FileCheck %s --check-prefix=BRANCHES
// The promise is what makes it right: a load that yields something else, as the
// nearest texel, does not.
// RUN: sed -e 's/outside = zero>/outside = clamp>/' %s | layout-opt --layout-apply --layout-to-spirv | FileCheck %s --check-prefix=BRANCHES

// None of the 252 results differs from the host's; most are not zero.
// CHECK:      {{^}}0{{$}}
// CHECK-NEXT: {{^}}2{{[0-9][0-9]$}}

// KERNEL-LABEL: spirv.module
// KERNEL-NOT:     spirv.mlir.selection
// KERNEL:         spirv.ImageFetch
// KERNEL-NOT:     spirv.mlir.selection
// KERNEL:         gpu.func
// BRANCHES-LABEL: spirv.module
// BRANCHES:         spirv.mlir.selection
// BRANCHES:         spirv.ImageFetch
// REFUSED: layoutImageCreateZeroOutside: kernels rely on zeros outside of this image

#tiled = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>, axis_separator<[2, 3]>>
!plain = memref<1x6x7x6xf32>
!weights = memref<3x3x6x6xf32>
!in = memref<1x6x7x6xf32, #tiled, #layout.texture<read, outside = zero>>

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
  affine.for %j = 0 to 6 {
    affine.for %k = 0 to 7 {
      affine.for %l = 0 to 6 {
        %x = affine.load %a[0, %j, %k, %l] : !plain
        %y = affine.load %b[0, %j, %k, %l] : !plain
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
  %differ = affine.load %counts[0] : memref<2xi64>
  call @print(%differ) : (i64) -> ()
  %nonzero = affine.load %counts[1] : memref<2xi64>
  call @print(%nonzero) : (i64) -> ()
  return
}

func.func private @reference(%x: !plain, %k: !weights, %y: !plain) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 6 {
    affine.for %w = 0 to 7 {
      affine.for %o = 0 to 6 {
        affine.store %zero, %y[0, %h, %w, %o] : !plain
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            affine.if affine_set<(h, w, r, s) : (h + r - 1 >= 0, 6 - h - r >= 0, w + s - 1 >= 0, 7 - w - s >= 0)>(%h, %w, %r, %s) {
              affine.for %c = 0 to 6 {
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
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %x = memref.alloc() : !plain
  %kernel = memref.alloc() : !weights
  %y = memref.alloc() : !plain
  %expected = memref.alloc() : !plain
  affine.for %j = 0 to 6 {
    affine.for %k = 0 to 7 {
      affine.for %l = 0 to 6 {
        %p = affine.apply affine_map<(j, k, l) -> (j * 3 + k * 5 + l)>(%j, %k, %l)
        %v = func.call @small(%p) : (index) -> f32
        affine.store %v, %x[0, %j, %k, %l] : !plain
      }
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 6 {
        affine.for %l = 0 to 6 {
          %p = affine.apply affine_map<(i, j, k, l) -> (i * 2 + j * 3 + k * 4 + l * 5)>(%i, %j, %k, %l)
          %v = func.call @small(%p) : (index) -> f32
          affine.store %v, %kernel[%i, %j, %k, %l] : !weights
        }
      }
    }
  }
  call @reference(%x, %kernel, %expected) : (!plain, !weights, !plain) -> ()

  %in = memref.alloc() : !in
  layout.convert ins(%x : !plain) outs(%in : !in)
  gpu.launch blocks(%w, %h, %o) in (%gx = %c7, %gy = %c6, %gz = %c6)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %zero = arith.constant 0.0 : f32
    %sum = affine.for %r = 0 to 3 iter_args(%s0 = %zero) -> f32 {
      %s1 = affine.for %s = 0 to 3 iter_args(%s2 = %s0) -> f32 {
        %s3 = affine.for %c = 0 to 6 iter_args(%s4 = %s2) -> f32 {
          %a = affine.if affine_set<(r, s)[h, w] : (h + r - 1 >= 0, 6 - h - r >= 0, w + s - 1 >= 0, 7 - w - s >= 0)>(%r, %s)[%h, %w] -> f32 {
            %v = affine.load %in[0, symbol(%h) + %r - 1, symbol(%w) + %s - 1, %c] : !in
            affine.yield %v : f32
          } else {
            affine.yield %zero : f32
          }
          %b = affine.load %kernel[%r, %s, %c, symbol(%o)] : !weights
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %p, %s4 : f32
          affine.yield %t : f32
        }
        affine.yield %s3 : f32
      }
      affine.yield %s1 : f32
    }
    affine.store %sum, %y[0, symbol(%h), symbol(%w), symbol(%o)] : !plain
    gpu.terminator
  }
  call @compare(%expected, %y) : (!plain, !plain) -> ()
  return
}
