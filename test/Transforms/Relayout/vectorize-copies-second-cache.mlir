// Buffers that exceed the first cache, which is small here, but not the second: blocks of four
// lines that follow each other in the source come one after the other; where they are transposed,
// of one line.
// RUN: layout-opt %s --layout-apply --layout-vectorize-copies --canonicalize --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=panels,back,bytes,words,uneven --pipeline="builtin.module(layout-apply,layout-optimize)"

#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<0.0 : f32>>
#across = #layout.buffer<index_map<(i, j) -> (j, i)>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "L1_cache_size_in_bytes" = 64 : i64>>} {

// CHECK-LABEL: func @panels
// CHECK: affine.for %[[PANELS:.*]] = 0 to 2
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK: affine.for %[[PANEL:.*]] = 0 to 4
// CHECK-NOT: affine.for
// CHECK: affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%[[PANELS]], %[[PANEL]])
func.func @panels(%a: memref<64x128xf32> {llvm.noalias}, %b: memref<64x128xf32, #panels>) {
  layout.convert ins(%a : memref<64x128xf32>) outs(%b : memref<64x128xf32, #panels>)
  return
}

func.func @back(%a: memref<64x128xf32, #panels>, %b: memref<64x128xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<64x128xf32, #panels>) outs(%b : memref<64x128xf32>)
  return
}

// Sixteen bytes are a quarter of a line.
// CHECK-LABEL: func @bytes
// CHECK: affine.for %{{.*}} = 0 to 2
// CHECK-NEXT: affine.for %{{.*}} = 0 to 1
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK-NOT: affine.for
// CHECK: return
func.func @bytes(%a: memref<64x128xi8> {llvm.noalias}, %b: memref<64x128xi8, #across>) {
  layout.convert ins(%a : memref<64x128xi8>) outs(%b : memref<64x128xi8, #across>)
  return
}

// Sixteen words are one.
// CHECK-LABEL: func @words
// CHECK: affine.for %{{.*}} = 0 to 8
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK-NOT: affine.for
// CHECK: return
func.func @words(%a: memref<64x128xf32> {llvm.noalias}, %b: memref<64x128xf32, #across>) {
  layout.convert ins(%a : memref<64x128xf32>) outs(%b : memref<64x128xf32, #across>)
  return
}

func.func @uneven(%a: memref<61x83xf32> {llvm.noalias}, %b: memref<61x83xf32, #panels>, %c: memref<61x83xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<61x83xf32>) outs(%b : memref<61x83xf32, #panels>)
  layout.convert ins(%b : memref<61x83xf32, #panels>) outs(%c : memref<61x83xf32>)
  return
}

}
