// What the pipeline makes must be a program that runs.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{wrong} = not layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})" 2>&1

func.func @f(%a: memref<4xi32>) {
  return
}

// REDEFINE: %{name} = f
// REDEFINE: %{by} = on_a_device
// RUN: %{wrong} | FileCheck %s --check-prefix=DEVICE
// DEVICE: cannot-run.mlir:[[# @LINE + 3]]:8: error: is outside of any kernel
// DEVICE: @f: what the pipeline makes cannot be lowered to LLVM
func.func @on_a_device(%a: memref<4xi32>) {
  %i = gpu.thread_id x
  %v = arith.constant 0 : i32
  memref.store %v, %a[%i] : memref<4xi32>
  return
}

// REDEFINE: %{by} = of_tensors
// RUN: %{wrong} | FileCheck %s --check-prefix=TENSORS
// TENSORS: cannot-run.mlir:[[# @LINE + 6]]:8: error:
// TENSORS: @f: what the pipeline makes cannot be bufferised
func.func @of_tensors(%a: memref<4xi32>) {
  %t = tensor.empty() : tensor<4xi32>
  %i = arith.constant dense<0> : tensor<2x1xindex>
  %s = arith.constant dense<7> : tensor<2x1xi32>
  %g = tensor.scatter %s into %t[%i] scatter_dims([0]) unique : (tensor<2x1xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  %c0 = arith.constant 0 : index
  %v = tensor.extract %g[%c0] : tensor<4xi32>
  memref.store %v, %a[%c0] : memref<4xi32>
  return
}

// REDEFINE: %{by} = of_others
// RUN: %{wrong} | FileCheck %s --check-prefix=OTHERS
// OTHERS: @f: what the pipeline makes cannot be compiled:
func.func private @nobody_has()
func.func @of_others(%a: memref<4xi32>) {
  call @nobody_has() : () -> ()
  return
}

// REDEFINE: %{by} = exits
// RUN: %{wrong} | FileCheck %s --check-prefix=EXITS
// EXITS: @f: what the pipeline makes: exited with code 7
func.func private @exit(i32)
func.func @exits(%a: memref<4xi32>) {
  %c7 = arith.constant 7 : i32
  call @exit(%c7) : (i32) -> ()
  return
}

// REDEFINE: %{by} = allocates
// RUN: %{wrong} | FileCheck %s --check-prefix=ALLOCATES
// ALLOCATES: @f: what the pipeline makes: ran out of memory
func.func @allocates(%a: memref<4xi32>) {
  %b = memref.alloc() : memref<1152921504606846976xi32>
  %c0 = arith.constant 0 : index
  %v = memref.load %b[%c0] : memref<1152921504606846976xi32>
  memref.store %v, %a[%c0] : memref<4xi32>
  return
}

// What it returns has another shape.
// RUN: not layout-check %s --load-pass-plugin=%test_plugin --entry=four --pipeline="builtin.module(test-layout-substitute{name=four by=five})" 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: layout-check: @four: result differs at result0: expected shape (4), got shape (5)
func.func @four() -> memref<?xi32> {
  %n = arith.constant 4 : index
  %r = memref.alloc(%n) : memref<?xi32>
  return %r : memref<?xi32>
}
func.func @five() -> memref<?xi32> {
  %n = arith.constant 5 : index
  %r = memref.alloc(%n) : memref<?xi32>
  return %r : memref<?xi32>
}

// A layout that takes more room than there is: of an argument, and of a result whose
// shape is known when it is there.
// RUN: not layout-check %s --entry=far_away --pipeline="builtin.module(layout-apply)" 2>&1 | FileCheck %s --check-prefix=FAR-AWAY
// FAR-AWAY: layout-check: @far_away: arg0 of type memref<4xi32, {{.*}}> cannot be checked: the buffer is too large to be checked
#far_away = #layout.buffer<index_map<(i) -> (i + 200000000)>>
func.func @far_away(%a: memref<4xi32, #far_away>) {
  return
}
// RUN: not layout-check %s --load-pass-plugin=%test_plugin --entry=far_result --pipeline="builtin.module(test-layout-substitute{name=far_result by=near_result})" 2>&1 | FileCheck %s --check-prefix=FAR-RESULT
// FAR-RESULT: layout-check: @far_result: what the pipeline makes: the buffer is too large to be checked
func.func @far_result() -> memref<?xi32, #far_away> {
  %n = arith.constant 4 : index
  %r = memref.alloc(%n) : memref<?xi32, #far_away>
  return %r : memref<?xi32, #far_away>
}
func.func @near_result() -> memref<?xi32> {
  %n = arith.constant 5 : index
  %r = memref.alloc(%n) : memref<?xi32>
  return %r : memref<?xi32>
}

// Elements that no run can put in their places.
// REDEFINE: %{by} = backwards
// RUN: %{wrong} | FileCheck %s --check-prefix=BACKWARDS
// BACKWARDS: @f: after the pipeline, arg0 of type memref<4xi32, strided<[-1], offset: 3>> cannot be checked: it has a negative stride
func.func @backwards(%a: memref<4xi32, strided<[-1], offset: 3>>) {
  return
}
// RUN: not layout-check %s --load-pass-plugin=%test_plugin --entry=use --pipeline="builtin.module(test-layout-substitute{name=use by=use_nothing},test-layout-substitute{name=g by=far})" 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: @use: after the pipeline, @g of type memref<2xi32, strided<[4611686018427387904]>> cannot be checked: its strides or its offset lead too far
memref.global @g : memref<2xi32> = uninitialized
memref.global @far : memref<2xi32, strided<[4611686018427387904]>> = uninitialized
func.func @use() {
  %g = memref.get_global @g : memref<2xi32>
  return
}
func.func @use_nothing() {
  return
}

// A float that LLVM has no type for, in a signature or within.
// RUN: sh -c 'layout-check %s --entry=tf32 --pipeline="builtin.module()"; echo exit $?' 2>&1 | FileCheck %s --check-prefix=TF32
// TF32: cannot-run.mlir:[[#@LINE+4]]:8: error: cannot be run: LLVM has no type for 'tf32'
// TF32: layout-check: @tf32: no reference: it cannot be lowered to LLVM
// TF32: exit 2
func.func @tf32(%a: memref<4xi32>) {
  %m = memref.alloc() : memref<4xtf32>
  memref.dealloc %m : memref<4xtf32>
  return
}
