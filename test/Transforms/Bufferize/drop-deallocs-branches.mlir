// Many branches: buffer deallocation follows each path through them, so they become scf.if.
// RUN: layout-opt %s --layout-drop-deallocs | FileCheck %s
// RUN: layout-check %s --entry=chain --arg=1:5 --pipeline="builtin.module(layout-compile{deallocate=true to-llvm=false})"
// RUN: layout-check %s --entry=chain --arg=1:-1 --pipeline="builtin.module(layout-compile{deallocate=true to-llvm=false})"
// RUN: layout-check %s --entry=chain --arg=1:341 --pipeline="builtin.module(layout-compile{deallocate=true to-llvm=false})"
// RUN: layout-check %s --entry=chain --arg=1:22369621 --pipeline="builtin.module(layout-compile{workspace=argument to-llvm=false})"

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
  %s9 = arith.constant 512 : i32
  %k9 = arith.andi %m, %s9 : i32
  %c9 = arith.cmpi ne, %k9, %zero : i32
  cf.cond_br %c9, ^t9, ^b10(%p9 : memref<8xi32>)
^t9:
  %n9 = memref.alloc() : memref<8xi32>
  memref.copy %p9, %n9 : memref<8xi32> to memref<8xi32>
  %v9 = memref.load %n9[%at] : memref<8xi32>
  %w9 = arith.muli %v9, %m : i32
  %y9 = arith.addi %w9, %s9 : i32
  memref.store %y9, %n9[%at] : memref<8xi32>
  cf.br ^b10(%n9 : memref<8xi32>)
^b10(%p10: memref<8xi32>):
  %s10 = arith.constant 1024 : i32
  %k10 = arith.andi %m, %s10 : i32
  %c10 = arith.cmpi ne, %k10, %zero : i32
  cf.cond_br %c10, ^t10, ^b11(%p10 : memref<8xi32>)
^t10:
  %n10 = memref.alloc() : memref<8xi32>
  memref.copy %p10, %n10 : memref<8xi32> to memref<8xi32>
  %v10 = memref.load %n10[%at] : memref<8xi32>
  %w10 = arith.muli %v10, %m : i32
  %y10 = arith.addi %w10, %s10 : i32
  memref.store %y10, %n10[%at] : memref<8xi32>
  cf.br ^b11(%n10 : memref<8xi32>)
^b11(%p11: memref<8xi32>):
  %s11 = arith.constant 2048 : i32
  %k11 = arith.andi %m, %s11 : i32
  %c11 = arith.cmpi ne, %k11, %zero : i32
  cf.cond_br %c11, ^t11, ^b12(%p11 : memref<8xi32>)
^t11:
  %n11 = memref.alloc() : memref<8xi32>
  memref.copy %p11, %n11 : memref<8xi32> to memref<8xi32>
  %v11 = memref.load %n11[%at] : memref<8xi32>
  %w11 = arith.muli %v11, %m : i32
  %y11 = arith.addi %w11, %s11 : i32
  memref.store %y11, %n11[%at] : memref<8xi32>
  cf.br ^b12(%n11 : memref<8xi32>)
^b12(%p12: memref<8xi32>):
  %s12 = arith.constant 4096 : i32
  %k12 = arith.andi %m, %s12 : i32
  %c12 = arith.cmpi ne, %k12, %zero : i32
  cf.cond_br %c12, ^t12, ^b13(%p12 : memref<8xi32>)
^t12:
  %n12 = memref.alloc() : memref<8xi32>
  memref.copy %p12, %n12 : memref<8xi32> to memref<8xi32>
  %v12 = memref.load %n12[%at] : memref<8xi32>
  %w12 = arith.muli %v12, %m : i32
  %y12 = arith.addi %w12, %s12 : i32
  memref.store %y12, %n12[%at] : memref<8xi32>
  cf.br ^b13(%n12 : memref<8xi32>)
^b13(%p13: memref<8xi32>):
  %s13 = arith.constant 8192 : i32
  %k13 = arith.andi %m, %s13 : i32
  %c13 = arith.cmpi ne, %k13, %zero : i32
  cf.cond_br %c13, ^t13, ^b14(%p13 : memref<8xi32>)
^t13:
  %n13 = memref.alloc() : memref<8xi32>
  memref.copy %p13, %n13 : memref<8xi32> to memref<8xi32>
  %v13 = memref.load %n13[%at] : memref<8xi32>
  %w13 = arith.muli %v13, %m : i32
  %y13 = arith.addi %w13, %s13 : i32
  memref.store %y13, %n13[%at] : memref<8xi32>
  cf.br ^b14(%n13 : memref<8xi32>)
