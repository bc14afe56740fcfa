// RUN: layout-opt %s --split-input-file --layout-legalize=only=vectors | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-finalize | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-finalize=keep-dots | FileCheck %s --check-prefix=KEPT
// KEPT-COUNT-4: layout.dot
// RUN: layout-opt %s --split-input-file --layout-legalize="only=vectors dot-instructions=false" | FileCheck %s --check-prefix=ARITH

// By registers, and by a shorter one at the end.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.vpdpbusd" = 1 : i64>>} {
// CHECK-LABEL: func.func @long
// CHECK-SAME: target_features = #llvm.target_features<["+avx512vnni", "+avx512vl"]>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"({{.*}}) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
// CHECK: vector.extract_strided_slice %{{.*}} {offsets = [64], sizes = [16], strides = [1]} : vector<80xi8> to vector<16xi8>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.128"
// CHECK-NOT: layout.dot
// ARITH-LABEL: func.func @long
// ARITH-NOT: target_features
// ARITH-DAG: arith.extui %{{.*}} : vector<80xi8> to vector<80xi32>
// ARITH-DAG: arith.extsi %{{.*}} : vector<80xi8> to vector<80xi32>
// ARITH: arith.muli
// ARITH-COUNT-4: arith.addi %{{.*}}, %{{.*}} : vector<20xi32>
func.func @long(%s: vector<20xi32>, %a: vector<80xi8>, %b: vector<80xi8>) -> vector<20xi32> {
  %r = layout.dot %s, %a, signed %b : vector<20xi32>, vector<80xi8>
  return %r : vector<20xi32>
}
// No register is as short.
// CHECK-LABEL: func.func @odd
// CHECK: arith.muli
func.func @odd(%s: vector<3xi32>, %a: vector<12xi8>, %b: vector<12xi8>) -> vector<3xi32> {
  %r = layout.dot %s, %a, signed %b : vector<3xi32>, vector<12xi8>
  return %r : vector<3xi32>
}
}

// -----

// What the function states stays.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64, "layout.vpdpbusd" = 1 : i64>>} {
// CHECK-LABEL: func.func @short
// CHECK-SAME: target_features = #llvm.target_features<["+sse3", "+avxvnni"]>
// CHECK: "llvm.x86.avx512.vpdpbusd.256"
func.func @short(%s: vector<8xi32>, %a: vector<32xi8>, %b: vector<32xi8>) -> vector<8xi32>
    attributes {target_features = #llvm.target_features<["+sse3"]>} {
  %r = layout.dot %s, %a, signed %b : vector<8xi32>, vector<32xi8>
  return %r : vector<8xi32>
}
}

// -----

// CHECK-LABEL: func.func @no_target
// CHECK: arith.muli
func.func @no_target(%s: vector<8xi32>, %a: vector<32xi8>, %b: vector<32xi8>) -> vector<8xi32> {
  %r = layout.dot %s, %a, signed %b : vector<8xi32>, vector<32xi8>
  return %r : vector<8xi32>
}
