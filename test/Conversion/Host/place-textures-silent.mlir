// A trial that fails and does not say why.
// RUN: layout-opt %s --layout-place-textures="trial=canonicalize{test-convergence=true max-iterations=1}" --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s

#nchw4c = #layout.buffer<index_map<"NCHW" -> "NCHW4c">>
!buffer = memref<1x8x4x4xf32, #nchw4c>

// CHECK: [Missed] layout-place-textures/stays-buffer {{.*}}the kernels cannot be converted to SPIR-V: the trial conversion failed without a diagnostic
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @sum(%a: !buffer, %b: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %i = gpu.global_id x
      %c1 = arith.constant 1 : index
      %c0 = arith.subi %c1, %c1 : index
      %v = memref.load %a[%c0, %i, %c0, %c0] : !buffer
      memref.store %v, %b[%i] : memref<8xf32>
      gpu.return
    }
  }
  func.func @host(%b: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %a = memref.alloc() : !buffer
    gpu.launch_func @kernels::@sum blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !buffer, %b : memref<8xf32>)
    memref.dealloc %a : !buffer
    return
  }
}
