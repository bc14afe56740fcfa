// A vector that meets tiles anywhere, in a kernel: lane by lane, since a switch over
// the remainder of its index would have no way to SPIR-V.
// RUN: layout-opt %s --layout-apply --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=APPLIED
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-finalize,layout-to-spirv)" | FileCheck %s

// APPLIED: [Missed] layout-apply/scattered-access
// APPLIED-NOT: index_switch
// CHECK: spirv.func @anywhere
// CHECK: spirv.VectorInsertDynamic
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @anywhere(%a: memref<64xf32, #tile>, %b: memref<64xf32, #tile>, %n: index) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %z = arith.constant 0.0 : f32
      %v = vector.transfer_read %a[%n], %z {in_bounds = [true]} : memref<64xf32, #tile>, vector<4xf32>
      vector.transfer_write %v, %b[%n] {in_bounds = [true]} : vector<4xf32>, memref<64xf32, #tile>
      gpu.return
    }
  }
}
