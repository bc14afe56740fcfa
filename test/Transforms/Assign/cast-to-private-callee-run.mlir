// RUN: layout-check %s --entry=between --pipeline="builtin.module(layout-assign,layout-apply)"
// RUN: layout-check %s --entry=between --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize)"
// RUN: layout-opt %s --layout-compile="reassociate" -o /dev/null --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK: layout-assign/converted-around-call

#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func private @exchange(%m: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf64>
  %last = arith.subi %n, %c1 : index
  %x = memref.load %m[%last] : memref<?xf64>
  %y = memref.load %m[%c0] : memref<?xf64>
  memref.store %x, %m[%c0] : memref<?xf64>
  memref.store %y, %m[%last] : memref<?xf64>
  return
}
func.func @between(%in: memref<21xf64>, %comm: memref<21xf64> {layout.transform = #t}, %out: memref<21xf64>) {
  affine.for %i = 0 to 21 {
    %a = affine.load %in[%i] : memref<21xf64>
    %b = arith.addf %a, %a : f64
    affine.store %b, %comm[%i] : memref<21xf64>
  }
  %v = memref.cast %comm : memref<21xf64> to memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  affine.for %j = 0 to 21 {
    %c = affine.load %comm[%j] : memref<21xf64>
    %d = arith.addf %c, %c : f64
    affine.store %d, %out[%j] : memref<21xf64>
  }
  return
}
