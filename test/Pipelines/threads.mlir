// Loops of several threads, from requests to a program that runs: the elements are those of
// the same program for one thread. Under the threshold there are no threads.
// RUN: layout-opt %s --layout-compile="threads=2" > %t.two
// RUN: FileCheck %s --input-file=%t.two
// RUN: mlir-runner %t.two -e main -entry-point-result=i32 --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so,%mlir_lib_dir/libomp.so | FileCheck %s --check-prefix=RESULT
// RUN: layout-opt %s --layout-compile="threads=1" > %t.one
// RUN: FileCheck %s --input-file=%t.one --check-prefix=ONE
// RUN: mlir-runner %t.one -e main -entry-point-result=i32 --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=RESULT
// RUN: layout-check %s --entry=product --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize{threads=2})"
// ONE-NOT: omp.

// CHECK-LABEL: llvm.func @product
// CHECK: omp.parallel num_threads(%{{.*}} : i32) {
// CHECK-NEXT: omp.wsloop {
// CHECK-NEXT: omp.loop_nest
#tiles = #layout.buffer<
  index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<undef>>

func.func @product(%a: memref<109x131xf32> {layout.transform = #tiles},
                   %b: memref<131x150xf32> {layout.transform = #tiles},
                   %c: memref<109x150xf32> {layout.transform = #tiles}) {
  linalg.matmul ins(%a, %b : memref<109x131xf32>, memref<131x150xf32>)
                outs(%c : memref<109x150xf32>)
  return
}

// Rows of a triangle, each with a buffer of its own on the stack and on the heap, in a loop
// whose length is an argument; and one that adds up inside of a parallel loop.
// CHECK-LABEL: llvm.func @triangle
// CHECK: omp.parallel
// CHECK-NOT: omp.wsloop
// CHECK: llvm.alloca
// CHECK: omp.wsloop
// CHECK-NOT: llvm.alloca
// CHECK: omp.terminator
func.func @triangle(%a: memref<?x600xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %s = memref.alloca() : memref<600xi32>
    %h = memref.alloc() : memref<600xi32>
    affine.for %j = 0 to min affine_map<(i) -> (600, i)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<?x600xi32>
      %1 = arith.muli %0, %0 : i32
      affine.store %1, %s[599 - %j] : memref<600xi32>
    }
    affine.for %j = 0 to min affine_map<(i) -> (600, i)>(%i) {
      %0 = affine.load %s[599 - %j] : memref<600xi32>
      affine.store %0, %h[%j] : memref<600xi32>
    }
    affine.for %j = 0 to min affine_map<(i) -> (600, i)>(%i) {
      %0 = affine.load %h[%j] : memref<600xi32>
      affine.store %0, %a[%i, %j] : memref<?x600xi32>
    }
    memref.dealloc %h : memref<600xi32>
  }
  return
}

// What the program states to be parallel itself is; a reduction, and what is inside, is not.
// CHECK-LABEL: llvm.func @stated
// CHECK: omp.parallel
// CHECK-NOT: omp.parallel
// CHECK-NOT: omp.declare_reduction
// CHECK-LABEL: llvm.func @main
func.func @stated(%a: memref<64x64xi32>, %b: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %r = scf.parallel (%j) = (%c0) to (%c64) step (%c1) init (%zero) -> i32 {
      %0 = memref.load %a[%i, %j] : memref<64x64xi32>
      scf.reduce(%0 : i32) {
      ^bb0(%x: i32, %y: i32):
        %1 = arith.addi %x, %y : i32
        scf.reduce.return %1 : i32
      }
    }
    memref.store %r, %b[%i] : memref<64xi32>
  }
  return
}

