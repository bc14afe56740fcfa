// Layouts of workgroup buffers, chosen by counted bank conflicts.
// RUN: layout-opt %s --layout-choose-swizzle --split-input-file --mlir-print-local-scope | FileCheck %s
// RUN: layout-opt %s --layout-choose-swizzle --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// What was chosen has the conflicts that were promised, and can be applied.
// RUN: layout-opt %s --layout-choose-swizzle --split-input-file -o %t.mlir
// RUN: layout-opt %t.mlir --layout-report-banks --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// RUN: layout-opt %s --layout-choose-swizzle --layout-apply --layout-finalize --split-input-file | FileCheck %s --check-prefix=APPLIED

// 16 bytes of rows are stored, and loaded by ldmatrix: 8 rows at a time. Tiles of
// 16 to 128 columns of f16, which need no memory.
gpu.module @tiles {
  // REPORT-NOT: Missed
  // REPORT-COUNT-8: no-conflicts
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<1, 3, 3> takes the cycles that warps wait for bank conflicts from 4 to 0"
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<2, 3, 3> takes the cycles
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<3, 3, 3> takes the cycles
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<3, 3, 4> takes the cycles
  // CHECK-LABEL: gpu.func @f16x16
  gpu.func @f16x16(%v: vector<8xf16>) workgroup(%a: memref<64x16xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    affine.vector_store %v, %a[%x floordiv 2, 8 * (%x mod 2)] : memref<64x16xf16, 3>, vector<8xf16>
    %m = nvgpu.ldmatrix %a[%x, %c0] {numTiles = 4 : i32, transpose = false} : memref<64x16xf16, 3> -> vector<4x2xf16>
    gpu.return
  }
  gpu.func @f16x32(%v: vector<8xf16>) workgroup(%a: memref<64x32xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    affine.vector_store %v, %a[%x floordiv 4, 8 * (%x mod 4)] : memref<64x32xf16, 3>, vector<8xf16>
    %m = nvgpu.ldmatrix %a[%x, %c0] {numTiles = 4 : i32, transpose = false} : memref<64x32xf16, 3> -> vector<4x2xf16>
    gpu.return
  }
  // CHECK: gpu.func @f16x64(%{{.*}}) workgroup(%[[A:.*]] : memref<64x64xf16, #layout.buffer<index_map<(d0, d1) -> (d0, (d1 floordiv 8) xor (d0 mod 8), d1 mod 8)>>, 3>)
  // CHECK: vector.transfer_write %{{.*}}, %[[A]]{{.*}} {in_bounds = [true]}
  // APPLIED: gpu.func @f16x64(%{{.*}}) workgroup(%[[A:.*]] : memref<64x8x8xf16, 3>)
  // APPLIED: vector.transfer_write %{{.*}}, %[[A]]
  // APPLIED: nvgpu.ldmatrix %[[A]][%{{.*}}, %{{.*}}, %{{.*}}]
  gpu.func @f16x64(%v: vector<8xf16>) workgroup(%a: memref<64x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    affine.vector_store %v, %a[%x floordiv 8, 8 * (%x mod 8)] : memref<64x64xf16, 3>, vector<8xf16>
    affine.for %k = 0 to 64 step 8 {
      %m = nvgpu.ldmatrix %a[%x, %k] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, 3> -> vector<4x2xf16>
    }
    gpu.return
  }
  gpu.func @f16x128(%v: vector<8xf16>) workgroup(%a: memref<64x128xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    affine.vector_store %v, %a[%x floordiv 16, 8 * (%x mod 16)] : memref<64x128xf16, 3>, vector<8xf16>
    %m = nvgpu.ldmatrix %a[%x, %c0] {numTiles = 4 : i32, transpose = false} : memref<64x128xf16, 3> -> vector<4x2xf16>
    gpu.return
  }
}

// -----

