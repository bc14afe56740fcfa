// Products of narrow numbers in blocks of the sum, run before and after, for registers
// of two sizes.
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v dynamic
// DEFINE: %{file} = %s
// DEFINE: %{passes} = layout-optimize
// DEFINE: %{check} = %{names} | paste -sd, | xargs -I{} layout-check %{file} --entry={} --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)"
//
// RUN: %{check}
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim1:13 --dim=arg1.dim0:13 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim1:2 --dim=arg1.dim0:2 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim1:0 --dim=arg1.dim0:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// REDEFINE: %{passes} = layout-optimize{padding=true}
// RUN: %{check}
// REDEFINE: %{passes} = layout-optimize
// RUN: sed 's/"max_vector_op_width" = 512/"max_vector_op_width" = 128/' %s > %t.mlir
// REDEFINE: %{file} = %t.mlir
// RUN: %{check}
//
// RUN: layout-opt %s --layout-assign --layout-apply --layout-optimize -o /dev/null --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s

#four = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>, pad<undef>>
#two = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>, pad<undef>>
#none4 = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>>
#long = #layout.buffer<index_map<(k, n) -> (k floordiv 4, n, k mod 4)>, pad<0 : i8>>
#flat = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k floordiv 2, (n mod 16) * 2 + k mod 2)>, pad<undef>>
#rows = #layout.buffer<index_map<(m, n) -> (n floordiv 16, m, n mod 16)>, pad<undef>>
#short = #layout.buffer<index_map<(m, k) -> (k floordiv 4, m, k mod 4)>, pad<0 : i8>>
#channels = #layout.buffer<index_map<(h, w, c) -> (c floordiv 4, h, w, c mod 4)>, pad<0 : i8>>
#filter = #layout.buffer<index_map<(r, s, c, k) -> (k floordiv 16, r, s, c floordiv 4, k mod 16, c mod 4)>, pad<0 : i8>>
#lines = #layout.buffer<index_map<(m, n) -> (m, n)>>
#pixels = #layout.buffer<index_map<(h, w, k) -> (k floordiv 16, h, w, k mod 16)>, pad<undef>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64>>} {

// CHECK: narrow-run.mlir:[[#@LINE+4]]:7: remark: {{.*}}vectorized: 14 x 16 iterations at a time, sums in registers, 4 products of integers at once
func.func @bytes(%a: memref<28x31xi8>, %b: memref<31x37xi8, #four>, %c: memref<28x37xi32, #rows>) {
  affine.for %i = 0 to 28 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 31 {
        %0 = affine.load %a[%i, %k] : memref<28x31xi8>
        %1 = affine.load %b[%k, %j] : memref<31x37xi8, #four>
        %2 = affine.load %c[%i, %j] : memref<28x37xi32, #rows>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<28x37xi32, #rows>
      }
    }
  }
  return
}

// One factor without a sign; the other order of operands; both in blocks.
// CHECK: narrow-run.mlir:[[#@LINE+2]]:3: remark: {{.*}}4 products of integers at once
func.func @unsigned(%a: memref<13x32xi8, #short>, %b: memref<32x37xi8, #none4>, %c: memref<13x37xi32, #rows>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 32 {
        %0 = affine.load %a[%i, %k] : memref<13x32xi8, #short>
        %1 = affine.load %b[%k, %j] : memref<32x37xi8, #none4>
        %2 = affine.load %c[%i, %j] : memref<13x37xi32, #rows>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %4, %3 : i32
        %6 = arith.addi %5, %2 : i32
        affine.store %6, %c[%i, %j] : memref<13x37xi32, #rows>
      }
    }
  }
  return
}

// CHECK: narrow-run.mlir:[[#@LINE+2]]:3: remark: {{.*}}2 products of integers at once
func.func @words(%a: memref<13x31xi16>, %b: memref<31x37xi16, #two>, %c: memref<13x37xi32, #rows>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 31 {
        %0 = affine.load %a[%i, %k] : memref<13x31xi16>
        %1 = affine.load %b[%k, %j] : memref<31x37xi16, #two>
        %2 = affine.load %c[%i, %j] : memref<13x37xi32, #rows>
        %3 = arith.extsi %0 : i16 to i32
        %4 = arith.extsi %1 : i16 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<13x37xi32, #rows>
      }
    }
  }
  return
}

// A last row by itself, and a last lane.
// CHECK: narrow-run.mlir:[[#@LINE+2]]:3: remark: {{.*}}2 products of integers at once
func.func @missing_rows(%a: memref<15x31xi16>, %b: memref<31x37xi16, #two>, %c: memref<15x37xi32, #rows>) {
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 31 {
        %0 = affine.load %a[%i, %k] : memref<15x31xi16>
        %1 = affine.load %b[%k, %j] : memref<31x37xi16, #two>
        %2 = affine.load %c[%i, %j] : memref<15x37xi32, #rows>
        %3 = arith.extsi %0 : i16 to i32
        %4 = arith.extsi %1 : i16 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<15x37xi32, #rows>
      }
    }
  }
  return
}

