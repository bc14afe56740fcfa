// From requests to LLVM in one word, in a stock mlir-opt with the plugin, and run.
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="builtin.module(layout-compile)" > %t.plain
// RUN: FileCheck %s --input-file=%t.plain --check-prefixes=CHECK,INTERFACE
// RUN: mlir-runner %t.plain -e main -entry-point-result=i32 --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=RESULT
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="builtin.module(layout-compile{target=native change-interface=true contract=true reassociate=true threads=1})" > %t.all
// RUN: FileCheck %s --input-file=%t.all --check-prefixes=CHECK,ALL
// RUN: mlir-runner %t.all -e main -entry-point-result=i32 --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=RESULT

// The target is only there while there are passes that ask for it, for mlir-runner
// has no dialect dlti. Options that are not given write nothing. (The conversions at the interface of
// a public function take buffers of their own.)
// INTERFACE-NOT: dlti
// INTERFACE-NOT: fastmathFlags
// INTERFACE-LABEL: llvm.func @matmul
// INTERFACE: llvm.call @malloc
// INTERFACE: llvm.fmul %{{[0-9]+}}, %{{[0-9]+}} : vector<8xf32>
// ALL-NOT: dlti
// ALL-LABEL: llvm.func @matmul
// ALL-NOT: llvm.call @malloc
// ALL: llvm.fmul {{.*}} {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
// ALL: llvm.fadd {{.*}} {fastmathFlags = #llvm.fastmath<contract>} : vector<8xf32>
// ALL-LABEL: llvm.func @main

// CHECK-NOT: layout.transform
// CHECK-NOT: #layout.buffer

#tiles = #layout.buffer<
  index_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>, pad<0.0 : f32>>

func.func @matmul(%a: memref<13x21xf32> {layout.transform = #tiles},
                  %b: memref<21x10xf32> {layout.transform = #tiles},
                  %c: memref<13x10xf32> {layout.transform = #tiles}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<13x10xf32>)
  linalg.matmul ins(%a, %b : memref<13x21xf32>, memref<21x10xf32>)
                outs(%c : memref<13x10xf32>)
  return
}

// Element (i, j) of the product of the elements 3 i - j and i + 2 j - 5, minus the
// number itself, as the sum over k is worked out here. RESULT counts what differs.
// RESULT: {{^}}0{{$}}
func.func @main() -> i32 {
  %a = memref.alloc() : memref<13x21xf32>
  %b = memref.alloc() : memref<21x10xf32>
  %c = memref.alloc() : memref<13x10xf32>
  affine.for %i = 0 to 13 {
    affine.for %k = 0 to 21 {
      %n = affine.apply affine_map<(i, k) -> (3 * i - k)>(%i, %k)
      %m = arith.index_cast %n : index to i32
      %x = arith.sitofp %m : i32 to f32
      affine.store %x, %a[%i, %k] : memref<13x21xf32>
    }
  }
  affine.for %k = 0 to 21 {
    affine.for %j = 0 to 10 {
      %n = affine.apply affine_map<(k, j) -> (k + 2 * j - 5)>(%k, %j)
      %m = arith.index_cast %n : index to i32
      %x = arith.sitofp %m : i32 to f32
      affine.store %x, %b[%k, %j] : memref<21x10xf32>
    }
  }
  call @matmul(%a, %b, %c) : (memref<13x21xf32>, memref<21x10xf32>, memref<13x10xf32>) -> ()
  %none = arith.constant 0 : i32
  %wrong = affine.for %i = 0 to 13 iter_args(%rows = %none) -> i32 {
    %row = affine.for %j = 0 to 10 iter_args(%w = %rows) -> i32 {
      %sum = affine.for %k = 0 to 21 iter_args(%s = %none) -> i32 {
        %n = affine.apply affine_map<(i, k) -> (3 * i - k)>(%i, %k)
        %m = affine.apply affine_map<(k, j) -> (k + 2 * j - 5)>(%k, %j)
        %p = arith.muli %n, %m : index
        %q = arith.index_cast %p : index to i32
        %t = arith.addi %s, %q : i32
        affine.yield %t : i32
      }
      %x = affine.load %c[%i, %j] : memref<13x10xf32>
      %y = arith.sitofp %sum : i32 to f32
      %differs = arith.cmpf une, %x, %y : f32
      %d = arith.extui %differs : i1 to i32
      %v = arith.addi %w, %d : i32
      affine.yield %v : i32
    }
    affine.yield %row : i32
  }
  memref.dealloc %a : memref<13x21xf32>
  memref.dealloc %b : memref<21x10xf32>
  memref.dealloc %c : memref<13x10xf32>
  return %wrong : i32
}
