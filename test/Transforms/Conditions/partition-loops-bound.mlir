// Of a nest that hits the bound on its loops, too, a second run splits nothing.
// RUN: layout-opt %s --layout-partition-loops -o %t.once
// RUN: layout-opt %t.once --layout-partition-loops -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: layout-check %s --entry=f --arg=2:5 --arg=3:3 --arg=4:60 --arg=5:-2 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=f --arg=2:40 --arg=3:70 --arg=4:12 --arg=5:13 --pipeline="builtin.module(layout-partition-loops)"

func.func @f(%a: memref<64xi32>, %b: memref<32x64xi32>, %n0: index, %n1: index, %n2: index, %n3: index) {
%w = arith.constant 3 : i32
%z = arith.constant 5 : i32
affine.for %i = 0 to 64 {
%c0 = arith.cmpi eq, %i, %n0 : index
%x0 = arith.select %c0, %w, %z : i32
%o0 = affine.load %a[%i] : memref<64xi32>
%s0 = arith.addi %o0, %x0 : i32
affine.store %s0, %a[%i] : memref<64xi32>
%k1 = arith.constant 27 : index
%c1 = arith.cmpi slt, %i, %k1 : index
%x1 = arith.select %c1, %w, %z : i32
%o1 = affine.load %a[%i] : memref<64xi32>
%s1 = arith.addi %o1, %x1 : i32
affine.store %s1, %a[%i] : memref<64xi32>
%k2 = arith.constant 50 : index
%c2 = arith.cmpi eq, %i, %k2 : index
%x2 = arith.select %c2, %w, %z : i32
%o2 = affine.load %a[%i] : memref<64xi32>
%s2 = arith.addi %o2, %x2 : i32
affine.store %s2, %a[%i] : memref<64xi32>
%c3 = arith.cmpi slt, %i, %n2 : index
%x3 = arith.select %c3, %w, %z : i32
%o3 = affine.load %a[%i] : memref<64xi32>
%s3 = arith.addi %o3, %x3 : i32
affine.store %s3, %a[%i] : memref<64xi32>
%k4 = arith.constant 48 : index
%c4 = arith.cmpi ne, %i, %k4 : index
%x4 = arith.select %c4, %w, %z : i32
%o4 = affine.load %a[%i] : memref<64xi32>
%s4 = arith.addi %o4, %x4 : i32
affine.store %s4, %a[%i] : memref<64xi32>
}
return
}
