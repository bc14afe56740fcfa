// Buffers that exceed the caches, which are small here: blocks that follow each other in
// the source come one after the other, and whole lines are stored past the caches where
// the destination begins with one.
// RUN: layout-opt %s --layout-apply --layout-vectorize-copies --canonicalize --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=panels,back,tiles,across,uneven,local --pipeline="builtin.module(layout-apply,layout-optimize)"

#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<0.0 : f32>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<1.0 : f32>>
#across = #layout.buffer<index_map<(i, j) -> (j, i)>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "L1_cache_size_in_bytes" = 64 : i64, "L2_cache_size_in_bytes" = 128 : i64, "L3_cache_size_in_bytes" = 256 : i64>>} {

// CHECK-LABEL: func @panels
// CHECK: memref.extract_aligned_pointer_as_index %arg1
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK: scf.if %[[ALIGNED]]
// CHECK: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK: } else {
// CHECK: vector.store
// CHECK-NOT: nontemporal
// CHECK: llvm.fence seq_cst
func.func @panels(%a: memref<61x83xf32> {llvm.noalias}, %b: memref<61x83xf32, #panels>) {
  layout.convert ins(%a : memref<61x83xf32>) outs(%b : memref<61x83xf32, #panels>)
  return
}

// Rows of 83 elements do not begin with lines.
// CHECK-LABEL: func @back
// CHECK-NOT: nontemporal
// CHECK-NOT: llvm.fence
// CHECK: return
func.func @back(%a: memref<61x83xf32, #panels>, %b: memref<61x83xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<61x83xf32, #panels>) outs(%b : memref<61x83xf32>)
  return
}

func.func @tiles(%a: memref<96x80xf32, #tiles>, %b: memref<96x80xf32> {llvm.noalias}, %c: memref<96x80xf32, #tiles>) {
  layout.convert ins(%a : memref<96x80xf32, #tiles>) outs(%b : memref<96x80xf32>)
  layout.convert ins(%b : memref<96x80xf32>) outs(%c : memref<96x80xf32, #tiles>)
  return
}

// CHECK-LABEL: func @across
// CHECK: affine.for %{{.*}} = 0 to 1
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6
// CHECK: nontemporal
func.func @across(%a: memref<64x96xf32> {llvm.noalias}, %b: memref<64x96xf32, #across>) {
  layout.convert ins(%a : memref<64x96xf32>) outs(%b : memref<64x96xf32, #across>)
  return
}

// Rows of 67 elements end within lines: two blocks that follow each other in the source, then
// those below, which store the rest of these lines. Those of @across end with lines: all
// six.
// CHECK-LABEL: func @uneven
// CHECK-NEXT: affine.for %{{.*}} = 0 to 41
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2
// CHECK-NEXT: affine.min
func.func @uneven(%a: memref<67x1301xf32> {llvm.noalias}, %b: memref<67x1301xf32, #across>, %c: memref<67x1301xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<67x1301xf32>) outs(%b : memref<67x1301xf32, #across>)
  layout.convert ins(%b : memref<67x1301xf32, #across>) outs(%c : memref<67x1301xf32>)
  return
}

func.func @local(%a: memref<61x83xf32> {llvm.noalias}, %b: memref<61x83xf32> {llvm.noalias}) {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<61x83xf32, #panels>
  layout.convert ins(%a : memref<61x83xf32>) outs(%0 : memref<61x83xf32, #panels>)
  layout.convert ins(%0 : memref<61x83xf32, #panels>) outs(%b : memref<61x83xf32>)
  memref.dealloc %0 : memref<61x83xf32, #panels>
  return
}
}
