// Value pads of floats that LLVM has no type for: layout-check compares them with
// the number that a wider arithmetic rounds to the type. From 0 to far beyond the
// largest value, of either sign, in steps that meet halves of units.

// DEFINE: %{float} =
// DEFINE: %{check} = sed -e s/FLOAT/%{float}/g %s | layout-check - --pipeline="builtin.module(layout-apply,layout-finalize)"
#small = #layout.buffer<index_map<(i) -> (i floordiv 512, i mod 512)>, pad<value (a, b) -> (b - 256)>>
#large = #layout.buffer<index_map<(i) -> (i floordiv 512, i mod 512)>, pad<value (a, b) -> (b * 300 - 76000)>>
#huge = #layout.buffer<index_map<(i) -> (i floordiv 512, i mod 512)>, pad<value (a, b) -> (b * 36028797018963968 - 9223372036854775807)>>

// REDEFINE: %{float} = f4E2M1FN
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f6E2M3FN
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f6E3M2FN
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f8E3M4
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f8E4M3
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f8E4M3FN
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f8E4M3FNUZ
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f8E4M3B11FNUZ
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f8E5M2
// RUN: %{check} --entry=f
// REDEFINE: %{float} = f8E5M2FNUZ
// RUN: %{check} --entry=f
func.func @f(%a: memref<14xFLOAT>, %b: memref<14xFLOAT, #small>, %c: memref<14xFLOAT, #large>, %d: memref<14xFLOAT, #huge>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xFLOAT>
    affine.store %x, %b[%i] : memref<14xFLOAT, #small>
    affine.store %x, %c[%i] : memref<14xFLOAT, #large>
    affine.store %x, %d[%i] : memref<14xFLOAT, #huge>
  }
  return
}

// A constant of such a type, a pad of globals.
// REDEFINE: %{float} = f8E4M3FN
// RUN: %{check} --entry=constants
// REDEFINE: %{float} = f4E2M1FN
// RUN: %{check} --entry=constants
#one = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : FLOAT>>
#number = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<value (a, b) -> (b - 4)>>
memref.global constant @g : memref<3xFLOAT, #number> = dense<[1.0, 2.0, 3.0]>
func.func @constants(%a: memref<14xFLOAT>, %b: memref<14xFLOAT, #one>, %c: memref<3xFLOAT, #number>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xFLOAT>
    affine.store %x, %b[%i] : memref<14xFLOAT, #one>
  }
  %g = memref.get_global @g : memref<3xFLOAT, #number>
  affine.for %i = 0 to 3 {
    %x = affine.load %g[%i] : memref<3xFLOAT, #number>
    affine.store %x, %c[%i] : memref<3xFLOAT, #number>
  }
  return
}
