// Workgroup attributions are variables of the module, also swizzled ones.
// RUN: layout-opt %s --layout-apply --layout-to-spirv | FileCheck %s

// CHECK: spirv.module
// CHECK-DAG: spirv.GlobalVariable @[[A:.+]] : !spirv.ptr<!spirv.struct<(!spirv.array<512 x f32>)>, Workgroup>
// CHECK-DAG: spirv.GlobalVariable @[[B:.+]] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32>)>, Workgroup>
// CHECK: spirv.func @tile
// CHECK-DAG: spirv.mlir.addressof @[[A]]
// CHECK-DAG: spirv.mlir.addressof @[[B]]
#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
gpu.module @kernels {
  gpu.func @tile(%in: memref<8x64xf32>)
      workgroup(%a: memref<8x64xf32, #swizzled, #gpu.address_space<workgroup>>, %b: memref<8xf32, 3>)
      kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [64, 8, 1]>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c0 = arith.constant 0 : index
    %v = memref.load %in[%y, %x] : memref<8x64xf32>
    memref.store %v, %a[%y, %x] : memref<8x64xf32, #swizzled, #gpu.address_space<workgroup>>
    memref.store %v, %b[%y] : memref<8xf32, 3>
    gpu.barrier
    %w = memref.load %a[%y, %c0] : memref<8x64xf32, #swizzled, #gpu.address_space<workgroup>>
    %u = memref.load %b[%y] : memref<8xf32, 3>
    %s = arith.addf %w, %u : f32
    memref.store %s, %in[%y, %x] : memref<8x64xf32>
    gpu.return
  }
}
