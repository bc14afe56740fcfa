// Stores past the caches fill whole lines, one after the other, also where registers are shorter
// than a line, and where the lanes of a block are.
//
// RUN: layout-opt %s --layout-apply --layout-vectorize-copies --canonicalize --cse --mlir-print-local-scope | FileCheck %s
// RUN: sed 's/max_vector_op_width" = 256 : i64/&, "layout.streaming_store_bytes" = 128 : i64/' %s | layout-opt --layout-apply --layout-vectorize-copies --canonicalize --cse --mlir-print-local-scope | FileCheck %s --check-prefix=PAIRS
// RUN: sed 's/max_vector_op_width" = 256 : i64/&, "layout.streaming_store_bytes" = 128 : i64/' %s > %t.pairs.mlir
// RUN: layout-check %t.pairs.mlir --entry=across,quads,halves,eighths,bytes,apart --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=across,quads,halves,eighths,bytes,apart --pipeline="builtin.module(layout-apply,layout-optimize)"

#across = #layout.buffer<index_map<(i, j) -> (j, i)>>
#quads = #layout.buffer<index_map<(h, w, c) -> (c floordiv 4, h, w, c mod 4)>, pad<0.0 : f32>>
#halves = #layout.buffer<index_map<(h, w, c) -> (c floordiv 8, h, w, c mod 8)>, pad<0.0 : f32>>
#pairs = #layout.buffer<index_map<(h, w, c) -> (c floordiv 2, h, w, c mod 2)>, pad<0.0 : f32>>
#bytes = #layout.buffer<index_map<(h, w, c) -> (c floordiv 16, h, w, c mod 16)>, pad<0 : i8>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64, "L1_cache_size_in_bytes" = 64 : i64, "L2_cache_size_in_bytes" = 128 : i64, "L3_cache_size_in_bytes" = 256 : i64>>} {

// Both halves of a line, then those of the next row.
// CHECK-LABEL: func @across
// CHECK: scf.if
// CHECK: vector.store %{{.*}}, %arg1[%[[R0:.*]], %[[C0:.*]]] {alignment = 32 : i64, nontemporal = true}
// CHECK-NOT: vector.load
// CHECK: vector.store %{{.*}}, %arg1[%[[R0]], %[[C1:.*]]] {alignment = 32 : i64, nontemporal = true}
// CHECK-NOT: vector.load
// CHECK: vector.store %{{.*}}, %arg1[%[[R1:.*]], %[[C0]]] {alignment = 32 : i64, nontemporal = true}
// CHECK-NOT: vector.load
// CHECK: vector.store %{{.*}}, %arg1[%[[R1]], %[[C1]]] {alignment = 32 : i64, nontemporal = true}
// CHECK: } else {
// CHECK-NOT: nontemporal
// CHECK: llvm.fence seq_cst
func.func @across(%a: memref<64x96xf32> {llvm.noalias}, %b: memref<64x96xf32, #across>) {
  layout.convert ins(%a : memref<64x96xf32>) outs(%b : memref<64x96xf32, #across>)
  return
}

// Where 128 bytes are stored at once: four registers of one row, after it is known that the buffer begins with such.
// PAIRS-LABEL: func @across
// PAIRS: arith.andi %{{.*}}, %c127
// PAIRS: scf.if
// PAIRS: vector.store %{{.*}}, %arg1[%[[R0:.*]], %{{.*}}] {alignment = 32 : i64, nontemporal = true}
// PAIRS-NOT: vector.load
// PAIRS: vector.store %{{.*}}, %arg1[%[[R0]], %{{.*}}] {alignment = 32 : i64, nontemporal = true}
// PAIRS-NOT: vector.load
// PAIRS: vector.store %{{.*}}, %arg1[%[[R0]], %{{.*}}] {alignment = 32 : i64, nontemporal = true}
// PAIRS-NOT: vector.load
// PAIRS: vector.store %{{.*}}, %arg1[%[[R0]], %{{.*}}] {alignment = 32 : i64, nontemporal = true}
// PAIRS-NOT: vector.load
// PAIRS: vector.store %{{.*}}, %arg1[%[[R1:.*]], %{{.*}}] {alignment = 32 : i64, nontemporal = true}

// Four pixels of four channels are a line: pixels are rows, and follow each other.
// CHECK-LABEL: func @quads
// CHECK: scf.if
// CHECK: vector.store %{{.*}}, %arg1[%[[C:.*]], %[[H:.*]], %[[W:.*]], %c0] {alignment = 16 : i64, nontemporal = true} : {{.*}}, vector<4xf32>
// CHECK: vector.store %{{.*}}, %arg1[%[[C]], %[[H]], %{{.*}}, %c0] {alignment = 16 : i64, nontemporal = true} : {{.*}}, vector<4xf32>
// CHECK: llvm.fence seq_cst
func.func @quads(%a: memref<5x16x48xf32> {llvm.noalias}, %b: memref<5x16x48xf32, #quads>) {
  layout.convert ins(%a : memref<5x16x48xf32>) outs(%b : memref<5x16x48xf32, #quads>)
  return
}

// CHECK-LABEL: func @halves
// CHECK: vector.store %{{.*}} {alignment = 32 : i64, nontemporal = true} : {{.*}}, vector<8xf32>
func.func @halves(%a: memref<5x16x48xf32> {llvm.noalias}, %b: memref<5x16x48xf32, #halves>) {
  layout.convert ins(%a : memref<5x16x48xf32>) outs(%b : memref<5x16x48xf32, #halves>)
  return
}

// Vectors of 8 bytes are no stores past the caches.
// CHECK-LABEL: func @eighths
// CHECK-NOT: nontemporal
// CHECK: return
func.func @eighths(%a: memref<5x16x48xf32> {llvm.noalias}, %b: memref<5x16x48xf32, #pairs>) {
  layout.convert ins(%a : memref<5x16x48xf32>) outs(%b : memref<5x16x48xf32, #pairs>)
  return
}

// CHECK-LABEL: func @bytes
// CHECK: vector.store %{{.*}} {alignment = 16 : i64, nontemporal = true} : {{.*}}, vector<16xi8>
func.func @bytes(%a: memref<5x16x48xi8> {llvm.noalias}, %b: memref<5x16x48xi8, #bytes>) {
  layout.convert ins(%a : memref<5x16x48xi8>) outs(%b : memref<5x16x48xi8, #bytes>)
  return
}

// Rows of 67 elements do not begin with lines: no line is stored in one piece.
// CHECK-LABEL: func @apart
// CHECK-NOT: nontemporal
// CHECK: return
func.func @apart(%a: memref<67x96xf32> {llvm.noalias}, %b: memref<67x96xf32, #across>) {
  layout.convert ins(%a : memref<67x96xf32>) outs(%b : memref<67x96xf32, #across>)
  return
}
}
