// RUN: layout-check %s --entry=product --rtol=1e-5 --pipeline="builtin.module(layout-compile{target=x86-64 to-llvm=false})"
// C = A * B, with B in columns of 16 that lie side by side.
#panels = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k, n mod 16)>, pad<0.0 : f32>>
func.func @product(%a: memref<50x70xf32> {llvm.noalias}, %b: memref<70x90xf32> {llvm.noalias},
                   %c: memref<50x90xf32> {llvm.noalias}) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  %panels = memref.alloc() : memref<70x90xf32, #panels>
  memref.copy %b, %panels : memref<70x90xf32> to memref<70x90xf32, #panels>
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to 90 {
      affine.store %zero, %c[%i, %j] : memref<50x90xf32>
      affine.for %k = 0 to 70 {
        %0 = affine.load %a[%i, %k] : memref<50x70xf32>
        %1 = affine.load %panels[%k, %j] : memref<70x90xf32, #panels>
        %2 = affine.load %c[%i, %j] : memref<50x90xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<50x90xf32>
      }
    }
  }
  memref.dealloc %panels : memref<70x90xf32, #panels>
  return
}
