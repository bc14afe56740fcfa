// Modes, due points and aliasing where a name may stand for several buffers.
// RUN: layout-opt %s --split-input-file --layout-apply | FileCheck %s

#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
#pad7 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
!a = memref<14xi32, #pad7>
!w = memref<14xi32, #wrap>
func.func private @reads(!w)

// M3, M4. A loop that hands its buffer back to itself has one buffer.
// CHECK-LABEL: func.func @m3_one_buffer(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<4x4xi32> {layout.access = "write"
func.func @m3_one_buffer(%a: !a, %v: i32) {
  %r = affine.for %i = 0 to 14 iter_args(%x = %a) -> !a {
    affine.store %v, %x[%i] : !a
    affine.yield %x : !a
  }
  %u = affine.load %r[3] : !a
  affine.store %u, %r[4] : !a
  return
}

// M4. A write to one of two is a sure write of neither.
// CHECK-LABEL: func.func @m4_chosen(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<4x4xi32> {layout.access = "readwrite"
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<4x4xi32> {layout.access = "readwrite"
func.func @m4_chosen(%a: !a, %b: !a, %v: i32, %c: i1) {
  %m = arith.select %c, %a, %b : !a
  affine.for %i = 0 to 14 {
    affine.store %v, %m[%i] : !a
  }
  return
}

// M2, M3. What is read of one of two is read of both, and may be so before it is
// written.
// CHECK-LABEL: func.func @m2_chosen(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<4x4xi32> {layout.access = "read"
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<4x4xi32> {layout.access = "readwrite"
func.func @m2_chosen(%a: !a, %b: !a, %v: i32, %c: i1) -> i32 {
  %m = scf.if %c -> !a {
    scf.yield %a : !a
  } else {
    scf.yield %b : !a
  }
  %u = affine.load %m[0] : !a
  affine.for %i = 0 to 14 {
    affine.store %v, %b[%i] : !a
  }
  return %u : i32
}

// D4, D5. A store through the choice is repaired for whichever it was, and
// before another name meets it.
// CHECK-LABEL: func.func @d4_chosen(
// CHECK:         %[[M:.*]] = arith.select
// CHECK:         affine.for
// CHECK-NEXT:      affine.store %{{.*}}, %[[M]]
// CHECK:         affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:      } else {
// CHECK:             affine.store %{{.*}}, %[[M]]
// CHECK:         call @reads
// CHECK-NEXT:    layout.assume_padding
// CHECK-NEXT:    return
func.func @d4_chosen(%a: !w, %b: !w, %v: i32, %c: i1) {
  %m = arith.select %c, %a, %b : !w
  affine.for %i = 0 to 14 {
    affine.store %v, %m[%i] : !w
  }
  func.call @reads(%a) : (!w) -> ()
  return
}

// D5. Where another name is relied on among the stores: behind each of them.
// CHECK-LABEL: func.func @d4_chosen_inside(
// CHECK:         %[[M:.*]] = arith.select
// CHECK:         affine.for
// CHECK-NEXT:      affine.store %{{.*}}, %[[M]]
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.if
// CHECK-NEXT:        } else {
// CHECK:               affine.store %{{.*}}, %[[M]]
// CHECK:           func.call @reads
func.func @d4_chosen_inside(%a: !w, %b: !w, %v: i32, %c: i1) {
  %m = arith.select %c, %a, %b : !w
  affine.for %i = 0 to 14 {
    affine.store %v, %m[%i] : !w
    func.call @reads(%a) : (!w) -> ()
  }
  return
}

// D1, D5. An allocation is due where it is handed over.
// CHECK-LABEL: func.func @d1_handed_over(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         affine.for
// CHECK-NEXT:      affine.store %{{.*}}, %[[A]]
// CHECK-NOT:     scf.if
// CHECK:         affine.for
// CHECK:             affine.store %{{.*}}, %[[A]]
// CHECK:         %[[M:.*]] = scf.if
// CHECK:         call @reads(%[[M]])
func.func @d1_handed_over(%b: !w, %v: i32, %c: i1) {
  %a = memref.alloc() : !w
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : !w
  }
  %m = scf.if %c -> !w {
    scf.yield %a : !w
  } else {
    scf.yield %b : !w
  }
  func.call @reads(%m) : (!w) -> ()
  return
}

// Facts stand behind every root, a choice included.
// CHECK-LABEL: func.func @facts(
// CHECK:         %[[M:.*]] = arith.select
// CHECK-NEXT:    layout.padding %[[M]]
func.func @facts(%a: !a, %b: !a, %c: i1) {
  %m = arith.select %c, %a, %b : !a
  memref.copy %m, %b : !a to !a
  return
}

// D4. A buffer that was handed over is repaired behind what breaks it under its
// own name, before the other name is relied on.
// CHECK-LABEL: func.func @d4_handed_over_before(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         %[[M:.*]] = arith.select
// CHECK:         memref.store %{{.*}}, %[[A]]
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:      } else {
// CHECK:             affine.store %{{.*}}, %[[A]]
// CHECK:         call @reads(%[[M]])
func.func @d4_handed_over_before(%b: !w, %v: i32, %i: index, %c: i1) {
  %a = memref.alloc() : !w
  memref.copy %b, %a : !w to !w
  %m = arith.select %c, %a, %b : !w
  memref.store %v, %a[%i] : !w
  func.call @reads(%m) : (!w) -> ()
  return
}
