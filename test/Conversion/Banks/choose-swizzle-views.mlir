// Accesses to a part of a buffer are counted as ones to the buffer, and become such
// where a layout is chosen.
// RUN: layout-opt %s --layout-choose-swizzle --mlir-print-local-scope --remarks-filter=layout --remark-policy=all 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: layout-opt %s --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAIN
// RUN: layout-opt %s --layout-choose-swizzle -o %t.mlir
// RUN: layout-opt %t.mlir --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REPORT
// REPORT-NOT: Missed
// REPORT-COUNT-6: no-conflicts

gpu.module @kernels {
  // One of two stages, which the loop decides.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}}"swizzle<3, 3, 3> takes the cycles that warps wait for bank conflicts from 3584 to 0"
  // CHECK-LABEL: gpu.func @stages
  // CHECK-SAME: workgroup(%[[A:.*]] : memref<2x64x64xf16, #layout.buffer<index_map<(d0, d1, d2) -> (d0, d1, (d2 floordiv 8) xor (d1 mod 8), d2 mod 8)>>, 3>)
  // CHECK-NOT: memref.subview
  // CHECK: vector.transfer_read %[[A]][%{{.*}}, %{{.*}}, %{{.*}}]
  // CHECK: memref.store %{{.*}}, %[[A]][
  gpu.func @stages(%out: memref<64x64xf16>, %v: f16) workgroup(%a: memref<2x64x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    affine.for %k = 0 to 16 {
      %s = affine.apply affine_map<(k) -> (k mod 2)>(%k)
      %t = memref.subview %a[%s, 0, 0] [1, 64, 64] [1, 1, 1] : memref<2x64x64xf16, 3> to memref<64x64xf16, strided<[64, 1], offset: ?>, 3>
      affine.for %j = 0 to 8 {
        %c = affine.apply affine_map<(j) -> (j * 8)>(%j)
        // PLAIN: :[[# @LINE + 1]]:14: remark: [Missed] {{.*}}"a warp waits 32 cycles where 4 would do: threads 0 and 1 access elements (0, 0) and (1, 0), in different words of bank 0"
        %w = vector.load %t[%x, %c] : memref<64x64xf16, strided<[64, 1], offset: ?>, 3>, vector<8xf16>
        vector.store %w, %out[%x, %c] : memref<64x64xf16>, vector<8xf16>
      }
      // PLAIN: :[[# @LINE + 1]]:7: remark: [Passed] {{.*}}"a warp waits 1 cycle, without bank conflicts"
      memref.store %v, %t[%c0, %x] : memref<64x64xf16, strided<[64, 1], offset: ?>, 3>
    }
    gpu.return
  }

  // Rows from 3 on, every second of them, and a part of that.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen
  // CHECK-LABEL: gpu.func @parts
  // CHECK-NOT: memref.subview
  // CHECK: gpu.return
  gpu.func @parts(%v: f32) workgroup(%a: memref<68x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %p = memref.subview %a[3, 0] [32, 32] [2, 1] : memref<68x32xf32, 3> to memref<32x32xf32, strided<[64, 1], offset: 96>, 3>
    %q = memref.subview %p[0, 16] [32, 16] [1, 1] : memref<32x32xf32, strided<[64, 1], offset: 96>, 3> to memref<32x16xf32, strided<[64, 1], offset: 112>, 3>
    // PLAIN: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 32 cycles where 1 would do: threads 0 and 1 access elements (0, 0) and (1, 0), in different words of bank 16"
    memref.store %v, %q[%x, %c0] : memref<32x16xf32, strided<[64, 1], offset: 112>, 3>
    memref.store %v, %p[%c0, %x] : memref<32x32xf32, strided<[64, 1], offset: 96>, 3>
    gpu.return
  }

  // 1024 threads, and 4096 iterations of which 32 differ: counted at once.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen {{.*}} from 126976 to 0"
  // CHECK-LABEL: gpu.func @many
  gpu.func @many(%v: f32) workgroup(%a: memref<64x1024xf32, 3>)
      kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %x = gpu.thread_id x
    affine.for %k = 0 to 64 {
      affine.for %j = 0 to 64 {
        affine.store %v, %a[(%x + %k) mod 64, %j * 16] : memref<64x1024xf32, 3>
      }
    }
    gpu.return
  }

  // The number of a block, of any size, decides the row.
  // REMARK: remark: [Passed] layout-choose-swizzle/chosen
  // CHECK-LABEL: gpu.func @blocks
  gpu.func @blocks(%v: f32) workgroup(%a: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %b = gpu.block_id x
    // PLAIN: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 32 cycles where 1 would do
    affine.store %v, %a[(%x + %b) mod 64, 0] : memref<64x32xf32, 3>
    gpu.return
  }

  // No power of two repeats 45 rows: what was tried before the time is up counts.
  // REMARK: remark: [{{Passed|Missed}}] layout-choose-swizzle/{{.*}}; {{[0-9]+}} more were not tried, as to count their conflicts takes long"
  // CHECK-LABEL: gpu.func @long
  gpu.func @long(%v: f32) workgroup(%a: memref<45x512xf32, 3>)
      kernel attributes {known_block_size = array<i32: 1024, 1, 1>} {
    %x = gpu.thread_id x
    affine.for %k = 0 to 45 {
      affine.for %j = 0 to 45 {
        affine.store %v, %a[(%x + %k * 7 + %j) mod 45, (%j mod 11 + %k mod 13) * 16] : memref<45x512xf32, 3>
      }
    }
    gpu.return
  }
}
