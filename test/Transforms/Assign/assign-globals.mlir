// RUN: layout-opt %s -layout-assign -split-input-file | FileCheck %s

// A30. A private global changes with all its users; its initial value stays
// the logical one.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK: memref.global "private" constant @table : memref<6xi32, #[[L]]> = dense<[1, 2, 3, 4, 5, 6]>
memref.global "private" constant @table : memref<6xi32> = dense<[1, 2, 3, 4, 5, 6]> {layout.transform = #L}
// CHECK: memref.global "private" @state : memref<6xi32, #[[L]]> = uninitialized
memref.global "private" @state : memref<6xi32> = uninitialized {layout.transform = #L}
// CHECK-LABEL: func.func private @use(
// CHECK-SAME:    %{{.*}}: memref<6xi32, #[[L]]>)
func.func private @use(%a: memref<6xi32>) -> i32 {
  %x = affine.load %a[2] : memref<6xi32>
  return %x : i32
}
// CHECK-LABEL: func.func @private_globals(
func.func @private_globals() -> i32 {
  // CHECK-NEXT: memref.get_global @table : memref<6xi32, #[[L]]>
  // CHECK-NEXT: memref.get_global @state : memref<6xi32, #[[L]]>
  // CHECK-NEXT: call @use(%{{.*}}) : (memref<6xi32, #[[L]]>) -> i32
  %t = memref.get_global @table : memref<6xi32>
  %s = memref.get_global @state : memref<6xi32>
  %x = call @use(%t) : (memref<6xi32>) -> i32
  affine.store %x, %s[0] : memref<6xi32>
  return %x : i32
}

// -----

// A31. A public global keeps its type; a function that is alone with it works
// on a local copy, and writes it back if it wrote to it.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK: memref.global @g : memref<6xi32> = dense<7>
// CHECK-NOT: layout.transform
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
// CHECK-LABEL: func.func @writes_global(
func.func @writes_global(%v: i32, %c: i1) {
  // CHECK-NEXT: %[[G:.*]] = memref.get_global @g : memref<6xi32>
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<6xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[G]] {{.*}}) outs(%[[A]]
  scf.if %c {
    // CHECK: affine.store %{{.*}}, %[[A]][1] : memref<6xi32, #[[L]]>
    %g = memref.get_global @g : memref<6xi32>
    affine.store %v, %g[1] : memref<6xi32>
  }
  %h = memref.get_global @g : memref<6xi32>
  // CHECK: affine.store %{{.*}}, %[[A]][2] : memref<6xi32, #[[L]]>
  affine.store %v, %h[2] : memref<6xi32>
  // CHECK-NEXT: layout.convert ins(%[[A]] {{.*}}) outs(%[[G]]
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: return
  return
}
// CHECK-LABEL: func.func @reads_global(
func.func @reads_global(%a: memref<6xi32>) -> i32 {
  // CHECK-NEXT: %[[G:.*]] = memref.get_global @g : memref<6xi32>
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<6xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[G]] {{.*}}) outs(%[[A]]
  %g = memref.get_global @g : memref<6xi32>
  // CHECK-NEXT: affine.load %[[A]][1] : memref<6xi32, #[[L]]>
  %x = affine.load %g[1] : memref<6xi32>
  %y = affine.load %a[1] : memref<6xi32>
  // CHECK: memref.dealloc %[[A]]
  // CHECK-NEXT: return
  return %x : i32
}

// -----

// A public global beside buffers that are promised, or made, to be other memory.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK: memref.global @g : memref<6xi32>
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
// CHECK-LABEL: func.func @global_beside_others(
func.func @global_beside_others(%a: memref<6xi32> {llvm.noalias}) -> i32 {
  // CHECK: memref.alloc() : memref<6xi32, #{{.*}}>
  %d = gpu.alloc () : memref<6xi32>
  %g = memref.get_global @g : memref<6xi32>
  %c1 = arith.constant 1 : i32
  affine.store %c1, %g[2] : memref<6xi32>
  %x = affine.load %a[2] : memref<6xi32>
  affine.store %x, %d[1] : memref<6xi32>
  gpu.dealloc %d : memref<6xi32>
  return %x : i32
}
