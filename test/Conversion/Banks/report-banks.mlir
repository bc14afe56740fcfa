// Bank conflicts of accesses to workgroup memory, counted by hand.
// RUN: layout-opt %s --layout-report-banks --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// RUN: not layout-opt %s --layout-report-banks=rules=intel 2>&1 | FileCheck %s --check-prefix=RULES
// RULES: error: there are no rules of banks for 'intel'; expects nvidia, amd or amd-cdna4

#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
#padded = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 8]>>
#odd = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 1]>>

gpu.module @scalars {
  gpu.func @columns(%v: f32) workgroup(%a: memref<32x32xf32, 3>, %b: memref<32x32xf32, #odd, 3>)
      kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    // A row: one word of each bank.
    // CHECK: report-banks.mlir:[[# @LINE + 1]]:5: remark: [Passed] layout-report-banks/no-conflicts {{.*}}"a warp waits 1 cycle, without bank conflicts"
    memref.store %v, %a[%y, %x] : memref<32x32xf32, 3>
    // A column.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] layout-report-banks/conflicts {{.*}}"a warp waits 32 cycles where 1 would do: threads 0 and 1 access elements (0, 0) and (1, 0), in different words of bank 0"
    memref.store %v, %a[%x, %y] : memref<32x32xf32, 3>
    // Rows of 33 words.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed]
    memref.store %v, %b[%x, %y] : memref<32x32xf32, #odd, 3>
    // One word for all.
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:10: remark: [Passed] {{.*}}"a warp waits 1 cycle, without bank conflicts"
    %t = memref.load %a[%y, %c0] : memref<32x32xf32, 3>
    // Two words of each second bank.
    // CHECK: :[[# @LINE + 1]]:10: remark: [Missed] {{.*}}"a warp waits 2 cycles where 1 would do: threads 0 and 16 access elements (0, 0) and (1, 0), in different words of bank 0"
    %u = affine.load %a[%x floordiv 16, (%x mod 16) * 2] : memref<32x32xf32, 3>
    gpu.return
  }

  // The second warp of a block of 8 x 8 threads begins in row 4.
  gpu.func @halves(%v: f16) workgroup(%a: memref<64x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    // 4 words of each row, rows begin in one bank.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 4 cycles where 1 would do: threads 0 and 8 access elements (0, 0) and (1, 0), in different words of bank 0"
    memref.store %v, %a[%y, %x] : memref<64x64xf16, 3>
    gpu.return
  }

  // Half a warp.
  gpu.func @few(%v: f32) workgroup(%a: memref<32x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 16 cycles where 1 would do
    memref.store %v, %a[%x, %c0] : memref<32x32xf32, 3>
    gpu.return
  }
}

gpu.module @vectors {
  gpu.func @rows(%v: vector<8xf16>, %w: vector<4xf16>)
      workgroup(%a: memref<64x64xf16, 3>, %s: memref<64x64xf16, #swizzled, 3>,
                %p: memref<64x64xf16, #padded, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %j = affine.apply affine_map<(x) -> (8 * x)>(%x)
    // 8 lanes at a time: 128 bytes of one row.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 4 cycles, without bank conflicts"
    affine.vector_store %v, %a[%x floordiv 8, 8 * (%x mod 8)] : memref<64x64xf16, 3>, vector<8xf16>
    // 8 rows at a time, all at banks 0 to 3: 8 cycles for each of the 4 groups.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 32 cycles where 4 would do: threads 0 and 1 access elements (0, 0) and (1, 0)
    vector.store %v, %a[%x, %c0] : memref<64x64xf16, 3>, vector<8xf16>
    // 16 lanes at a time, of 8 bytes.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 32 cycles where 2 would do
    vector.store %w, %a[%x, %c0] : memref<64x64xf16, 3>, vector<4xf16>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 4 cycles, without bank conflicts"
    vector.transfer_write %v, %s[%x, %c0] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, #swizzled, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 4 cycles, without bank conflicts"
    vector.transfer_write %v, %p[%x, %c0] {in_bounds = [true]} : vector<8xf16>, memref<64x64xf16, #padded, 3>
    // Four tiles of 8 rows.
    // CHECK: :[[# @LINE + 1]]:10: remark: [Passed] {{.*}}"a warp waits 4 cycles, without bank conflicts"
    %m = nvgpu.ldmatrix %s[%x, %c0] {numTiles = 4 : i32, transpose = false} : memref<64x64xf16, #swizzled, 3> -> vector<4x2xf16>
    // The rows of the first 8 lanes.
    // CHECK: :[[# @LINE + 1]]:10: remark: [Missed] {{.*}}"a warp waits at most 8 cycles where 1 would do
    %n = nvgpu.ldmatrix %a[%x, %c0] {numTiles = 1 : i32, transpose = false} : memref<64x64xf16, 3> -> vector<1x2xf16>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] layout-report-banks/unknown {{.*}}"bank conflicts are not counted: the access of thread 1 is not aligned to 16 bytes"
    affine.vector_store %v, %a[0, %x] : memref<64x64xf16, 3>, vector<8xf16>
    gpu.return
  }
}

