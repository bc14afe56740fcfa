// Masks stay where no target is stated, and where it has masked stores.
// RUN: layout-opt %s --split-input-file --layout-legalize=only=vectors | FileCheck %s

// CHECK-LABEL: @unstated
// CHECK: vector.maskedstore
func.func @unstated(%a: memref<?xi8>, %n: index, %v: vector<8xi8>) {
  %c0 = arith.constant 0 : index
  %mask = vector.create_mask %n : vector<8xi1>
  vector.maskedstore %a[%c0], %mask, %v : memref<?xi8>, vector<8xi1>, vector<8xi8>
  return
}

// -----

// CHECK-LABEL: @masks
// CHECK: vector.maskedstore
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>} {
func.func @masks(%a: memref<?xi8>, %n: index, %v: vector<8xi8>) {
  %c0 = arith.constant 0 : index
  %mask = vector.create_mask %n : vector<8xi1>
  vector.maskedstore %a[%c0], %mask, %v : memref<?xi8>, vector<8xi1>, vector<8xi8>
  return
}
}
