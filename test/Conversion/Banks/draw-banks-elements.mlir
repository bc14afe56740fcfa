// Elements of 8 bytes begin in every second bank. What is drawn is drawn after an error, too.
// RUN: rm -rf %t && mkdir %t
// RUN: not layout-draw %s --banks --svg=%t/p 2>&1 | FileCheck %s
// RUN: not layout-draw %s --banks --html=%t/page.html 2>&1 | FileCheck %s --check-prefix=PAGE
// RUN: grep -o 'logical ([0-9, ]*) .*bank [0-9]*<' %t/p0.svg | head -3 | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: logical (0, 0) at physical (0, 0), offset 0, bank 0
// COMPLEX-NEXT: logical (0, 1) at physical (0, 1), offset 1, bank 2
// COMPLEX-NEXT: logical (0, 2) at physical (0, 2), offset 2, bank 4
#rows = #layout.buffer<index_map<(i, j) -> (i, j xor (i mod 8))>>
// PAGE: error: cannot draw {{.*}} for 'memref<8x32xi4, {{.*}}: banks: elements of type 'i4' are no power of two of whole bytes
gpu.module @kernels {
  // CHECK: :[[# @LINE + 1]]:{{[0-9]+}}: error: cannot draw #layout.buffer<index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8))>> for 'memref<8x32xi4, {{.*}}: banks: elements of type 'i4' are no power of two of whole bytes
  gpu.func @k() workgroup(%a: memref<8x32xcomplex<f32>, #rows, 3>, %b: memref<8x32xi4, #rows, 3>,
                          %c: memref<8x32xvector<4xf32>, #rows, 3>)
      kernel {
    gpu.return
  }
}
