// RUN: layout-opt %s --layout-legalize=only=masked-accesses | FileCheck %s

// LLVM may find that %mask has one lane: it must not. The `true` is loaded once.
// CHECK-LABEL: llvm.func @computed(
// CHECK:         %[[SLOT:.*]] = llvm.alloca
// CHECK:         llvm.store %{{.*}}, %[[SLOT]]
// CHECK:         %[[BYTE:.*]] = llvm.load volatile %[[SLOT]] : !llvm.ptr -> i8
// CHECK:         %[[TRUE:.*]] = llvm.trunc %[[BYTE]] : i8 to i1
// CHECK:         llvm.br
// CHECK:         %[[FIRST:.*]] = llvm.insertelement %[[TRUE]],
// CHECK:         %[[ALL:.*]] = llvm.shufflevector %[[FIRST]], %{{.*}} [0, 0, 0, 0] : vector<4xi1>
// CHECK:         %[[AND:.*]] = llvm.and %{{.*}}, %[[ALL]] : vector<4xi1>
// CHECK:         llvm.intr.masked.store %{{.*}}, %{{.*}}, %[[AND]] {alignment = 1
// CHECK-NOT:     volatile
// CHECK:         llvm.intr.masked.store
llvm.func @computed(%x: vector<4xi8>, %y: vector<4xi32>, %p: !llvm.ptr, %mask: vector<4xi1>) {
  llvm.br ^bb1
^bb1:
  llvm.intr.masked.store %x, %p, %mask {alignment = 1 : i32} : vector<4xi8>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %y, %p, %mask {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.return
}

// Lane 4 is alone. It is at 16 bytes of an address that is a multiple of 64.
// CHECK-LABEL: llvm.func @prefix_of_five(
// CHECK:         %[[ELEMENT:.*]] = llvm.extractelement %arg0[%{{.*}} : i64] : vector<8xi32>
// CHECK:         %[[PLACE:.*]] = llvm.getelementptr %arg1[4] : (!llvm.ptr) -> !llvm.ptr, i32
// CHECK:         llvm.store %[[ELEMENT]], %[[PLACE]] {alignment = 16 : i64} : i32
// CHECK:         %[[REST:.*]] = llvm.mlir.constant(dense<[true, true, true, true, false, false, false, false]>
// CHECK:         llvm.intr.masked.store %arg0, %arg1, %[[REST]] {alignment = 64
// CHECK-NOT:     volatile
llvm.func @prefix_of_five(%x: vector<8xi32>, %p: !llvm.ptr) {
  %mask = llvm.mlir.constant(dense<[true, true, true, true, true, false, false, false]> : vector<8xi1>) : vector<8xi1>
  llvm.intr.masked.store %x, %p, %mask {alignment = 64 : i32} : vector<8xi32>, vector<8xi1> into !llvm.ptr
  llvm.return
}

// Nothing is left of the masked store.
// CHECK-LABEL: llvm.func @one_lane(
// CHECK:         llvm.store %{{.*}} {alignment = 1 : i64} : i8
// CHECK-NOT:     masked.store
// CHECK:         llvm.return
llvm.func @one_lane(%x: vector<16xi8>, %p: !llvm.ptr) {
  %mask = llvm.mlir.constant(dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  llvm.intr.masked.store %x, %p, %mask {alignment = 1 : i32} : vector<16xi8>, vector<16xi1> into !llvm.ptr
  llvm.return
}

// However LLVM splits these, no part has one lane. Nothing is narrowed to 64 bits, or
// through a float. Each stays as it is.
// CHECK-LABEL: llvm.func @safe(
// CHECK-NOT:     llvm.store
// CHECK-COUNT-3: llvm.intr.masked.store
// CHECK-NOT:     llvm.store
// CHECK:         llvm.return
llvm.func @safe(%x: vector<4xi8>, %y: vector<4xi64>, %z: vector<4xf32>, %p: !llvm.ptr, %mask: vector<4xi1>) {
  %pair = llvm.mlir.constant(dense<[true, true, false, false]> : vector<4xi1>) : vector<4xi1>
  llvm.intr.masked.store %x, %p, %pair {alignment = 1 : i32} : vector<4xi8>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %y, %p, %mask {alignment = 8 : i32} : vector<4xi64>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %z, %p, %mask {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  llvm.return
}

// The lanes of i1 are packed in memory: none has an address of its own.
// CHECK-LABEL: llvm.func @bits(
// CHECK:         llvm.load volatile
// CHECK:         llvm.intr.masked.store
llvm.func @bits(%x: vector<4xi1>, %p: !llvm.ptr) {
  %mask = llvm.mlir.constant(dense<[true, false, false, false]> : vector<4xi1>) : vector<4xi1>
  llvm.intr.masked.store %x, %p, %mask {alignment = 1 : i32} : vector<4xi1>, vector<4xi1> into !llvm.ptr
  llvm.return
}

// A lane of a scalable vector has no fixed number; such vectors are for other processors.
// CHECK-LABEL: llvm.func @scalable(
// CHECK-NEXT:    llvm.intr.masked.store
llvm.func @scalable(%x: vector<[4]xi8>, %p: !llvm.ptr, %mask: vector<[4]xi1>) {
  llvm.intr.masked.store %x, %p, %mask {alignment = 1 : i32} : vector<[4]xi8>, vector<[4]xi1> into !llvm.ptr
  llvm.return
}

// Elements that are only moved are integers; the store may be of a truncation then.
// CHECK-LABEL: llvm.func @small_floats(
// CHECK:         llvm.bitcast %arg2 : vector<4xbf16> to vector<4xi16>
// CHECK:         llvm.intr.masked.load %{{.*}} -> vector<4xi16>
// CHECK:         llvm.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
// CHECK:         llvm.and
// CHECK:         llvm.intr.masked.store %{{.*}} : vector<4xi16>
// CHECK:         llvm.intr.masked.scatter %{{.*}} : vector<4xi16>
llvm.func @small_floats(%p: !llvm.ptr, %mask: vector<4xi1>, %x: vector<4xbf16>, %y: vector<4xf16>, %q: vector<4x!llvm.ptr>) {
  %z = llvm.intr.masked.load %p, %mask, %x {alignment = 2 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xbf16>) -> vector<4xbf16>
  llvm.intr.masked.store %z, %p, %mask {alignment = 2 : i32} : vector<4xbf16>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.scatter %y, %q, %mask {alignment = 2 : i32} : vector<4xf16>, vector<4xi1> into vector<4x!llvm.ptr>
  llvm.return
}

// Also where LLVM need not split them: of others it makes vectors by calls.
// CHECK-LABEL: llvm.func @odd_copy(
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> vector<33xi16>
// CHECK:         llvm.store %{{.*}} : vector<33xi16>, !llvm.ptr
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> vector<32xi16>
llvm.func @odd_copy(%p: !llvm.ptr, %q: !llvm.ptr) -> vector<32xbf16> {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<33xbf16>
  llvm.store %x, %q {alignment = 2 : i64} : vector<33xbf16>, !llvm.ptr
  %y = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<32xbf16>
  llvm.return %y : vector<32xbf16>
}

// From block to block, bf16 goes as integers; so it does where both edges of a branch
// lead to one block. Arguments go through memory, as LLVM would move their casts.
// CHECK-LABEL: llvm.func @between_blocks(
// CHECK:         llvm.load volatile %{{.*}} : !llvm.ptr -> i16
// CHECK:         llvm.load volatile %{{.*}} : !llvm.ptr -> i16
// CHECK:         %[[ONE:.*]] = llvm.bitcast %{{.*}} : bf16 to i16
// CHECK:         %[[TWO:.*]] = llvm.bitcast %{{.*}} : bf16 to i16
// CHECK:         llvm.cond_br %arg0, ^bb1(%[[ONE]] : i16), ^bb1(%[[TWO]] : i16)
// CHECK:       ^bb1(%[[IN:.*]]: i16):
// CHECK:         llvm.bitcast %{{.*}} : vector<1xi16> to vector<1xbf16>
// CHECK:         llvm.bitcast %[[IN]] : i16 to bf16
llvm.func @between_blocks(%c: i1, %x: bf16, %y: bf16) -> bf16 {
  %v = llvm.bitcast %x : bf16 to vector<1xbf16>
  llvm.cond_br %c, ^bb1(%x : bf16), ^bb1(%y : bf16)
^bb1(%z: bf16):
  %i = llvm.mlir.constant(0 : i64) : i64
  %w = llvm.insertelement %z, %v[%i : i64] : vector<1xbf16>
  %r = llvm.extractelement %w[%i : i64] : vector<1xbf16>
  llvm.return %r : bf16
}

// A single bf16 is extended by its bits; LLVM's vectors of several are extended as they were.
// CHECK-LABEL: llvm.func @extension(
// CHECK:         %[[BITS:.*]] = llvm.bitcast %arg0 : bf16 to i16
// CHECK:         %[[WIDE:.*]] = llvm.zext %[[BITS]] : i16 to i32
// CHECK:         %[[SHIFTED:.*]] = llvm.shl %[[WIDE]], %{{.*}} : i32
// CHECK:         %[[FLOAT:.*]] = llvm.bitcast %[[SHIFTED]] : i32 to f32
// CHECK:         llvm.fpext %[[FLOAT]] : f32 to f64
// CHECK:         llvm.fpext %arg1 : vector<4xbf16> to vector<4xf32>
llvm.func @extension(%x: bf16, %v: vector<4xbf16>) -> f64 {
  %0 = llvm.fpext %x : bf16 to f64
  %1 = llvm.fpext %v : vector<4xbf16> to vector<4xf32>
  llvm.return %0 : f64
}
