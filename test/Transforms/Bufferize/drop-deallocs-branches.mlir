// Many branches: buffer deallocation follows each path through them, so they become scf.if.
// RUN: layout-opt %s --layout-drop-deallocs | FileCheck %s
// RUN: layout-check %s --entry=chain --arg=1:5 --pipeline="builtin.module(layout-compile{deallocate=true to-llvm=false})"
// RUN: layout-check %s --entry=chain --arg=1:-1 --pipeline="builtin.module(layout-compile{deallocate=true to-llvm=false})"
// RUN: layout-check %s --entry=chain --arg=1:341 --pipeline="builtin.module(layout-compile{deallocate=true to-llvm=false})"
// RUN: layout-check %s --entry=chain --arg=1:341 --pipeline="builtin.module(layout-compile{workspace=argument to-llvm=false})"

// Eight are few.
// CHECK-LABEL: @few
// CHECK:         cf.cond_br
// CHECK-LABEL: @chain
// CHECK-NOT:     cf.
// CHECK:         scf.if
// CHECK-LABEL: @prefetch
// CHECK:         affine.prefetch
func.func @few(%x: memref<8xi32>, %m: i32, %out: memref<8xi32>) {
  %at = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %first = memref.alloc() : memref<8xi32>
  memref.copy %x, %first : memref<8xi32> to memref<8xi32>
  cf.br ^b0(%first : memref<8xi32>)
^b0(%p0: memref<8xi32>):
  %s0 = arith.constant 1 : i32
  %k0 = arith.andi %m, %s0 : i32
  %c0 = arith.cmpi ne, %k0, %zero : i32
  cf.cond_br %c0, ^t0, ^b1(%p0 : memref<8xi32>)
^t0:
  %n0 = memref.alloc() : memref<8xi32>
  memref.copy %p0, %n0 : memref<8xi32> to memref<8xi32>
  %v0 = memref.load %n0[%at] : memref<8xi32>
  %w0 = arith.muli %v0, %m : i32
  %y0 = arith.addi %w0, %s0 : i32
  memref.store %y0, %n0[%at] : memref<8xi32>
  cf.br ^b1(%n0 : memref<8xi32>)
^b1(%p1: memref<8xi32>):
  %s1 = arith.constant 2 : i32
  %k1 = arith.andi %m, %s1 : i32
  %c1 = arith.cmpi ne, %k1, %zero : i32
  cf.cond_br %c1, ^t1, ^b2(%p1 : memref<8xi32>)
^t1:
  %n1 = memref.alloc() : memref<8xi32>
  memref.copy %p1, %n1 : memref<8xi32> to memref<8xi32>
  %v1 = memref.load %n1[%at] : memref<8xi32>
  %w1 = arith.muli %v1, %m : i32
  %y1 = arith.addi %w1, %s1 : i32
  memref.store %y1, %n1[%at] : memref<8xi32>
  cf.br ^b2(%n1 : memref<8xi32>)
^b2(%p2: memref<8xi32>):
  %s2 = arith.constant 4 : i32
  %k2 = arith.andi %m, %s2 : i32
  %c2 = arith.cmpi ne, %k2, %zero : i32
  cf.cond_br %c2, ^t2, ^b3(%p2 : memref<8xi32>)
^t2:
  %n2 = memref.alloc() : memref<8xi32>
  memref.copy %p2, %n2 : memref<8xi32> to memref<8xi32>
  %v2 = memref.load %n2[%at] : memref<8xi32>
  %w2 = arith.muli %v2, %m : i32
  %y2 = arith.addi %w2, %s2 : i32
  memref.store %y2, %n2[%at] : memref<8xi32>
  cf.br ^b3(%n2 : memref<8xi32>)
^b3(%p3: memref<8xi32>):
  %s3 = arith.constant 8 : i32
  %k3 = arith.andi %m, %s3 : i32
  %c3 = arith.cmpi ne, %k3, %zero : i32
  cf.cond_br %c3, ^t3, ^b4(%p3 : memref<8xi32>)
^t3:
  %n3 = memref.alloc() : memref<8xi32>
  memref.copy %p3, %n3 : memref<8xi32> to memref<8xi32>
  %v3 = memref.load %n3[%at] : memref<8xi32>
  %w3 = arith.muli %v3, %m : i32
  %y3 = arith.addi %w3, %s3 : i32
  memref.store %y3, %n3[%at] : memref<8xi32>
  cf.br ^b4(%n3 : memref<8xi32>)
^b4(%p4: memref<8xi32>):
  %s4 = arith.constant 16 : i32
  %k4 = arith.andi %m, %s4 : i32
  %c4 = arith.cmpi ne, %k4, %zero : i32
  cf.cond_br %c4, ^t4, ^b5(%p4 : memref<8xi32>)
^t4:
  %n4 = memref.alloc() : memref<8xi32>
  memref.copy %p4, %n4 : memref<8xi32> to memref<8xi32>
  %v4 = memref.load %n4[%at] : memref<8xi32>
  %w4 = arith.muli %v4, %m : i32
  %y4 = arith.addi %w4, %s4 : i32
  memref.store %y4, %n4[%at] : memref<8xi32>
  cf.br ^b5(%n4 : memref<8xi32>)
^b5(%p5: memref<8xi32>):
  %s5 = arith.constant 32 : i32
  %k5 = arith.andi %m, %s5 : i32
  %c5 = arith.cmpi ne, %k5, %zero : i32
  cf.cond_br %c5, ^t5, ^b6(%p5 : memref<8xi32>)
^t5:
  %n5 = memref.alloc() : memref<8xi32>
  memref.copy %p5, %n5 : memref<8xi32> to memref<8xi32>
  %v5 = memref.load %n5[%at] : memref<8xi32>
  %w5 = arith.muli %v5, %m : i32
  %y5 = arith.addi %w5, %s5 : i32
  memref.store %y5, %n5[%at] : memref<8xi32>
  cf.br ^b6(%n5 : memref<8xi32>)
^b6(%p6: memref<8xi32>):
  %s6 = arith.constant 64 : i32
  %k6 = arith.andi %m, %s6 : i32
  %c6 = arith.cmpi ne, %k6, %zero : i32
  cf.cond_br %c6, ^t6, ^b7(%p6 : memref<8xi32>)
^t6:
  %n6 = memref.alloc() : memref<8xi32>
  memref.copy %p6, %n6 : memref<8xi32> to memref<8xi32>
  %v6 = memref.load %n6[%at] : memref<8xi32>
  %w6 = arith.muli %v6, %m : i32
  %y6 = arith.addi %w6, %s6 : i32
  memref.store %y6, %n6[%at] : memref<8xi32>
  cf.br ^b7(%n6 : memref<8xi32>)
^b7(%p7: memref<8xi32>):
  %s7 = arith.constant 128 : i32
  %k7 = arith.andi %m, %s7 : i32
  %c7 = arith.cmpi ne, %k7, %zero : i32
  cf.cond_br %c7, ^t7, ^b8(%p7 : memref<8xi32>)
^t7:
  %n7 = memref.alloc() : memref<8xi32>
  memref.copy %p7, %n7 : memref<8xi32> to memref<8xi32>
  %v7 = memref.load %n7[%at] : memref<8xi32>
  %w7 = arith.muli %v7, %m : i32
  %y7 = arith.addi %w7, %s7 : i32
  memref.store %y7, %n7[%at] : memref<8xi32>
  cf.br ^b8(%n7 : memref<8xi32>)
^b8(%p8: memref<8xi32>):
  memref.copy %p8, %out : memref<8xi32> to memref<8xi32>
  return
}
func.func @chain(%x: memref<8xi32>, %m: i32, %out: memref<8xi32>) {
  %at = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %first = memref.alloc() : memref<8xi32>
  memref.copy %x, %first : memref<8xi32> to memref<8xi32>
  cf.br ^b0(%first : memref<8xi32>)
^b0(%p0: memref<8xi32>):
  %s0 = arith.constant 1 : i32
  %k0 = arith.andi %m, %s0 : i32
  %c0 = arith.cmpi ne, %k0, %zero : i32
  cf.cond_br %c0, ^t0, ^b1(%p0 : memref<8xi32>)
^t0:
  %n0 = memref.alloc() : memref<8xi32>
  memref.copy %p0, %n0 : memref<8xi32> to memref<8xi32>
  %v0 = memref.load %n0[%at] : memref<8xi32>
  %w0 = arith.muli %v0, %m : i32
  %y0 = arith.addi %w0, %s0 : i32
  memref.store %y0, %n0[%at] : memref<8xi32>
  cf.br ^b1(%n0 : memref<8xi32>)
^b1(%p1: memref<8xi32>):
  %s1 = arith.constant 2 : i32
  %k1 = arith.andi %m, %s1 : i32
  %c1 = arith.cmpi ne, %k1, %zero : i32
  cf.cond_br %c1, ^t1, ^b2(%p1 : memref<8xi32>)
^t1:
  %n1 = memref.alloc() : memref<8xi32>
  memref.copy %p1, %n1 : memref<8xi32> to memref<8xi32>
  %v1 = memref.load %n1[%at] : memref<8xi32>
  %w1 = arith.muli %v1, %m : i32
  %y1 = arith.addi %w1, %s1 : i32
  memref.store %y1, %n1[%at] : memref<8xi32>
  cf.br ^b2(%n1 : memref<8xi32>)
^b2(%p2: memref<8xi32>):
  %s2 = arith.constant 4 : i32
  %k2 = arith.andi %m, %s2 : i32
  %c2 = arith.cmpi ne, %k2, %zero : i32
  cf.cond_br %c2, ^t2, ^b3(%p2 : memref<8xi32>)
^t2:
  %n2 = memref.alloc() : memref<8xi32>
  memref.copy %p2, %n2 : memref<8xi32> to memref<8xi32>
  %v2 = memref.load %n2[%at] : memref<8xi32>
  %w2 = arith.muli %v2, %m : i32
  %y2 = arith.addi %w2, %s2 : i32
  memref.store %y2, %n2[%at] : memref<8xi32>
  cf.br ^b3(%n2 : memref<8xi32>)
^b3(%p3: memref<8xi32>):
  %s3 = arith.constant 8 : i32
  %k3 = arith.andi %m, %s3 : i32
  %c3 = arith.cmpi ne, %k3, %zero : i32
  cf.cond_br %c3, ^t3, ^b4(%p3 : memref<8xi32>)
^t3:
  %n3 = memref.alloc() : memref<8xi32>
  memref.copy %p3, %n3 : memref<8xi32> to memref<8xi32>
  %v3 = memref.load %n3[%at] : memref<8xi32>
  %w3 = arith.muli %v3, %m : i32
  %y3 = arith.addi %w3, %s3 : i32
  memref.store %y3, %n3[%at] : memref<8xi32>
  cf.br ^b4(%n3 : memref<8xi32>)
^b4(%p4: memref<8xi32>):
  %s4 = arith.constant 16 : i32
  %k4 = arith.andi %m, %s4 : i32
  %c4 = arith.cmpi ne, %k4, %zero : i32
  cf.cond_br %c4, ^t4, ^b5(%p4 : memref<8xi32>)
^t4:
  %n4 = memref.alloc() : memref<8xi32>
  memref.copy %p4, %n4 : memref<8xi32> to memref<8xi32>
  %v4 = memref.load %n4[%at] : memref<8xi32>
  %w4 = arith.muli %v4, %m : i32
  %y4 = arith.addi %w4, %s4 : i32
  memref.store %y4, %n4[%at] : memref<8xi32>
  cf.br ^b5(%n4 : memref<8xi32>)
^b5(%p5: memref<8xi32>):
  %s5 = arith.constant 32 : i32
  %k5 = arith.andi %m, %s5 : i32
  %c5 = arith.cmpi ne, %k5, %zero : i32
  cf.cond_br %c5, ^t5, ^b6(%p5 : memref<8xi32>)
^t5:
  %n5 = memref.alloc() : memref<8xi32>
  memref.copy %p5, %n5 : memref<8xi32> to memref<8xi32>
  %v5 = memref.load %n5[%at] : memref<8xi32>
  %w5 = arith.muli %v5, %m : i32
  %y5 = arith.addi %w5, %s5 : i32
  memref.store %y5, %n5[%at] : memref<8xi32>
  cf.br ^b6(%n5 : memref<8xi32>)
^b6(%p6: memref<8xi32>):
  %s6 = arith.constant 64 : i32
  %k6 = arith.andi %m, %s6 : i32
  %c6 = arith.cmpi ne, %k6, %zero : i32
  cf.cond_br %c6, ^t6, ^b7(%p6 : memref<8xi32>)
^t6:
  %n6 = memref.alloc() : memref<8xi32>
  memref.copy %p6, %n6 : memref<8xi32> to memref<8xi32>
  %v6 = memref.load %n6[%at] : memref<8xi32>
  %w6 = arith.muli %v6, %m : i32
  %y6 = arith.addi %w6, %s6 : i32
  memref.store %y6, %n6[%at] : memref<8xi32>
  cf.br ^b7(%n6 : memref<8xi32>)
^b7(%p7: memref<8xi32>):
  %s7 = arith.constant 128 : i32
  %k7 = arith.andi %m, %s7 : i32
  %c7 = arith.cmpi ne, %k7, %zero : i32
  cf.cond_br %c7, ^t7, ^b8(%p7 : memref<8xi32>)
^t7:
  %n7 = memref.alloc() : memref<8xi32>
  memref.copy %p7, %n7 : memref<8xi32> to memref<8xi32>
  %v7 = memref.load %n7[%at] : memref<8xi32>
  %w7 = arith.muli %v7, %m : i32
  %y7 = arith.addi %w7, %s7 : i32
  memref.store %y7, %n7[%at] : memref<8xi32>
  cf.br ^b8(%n7 : memref<8xi32>)
^b8(%p8: memref<8xi32>):
  %s8 = arith.constant 256 : i32
  %k8 = arith.andi %m, %s8 : i32
  %c8 = arith.cmpi ne, %k8, %zero : i32
  cf.cond_br %c8, ^t8, ^b9(%p8 : memref<8xi32>)
^t8:
  %n8 = memref.alloc() : memref<8xi32>
  memref.copy %p8, %n8 : memref<8xi32> to memref<8xi32>
  %v8 = memref.load %n8[%at] : memref<8xi32>
  %w8 = arith.muli %v8, %m : i32
  %y8 = arith.addi %w8, %s8 : i32
  memref.store %y8, %n8[%at] : memref<8xi32>
  cf.br ^b9(%n8 : memref<8xi32>)
^b9(%p9: memref<8xi32>):
  memref.copy %p9, %out : memref<8xi32> to memref<8xi32>
  return
}

// Upstream's prefetch does not state that it has no effects.
func.func @prefetch(%x: memref<8xf32>) -> f32 {
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  %i = arith.constant 0 : index
  affine.prefetch %x[%i], read, locality<3>, data : memref<8xf32>
  %r = affine.load %a[0] : memref<8xf32>
  return %r : f32
}
