// Upstream folds these to constants of unknown extents, which cannot become buffers.
// RUN: layout-opt %s --layout-legalize=only=elementwise | FileCheck %s
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-compile="deallocate target=native" -o /dev/null
// RUN: layout-check %s --entry=equal,difference,exclusive,never,keeps,bits --dim=arg0.dim0:5 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=equal,keeps --dim=arg0.dim0:0 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=bits_of_extents --dim=arg0.dim0:4 --dim=arg2.dim0:2 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: not layout-opt %s --canonicalize --layout-compile -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not layout-opt %s --layout-bufferize -o /dev/null 2>&1 | FileCheck %s --check-prefix=NOT

// LOST: 'arith.constant' op has unknown extents, which were lost when an op was folded; run layout-legalize{only=elementwise} before passes that fold
// NOT: 'arith.cmpi' op has no form on buffers; run layout-legalize{only=elementwise} first

// CHECK-LABEL: @equal
// CHECK: %[[EMPTY:.*]] = tensor.empty(%{{.*}}) : tensor<?xi1>
// CHECK: linalg.generic {{.*}} outs(%[[EMPTY]] : tensor<?xi1>)
// CHECK: arith.cmpi eq, %{{.*}}, %{{.*}} : i32
func.func @equal(%x: tensor<?xi32>) -> tensor<?xi1> {
  %r = arith.cmpi eq, %x, %x : tensor<?xi32>
  return %r : tensor<?xi1>
}
func.func @difference(%x: tensor<?x4xi32>) -> tensor<?x4xi32> {
  %r = arith.subi %x, %x : tensor<?x4xi32>
  return %r : tensor<?x4xi32>
}
func.func @exclusive(%x: tensor<?xi8>) -> tensor<?xi8> {
  %r = arith.xori %x, %x : tensor<?xi8>
  return %r : tensor<?xi8>
}
func.func @never(%x: tensor<?xf32>) -> tensor<?xi1> {
  %r = arith.cmpf false, %x, %x : tensor<?xf32>
  return %r : tensor<?xi1>
}
// Where the extents are known, the constant has them.
// CHECK-LABEL: @keeps
// CHECK: arith.subi %{{.*}} : tensor<4xi32>
// CHECK: linalg.generic
func.func @keeps(%x: tensor<?xi32>, %y: tensor<4xi32>) -> (tensor<?xi32>, tensor<4xi32>) {
  %z = arith.subi %y, %y : tensor<4xi32>
  %r = arith.andi %x, %x : tensor<?xi32>
  return %r, %z : tensor<?xi32>, tensor<4xi32>
}
// CHECK-LABEL: @bits
// CHECK: linalg.generic
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK: arith.bitcast %{{.*}} : tensor<4xi32> to tensor<4xf32>
func.func @bits(%x: tensor<?xf32>, %y: tensor<4xi32>) -> (tensor<?xi32>, tensor<4xf32>) {
  %a = tensor.bitcast %x : tensor<?xf32> to tensor<?xi32>
  %b = tensor.bitcast %y : tensor<4xi32> to tensor<4xf32>
  return %a, %b : tensor<?xi32>, tensor<4xf32>
}
// Extents that one type knows are those of the other.
// CHECK-LABEL: @bits_of_extents
// CHECK: arith.bitcast
// CHECK: tensor.cast %{{.*}} : tensor<?xi32> to tensor<4xi32>
// CHECK: arith.bitcast %{{.*}} : tensor<4xf32> to tensor<4xi32>
// CHECK: tensor.cast %{{.*}} : tensor<4xi32> to tensor<?xi32>
// CHECK: tensor.cast %{{.*}} : tensor<?x4xi32> to tensor<2x?xi32>
func.func @bits_of_extents(%x: tensor<?xf32>, %y: tensor<4xf32>, %z: tensor<?x4xf32>)
    -> (tensor<4xi32>, tensor<?xi32>, tensor<2x?xi32>) {
  %a = tensor.bitcast %x : tensor<?xf32> to tensor<4xi32>
  %b = tensor.bitcast %y : tensor<4xf32> to tensor<?xi32>
  %c = tensor.bitcast %z : tensor<?x4xf32> to tensor<2x?xi32>
  return %a, %b, %c : tensor<4xi32>, tensor<?xi32>, tensor<2x?xi32>
}
