// Accesses of the first lanes, where the target has no instruction for them: a branch for
// each bit of their number.
// RUN: layout-opt %s --layout-legalize=only=vectors | FileCheck %s
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-legalize{only=vectors})"
// RUN: seq 0 9 | xargs -I{} %{check} --entry=store,odd --dim=arg0.dim0:{} --dim=arg1.dim0:9
// RUN: seq 0 9 | xargs -I{} %{check} --entry=load --dim=arg0.dim0:{}
// RUN: %{check} --entry=constant
// RUN: layout-opt %s --layout-to-llvm --layout-attach-target=target=cortex-a76 | mlir-translate-22 --mlir-to-llvmir | opt-22 -O3 | llc-22 -O3 -o - | FileCheck %s --check-prefix=CODE
// In place of a lane each, there are as many stores as bits.
// CODE-LABEL: store:
// CODE-COUNT-4: {{^[[:space:]]+st(p|r|1)[[:space:]]}}
// CODE-NOT: {{^[[:space:]]+st(p|r|1)[[:space:]]}}
// CODE-LABEL: load:

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64, "layout.masked_store_bits" = 0 : i64>>} {
// CHECK-LABEL: @store
// CHECK: %[[ALL:.*]] = arith.andi %{{.*}}, %c8
// CHECK: %[[IS:.*]] = arith.cmpi ne, %[[ALL]], %c0
// CHECK: scf.if %[[IS]] {
// CHECK: vector.store %{{.*}} : memref<?xf32>, vector<8xf32>
// CHECK: scf.if {{.*}} -> (vector<4xf32>) {
// CHECK: vector.store %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK: scf.if {{.*}} -> (vector<2xf32>) {
// CHECK: vector.store %{{.*}} : memref<?xf32>, vector<2xf32>
// CHECK: scf.if %{{[^-]*}} {
// CHECK: vector.store %{{.*}} : memref<?xf32>, vector<1xf32>
// CHECK-NOT: maskedstore
func.func @store(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %m = memref.dim %b, %c0 : memref<?xf32>
  %l = arith.minsi %n, %m : index
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : vector<8xf32>
  %mask = vector.create_mask %l : vector<8xi1>
  vector.maskedstore %a[%c0], %mask, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK-LABEL: @load
// CHECK: %[[ONE:.*]] = scf.if {{.*}} -> (vector<2xf32>) {
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<1xf32>
// CHECK: scf.if {{.*}} -> (vector<4xf32>) {
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<2xf32>
// CHECK: scf.if {{.*}} -> (vector<8xf32>) {
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK: %[[LAST:.*]] = scf.if {{.*}} -> (vector<8xf32>) {
// CHECK: vector.load %{{.*}} : memref<?xf32>, vector<8xf32>
// CHECK: arith.select %{{.*}}, %[[LAST]], %{{.*}} : vector<8xi1>, vector<8xf32>
// CHECK-NOT: maskedload
func.func @load(%a: memref<?xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  %other = arith.constant dense<7.0> : vector<8xf32>
  %mask = vector.create_mask %n : vector<8xi1>
  %v = vector.maskedload %a[%c0], %mask, %other : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.store %v, %b[%c0] : memref<8xf32>, vector<8xf32>
  return
}

// Vectors whose length is no power of two.
// CHECK-LABEL: @odd
// CHECK: vector.load %{{.*}} : memref<?xi8>, vector<4xi8>
// CHECK: vector.store %{{.*}} : memref<?xi8>, vector<4xi8>
func.func @odd(%a: memref<?xi8> {llvm.noalias}, %b: memref<?xi8> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi8>
  %m = memref.dim %b, %c0 : memref<?xi8>
  %l = arith.minsi %n, %m : index
  %zeros = arith.constant dense<0> : vector<6xi8>
  %mask = vector.create_mask %l : vector<6xi1>
  %v = vector.maskedload %a[%c0], %mask, %zeros : memref<?xi8>, vector<6xi1>, vector<6xi8> into vector<6xi8>
  vector.maskedstore %b[%c0], %mask, %v : memref<?xi8>, vector<6xi1>, vector<6xi8>
  return
}

// A known number needs no branch.
// CHECK-LABEL: @constant
// CHECK-NOT: scf.if
// CHECK: vector.store %{{.*}} : memref<9xf32>, vector<4xf32>
// CHECK: vector.store %{{.*}} : memref<9xf32>, vector<1xf32>
// CHECK-NOT: vector.store
// CHECK: return
func.func @constant(%a: memref<9xf32>) {
  %c3 = arith.constant 3 : index
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : vector<8xf32>
  %mask = vector.constant_mask [5] : vector<8xi1>
  vector.maskedstore %a[%c3], %mask, %v : memref<9xf32>, vector<8xi1>, vector<8xf32>
  return
}

// Other masks are left to LLVM.
// CHECK-LABEL: @other
// CHECK: vector.maskedstore
func.func @other(%a: memref<8xf32>, %mask: vector<8xi1>, %v: vector<8xf32>) {
  %c0 = arith.constant 0 : index
  vector.maskedstore %a[%c0], %mask, %v : memref<8xf32>, vector<8xi1>, vector<8xf32>
  return
}
}
