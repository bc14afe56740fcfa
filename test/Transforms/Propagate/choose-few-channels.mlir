// Channels of an image that fill no vector lie in whole groups where the target adds up products of a group at once.
// RUN: layout-opt %s --layout-set-target=target=znver4 --layout-choose=layouts=always --remarks-filter-passed=layout -o /dev/null 2>&1 | FileCheck %s
// RUN: layout-opt %s --layout-set-target=target=x86-64-v3 --layout-choose=layouts=always --remarks-filter-passed=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=PAIRS
// RUN: layout-opt %s --layout-set-target=target=x86-64-v2 --layout-choose=layouts=always --remarks-filter-passed=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: layout-opt %s --layout-set-target=target=sapphirerapids --layout-choose=layouts=always --remarks-filter-passed=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONE
// DEFINE: %{target} = znver4
// DEFINE: %{entries} = --entry=colours,first,zero_points,mono,pairs
// Dot products are computed by arithmetic: this machine may lack them.
// DEFINE: %{choose} = layout-set-target{target=%{target}},layout-choose{layouts=always},layout-reflow,layout-bufferize
// DEFINE: %{optimize} = layout-assign,layout-apply,layout-optimize{linalg=true}
// DEFINE: %{arithmetic} = layout-legalize{only=vectors dot-instructions=false},layout-finalize
// DEFINE: %{check} = layout-check %s %{entries} --pipeline="builtin.module(%{choose},%{optimize},%{arithmetic})"
// RUN: %{check}
// REDEFINE: %{target} = x86-64-v3
// RUN: %{check}
// REDEFINE: %{entries} = --entry=batch --dim=arg0.dim0:2
// RUN: %{check}
// REDEFINE: %{target} = znver4
// RUN: %{check}

// CHECK: [[@LINE+3]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4), operand 1 in (d0, d1, d2, d3) -> (d3 floordiv 32, d0, d1, d2 floordiv 4, d3 mod 32, d2 mod 4)
// PAIRS: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4), operand 1 in (d0, d1, d2, d3) -> (d3 floordiv 16, d0, d1, d2 floordiv 2, d3 mod 16, d2 mod 2)
func.func @colours(%x: tensor<1x7x9x3xi8>, %w: tensor<3x3x3x32xi8>, %o: tensor<1x5x7x32xi32>) -> tensor<1x5x7x32xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x7x9x3xi8>, tensor<3x3x3x32xi8>) outs(%o : tensor<1x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x5x7x32xi32>
  return %r : tensor<1x5x7x32xi32>
}

// Channels first: they come to lie side by side.
// CHECK: [[@LINE+4]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4), operand 1 in (d0, d1, d2, d3) -> (d0 floordiv 32, d2, d3, d1 floordiv 4, d0 mod 32, d1 mod 4)
// In registers of 128 bits, which gain nothing, the image stays as it is.
// SHORT: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 as it is
func.func @first(%x: tensor<1x3x7x9xi8>, %w: tensor<32x3x3x3xi8>, %o: tensor<1x32x5x7xi32>) -> tensor<1x32x5x7xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n,o,h,w,c,r,s) -> (n, c, h + r, w + s)>, affine_map<(n,o,h,w,c,r,s) -> (o,c,r,s)>, affine_map<(n,o,h,w,c,r,s) -> (n,o,h,w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x3x7x9xi8>, tensor<32x3x3x3xi8>) outs(%o : tensor<1x32x5x7xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x32x5x7xi32>
  return %r : tensor<1x32x5x7xi32>
}

// The padding of weights is their zero point; that of the image may be any number.
// CHECK: [[@LINE+5]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4)
// Pairs do not pay with a zero point, of which one of four is padding.
func.func @zero_points(%x: tensor<1x7x9x3xi8>, %w: tensor<3x3x3x32xi8>, %o: tensor<1x5x7x32xi32>) -> tensor<1x5x7x32xi32> {
  %za = arith.constant -128 : i32
  %zw = arith.constant -7 : i32
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x7x9x3xi8>, tensor<3x3x3x32xi8>) outs(%o : tensor<1x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %4 = arith.subi %0, %za : i32
    %5 = arith.subi %1, %zw : i32
    %2 = arith.muli %4, %5 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x5x7x32xi32>
  return %r : tensor<1x5x7x32xi32>
}

