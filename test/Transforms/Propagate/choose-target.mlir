// The target says how long a block is: two vectors, or three where as many hold all.
// RUN: layout-opt %s --layout-choose=layouts=always | FileCheck %s

// CHECK-DAG: #[[$LESS:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>, pad<undef>>
// CHECK-DAG: #[[$WIDE:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 48, d0, d1 mod 48)>, pad<undef>>
// CHECK-LABEL: func.func @wide(
// CHECK:         linalg.matmul ins({{.*}} : tensor<20x17xf32, #[[$LESS]]>, {{.*}} outs({{.*}} : tensor<20x33xf32, #[[$WIDE]]>)
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>} {
  func.func @wide(%a: tensor<20x17xf32>, %b: tensor<17x33xf32>, %c: tensor<20x33xf32>) -> tensor<20x33xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<20x17xf32>, tensor<17x33xf32>) outs(%c : tensor<20x33xf32>) -> tensor<20x33xf32>
    return %0 : tensor<20x33xf32>
  }
}
