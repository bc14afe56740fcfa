// Rows are those of a loop whose extent is known, if another one is not: of that loop, any
// number of iterations may be left over. If there is no other loop, the block is that of
// a long loop.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-tile-loops{stop-after=plan})" --mlir-print-local-scope | FileCheck %s --check-prefix=WINDOWS
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-apply --layout-tile-loops -o /dev/null --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// DEFINE: %{n} = 0
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-optimize,layout-finalize)"
// DEFINE: %{of-images} = --entry=images --dim=arg0.dim0:%{n} --dim=arg2.dim0:%{n}
// DEFINE: %{of-columns} = --entry=columns --dim=arg1.dim1:%{n} --dim=arg2.dim1:%{n}
// RUN: %{check} %{of-images}
// RUN: %{check} %{of-columns}
// REDEFINE: %{n} = 1
// RUN: %{check} %{of-images}
// RUN: %{check} %{of-columns}
// REDEFINE: %{n} = 19
// RUN: %{check} %{of-images}
// RUN: %{check} %{of-columns}
// REDEFINE: %{n} = 97
// RUN: %{check} %{of-columns}
//
// Parts of a sum: none, less than one, and full ones with a rest.
// DEFINE: %{of-sums} = --entry=column_sums --dim=arg0.dim0:%{n}
// DEFINE: %{of-heads} = --entry=decode --dim=arg0.dim1:%{n} --dim=arg1.dim1:%{n}
// DEFINE: %{rows} = 3
// DEFINE: %{of-values} = --entry=values --dim=arg0.dim1:%{rows} --dim=arg2.dim1:%{rows} --dim=arg0.dim2:%{n} --dim=arg1.dim1:%{n}
// RUN: %{check} %{of-sums}
// RUN: %{check} %{of-heads}
// RUN: %{check} %{of-values}
// REDEFINE: %{n} = 0
// REDEFINE: %{rows} = 1
// RUN: %{check} %{of-sums}
// RUN: %{check} %{of-heads}
// RUN: %{check} %{of-values}
// REDEFINE: %{n} = 33
// REDEFINE: %{rows} = 7
// RUN: %{check} %{of-heads}
// RUN: %{check} %{of-values}

#blocks = #layout.buffer<index_map<(n, c, h, w) -> (n, c floordiv 32, h, w, c mod 32)>, pad<undef>>

// Images of three rows of eight.
// CHECK: unknown-rows.mlir:[[#@LINE+4]]:3: remark: {{.*}}blocks of 8 x 32 iterations
func.func @images(%x: memref<?x5x3x8xf32> {llvm.noalias}, %w: memref<5x32xf32> {llvm.noalias}, %y: memref<?x32x3x8xf32, #blocks>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x5x3x8xf32>
  affine.for %i = 0 to %n {
    affine.for %o = 0 to 32 {
      affine.for %h = 0 to 3 {
        affine.for %v = 0 to 8 {
          affine.for %c = 0 to 5 {
            %0 = affine.load %x[%i, %c, %h, %v] : memref<?x5x3x8xf32>
            %1 = affine.load %w[%c, %o] : memref<5x32xf32>
            %2 = affine.load %y[%i, %o, %h, %v] : memref<?x32x3x8xf32, #blocks>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            affine.store %4, %y[%i, %o, %h, %v] : memref<?x32x3x8xf32, #blocks>
          }
        }
      }
    }
  }
  return
}

// The last block of lanes is computed as a whole: not one of 64 for a few columns.
// CHECK: unknown-rows.mlir:[[#@LINE+5]]:3: remark: {{.*}}blocks of 8 x 32 iterations
func.func @columns(%a: memref<64x9xf32> {llvm.noalias}, %b: memref<9x?xf32> {llvm.noalias}, %c: memref<64x?xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c1 : memref<9x?xf32>
  // 64 rows.
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to 9 {
        %0 = affine.load %a[%i, %k] : memref<64x9xf32>
        %1 = affine.load %b[%k, %j] : memref<9x?xf32>
        %2 = affine.load %c[%i, %j] : memref<64x?xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<64x?xf32>
      }
    }
  }
  return
}

// What a row of a window reads, the row beside it has read a step before. LLVM carries it around
// a loop of more than five steps. Where registers have no room for it, rows are below each other.
// WINDOWS-LABEL: @seven(
// WINDOWS: rows d0 mod 14, lanes d2 mod 8
func.func @seven(%x: memref<20x20x96xf32> {llvm.noalias}, %w: memref<7x7x96xf32> {llvm.noalias}, %y: memref<14x14x96xf32> {llvm.noalias}) {
  affine.for %h = 0 to 14 {
    affine.for %v = 0 to 14 {
      affine.for %c = 0 to 96 {
        affine.for %r = 0 to 7 {
          affine.for %s = 0 to 7 {
            %0 = affine.load %x[%h + %r, %v + %s, %c] : memref<20x20x96xf32>
            %1 = affine.load %w[%r, %s, %c] : memref<7x7x96xf32>
            %2 = affine.load %y[%h, %v, %c] : memref<14x14x96xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            affine.store %4, %y[%h, %v, %c] : memref<14x14x96xf32>
          }
        }
      }
    }
  }
  return
}

