// An access that divides by itself: bits of its column are those of its row, which is
// computed first, however the two are written.
// RUN: layout-opt %s --layout-to-gpu | FileCheck %s

#chunks = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>>
#chunks_first = #layout.buffer<index_map<(i, j) -> ((j floordiv 4) xor (i mod 8), j mod 4, i)>>
#xor = #layout.buffer<index_map<(i, j) -> (i, j xor (i mod 32))>>
#transposed = #layout.buffer<index_map<(i, j) -> (j xor (i mod 32), i)>>

gpu.module @kernels {
  // The bits of a remainder are those of the row.
  // CHECK-LABEL: gpu.func @remainder(
  // CHECK-COUNT-7: arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK-NOT:     arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK:         memref.store
  gpu.func @remainder(%v: f16) workgroup(%a: memref<128x32xf16, #chunks, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[(symbol(%y) * 32 + symbol(%x)) mod 20, symbol(%x)] : memref<128x32xf16, #chunks, 3>
    gpu.return
  }

  // The quotient of a remainder by a number that does not divide the other.
  // CHECK-LABEL: gpu.func @quotient_of_remainder(
  // CHECK-COUNT-26: arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK-NOT:     arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK:         memref.store
  gpu.func @quotient_of_remainder(%v: f16) workgroup(%a: memref<128x32xf16, #chunks, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    affine.store %v, %a[(symbol(%x) + 3) mod 7, symbol(%x)] : memref<128x32xf16, #chunks, 3>
    gpu.return
  }

  // A remainder by an odd number, and a column that is another remainder.
  // CHECK-LABEL: gpu.func @odd(
  // CHECK-COUNT-41: arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK-NOT:     arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK:         memref.store
  gpu.func @odd(%v: f16) workgroup(%a: memref<128x32xf16, #chunks_first, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    affine.store %v, %a[(symbol(%x) + 3) mod 7, symbol(%x) mod 20] : memref<128x32xf16, #chunks_first, 3>
    gpu.return
  }

  // What takes additions is computed first, though it comes last.
  // CHECK-LABEL: gpu.func @last(
  // CHECK-COUNT-2: arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK-NOT:     arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK:         memref.store
  gpu.func @last(%v: f16) workgroup(%a: memref<128x32xf16, #transposed, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    affine.store %v, %a[31 - symbol(%y), symbol(%x)] : memref<128x32xf16, #transposed, 3>
    gpu.return
  }

  // Composed with the column, a quotient is folded away.
  // CHECK-LABEL: gpu.func @folded(
  // CHECK-COUNT-8: arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK-NOT:     arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK:         memref.store
  gpu.func @folded(%v: f16) workgroup(%a: memref<64x32xf16, #chunks, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %q = affine.apply affine_map<(y, x) -> ((y * 32 + x) mod 6 * 4)>(%y, %x)
    memref.store %v, %a[%y, %q] : memref<64x32xf16, #chunks, 3>
    gpu.return
  }

  // A row that `arith` computes has a range, so that it needs no mask.
  // CHECK-LABEL: gpu.func @ranges(
  // CHECK:         %[[ROW:.*]] = arith.subi
  // CHECK-NOT:     arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK:         arith.xori
  // CHECK-NOT:     arith.{{rem|div|and|or|xor|sh|add|sub|mul}}
  // CHECK:         memref.store
  gpu.func @ranges(%v: f16) workgroup(%a: memref<32x32xf16, #xor, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %c31 = arith.constant 31 : index
    %row = arith.subi %c31, %y : index
    memref.store %v, %a[%row, %x] : memref<32x32xf16, #xor, 3>
    gpu.return
  }
}
