// RUN: layout-opt %s --layout-apply | FileCheck %s

// Padding is not written where the buffer may be a constant, which holds it: a store there is a
// fault.

#rows = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>
memref.global "private" constant @w : memref<6xi32, #rows> = dense<1>
func.func private @read(memref<6xi32, #rows>) -> memref<6xi32, #rows>

// CHECK-LABEL: func @merge
// CHECK: %[[MERGE:.*]] = arith.select
// CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[MERGE]]
// CHECK: %[[W:.*]] = memref.get_global @w
// CHECK: %[[Q:.*]] = memref.extract_aligned_pointer_as_index %[[W]]
// CHECK: %[[OTHER:.*]] = arith.cmpi ne, %[[P]], %[[Q]]
// CHECK: scf.if %[[OTHER]] {
// CHECK: affine.store %{{.*}}, %[[MERGE]]
func.func @merge(%c: i1) -> i32 {
  %a = memref.alloc() : memref<6xi32, #rows>
  %w = memref.get_global @w : memref<6xi32, #rows>
  %m = arith.select %c, %w, %a : memref<6xi32, #rows>
  %r = call @read(%m) : (memref<6xi32, #rows>) -> memref<6xi32, #rows>
  %z = arith.constant 0 : index
  %v = memref.load %r[%z] : memref<6xi32, #rows>
  return %v : i32
}

// CHECK-LABEL: func private @inside
// CHECK-SAME: %[[ARG:[^:]*]]:
// CHECK: scf.if
// CHECK: affine.store %{{.*}}, %[[ARG]]
func.func private @inside(%m: memref<6xi32, #rows>) {
  %r = call @read(%m) : (memref<6xi32, #rows>) -> memref<6xi32, #rows>
  %s = call @read(%m) : (memref<6xi32, #rows>) -> memref<6xi32, #rows>
  return
}

func.func @passed() {
  %w = memref.get_global @w : memref<6xi32, #rows>
  call @inside(%w) : (memref<6xi32, #rows>) -> ()
  return
}
