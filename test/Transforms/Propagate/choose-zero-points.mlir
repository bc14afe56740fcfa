// With dot products, bytes lie in groups of four whatever their zero points are, if these are the
// same in all steps of a sum.
// RUN: layout-opt %s --layout-choose=layouts=always --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s
// DEFINE: %{passes} = layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-optimize
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{passes},layout-legalize{only=vectors dot-instructions=false},layout-finalize)"
// RUN: %{check} --entry=numbers --arg=2:7 --arg=3:-70000
// RUN: %{check} --entry=channels,rows,steps
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" | FileCheck %s --check-prefix=DOTS

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64, "layout.vpdpbusd" = 1 : i64>>} {

// A block that is not full would be computed lane by lane, if it were of three vectors.
// CHECK: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 4, d1 mod 16, d0 mod 4)
func.func @three_vectors(%x: tensor<7x36xi8>, %w: tensor<36x20xi8>, %p: i32, %q: i32, %o: tensor<7x20xi32>) -> tensor<7x20xi32> {
  %r = linalg.quantized_matmul ins(%x, %w, %p, %q : tensor<7x36xi8>, tensor<36x20xi8>, i32, i32) outs(%o : tensor<7x20xi32>) -> tensor<7x20xi32>
  return %r : tensor<7x20xi32>
}

// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 4, d1 mod 16, d0 mod 4)
// DOTS-LABEL: func.func @numbers
// DOTS: layout.dot
func.func @numbers(%x: tensor<7x37xi8>, %w: tensor<37x61xi8>, %p: i32, %q: i32, %o: tensor<7x61xi32>) -> tensor<7x61xi32> {
  %r = linalg.quantized_matmul ins(%x, %w, %p, %q : tensor<7x37xi8>, tensor<37x61xi8>, i32, i32) outs(%o : tensor<7x61xi32>) -> tensor<7x61xi32>
  return %r : tensor<7x61xi32>
}

// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 4, d1 mod 16, d0 mod 4)
// DOTS-LABEL: func.func @channels
// DOTS: layout.dot
func.func @channels(%x: tensor<7x36xi8>, %w: tensor<36x64xi8>, %z: tensor<64xi8>, %o: tensor<7x64xi32>) -> tensor<7x64xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w, %z : tensor<7x36xi8>, tensor<36x64xi8>, tensor<64xi8>) outs(%o : tensor<7x64xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i8, %sum: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.extsi %c : i8 to i32
    %3 = arith.subi %1, %2 : i32
    %4 = arith.muli %0, %3 : i32
    %5 = arith.addi %sum, %4 : i32
    linalg.yield %5 : i32
  } -> tensor<7x64xi32>
  return %r : tensor<7x64xi32>
}

// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} operand 1 in (d0, d1) -> (d1 floordiv 16, d0 floordiv 4, d1 mod 16, d0 mod 4)
// DOTS-LABEL: func.func @rows
// DOTS: layout.dot
func.func @rows(%x: tensor<7x36xi8>, %w: tensor<36x64xi8>, %z: tensor<7xi32>, %o: tensor<7x64xi32>) -> tensor<7x64xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w, %z : tensor<7x36xi8>, tensor<36x64xi8>, tensor<7xi32>) outs(%o : tensor<7x64xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.subi %0, %c : i32
    %3 = arith.muli %2, %1 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<7x64xi32>
  return %r : tensor<7x64xi32>
}

// One zero point for each step.
// CHECK-NOT: layout-choose/chosen
// DOTS-LABEL: func.func @steps
// DOTS-NOT: layout.dot
func.func @steps(%x: tensor<7x36xi8>, %w: tensor<36x64xi8>, %z: tensor<36xi32>, %o: tensor<7x64xi32>) -> tensor<7x64xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w, %z : tensor<7x36xi8>, tensor<36x64xi8>, tensor<36xi32>) outs(%o : tensor<7x64xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.subi %0, %c : i32
    %3 = arith.muli %2, %1 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<7x64xi32>
  return %r : tensor<7x64xi32>
}
}
