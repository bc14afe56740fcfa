// What is not counted is said, with the reason, and what to do.
// RUN: layout-opt %s --split-input-file --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-assign --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=ASSIGNED

// A request is not a layout yet; also of a buffer that is accessed by a view.
#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
gpu.module @requests {
  // ASSIGNED-NOT: request-left
  gpu.func @k(%v: vector<8xf16>)
      workgroup(%a: memref<64x64xf16, 3> {layout.transform = #swizzled}, %p: memref<64x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 2]]:5: remark: [Missed] layout-report-banks/request-left {{.*}}"bank conflicts are not counted: 'layout.transform = #layout.buffer<index_map<(d0, d1) -> (d0, (d1 floordiv 8) xor (d0 mod 8), d1 mod 8)>>' is not applied to the buffer; run layout-assign first"
    // ASSIGNED: :[[# @LINE + 1]]:5: remark: [Passed] layout-report-banks/no-conflicts {{.*}}"a warp waits 4 cycles, without bank conflicts"
    vector.store %v, %a[%x, %c0] : memref<64x64xf16, 3>, vector<8xf16>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] layout-report-banks/conflicts
    vector.store %v, %p[%x, %c0] : memref<64x64xf16, 3>, vector<8xf16>
    %s = memref.subview %a[0, 0] [32, 64] [1, 1] : memref<64x64xf16, 3> to memref<32x64xf16, strided<[64, 1]>, 3>
    // CHECK: :[[# @LINE + 1]]:10: remark: [Missed] layout-report-banks/request-left
    %l = vector.load %s[%x, %c0] : memref<32x64xf16, strided<[64, 1]>, 3>, vector<8xf16>
    %b = memref.alloca() {layout.transform = #swizzled} : memref<64x64xf16, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] layout-report-banks/request-left
    vector.store %v, %b[%x, %c0] : memref<64x64xf16, 3>, vector<8xf16>
    gpu.return
  }
}

// -----

// A buffer of workgroup memory that its type does not name.
gpu.module @memory {
  // CHECK: :[[# @LINE + 2]]:{{[0-9]+}}: remark: [Missed] layout-report-banks/other-memory {{.*}}"bank conflicts are not counted: the type of the buffer does not say that it is in workgroup memory; state 3 or #gpu.address_space<workgroup> in it"
  // CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: remark: [Missed] layout-report-banks/other-memory
  gpu.func @k(%v: f32) workgroup(%a: memref<32x32xf32>, %b: memref<32x32xf32, 5>, %c: memref<32xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    memref.store %v, %a[%x, %x] : memref<32x32xf32>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] layout-report-banks/no-conflicts
    memref.store %v, %c[%x] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

// Elements of two numbers are counted; not those of which the bytes depend on the target.
gpu.module @elements {
  gpu.func @k(%c: complex<f32>, %q: complex<f64>, %v: vector<4xf16>, %i: i4, %w: vector<3xf32>, %t: i24)
      workgroup(%ca: memref<32x32xcomplex<f32>, 3>, %qa: memref<32x32xcomplex<f64>, 3>,
                %va: memref<32x32xvector<4xf16>, 3>, %ia: memref<32x32xi4, 3>,
                %wa: memref<32x32xvector<3xf32>, 3>, %ta: memref<32x16xi24, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 32 cycles where 2 would do
    memref.store %c, %ca[%x, %c0] : memref<32x32xcomplex<f32>, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 4 cycles, without bank conflicts"
    memref.store %q, %qa[%c0, %x] : memref<32x32xcomplex<f64>, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 2 cycles, without bank conflicts"
    memref.store %v, %va[%c0, %x] : memref<32x32xvector<4xf16>, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] layout-report-banks/unknown {{.*}}"bank conflicts are not counted: elements of type 'i4' are no power of two of whole bytes"
    memref.store %i, %ia[%c0, %x] : memref<32x32xi4, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] layout-report-banks/unknown {{.*}}elements of type 'vector<3xf32>' are
    memref.store %w, %wa[%c0, %x] : memref<32x32xvector<3xf32>, 3>
    // 16 of these would be 48 bytes if each had 3.
    %z = arith.constant dense<0> : vector<16xi24>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] layout-report-banks/unknown {{.*}}elements of type 'i24' are
    vector.store %z, %ta[%x, %c0] : memref<32x16xi24, 3>, vector<16xi24>
    gpu.return
  }
}

// -----

// Threads share the elements of a matrix as the target likes.
gpu.module @matrix {
  gpu.func @k(%o: memref<32x32xf16>) workgroup(%a: memref<32x32xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:10: remark: [Analysis] layout-report-banks/unknown {{.*}}"bank conflicts are not counted: which elements each thread accesses is not known of this op"
    %m = gpu.subgroup_mma_load_matrix %a[%c0, %c0] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "COp">
    gpu.subgroup_mma_store_matrix %m, %o[%c0, %c0] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
    gpu.return
  }
}

// -----

// A plain affine map as layout: nothing here names the dialect.
gpu.module @transposed {
  gpu.func @k(%v: f32) workgroup(%a: memref<32x32xf32, affine_map<(i, j) -> (j, i)>, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 1 cycle, without bank conflicts"
    memref.store %v, %a[%x, %c0] : memref<32x32xf32, affine_map<(i, j) -> (j, i)>, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 32 cycles where 1 would do
    memref.store %v, %a[%c0, %x] : memref<32x32xf32, affine_map<(i, j) -> (j, i)>, 3>
    gpu.return
  }
}
