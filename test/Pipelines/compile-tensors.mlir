// Tensors become buffers first; layouts in types need no request.
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="builtin.module(layout-compile)" | mlir-runner -e main -entry-point-result=i32 --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s

// The sum of the squares of 0 to 13.
// CHECK: {{^}}819{{$}}
#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1000 : i32>>

func.func private @squares() -> tensor<14xi32, #rows> {
  %e = tensor.empty() : tensor<14xi32, #rows>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<14xi32, #rows>) {
  ^bb0(%old: i32):
    %i = linalg.index 0 : index
    %x = arith.index_cast %i : index to i32
    %y = arith.muli %x, %x : i32
    linalg.yield %y : i32
  } -> tensor<14xi32, #rows>
  return %r : tensor<14xi32, #rows>
}

func.func @main() -> i32 {
  %a = call @squares() : () -> tensor<14xi32, #rows>
  %zero = arith.constant dense<0> : tensor<i32>
  %s = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<14xi32, #rows>) outs(%zero : tensor<i32>) {
  ^bb0(%x: i32, %t: i32):
    %u = arith.addi %x, %t : i32
    linalg.yield %u : i32
  } -> tensor<i32>
  %r = tensor.extract %s[] : tensor<i32>
  return %r : i32
}
