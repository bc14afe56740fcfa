// Modules for others, and those that have their SPIR-V already, are left alone.
// RUN: layout-opt %s --convert-layout-to-spirv | FileCheck %s
// RUN: layout-opt %s --convert-layout-to-spirv --convert-layout-to-spirv | FileCheck %s
// The limits are options.
// RUN: layout-opt %s --convert-layout-to-spirv="max-extent=64 max-layers=3" | FileCheck %s
// RUN: not layout-opt %s --convert-layout-to-spirv=max-extent=63 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not layout-opt %s --convert-layout-to-spirv=max-layers=2 2>&1 | FileCheck %s --check-prefix=LAYERS
// ROWS: 64 rows exceed the images of the target, of 63 at most
// LAYERS: 3 layers exceed the images of the target, of 2 at most

// CHECK:     gpu.module @others [#nvvm.target]
// CHECK-NOT: spirv.module
// CHECK:     gpu.module @ours
// CHECK:     spirv.module
// CHECK-NOT: spirv.module
gpu.module @others [#nvvm.target] {
  gpu.func @f(%a: memref<f32, #layout.texture<read>>) kernel {
    gpu.return
  }
}
gpu.module @ours [#nvvm.target, #spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limits<>>] {
  gpu.func @f(%a: memref<3x64x32xvector<4xf32>, #layout.texture<read>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}