// WINDOWS-LABEL: @three(
// WINDOWS: rows d1 mod 14, lanes d2 mod 8
func.func @three(%x: memref<16x16x96xf32> {llvm.noalias}, %w: memref<3x3x96xf32> {llvm.noalias}, %y: memref<14x14x96xf32> {llvm.noalias}) {
  affine.for %h = 0 to 14 {
    affine.for %v = 0 to 14 {
      affine.for %c = 0 to 96 {
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            %0 = affine.load %x[%h + %r, %v + %s, %c] : memref<16x16x96xf32>
            %1 = affine.load %w[%r, %s, %c] : memref<3x3x96xf32>
            %2 = affine.load %y[%h, %v, %c] : memref<14x14x96xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            affine.store %4, %y[%h, %v, %c] : memref<14x14x96xf32>
          }
        }
      }
    }
  }
  return
}

// Sums of columns, in parts of as many rows as half of the first cache holds: over all rows, tiles
// of columns would read pieces that lie apart, of a buffer that may be large.
// WINDOWS-LABEL: @column_sums(
// WINDOWS: (d0 floordiv 32, d1 floordiv 32, d0 mod 32, lanes d1 mod 32), for [?, 128]
func.func @column_sums(%x: memref<?x128xf32> {llvm.noalias}, %y: memref<128xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x128xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 128 {
      %0 = affine.load %x[%i, %j] : memref<?x128xf32>
      %1 = affine.load %y[%j] : memref<128xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %y[%j] : memref<128xf32>
    }
  }
  return
}

// Of rows of 4 KiB, which may come from memory, parts take all of the first cache.
// WINDOWS-LABEL: @wide_rows(
// WINDOWS: (d0 floordiv 8, d1 floordiv 32, d0 mod 8, lanes d1 mod 32), for [?, 1024]
func.func @wide_rows(%x: memref<?x1024xf32> {llvm.noalias}, %y: memref<1024xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x1024xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 1024 {
      %0 = affine.load %x[%i, %j] : memref<?x1024xf32>
      %1 = affine.load %y[%j] : memref<1024xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %y[%j] : memref<1024xf32>
    }
  }
  return
}

// Of rows of 16 KiB, parts would be too short: row by row, as they are.
// WINDOWS-LABEL: @long_rows(
// WINDOWS-NOT: lanes
// WINDOWS: return
func.func @long_rows(%x: memref<?x4096xf32> {llvm.noalias}, %y: memref<4096xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x4096xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4096 {
      %0 = affine.load %x[%i, %j] : memref<?x4096xf32>
      %1 = affine.load %y[%j] : memref<4096xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %y[%j] : memref<4096xf32>
    }
  }
  return
}

// One row of probabilities for each head, times its values: head by head, though heads side by
// side would share the instructions of a loop.
// WINDOWS-LABEL: @decode(
// WINDOWS: (d0, d1 floordiv 32, d2 floordiv 32, d1 mod 32, lanes d2 mod 32), for [12, ?, 128]
func.func @decode(%p: memref<12x?xf32> {llvm.noalias}, %v: memref<12x?x128xf32> {llvm.noalias}, %y: memref<12x128xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %p, %c1 : memref<12x?xf32>
  affine.for %h = 0 to 12 {
    affine.for %s = 0 to %n {
      affine.for %d = 0 to 128 {
        %0 = affine.load %p[%h, %s] : memref<12x?xf32>
        %1 = affine.load %v[%h, %s, %d] : memref<12x?x128xf32>
        %2 = affine.load %y[%h, %d] : memref<12x128xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %y[%h, %d] : memref<12x128xf32>
      }
    }
  }
  return
}

// Rows that share their values, in an unknown number: of few, the values come from memory.
// WINDOWS-LABEL: @values(
// WINDOWS: (d0, d1 floordiv 2, d2 floordiv 32, d3 floordiv 32, d2 mod 32, rows d1 mod 2, lanes d3 mod 32), for [12, ?, ?, 128]
func.func @values(%p: memref<12x?x?xf32> {llvm.noalias}, %v: memref<12x?x128xf32> {llvm.noalias}, %y: memref<12x?x128xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %q = memref.dim %p, %c1 : memref<12x?x?xf32>
  %n = memref.dim %p, %c2 : memref<12x?x?xf32>
  affine.for %h = 0 to 12 {
    affine.for %i = 0 to %q {
      affine.for %s = 0 to %n {
        affine.for %d = 0 to 128 {
          %0 = affine.load %p[%h, %i, %s] : memref<12x?x?xf32>
          %1 = affine.load %v[%h, %s, %d] : memref<12x?x128xf32>
          %2 = affine.load %y[%h, %i, %d] : memref<12x?x128xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %y[%h, %i, %d] : memref<12x?x128xf32>
        }
      }
    }
  }
  return
}
