// A view of an argument with a request has no layout of its own. What calls and control flow forward
// is a copy of it, or of what becomes one tensor with the argument.
// DEFINE: %{options} =
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false %{options}})" --entry
// RUN: %{check}=viewyield,ifslice2,select,blocks --arg=2:0
// RUN: %{check}=viewyield,ifslice2,select,blocks --arg=2:1
// RUN: %{check}=carried --arg=2:3
// RUN: %{check}=viewcall
// REDEFINE: %{options} = deallocate keep-arguments
// RUN: %{check}=viewyield,ifslice2,select,blocks --arg=2:1
// RUN: %{check}=viewcall
#t3 = #layout.buffer<index_map<(i, j, k) -> (k floordiv 4, i, j, k mod 4)>, pad<0 : i32>>
#t1 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @viewyield(%a: tensor<1x5x7xi32> {layout.transform = #t3}, %b: tensor<5x7xi32>, %p: i1) -> tensor<5x7xi32> {
  %v = tensor.collapse_shape %a [[0, 1], [2]] : tensor<1x5x7xi32> into tensor<5x7xi32>
  %r = scf.if %p -> tensor<5x7xi32> {
    scf.yield %v : tensor<5x7xi32>
  } else {
    scf.yield %b : tensor<5x7xi32>
  }
  return %r : tensor<5x7xi32>
}
func.func @ifslice2(%a: tensor<5xi32> {layout.transform = #t1}, %b: tensor<10xi32>, %p: i1) -> tensor<5xi32> {
  %s = tensor.extract_slice %b[4] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %r = scf.if %p -> tensor<5xi32> {
    scf.yield %a : tensor<5xi32>
  } else {
    scf.yield %s : tensor<5xi32>
  }
  %x = arith.addi %r, %r : tensor<5xi32>
  return %x : tensor<5xi32>
}
func.func @select(%a: tensor<10xi32> {layout.transform = #t1}, %b: tensor<5xi32>, %p: i1) -> tensor<5xi32> {
  %s = tensor.extract_slice %a[4] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %r = arith.select %p, %s, %b : tensor<5xi32>
  %x = arith.addi %r, %r : tensor<5xi32>
  return %x : tensor<5xi32>
}
func.func @carried(%a: tensor<10xi32> {layout.transform = #t1}, %b: tensor<5xi32>, %n: index) -> tensor<5xi32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %s = tensor.extract_slice %a[4] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %r = scf.for %i = %zero to %n step %one iter_args(%sum = %s) -> tensor<5xi32> {
    %next = arith.addi %sum, %b : tensor<5xi32>
    scf.yield %next : tensor<5xi32>
  }
  return %r : tensor<5xi32>
}
func.func @blocks(%a: tensor<10xi32> {layout.transform = #t1}, %b: tensor<5xi32>, %p: i1) -> tensor<5xi32> {
  %s = tensor.extract_slice %a[4] [5] [1] : tensor<10xi32> to tensor<5xi32>
  cf.cond_br %p, ^end(%s : tensor<5xi32>), ^end(%b : tensor<5xi32>)
^end(%r: tensor<5xi32>):
  %x = arith.addi %r, %r : tensor<5xi32>
  return %x : tensor<5xi32>
}
func.func @viewcall(%a: tensor<1x5x7xi32> {layout.transform = #t3}) -> tensor<5x7xi32> {
  %v = tensor.collapse_shape %a [[0, 1], [2]] : tensor<1x5x7xi32> into tensor<5x7xi32>
  %r = call @g(%v) : (tensor<5x7xi32>) -> tensor<5x7xi32>
  return %r : tensor<5x7xi32>
}
func.func private @g(%v: tensor<5x7xi32>) -> tensor<5x7xi32> attributes {no_inline} {
  %w = call @h(%v) : (tensor<5x7xi32>) -> tensor<5x7xi32>
  return %w : tensor<5x7xi32>
}
func.func private @h(%v: tensor<5x7xi32>) -> tensor<5x7xi32> attributes {no_inline} {
  %r = arith.muli %v, %v : tensor<5x7xi32>
  return %r : tensor<5x7xi32>
}
