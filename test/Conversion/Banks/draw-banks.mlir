// Colours of banks: 8 rows of 32 banks each, and of a swizzle the same ones in another order.
// RUN: rm -rf %t && mkdir %t
// RUN: layout-draw %s --banks --svg=%t/p | FileCheck %s
// CHECK: p0.svg: #layout.buffer<index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8))>>
// CHECK: p1.svg: #layout.buffer<index_map<(d0, d1) -> (d0, d1)>, extent<[?, ? + 2]>>
// RUN: grep -o 'logical ([0-9, ]*) .*bank 3<' %t/p0.svg | head -8 | FileCheck %s --check-prefix=BANK3
// BANK3: logical (0, 3) at physical (0, 3), offset 3, bank 3
// BANK3-NEXT: logical (1, 2) at physical (1, 3), offset 35, bank 3
// BANK3-NEXT: logical (2, 1) at physical (2, 3), offset 67, bank 3
// RUN: grep -o 'bank 3</title><rect[^>]*>' %t/p0.svg | grep -o 'fill="[^"]*"' | sort -u | wc -l | FileCheck %s --check-prefix=ONE
// ONE: {{^ *1$}}
// RUN: grep -o 'Cut\|One colour, one of 32 banks of 4 bytes' %t/p1.svg | FileCheck %s --check-prefix=LEGEND
// LEGEND: One colour, one of 32 banks of 4 bytes
// RUN: not layout-draw %s --banks 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: layout-draw: --banks colours pictures; expects --svg or --html

gpu.module @kernels {
  gpu.func @k() workgroup(%a: memref<8x32xf32, #layout.buffer<index_map<(i, j) -> (i, j xor (i mod 8))>>, 3>,
                          %b: memref<8x32xf16, 3> {layout.transform = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 2]>>})
      kernel {
    gpu.return
  }
}