// Two buffers in one, and rows that are no power of two: 48 columns.
gpu.module @stages {
  // REPORT-COUNT-2: no-conflicts
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen
  // CHECK-LABEL: gpu.func @stages(%{{.*}}) workgroup(%{{.*}} : memref<2x64x48xf16, #layout.buffer<
  // APPLIED: gpu.func @stages(
  gpu.func @stages(%v: vector<8xf16>, %s: index) workgroup(%a: memref<2x64x48xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    affine.for %k = 0 to 16 {
      affine.vector_store %v, %a[%k mod 2, %x, 8 * (%k mod 6)] : memref<2x64x48xf16, 3>, vector<8xf16>
      %t = affine.vector_load %a[%k mod 2, %x, 8 * (%k mod 6)] : memref<2x64x48xf16, 3>, vector<8xf16>
    }
    gpu.return
  }
}

// -----

gpu.module @others {
  // REMARK: remark: [Passed] layout-choose-swizzle/not-needed {{.*}}"no access has bank conflicts"
  // REMARK: remark: [Missed] layout-choose-swizzle/other-use {{.*}}"the layout stays, as 'memref.expand_shape' uses the buffer other than by an access to its elements"
  // REMARK: remark: [Analysis] layout-choose-swizzle/unknown {{.*}}the size of a block is not known
  // REMARK: remark: [Missed] layout-choose-swizzle/nothing-better
  // REMARK: remark: [Missed] layout-choose-swizzle/other-use {{.*}}'gpu.subgroup_mma_store_matrix'
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<3, 3, 3>
  // CHECK-LABEL: gpu.func @not_needed
  // CHECK-SAME: memref<32x32xf32, 3>
  gpu.func @not_needed(%v: f32) workgroup(%a: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    memref.store %v, %a[%x, %x] : memref<32x32xf32, 3>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @viewed
  // CHECK-SAME: memref<32x32xf32, 3>
  gpu.func @viewed(%v: f32) workgroup(%a: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    memref.store %v, %a[%x, %c0] : memref<32x32xf32, 3>
    %b = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 8, 32] : memref<32x32xf32, 3> into memref<4x8x32xf32, 3>
    memref.store %v, %b[%c0, %c0, %c0] : memref<4x8x32xf32, 3>
    gpu.return
  }
  gpu.func @unknown(%v: f32) workgroup(%a: memref<32x32xf32, 3>) kernel {
    %x = gpu.thread_id x
    memref.store %v, %a[%x, %x] : memref<32x32xf32, 3>
    gpu.return
  }
  // What parts the two rows that are stored at a time makes loads of diagonals meet.
  // CHECK-LABEL: gpu.func @nothing_better
  // CHECK-SAME: memref<32x32xf32, 3>
  gpu.func @nothing_better(%v: f32) workgroup(%a: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    affine.store %v, %a[%x floordiv 16, 2 * (%x mod 16)] : memref<32x32xf32, 3>
    affine.for %k = 0 to 32 {
      %t = affine.load %a[%x, (%x + %k) mod 32] : memref<32x32xf32, 3>
    }
    gpu.return
  }
  gpu.func @matrices(%m: !gpu.mma_matrix<16x16xf16, "COp">) workgroup(%a: memref<32x32xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    gpu.subgroup_mma_store_matrix %m, %a[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @wants_stride
  // CHECK-SAME: workgroup(%[[A:[^ ]+]] : memref<64x64xf16, #layout.buffer<{{.+}}>, 3>)
  // CHECK: %[[P:.+]] = layout.as_physical %[[A]]
  // CHECK: nvgpu.device_async_copy %{{.+}}[{{.*}}], %[[P]][
  gpu.func @wants_stride(%g: memref<64x64xf16>) workgroup(%a: memref<64x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %t = nvgpu.device_async_copy %g[%x, %c0], %a[%x, %c0], 8 : memref<64x64xf16> to memref<64x64xf16, 3>
    gpu.return
  }
}

// -----

// Elements of several numbers.
gpu.module @elements {
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<4, 0, 5> takes the cycles that warps wait for bank conflicts from 30 to 0"
  // CHECK-LABEL: gpu.func @complex
  // CHECK-SAME: memref<32x32xcomplex<f32>, #layout.buffer<
  gpu.func @complex(%v: complex<f32>) workgroup(%a: memref<32x32xcomplex<f32>, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    memref.store %v, %a[%x, %c0] : memref<32x32xcomplex<f32>, 3>
    gpu.return
  }
}

// -----

// Each thread accesses a row, in pieces of 16 bytes; no swizzle keeps it contiguous.
gpu.module @long {
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"a pad of 8 elements for each row takes the cycles that warps wait for bank conflicts from 224 to 0"
  // CHECK-LABEL: gpu.func @row_per_thread
  // CHECK-SAME: memref<64x64xf16, #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, extent<[?, ? + 8]>>, 3>
  // APPLIED: gpu.func @row_per_thread
  gpu.func @row_per_thread(%v: vector<64xf16>) workgroup(%a: memref<64x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    vector.store %v, %a[%x, %c0] : memref<64x64xf16, 3>, vector<64xf16>
    gpu.return
  }
}

// -----

// More elements than 4096, of extents that are no powers of two: a pad would do as well, for more memory.
gpu.module @columns96 {
  // REPORT-COUNT-2: no-conflicts
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<2, 3, 3> takes the cycles that warps wait for bank conflicts from 144 to 0"
  // CHECK-LABEL: gpu.func @f16x96(
  // APPLIED: gpu.func @f16x96(%{{.*}}) workgroup(%{{.*}} : memref<6144xf16, 3>)
  gpu.func @f16x96(%in: memref<64x96xf16>) workgroup(%a: memref<64x96xf16, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    affine.for %r = 0 to 12 {
      %v = affine.vector_load %in[(%x + 64 * %r) floordiv 12, (%x + 64 * %r) mod 12 * 8] : memref<64x96xf16>, vector<8xf16>
      affine.vector_store %v, %a[(%x + 64 * %r) floordiv 12, (%x + 64 * %r) mod 12 * 8] : memref<64x96xf16, 3>, vector<8xf16>
    }
    affine.for %r = 0 to 12 {
      %v = affine.vector_load %a[%x, 8 * %r] : memref<64x96xf16, 3>, vector<8xf16>
      affine.vector_store %v, %in[%x, 8 * %r] : memref<64x96xf16>, vector<8xf16>
    }
    gpu.return
  }
}

// -----

// What is not proven is not chosen.
gpu.module @refused {
  // Offsets in rows of 72 elements do not fit 64 bits.
  // REMARK: remark: [Missed] layout-choose-swizzle/nothing-better {{.*}}"warps wait 224 cycles for bank conflicts; none of the swizzles and pads that were tried, and proven, has fewer"
  // CHECK-LABEL: gpu.func @too_large
  // CHECK-SAME: memref<129703669268270284x64xf16, 3>
  gpu.func @too_large(%v: vector<64xf16>) workgroup(%a: memref<129703669268270284x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    vector.store %v, %a[%x, %c0] : memref<129703669268270284x64xf16, 3>, vector<64xf16>
    gpu.return
  }
  // Rows of 34 elements tear runs of 4 apart, though not in the rows that are copied.
  // REMARK: remark: [Missed] layout-choose-swizzle/nothing-better {{.*}}"warps wait 14 cycles for bank conflicts; none of the swizzles and pads that were tried, and proven, has fewer"
  // CHECK-LABEL: gpu.func @torn
  // CHECK-SAME: workgroup(%{{.+}} : memref<512x34xf16, 3>)
  gpu.func @torn(%g: memref<512x34xf16>) workgroup(%a: memref<512x34xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %row = affine.apply affine_map<(x) -> (x * 16)>(%x)
    %t = nvgpu.device_async_copy %g[%row, %c0], %a[%row, %c0], 4 : memref<512x34xf16> to memref<512x34xf16, 3>
    gpu.return
  }
}

// -----

gpu.module @candidates {
  // Runs of 16 elements stay together: bits from 4 on move.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<2, 4, 2> takes the cycles that warps wait for bank conflicts from 24 to 0"
  // CHECK-LABEL: gpu.func @runs
  // CHECK-SAME: #layout.buffer<index_map<(d0, d1) -> (((d0 * 16 + d1 floordiv 16) xor ((d1 floordiv 64) mod 4)) * 16 + d1 mod 16)>>
  gpu.func @runs(%v: vector<16xf16>) workgroup(%a: memref<64x256xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    affine.vector_store %v, %a[0, %x floordiv 2 mod 4 * 64] : memref<64x256xf16, 3>, vector<16xf16>
    gpu.return
  }
  // The row has no more bits than these, and its remainder is written still.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<3, 2, 6> takes the cycles that warps wait for bank conflicts from 7 to 0"
  // CHECK-LABEL: gpu.func @last_bits
  // CHECK-SAME: #layout.buffer<index_map<(d0, d1) -> (d0, (d1 floordiv 4) xor ((d0 floordiv 8) mod 8), d1 mod 4)>>
  gpu.func @last_bits(%v: f32) workgroup(%a: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    affine.store %v, %a[%x mod 8 * 8, %x floordiv 8] : memref<64x32xf32, 3>
    gpu.return
  }
  // Bits of the column are added to others of it.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<5, 0, 5> takes the cycles that warps wait for bank conflicts from 31 to 0"
  // CHECK-LABEL: gpu.func @one_row
  // CHECK-SAME: #layout.buffer<index_map<(d0, d1) -> ((d0 * 1024 + d1) xor ((d1 floordiv 32) mod 32))>>
  gpu.func @one_row(%v: f32) workgroup(%a: memref<32x1024xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    affine.store %v, %a[0, %x * 32] : memref<32x1024xf32, 3>
    gpu.return
  }
  // Bits from 16 on are added to none.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"a pad of 1 element for each row takes the cycles that warps wait for bank conflicts from 31 to 0"
  // CHECK-LABEL: gpu.func @long_rows
  // CHECK-SAME: #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, extent<[?, ? + 1]>>
  gpu.func @long_rows(%v: f32) workgroup(%a: memref<32x65536xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    memref.store %v, %a[%x, %c0] : memref<32x65536xf32, 3>
    gpu.return
  }
  // A pad of 2 elements would do here, and leave every second row without an alignment to 16 bytes.
  // REMARK: remark: [Missed] layout-choose-swizzle/nothing-better {{.*}}"warps wait 48 cycles
  // CHECK-LABEL: gpu.func @pieces
  // CHECK-SAME: workgroup(%{{.+}} : memref<128x96xf32, 3>)
  gpu.func @pieces(%v: vector<16xf32>) workgroup(%a: memref<128x96xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    affine.vector_store %v, %a[%x mod 8 * 2, %x floordiv 2 mod 6 * 16] : memref<128x96xf32, 3>, vector<16xf32>
    gpu.return
  }
  // Nothing is better than the first swizzle without conflicts: the others, which take long to count, are not tried.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<1, 0, 6> takes the cycles that warps wait for bank conflicts from 2025 to 0"
  // CHECK-LABEL: gpu.func @first
  gpu.func @first(%v: f32) workgroup(%a: memref<128x64xf32, 3>)
      kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %x = gpu.thread_id x
    affine.for %k = 0 to 45 {
      affine.for %j = 0 to 45 {
        affine.store %v, %a[%x mod 2 + 2 * ((%k * 7 + %j + %x floordiv 32) mod 45), (%x mod 32) floordiv 2 * 2 + (%j mod 11) floordiv 6 * 32] : memref<128x64xf32, 3>
      }
    }
    gpu.return
  }
}
