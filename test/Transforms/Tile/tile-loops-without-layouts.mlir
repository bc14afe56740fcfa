// A nest in which nothing divides, and whose innermost loop LLVM makes vectors of, is
// compared with that: in vectors of the target.
//
// RUN: layout-opt %s --layout-tile-loops | FileCheck %s --check-prefix=WIDE
// RUN: sed 's/max_vector_op_width" = 512/max_vector_op_width" = 256/' %s | layout-opt --layout-tile-loops | FileCheck %s --check-prefix=NARROW
// RUN: layout-check %s --entry=rows --pipeline="builtin.module(layout-tile-loops)" --arg=0:1.5

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64,
  "L1_cache_size_in_bytes" = 49152 : i64>>} {

// PolyBench's gemm: of each row, the products. The sums of a row in registers, a block at a
// time, save two accesses of each three: not enough where LLVM's vectors are as long as ours.
// WIDE-LABEL: @rows
// WIDE: affine.for %{{.*}} = 0 to 20 {
// WIDE-NEXT: affine.for %{{.*}} = 0 to 24 {
// WIDE-NEXT: affine.for %{{.*}} = 0 to 220 {
// NARROW-LABEL: @rows
// NARROW: affine.for %{{.*}} = 0 to 20 {
// NARROW-NEXT: affine.for %{{.*}} = 0 to {{[0-9]+}} {
// NARROW-NEXT: affine.for %{{.*}} = 0 to 24 {
// NARROW-NEXT: affine.for
func.func @rows(%alpha: f64, %a: memref<20x24xf64> {llvm.noalias}, %b: memref<24x220xf64> {llvm.noalias}, %c: memref<20x220xf64> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to 220 {
        %0 = affine.load %a[%i, %k] : memref<20x24xf64>
        %1 = arith.mulf %alpha, %0 : f64
        %2 = affine.load %b[%k, %j] : memref<24x220xf64>
        %3 = arith.mulf %1, %2 : f64
        %4 = affine.load %c[%i, %j] : memref<20x220xf64>
        %5 = arith.addf %4, %3 : f64
        affine.store %5, %c[%i, %j] : memref<20x220xf64>
      }
    }
    %last = affine.load %c[%i, 0] : memref<20x220xf64>
    affine.store %last, %c[%i, 1] : memref<20x220xf64>
  }
  return
}
}
