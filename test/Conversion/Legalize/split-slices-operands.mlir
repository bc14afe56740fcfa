// Slices of which some sizes are operands, which later prove to be 1.
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false})"
// DEFINE: %{dealloc} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-compile="target=x86-64 contract reassociate deallocate" -o /dev/null

// Two sizes of 1 are dropped, and a constant operand is a third.
// RUN: %{check} --entry=two_sizes --dim=arg0.dim0:2 --dim=arg0.dim1:6 --dim=arg0.dim3:4 --arg=1:3
// RUN: %{dealloc} --entry=two_sizes --dim=arg0.dim0:2 --dim=arg0.dim1:6 --dim=arg0.dim3:4 --arg=1:3
func.func @two_sizes(%x: tensor<?x?x5x?xi64>, %k: index) -> tensor<?x?xi64> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[0, %k, 2, 1] [1, %k, 1, %c1] [3, 1, 2, 2] : tensor<?x?x5x?xi64> to tensor<?x?xi64>
  %t = arith.addi %s, %s : tensor<?x?xi64>
  return %t : tensor<?x?xi64>
}

// Steps of 1: a stride that is not known stays with a size that is.
// RUN: %{check} --entry=later --dim=arg0.dim0:3 --dim=arg0.dim1:6 --dim=arg0.dim2:3 --dim=arg0.dim3:4 --arg=1:5
// RUN: %{dealloc} --entry=later --dim=arg0.dim0:3 --dim=arg0.dim1:6 --dim=arg0.dim2:3 --dim=arg0.dim3:4 --arg=1:5
func.func @later(%x: tensor<?x?x?x?xi64>, %k: index) -> tensor<?x?x4xi64> {
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[0, 0, 1, 0] [%c1, %k, 1, 4] [1, 1, 1, 1] : tensor<?x?x?x?xi64> to tensor<?x?x4xi64>
  %t = arith.addi %s, %s : tensor<?x?x4xi64>
  return %t : tensor<?x?x4xi64>
}

// The first of two sizes of 1 is kept.
// RUN: %{check} --entry=one_kept
// RUN: %{dealloc} --entry=one_kept
func.func @one_kept(%x: tensor<5x1x4x9xi64>) -> tensor<2x?x8xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[1, %c0, 3, 1] [2, %c1, 1, 8] [1, 2, 3, %c1] : tensor<5x1x4x9xi64> to tensor<2x?x8xi64>
  %t = arith.addi %s, %s : tensor<2x?x8xi64>
  return %t : tensor<2x?x8xi64>
}

// Elements that are alone have no step.
// RUN: %{check} --entry=units --arg=1:0
// RUN: %{dealloc} --entry=units --arg=1:0
func.func @units(%x: tensor<8x1x1x1xf32>, %i: index) -> tensor<1x1xf32> {
  %s = tensor.extract_slice %x[3, 0, 0, %i] [1, 1, 1, 1] [3, 2, 3, 1] : tensor<8x1x1x1xf32> to tensor<1x1xf32>
  %t = arith.negf %s : tensor<1x1xf32>
  return %t : tensor<1x1xf32>
}

// The source has the size 1 itself, where a dimension is kept.
// RUN: %{check} --entry=of_units --arg=1:0 --arg=2:0 --arg=3:1 --arg=4:5 --arg=5:3 --dim=arg0.dim1:7 --dim=arg0.dim2:1 --dim=arg0.dim3:7
// RUN: %{dealloc} --entry=of_units --arg=1:0 --arg=2:0 --arg=3:1 --arg=4:5 --arg=5:3 --dim=arg0.dim1:7 --dim=arg0.dim2:1 --dim=arg0.dim3:7
func.func @of_units(%x: tensor<1x?x?x?xi32>, %o0: index, %o3: index, %s1: index, %s3: index, %p2: index) -> tensor<?x?x?xi32> {
  %o2 = arith.constant 0 : index
  %s0 = arith.constant 1 : index
  %s = tensor.extract_slice %x[%o0, 5, %o2, %o3] [%s0, %s1, 1, %s3] [2, 2, %p2, 1] : tensor<1x?x?x?xi32> to tensor<?x?x?xi32>
  %t = arith.addi %s, %s : tensor<?x?x?xi32>
  return %t : tensor<?x?x?xi32>
}

// RUN: %{check} --entry=of_more_units --arg=1:1 --arg=2:0 --arg=3:3 --arg=4:1 --dim=arg0.dim4:1
// RUN: %{dealloc} --entry=of_more_units --arg=1:1 --arg=2:0 --arg=3:3 --arg=4:1 --dim=arg0.dim4:1
func.func @of_more_units(%x: tensor<3x1x4x1x?xi32>, %o0: index, %o1: index, %o2: index, %p4: index) -> tensor<1x?x1xi32> {
  %o4 = arith.constant 0 : index
  %s1 = arith.constant 1 : index
  %s = tensor.extract_slice %x[%o0, %o1, %o2, 0, %o4] [1, %s1, 1, 1, 1] [1, 1, 1, 1, %p4] : tensor<3x1x4x1x?xi32> to tensor<1x?x1xi32>
  %t = arith.addi %s, %s : tensor<1x?x1xi32>
  return %t : tensor<1x?x1xi32>
}
