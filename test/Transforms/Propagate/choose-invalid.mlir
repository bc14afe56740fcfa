// Preferences that cannot be met, and targets that are not stated as they should be.
// RUN: layout-opt %s --layout-choose -split-input-file -verify-diagnostics

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

func.func @not_linalg(%x: tensor<14xf32>) -> tensor<14xf32> {
  // expected-error @+1 {{'arith.negf' op cannot meet 'layout.prefer'; expects a structured linalg op on tensors, as linalg.generic is; other ops take the layouts of their operands and users, by layout-reflow}}
  %0 = arith.negf %x {layout.prefer = [#L]} : tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

func.func @has_encoding(%x: tensor<14xf32>, %y: tensor<14xf32, "rows">) -> tensor<14xf32> {
  // expected-error @+1 {{'linalg.add' op cannot meet 'layout.prefer', as a tensor of it has an encoding of another dialect}}
  %0 = linalg.add {layout.prefer = [#L, unit, #L]} ins(%x, %y : tensor<14xf32>, tensor<14xf32, "rows">) outs(%x : tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// expected-error @+1 {{target entry "max_vector_op_width" expects a power of two from 8 to 65536, found 500 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 500 : i64>>} {
  func.func @target(%a: tensor<20x17xf32>, %b: tensor<17x33xf32>, %c: tensor<20x33xf32>) -> tensor<20x33xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<20x17xf32>, tensor<17x33xf32>) outs(%c : tensor<20x33xf32>) -> tensor<20x33xf32>
    return %0 : tensor<20x33xf32>
  }
}
