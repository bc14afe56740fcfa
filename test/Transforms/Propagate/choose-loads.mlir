// Lanes along a sum load both factors: where a register is loaded in a cycle, and not two, they are
// half as fast, unless the weights come from memory.
// RUN: layout-opt %s --layout-choose=reassociate=true | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: sed 's/max_vector_op_width" = 512 : i64/&, "layout.loads_per_cycle" = 1 : i64/' %s | layout-opt --layout-choose=reassociate=true | FileCheck %s --check-prefixes=CHECK,ONE

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>} {

// CHECK-LABEL: func.func @near(
// TWO-NOT:     layout.convert
// ONE:         layout.convert %arg1
// CHECK:       return
func.func @near(%a: tensor<64x300xf32>, %b: tensor<10x300xf32>, %c: tensor<64x10xf32>) -> tensor<64x10xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<64x300xf32>, tensor<10x300xf32>) outs(%c : tensor<64x10xf32>) -> tensor<64x10xf32>
  return %0 : tensor<64x10xf32>
}

// CHECK-LABEL: func.func @far(
// CHECK-NOT:   layout.convert
// CHECK:       return
func.func @far(%a: tensor<4x768xf32>, %b: tensor<768x768xf32>, %c: tensor<4x768xf32>) -> tensor<4x768xf32> {
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<4x768xf32>, tensor<768x768xf32>) outs(%c : tensor<4x768xf32>) -> tensor<4x768xf32>
  return %0 : tensor<4x768xf32>
}

}
