// Vectors that are proven to begin at a multiple of their bytes.
// RUN: layout-opt %s --layout-apply --layout-finalize --layout-lower-indices --cse | FileCheck %s

#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
#flat = #layout.buffer<index_map<(i, j) -> (swizzle<3, 3, 3>(64 * i + j))>>
#padded = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 8]>>
#odd = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 2]>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @aligned(
  // CHECK-SAME: workgroup(%[[A:[^ ]*]] : memref<64x8x8xf16, 3> {llvm.align = 16 : i64}, %[[B:[^ ]*]] : memref<64x72xf16, 3> {llvm.align = 16 : i64}, %[[C:[^ ]*]] : memref<4096xf16, 3> {llvm.align = 16 : i64})
  gpu.func @aligned(%v: vector<8xf16>, %p: f16, %o: memref<8xf16>)
      workgroup(%a: memref<64x64xf16, #swizzled, 3>, %b: memref<64x64xf16, #padded, 3>,
                %c: memref<64x64xf16, #flat, 3>)
      kernel attributes {known_block_size = array<i32: 8, 64, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %j = affine.apply affine_map<(x) -> (8 * x)>(%x)
    // CHECK: vector.store %{{.*}}, %[[A]][{{.*}}] {alignment = 16 : i64} : memref<64x8x8xf16, 3>, vector<8xf16>
    vector.transfer_write %v, %a[%y, %j] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, #swizzled, 3>
    // CHECK: vector.store %{{.*}}, %[[B]][{{.*}}] {alignment = 16 : i64} : memref<64x72xf16, 3>, vector<8xf16>
    vector.transfer_write %v, %b[%y, %j] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, #padded, 3>
    // CHECK: vector.store %{{.*}}, %[[C]][{{.*}}] {alignment = 16 : i64} : memref<4096xf16, 3>, vector<8xf16>
    vector.transfer_write %v, %c[%y, %j] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, #flat, 3>
    // CHECK: vector.load %[[A]][{{.*}}] {alignment = 16 : i64}
    %w = vector.transfer_read %a[%y, %j], %p {in_bounds = [true]} : memref<64x64xf16, #swizzled, 3>, vector<8xf16>
    // CHECK: vector.load %[[B]][{{.*}}] {alignment = 8 : i64} : memref<64x72xf16, 3>, vector<4xf16>
    %k = affine.apply affine_map<(x) -> (4 * x)>(%x)
    %u = vector.transfer_read %b[%y, %k], %p {in_bounds = [true]} : memref<64x64xf16, #padded, 3>, vector<4xf16>
    vector.store %w, %o[%x] : memref<8xf16>, vector<8xf16>
    vector.store %u, %o[%x] : memref<8xf16>, vector<4xf16>
    gpu.return
  }

  // Rows of 66 elements; an index that is no multiple of 8; a buffer that states
  // less; one of another memory; lanes that may be outside.
  // CHECK-LABEL: gpu.func @unknown(
  // CHECK-NOT: alignment = 16
  // CHECK: gpu.return
  gpu.func @unknown(%v: vector<8xf16>, %g: memref<64x64xf16>)
      workgroup(%a: memref<64x64xf16, #odd, 3>, %b: memref<64x64xf16, 3>,
                %c: memref<64x64xf16, 3> {llvm.align = 8 : i64})
      kernel attributes {known_block_size = array<i32: 8, 64, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %j = affine.apply affine_map<(x) -> (8 * x)>(%x)
    %k = affine.apply affine_map<(x) -> (4 * x)>(%x)
    vector.transfer_write %v, %a[%y, %j] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, #odd, 3>
    vector.transfer_write %v, %b[%y, %k] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, 3>
    vector.transfer_write %v, %c[%y, %j] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, 3>
    vector.transfer_write %v, %g[%y, %j] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16>
    vector.transfer_write %v, %b[%y, %j] : vector<8xf16>, memref<64x64xf16, 3>
    gpu.return
  }
}
