// What has no meaning without layouts has no reference: exit code 2, with the op.

// DEFINE: %{entry} =
// DEFINE: %{check} = sh -c 'layout-check %s --entry=%{entry} --pipeline="builtin.module(layout-apply)" 2>&1; test $? -eq 2'

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// REDEFINE: %{entry} = physical
// RUN: %{check} | FileCheck %s --check-prefix=PHYSICAL
// PHYSICAL: no-reference.mlir:[[# @LINE + 3]]:8: error: no reference: 'layout.as_physical' sees the storage of a layout, and the program is run without layouts, too
// PHYSICAL: layout-check: @physical: no reference, because of 'layout.as_physical'
func.func @physical(%a: memref<14xi32, #L>) {
  %p = layout.as_physical %a : memref<14xi32, #L> to memref<4x4xi32>
  return
}

// REDEFINE: %{entry} = logical
// RUN: %{check} | FileCheck %s --check-prefix=LOGICAL
// LOGICAL: @logical: no reference, because of 'layout.as_logical'
func.func @logical(%p: memref<4x4xi32>) {
  %a = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #L>
  return
}

// REDEFINE: %{entry} = padding
// RUN: %{check} | FileCheck %s --check-prefix=PADDING
// PADDING: @padding: no reference, because of 'layout.padding'
func.func @padding(%p: memref<4x4xi32>) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #L>
  return
}

// REDEFINE: %{entry} = assume_padding
// RUN: %{check} | FileCheck %s --check-prefix=ASSUME
// ASSUME: @assume_padding: no reference, because of 'layout.assume_padding'
func.func @assume_padding(%p: memref<4x4xi32>) {
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #L>
  return
}

// Also where it is reached through calls only.
// REDEFINE: %{entry} = calls
// RUN: %{check} | FileCheck %s --check-prefix=EXTERNAL
// EXTERNAL: no-reference.mlir:[[# @LINE + 2]]:1: error: no reference: @somewhere is called and has no body; define it in this module
// EXTERNAL: @calls: no reference, because of 'func.func'
func.func private @somewhere(memref<4xi32>)
func.func @calls_somewhere(%a: memref<4xi32>) {
  call @somewhere(%a) : (memref<4xi32>) -> ()
  return
}
func.func @calls(%a: memref<4xi32>) {
  call @calls_somewhere(%a) : (memref<4xi32>) -> ()
  return
}

// REDEFINE: %{entry} = global
// RUN: %{check} | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: error: no reference: @elsewhere is used and defined elsewhere
// GLOBAL: @global: no reference, because of 'memref.global'
memref.global "private" @elsewhere : memref<4xi32>
func.func @global() {
  %g = memref.get_global @elsewhere : memref<4xi32>
  return
}

// What the entry cannot reach does not matter.
// RUN: layout-check %s --entry=alone --pipeline="builtin.module()"
func.func @alone() {
  return
}

// REDEFINE: %{entry} = nowhere
// RUN: %{check} | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: layout-check: @nowhere: there is no function @nowhere

// REDEFINE: %{entry} = scalable
// RUN: %{check} | FileCheck %s --check-prefix=SCALABLE
// SCALABLE: has a scalable vector, which is not run here
// SCALABLE: @scalable: no reference: it cannot be compiled: scalable vectors are not run
func.func @scalable(%a: memref<14xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %a[%c0] : memref<14xf32>, vector<[4]xf32>
  vector.store %v, %a[%c0] : memref<14xf32>, vector<[4]xf32>
  return
}

// REDEFINE: %{entry} = undef
// RUN: %{check} | FileCheck %s --check-prefix=UNDEF
// UNDEF: cannot be executed: no undefined value of this type can be made
// UNDEF: @undef: no reference: its layouts cannot be erased
func.func @undef() {
  %u = layout.undef : vector<[4]xf32>
  return
}

// Elements that no run can put in their places.
// REDEFINE: %{entry} = negative
// RUN: %{check} | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: layout-check: @negative: no reference: arg0 of type memref<14xi32, strided<[-1], offset: 13>> cannot be checked: it has a negative stride
func.func @negative(%a: memref<14xi32, strided<[-1], offset: 13>>) {
  return
}
// REDEFINE: %{entry} = large_global
// RUN: %{check} | FileCheck %s --check-prefix=LARGE
// LARGE: layout-check: @large_global: @large is too large to be checked
memref.global @large : memref<1000000000xi32> = uninitialized
func.func @large_global() {
  %g = memref.get_global @large : memref<1000000000xi32>
  return
}
// REDEFINE: %{entry} = not_strided
// RUN: %{check} | FileCheck %s --check-prefix=NOT-STRIDED
// NOT-STRIDED: @not_strided: no reference: arg0 of type memref<4x4xf32, {{.*}}> cannot be checked: its elements do not lie by strides
func.func @not_strided(%a: memref<4x4xf32, affine_map<(i, j)[s] -> (i floordiv 2 + s, j)>>) {
  return
}
// REDEFINE: %{entry} = far_stride
// RUN: %{check} | FileCheck %s --check-prefix=FAR
// FAR: no reference: {{(arg0|@far)}} of type {{.*}} cannot be checked: its strides or its offset lead too far
func.func @far_stride(%a: memref<2xi32, strided<[4611686018427387904]>>) {
  return
}
// REDEFINE: %{entry} = far_next_stride
// RUN: %{check} | FileCheck %s --check-prefix=FAR
func.func @far_next_stride(%a: memref<1x2x1xi32, strided<[?, 4611686018427387904, 1]>>) {
  return
}
// REDEFINE: %{entry} = far_offset
// RUN: %{check} | FileCheck %s --check-prefix=FAR
func.func @far_offset(%a: memref<i32, strided<[], offset: 4611686018427387904>>) {
  return
}
// REDEFINE: %{entry} = far_global
// RUN: %{check} | FileCheck %s --check-prefix=FAR
memref.global @far : memref<2xi32, strided<[4611686018427387904]>> = uninitialized
func.func @far_global() {
  %g = memref.get_global @far : memref<2xi32, strided<[4611686018427387904]>>
  return
}
