// Elements of a width that is no power of two are aligned in memory.
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-plan-memory)"

func.func @f(%a: memref<100xi48> {llvm.noalias}, %b: memref<100xi48> {llvm.noalias}) {
  %x = memref.alloc() : memref<100xi48>
  %y = memref.alloc() : memref<100xi48>
  affine.for %i = 0 to 100 {
    %v = affine.load %a[%i] : memref<100xi48>
    affine.store %v, %x[%i] : memref<100xi48>
  }
  affine.for %i = 0 to 100 {
    %v = affine.load %b[%i] : memref<100xi48>
    affine.store %v, %y[%i] : memref<100xi48>
  }
  affine.for %i = 0 to 100 {
    %v = affine.load %x[%i] : memref<100xi48>
    affine.store %v, %b[%i] : memref<100xi48>
  }
  affine.for %i = 0 to 100 {
    %v = affine.load %y[%i] : memref<100xi48>
    affine.store %v, %a[%i] : memref<100xi48>
  }
  memref.dealloc %x : memref<100xi48>
  memref.dealloc %y : memref<100xi48>
  return
}
