// Stores past the caches are of whole lines: at an address that is a multiple of 16 or 32,
// and not of 64, they would be refused by the processor.
// RUN: layout-opt %s --layout-vectorize-copies --canonicalize --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=at_0,at_16,at_32 --pipeline="builtin.module(layout-vectorize-copies)"

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "L1_cache_size_in_bytes" = 64 : i64, "L2_cache_size_in_bytes" = 128 : i64, "L3_cache_size_in_bytes" = 256 : i64>>} {

func.func private @panels(%a: memref<61x96xf32> {llvm.noalias}, %b: memref<6x61x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 61 {
    affine.for %j = 0 to 96 {
      %x = affine.load %a[%i, %j] : memref<61x96xf32>
      affine.store %x, %b[%j floordiv 16, %i, %j mod 16] : memref<6x61x16xf32>
    }
  }
  return
}

// CHECK-LABEL: func private @panels
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %arg1
// CHECK: %[[REST:.*]] = arith.andi %[[ADDRESS]], %c63
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: scf.if %[[ALIGNED]]
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}

func.func private @through(%a: memref<61x96xf32>, %b: memref<6x61x16xf32>, %at: index) {
  %bytes = memref.alloc() {alignment = 64 : i64} : memref<23488xi8>
  %view = memref.view %bytes[%at][] : memref<23488xi8> to memref<6x61x16xf32>
  call @panels(%a, %view) : (memref<61x96xf32>, memref<6x61x16xf32>) -> ()
  memref.copy %view, %b : memref<6x61x16xf32> to memref<6x61x16xf32>
  memref.dealloc %bytes : memref<23488xi8>
  return
}

func.func @at_0(%a: memref<61x96xf32>, %b: memref<6x61x16xf32>) {
  %at = arith.constant 0 : index
  call @through(%a, %b, %at) : (memref<61x96xf32>, memref<6x61x16xf32>, index) -> ()
  return
}

func.func @at_16(%a: memref<61x96xf32>, %b: memref<6x61x16xf32>) {
  %at = arith.constant 16 : index
  call @through(%a, %b, %at) : (memref<61x96xf32>, memref<6x61x16xf32>, index) -> ()
  return
}

func.func @at_32(%a: memref<61x96xf32>, %b: memref<6x61x16xf32>) {
  %at = arith.constant 32 : index
  call @through(%a, %b, %at) : (memref<61x96xf32>, memref<6x61x16xf32>, index) -> ()
  return
}

}
