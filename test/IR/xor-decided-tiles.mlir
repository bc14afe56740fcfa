// Swizzles of tiles whose extents are no powers of two: each is decided, up to the
// most that workgroup memory holds, and beyond by its structure.
// RUN: layout-opt %s --layout-apply --split-input-file --verify-diagnostics | FileCheck %s

#a = #layout.buffer<index_map<(i, j) -> (swizzle<2, 3, 3>(96 * i + j))>, pad<undef>>
// CHECK: func.func private @a(memref<6144xf16, 3>{{.*}}, memref<4512xf16, 3>{{.*}}, memref<12288xf16, 3>
func.func private @a(memref<64x96xf16, #a, 3>, memref<47x96xf16, #a, 3>, memref<128x96xf16, #a, 3>)

#b = #layout.buffer<index_map<(s, i, j) -> (swizzle<2, 3, 3>(3072 * s + 96 * i + j))>, pad<undef>>
// CHECK: func.func private @b(memref<6144xf16, 3>
func.func private @b(memref<2x32x96xf16, #b, 3>)

#c72 = #layout.buffer<index_map<(i, j) -> (swizzle<2, 3, 3>(72 * i + j))>, pad<undef>>
#c160 = #layout.buffer<index_map<(i, j) -> (swizzle<2, 3, 3>(160 * i + j))>, pad<undef>>
// CHECK: func.func private @c(memref<4608xf16, 3>{{.*}}, memref<10240xf16, 3>
func.func private @c(memref<64x72xf16, #c72, 3>, memref<64x160xf16, #c160, 3>)

#d = #layout.buffer<index_map<(i, j) -> (swizzle<3, 2, 3>(104 * i + j))>, pad<undef>>
#e = #layout.buffer<index_map<(i) -> (swizzle<3, 3, -3>(i))>, pad<undef>>
// CHECK: func.func private @d(memref<6656xf16, 3>{{.*}}, memref<6656xf16, 3>
func.func private @d(memref<64x100xf16, #d, 3>, memref<6400xf16, #e, 3>)

#f = #layout.buffer<index_map<(i, j) -> (i, (79 - j) xor (i mod 8))>>
#g = #layout.buffer<index_map<(i, j) -> (i, (j + i) xor (i mod 8))>, pad<undef>>
// CHECK: func.func private @f(memref<128x80xf16, 3>{{.*}}, memref<128x208xf16, 3>
func.func private @f(memref<128x80xf16, #f, 3>, memref<128x80xf16, #g, 3>)

#h = #layout.buffer<index_map<(i, j) -> (swizzle<3, 3, 3>(504 * i + j))>, pad<undef>>
// CHECK: func.func private @h(memref<258048xf16, 3>
func.func private @h(memref<512x500xf16, #h, 3>)

#i = #layout.buffer<index_map<(i, j) -> (swizzle<3, 3, 3>(1000 * i + j))>, pad<undef>>
#k = #layout.buffer<index_map<(s, i, j) -> (swizzle<2, 3, 3>(98304 * s + 96 * i + j))>, pad<undef>>
// CHECK: func.func private @i(memref<1000000xf16>{{.*}}, memref<?xf16
func.func private @i(memref<1000x1000xf16, #i>, memref<?x1024x96xf16, #k>)

// -----

#close = #layout.buffer<index_map<(i, j) -> (swizzle<2, 3, 3>(95 * i + j))>, pad<undef>>
// expected-error @below {{the index map must be one-to-one, but (0, 95) and (1, 0) both map to}}
func.func private @close(memref<64x96xf16, #close, 3>)
