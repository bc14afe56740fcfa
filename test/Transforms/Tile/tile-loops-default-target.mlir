// Once for a module with loops it is said that no target is stated.
//
// RUN: layout-opt %s --split-input-file --layout-tile-loops --remarks-filter-missed=layout --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s

// CHECK: tile-loops-default-target.mlir:[[#@LINE+2]]:1: remark: [Missed] layout-tile-loops/default-target {{.*}}"no target is stated: vectors of 256 bits in 16 registers are assumed, fewer than some processors have; name yours by layout-set-target{target=native} or layout-compile{target=native}, or the one that you compile for"
// CHECK-NOT: default-target
module {
  func.func @f(%a: memref<8xf32>, %x: f32) {
    affine.for %i = 0 to 8 {
      affine.store %x, %a[%i] : memref<8xf32>
    }
    return
  }
  func.func @g(%a: memref<8xf32>, %x: f32) {
    affine.for %i = 0 to 8 {
      affine.store %x, %a[%i] : memref<8xf32>
    }
    return
  }
}

// -----

module {
  func.func private @no_loops(%a: memref<8xf32>)
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64>>} {
  func.func @stated(%a: memref<8xf32>, %x: f32) {
    affine.for %i = 0 to 8 {
      affine.store %x, %a[%i] : memref<8xf32>
    }
    return
  }
}
