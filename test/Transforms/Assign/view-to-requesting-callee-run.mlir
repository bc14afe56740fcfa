// DEFINE: %{passes} = layout-assign,layout-apply,layout-optimize,layout-finalize
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{passes})" --entry
// RUN: %{check}=both,plain,twice
// RUN: %{check}=reshaped --dim=arg0.dim1:5
// REDEFINE: %{passes} = layout-compile{to-llvm=false deallocate}
// RUN: %{check}=both,plain,twice
// RUN: %{check}=reshaped --dim=arg0.dim1:5
#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func private @exchange(%m: memref<?xf64> {layout.transform = #t}) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf64>
  %last = arith.subi %n, %c1 : index
  %x = memref.load %m[%last] : memref<?xf64>
  %y = memref.load %m[%c0] : memref<?xf64>
  memref.store %x, %m[%c0] : memref<?xf64>
  memref.store %y, %m[%last] : memref<?xf64>
  return
}
func.func private @add(%a: memref<?xf64> {layout.transform = #t}, %b: memref<?xf64>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xf64>
    %y = affine.load %b[%i] : memref<?xf64>
    %z = arith.addf %x, %y : f64
    affine.store %z, %b[%i] : memref<?xf64>
  }
  return
}
func.func @plain(%a: memref<21xf64>) {
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  return
}
func.func @reshaped(%a: memref<3x?xf64>) {
  %v = memref.collapse_shape %a [[0, 1]] : memref<3x?xf64> into memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  return
}
func.func @twice(%a: memref<21xf64>, %b: memref<21xf64>) {
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  %w = memref.cast %b : memref<21xf64> to memref<?xf64>
  func.call @add(%v, %w) : (memref<?xf64>, memref<?xf64>) -> ()
  func.call @add(%w, %v) : (memref<?xf64>, memref<?xf64>) -> ()
  return
}
func.func @both(%in: memref<21xf64>, %out: memref<21xf64>) {
  %a = memref.alloc() {layout.transform = #t} : memref<21xf64>
  affine.for %i = 0 to 21 {
    %x = affine.load %in[%i] : memref<21xf64>
    affine.store %x, %a[%i] : memref<21xf64>
  }
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  affine.for %i = 0 to 21 {
    %x = affine.load %a[%i] : memref<21xf64>
    affine.store %x, %out[%i] : memref<21xf64>
  }
  memref.dealloc %a : memref<21xf64>
  return
}