^b14(%p14: memref<8xi32>):
  %s14 = arith.constant 16384 : i32
  %k14 = arith.andi %m, %s14 : i32
  %c14 = arith.cmpi ne, %k14, %zero : i32
  cf.cond_br %c14, ^t14, ^b15(%p14 : memref<8xi32>)
^t14:
  %n14 = memref.alloc() : memref<8xi32>
  memref.copy %p14, %n14 : memref<8xi32> to memref<8xi32>
  %v14 = memref.load %n14[%at] : memref<8xi32>
  %w14 = arith.muli %v14, %m : i32
  %y14 = arith.addi %w14, %s14 : i32
  memref.store %y14, %n14[%at] : memref<8xi32>
  cf.br ^b15(%n14 : memref<8xi32>)
^b15(%p15: memref<8xi32>):
  %s15 = arith.constant 32768 : i32
  %k15 = arith.andi %m, %s15 : i32
  %c15 = arith.cmpi ne, %k15, %zero : i32
  cf.cond_br %c15, ^t15, ^b16(%p15 : memref<8xi32>)
^t15:
  %n15 = memref.alloc() : memref<8xi32>
  memref.copy %p15, %n15 : memref<8xi32> to memref<8xi32>
  %v15 = memref.load %n15[%at] : memref<8xi32>
  %w15 = arith.muli %v15, %m : i32
  %y15 = arith.addi %w15, %s15 : i32
  memref.store %y15, %n15[%at] : memref<8xi32>
  cf.br ^b16(%n15 : memref<8xi32>)
^b16(%p16: memref<8xi32>):
  %s16 = arith.constant 65536 : i32
  %k16 = arith.andi %m, %s16 : i32
  %c16 = arith.cmpi ne, %k16, %zero : i32
  cf.cond_br %c16, ^t16, ^b17(%p16 : memref<8xi32>)
^t16:
  %n16 = memref.alloc() : memref<8xi32>
  memref.copy %p16, %n16 : memref<8xi32> to memref<8xi32>
  %v16 = memref.load %n16[%at] : memref<8xi32>
  %w16 = arith.muli %v16, %m : i32
  %y16 = arith.addi %w16, %s16 : i32
  memref.store %y16, %n16[%at] : memref<8xi32>
  cf.br ^b17(%n16 : memref<8xi32>)
^b17(%p17: memref<8xi32>):
  %s17 = arith.constant 131072 : i32
  %k17 = arith.andi %m, %s17 : i32
  %c17 = arith.cmpi ne, %k17, %zero : i32
  cf.cond_br %c17, ^t17, ^b18(%p17 : memref<8xi32>)
^t17:
  %n17 = memref.alloc() : memref<8xi32>
  memref.copy %p17, %n17 : memref<8xi32> to memref<8xi32>
  %v17 = memref.load %n17[%at] : memref<8xi32>
  %w17 = arith.muli %v17, %m : i32
  %y17 = arith.addi %w17, %s17 : i32
  memref.store %y17, %n17[%at] : memref<8xi32>
  cf.br ^b18(%n17 : memref<8xi32>)
^b18(%p18: memref<8xi32>):
  %s18 = arith.constant 262144 : i32
  %k18 = arith.andi %m, %s18 : i32
  %c18 = arith.cmpi ne, %k18, %zero : i32
  cf.cond_br %c18, ^t18, ^b19(%p18 : memref<8xi32>)
^t18:
  %n18 = memref.alloc() : memref<8xi32>
  memref.copy %p18, %n18 : memref<8xi32> to memref<8xi32>
  %v18 = memref.load %n18[%at] : memref<8xi32>
  %w18 = arith.muli %v18, %m : i32
  %y18 = arith.addi %w18, %s18 : i32
  memref.store %y18, %n18[%at] : memref<8xi32>
  cf.br ^b19(%n18 : memref<8xi32>)
^b19(%p19: memref<8xi32>):
  %s19 = arith.constant 524288 : i32
  %k19 = arith.andi %m, %s19 : i32
  %c19 = arith.cmpi ne, %k19, %zero : i32
  cf.cond_br %c19, ^t19, ^b20(%p19 : memref<8xi32>)
