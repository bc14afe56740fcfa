// What an iteration allocates on the stack: threads have their own; out of a loop that stays it
// moves, or the stack would grow with each iteration. If something else names it, it stays.
// RUN: layout-opt %s --layout-parallelize-loops="threads=2 min-work=100" | FileCheck %s
// RUN: layout-check %s --entry=own,sweep --pipeline="builtin.module(layout-parallelize-loops{threads=2 min-work=100})"

// In the parallel loop, out of the one inside.
// CHECK-LABEL: func @own
// CHECK-NEXT: affine.parallel (%{{.*}}) = (0) to (16) {
// CHECK-NEXT: memref.alloca() : memref<4xf32>
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
func.func @own(%a: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 4 {
      %t = memref.alloca() : memref<4xf32>
      affine.for %k = 0 to 4 {
        %0 = affine.load %a[%i, %j * 4 + %k] : memref<16x16xf32>
        affine.store %0, %t[3 - %k] : memref<4xf32>
      }
      affine.for %k = 0 to 4 {
        %0 = affine.load %t[%k] : memref<4xf32>
        affine.store %0, %a[%i, %j * 4 + %k] : memref<16x16xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func @sweep
// CHECK-NEXT: memref.alloca() : memref<2xf32>
// CHECK-NEXT: affine.for %{{.*}} = 1 to 64 {
func.func @sweep(%a: memref<64x16xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 1 to 16 {
      %t = memref.alloca() : memref<2xf32>
      %0 = affine.load %a[%i - 1, %j - 1] : memref<64x16xf32>
      affine.store %0, %t[0] : memref<2xf32>
      affine.for %k = 0 to 1 {
        %1 = affine.load %t[%k] : memref<2xf32>
        affine.store %1, %a[%i, %j] : memref<64x16xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func @named
// CHECK-NEXT: affine.for
// CHECK-NEXT: memref.alloca()
func.func private @g(memref<4xf32>)
func.func @named() {
  affine.for %i = 0 to 64 {
    %t = memref.alloca() : memref<4xf32>
    func.call @g(%t) : (memref<4xf32>) -> ()
  }
  return
}

// A copy that is under way when the next iteration begins needs a room of its own.
// CHECK-LABEL: @under_way(
// CHECK: affine.for
// CHECK-NEXT: memref.alloca()
func.func @under_way(%a: memref<64x4xf32>, %b: memref<4xf32>) {
  %done = gpu.wait async
  %last = affine.for %i = 0 to 64 iter_args(%token = %done) -> (!gpu.async.token) {
    %t = memref.alloca() : memref<4xf32>
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%i, %j] : memref<64x4xf32>
      affine.store %x, %t[%j] : memref<4xf32>
    }
    %next = gpu.memcpy async [%token] %b, %t : memref<4xf32>, memref<4xf32>
    affine.yield %next : !gpu.async.token
  }
  gpu.wait [%last]
  return
}
