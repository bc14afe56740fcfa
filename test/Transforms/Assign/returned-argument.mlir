// A function that works on a local copy of an argument returns the argument: the copy
// has been copied back by then.
// RUN: layout-opt %s --layout-bufferize --layout-assign | FileCheck %s
// RUN: layout-opt %s --layout-compile -o /dev/null
// RUN: layout-opt %s --layout-compile=change-interface=true -o /dev/null
// RUN: layout-check %s --entry=buffer --pipeline="builtin.module(layout-bufferize,layout-assign,layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=written_if,by_call --arg=1:1 --pipeline="builtin.module(layout-bufferize,layout-assign,layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=tensor,region,loop,branches --pipeline="builtin.module(layout-bufferize,layout-assign,layout-apply,layout-optimize)"

#t = #layout.buffer<index_map<(i, j) -> (i, j floordiv 16, j mod 16)>, pad<0.0 : f32>>
// CHECK-LABEL: @buffer
// CHECK-SAME: (%[[ARG:.*]]: memref<5x20xf32>) -> memref<5x20xf32>
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<5x20xf32, #
// CHECK: layout.convert ins(%[[COPY]]{{.*}} outs(%[[ARG]] : memref<5x20xf32>)
// CHECK: return %[[ARG]]
func.func @buffer(%x: memref<5x20xf32> {layout.transform = #t}) -> memref<5x20xf32> {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 20 {
      %v = affine.load %x[%i, %j] : memref<5x20xf32>
      %a = math.absf %v : f32
      affine.store %a, %x[%i, %j] : memref<5x20xf32>
    }
  }
  return %x : memref<5x20xf32>
}

func.func @tensor(%x: tensor<5x20xf32> {layout.transform = #t}) -> tensor<5x20xf32> {
  %y = linalg.abs ins(%x : tensor<5x20xf32>) outs(%x : tensor<5x20xf32>) -> tensor<5x20xf32>
  return %y : tensor<5x20xf32>
}

// Under another name it is the argument in all executions.
// CHECK-LABEL: @region
// CHECK-SAME: (%[[ARG:.*]]: memref<5x20xf32> {llvm.noalias})
// CHECK: return %[[ARG]]
func.func @region(%x: tensor<5x20xf32> {layout.transform = #t}) -> tensor<5x20xf32> {
  %r = scf.execute_region -> tensor<5x20xf32> {
    %y = linalg.abs ins(%x : tensor<5x20xf32>) outs(%x : tensor<5x20xf32>) -> tensor<5x20xf32>
    scf.yield %y : tensor<5x20xf32>
  }
  return %r : tensor<5x20xf32>
}

// CHECK-LABEL: @loop
// CHECK-SAME: (%[[ARG:.*]]: memref<5x20xf32> {llvm.noalias})
// CHECK: return %[[ARG]]
func.func @loop(%x: tensor<5x20xf32> {layout.transform = #t}) -> tensor<5x20xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%t = %x, %i = %c0) : (tensor<5x20xf32>, index) -> (tensor<5x20xf32>, index) {
    %goesOn = arith.cmpi ult, %i, %c3 : index
    scf.condition(%goesOn) %t, %i : tensor<5x20xf32>, index
  } do {
  ^bb0(%t: tensor<5x20xf32>, %i: index):
    %y = linalg.exp ins(%t : tensor<5x20xf32>) outs(%t : tensor<5x20xf32>) -> tensor<5x20xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %y, %j : tensor<5x20xf32>, index
  }
  return %r#0 : tensor<5x20xf32>
}

// CHECK-LABEL: @branches
// CHECK-SAME: (%[[ARG:.*]]: memref<5x20xf32> {llvm.noalias})
// CHECK: return %[[ARG]]
func.func @branches(%x: tensor<5x20xf32> {layout.transform = #t}) -> tensor<5x20xf32> {
  cf.br ^first(%x : tensor<5x20xf32>)
^first(%t: tensor<5x20xf32>):
  %y = linalg.abs ins(%t : tensor<5x20xf32>) outs(%t : tensor<5x20xf32>) -> tensor<5x20xf32>
  cf.br ^last(%y : tensor<5x20xf32>)
^last(%r: tensor<5x20xf32>):
  return %r : tensor<5x20xf32>
}

// CHECK-LABEL: @written_if
// CHECK-SAME: (%[[ARG:.*]]: memref<5x20xf32> {llvm.noalias}, %{{.*}}: i1)
// CHECK: return %[[ARG]]
func.func @written_if(%x: tensor<5x20xf32> {layout.transform = #t}, %c: i1) -> tensor<5x20xf32> {
  %r = scf.if %c -> tensor<5x20xf32> {
    %y = linalg.abs ins(%x : tensor<5x20xf32>) outs(%x : tensor<5x20xf32>) -> tensor<5x20xf32>
    scf.yield %y : tensor<5x20xf32>
  } else {
    scf.yield %x : tensor<5x20xf32>
  }
  return %r : tensor<5x20xf32>
}

func.func private @write_if(%x: tensor<5x20xf32>, %c: i1) -> tensor<5x20xf32> {
  %r = scf.if %c -> tensor<5x20xf32> {
    %y = linalg.abs ins(%x : tensor<5x20xf32>) outs(%x : tensor<5x20xf32>) -> tensor<5x20xf32>
    scf.yield %y : tensor<5x20xf32>
  } else {
    scf.yield %x : tensor<5x20xf32>
  }
  return %r : tensor<5x20xf32>
}
// CHECK-LABEL: @by_call
// CHECK-SAME: (%[[ARG:.*]]: memref<5x20xf32>{{.*}}, %{{.*}}: i1)
// CHECK: call @write_if
// CHECK: return %[[ARG]]
func.func @by_call(%x: tensor<5x20xf32> {layout.transform = #t}, %c: i1) -> tensor<5x20xf32> {
  %r = call @write_if(%x, %c) : (tensor<5x20xf32>, i1) -> tensor<5x20xf32>
  return %r : tensor<5x20xf32>
}
