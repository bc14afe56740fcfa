// Two kernels of one module with textures of several kinds: one updates a texture in
// place, channel by channel, and exchanges numbers through the workgroup's memory; one
// calls a function between the stores to a texel.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-to-vulkan)" -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// Element (i, j, k) of all is 100 i + 10 j + k. First that and 100 i + 10 (3 - j), then
// that and 1, then half of it.
// CHECK:      {{\[\[\[}}30,    31,    32,    33],
// CHECK-NEXT: [30,    31,    32,    33],
// CHECK:      {{\[\[}}630,    631,    632,    633],
// CHECK:      {{\[\[\[}}1,    2,    3,    4],
// CHECK-NEXT: [11,    12,    13,    14],
// CHECK:      [331,    332,    333,    334]]]
// CHECK:      {{\[\[\[}}0,    0.5,    1,    1.5],
// CHECK-NEXT: [5,    5.5,    6,    6.5],
// CHECK:      [165,    165.5,    166,    166.5]]]

#L = #layout.buffer<index_map<(h, w, c) -> (c floordiv 4, h, w, c mod 4)>, axis_separator<[2]>>
!P = memref<4x4x4xf32>
!R = memref<4x4x4xf32, #L, #layout.texture<read>>
!W = memref<4x4x4xf32, #L, #layout.texture<write>>
!RI = memref<4x4x4xi32, #L, #layout.texture<read>>
!RW = memref<4x4x4xi32, #L, #layout.texture<readwrite>>
!PI = memref<4x4x4xi32>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @update(%a: !R, %b: !W, %c: !RW) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%x, %y, %z) in (%gx = %c1, %gy = %c4, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %sh = memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %k1 = arith.constant 1 : index
    %k4 = arith.constant 4 : index
    %e = memref.load %a[%y, %tx, %c0] : !R
    memref.store %e, %sh[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %o = arith.subi %three, %tx : index
    %f = memref.load %sh[%o] : memref<4xf32, #gpu.address_space<workgroup>>
    scf.for %l = %c0 to %k4 step %k1 {
      %v = memref.load %a[%y, %tx, %l] : !R
      %w = arith.addf %v, %f : f32
      memref.store %w, %b[%y, %tx, %l] : !W
      %i = memref.load %c[%y, %tx, %l] : !RW
      %j = arith.addi %i, %one : i32
      memref.store %j, %c[%y, %tx, %l] : !RW
    }
    gpu.terminator
  }
  return
}
func.func private @convert(%a: !RI, %b: !W) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%x, %y, %z) in (%gx = %c4, %gy = %c4, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %k1 = arith.constant 1 : index
    %k4 = arith.constant 4 : index
    scf.for %l = %c0 to %k4 step %k1 {
      %v = memref.load %a[%y, %x, %l] : !RI
      %w = func.call @half(%v) : (i32) -> f32
      memref.store %w, %b[%y, %x, %l] : !W
    }
    gpu.terminator
  }
  return
}
func.func private @half(%i: i32) -> f32 {
  %f = arith.sitofp %i : i32 to f32
  %h = arith.constant 0.5 : f32
  %r = arith.mulf %f, %h : f32
  return %r : f32
}
func.func @main() {
  %p = memref.alloc() : !P
  %q = memref.alloc() : !PI
  %r = memref.alloc() : !R
  %w = memref.alloc() : !W
  %rw = memref.alloc() : !RW
  %ri = memref.alloc() : !RI
  affine.for %i = 0 to 4 { affine.for %j = 0 to 4 { affine.for %k = 0 to 4 {
    %n = affine.apply affine_map<(i,j,k) -> (100 * i + 10 * j + k)>(%i, %j, %k)
    %m = arith.index_cast %n : index to i32
    %f = arith.sitofp %m : i32 to f32
    affine.store %f, %p[%i, %j, %k] : !P
    affine.store %m, %q[%i, %j, %k] : !PI
  } } }
  layout.convert ins(%p : !P) outs(%r : !R)
  layout.convert ins(%q : !PI) outs(%rw : !RW)
  layout.convert ins(%q : !PI) outs(%ri : !RI)
  call @update(%r, %w, %rw) : (!R, !W, !RW) -> ()
  layout.convert ins(%w : !W) outs(%p : !P)
  layout.convert ins(%rw : !RW) outs(%q : !PI)
  %u = memref.cast %p : !P to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %v = memref.cast %q : !PI to memref<*xi32>
  call @printMemrefI32(%v) : (memref<*xi32>) -> ()
  call @convert(%ri, %w) : (!RI, !W) -> ()
  layout.convert ins(%w : !W) outs(%p : !P)
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
