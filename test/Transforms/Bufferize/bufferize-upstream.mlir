// Upstream's pass drops encodings; where that changes what is in memory, the
// conversion says so.
// RUN: not layout-opt %s -one-shot-bufferize="bufferize-function-boundaries" 2>&1 | FileCheck %s
// CHECK: error: 'layout.convert' op would lose its layouts in this pass; run layout-bufferize instead
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @f(%a: tensor<14xi32>) -> tensor<14xi32, #L> {
  %0 = layout.convert %a : tensor<14xi32> to tensor<14xi32, #L>
  return %0 : tensor<14xi32, #L>
}
