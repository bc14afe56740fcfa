// Buffers that stay buffers, and why; the others move all the same.
// RUN: layout-opt %s --layout-place-textures --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-place-textures --split-input-file --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not layout-opt %s --split-input-file --layout-place-textures=trial=no-such-pass 2>&1 | FileCheck %s --check-prefix=TRIAL
// TRIAL: error: layout-place-textures: option trial expects a pass pipeline:
// TRIAL-SAME: no-such-pass

#nchw4c = #layout.buffer<index_map<"NCHW" -> "NCHW4c">>
!buffer = memref<1x8x4x4xf32, #nchw4c>

// One argument has one type: what two launches use in turn moves together, and one
// that cannot move keeps the other.
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}a kernel uses it and an argument of its caller, which stays a buffer, as one argument
// REMARK: [Passed] layout-place-textures/placed {{.*}}8 rows and 4 columns
// REMARK: [Passed] layout-place-textures/placed {{.*}}8 rows and 4 columns
// CHECK: gpu.func @from_argument(%{{.*}}: memref<1x8x4x4xf32, #{{[a-z0-9]*}}>, %{{.*}}: memref<8xf32>)
// CHECK: gpu.func @in_turn(%{{.*}}: memref<1x8x4x4xf32, #{{[a-z0-9]*}}, #layout.texture<read>>, %{{.*}}: memref<8xf32>)
// CHECK-LABEL: func.func @shared(
// CHECK: memref.alloc() : memref<1x8x4x4xf32, #{{[a-z0-9]*}}>
// CHECK: %[[B:.*]] = memref.alloc() : memref<1x8x4x4xf32, #{{[a-z0-9]*}}, #layout.texture<readwrite>>
// CHECK: memref.alloc() : memref<1x8x4x4xf32, #{{[a-z0-9]*}}, #layout.texture<readwrite>>
// CHECK: %[[R:.*]] = memref.memory_space_cast %[[B]] : {{.*}} to memref<1x8x4x4xf32, #{{[a-z0-9]*}}, #layout.texture<read>>
// CHECK-NEXT: gpu.launch_func @kernels::@in_turn {{.*}} args(%[[R]] :
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @from_argument(%a: !buffer, %b: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %i = gpu.global_id x
      %c0 = arith.constant 0 : index
      %v = memref.load %a[%c0, %i, %c0, %c0] : !buffer
      memref.store %v, %b[%i] : memref<8xf32>
      gpu.return
    }
    gpu.func @in_turn(%a: !buffer, %b: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %i = gpu.global_id x
      %c0 = arith.constant 0 : index
      %v = memref.load %a[%c0, %i, %c0, %c0] : !buffer
      memref.store %v, %b[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @shared(%x: !buffer, %plain: memref<1x8x4x4xf32>, %y: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %a = memref.alloc() : !buffer
    %b = memref.alloc() : !buffer
    %c = memref.alloc() : !buffer
    layout.convert ins(%plain : memref<1x8x4x4xf32>) outs(%a : !buffer)
    layout.convert ins(%plain : memref<1x8x4x4xf32>) outs(%b : !buffer)
    layout.convert ins(%plain : memref<1x8x4x4xf32>) outs(%c : !buffer)
    gpu.launch_func @kernels::@from_argument blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : !buffer, %y : memref<8xf32>)
    gpu.launch_func @kernels::@from_argument blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !buffer, %y : memref<8xf32>)
    gpu.launch_func @kernels::@in_turn blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : !buffer, %y : memref<8xf32>)
    gpu.launch_func @kernels::@in_turn blocks in (%c8, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : !buffer, %y : memref<8xf32>)
    return
  }
}

// -----

// Channels stored one by one are no texel. The other buffer of the kernel moves.
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'memref.store' stores one element; expects stores to the other elements of its vector beside it
// REMARK: [Passed] layout-place-textures/placed
#nchw4c = #layout.buffer<index_map<"NCHW" -> "NCHW4c">>
!buffer = memref<1x8x4x4xf32, #nchw4c>
// CHECK-LABEL: func.func @one_channel(
// CHECK: memref.alloc() : memref<1x8x4x4xf32, #{{[a-z0-9]*}}>
// CHECK: %[[A:.*]] = memref.alloc() : memref<1x8x4x4xf32, #{{[a-z0-9]*}}, #layout.texture<readwrite>>
// CHECK: %[[R:.*]] = memref.memory_space_cast %[[A]] : {{.*}} to memref<1x8x4x4xf32, #{{[a-z0-9]*}}, #layout.texture<read>>
// CHECK-NEXT: gpu.launch
// CHECK: memref.load %[[R]]
func.func @one_channel(%plain: memref<1x8x4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc() : !buffer
  %a = memref.alloc() : !buffer
  layout.convert ins(%plain : memref<1x8x4x4xf32>) outs(%a : !buffer)
  gpu.launch blocks(%i, %y, %z) in (%gx = %c8, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %v = memref.load %a[%c0, %i, %c0, %c0] : !buffer
    memref.store %v, %b[%c0, %i, %c0, %c0] : !buffer
    gpu.terminator
  }
  return
}

// -----

// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'memref.copy' on the host needs a buffer
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'func.call' on the host needs a buffer
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'memref.cast' in a kernel needs a buffer
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'memref.store' writes it in a kernel with a barrier, which orders accesses to buffers
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}no kernel uses it
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'gpu.alloc' makes no images; use memref.alloc
#nchw4c = #layout.buffer<index_map<"NCHW" -> "NCHW4c">>
!buffer = memref<1x8x4x4xf32, #nchw4c>
!texels = memref<2x4x4xf32>
func.func private @callee(%a: !buffer) {
  return
}
// CHECK-LABEL: func.func @uses(
// CHECK-NOT: layout.texture
// CHECK: return
func.func @uses(%x: !buffer, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : !buffer
  %b = memref.alloc() : !buffer
  %c = memref.alloc() : !texels
  %d = memref.alloca() : !texels
  %e = memref.alloc() : !texels
  %f = gpu.alloc () : !texels
  memref.copy %x, %a : !buffer to !buffer
  call @callee(%b) : (!buffer) -> ()
  gpu.launch blocks(%i, %j, %k) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %v = memref.load %a[%c0, %i, %c0, %c0] : !buffer
    %w = memref.load %b[%c0, %i, %c0, %c0] : !buffer
    %g = memref.cast %c : !texels to memref<?x4x4xf32>
    memref.store %v, %d[%i, %c0, %c0] : !texels
    %u = memref.load %f[%i, %c0, %c0] : !texels
    gpu.barrier
    gpu.terminator
  }
  return
}

// -----

// So does a barrier in what a kernel calls.
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'memref.store' writes it in a kernel with a barrier, which orders accesses to buffers
// CHECK-LABEL: gpu.func @waits
// CHECK-NOT: layout.texture
// CHECK-LABEL: func.func @launches
// CHECK-NOT: layout.texture
!texels = memref<2x4x4xf32>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func private @wait() {
      gpu.barrier
      return
    }
    gpu.func @waits(%a: !texels, %x: f32) kernel {
      %c0 = arith.constant 0 : index
      memref.store %x, %a[%c0, %c0, %c0] : !texels
      func.call @wait() : () -> ()
      gpu.return
    }
  }
  func.func @launches(%x: f32) {
    %c1 = arith.constant 1 : index
    %a = memref.alloc() : !texels
    gpu.launch_func @kernels::@waits blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !texels, %x : f32)
    return
  }
}

// -----

// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}no split into rows and columns has less than 16384 of each
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}rows and {{[0-9]+}} columns; expects fewer of each than 16384
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}an extent is dynamic; expects a static shape, as the extents of an image are fixed
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}no image format holds 'f64'
#separated = #layout.buffer<index_map<(i, j, k, l) -> (i, j, k, l)>, axis_separator<[2]>>
!separated = memref<256x64x2x4xf32, #separated>
// CHECK-LABEL: func.func @shapes(
// CHECK-NOT: layout.texture
// CHECK: return
func.func @shapes(%n: index, %y: memref<8xf32>, %z: memref<1x1x4xf64>, %s: memref<256x64x2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<1x1x16384x1x4xf32>
  %b = memref.alloc() : !separated
  %c = memref.alloc(%n) : memref<?x2x4xf32>
  %d = memref.alloc() : memref<1x1x4xf64>
  gpu.launch blocks(%i, %j, %k) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %v = memref.load %a[%c0, %c0, %i, %c0, %c0] : memref<1x1x16384x1x4xf32>
    %w = memref.load %b[%i, %c0, %c0, %c0] : !separated
    %x = memref.load %c[%i, %c0, %c0] : memref<?x2x4xf32>
    %u = memref.load %d[%c0, %c0, %i] : memref<1x1x4xf64>
    %vw = arith.addf %v, %w : f32
    %vx = arith.addf %vw, %x : f32
    memref.store %vx, %y[%i] : memref<8xf32>
    memref.store %u, %z[%c0, %c0, %i] : memref<1x1x4xf64>
    gpu.terminator
  }
  return
}

// -----

// A kernel that SPIR-V does not have says so; no buffer is to blame.
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}the kernels cannot be converted to SPIR-V: {{.*}}uses subgroups
// CHECK-LABEL: func.func @no_kernel(
// CHECK-NOT: layout.texture
// CHECK: return
func.func @no_kernel(%y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<2x2x4xf32>
  gpu.launch blocks(%i, %j, %k) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %s = gpu.lane_id
    %v = memref.load %a[%c0, %c0, %s] : memref<2x2x4xf32>
    memref.store %v, %y[%i] : memref<8xf32>
    gpu.terminator
  }
  return
}

// -----

// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}'memref.get_global' passes a kernel different buffers as one argument
// REMARK: [Missed] layout-place-textures/stays-buffer {{.*}}kernel far is not in this module, or has other uses
module attributes {gpu.container_module} {
  memref.global @table : memref<2x2x4xf32>
  gpu.binary @elsewhere [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  gpu.module @kernels {
    gpu.func @k(%a: memref<2x2x4xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @others(
  // CHECK-NOT: layout.texture
  // CHECK: return
  func.func @others() {
    %c1 = arith.constant 1 : index
    %a = memref.alloc() : memref<2x2x4xf32>
    %b = memref.alloc() : memref<2x2x4xf32>
    %t = memref.get_global @table : memref<2x2x4xf32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<2x2x4xf32>)
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%t : memref<2x2x4xf32>)
    gpu.launch_func @elsewhere::@far blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<2x2x4xf32>)
    return
  }
}
