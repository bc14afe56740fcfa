// Conversions of floats that LLVM cannot compile for long registers of SVE.
// RUN: layout-opt %s --layout-legalize=only=masked-accesses | FileCheck %s
// RUN: layout-cc %s --target=armv9-a+sve=256 --pipeline="builtin.module(layout-legalize{only=masked-accesses})" -S -o %t.s
// RUN: layout-cc %s --target=armv9-a+sve=512 --pipeline="builtin.module(layout-legalize{only=masked-accesses})" -S -o %t.s

// CHECK-LABEL: llvm.func @rounded(
// CHECK:         %[[BITS:.*]] = llvm.bitcast %{{.*}} : vector<8xbf16> to vector<8xi16>
// CHECK:         %[[WIDE:.*]] = llvm.zext %[[BITS]]
// CHECK:         llvm.shl %[[WIDE]]
// CHECK-NOT:     llvm.fpext
// CHECK:         llvm.intr.floor
llvm.func @rounded(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<8xbf16>
  %y = llvm.fpext %x : vector<8xbf16> to vector<8xf32>
  %z = llvm.intr.floor(%y) : (vector<8xf32>) -> vector<8xf32>
  llvm.store %z, %q {alignment = 4 : i64} : vector<8xf32>, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @root(
// CHECK-NOT:     llvm.fpext
// CHECK:         llvm.intr.sqrt
// CHECK-LABEL: llvm.func @negated(
// CHECK-NOT:     llvm.fpext
// CHECK:         llvm.fneg
llvm.func @root(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<16xbf16>
  %y = llvm.fpext %x : vector<16xbf16> to vector<16xf32>
  %z = llvm.intr.sqrt(%y) : (vector<16xf32>) -> vector<16xf32>
  %nan = llvm.fcmp "uno" %z, %z : vector<16xf32>
  llvm.store %nan, %q {alignment = 2 : i64} : vector<16xi1>, !llvm.ptr
  llvm.return
}
llvm.func @negated(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<16xbf16>
  %y = llvm.fpext %x : vector<16xbf16> to vector<16xf32>
  %z = llvm.fneg %y : vector<16xf32>
  %nan = llvm.fcmp "uno" %z, %z : vector<16xf32>
  llvm.store %nan, %q {alignment = 2 : i64} : vector<16xi1>, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @to_f64(
// CHECK:         %[[F32:.*]] = llvm.bitcast %{{.*}} : vector<2xi32> to vector<2xf32>
// CHECK:         llvm.fpext %[[F32]] : vector<2xf32> to vector<2xf64>
llvm.func @to_f64(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<2xbf16>
  %y = llvm.fpext %x : vector<2xbf16> to vector<2xf64>
  llvm.store %y, %q {alignment = 8 : i64} : vector<2xf64>, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @odd_truncation(
// CHECK:         %[[X:.*]] = llvm.load
// CHECK:         %[[WIDE:.*]] = llvm.shufflevector %[[X]], %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12, 12] : vector<12xf64>
// CHECK:         %[[T:.*]] = llvm.fptrunc %[[WIDE]] : vector<16xf64> to vector<16xf32>
// CHECK:         %[[R:.*]] = llvm.shufflevector %[[T]], %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : vector<16xf32>
// CHECK:         llvm.store %[[R]]
llvm.func @odd_truncation(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p {alignment = 8 : i64} : !llvm.ptr -> vector<12xf64>
  %y = llvm.fptrunc %x : vector<12xf64> to vector<12xf32>
  llvm.store %y, %q {alignment = 4 : i64} : vector<12xf32>, !llvm.ptr
  llvm.return
}

// LLVM extends the factors of products, and truncates 8 lanes, as they are.
// CHECK-LABEL: llvm.func @others(
// CHECK:         llvm.fpext %{{.*}} : vector<8xbf16> to vector<8xf32>
// CHECK-NOT:     shufflevector
// CHECK:         llvm.fptrunc
llvm.func @others(%p: !llvm.ptr, %q: !llvm.ptr) {
  %x = llvm.load %p {alignment = 2 : i64} : !llvm.ptr -> vector<8xbf16>
  %y = llvm.fpext %x : vector<8xbf16> to vector<8xf32>
  %z = llvm.fmul %y, %y : vector<8xf32>
  %t = llvm.fptrunc %z : vector<8xf32> to vector<8xf16>
  llvm.store %t, %q {alignment = 2 : i64} : vector<8xf16>, !llvm.ptr
  llvm.return
}
