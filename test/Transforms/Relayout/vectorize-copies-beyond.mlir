// Buffers that exceed the caches, which are small here: blocks that follow each other in
// the source come one after the other, and whole lines are stored past the caches where
// the destination begins with one.
// RUN: layout-opt %s --layout-apply --layout-vectorize-copies --canonicalize --cse --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=panels,back,tiles,across,uneven,local,pixels,partial,bytes --pipeline="builtin.module(layout-apply,layout-optimize)"

#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<0.0 : f32>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<1.0 : f32>>
#channels = #layout.buffer<index_map<(h, w, c) -> (c floordiv 16, h, w, c mod 16)>, pad<0.0 : f32>>
#bytes = #layout.buffer<index_map<(h, w, c) -> (c floordiv 16, h, w, c mod 16)>, pad<0 : i8>>
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

// The channels of a pixel are read one after the other and stored to three places.
// CHECK-LABEL: func @pixels
// CHECK-NOT: vector.transfer
// CHECK: scf.if
// CHECK: vector.load %arg0[%{{.*}}, %[[W:.*]], %c0]
// CHECK-NEXT: vector.store %{{.*}}, %arg1[%c0, %{{.*}}, %[[W]], %c0] {alignment = 64 : i64, nontemporal = true}
// CHECK-NEXT: vector.load %arg0[%{{.*}}, %[[W]], %c16]
// CHECK-NEXT: vector.store %{{.*}}, %arg1[%c1, %{{.*}}, %[[W]], %c0] {alignment = 64 : i64, nontemporal = true}
// CHECK-NEXT: vector.load %arg0[%{{.*}}, %[[W]], %c32]
// CHECK-NEXT: vector.store %{{.*}}, %arg1[%c2, %{{.*}}, %[[W]], %c0] {alignment = 64 : i64, nontemporal = true}
func.func @pixels(%a: memref<5x40x48xf32> {llvm.noalias}, %b: memref<5x40x48xf32, #channels>) {
  layout.convert ins(%a : memref<5x40x48xf32>) outs(%b : memref<5x40x48xf32, #channels>)
  return
}

// Of the third block of channels a part is missing in each pixel.
// CHECK-LABEL: func @partial
// CHECK: vector.store %{{.*}}, %arg1[%c0, %{{.*}}, %[[W:.*]], %c0] :
// CHECK: vector.store %{{.*}}, %arg1[%c1,
// CHECK: vector.maskedload
// CHECK: vector.store %{{.*}}, %arg1[%c2,
func.func @partial(%a: memref<5x40x47xf32> {llvm.noalias}, %b: memref<5x40x47xf32, #channels>) {
  layout.convert ins(%a : memref<5x40x47xf32>) outs(%b : memref<5x40x47xf32, #channels>)
  return
}

// Sixteen bytes are a quarter of a line.
// CHECK-LABEL: func @bytes
// CHECK: affine.for %[[O:.*]] = 0 to 3
// CHECK: vector.store %{{.*}}, %arg1[%[[O]],
// CHECK: vector.store %{{.*}}, %arg1[%[[O]],
func.func @bytes(%a: memref<5x40x48xi8> {llvm.noalias}, %b: memref<5x40x48xi8, #bytes>) {
  layout.convert ins(%a : memref<5x40x48xi8>) outs(%b : memref<5x40x48xi8, #bytes>)
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
