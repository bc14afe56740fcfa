// Every function is run before and after: the loops only rewritten, and vectorized,
// too, for registers of two sizes.
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// DEFINE: %{file} = %s
// DEFINE: %{passes} =
// DEFINE: %{check} = %{names} | paste -sd, | xargs -I{} layout-check %{file} --entry={} --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)"
//
// REDEFINE: %{passes} = layout-tile-loops
// RUN: %{check}
// REDEFINE: %{passes} = layout-optimize
// RUN: %{check}
// RUN: sed 's/"max_vector_op_width" = 512/"max_vector_op_width" = 128/' %s > %t.mlir
// REDEFINE: %{file} = %t.mlir
// REDEFINE: %{passes} = layout-tile-loops,layout-vectorize-loops
// RUN: %{check}
//
// Sums in another order.
// RUN: layout-check %s --entry=convolution --rtol=1e-5 --pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops{reassociate=true},layout-vectorize-loops,layout-finalize)"
//
// None of them keeps a division, but for those that say so.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-finalize)" --mlir-print-local-scope | FileCheck %s
//
// Which of them become vector code.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-vectorize-loops,layout-finalize)" | FileCheck %s --check-prefix=VECTOR

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<0.0 : f32>>
#undef = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>
#none = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>>
#runs = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<undef>>
#runs12 = #layout.buffer<index_map<(i) -> (i floordiv 12, i mod 12)>, pad<undef>>
#runs16 = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<7 : i32>>
#runs32 = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<undef>>
#channels = #layout.buffer<index_map<(y, x, c) -> (c floordiv 16, y, x, c mod 16)>, pad<undef>>
#filter = #layout.buffer<index_map<(y, x, c, o) -> (o floordiv 16, c floordiv 16, y, x, c mod 16, o mod 16)>, pad<undef>>
#four = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<undef>>
#column = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64>>} {

// CHECK-NOT: {{floordiv|mod 1}}
// CHECK-LABEL: @product
// CHECK-NOT: {{floordiv|mod 1}}
// VECTOR-LABEL: @product
// VECTOR: arith.mulf {{.*}} : vector<16xf32>
func.func @product(%a: memref<37x29xf32, #tiles>, %b: memref<29x41xf32, #tiles>, %c: memref<37x41xf32, #undef>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 41 {
      affine.for %k = 0 to 29 {
        %x = affine.load %a[%i, %k] : memref<37x29xf32, #tiles>
        %y = affine.load %b[%k, %j] : memref<29x41xf32, #tiles>
        %z = affine.load %c[%i, %j] : memref<37x41xf32, #undef>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<37x41xf32, #undef>
      }
    }
  }
  return
}

// As a C front end writes it, with padding that must not be read or written.
// CHECK-LABEL: @product_none
// CHECK-NOT: {{floordiv|mod 1}}
// VECTOR-LABEL: @product_none
// VECTOR: arith.mulf {{.*}} : vector<16xf32>
func.func @product_none(%a: memref<37x29xf32, #none>, %b: memref<29x41xf32, #none>, %c: memref<37x41xf32, #none>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 41 {
      affine.store %zero, %c[%i, %j] : memref<37x41xf32, #none>
    }
    affine.for %k = 0 to 29 {
      affine.for %j = 0 to 41 {
        %x = affine.load %a[%i, %k] : memref<37x29xf32, #none>
        %y = affine.load %b[%k, %j] : memref<29x41xf32, #none>
        %z = affine.load %c[%i, %j] : memref<37x41xf32, #none>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<37x41xf32, #none>
      }
    }
  }
  return
}

// The second operand transposed: its columns are what lanes read.
// CHECK-LABEL: @product_transposed
// CHECK-NOT: {{floordiv|mod 1}}
func.func @product_transposed(%a: memref<37x29xf32, #tiles>, %b: memref<41x29xf32, #tiles>, %c: memref<37x41xf32, #undef>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 41 {
      affine.for %k = 0 to 29 {
        %x = affine.load %a[%i, %k] : memref<37x29xf32, #tiles>
        %y = affine.load %b[%j, %k] : memref<41x29xf32, #tiles>
        %z = affine.load %c[%i, %j] : memref<37x41xf32, #undef>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<37x41xf32, #undef>
      }
    }
  }
  return
}

// Channels in blocks, a window of 3 x 3.
// CHECK-LABEL: @convolution
// CHECK-NOT: {{floordiv|mod 1}}
// VECTOR-LABEL: @convolution
// VECTOR: arith.mulf {{.*}} : vector<16xf32>
func.func @convolution(%a: memref<8x9x20xf32, #channels>, %w: memref<3x3x20x37xf32, #filter>, %c: memref<6x7x37xf32, #channels>) {
  affine.for %y = 0 to 6 {
    affine.for %x = 0 to 7 {
      affine.for %o = 0 to 37 {
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            affine.for %i = 0 to 20 {
              %u = affine.load %a[%y + %r, %x + %s, %i] : memref<8x9x20xf32, #channels>
              %v = affine.load %w[%r, %s, %i, %o] : memref<3x3x20x37xf32, #filter>
              %z = affine.load %c[%y, %x, %o] : memref<6x7x37xf32, #channels>
              %p = arith.mulf %u, %v : f32
              %t = arith.addf %z, %p : f32
              affine.store %t, %c[%y, %x, %o] : memref<6x7x37xf32, #channels>
            }
          }
        }
      }
    }
  }
  return
}

