// What layout-assign does with a request: the sentences A01 to A16.
// RUN: layout-opt %s -layout-assign -split-input-file -verify-diagnostics \
// RUN:   | FileCheck %s
// A second run finds nothing to do.
// RUN: layout-opt %s -layout-assign -split-input-file > %t.once
// RUN: layout-opt %s -layout-assign -layout-assign -split-input-file > %t.twice
// RUN: diff %t.once %t.twice

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// A01. A program without requests is untouched, whatever it does to buffers.
// CHECK-LABEL: func.func @untouched(
// CHECK-SAME:    %[[A:.*]]: memref<8x14xi32>)
func.func @untouched(%a: memref<8x14xi32>) -> vector<4xi32> {
  // CHECK: memref.subview
  // CHECK: vector.load %{{.*}} : memref<14xi32, strided<[1]>>, vector<4xi32>
  %c0 = arith.constant 0 : index
  %row = memref.subview %a[0, 0] [1, 14] [1, 1] : memref<8x14xi32> to memref<14xi32, strided<[1]>>
  %v = vector.load %row[%c0] : memref<14xi32, strided<[1]>>, vector<4xi32>
  return %v : vector<4xi32>
}

// -----

// A02. A request on an allocation becomes its type, and is consumed.
// CHECK-DAG: #[[L:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @allocation(
func.func @allocation(%v: i32, %i: index) -> i32 {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() {alignment = 64 : i64} : memref<14xi32, #[[L]]>
  // CHECK-NEXT: %[[B:.*]] = memref.alloca() : memref<14xi32, #[[L]]>
  %a = memref.alloc() {alignment = 64 : i64, layout.transform = #L} : memref<14xi32>
  %b = memref.alloca() {layout.transform = #L} : memref<14xi32>
  // CHECK-NEXT: memref.store %{{.*}}, %[[A]][%{{.*}}] : memref<14xi32, #[[L]]>
  // CHECK-NEXT: memref.copy %[[A]], %[[B]] : memref<14xi32, #[[L]]> to memref<14xi32, #[[L]]>
  // CHECK-NEXT: affine.load %[[B]][symbol(%{{.*}}) + 1] : memref<14xi32, #[[L]]>
  // CHECK:      memref.dim %[[A]], %{{.*}} : memref<14xi32, #[[L]]>
  // CHECK-NEXT: memref.dealloc %[[A]] : memref<14xi32, #[[L]]>
  memref.store %v, %a[%i] : memref<14xi32>
  memref.copy %a, %b : memref<14xi32> to memref<14xi32>
  %x = affine.load %b[symbol(%i) + 1] : memref<14xi32>
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<14xi32>
  memref.dealloc %a : memref<14xi32>
  return %x : i32
}

// -----

// A03. A private function changes with all its callers, up and down the calls,
// and through what it returns.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func private @set(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #[[L]]>, %{{.*}}: i32) {
func.func private @set(%a: memref<14xi32>, %v: i32) {
  affine.store %v, %a[3] : memref<14xi32>
  return
}
// CHECK-LABEL: func.func private @make(
// CHECK-SAME:    %{{.*}}: i32) -> (i32, memref<14xi32, #[[L]]>)
func.func private @make(%v: i32) -> (i32, memref<14xi32>) {
  // CHECK: memref.alloc() : memref<14xi32, #[[L]]>
  %a = memref.alloc() : memref<14xi32>
  // CHECK: call @set(%{{.*}}, %{{.*}}) : (memref<14xi32, #[[L]]>, i32) -> ()
  call @set(%a, %v) : (memref<14xi32>, i32) -> ()
  return %v, %a : i32, memref<14xi32>
}
// CHECK-LABEL: func.func @private_calls(
func.func @private_calls(%v: i32) {
  // CHECK: call @make(%{{.*}}) : (i32) -> (i32, memref<14xi32, #[[L]]>)
  %x, %a = call @make(%v) : (i32) -> (i32, memref<14xi32>)
  %b = memref.alloc() {layout.transform = #L} : memref<14xi32>
  call @set(%b, %v) : (memref<14xi32>, i32) -> ()
  // CHECK: memref.dealloc %{{.*}} : memref<14xi32, #[[L]]>
  // CHECK: memref.dealloc %{{.*}} : memref<14xi32, #[[L]]>
  memref.dealloc %a : memref<14xi32>
  memref.dealloc %b : memref<14xi32>
  return
}

// -----

// A04. The request may stand on the argument of the private function.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #[[L]]>, %{{.*}}: memref<14xi32> {llvm.noalias}) {
func.func private @callee(%a: memref<14xi32> {layout.transform = #L}, %b: memref<14xi32> {llvm.noalias}) {
  return
}
// CHECK-LABEL: func.func @requests_of_callees(
// CHECK-SAME:    %[[B:.*]]: memref<14xi32>)
func.func @requests_of_callees(%b: memref<14xi32>) {
  // CHECK: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK: call @callee(%[[A]], %[[B]]) : (memref<14xi32, #[[L]]>, memref<14xi32>) -> ()
  %a = memref.alloc() : memref<14xi32>
  call @callee(%a, %b) : (memref<14xi32>, memref<14xi32>) -> ()
  memref.dealloc %a : memref<14xi32>
  return
}

// -----

// A05. Recursion ends.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func private @recursive(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #[[L]]>)
func.func private @recursive(%a: memref<14xi32> {layout.transform = #L}) {
  // CHECK: call @recursive(%{{.*}}) : (memref<14xi32, #[[L]]>) -> ()
  call @recursive(%a) : (memref<14xi32>) -> ()
  return
}

// -----

// A06. A public function that reads and writes keeps its type, and works on a
// local buffer: converted at entry, back at every return, freed there.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @read_and_written(
// CHECK-SAME:    %[[ARG:.*]]: memref<14xi32>, %[[C:.*]]: i1)
func.func @read_and_written(%a: memref<14xi32> {layout.transform = #L}, %c: i1) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[ARG]] : memref<14xi32>) outs(%[[A]] : memref<14xi32, #[[L]]>)
  // CHECK-NEXT: affine.load %[[A]][0]
  %x = affine.load %a[0] : memref<14xi32>
  // CHECK-NEXT: cf.cond_br %[[C]]
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // CHECK:      affine.store %{{.*}}, %[[A]][1]
  affine.store %x, %a[1] : memref<14xi32>
  // CHECK-NEXT: layout.convert ins(%[[A]] : memref<14xi32, #[[L]]>) outs(%[[ARG]] : memref<14xi32>)
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: return
  return
^bb2:
  // CHECK:      layout.convert ins(%[[A]] : memref<14xi32, #[[L]]>) outs(%[[ARG]] : memref<14xi32>)
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: return
  return
}

// -----

// A07. Not converted at entry if all of it is written before it is read.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @written(
// CHECK-SAME:    %[[ARG:.*]]: memref<14xi32>,
func.func @written(%a: memref<14xi32> {layout.transform = #L}, %v: i32) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: affine.for
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  // CHECK:      }
  // CHECK-NEXT: layout.convert ins(%[[A]] : memref<14xi32, #[[L]]>) outs(%[[ARG]] : memref<14xi32>)
  // CHECK-NEXT: memref.dealloc %[[A]]
  return
}

// -----

// A08. Not converted back if it is only read.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @read(
// CHECK-SAME:    %[[ARG:.*]]: memref<14xi32>)
func.func @read(%a: memref<14xi32> {layout.transform = #L}) -> i32 {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[ARG]] : memref<14xi32>) outs(%[[A]] : memref<14xi32, #[[L]]>)
  // CHECK-NEXT: %[[X:.*]] = affine.load %[[A]][0]
  // CHECK-NEXT: memref.dealloc %[[A]]
  // CHECK-NEXT: return %[[X]]
  %x = affine.load %a[0] : memref<14xi32>
  return %x : i32
}

// -----

// A09. An argument of a public function that reaches a request by a private
// call is met in the same way.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func private @inner(%a: memref<14xi32> {layout.transform = #L}, %v: i32) {
  affine.store %v, %a[3] : memref<14xi32>
  return
}
// CHECK-LABEL: func.func @outer(
// CHECK-SAME:    %[[ARG:.*]]: memref<14xi32>,
func.func @outer(%a: memref<14xi32>, %v: i32) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[ARG]]
  // CHECK-NEXT: call @inner(%[[A]], %{{.*}}) : (memref<14xi32, #[[L]]>, i32) -> ()
  // CHECK-NEXT: layout.convert ins(%[[A]] {{.*}}) outs(%[[ARG]]
  // CHECK-NEXT: memref.dealloc %[[A]]
  call @inner(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}

// -----

// A10. A call of an external function of plain type gets a conversion around
// it; casts on the way are repeated.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func private @ext(memref<14xi32>)
func.func private @print(memref<*xi32>)
// CHECK-LABEL: func.func @external_calls(
func.func @external_calls() {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // CHECK-NEXT: %[[T:.*]] = memref.alloc() : memref<14xi32>
  // CHECK-NEXT: layout.convert ins(%[[A]] : memref<14xi32, #[[L]]>) outs(%[[T]] : memref<14xi32>)
  // CHECK-NEXT: call @ext(%[[T]]) : (memref<14xi32>) -> ()
  // CHECK-NEXT: layout.convert ins(%[[T]] : memref<14xi32>) outs(%[[A]] : memref<14xi32, #[[L]]>)
  // CHECK-NEXT: memref.dealloc %[[T]]
  call @ext(%a) : (memref<14xi32>) -> ()
  // CHECK-NEXT: %[[T2:.*]] = memref.alloc() : memref<14xi32>
  // CHECK-NEXT: layout.convert ins(%[[A]]
  // CHECK-NEXT: %[[D:.*]] = memref.cast %[[T2]] : memref<14xi32> to memref<?xi32>
  // CHECK-NEXT: %[[U:.*]] = memref.cast %[[D]] : memref<?xi32> to memref<*xi32>
  // CHECK-NEXT: call @print(%[[U]])
  // CHECK-NEXT: layout.convert ins(%[[T2]]
  // CHECK-NEXT: memref.dealloc %[[T2]]
  %d = memref.cast %a : memref<14xi32> to memref<?xi32>
  %u = memref.cast %d : memref<?xi32> to memref<*xi32>
  call @print(%u) : (memref<*xi32>) -> ()
  // CHECK-NEXT: memref.dealloc %[[A]]
  memref.dealloc %a : memref<14xi32>
  return
}

// -----

// A11. A buffer that is passed twice to an external function stays one buffer.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func private @ext2(memref<14xi32>, memref<14xi32>)
// CHECK-LABEL: func.func @passed_twice(
func.func @passed_twice() {
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // CHECK: %[[T:.*]] = memref.alloc() : memref<14xi32>
  // CHECK-NEXT: layout.convert
  // CHECK-NEXT: call @ext2(%[[T]], %[[T]])
  // CHECK-NEXT: layout.convert
  // CHECK-NEXT: memref.dealloc %[[T]]
  // CHECK-NEXT: return
  call @ext2(%a, %a) : (memref<14xi32>, memref<14xi32>) -> ()
  return
}

// -----

// A12. A call of a public function of the module is converted around as its
// mode asks: only in for what is read, only back for what is written first.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @copy(%from: memref<14xi32>, %to: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %from[%i] : memref<14xi32>
    affine.store %x, %to[%i] : memref<14xi32>
  }
  return
}
// CHECK-LABEL: func.func @calls_public(
func.func @calls_public() {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: %[[B:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // CHECK-NEXT: %[[TA:.*]] = memref.alloc() : memref<14xi32>
  // CHECK-NEXT: layout.convert ins(%[[A]] {{.*}}) outs(%[[TA]]
  // CHECK-NEXT: %[[TB:.*]] = memref.alloc() : memref<14xi32>
  // CHECK-NEXT: call @copy(%[[TA]], %[[TB]])
  // CHECK-NEXT: layout.convert ins(%[[TB]] {{.*}}) outs(%[[B]]
  // CHECK-NEXT: memref.dealloc %[[TB]]
  // CHECK-NEXT: memref.dealloc %[[TA]]
  // CHECK-NEXT: return
  call @copy(%a, %b) : (memref<14xi32>, memref<14xi32>) -> ()
  return
}

// -----

// A13. A private function whose address is taken keeps its type, like a public
// one.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func private @taken(
// CHECK-SAME:    %[[ARG:.*]]: memref<14xi32>)
func.func private @taken(%a: memref<14xi32> {layout.transform = #L}) {
  // CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: layout.convert ins(%[[ARG]]
  return
}
// CHECK-LABEL: func.func @takes_address(
func.func @takes_address() -> ((memref<14xi32>) -> ()) {
  // CHECK-NEXT: constant @taken : (memref<14xi32>) -> ()
  %f = func.constant @taken : (memref<14xi32>) -> ()
  return %f : (memref<14xi32>) -> ()
}

// -----

// A14. Two equal requests for one buffer are one.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func private @agrees(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #[[L]]>) {
func.func private @agrees(%a: memref<14xi32> {layout.transform = #L}) {
  return
}
// CHECK-LABEL: func.func @agreed(
func.func @agreed() {
  // CHECK: memref.alloc() : memref<14xi32, #[[L]]>
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  call @agrees(%a) : (memref<14xi32>) -> ()
  return
}

// -----

// A15. A linalg op on a buffer itself stays; it means the same elements.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @linalg_on_root(
func.func @linalg_on_root(%v: i32) {
  // CHECK: %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
  // CHECK-NEXT: linalg.fill ins(%{{.*}} : i32) outs(%[[A]] : memref<14xi32, #[[L]]>)
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<14xi32>)
  return
}

// -----

// A16. Uses inside loops and branches, and in every block, are followed.
// CHECK-DAG: #[[L:.*]] = #layout.buffer
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @nested_uses(
func.func @nested_uses(%v: i32, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      // CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<14xi32, #[[L]]>
      memref.store %v, %a[%i] : memref<14xi32>
    }
  }
  cf.br ^bb1
^bb1:
  // CHECK: memref.dealloc %{{.*}} : memref<14xi32, #[[L]]>
  memref.dealloc %a : memref<14xi32>
  return
}

// -----

// What is to be walked in order is what the function works on.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: func.func @walked(
// CHECK-SAME:    %{{.*}}: memref<14xi32>, %{{.*}}: i32)
// CHECK:         memref.alloc() {layout.sequential} : memref<14xi32, #
func.func @walked(%a: memref<14xi32> {layout.sequential, layout.transform = #L}, %v: i32) {
  affine.store %v, %a[3] : memref<14xi32>
  return
}
