// Which lanes of a vector are contiguous may differ in each thread of a warp: a switch
// would serve one case after the other, so each element is loaded alone.
// RUN: layout-opt %s --layout-assign --layout-apply --remarks-filter=layout --remark-policy=all 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @unaligned
  // CHECK-NOT: scf.index_switch
  // CHECK: scf.for
  // CHECK: memref.load
  // CHECK-NOT: scf.index_switch
  // Lanes 0 to 4, and 5 to 7.
  // CHECK-COUNT-2: vector.transfer_read %{{.*}} vector<{{[35]}}xf16>
  gpu.func @unaligned(%out: memref<64x64xf16>)
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #swizzled})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c3 = arith.constant 3 : index
    // REMARK: :[[# @LINE + 1]]:10: remark: [Missed] layout-apply/scattered-access {{.*}}"which lanes are adjacent in the innermost physical dimension depends on the index; each is accessed alone"
    %w = vector.load %a[%x, %x] : memref<64x64xf16, 3>, vector<8xf16>
    vector.store %w, %out[%x, %c3] : memref<64x64xf16>, vector<8xf16>
    // REMARK: :[[# @LINE + 1]]:10: remark: [Passed] layout-apply/split-access {{.*}}"an access to 8 lanes became 2 accesses"
    %s = vector.load %a[%x, %c3] : memref<64x64xf16, 3>, vector<8xf16>
    vector.store %s, %out[%x, %c3] : memref<64x64xf16>, vector<8xf16>
    gpu.return
  }

  // What all threads agree on is switched over.
  // CHECK-LABEL: gpu.func @uniform
  // CHECK: scf.index_switch
  gpu.func @uniform(%out: memref<64x64xf16>, %n: index)
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #swizzled})
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %w = vector.load %a[%n, %n] : memref<64x64xf16, 3>, vector<8xf16>
    vector.store %w, %out[%x, %n] : memref<64x64xf16>, vector<8xf16>
    gpu.return
  }
}
