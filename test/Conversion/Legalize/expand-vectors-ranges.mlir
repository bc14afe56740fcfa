// Accesses of lanes that are adjacent, and not the first ones, where the target has no
// instruction for them: they are moved to the first ones, by the bits of where they begin.
// RUN: layout-opt %s --layout-legalize=only=vectors | FileCheck %s
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-legalize{only=vectors})"
// RUN: seq 0 7 | xargs -I{} %{check} --entry=range,some --dim=arg0.dim0:{} --dim=arg1.dim0:6 --dim=arg2.dim0:8
// RUN: seq 0 7 | xargs -I{} %{check} --entry=range,some --dim=arg0.dim0:{} --dim=arg1.dim0:2 --dim=arg2.dim0:8
// RUN: seq 0 7 | xargs -I{} %{check} --entry=behind --dim=arg0.dim0:{} --dim=arg1.dim0:6

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64, "layout.masked_store_bits" = 0 : i64>>} {
// CHECK-LABEL: @range
// CHECK-NOT: masked
// CHECK: vector.load %{{.*}} : memref<?xi16>, vector<1xi16>
// CHECK: vector.load %{{.*}} : memref<?xi16>, vector<8xi16>
// CHECK-COUNT-3: vector.shuffle %{{.*}} : vector<8xi16>, vector<8xi16>
// CHECK-NOT: masked
// CHECK: vector.shuffle %{{.*}} [1, 2, 3, 4, 5, 6, 7, 7] : vector<8xi16>, vector<8xi16>
// CHECK: vector.shuffle %{{.*}} [2, 3, 4, 5, 6, 7, 7, 7] : vector<8xi16>, vector<8xi16>
// CHECK: vector.shuffle %{{.*}} [4, 5, 6, 7, 7, 7, 7, 7] : vector<8xi16>, vector<8xi16>
// CHECK: vector.store %{{.*}} : memref<?xi16>, vector<8xi16>
// CHECK: vector.store %{{.*}} : memref<?xi16>, vector<1xi16>
// CHECK-NOT: masked
// CHECK: return
func.func @range(%a: memref<?xi16> {llvm.noalias}, %b: memref<?xi16> {llvm.noalias}, %c: memref<?xi16> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %ones = arith.constant dense<true> : vector<8xi1>
  %zeros = arith.constant dense<0> : vector<8xi16>
  %begin = memref.dim %a, %c0 : memref<?xi16>
  %end = memref.dim %b, %c0 : memref<?xi16>
  %before = vector.create_mask %begin : vector<8xi1>
  %first = vector.create_mask %end : vector<8xi1>
  %behind = arith.xori %before, %ones : vector<8xi1>
  %mask = arith.andi %first, %behind : vector<8xi1>
  %v = vector.maskedload %c[%c0], %mask, %zeros : memref<?xi16>, vector<8xi1>, vector<8xi16> into vector<8xi16>
  %w = arith.addi %v, %v : vector<8xi16>
  vector.maskedstore %c[%c0], %mask, %w : memref<?xi16>, vector<8xi1>, vector<8xi16>
  return
}

// Several bounds on either side, and a condition of all lanes.
// CHECK-LABEL: @some
// CHECK-NOT: masked
// CHECK: return
func.func @some(%a: memref<?xi16> {llvm.noalias}, %b: memref<?xi16> {llvm.noalias}, %c: memref<?xi16> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %ones = arith.constant dense<true> : vector<8xi1>
  %v = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : vector<8xi16>
  %begin = memref.dim %a, %c0 : memref<?xi16>
  %end = memref.dim %b, %c0 : memref<?xi16>
  %isSome = arith.cmpi ne, %begin, %c3 : index
  %all = vector.broadcast %isSome : i1 to vector<8xi1>
  %before = vector.create_mask %begin : vector<8xi1>
  %one = vector.create_mask %c1 : vector<8xi1>
  %first = vector.create_mask %end : vector<8xi1>
  %five = vector.constant_mask [5] : vector<8xi1>
  %behind = arith.xori %before, %ones : vector<8xi1>
  %behindOne = arith.xori %one, %ones : vector<8xi1>
  %upper = arith.andi %first, %five : vector<8xi1>
  %lower = arith.andi %behind, %behindOne : vector<8xi1>
  %both = arith.andi %upper, %lower : vector<8xi1>
  %mask = arith.andi %all, %both : vector<8xi1>
  vector.maskedstore %c[%c0], %mask, %v : memref<?xi16>, vector<8xi1>, vector<8xi16>
  return
}

// Lanes from one on, of a vector whose length is no power of two.
// CHECK-LABEL: @behind
// CHECK-NOT: masked
// CHECK: return
func.func @behind(%a: memref<?xi16> {llvm.noalias}, %b: memref<?xi16> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %ones = arith.constant dense<true> : vector<6xi1>
  %v = arith.constant dense<[1, 2, 3, 4, 5, 6]> : vector<6xi16>
  %begin = memref.dim %a, %c0 : memref<?xi16>
  %before = vector.create_mask %begin : vector<6xi1>
  %mask = arith.xori %before, %ones : vector<6xi1>
  vector.maskedstore %b[%c0], %mask, %v : memref<?xi16>, vector<6xi1>, vector<6xi16>
  return
}

// Lanes that are not adjacent are left to LLVM.
// CHECK-LABEL: @hole
// CHECK: vector.maskedstore
func.func @hole(%a: memref<8xf32>, %begin: index, %end: index, %v: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  %ones = arith.constant dense<true> : vector<8xi1>
  %before = vector.create_mask %begin : vector<8xi1>
  %first = vector.create_mask %end : vector<8xi1>
  %behind = arith.xori %first, %ones : vector<8xi1>
  %mask = arith.ori %before, %behind : vector<8xi1>
  vector.maskedstore %a[%c0], %mask, %v : memref<8xf32>, vector<8xi1>, vector<8xf32>
  return
}

// Of one element there are no adjacent ones.
// CHECK-LABEL: @one_element
// CHECK: vector.maskedstore %{{.*}}[], %
func.func @one_element(%a: memref<f32>, %n: index, %v: vector<8xf32>) {
  %mask = vector.create_mask %n : vector<8xi1>
  vector.maskedstore %a[], %mask, %v : memref<f32>, vector<8xi1>, vector<8xf32>
  return
}
}
