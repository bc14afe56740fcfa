// Canonicalization on the way keeps accesses legal: of a buffer with axis
// separators those with a mask are, those without are not.
// RUN: layout-opt %s --layout-optimize | FileCheck %s
// RUN: layout-opt %s --layout-optimize="padding=false" | FileCheck %s
// RUN: layout-opt %s --layout-optimize --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: [Missed] layout-require-physical/not-applied | Category:layout | Remark="not optimized: memref<?x8xf32, #layout.buffer<{{.*}}>> has a layout that is not applied; run layout-apply"
// The masks go once the separators are gone.
// RUN: layout-opt %s --layout-apply --layout-optimize --layout-to-llvm | FileCheck %s --check-prefix=LLVM
// LLVM-NOT: llvm.intr.masked
// RUN: layout-check %s --entry=copy,laid_out --arg=2:2 --dim=arg0.dim0:3 --dim=arg1.dim0:3 --pipeline="builtin.module(layout-apply,layout-optimize)"

#separated = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
#tiled = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>, axis_separator<[1]>>

// CHECK-LABEL: func.func @copy
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
func.func @copy(%a: memref<?x8xf32, #separated>, %b: memref<?x8xf32, #separated>, %i: index) {
  %x = arith.constant dense<1.0> : vector<8xf32>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %mask = vector.create_mask %c8 : vector<8xi1>
  %v = vector.maskedload %a[%i, %c0], %mask, %x : memref<?x8xf32, #separated>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %b[%i, %c0], %mask, %v : memref<?x8xf32, #separated>, vector<8xi1>, vector<8xf32>
  return
}

// CHECK-LABEL: func.func @packed
// CHECK: vector.expandload
// CHECK: vector.compressstore
func.func @packed(%a: memref<?x8xf32, #separated>, %b: memref<?x8xf32, #separated>, %i: index) {
  %x = arith.constant dense<1.0> : vector<8xf32>
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<true> : vector<8xi1>
  %v = vector.expandload %a[%i, %c0], %mask, %x : memref<?x8xf32, #separated>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.compressstore %b[%i, %c0], %mask, %v : memref<?x8xf32, #separated>, vector<8xi1>, vector<8xf32>
  return
}

// Neighbouring lanes become a masked access first.
// CHECK-LABEL: func.func @lanes
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
func.func @lanes(%a: memref<?x8xf32, #separated>, %b: memref<?x8xf32, #separated>, %i: index) {
  %x = arith.constant dense<1.0> : vector<8xf32>
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<true> : vector<8xi1>
  %lanes = vector.step : vector<8xindex>
  %v = vector.gather %a[%i, %c0][%lanes], %mask, %x : memref<?x8xf32, #separated>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %b[%i, %c0][%lanes], %mask, %v : memref<?x8xf32, #separated>, vector<8xindex>, vector<8xi1>, vector<8xf32>
  return
}

// A layout that is still to be applied, too.
// CHECK-LABEL: func.func @laid_out
// CHECK: vector.maskedload
// CHECK: vector.maskedstore
func.func @laid_out(%a: memref<?x8xf32, #tiled>, %b: memref<?x8xf32, #tiled>, %i: index) {
  %x = arith.constant dense<1.0> : vector<8xf32>
  %c0 = arith.constant 0 : index
  %mask = vector.constant_mask [8] : vector<8xi1>
  %v = vector.maskedload %a[%i, %c0], %mask, %x : memref<?x8xf32, #tiled>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %b[%i, %c0], %mask, %v : memref<?x8xf32, #tiled>, vector<8xi1>, vector<8xf32>
  return
}
