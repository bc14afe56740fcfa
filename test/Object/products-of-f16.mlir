// Products of f16 with sums of f32 for RISC-V with Zvfh: one instruction multiplies a number by a register as it is.
// DEFINE: %{target} =
// DEFINE: %{asm} = layout-cc %s -S -fcontract -o - -mcpu=%{target}
// REDEFINE: %{target} = rv64gcv+zvfh
// RUN: %{asm} | FileCheck %s
// REDEFINE: %{target} = rv64gcv+zvl256b+zvfh
// RUN: %{asm} | FileCheck %s
// RUN: %if emulates-riscv64 %{ layout-check %s --entry=product --rtol=1e-4 --target=rv64gcv+zvfh --pipeline="builtin.module(layout-compile{to-llvm=false contract})" %}
// CHECK-LABEL: product:
// CHECK-NOT: {{vfwcvt|vrgather|vfmacc}}
// CHECK: vfwmacc.vf
// CHECK-NOT: {{vfwcvt|vrgather|vfmacc}}
// CHECK-LABEL: .size product
#panels = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k, n mod 16)>, pad<undef>>
func.func @product(%a: memref<32x64xf16> {llvm.noalias}, %b: memref<64x64xf16, #panels>, %c: memref<32x64xf32, #panels>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %a[%i, %k] : memref<32x64xf16>
        %1 = affine.load %b[%k, %j] : memref<64x64xf16, #panels>
        %2 = affine.load %c[%i, %j] : memref<32x64xf32, #panels>
        %3 = arith.extf %0 : f16 to f32
        %4 = arith.extf %1 : f16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<32x64xf32, #panels>
      }
    }
  }
  return
}
