// Globals are packed with numbers of the element's width: extended by the sign,
// or rounded once.
// RUN: layout-opt %s --layout-apply | FileCheck %s
// RUN: layout-check %s --entry=read --pipeline="builtin.module(layout-apply,layout-finalize)"

#Sum = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (io, ii) -> (-4 * io - ii)>>
#Odd = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (io, ii) -> (ii)>>
#Large = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (io, ii) -> (ii + 4611686293305294846)>>

// CHECK: @wide : memref<2x4xi128> = dense<{{\[}}[1, 18446744073709551616, -1, 4], [5, 6, -6, -7]]>
memref.global @wide : memref<6xi128, #Sum> = dense<[1, 18446744073709551616, -1, 4, 5, 6]>
// CHECK: @just_too_wide : memref<2x4xi65> = dense<{{\[}}[1, 2, -18446744073709551616, 4], [5, 6, -6, -7]]>
memref.global @just_too_wide : memref<6xi65, #Sum> = dense<[1, 2, -18446744073709551616, 4, 5, 6]>
// CHECK: @bit : memref<2x4xi1> = dense<{{\[}}[true, true, true, true], [true, true, false, true]]>
memref.global @bit : memref<6xi1, #Odd> = dense<true>
// 2^62 + 2^38 + 1 lies above the middle of two floats, but not as a double.
// CHECK: @rounded : memref<2x4xf32> = dense<{{\[}}[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 4.61168602E+18, 4.61168657E+18]]>
memref.global @rounded : memref<6xf32, #Large> = dense<1.0>

func.func @read(%a: memref<6xi128>, %b: memref<6xi65>, %c: memref<6xi1>, %d: memref<6xf32>) {
  %wide = memref.get_global @wide : memref<6xi128, #Sum>
  %justTooWide = memref.get_global @just_too_wide : memref<6xi65, #Sum>
  %bit = memref.get_global @bit : memref<6xi1, #Odd>
  %rounded = memref.get_global @rounded : memref<6xf32, #Large>
  affine.for %i = 0 to 6 {
    %x = affine.load %wide[%i] : memref<6xi128, #Sum>
    affine.store %x, %a[%i] : memref<6xi128>
    %y = affine.load %justTooWide[%i] : memref<6xi65, #Sum>
    affine.store %y, %b[%i] : memref<6xi65>
    %z = affine.load %bit[%i] : memref<6xi1, #Odd>
    affine.store %z, %c[%i] : memref<6xi1>
    %w = affine.load %rounded[%i] : memref<6xf32, #Large>
    affine.store %w, %d[%i] : memref<6xf32>
  }
  return
}
