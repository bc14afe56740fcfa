// Processors of other families, in an emulator: what passes make is compiled for them, run
// there, and compared as always.
// REQUIRES: emulates-aarch64, emulates-riscv64
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false change-interface})"
// DEFINE: %{results} = layout-check %s --entry=results --arg=0:3 --arg=1:2.5 --dim=arg2.dim0:11 \
// DEFINE:   --pipeline="builtin.module(layout-apply,layout-finalize)"

// RUN: %{check} --target=armv8-a --entry=product | FileCheck %s --check-prefix=PRODUCT
// RUN: %{check} --target=cortex-a76 --entry=product,bytes,relu,convert,bf16,exp | FileCheck %s --check-prefixes=PRODUCT,BYTES,RELU,CONVERT,BF16,EXP
// RUN: %{check} --target=neoverse-v1+sve=256 --entry=product,bytes | FileCheck %s --check-prefixes=PRODUCT,BYTES
// RUN: %{check} --target=armv9-a+sve=1024 --entry=relu | FileCheck %s --check-prefix=RELU
// RUN: %{check} --target=rv64gc --entry=bytes | FileCheck %s --check-prefix=BYTES
// RUN: %{check} --target=rv64gcv --entry=product,bytes | FileCheck %s --check-prefixes=PRODUCT,BYTES
// RUN: %{check} --target=rv64gcv+zvl512b --entry=relu,convert | FileCheck %s --check-prefixes=RELU,CONVERT
// Conversions of f16 and bf16 that neither the processor nor libgcc has.
// RUN: %{check} --target=rv64gcv --entry=half,bf16 | FileCheck %s --check-prefixes=HALF,BF16
// HALF: @half: 6 runs agree
// RUN: %{results} --target=cortex-a76 | FileCheck %s --check-prefix=RESULTS
// RUN: %{results} --target=rv64gcv | FileCheck %s --check-prefix=RESULTS
// PRODUCT: @product: 6 runs agree
// BYTES: @bytes: 4 runs agree
// RELU: @relu: 6 runs agree
// CONVERT: @convert: 4 runs agree
// BF16: @bf16: 6 runs agree
// EXP: @exp: 6 runs agree
// RESULTS: @results: 4 runs agree

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>>
#groups = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>, pad<0 : i8>>
#shift = #layout.buffer<index_map<(i) -> (i + 2)>, pad<0 : i32>>

func.func @product(%a: memref<13x19xf32> {llvm.noalias}, %b: memref<19x21xf32, #tiles> {llvm.noalias}, %c: memref<13x21xf32, #tiles> {llvm.noalias}) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 21 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<13x19xf32>
        %1 = affine.load %b[%k, %j] : memref<19x21xf32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<13x21xf32, #tiles>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<13x21xf32, #tiles>
      }
    }
  }
  return
}

func.func @bytes(%a: memref<7x37xi8> {llvm.noalias}, %b: memref<37x21xi8, #groups> {llvm.noalias}, %c: memref<7x21xi32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 21 {
      affine.for %k = 0 to 37 {
        %0 = affine.load %a[%i, %k] : memref<7x37xi8>
        %1 = affine.load %b[%k, %j] : memref<37x21xi8, #groups>
        %2 = affine.load %c[%i, %j] : memref<7x21xi32>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<7x21xi32>
      }
    }
  }
  return
}

func.func @relu(%a: memref<5x11xf32, #tiles>, %b: memref<5x11xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 11 {
      %0 = affine.load %a[%i, %j] : memref<5x11xf32, #tiles>
      %1 = arith.maximumf %0, %zero : f32
      affine.store %1, %b[%i, %j] : memref<5x11xf32>
    }
  }
  return
}

func.func @convert(%a: memref<9x23xi8>, %b: memref<9x23xi8, #tiles>) {
  memref.copy %a, %b : memref<9x23xi8> to memref<9x23xi8, #tiles>
  return
}

memref.global @counts : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global @names : memref<4xi32> = uninitialized

// Results of their own, globals with and without a value, a local buffer.
func.func @results(%n: index, %x: f64, %a: memref<?xi32, #shift>) -> (memref<?xi32>, f64, index) {
  %c2 = arith.constant 2 : index
  %counts = memref.get_global @counts : memref<4xi32>
  %names = memref.get_global @names : memref<4xi32>
  %0 = memref.load %counts[%c2] : memref<4xi32>
  memref.store %0, %names[%c2] : memref<4xi32>
  memref.store %0, %counts[%n] : memref<4xi32>
  %c0 = arith.constant 0 : index
  %size = memref.dim %a, %c0 : memref<?xi32, #shift>
  %copy = memref.alloc(%size) : memref<?xi32>
  memref.copy %a, %copy : memref<?xi32, #shift> to memref<?xi32>
  %y = arith.addf %x, %x : f64
  return %copy, %y, %size : memref<?xi32>, f64, index
}

func.func @bf16(%a: memref<5x9xf32>, %b: memref<5x9xbf16, #tiles>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<5x9xf32>
      %1 = arith.truncf %0 : f32 to bf16
      affine.store %1, %b[%i, %j] : memref<5x9xbf16, #tiles>
    }
  }
  return
}

func.func @exp(%a: memref<3x9xf32>, %b: memref<3x9xf32, #tiles>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<3x9xf32>
      %1 = math.exp %0 : f32
      affine.store %1, %b[%i, %j] : memref<3x9xf32, #tiles>
    }
  }
  return
}

func.func @half(%a: memref<5x9xf64>, %b: memref<5x9xf16, #tiles>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %a[%i, %j] : memref<5x9xf64>
      %1 = arith.truncf %0 : f64 to f16
      %2 = arith.addf %1, %1 : f16
      affine.store %2, %b[%i, %j] : memref<5x9xf16, #tiles>
    }
  }
  return
}
