// Blocks hand tensors around in circles, in which ops pass them on.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s
// RUN: layout-check %s --entry=branch,called,swapped,viewed,exchanged --arg=1:3 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=branch,called,swapped,viewed,exchanged --arg=1:0 --pipeline="builtin.module(layout-compile{keep-arguments to-llvm=false})"
// RUN: layout-check %s --entry=laid_out --arg=1:4 --pipeline="builtin.module(layout-bufferize,layout-lower-convert,layout-apply,layout-finalize)"

#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// CHECK-LABEL: @branch(
// CHECK:         memref.copy
// CHECK:         cf.cond_br
func.func @branch(%a: tensor<5xi32>, %n: index) -> (tensor<5xi32>, tensor<5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  cf.br ^head(%c0, %a : index, tensor<5xi32>)
^head(%i: index, %t: tensor<5xi32>):
  %odd = arith.andi %i, %c1 : index
  %c = arith.cmpi eq, %odd, %c0 : index
  %r = scf.if %c -> tensor<5xi32> {
    %u = tensor.insert %x into %t[%i] : tensor<5xi32>
    scf.yield %u : tensor<5xi32>
  } else {
    scf.yield %t : tensor<5xi32>
  }
  %j = arith.addi %i, %c1 : index
  %d = arith.cmpi slt, %j, %n : index
  cf.cond_br %d, ^head(%j, %r : index, tensor<5xi32>), ^exit
^exit:
  return %r, %t : tensor<5xi32>, tensor<5xi32>
}

func.func private @same(%t: tensor<5xi32>) -> tensor<5xi32> {
  return %t : tensor<5xi32>
}

// CHECK-LABEL: @called(
// CHECK:         call @same(
func.func @called(%a: tensor<5xi32>, %n: index) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  cf.br ^head(%c0, %a : index, tensor<5xi32>)
^head(%i: index, %t: tensor<5xi32>):
  %r = func.call @same(%t) : (tensor<5xi32>) -> tensor<5xi32>
  %u = tensor.insert %x into %r[%i] : tensor<5xi32>
  %j = arith.addi %i, %c1 : index
  %d = arith.cmpi slt, %j, %n : index
  cf.cond_br %d, ^head(%j, %u : index, tensor<5xi32>), ^exit
^exit:
  return %u : tensor<5xi32>
}

// A circle of two blocks, in which two tensors change places.
func.func @swapped(%a: tensor<5xi32>, %n: index, %b: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %a, %b : index, tensor<5xi32>, tensor<5xi32>)
^head(%i: index, %s: tensor<5xi32>, %t: tensor<5xi32>):
  %x = tensor.extract %t[%i] : tensor<5xi32>
  %u = tensor.insert %x into %s[%c1] : tensor<5xi32>
  %d = arith.cmpi slt, %i, %n : index
  cf.cond_br %d, ^body(%u : tensor<5xi32>), ^exit
^body(%v: tensor<5xi32>):
  %c = arith.cmpi eq, %i, %c1 : index
  %w = arith.select %c, %s, %v : tensor<5xi32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %t, %w : index, tensor<5xi32>, tensor<5xi32>)
^exit:
  return %u, %t : tensor<5xi32>, tensor<5xi32>
}

func.func @viewed(%a: tensor<6xi32>, %n: index) -> tensor<6xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  cf.br ^head(%c0, %a : index, tensor<6xi32>)
^head(%i: index, %t: tensor<6xi32>):
  %rows = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  %u = tensor.insert %x into %rows[%c1, %c0] : tensor<2x3xi32>
  %r = tensor.collapse_shape %u [[0, 1]] : tensor<2x3xi32> into tensor<6xi32>
  %j = arith.addi %i, %c1 : index
  %d = arith.cmpi slt, %j, %n : index
  cf.cond_br %d, ^head(%j, %r : index, tensor<6xi32>), ^exit
^exit:
  return %r : tensor<6xi32>
}

func.func @laid_out(%a: tensor<5xi32>, %n: index) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %l = layout.convert %a : tensor<5xi32> to tensor<5xi32, #rows>
  cf.br ^head(%c0, %l : index, tensor<5xi32, #rows>)
^head(%i: index, %t: tensor<5xi32, #rows>):
  %u = tensor.insert %x into %t[%i] : tensor<5xi32, #rows>
  %c = arith.cmpi eq, %i, %c1 : index
  %r = arith.select %c, %t, %u : tensor<5xi32, #rows>
  %j = arith.addi %i, %c1 : index
  %d = arith.cmpi slt, %j, %n : index
  cf.cond_br %d, ^head(%j, %r : index, tensor<5xi32, #rows>), ^exit
^exit:
  %p = layout.convert %r : tensor<5xi32, #rows> to tensor<5xi32>
  return %p : tensor<5xi32>
}

// Three blocks exchange two tensors: the types of their buffers are known from
// those before the circle.
func.func @exchanged(%a: tensor<5xi32>, %n: index, %b: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %c = arith.cmpi slt, %n, %c1 : index
  cf.br ^first(%c0, %a, %b : index, tensor<5xi32>, tensor<5xi32>)
^first(%i: index, %s: tensor<5xi32>, %t: tensor<5xi32>):
  %s1 = tensor.insert %x into %s[%i] : tensor<5xi32>
  %s2 = arith.select %c, %s1, %t : tensor<5xi32>
  %t2 = arith.select %c, %t, %s1 : tensor<5xi32>
  cf.br ^second(%t2, %s2 : tensor<5xi32>, tensor<5xi32>)
^second(%u: tensor<5xi32>, %v: tensor<5xi32>):
  %v1 = tensor.insert %x into %v[%c1] : tensor<5xi32>
  %u2 = arith.select %c, %u, %v1 : tensor<5xi32>
  cf.br ^third(%v1, %u2 : tensor<5xi32>, tensor<5xi32>)
^third(%p: tensor<5xi32>, %q: tensor<5xi32>):
  %r = arith.select %c, %p, %q : tensor<5xi32>
  %j = arith.addi %i, %c1 : index
  %d = arith.cmpi slt, %j, %n : index
  cf.cond_br %d, ^first(%j, %q, %r : index, tensor<5xi32>, tensor<5xi32>), ^exit
^exit:
  return %r, %p : tensor<5xi32>, tensor<5xi32>
}

// Each iteration writes the tensor: no copy.
// CHECK-LABEL: @written(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @written(%a: tensor<5xi32>, %n: index) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  cf.br ^head(%c0, %a : index, tensor<5xi32>)
^head(%i: index, %t: tensor<5xi32>):
  %u = tensor.insert %x into %t[%i] : tensor<5xi32>
  %j = arith.addi %i, %c1 : index
  %d = arith.cmpi slt, %j, %n : index
  cf.cond_br %d, ^head(%j, %u : index, tensor<5xi32>), ^exit
^exit:
  return %u : tensor<5xi32>
}
