// A vector that meets tiles anywhere, in a kernel: a switch over the remainder of its
// index, which is asked for case by case in SPIR-V.
// RUN: layout-opt %s --layout-apply --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=APPLIED
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-finalize,layout-to-spirv)" | FileCheck %s

// APPLIED: [Passed] layout-apply/split-access
// APPLIED: scf.index_switch
// CHECK: spirv.func @anywhere
// CHECK-COUNT-6: spirv.mlir.selection
// CHECK-NOT: spirv.mlir.selection
// CHECK: spirv.func @choose
// CHECK:         spirv.IEqual %[[N:.*]], %cst3_i32
// CHECK:         spirv.mlir.selection
// CHECK:           spirv.IEqual %[[N]], %cst-1_i32
// CHECK:           spirv.mlir.selection
// CHECK: spirv.func @always
// CHECK-NOT: spirv.mlir.selection
// CHECK:     spirv.Return
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @anywhere(%a: memref<64xf32, #tile>, %b: memref<64xf32, #tile>, %n: index) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %z = arith.constant 0.0 : f32
      %v = vector.transfer_read %a[%n], %z {in_bounds = [true]} : memref<64xf32, #tile>, vector<4xf32>
      vector.transfer_write %v, %b[%n] {in_bounds = [true]} : vector<4xf32>, memref<64xf32, #tile>
      gpu.return
    }
    gpu.func @choose(%a: memref<8xf32>, %n: index) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %x = memref.load %a[%n] : memref<8xf32>
      %r = scf.index_switch %n -> f32
      case 3 {
        %y = arith.addf %x, %x : f32
        scf.yield %y : f32
      }
      case -1 {
        scf.yield %x : f32
      }
      default {
        %y = arith.mulf %x, %x : f32
        scf.yield %y : f32
      }
      memref.store %r, %a[%n] : memref<8xf32>
      gpu.return
    }
    gpu.func @always(%a: memref<8xf32>, %n: index) kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %r = scf.index_switch %n -> f32
      default {
        %x = memref.load %a[%n] : memref<8xf32>
        %y = arith.mulf %x, %x : f32
        scf.yield %y : f32
      }
      memref.store %r, %a[%n] : memref<8xf32>
      gpu.return
    }
  }
}
