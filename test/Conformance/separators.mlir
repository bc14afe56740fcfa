// Setting axis separators: rows FS-30, FS-31, FS-35 and FS-38 of the list of
// TVM's cases.
// RUN: layout-opt %s --layout-assign | FileCheck %s --check-prefix=ASSIGN
// RUN: layout-opt %s --layout-assign="change-interface=true" | FileCheck %s --check-prefix=INTERFACE
// RUN: layout-opt %s | layout-opt | FileCheck %s --check-prefix=PRINT
// RUN: layout-opt %s --layout-assign --layout-apply | FileCheck %s --check-prefix=APPLY
// DEFINE: %{PIPELINE} = builtin.module(layout-assign,layout-apply,layout-finalize,layout-flatten)
// RUN: layout-check %s --entry=fs_30_directly,fs_30_request,fs_30_string,fs_31,fs_38 --pipeline="%{PIPELINE}"

#sep1 = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
#same = #layout.buffer<index_map<"NC" -> "NC">, axis_separator<[1]>>

// FS-30: of a local buffer, in three ways. Only its type gains separators.
// ASSIGN: #[[$SEP1:.*]] = #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, axis_separator<[1]>>
// ASSIGN-LABEL: func.func @fs_30_directly(
// ASSIGN-SAME:    memref<128x128xf32>, %{{.*}}: memref<128x128xf32>)
// ASSIGN:         %[[B:.*]] = memref.alloc() : memref<128x128xf32, #[[$SEP1]]>
// ASSIGN:         affine.store %{{.*}}, %[[B]][%{{.*}}, %{{.*}}] : memref<128x128xf32, #[[$SEP1]]>
// ASSIGN:         affine.load %[[B]][%{{.*}}, %{{.*}}] : memref<128x128xf32, #[[$SEP1]]>
func.func @fs_30_directly(%a: memref<128x128xf32>, %c: memref<128x128xf32>) {
  %two = arith.constant 2.0 : f32
  %b = memref.alloc() : memref<128x128xf32, #sep1>
  affine.for %i = 0 to 128 { affine.for %j = 0 to 128 {
    %x = affine.load %a[%i, %j] : memref<128x128xf32>
    %y = arith.mulf %x, %two : f32
    affine.store %y, %b[%i, %j] : memref<128x128xf32, #sep1>
  } }
  affine.for %i = 0 to 128 { affine.for %j = 0 to 128 {
    %x = affine.load %b[%i, %j] : memref<128x128xf32, #sep1>
    %y = arith.addf %x, %two : f32
    affine.store %y, %c[%i, %j] : memref<128x128xf32>
  } }
  memref.dealloc %b : memref<128x128xf32, #sep1>
  return
}