// RESULT: {{^}}0{{$}}
func.func @main() -> i32 {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<109x131xf32>
  %b = memref.alloc() : memref<131x150xf32>
  %c = memref.alloc() : memref<109x150xf32>
  affine.for %i = 0 to 109 {
    affine.for %k = 0 to 131 {
      %n = affine.apply affine_map<(i, k) -> ((3 * i - k) mod 7)>(%i, %k)
      %m = arith.index_cast %n : index to i32
      %x = arith.sitofp %m : i32 to f32
      affine.store %x, %a[%i, %k] : memref<109x131xf32>
    }
  }
  affine.for %k = 0 to 131 {
    affine.for %j = 0 to 150 {
      %n = affine.apply affine_map<(k, j) -> ((k + 2 * j) mod 5)>(%k, %j)
      %m = arith.index_cast %n : index to i32
      %x = arith.sitofp %m : i32 to f32
      affine.store %x, %b[%k, %j] : memref<131x150xf32>
    }
  }
  affine.for %i = 0 to 109 {
    affine.for %j = 0 to 150 {
      %x = arith.constant 0.0 : f32
      affine.store %x, %c[%i, %j] : memref<109x150xf32>
    }
  }
  call @product(%a, %b, %c) : (memref<109x131xf32>, memref<131x150xf32>, memref<109x150xf32>) -> ()
  %first = affine.for %i = 0 to 109 iter_args(%rows = %zero) -> i32 {
    %row = affine.for %j = 0 to 150 iter_args(%w = %rows) -> i32 {
      %sum = affine.for %k = 0 to 131 iter_args(%s = %zero) -> i32 {
        %n = affine.apply affine_map<(i, k) -> ((3 * i - k) mod 7)>(%i, %k)
        %m = affine.apply affine_map<(k, j) -> ((k + 2 * j) mod 5)>(%k, %j)
        %p = arith.muli %n, %m : index
        %q = arith.index_cast %p : index to i32
        %t = arith.addi %s, %q : i32
        affine.yield %t : i32
      }
      %x = affine.load %c[%i, %j] : memref<109x150xf32>
      %y = arith.sitofp %sum : i32 to f32
      %differs = arith.cmpf une, %x, %y : f32
      %d = arith.extui %differs : i1 to i32
      %v = arith.addi %w, %d : i32
      affine.yield %v : i32
    }
    affine.yield %row : i32
  }

  %n600 = arith.constant 600 : index
  %t = memref.alloc(%n600) : memref<?x600xi32>
  affine.for %i = 0 to 600 {
    affine.for %j = 0 to 600 {
      %n = affine.apply affine_map<(i, j) -> (i - j)>(%i, %j)
      %m = arith.index_cast %n : index to i32
      affine.store %m, %t[%i, %j] : memref<?x600xi32>
    }
  }
  call @triangle(%t, %n600) : (memref<?x600xi32>, index) -> ()
  %second = affine.for %i = 0 to 600 iter_args(%rows = %first) -> i32 {
    %row = affine.for %j = 0 to 600 iter_args(%w = %rows) -> i32 {
      %n = affine.apply affine_map<(i, j) -> (i - j)>(%i, %j)
      %m = arith.index_cast %n : index to i32
      %square = arith.muli %m, %m : i32
      %isLower = arith.cmpi sgt, %m, %zero : i32
      %expected = arith.select %isLower, %square, %m : i32
      %x = affine.load %t[%i, %j] : memref<?x600xi32>
      %differs = arith.cmpi ne, %x, %expected : i32
      %d = arith.extui %differs : i1 to i32
      %v = arith.addi %w, %d : i32
      affine.yield %v : i32
    }
    affine.yield %row : i32
  }

  %u = memref.alloc() : memref<64x64xi32>
  %v = memref.alloc() : memref<64xi32>
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %m = arith.index_cast %i : index to i32
      affine.store %m, %u[%i, %j] : memref<64x64xi32>
    }
  }
  call @stated(%u, %v) : (memref<64x64xi32>, memref<64xi32>) -> ()
  %third = affine.for %i = 0 to 64 iter_args(%w = %second) -> i32 {
    %n = affine.apply affine_map<(i) -> (64 * i)>(%i)
    %m = arith.index_cast %n : index to i32
    %x = affine.load %v[%i] : memref<64xi32>
    %differs = arith.cmpi ne, %x, %m : i32
    %d = arith.extui %differs : i1 to i32
    %y = arith.addi %w, %d : i32
    affine.yield %y : i32
  }
  memref.dealloc %a : memref<109x131xf32>
  memref.dealloc %b : memref<131x150xf32>
  memref.dealloc %c : memref<109x150xf32>
  memref.dealloc %t : memref<?x600xi32>
  memref.dealloc %u : memref<64x64xi32>
  memref.dealloc %v : memref<64xi32>
  return %third : i32
}