// 65535 is no number of 16 bits with a sign.
// CHECK: narrow-run.mlir:[[#@LINE+2]]:3: remark: {{.*}}2 steps of the sum at once
func.func @unsigned_words(%a: memref<13x31xi16>, %b: memref<31x37xi16, #two>, %c: memref<13x37xi32, #rows>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 31 {
        %0 = affine.load %a[%i, %k] : memref<13x31xi16>
        %1 = affine.load %b[%k, %j] : memref<31x37xi16, #two>
        %2 = affine.load %c[%i, %j] : memref<13x37xi32, #rows>
        %3 = arith.extui %0 : i16 to i32
        %4 = arith.extui %1 : i16 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<13x37xi32, #rows>
      }
    }
  }
  return
}

// The last row by itself is vector code, too, and no reason for single rows.
// CHECK: narrow-run.mlir:[[#@LINE+4]]:7: remark: {{.*}}vectorized: {{[0-9]+}} x 16 {{.*}}2 steps of the sum at once
func.func @row_left(%a: memref<29x31xbf16>, %b: memref<31x37xbf16, #flat>, %c: memref<29x37xf32, #rows>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 31 {
        %0 = affine.load %a[%i, %k] : memref<29x31xbf16>
        %1 = affine.load %b[%k, %j] : memref<31x37xbf16, #flat>
        %2 = affine.load %c[%i, %j] : memref<29x37xf32, #rows>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<29x37xf32, #rows>
      }
    }
  }
  return
}

// Floating-point numbers are added up in order.
// CHECK: narrow-run.mlir:[[#@LINE+2]]:3: remark: {{.*}}2 steps of the sum at once
func.func @short_floats(%a: memref<13x31xbf16>, %b: memref<31x37xbf16, #flat>, %c: memref<13x37xf32, #rows>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 31 {
        %0 = affine.load %a[%i, %k] : memref<13x31xbf16>
        %1 = affine.load %b[%k, %j] : memref<31x37xbf16, #flat>
        %2 = affine.load %c[%i, %j] : memref<13x37xf32, #rows>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<13x37xf32, #rows>
      }
    }
  }
  return
}

// CHECK: narrow-run.mlir:[[#@LINE+4]]:3: remark: {{.*}}4 products of integers at once
func.func @dynamic(%a: memref<13x?xi8>, %b: memref<?x37xi8, #four>, %c: memref<13x37xi32, #rows>) {
  %one = arith.constant 1 : index
  %n = memref.dim %a, %one : memref<13x?xi8>
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to %n {
        %0 = affine.load %a[%i, %k] : memref<13x?xi8>
        %1 = affine.load %b[%k, %j] : memref<?x37xi8, #four>
        %2 = affine.load %c[%i, %j] : memref<13x37xi32, #rows>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<13x37xi32, #rows>
      }
    }
  }
  return
}

// Whole rows are no blocks.
// CHECK: narrow-run.mlir:[[#@LINE+3]]:3: remark: {{.*}}iterations at a time, sums in registers"
// CHECK: narrow-run.mlir:[[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/narrow | Category:layout | Remark="products of narrow integers are not added up by the pair: expects
func.func @no_group(%a: memref<13x32xi8>, %b: memref<32x48xi8>, %c: memref<13x48xi32, #rows>) {
  affine.for %i = 0 to 13 {
    affine.for %j = 0 to 48 {
      affine.for %k = 0 to 32 {
        %0 = affine.load %a[%i, %k] : memref<13x32xi8>
        %1 = affine.load %b[%k, %j] : memref<32x48xi8>
        %2 = affine.load %c[%i, %j] : memref<13x48xi32, #rows>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%i, %j] : memref<13x48xi32, #rows>
      }
    }
  }
  return
}

// In the last rows nothing is added up, and %c has none of these.
func.func @empty_sums(%a: memref<8xf32>, %b: memref<8x16xf32>, %c: memref<8x16xf32, #lines>) {
  affine.for %i = 0 to 12 {
    affine.for %k = 0 to affine_map<(i) -> (8 - i)>(%i) {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%k] : memref<8xf32>
        %1 = affine.load %b[%k, %j] : memref<8x16xf32>
        %2 = affine.load %c[%i, %j] : memref<8x16xf32, #lines>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<8x16xf32, #lines>
      }
    }
  }
  return
}

// CHECK: narrow-run.mlir:[[#@LINE+3]]:5: remark: {{.*}}4 products of integers at once
func.func @convolution(%x: memref<9x11x13xi8, #channels>, %w: memref<3x3x13x21xi8, #filter>, %y: memref<4x5x21xi32, #pixels>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 21 {
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            affine.for %c = 0 to 13 {
              %0 = affine.load %x[2 * %i + %r, 2 * %j + %s, %c] : memref<9x11x13xi8, #channels>
              %1 = affine.load %w[%r, %s, %c, %k] : memref<3x3x13x21xi8, #filter>
              %2 = affine.load %y[%i, %j, %k] : memref<4x5x21xi32, #pixels>
              %3 = arith.extui %0 : i8 to i32
              %4 = arith.extsi %1 : i8 to i32
              %5 = arith.muli %3, %4 : i32
              %6 = arith.addi %2, %5 : i32
              affine.store %6, %y[%i, %j, %k] : memref<4x5x21xi32, #pixels>
            }
          }
        }
      }
    }
  }
  return
}
}