// 64 lanes, of which 32 are served at a time; loads of 16 bytes in another order.
gpu.module @amd [#rocdl.target<chip = "gfx942">] {
  gpu.func @rows(%v: vector<8xf16>, %e: f32, %d: f64)
      workgroup(%a: memref<64x64xf16, 3>, %b: memref<64x32xf32, 3>, %c: memref<64x64xf64, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 64 cycles where 2 would do
    memref.store %e, %b[%x, %c0] : memref<64x32xf32, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 8 cycles, without bank conflicts"
    affine.vector_store %v, %a[%x floordiv 8, 8 * (%x mod 8)] : memref<64x64xf16, 3>, vector<8xf16>
    // Lanes 0 to 3 and 20 to 23: the first and the second half of rows 0 and 2.
    // CHECK: :[[# @LINE + 1]]:10: remark: [Passed] {{.*}}"a warp waits 8 cycles, without bank conflicts"
    %l = affine.vector_load %a[%x floordiv 8, 8 * (%x mod 8)] : memref<64x64xf16, 3>, vector<8xf16>
    // 16 lanes at a time, all at banks 0 and 1.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 64 cycles where 4 would do
    memref.store %d, %c[%x, %c0] : memref<64x64xf64, 3>
    // CHECK: :[[# @LINE + 1]]:10: remark: [Passed] {{.*}}"a warp waits 4 cycles, without bank conflicts"
    %m = memref.load %c[%c0, %x] : memref<64x64xf64, 3>
    // A warp has 64 lanes: 32 to 47 and 48 to 63 find the same banks.
    %lane = gpu.lane_id
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 3 cycles where 2 would do
    affine.store %e, %b[(symbol(%lane) mod 48) floordiv 32, symbol(%lane) mod 48 mod 32] : memref<64x32xf32, 3>
    gpu.return
  }
}

// Loads of 8 and 16 bytes find 64 banks.
gpu.module @cdna4 [#rocdl.target<chip = "gfx950">] {
  gpu.func @rows(%d: f64) workgroup(%b: memref<64x32xf32, 3>, %c: memref<64x64xf64, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed] {{.*}}"a warp waits 4 cycles, without bank conflicts"
    memref.store %d, %c[%c0, %x] : memref<64x64xf64, 3>
    // CHECK: :[[# @LINE + 1]]:10: remark: [Passed] {{.*}}"a warp waits 2 cycles, without bank conflicts"
    %l = memref.load %c[%c0, %x] : memref<64x64xf64, 3>
    // CHECK: :[[# @LINE + 1]]:10: remark: [Analysis] {{.*}}there is no rule for loads of 4 bytes
    %m = memref.load %b[%c0, %x] : memref<64x32xf32, 3>
    gpu.return
  }
}

// Rules of other makers are no guess.
gpu.module @rdna [#rocdl.target<chip = "gfx1100">] {
  gpu.func @rows(%e: f32) workgroup(%b: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] {{.*}}the banks of 'gfx1100' are not known; state rules
    memref.store %e, %b[%x, %c0] : memref<64x32xf32, 3>
    gpu.return
  }
}

gpu.module @both [#nvvm.target<chip = "sm_80">, #rocdl.target<chip = "gfx942">] {
  gpu.func @rows(%e: f32) workgroup(%b: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %x = gpu.thread_id x
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] {{.*}}the targets of the gpu.module have different banks; state rules
    memref.store %e, %b[%x, %x] : memref<64x32xf32, 3>
    gpu.return
  }
}