^t19:
  %n19 = memref.alloc() : memref<8xi32>
  memref.copy %p19, %n19 : memref<8xi32> to memref<8xi32>
  %v19 = memref.load %n19[%at] : memref<8xi32>
  %w19 = arith.muli %v19, %m : i32
  %y19 = arith.addi %w19, %s19 : i32
  memref.store %y19, %n19[%at] : memref<8xi32>
  cf.br ^b20(%n19 : memref<8xi32>)
^b20(%p20: memref<8xi32>):
  %s20 = arith.constant 1048576 : i32
  %k20 = arith.andi %m, %s20 : i32
  %c20 = arith.cmpi ne, %k20, %zero : i32
  cf.cond_br %c20, ^t20, ^b21(%p20 : memref<8xi32>)
^t20:
  %n20 = memref.alloc() : memref<8xi32>
  memref.copy %p20, %n20 : memref<8xi32> to memref<8xi32>
  %v20 = memref.load %n20[%at] : memref<8xi32>
  %w20 = arith.muli %v20, %m : i32
  %y20 = arith.addi %w20, %s20 : i32
  memref.store %y20, %n20[%at] : memref<8xi32>
  cf.br ^b21(%n20 : memref<8xi32>)
^b21(%p21: memref<8xi32>):
  %s21 = arith.constant 2097152 : i32
  %k21 = arith.andi %m, %s21 : i32
  %c21 = arith.cmpi ne, %k21, %zero : i32
  cf.cond_br %c21, ^t21, ^b22(%p21 : memref<8xi32>)
^t21:
  %n21 = memref.alloc() : memref<8xi32>
  memref.copy %p21, %n21 : memref<8xi32> to memref<8xi32>
  %v21 = memref.load %n21[%at] : memref<8xi32>
  %w21 = arith.muli %v21, %m : i32
  %y21 = arith.addi %w21, %s21 : i32
  memref.store %y21, %n21[%at] : memref<8xi32>
  cf.br ^b22(%n21 : memref<8xi32>)
^b22(%p22: memref<8xi32>):
  %s22 = arith.constant 4194304 : i32
  %k22 = arith.andi %m, %s22 : i32
  %c22 = arith.cmpi ne, %k22, %zero : i32
  cf.cond_br %c22, ^t22, ^b23(%p22 : memref<8xi32>)
^t22:
  %n22 = memref.alloc() : memref<8xi32>
  memref.copy %p22, %n22 : memref<8xi32> to memref<8xi32>
  %v22 = memref.load %n22[%at] : memref<8xi32>
  %w22 = arith.muli %v22, %m : i32
  %y22 = arith.addi %w22, %s22 : i32
  memref.store %y22, %n22[%at] : memref<8xi32>
  cf.br ^b23(%n22 : memref<8xi32>)
^b23(%p23: memref<8xi32>):
  %s23 = arith.constant 8388608 : i32
  %k23 = arith.andi %m, %s23 : i32
  %c23 = arith.cmpi ne, %k23, %zero : i32
  cf.cond_br %c23, ^t23, ^b24(%p23 : memref<8xi32>)
^t23:
  %n23 = memref.alloc() : memref<8xi32>
  memref.copy %p23, %n23 : memref<8xi32> to memref<8xi32>
  %v23 = memref.load %n23[%at] : memref<8xi32>
  %w23 = arith.muli %v23, %m : i32
  %y23 = arith.addi %w23, %s23 : i32
  memref.store %y23, %n23[%at] : memref<8xi32>
  cf.br ^b24(%n23 : memref<8xi32>)
^b24(%p24: memref<8xi32>):
  %s24 = arith.constant 16777216 : i32
  %k24 = arith.andi %m, %s24 : i32
  %c24 = arith.cmpi ne, %k24, %zero : i32
  cf.cond_br %c24, ^t24, ^b25(%p24 : memref<8xi32>)
^t24:
  %n24 = memref.alloc() : memref<8xi32>
  memref.copy %p24, %n24 : memref<8xi32> to memref<8xi32>
  %v24 = memref.load %n24[%at] : memref<8xi32>
  %w24 = arith.muli %v24, %m : i32
  %y24 = arith.addi %w24, %s24 : i32
  memref.store %y24, %n24[%at] : memref<8xi32>
  cf.br ^b25(%n24 : memref<8xi32>)
^b25(%p25: memref<8xi32>):
  memref.copy %p25, %out : memref<8xi32> to memref<8xi32>
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
