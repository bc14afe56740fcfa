// A region of an op that is not known need not end with a terminator: the conversion is
// the last op of its block, and what follows it stands at the end.
//
// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-convert | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-convert --layout-vectorize-copies | FileCheck %s --check-prefix=COPIES

#L = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<0.0 : f32>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "L1_cache_size_in_bytes" = 64 : i64, "L2_cache_size_in_bytes" = 128 : i64, "L3_cache_size_in_bytes" = 256 : i64>>} {

// CHECK-LABEL: func @last
// CHECK: "foreign.region"
// CHECK: affine.for
// CHECK: layout.assume_padding
// CHECK-NEXT: }) : () -> ()
// COPIES-LABEL: func @last
func.func @last(%a: memref<61x83xf32> {llvm.noalias}, %b: memref<61x83xf32, #L>) {
  "foreign.region"() ({
    layout.convert ins(%a : memref<61x83xf32>) outs(%b : memref<61x83xf32, #L>)
  }) : () -> ()
  return
}

// COPIES-LABEL: func @copy
// COPIES: "foreign.region"
// COPIES: nontemporal
// COPIES: llvm.fence
// COPIES-NEXT: }) : () -> ()
func.func @copy(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias}) {
  "foreign.region"() ({
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %a[%i, %j] : memref<64x64xf32>
        affine.store %0, %b[%i, %j] : memref<64x64xf32>
      }
    }
  }) : () -> ()
  return
}
}
