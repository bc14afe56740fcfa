// Weights that are arguments are laid out by who calls the function, as constants would be.
// RUN: layout-opt %s --split-input-file --layout-set-target=target=znver4 --layout-choose="reassociate=true layouts=always" --layout-reflow --layout-bufferize | FileCheck %s

// A product with few rows: an argument would be packed in each call, or not be laid out at all.
// CHECK: #[[PANELS:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 32, d0, d1 mod 32)>
// CHECK-LABEL: func.func @product(
// CHECK-SAME: %{{.*}}: memref<64x200xf32, #[[PANELS]]
// CHECK-NOT: layout.convert %arg1
// CHECK-LABEL: func.func @product_pack_arg1(
// CHECK-SAME: %[[PLAIN:.*]]: memref<64x200xf32{{[^#]*}}, %[[PACKED:.*]]: memref<64x200xf32, #[[PANELS]]>)
// CHECK-SAME: llvm.emit_c_interface
// CHECK: layout.convert ins(%[[PLAIN]] {{.*}}outs(%[[PACKED]]
// CHECK-NEXT: return
func.func @product(%x: tensor<12x64xf32>, %w: tensor<64x200xf32> {layout.weight}) -> tensor<12x200xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x200xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x200xf32>) -> tensor<12x200xf32>
  %r = linalg.matmul ins(%x, %w : tensor<12x64xf32>, tensor<64x200xf32>) outs(%z : tensor<12x200xf32>) -> tensor<12x200xf32>
  return %r : tensor<12x200xf32>
}

// -----

// What moves a weight goes into its packer.
// CHECK-LABEL: func.func @linear(
// CHECK-SAME: %{{.*}}: memref<64x200xf32, #{{.*}}>
// CHECK-NOT: linalg.transpose
// CHECK-LABEL: func.func @linear_pack_w(
// CHECK-SAME: memref<200x64xf32{{.*}} memref<64x200xf32, #
// CHECK: linalg.transpose
func.func @linear(%x: tensor<12x64xf32>, %w: tensor<200x64xf32> {layout.weight = "w"}) -> tensor<12x200xf32> {
  %zero = arith.constant 0.0 : f32
  %t = tensor.empty() : tensor<64x200xf32>
  %transposed = linalg.transpose ins(%w : tensor<200x64xf32>) outs(%t : tensor<64x200xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<12x200xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x200xf32>) -> tensor<12x200xf32>
  %r = linalg.matmul ins(%x, %transposed : tensor<12x64xf32>, tensor<64x200xf32>) outs(%z : tensor<12x200xf32>) -> tensor<12x200xf32>
  return %r : tensor<12x200xf32>
}

// -----

// Without a layout the packer copies; no argument is written, or freed.
// CHECK-LABEL: func.func @plain(
// CHECK-SAME: %{{.*}}: memref<7xf32{{.*}}>, %{{.*}}: memref<0x4xf32
// CHECK-LABEL: func.func @plain_pack_arg
// CHECK: memref.copy
// CHECK-LABEL: func.func @plain_pack_arg
func.func @plain(%w: tensor<7xf32> {layout.weight}, %none: tensor<0x4xf32> {layout.weight}) -> f32 {
  %i = arith.constant 3 : index
  %x = tensor.extract %w[%i] : tensor<7xf32>
  return %x : f32
}
