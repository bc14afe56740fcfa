// What an op of another dialect wants and cannot have is an error; nothing changes.
// RUN: not layout-opt %s --load-dialect-plugin=%test_plugin --layout-choose 2>&1 | FileCheck %s
// CHECK: error: 'layout_test.halve' op {{.*}}
#twice = #layout.buffer<index_map<(i, j) -> (i)>>
func.func @wish(%x: tensor<3x6xf32>) -> tensor<3x6xf32> {
  %y = layout_test.halve %x {fast = #twice} : tensor<3x6xf32> to tensor<3x6xf32>
  return %y : tensor<3x6xf32>
}
