// Registers of the target decide how many rows are kept, and whether LLVM is told to
// use wide ones; never what is computed.
//
// DEFINE: %{run} = layout-opt --pass-pipeline="builtin.module(layout-vectorize-loops)" --mlir-print-local-scope
//
// Without a statement, 16 registers of 256 bits.
// RUN: sed 's/BITS/256/; s/NUMBER/16/' %s > %t.usual.mlir
// RUN: %{run} %t.usual.mlir | FileCheck %s --check-prefixes=CHECK,USUAL --implicit-check-not=prefer-vector-width
// RUN: sed 's/BITS/512/; s/NUMBER/32/' %s > %t.wide.mlir
// RUN: %{run} %t.wide.mlir | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: sed 's/BITS/128/; s/NUMBER/8/' %s > %t.narrow.mlir
// RUN: %{run} %t.narrow.mlir | FileCheck %s --check-prefixes=CHECK,NARROW --implicit-check-not=prefer-vector-width
//
// RUN: layout-check %t.usual.mlir --entry=product --pipeline="builtin.module(layout-vectorize-loops)"
// RUN: layout-check %t.wide.mlir --entry=product --pipeline="builtin.module(layout-vectorize-loops)"
// RUN: layout-check %t.narrow.mlir --entry=product --pipeline="builtin.module(layout-vectorize-loops)"
//
// LLVM gets to know, once.
// RUN: layout-opt %t.wide.mlir --layout-vectorize-loops --layout-vectorize-loops --layout-to-llvm | FileCheck %s --check-prefix=LLVM
//
// A target that is wrong is an error, and nothing is done.
// RUN: sed 's/BITS/96/; s/NUMBER/16/' %s > %t.wrong.mlir
// RUN: not layout-opt %t.wrong.mlir --layout-vectorize-loops 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: 'builtin.module' op target entry "max_vector_op_width" expects a power of two from 8 to 65536, found 96

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = BITS : i64, "layout.num_vector_registers" = NUMBER : i64>>} {

// 6 rows of 16 lanes: 6 registers of 512 bits, 12 of 256 or 24 of 128, and one row
// more for what is read. Rows that have no registers stay a loop.
// CHECK-LABEL: @product
// WIDE-SAME: passthrough = {{\[}}["prefer-vector-width", "512"]]
// WIDE-COUNT-6: vector.load {{.*}} vector<16xf32>
// WIDE: affine.for %{{.*}} = 0 to 5 iter_args
// USUAL-COUNT-6: vector.load {{.*}} vector<16xf32>
// USUAL: affine.for %{{.*}} = 0 to 5 iter_args
// NARROW-NOT: iter_args
// NARROW: affine.for %{{.*}} = 0 to 5 {
// NARROW-NEXT: affine.for %{{.*}} = 0 to 6 {
// NARROW: vector<16xf32>
// CHECK: return
// LLVM: llvm.func @product
// LLVM-SAME: passthrough = {{\[}}["prefer-vector-width", "512"]]
func.func @product(%a: memref<6x5xf32> {llvm.noalias}, %b: memref<5x16xf32> {llvm.noalias}, %c: memref<6x16xf32> {llvm.noalias}) {
  affine.for %k = 0 to 5 {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%i, %k] : memref<6x5xf32>
        %1 = affine.load %b[%k, %j] : memref<5x16xf32>
        %2 = affine.load %c[%i, %j] : memref<6x16xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<6x16xf32>
      }
    }
  }
  return
}

// What a function says of itself stays.
// CHECK-LABEL: @stated
// CHECK-SAME: passthrough = ["noinline", ["prefer-vector-width", "128"]]
// CHECK: vector<16xf32>
func.func @stated(%a: memref<16xf32>) attributes {passthrough = ["noinline", ["prefer-vector-width", "128"]]} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %a[%i] : memref<16xf32>
  }
  return
}

// CHECK-LABEL: @stated_otherwise
// WIDE-SAME: passthrough = ["noinline", ["prefer-vector-width", "512"]]
// USUAL-SAME: passthrough = ["noinline"]
// NARROW-SAME: passthrough = ["noinline"]
func.func @stated_otherwise(%a: memref<16xf32>) attributes {passthrough = ["noinline"]} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %a[%i] : memref<16xf32>
  }
  return
}

// Nothing is said of a function without vectors.
// CHECK-LABEL: @without
// CHECK-NOT: passthrough
// CHECK: return
func.func @without(%a: memref<16xf32>) {
  return
}
}
