// Stores to swizzled workgroup memory: as many operations as in the same kernel
// written by hand, without constants.
// RUN: layout-opt %s --layout-apply --layout-finalize --layout-lower-indices --cse | FileCheck %s

#rows = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
#chunks = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
#bytes128 = #layout.buffer<index_map<(i, j) -> (swizzle<3, 3, 3>(64 * i + j))>>
#bytes64 = #layout.buffer<index_map<(i, j) -> (swizzle<2, 3, 3>(32 * i + j))>>
#bytes32 = #layout.buffer<index_map<(i, j) -> (swizzle<1, 3, 3>(16 * i + j))>>
#padded = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 8]>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @rows(
  // CHECK-COUNT-3: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @rows(%v: f16)
      workgroup(%a: memref<8x64xf16, #rows, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[%y, %x] : memref<8x64xf16, #rows, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @rows_by_hand(
  // CHECK-COUNT-3: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @rows_by_hand(%v: f16)
      workgroup(%a: memref<8x8x8xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %0 = arith.shrui %x, %c3 : index
    %1 = arith.xori %0, %y : index
    %2 = arith.andi %x, %c7 : index
    memref.store %v, %a[%y, %1, %2] : memref<8x8x8xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @chunks(
  // CHECK-COUNT-4: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @chunks(%v: f16)
      workgroup(%a: memref<64x64xf16, #chunks, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[%y, %x] : memref<64x64xf16, #chunks, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @chunks_by_hand(
  // CHECK-COUNT-4: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @chunks_by_hand(%v: f16)
      workgroup(%a: memref<64x8x8xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %0 = arith.shrui %x, %c3 : index
    %1 = arith.andi %y, %c7 : index
    %2 = arith.xori %0, %1 : index
    %3 = arith.andi %x, %c7 : index
    memref.store %v, %a[%y, %2, %3] : memref<64x8x8xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @bytes128(
  // CHECK-COUNT-5: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @bytes128(%v: f16)
      workgroup(%a: memref<64x64xf16, #bytes128, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[%y, %x] : memref<64x64xf16, #bytes128, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @bytes128_by_hand(
  // CHECK-COUNT-5: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @bytes128_by_hand(%v: f16)
      workgroup(%a: memref<4096xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c3 = arith.constant 3 : index
    %c6 = arith.constant 6 : index
    %m = arith.constant 56 : index
    %0 = arith.shli %y, %c6 : index
    %1 = arith.ori %0, %x : index
    %2 = arith.shrui %1, %c3 : index
    %3 = arith.andi %2, %m : index
    %4 = arith.xori %1, %3 : index
    memref.store %v, %a[%4] : memref<4096xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @bytes64(
  // CHECK-COUNT-5: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @bytes64(%v: f16)
      workgroup(%a: memref<64x32xf16, #bytes64, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[%y, %x] : memref<64x32xf16, #bytes64, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @bytes64_by_hand(
  // CHECK-COUNT-5: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @bytes64_by_hand(%v: f16)
      workgroup(%a: memref<2048xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %m = arith.constant 24 : index
    %0 = arith.shli %y, %c5 : index
    %1 = arith.ori %0, %x : index
    %2 = arith.shrui %1, %c3 : index
    %3 = arith.andi %2, %m : index
    %4 = arith.xori %1, %3 : index
    memref.store %v, %a[%4] : memref<2048xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @bytes32(
  // CHECK-COUNT-5: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @bytes32(%v: f16)
      workgroup(%a: memref<64x16xf16, #bytes32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 64, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[%y, %x] : memref<64x16xf16, #bytes32, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @bytes32_by_hand(
  // CHECK-COUNT-5: = arith.{{[^c]}}
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @bytes32_by_hand(%v: f16)
      workgroup(%a: memref<1024xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 16, 64, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %m = arith.constant 8 : index
    %0 = arith.shli %y, %c4 : index
    %1 = arith.ori %0, %x : index
    %2 = arith.shrui %1, %c3 : index
    %3 = arith.andi %2, %m : index
    %4 = arith.xori %1, %3 : index
    memref.store %v, %a[%4] : memref<1024xf16, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @padded(
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @padded(%v: f16)
      workgroup(%a: memref<64x64xf16, #padded, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[%y, %x] : memref<64x64xf16, #padded, #gpu.address_space<workgroup>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @padded_by_hand(
  // CHECK-NOT: = arith.{{[^c]}}
  // CHECK: gpu.return
  gpu.func @padded_by_hand(%v: f16)
      workgroup(%a: memref<64x72xf16, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 64, 16, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    memref.store %v, %a[%y, %x] : memref<64x72xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}