// Neighbours in the next tile, on both sides and in both axes.
// CHECK-LABEL: @stencil
// VECTOR-LABEL: @stencil
// VECTOR: arith.addf {{.*}} : vector<16xf32>
func.func @stencil(%a: memref<37x41xf32, #undef>, %b: memref<37x41xf32, #undef>) {
  affine.for %i = 1 to 36 {
    affine.for %j = 1 to 40 {
      %n = affine.load %a[%i - 1, %j] : memref<37x41xf32, #undef>
      %s = affine.load %a[%i + 1, %j] : memref<37x41xf32, #undef>
      %w = affine.load %a[%i, %j - 1] : memref<37x41xf32, #undef>
      %e = affine.load %a[%i, %j + 1] : memref<37x41xf32, #undef>
      %x = arith.addf %n, %s : f32
      %y = arith.addf %w, %e : f32
      %z = arith.addf %x, %y : f32
      affine.store %z, %b[%i, %j] : memref<37x41xf32, #undef>
    }
  }
  return
}

// In place: every element needs the one before. No lanes.
// CHECK-LABEL: @stencil_in_place
// VECTOR-LABEL: @stencil_in_place
// VECTOR-NOT: vector<{{.*}}xf32
func.func @stencil_in_place(%a: memref<37x41xf32, #undef>) {
  affine.for %i = 1 to 36 {
    affine.for %j = 1 to 40 {
      %w = affine.load %a[%i, %j - 1] : memref<37x41xf32, #undef>
      %e = affine.load %a[%i, %j + 1] : memref<37x41xf32, #undef>
      %y = arith.addf %w, %e : f32
      affine.store %y, %a[%i, %j] : memref<37x41xf32, #undef>
    }
  }
  return
}

// CHECK-LABEL: @prefix_sums
// CHECK-NOT: {{floordiv|mod 1}}
// VECTOR-LABEL: @prefix_sums
// VECTOR-NOT: vector<{{.*}}xi32
func.func @prefix_sums(%a: memref<45xi32, #runs16>, %sum: memref<1xi32>) {
  affine.for %i = 0 to 45 {
    %s = affine.load %sum[0] : memref<1xi32>
    %x = affine.load %a[%i] : memref<45xi32, #runs16>
    %t = arith.addi %s, %x : i32
    affine.store %t, %a[%i] : memref<45xi32, #runs16>
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}

// CHECK-LABEL: @lower_triangle
// CHECK-NOT: {{floordiv|mod 1}}
// VECTOR-LABEL: @lower_triangle
// VECTOR: vector<16xf32>
func.func @lower_triangle(%a: memref<37x41xf32, #undef>, %b: memref<37x41xf32, #undef>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %x = affine.load %a[%i, %j] : memref<37x41xf32, #undef>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<37x41xf32, #undef>
    }
  }
  return
}

// CHECK-LABEL: @upper_triangle
// CHECK-NOT: {{floordiv|mod 1}}
func.func @upper_triangle(%a: memref<37x41xf32, #none>, %b: memref<37x41xf32, #none>) {
  affine.for %i = 0 to 37 {
    affine.for %j = affine_map<(i) -> (i)>(%i) to 41 {
      %x = affine.load %a[%i, %j] : memref<37x41xf32, #none>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<37x41xf32, #none>
    }
  }
  return
}

// A sum over part of a row, which for the first row has no iteration: there the
// result is not even touched.
// CHECK-LABEL: @triangular_product
// CHECK-NOT: {{floordiv|mod 1}}
func.func @triangular_product(%a: memref<37x37xf32, #tiles>, %b: memref<37x41xf32, #tiles>, %c: memref<37x41xf32, #undef>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 41 {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %x = affine.load %a[%i, %k] : memref<37x37xf32, #tiles>
        %y = affine.load %b[%k, %j] : memref<37x41xf32, #tiles>
        %z = affine.load %c[%i, %j] : memref<37x41xf32, #undef>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<37x41xf32, #undef>
      }
    }
  }
  return
}

// The symmetric update: what is stored is a triangle, and the sum a rectangle.
// CHECK-LABEL: @symmetric_update
// CHECK-NOT: {{floordiv|mod 1}}
func.func @symmetric_update(%a: memref<37x29xf32, #tiles>, %c: memref<37x37xf32, #none>) {
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.for %k = 0 to 29 {
        %x = affine.load %a[%i, %k] : memref<37x29xf32, #tiles>
        %y = affine.load %a[%j, %k] : memref<37x29xf32, #tiles>
        %z = affine.load %c[%i, %j] : memref<37x37xf32, #none>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<37x37xf32, #none>
      }
    }
  }
  return
}

