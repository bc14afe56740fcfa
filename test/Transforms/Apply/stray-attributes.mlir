// Attributes where MLIR has room for them and nobody reads them.
//
// RUN: layout-opt %s --split-input-file --layout-assign --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-cache --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-sequential-access --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-apply --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-to-llvm --verify-diagnostics

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @callee(memref<14xi32>)
func.func @operand(%a: memref<14xi32>) {
  // expected-error @+1 {{'func.call' op has 'layout.transform' among the attributes of an operand, where no pass reads it; state it on the argument of the callee}}
  "func.call"(%a) {callee = @callee, arg_attrs = [{layout.transform = #tiles}]} : (memref<14xi32>) -> ()
  return
}

// -----

func.func private @callee() -> memref<14xi32>
func.func @result() {
  // expected-error @+1 {{'func.call' op has 'layout.sequential' among the attributes of a result}}
  %a = "func.call"() {callee = @callee, res_attrs = [{layout.sequential}]} : () -> memref<14xi32>
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @inner {
    // expected-error @+1 {{'gpu.func' op has 'layout.sequential' among the attributes of a memory attribution}}
    gpu.func @private() private(%b: memref<14xi32, 5> {layout.sequential}) kernel {
      gpu.return
    }
  }
}
