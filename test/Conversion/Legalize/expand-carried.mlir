// Upstream's bufferization does not know affine loops, and its deallocation of buffers fails on those that carry buffers.
// RUN: layout-opt %s --layout-legalize=only=carried | FileCheck %s
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-compile=deallocate -o /dev/null
// RUN: layout-check %s --entry=tensors,branch,nested --arg=1:3 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=tensors,branch,nested,buffers --arg=1:9 --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
// RUN: not layout-opt %s --layout-bufferize -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOT

// NOT: 'affine.for' op has no form on buffers; write it as scf.for or scf.if, as layout-legalize{only=carried} does

// CHECK-LABEL: @tensors
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %arg0) -> (tensor<16xf32>)
// CHECK-NOT: affine
func.func @tensors(%t: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %r = affine.for %i = 0 to min affine_map<()[s0] -> (s0, 16)>()[%n] iter_args(%x = %t) -> tensor<16xf32> {
    %j = affine.apply affine_map<(d0) -> (15 - d0)>(%i)
    %v = tensor.extract %x[%j] : tensor<16xf32>
    %w = arith.addf %v, %v : f32
    %y = tensor.insert %w into %x[%i] : tensor<16xf32>
    affine.yield %y : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// CHECK-LABEL: @branch
// CHECK: scf.if
// CHECK-NOT: affine
func.func @branch(%t: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %r = affine.if affine_set<()[s0] : (s0 - 4 >= 0)>()[%n] -> tensor<16xf32> {
    %y = arith.addf %t, %t : tensor<16xf32>
    affine.yield %y : tensor<16xf32>
  } else {
    affine.yield %t : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// A loop around that carries no tensor stays.
// CHECK-LABEL: @nested
// CHECK: affine.for
// CHECK: scf.for
// CHECK: scf.for
func.func @nested(%m: memref<4xf32>, %n: index, %t: tensor<4xf32>) {
  affine.for %k = 0 to 4 {
    %r = affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%k) iter_args(%x = %t) -> tensor<4xf32> {
      %s = affine.for %j = 0 to 4 iter_args(%y = %x) -> tensor<4xf32> {
        %v = tensor.extract %y[%j] : tensor<4xf32>
        %w = affine.load %m[%k] : memref<4xf32>
        %u = arith.addf %v, %w : f32
        %z = tensor.insert %u into %y[%j] : tensor<4xf32>
        affine.yield %z : tensor<4xf32>
      }
      affine.yield %s : tensor<4xf32>
    }
    %c0 = arith.constant 0 : index
    %e = tensor.extract %r[%c0] : tensor<4xf32>
    affine.store %e, %m[%k] : memref<4xf32>
  }
  return
}

// CHECK-LABEL: @buffers
// CHECK: scf.for {{.*}} -> (memref<16xf32>)
func.func @buffers(%a: memref<16xf32>, %n: index) -> memref<16xf32> {
  %r = affine.for %i = 0 to %n iter_args(%m = %a) -> memref<16xf32> {
    %new = memref.alloc() : memref<16xf32>
    affine.for %j = 0 to 16 {
      %v = affine.load %m[%j] : memref<16xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %new[%j] : memref<16xf32>
    }
    affine.yield %new : memref<16xf32>
  }
  return %r : memref<16xf32>
}