gpu.module @indices {
  // What is equal for all lanes does not matter if it is whole words.
  gpu.func @uniform(%v: f32, %n: index, %h: f16)
      workgroup(%a: memref<64x32xf32, 3>, %b: memref<64x64xf16, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c7 = arith.constant 7 : index
    %c0 = arith.constant 0 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Passed]
    memref.store %v, %a[%n, %x] : memref<64x32xf32, 3>
    // Where every other number is like this one, two of them are counted.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 16 cycles
    affine.store %v, %a[%x, (symbol(%n) + %x) mod 2] : memref<64x32xf32, 3>
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] {{.*}}a variable of unknown range decides
    affine.store %v, %a[%x, (symbol(%n) + %x) mod 3] : memref<64x32xf32, 3>
    affine.for %k = 0 to 32 {
      // Each iteration is another permutation of the banks.
      %j = arith.xori %x, %k : index
      // CHECK: :[[# @LINE + 1]]:7: remark: [Passed] {{.*}}"a warp waits 1 cycle, without bank conflicts"
      memref.store %v, %a[%k, %j] : memref<64x32xf32, 3>
      // One column in each iteration.
      // CHECK: :[[# @LINE + 1]]:7: remark: [Missed] {{.*}}"a warp waits 32 cycles
      affine.store %v, %a[%x, %k] : memref<64x32xf32, 3>
    }
    // Iterations begin at another number in each thread.
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    scf.for %k = %x to %c64 step %c32 {
      // CHECK: :[[# @LINE + 1]]:7: remark: [Missed] {{.*}}"a warp waits at most 32 cycles
      memref.store %v, %a[%k, %c0] : memref<64x32xf32, 3>
    }
    %is = arith.cmpi ult, %x, %c3 : index
    scf.if %is {
      // CHECK: :[[# @LINE + 1]]:7: remark: [Missed] {{.*}}"a warp waits at most 32 cycles
      memref.store %v, %a[%x, %c0] : memref<64x32xf32, 3>
    }
    %q = arith.shrui %x, %c3 : index
    %r = arith.andi %x, %c7 : index
    %r8 = arith.shli %r, %c3 : index
    %o = arith.ori %r8, %q : index
    // Threads of one quarter of the warp access one column.
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 8 cycles where 1 would do
    memref.store %v, %a[%o, %q] : memref<64x32xf32, 3>
    %z = memref.load %b[%c0, %c0] : memref<64x64xf16, 3>
    %i = arith.fptoui %z : f16 to i32
    %at = arith.index_cast %i : i32 to index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] {{.*}}an index depends on a result of 'arith.fptoui'
    memref.store %v, %a[%at, %x] : memref<64x32xf32, 3>
    gpu.return
  }

  gpu.func @unknown_size(%v: f32) workgroup(%a: memref<32x32xf32, 3>) kernel {
    %x = gpu.thread_id x
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] {{.*}}the size of a block is not known; state known_block_size
    memref.store %v, %a[%x, %x] : memref<32x32xf32, 3>
    gpu.return
  }
}

func.func @launch(%v: f32) {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%x, %y, %z) in (%sx = %c32, %sy = %c1, %sz = %c1)
             workgroup(%a : memref<32x32xf32, 3>) {
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits 32 cycles where 1 would do
    memref.store %v, %a[%x, %y] : memref<32x32xf32, 3>
    gpu.terminator
  }
  return
}

// Numbers that are not read.
gpu.module @unread {
  gpu.func @numbers(%v: f32) workgroup(%a: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    // Bits in common are no sum.
    %o = arith.ori %x, %c1 : index
    // CHECK: :[[# @LINE + 1]]:5: remark: [Analysis] {{.*}}an index depends on a result of 'arith.ori'
    memref.store %v, %a[%o, %c0] : memref<64x32xf32, 3>
    // A loop that compares without a sign.
    scf.for unsigned %k = %x to %c32 step %c1 {
      // CHECK: :[[# @LINE + 1]]:7: remark: [Analysis] {{.*}}counts from a number or by steps that are not known
      memref.store %v, %a[%k, %c0] : memref<64x32xf32, 3>
    }
    gpu.return
  }
}

// Of a block that is branched to, only some threads may be in it.
gpu.module @branches {
  gpu.func @block(%v: f32, %c: i1) workgroup(%a: memref<64x32xf32, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %c0 = arith.constant 0 : index
    cf.cond_br %c, ^then, ^end
  ^then:
    // CHECK: :[[# @LINE + 1]]:5: remark: [Missed] {{.*}}"a warp waits at most 32 cycles
    memref.store %v, %a[%x, %c0] : memref<64x32xf32, 3>
    cf.br ^end
  ^end:
    gpu.return
  }
}