// Runs of 32 and of 16: 32 divides into digits of 2 and 16.
// CHECK-LABEL: @two_radices
// CHECK-NOT: {{floordiv|mod 1}}
// VECTOR-LABEL: @two_radices
// VECTOR: vector<16xi32>
func.func @two_radices(%a: memref<77xi32, #runs32>, %b: memref<77xi32, #runs16>) {
  affine.for %i = 0 to 77 {
    %x = affine.load %a[%i] : memref<77xi32, #runs32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<77xi32, #runs16>
  }
  return
}

// 12 and 16 have 4 in common; neither divides the other, and both still divide.
// CHECK-LABEL: @radices_without_chain
func.func @radices_without_chain(%a: memref<77xi32, #runs12>, %b: memref<77xi32, #runs16>) {
  affine.for %i = 0 to 77 {
    %x = affine.load %a[%i] : memref<77xi32, #runs12>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<77xi32, #runs16>
  }
  return
}

// CHECK-LABEL: @reversed
func.func @reversed(%a: memref<45xi32, #runs>, %b: memref<45xi32, #runs16>) {
  affine.for %i = 0 to 45 {
    %x = affine.load %a[44 - %i] : memref<45xi32, #runs>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<45xi32, #runs16>
  }
  return
}

// The store is the one that goes backwards.
// CHECK-LABEL: @reversed_store
func.func @reversed_store(%a: memref<45xi32, #runs>, %b: memref<45xi32, #runs16>) {
  affine.for %i = 0 to 45 {
    %x = affine.load %a[%i] : memref<45xi32, #runs>
    affine.store %x, %b[44 - %i] : memref<45xi32, #runs16>
  }
  return
}

// CHECK-LABEL: @shifted_by_no_multiple
func.func @shifted_by_no_multiple(%a: memref<60xi32, #runs>, %b: memref<45xi32, #runs16>) {
  affine.for %i = 0 to 45 {
    %x = affine.load %a[%i + 13] : memref<60xi32, #runs>
    affine.store %x, %b[%i] : memref<45xi32, #runs16>
  }
  return
}

// Every third element.
// CHECK-LABEL: @strided
func.func @strided(%a: memref<133xi32, #runs>, %b: memref<45xi32, #runs16>) {
  affine.for %i = 0 to 45 {
    %x = affine.load %a[3 * %i] : memref<133xi32, #runs>
    affine.store %x, %b[%i] : memref<45xi32, #runs16>
  }
  return
}

// CHECK-LABEL: @transposed
// CHECK-NOT: {{floordiv|mod 1}}
func.func @transposed(%a: memref<37x41xf32, #four>, %b: memref<41x37xf32, #column>) {
  affine.for %i = 0 to 41 {
    affine.for %j = 0 to 37 {
      %x = affine.load %a[%j, %i] : memref<37x41xf32, #four>
      affine.store %x, %b[%i, %j] : memref<41x37xf32, #column>
    }
  }
  return
}

// Loops that begin and end within a tile.
// CHECK-LABEL: @inside
// CHECK-NOT: {{floordiv|mod 1}}
func.func @inside(%a: memref<60xi32, #runs>, %b: memref<60xi32, #runs16>) {
  affine.for %i = 7 to 55 {
    %x = affine.load %a[%i] : memref<60xi32, #runs>
    affine.store %x, %b[%i] : memref<60xi32, #runs16>
  }
  return
}

// What an outer loop computes stays between loops.
// CHECK-LABEL: @imperfect
// CHECK-NOT: {{floordiv|mod 1}}
func.func @imperfect(%a: memref<37x41xf32, #tiles>, %b: memref<37xf32>, %c: memref<41xf32>) {
  affine.for %i = 0 to 37 {
    %x = affine.load %b[%i] : memref<37xf32>
    affine.for %j = 0 to 41 {
      %y = affine.load %a[%i, %j] : memref<37x41xf32, #tiles>
      %p = arith.mulf %x, %y : f32
      %z = affine.load %c[%j] : memref<41xf32>
      %s = arith.addf %z, %p : f32
      affine.store %s, %c[%j] : memref<41xf32>
    }
    affine.store %x, %b[36 - %i] : memref<37xf32>
  }
  return
}

// It carries its sum through the loops over both digits.
// CHECK-LABEL: @carried
// CHECK: iter_args
// CHECK: iter_args
// CHECK-NOT: {{floordiv|mod 1}}
func.func @carried(%a: memref<45xi32, #runs>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to 45 iter_args(%s = %zero) -> i32 {
    %x = affine.load %a[%i] : memref<45xi32, #runs>
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  return %r : i32
}

// A conversion has no flags that would tell whether it is a sum.
// CHECK-LABEL: @converted
// CHECK: arith.extf
func.func @converted(%s: memref<1xf32>, %x: memref<64xbf16>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 64 {
      %0 = affine.load %x[%k] : memref<64xbf16>
      %1 = arith.extf %0 : bf16 to f32
      affine.store %1, %s[0] : memref<1xf32>
    }
  }
  return
}
}