// ASSIGN-LABEL: func.func @fs_30_request(
// ASSIGN-SAME:    memref<128x128xf32>, %{{.*}}: memref<128x128xf32>)
// ASSIGN:         %[[B:.*]] = memref.alloc() : memref<128x128xf32, #[[$SEP1]]>
// ASSIGN:         affine.store %{{.*}}, %[[B]][%{{.*}}, %{{.*}}] : memref<128x128xf32, #[[$SEP1]]>
// ASSIGN:         affine.load %[[B]][%{{.*}}, %{{.*}}] : memref<128x128xf32, #[[$SEP1]]>
func.func @fs_30_request(%a: memref<128x128xf32>, %c: memref<128x128xf32>) {
  %two = arith.constant 2.0 : f32
  %b = memref.alloc() {layout.transform = #sep1} : memref<128x128xf32>
  affine.for %i = 0 to 128 { affine.for %j = 0 to 128 {
    %x = affine.load %a[%i, %j] : memref<128x128xf32>
    %y = arith.mulf %x, %two : f32
    affine.store %y, %b[%i, %j] : memref<128x128xf32>
  } }
  affine.for %i = 0 to 128 { affine.for %j = 0 to 128 {
    %x = affine.load %b[%i, %j] : memref<128x128xf32>
    %y = arith.addf %x, %two : f32
    affine.store %y, %c[%i, %j] : memref<128x128xf32>
  } }
  memref.dealloc %b : memref<128x128xf32>
  return
}

// ASSIGN-LABEL: func.func @fs_30_string(
// ASSIGN-SAME:    memref<128x128xf32>, %{{.*}}: memref<128x128xf32>)
// ASSIGN:         %[[B:.*]] = memref.alloc() : memref<128x128xf32, #[[$SEP1]]>
// ASSIGN:         affine.store %{{.*}}, %[[B]][%{{.*}}, %{{.*}}] : memref<128x128xf32, #[[$SEP1]]>
// ASSIGN:         affine.load %[[B]][%{{.*}}, %{{.*}}] : memref<128x128xf32, #[[$SEP1]]>
func.func @fs_30_string(%a: memref<128x128xf32>, %c: memref<128x128xf32>) {
  %two = arith.constant 2.0 : f32
  %b = memref.alloc() {layout.transform = #same} : memref<128x128xf32>
  affine.for %i = 0 to 128 { affine.for %j = 0 to 128 {
    %x = affine.load %a[%i, %j] : memref<128x128xf32>
    %y = arith.mulf %x, %two : f32
    affine.store %y, %b[%i, %j] : memref<128x128xf32>
  } }
  affine.for %i = 0 to 128 { affine.for %j = 0 to 128 {
    %x = affine.load %b[%i, %j] : memref<128x128xf32>
    %y = arith.addf %x, %two : f32
    affine.store %y, %c[%i, %j] : memref<128x128xf32>
  } }
  memref.dealloc %b : memref<128x128xf32>
  return
}

// FS-31: of an argument. A public one changes its type when asked to, and
// otherwise gets a local buffer that has separators.
// ASSIGN-LABEL: func.func @fs_31(
// ASSIGN-SAME:    memref<128x128xf32>, %{{.*}}: memref<128x128xf32>)
// ASSIGN:         %[[L:.*]] = memref.alloc() : memref<128x128xf32, #[[$SEP1]]>
// ASSIGN:         affine.load %[[L]]
// INTERFACE: #[[$SEP1:.*]] = #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, axis_separator<[1]>>
// INTERFACE-LABEL: func.func @fs_31(
// INTERFACE-SAME:    %[[A:[^:]*]]: memref<128x128xf32, #[[$SEP1]]>, %{{.*}}: memref<128x128xf32>)
// INTERFACE-NOT:     memref.alloc
// INTERFACE:         affine.load %[[A]][%{{.*}}, %{{.*}}] : memref<128x128xf32, #[[$SEP1]]>
// PRINT: #[[$SEP1:.*]] = #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, axis_separator<[1]>>
// PRINT-LABEL: func.func @fs_31(
// PRINT-SAME:    layout.transform = #[[$SEP1]]
func.func @fs_31(%a: memref<128x128xf32> {layout.transform = #sep1}, %c: memref<128x128xf32>) {
  affine.for %i = 0 to 128 { affine.for %j = 0 to 128 {
    %x = affine.load %a[%i, %j] : memref<128x128xf32>
    affine.store %x, %c[%i, %j] : memref<128x128xf32>
  } }
  return
}

// FS-35: printed and parsed, an argument and an allocation.
// PRINT-LABEL: func.func private @fs_35(
// PRINT-SAME:    memref<128x128xf32, #[[$SEP1]]>
// PRINT:         memref.alloc() : memref<64x128xf32, #[[$SEP1]]>
func.func private @fs_35(%a: memref<128x128xf32, #sep1>) {
  %b = memref.alloc() : memref<64x128xf32, #sep1>
  memref.dealloc %b : memref<64x128xf32, #sep1>
  return
}

// FS-38: the shapes of arguments under a tiled layout with a separator, for
// N, H and W of 16, 8 and 8, and of 2, 32 and 32; cached in between.
#tiles = #layout.buffer<index_map<(n, h, w, c) -> (n, c floordiv 32, h floordiv 8, w floordiv 8, h mod 8, w mod 8, c mod 32)>, axis_separator<[4]>>
// APPLY-LABEL: func.func @fs_38(
// APPLY-SAME:    memref<16x1x1x1x8x8x32xi8, #[[$SEP4:[a-z0-9]*]]>
// APPLY-SAME:    memref<2x1x4x4x8x8x32xi8, #[[$SEP4]]>
// APPLY-SAME:    memref<2x32x32x32xi8>
func.func @fs_38(%small: memref<16x8x8x32xi8, #tiles>, %large: memref<2x32x32x32xi8, #tiles>, %plain: memref<2x32x32x32xi8>) {
  %two = arith.constant 2 : i8
  affine.for %n = 0 to 16 { affine.for %h = 0 to 8 { affine.for %w = 0 to 8 { affine.for %c = 0 to 32 {
    %x = affine.load %small[%n, %h, %w, %c] : memref<16x8x8x32xi8, #tiles>
    %y = arith.muli %x, %two : i8
    affine.store %y, %small[%n, %h, %w, %c] : memref<16x8x8x32xi8, #tiles>
  } } } }
  %cache = memref.alloc() : memref<2x32x32x32xi8, #tiles>
  memref.copy %large, %cache : memref<2x32x32x32xi8, #tiles> to memref<2x32x32x32xi8, #tiles>
  affine.for %n = 0 to 2 { affine.for %h = 0 to 32 { affine.for %w = 0 to 32 { affine.for %c = 0 to 32 {
    %x = affine.load %cache[%n, %h, %w, %c] : memref<2x32x32x32xi8, #tiles>
    %y = arith.muli %x, %two : i8
    affine.store %y, %plain[%n, %h, %w, %c] : memref<2x32x32x32xi8>
  } } } }
  memref.dealloc %cache : memref<2x32x32x32xi8, #tiles>
  return
}
