// Which buffers of a graph live in textures, as TVM's tests for Adreno choose. The
// host copies where TVM has an op that cannot read textures.
// RUN: layout-opt %s --layout-place-textures | FileCheck %s
// RUN: layout-opt %s --layout-place-textures --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK-COUNT-1: [Passed] layout-place-textures/placed {{.*}}an image of 8 rows and 4 columns
// REMARK-COUNT-2: [Missed] layout-place-textures/stays-buffer {{.*}}'affine.load' on the host needs a buffer
// REMARK-COUNT-6: [Passed] layout-place-textures/placed
// REMARK-NOT:     layout-place-textures

#nchw4c = #layout.buffer<index_map<"NCHW" -> "NCHW4c">>
!act = memref<1x8x4x4xf32, #nchw4c>
!pooled = memref<1x8x2x2xf32, #nchw4c>
!both = memref<1x16x4x4xf32, #nchw4c>
!weights = memref<8x12xf32>

// TX-20: a convolution, two behind it, and their results side by side. What the two
// read is a texture, what is concatenated lies in buffers, as arguments do.
// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %{{.*}}: memref<1x8x4x4xf32, #{{[a-z0-9]*}}>, %{{.*}}: memref<8x12xf32>, %{{.*}}: memref<1x16x4x4xf32, #{{[a-z0-9]*}}>)
func.func @concat(%x: !act, %k: !weights, %y: !both) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // CHECK: %[[A:.*]] = memref.alloc() : memref<1x8x4x4xf32, #{{.*}}, #layout.texture<readwrite>>
  %a = memref.alloc() : !act
  // CHECK: memref.memory_space_cast %[[A]] : {{.*}} to memref<1x8x4x4xf32, #{{.*}}, #layout.texture<write>>
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
  // CHECK: %[[B:.*]] = memref.alloc() : memref<1x8x4x4xf32, #{{[a-z0-9]*}}>
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
  // CHECK: %[[C:.*]] = memref.alloc() : memref<1x8x4x4xf32, #{{[a-z0-9]*}}>
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

// TX-21: a convolution, a pooling, three convolutions, and sums. All between the
// first argument and the last is in textures.
// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %{{.*}}: memref<1x8x4x4xf32, #{{[a-z0-9]*}}>, %{{.*}}: memref<8x12xf32>, %{{.*}}: memref<1x8x2x2xf32, #{{[a-z0-9]*}}>)
func.func @branches(%x: !act, %k: !weights, %y: !pooled) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // CHECK: memref.alloc() : memref<1x8x4x4xf32, #{{.*}}, #layout.texture<readwrite>>
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
  // CHECK: memref.alloc() : memref<1x8x2x2xf32, #{{.*}}, #layout.texture<readwrite>>
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
  // CHECK: memref.alloc() : memref<1x8x2x2xf32, #{{.*}}, #layout.texture<readwrite>>
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
  // CHECK: memref.alloc() : memref<1x8x2x2xf32, #{{.*}}, #layout.texture<readwrite>>
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
  // CHECK: memref.alloc() : memref<1x8x2x2xf32, #{{.*}}, #layout.texture<readwrite>>
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
  // CHECK: memref.alloc() : memref<1x8x2x2xf32, #{{.*}}, #layout.texture<readwrite>>
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
