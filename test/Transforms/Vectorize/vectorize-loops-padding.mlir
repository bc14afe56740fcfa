// Padding of which the kind says that it must not be read is not read, though the
// buffer has it. layout-check does not see such a read. The target has vectors of
// 256 bits and mask registers.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=neoverse-v1+sve=256},layout-apply,layout-tile-loops,layout-vectorize-loops,layout-finalize)" --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-set-target{target=neoverse-v1+sve=256},layout-apply,layout-tile-loops,layout-vectorize-loops,layout-finalize)"

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>
#zero = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f32>>
#none = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>>

// CHECK-LABEL: @any
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: vector.load
// CHECK: vector.maskedstore
// CHECK-NOT: vector.maskedload
// REMARK: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 8 iterations at a time, stores masked in partial tiles"
func.func @any(%a: memref<13xf32, #undef>, %b: memref<13xf32, #undef>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #undef>
    affine.store %0, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// Stores are masked in any case: what is there must stay.
// CHECK-LABEL: @known
// CHECK: vector.load
// CHECK: vector.maskedstore
// REMARK: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 8 iterations at a time, stores masked in partial tiles"
func.func @known(%a: memref<13xf32, #zero>, %b: memref<13xf32, #zero>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #zero>
    %1 = arith.subf %0, %0 : f32
    affine.store %0, %b[%i] : memref<13xf32, #zero>
  }
  return
}

// CHECK-LABEL: @none
// CHECK: scf.if
// CHECK: vector.load
// CHECK: } else {
// CHECK-NOT: vector.load
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
// REMARK: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 8 iterations at a time, row by row in partial tiles"
func.func @none(%a: memref<13xf32, #none>, %b: memref<13xf32, #undef>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #none>
    affine.store %0, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// Nor for the sake of a whole register: three elements in front of the border, five
// behind it. Where padding may be read they are lanes of two registers.
// CHECK-LABEL: @none_across_a_border
// CHECK: vector.load {{.*}} vector<3xf32>
// CHECK: vector.load {{.*}} vector<5xf32>
func.func @none_across_a_border(%a: memref<29xf32, #none>, %b: memref<24xf32, #undef>) {
  affine.for %i = 0 to 24 {
    %0 = affine.load %a[%i + 5] : memref<29xf32, #none>
    affine.store %0, %b[%i] : memref<24xf32, #undef>
  }
  return
}

// Nor where it may lie between lanes.
// CHECK-LABEL: @none_between
// CHECK-NOT: vector.load
// CHECK: vector.store
func.func @none_between(%a: memref<29xf32, #none>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[2 * %i + 1] : memref<29xf32, #none>
    affine.store %0, %b[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: @any_between
// CHECK: vector.load {{.*}} vector<4xf32>
// CHECK: vector.shuffle
func.func @any_between(%a: memref<29xf32, #undef>, %b: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[2 * %i + 1] : memref<29xf32, #undef>
    affine.store %0, %b[%i] : memref<8xf32>
  }
  return
}

// CHECK-LABEL: @any_across_a_border
// CHECK: %[[FRONT:.*]] = vector.load {{.*}} vector<8xf32>
// CHECK: %[[BEHIND:.*]] = vector.load {{.*}} vector<8xf32>
// CHECK: vector.shuffle %[[FRONT]], %[[BEHIND]] [5, 6, 7, 8, 9, 10, 11, 12]
func.func @any_across_a_border(%a: memref<29xf32, #undef>, %b: memref<24xf32, #undef>) {
  affine.for %i = 0 to 24 {
    %0 = affine.load %a[%i + 5] : memref<29xf32, #undef>
    affine.store %0, %b[%i] : memref<24xf32, #undef>
  }
  return
}

// Another name of the buffer is no other buffer.
// CHECK-LABEL: @none_under_another_name
// CHECK: scf.if
// CHECK: } else {
// CHECK: vector.maskedload
func.func @none_under_another_name(%a: memref<13xf32, #none>, %b: memref<13xf32, #undef>) {
  %c = memref.cast %a : memref<13xf32, #none> to memref<?xf32, #none>
  %d = memref.cast %c : memref<?xf32, #none> to memref<13xf32, #none>
  affine.for %i = 0 to 13 {
    %0 = affine.load %d[%i] : memref<13xf32, #none>
    affine.store %0, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// Without padding there is none to be read.
// CHECK-LABEL: @none_without_padding
// CHECK-NOT: {{(affine|scf)}}.if
// CHECK: vector.load
// CHECK: vector.store
// REMARK: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 8 iterations at a time"
func.func @none_without_padding(%a: memref<16xf32, #none>, %b: memref<16xf32, #none>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32, #none>
    affine.store %0, %b[%i] : memref<16xf32, #none>
  }
  return
}
