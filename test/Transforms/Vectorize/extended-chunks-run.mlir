// Floats that are extended by chunks: odd extents, rows that lack some, chunks that rows share, windows that overlap.
// DEFINE: %{target} = x86-64-v2
// DEFINE: %{optimize} = layout-set-target{target=%{target}},layout-apply,layout-optimize
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{optimize})"
// RUN: %{check} --entry=groups
// RUN: %{check} --entry=four
// RUN: %{check} --entry=panels
// RUN: %{check} --entry=windows
// RUN: %{check} --entry=vector
// RUN: %{check} --entry=convolution
// REDEFINE: %{target} = native
// RUN: %{check} --entry=groups
// RUN: %{check} --entry=panels
// RUN: %{check} --entry=windows
// RUN: %{check} --entry=convolution
// REDEFINE: %{optimize} = layout-set-target{target=%{target}},layout-apply,layout-optimize{threads=2}
// RUN: %{check} --entry=convolution

#b = #layout.buffer<index_map<(i, j) -> (j floordiv 32, i floordiv 2, j mod 32, i mod 2)>, pad<undef>>
#p = #layout.buffer<index_map<(i, j) -> (j floordiv 32, i, j mod 32)>, pad<undef>>
#g4 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 4, j mod 16, i mod 4)>, pad<undef>>
#weights = #layout.buffer<index_map<(r, s, c, k) -> (k floordiv 16, r, s, c floordiv 2, k mod 16, c mod 2)>, pad<undef>>
#images = #layout.buffer<index_map<(h, w, k) -> (k floordiv 16, h, w, k mod 16)>, pad<undef>>
func.func @groups(%a: memref<31x45xbf16> {llvm.noalias}, %b: memref<45x67xbf16, #b>, %c: memref<31x67xf32, #p>) {
  affine.for %i = 0 to 31 {
    affine.for %k = 0 to 45 {
      affine.for %j = 0 to 67 {
        %0 = affine.load %a[%i, %k] : memref<31x45xbf16>
        %1 = affine.load %b[%k, %j] : memref<45x67xbf16, #b>
        %2 = affine.load %c[%i, %j] : memref<31x67xf32, #p>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<31x67xf32, #p>
      }
    }
  }
  return
}

func.func @panels(%a: memref<31x45xbf16> {llvm.noalias}, %b: memref<45x67xbf16, #p>, %c: memref<31x67xf32, #p>) {
  affine.for %i = 0 to 31 {
    affine.for %k = 0 to 45 {
      affine.for %j = 0 to 67 {
        %0 = affine.load %a[%i, %k] : memref<31x45xbf16>
        %1 = affine.load %b[%k, %j] : memref<45x67xbf16, #p>
        %2 = affine.load %c[%i, %j] : memref<31x67xf32, #p>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<31x67xf32, #p>
      }
    }
  }
  return
}

func.func @four(%a: memref<31x45xbf16> {llvm.noalias}, %b: memref<45x67xbf16, #g4>, %c: memref<31x67xf32, #p>) {
  affine.for %i = 0 to 31 {
    affine.for %k = 0 to 45 {
      affine.for %j = 0 to 67 {
        %0 = affine.load %a[%i, %k] : memref<31x45xbf16>
        %1 = affine.load %b[%k, %j] : memref<45x67xbf16, #g4>
        %2 = affine.load %c[%i, %j] : memref<31x67xf32, #p>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<31x67xf32, #p>
      }
    }
  }
  return
}

func.func @windows(%a: memref<200xbf16> {llvm.noalias}, %b: memref<24x67xbf16, #p>, %c: memref<170x67xf32, #p>) {
  affine.for %i = 0 to 170 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to 67 {
        %0 = affine.load %a[%i + %k + 3] : memref<200xbf16>
        %1 = affine.load %b[%k, %j] : memref<24x67xbf16, #p>
        %2 = affine.load %c[%i, %j] : memref<170x67xf32, #p>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<170x67xf32, #p>
      }
    }
  }
  return
}

func.func @vector(%a: memref<45xbf16> {llvm.noalias}, %b: memref<45x67xbf16, #b>, %c: memref<67xf32> {llvm.noalias}) {
  affine.for %k = 0 to 45 {
    affine.for %j = 0 to 67 {
      %0 = affine.load %a[%k] : memref<45xbf16>
      %1 = affine.load %b[%k, %j] : memref<45x67xbf16, #b>
      %2 = affine.load %c[%j] : memref<67xf32>
      %3 = arith.extf %0 : bf16 to f32
      %4 = arith.extf %1 : bf16 to f32
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.addf %2, %5 : f32
      affine.store %6, %c[%j] : memref<67xf32>
    }
  }
  return
}

func.func @convolution(%a: memref<12x14x35xbf16> {llvm.noalias}, %w: memref<3x3x35x40xbf16, #weights>, %c: memref<10x12x40xf32, #images>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 12 {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 3 {
          affine.for %q = 0 to 35 {
            affine.for %k = 0 to 40 {
              %0 = affine.load %a[%i + %r, %j + %s, %q] : memref<12x14x35xbf16>
              %1 = affine.load %w[%r, %s, %q, %k] : memref<3x3x35x40xbf16, #weights>
              %2 = affine.load %c[%i, %j, %k] : memref<10x12x40xf32, #images>
              %3 = arith.extf %0 : bf16 to f32
              %4 = arith.extf %1 : bf16 to f32
              %5 = arith.mulf %3, %4 : f32
              %6 = arith.addf %2, %5 : f32
              affine.store %6, %c[%i, %j, %k] : memref<10x12x40xf32, #images>
            }
          }
        }
      }
    }
  }
  return
}
