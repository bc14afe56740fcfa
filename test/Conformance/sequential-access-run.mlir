// The rows of sequential-access that are numeric checks, by id.
// SA-08, all four combinations of a layout on input and output
// RUN: layout-check %s \
// RUN:   --entry=reshape_none,reshape_in,reshape_out,reshape_both,read_cache,write_cache \
// RUN:   --entry=both_caches,caches_and_layouts,with_reduction,cache_write \
// RUN:   --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access)"
// SA-13, caches and layouts on either side
// RUN: layout-check %s --entry=caches_and_layouts --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access,layout-merge-loops)"
// SA-14
// TL-06, TL-08
// RUN: layout-check %s --entry=tiled_through_cache --pipeline="builtin.module(layout-cache,layout-assign,layout-apply)"
// RUN: layout-check %s --entry=cache_write --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access,layout-merge-loops,layout-flatten)"
// RUN: layout-opt %s --layout-cache --layout-assign --layout-apply --layout-sequential-access | FileCheck %s

#box = #layout.buffer<index_map<(i) -> (i floordiv 12, (i floordiv 4) mod 3, i mod 4)>>
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

func.func @reshape_none(%a: memref<24xf32>, %b: memref<24xf32> {layout.sequential, llvm.noalias}) {
  affine.for %i = 0 to 24 {
    %x = affine.load %a[%i] : memref<24xf32>
    affine.store %x, %b[%i] : memref<24xf32>
  }
  return
}
func.func @reshape_in(%a: memref<24xf32, #box> {layout.sequential}, %b: memref<24xf32>) {
  affine.for %i = 0 to 24 {
    %x = affine.load %a[%i] : memref<24xf32, #box>
    affine.store %x, %b[%i] : memref<24xf32>
  }
  return
}
func.func @reshape_out(%a: memref<24xf32>, %b: memref<24xf32, #box> {layout.sequential}) {
  affine.for %i = 0 to 24 {
    %x = affine.load %a[%i] : memref<24xf32>
    affine.store %x, %b[%i] : memref<24xf32, #box>
  }
  return
}
func.func @reshape_both(%a: memref<24xf32, #box>, %b: memref<24xf32, #box> {layout.sequential}) {
  affine.for %i = 0 to 24 {
    %x = affine.load %a[%i] : memref<24xf32, #box>
    affine.store %x, %b[%i] : memref<24xf32, #box>
  }
  return
}

func.func @read_cache(%a: memref<16xf32> {layout.cache = #tiles, layout.sequential}, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}
func.func @write_cache(%a: memref<16xf32>, %b: memref<16xf32> {layout.cache = #tiles, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}
func.func @both_caches(%a: memref<16xf32> {layout.cache = #tiles, layout.sequential}, %b: memref<16xf32> {layout.cache = #tiles, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}
#rows = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
func.func @caches_and_layouts(%a: memref<16xf32, #rows> {layout.cache = #tiles, layout.sequential}, %b: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #rows>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

#swapped = #layout.buffer<index_map<(i, j) -> (j, i)>>
func.func @with_reduction(%a: memref<16x32x64xf32>, %b: memref<16x32xf32, #swapped> {layout.sequential}) {
  %c0 = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.store %c0, %b[%i, %j] : memref<16x32xf32, #swapped>
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %j, %k] : memref<16x32x64xf32>
        %s = affine.load %b[%i, %j] : memref<16x32xf32, #swapped>
        %t = arith.addf %s, %x : f32
        affine.store %t, %b[%i, %j] : memref<16x32xf32, #swapped>
      }
    }
  }
  return
}

// TL-06: no division is left in the tiled loop.
#blocks = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>>
// CHECK-LABEL: @tiled_through_cache
// CHECK:       affine.for %[[A:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[B:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[X:.*]] = 0 to 16 {
// CHECK-NEXT:        affine.for %[[Y:.*]] = 0 to 16 {
// CHECK-NEXT:          affine.load %{{.*}}[%[[A]], %[[B]], %[[X]], %[[Y]]]
func.func @tiled_through_cache(%b: memref<64x64xf32> {layout.cache = #blocks}, %c: memref<64x64xf32>) {
  %c1 = arith.constant 1.0 : f32
  affine.for %a = 0 to 4 {
    affine.for %d = 0 to 4 {
      affine.for %x = 0 to 16 {
        affine.for %y = 0 to 16 {
          %v = affine.load %b[16 * %a + %x, 16 * %d + %y] : memref<64x64xf32>
          %w = arith.addf %v, %c1 : f32
          affine.store %w, %c[16 * %a + %x, 16 * %d + %y] : memref<64x64xf32>
        }
      }
    }
  }
  return
}

// TL-08: the producer walks the cache and its load stays guarded, as 32 a + c
// reaches 63 while there are 33 rows; the copy out stays as it is.
#parts = #layout.buffer<index_map<(x, y) -> (x floordiv 32, y, x mod 32)>, pad<0.0 : f32>, axis_separator<[2]>>
// CHECK-LABEL: @cache_write
// CHECK:       affine.for %[[A:.*]] = 0 to 2 {
// CHECK-NEXT:    affine.for %[[B:.*]] = 0 to 128 {
// CHECK-NEXT:      affine.for %[[C:.*]] = 0 to 32 {
// CHECK-NEXT:        affine.if
// CHECK-NEXT:          affine.load %{{.*}}[%[[A]] * 32 + %[[C]], %[[B]]]
// CHECK:               affine.store %{{.*}}, %{{.*}}[%[[A]], %[[B]], %[[C]]]
// CHECK:       affine.for %[[X:.*]] = 0 to 33 {
// CHECK-NEXT:    affine.for %[[Y:.*]] = 0 to 128 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[X]] floordiv 32, %[[Y]], %[[X]] mod 32]
func.func @cache_write(%p0: memref<33x128xf32>, %p1: memref<33x128xf32>, %t: memref<33x128xf32> {layout.cache = #parts}) {
  affine.for %x = 0 to 33 {
    affine.for %y = 0 to 128 {
      %a = affine.load %p0[%x, %y] : memref<33x128xf32>
      %b = affine.load %p1[%x, %y] : memref<33x128xf32>
      %s = arith.addf %a, %b : f32
      affine.store %s, %t[%x, %y] {layout.sequential} : memref<33x128xf32>
    }
  }
  return
}
