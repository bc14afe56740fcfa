// SA-13, all 16 combinations: a layout on the input a, on the output b, a cache in
// front of either (read, write) or not. The data arrive in all of them.
// RUN: layout-check %s \
// RUN:   --entry=sa13_none,sa13_write,sa13_read,sa13_readwrite,sa13_b,sa13_b_write,sa13_b_read \
// RUN:   --entry=sa13_b_readwrite,sa13_a,sa13_a_write,sa13_a_read,sa13_a_readwrite,sa13_ab \
// RUN:   --entry=sa13_ab_write,sa13_ab_read,sa13_ab_readwrite \
// RUN:   --pipeline="builtin.module(layout-cache,layout-assign,layout-apply,layout-sequential-access)"
// RUN: layout-opt %s --layout-cache --layout-assign --layout-apply --layout-sequential-access | FileCheck %s

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#rows = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>

// CHECK-LABEL: @sa13_none
// CHECK-NOT:   memref.alloc
// CHECK-LABEL: @sa13_write(
// CHECK-LABEL: @sa13_ab_readwrite
// CHECK-COUNT-2: memref.alloc

func.func @sa13_none(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_write(%a: memref<16xf32>, %b: memref<16xf32> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_read(%a: memref<16xf32> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_readwrite(%a: memref<16xf32> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_b(%a: memref<16xf32>, %b: memref<16xf32, #tiles> {layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

func.func @sa13_b_write(%a: memref<16xf32>, %b: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

func.func @sa13_b_read(%a: memref<16xf32> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32, #tiles> {layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

func.func @sa13_b_readwrite(%a: memref<16xf32> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

func.func @sa13_a(%a: memref<16xf32, #tiles>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_a_write(%a: memref<16xf32, #tiles>, %b: memref<16xf32> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_a_read(%a: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_a_readwrite(%a: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32>
  }
  return
}

func.func @sa13_ab(%a: memref<16xf32, #tiles>, %b: memref<16xf32, #tiles> {layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

func.func @sa13_ab_write(%a: memref<16xf32, #tiles>, %b: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

func.func @sa13_ab_read(%a: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32, #tiles> {layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}

func.func @sa13_ab_readwrite(%a: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}, %b: memref<16xf32, #tiles> {layout.cache = #rows, layout.sequential}) {
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32, #tiles>
    affine.store %x, %b[%i] : memref<16xf32, #tiles>
  }
  return
}
