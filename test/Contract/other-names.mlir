// Buffers that may be known under other names: what breaks a pad is repaired
// where it happens.
// RUN: layout-opt %s --split-input-file --layout-apply | FileCheck %s

#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
memref.global "private" @g : memref<14xi32, #wrap> = dense<0>
func.func private @reads(memref<14xi32, #wrap>)

// The break is carried round the loop to the call.
// CHECK-LABEL: func.func @d5_around_a_loop(
// CHECK:         call @reads
// CHECK:         memref.store
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK:         cf.br
func.func @d5_around_a_loop(%n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %g = memref.get_global @g : memref<14xi32, #wrap>
  func.call @reads(%g) : (memref<14xi32, #wrap>) -> ()
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^end
^body:
  memref.store %x, %g[%i] : memref<14xi32, #wrap>
  %j = arith.addi %i, %c1 : index
  cf.br ^loop(%j : index)
^end:
  return
}

// What a call returns may be a global.
func.func private @get() -> memref<14xi32, #wrap> {
  %g = memref.get_global @g : memref<14xi32, #wrap>
  return %g : memref<14xi32, #wrap>
}
// CHECK-LABEL: func.func @d5_returned_global(
// CHECK:         memref.store
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK:         return
func.func @d5_returned_global(%n: index, %x: i32) {
  %g = func.call @get() : () -> memref<14xi32, #wrap>
  memref.store %x, %g[%n] : memref<14xi32, #wrap>
  return
}

// -----

#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
#pad3 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<3 : i32>>
func.func private @g(memref<14xi32, #pad3>)

// D11: a stencil in a time loop: the halo is written before it may be read,
// each time.
// CHECK-LABEL: func.func @d11_time_loop(
// CHECK:         affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.if
// CHECK:           affine.for %{{.*}} = 0 to 14
// CHECK:             affine.load
// CHECK:           affine.for %{{.*}} = 0 to 14
// CHECK:             affine.store
func.func @d11_time_loop(%in: memref<14xi32>, %tmp: memref<14xi32>) {
  %a = memref.alloc() : memref<14xi32, #wrap>
  memref.copy %in, %a : memref<14xi32> to memref<14xi32, #wrap>
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32, #wrap>
      affine.store %x, %tmp[%i] : memref<14xi32>
    }
    affine.for %i = 0 to 14 {
      %x = affine.load %tmp[%i] : memref<14xi32>
      affine.store %x, %a[%i] : memref<14xi32, #wrap>
    }
  }
  memref.dealloc %a : memref<14xi32, #wrap>
  return
}

// D11: read and break in one inner loop: the stage goes in there, too.
// CHECK-LABEL: func.func @d11_inner_loop(
// CHECK:         affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 14 {
// CHECK-NEXT:        affine.for
// CHECK-NEXT:          affine.if
// CHECK:             affine.load
// CHECK:             affine.store
func.func @d11_inner_loop(%in: memref<14xi32>) {
  %a = memref.alloc() : memref<14xi32, #wrap>
  memref.copy %in, %a : memref<14xi32> to memref<14xi32, #wrap>
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32, #wrap>
      %y = arith.addi %x, %x : i32
      affine.store %y, %a[%i] : memref<14xi32, #wrap>
    }
  }
  memref.dealloc %a : memref<14xi32, #wrap>
  return
}

// D11: a read in another block.
// CHECK-LABEL: func.func @d11_blocks(
// CHECK:         affine.if
// CHECK:         cf.br
func.func @d11_blocks(%in: memref<14xi32>, %out: memref<14xi32>) {
  %a = memref.alloc() : memref<14xi32, #pad3>
  memref.copy %in, %a : memref<14xi32> to memref<14xi32, #pad3>
  cf.br ^bb1
^bb1:
  memref.copy %a, %out : memref<14xi32, #pad3> to memref<14xi32>
  memref.dealloc %a : memref<14xi32, #pad3>
  return
}

// D5: freed on one path, needed on the other.
// CHECK-LABEL: func.func @d5_freed_on_one_path(
// CHECK:         affine.if
// CHECK:         scf.if
// CHECK:         scf.if
// CHECK:           func.call @g
func.func @d5_freed_on_one_path(%in: memref<14xi32>, %c: i1) {
  %a = memref.alloc() : memref<14xi32, #pad3>
  memref.copy %in, %a : memref<14xi32> to memref<14xi32, #pad3>
  scf.if %c {
    memref.dealloc %a : memref<14xi32, #pad3>
  }
  %true = arith.constant true
  %d = arith.xori %c, %true : i1
  scf.if %d {
    func.call @g(%a) : (memref<14xi32, #pad3>) -> ()
    memref.dealloc %a : memref<14xi32, #pad3>
  }
  return
}

// M9: what is stated is what callers owe: the callee assumes, the caller writes.
// CHECK-LABEL: func.func private @m9_stated(
// CHECK-SAME:    layout.access = "readwrite"
// CHECK:         layout.assume_padding
func.func private @m9_stated(%a: memref<14xi32, #pad3> {layout.access = "readwrite"}, %v: i32) {
  linalg.fill ins(%v : i32) outs(%a : memref<14xi32, #pad3>)
  return
}
// CHECK-LABEL: func.func @m9_caller(
// CHECK:         memref.alloc
// CHECK:         affine.if
// CHECK:         call @m9_stated
func.func @m9_caller(%v: i32) {
  %a = memref.alloc() : memref<14xi32, #pad3>
  call @m9_stated(%a, %v) : (memref<14xi32, #pad3>, i32) -> ()
  memref.dealloc %a : memref<14xi32, #pad3>
  return
}

// A buffer that is freed here owes nothing any more, whatever its names: a
// stage behind the deallocation would write memory that is gone.
// CHECK-LABEL: func.func @d5_freed_under_other_names(
// CHECK:         memref.dealloc
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @d5_freed_under_other_names(%a: memref<14xi32, #pad3>, %n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = layout.as_physical %a : memref<14xi32, #pad3> to memref<4x4xi32>
  %q = scf.for %t = %c0 to %n step %c1 iter_args(%r = %p) -> memref<4x4xi32> {
    scf.yield %r : memref<4x4xi32>
  }
  memref.store %v, %q[%c0, %c0] : memref<4x4xi32>
  memref.dealloc %a : memref<14xi32, #pad3>
  return
}
