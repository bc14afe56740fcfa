// RUN: layout-check %s --entry=product --rtol=1e-5 --pipeline="builtin.module(layout-compile{target=x86-64 threads=2 to-llvm=false})"
// The product of product.mlir, of matrices that are large enough for several threads.
#panels = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k, n mod 16)>, pad<0.0 : f32>>
func.func @product(%a: memref<250x170xf32> {llvm.noalias}, %b: memref<170x190xf32> {llvm.noalias},
                   %c: memref<250x190xf32> {llvm.noalias}) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  %panels = memref.alloc() : memref<170x190xf32, #panels>
  memref.copy %b, %panels : memref<170x190xf32> to memref<170x190xf32, #panels>
  affine.for %i = 0 to 250 {
    affine.for %j = 0 to 190 {
      affine.store %zero, %c[%i, %j] : memref<250x190xf32>
      affine.for %k = 0 to 170 {
        %0 = affine.load %a[%i, %k] : memref<250x170xf32>
        %1 = affine.load %panels[%k, %j] : memref<170x190xf32, #panels>
        %2 = affine.load %c[%i, %j] : memref<250x190xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<250x190xf32>
      }
    }
  }
  memref.dealloc %panels : memref<170x190xf32, #panels>
  return
}