// Pairs that lie side by side are multiplied as they are, where additions have units of their own.
// CHECK: [[@LINE+3]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 as it is, operand 1 in (d0, d1, d2, d3) -> (d3 floordiv 32, d0, d1, d2 floordiv 2, d3 mod 32, d2 mod 2)
// ONE: [[@LINE+2]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 8, d1, d2, d3 mod 8)
func.func @pairs(%x: tensor<1x7x9x6xi8>, %w: tensor<3x3x6x32xi8>, %o: tensor<1x5x7x32xi32>) -> tensor<1x5x7x32xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x7x9x6xi8>, tensor<3x3x6x32xi8>) outs(%o : tensor<1x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x5x7x32xi32>
  return %r : tensor<1x5x7x32xi32>
}

// CHECK: [[@LINE+7]]:8: remark: [Passed] layout-choose/chosen {{.*}} works on operand 0 in (d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4)
func.func @batch(%x: tensor<?x7x9x3xi8>, %w: tensor<3x3x3x32xi8>) -> tensor<?x5x7x32xi32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?x7x9x3xi8>
  %e = tensor.empty(%n) : tensor<?x5x7x32xi32>
  %i = arith.constant 0 : i32
  %o = linalg.fill ins(%i : i32) outs(%e : tensor<?x5x7x32xi32>) -> tensor<?x5x7x32xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<?x7x9x3xi8>, tensor<3x3x3x32xi8>) outs(%o : tensor<?x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<?x5x7x32xi32>
  return %r : tensor<?x5x7x32xi32>
}

// No loop over one channel could be longer. Whether reads of places that are not known are in bounds is
// not known either. A zero point that is not known is in no padding, and 300 is no byte.
// CHECK-NOT: works on operand 0 in
func.func @mono(%x: tensor<1x7x9x1xi8>, %w: tensor<3x3x1x32xi8>, %o: tensor<1x5x7x32xi32>) -> tensor<1x5x7x32xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x7x9x1xi8>, tensor<3x3x1x32xi8>) outs(%o : tensor<1x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x5x7x32xi32>
  return %r : tensor<1x5x7x32xi32>
}

func.func @places(%x: tensor<1x?x?x3xi8>, %w: tensor<3x3x3x32xi8>, %o: tensor<1x?x?x32xi32>) -> tensor<1x?x?x32xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x?x?x3xi8>, tensor<3x3x3x32xi8>) outs(%o : tensor<1x?x?x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x?x?x32xi32>
  return %r : tensor<1x?x?x32xi32>
}

func.func @window(%x: tensor<1x7x9x3xi8>, %w: tensor<?x?x3x32xi8>, %o: tensor<1x5x7x32xi32>) -> tensor<1x5x7x32xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x7x9x3xi8>, tensor<?x?x3x32xi8>) outs(%o : tensor<1x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x5x7x32xi32>
  return %r : tensor<1x5x7x32xi32>
}

func.func @unknown(%x: tensor<1x7x9x3xi8>, %w: tensor<3x3x3x32xi8>, %o: tensor<1x5x7x32xi32>, %zw: i32) -> tensor<1x5x7x32xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x7x9x3xi8>, tensor<3x3x3x32xi8>) outs(%o : tensor<1x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %5 = arith.subi %1, %zw : i32
    %2 = arith.muli %0, %5 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x5x7x32xi32>
  return %r : tensor<1x5x7x32xi32>
}

func.func @large(%x: tensor<1x7x9x3xi8>, %w: tensor<3x3x3x32xi8>, %o: tensor<1x5x7x32xi32>) -> tensor<1x5x7x32xi32> {
  %zw = arith.constant 300 : i32
  %r = linalg.generic {indexing_maps = [affine_map<(n,h,v,o,r,s,c) -> (n, h + r, v + s, c)>, affine_map<(n,h,v,o,r,s,c) -> (r,s,c,o)>, affine_map<(n,h,v,o,r,s,c) -> (n,h,v,o)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x7x9x3xi8>, tensor<3x3x3x32xi8>) outs(%o : tensor<1x5x7x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %5 = arith.subi %1, %zw : i32
    %2 = arith.muli %0, %5 : i32
    %3 = arith.addi %sum, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<1x5x7x32xi32>
  return %r : tensor<1x5x7x32xi32>
}
