// As layout-set-target{target=cortex-a76} writes it.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "max_vector_op_width" = 128 : i64, "layout.num_vector_registers" = 32 : i64, "layout.sdot" = 1 : i64, "layout.udot" = 1 : i64>>} {
  func.func @f(%a: tensor<64x256xi8>, %b: tensor<256x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<64x256xi8>, tensor<256x64xi8>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
    return %0 : tensor<64x64xi32>
  }
}
