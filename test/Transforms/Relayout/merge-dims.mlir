// Dimensions that both buffers have side by side are one for a copy. RUN lines of layout-check
// show that every element arrives.
// RUN: layout-opt %s --layout-vectorize-copies --canonicalize --mlir-print-local-scope | FileCheck %s
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-vectorize-copies)"
// RUN: %{check} --entry=planes
// RUN: %{check} --entry=three
// RUN: %{check} --entry=longer_rows
// RUN: %{check} --entry=condition
// RUN: %{check} --entry=apart
// RUN: %{check} --entry=beside
// RUN: %{check} --entry=channels
// RUN: %{check} --entry=filled
// RUN: %{check} --entry=whole
// RUN: %{check} --entry=digits,undigits,vectors,apart_in_condition

// 30 places are two blocks of 16, the last of which begins at 14; rows of 6 would be none.
// CHECK-LABEL: func @planes
// CHECK-DAG: %[[A:.*]] = memref.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : memref<5x6x16xf32> into memref<30x16xf32>
// CHECK-DAG: %[[B:.*]] = memref.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : memref<16x5x6xf32> into memref<16x30xf32>
// CHECK: vector.load %[[A]]
// CHECK: vector.store %{{.*}}, %[[B]]
func.func @planes(%a: memref<5x6x16xf32> {llvm.noalias}, %b: memref<16x5x6xf32> {llvm.noalias}) {
  affine.for %c = 0 to 16 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        %0 = affine.load %a[%h, %w, %c] : memref<5x6x16xf32>
        affine.store %0, %b[%c, %h, %w] : memref<16x5x6xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func @three
// CHECK: memref<3x5x7x4xf32> into memref<105x4xf32>
// CHECK: memref<4x3x5x7xf32> into memref<4x105xf32>
func.func @three(%a: memref<3x5x7x4xf32> {llvm.noalias}, %b: memref<4x3x5x7xf32> {llvm.noalias}) {
  affine.for %c = 0 to 4 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 5 {
        affine.for %x = 0 to 7 {
          %0 = affine.load %a[%h, %w, %x, %c] : memref<3x5x7x4xf32>
          affine.store %0, %b[%c, %h, %w, %x] : memref<4x3x5x7xf32>
        }
      }
    }
  }
  return
}

// A row of one of them has a place more.
// CHECK-LABEL: func @longer_rows
// CHECK-NOT: collapse_shape
func.func @longer_rows(%a: memref<5x7x16xf32> {llvm.noalias}, %b: memref<16x5x6xf32> {llvm.noalias}) {
  affine.for %c = 0 to 16 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        %0 = affine.load %a[%h, %w, %c] : memref<5x7x16xf32>
        affine.store %0, %b[%c, %h, %w] : memref<16x5x6xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func @condition
// CHECK-NOT: collapse_shape
func.func @condition(%a: memref<5x6x16xf32> {llvm.noalias}, %b: memref<16x5x6xf32> {llvm.noalias}) {
  affine.for %c = 0 to 16 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        affine.if affine_set<(w) : (3 - w >= 0)>(%w) {
          %0 = affine.load %a[%h, %w, %c] : memref<5x6x16xf32>
          affine.store %0, %b[%c, %h, %w] : memref<16x5x6xf32>
        }
      }
    }
  }
  return
}

// In one buffer the channels are between them.
// CHECK-LABEL: func @apart
// CHECK-NOT: collapse_shape
func.func @apart(%a: memref<5x16x6xf32> {llvm.noalias}, %b: memref<16x5x6xf32> {llvm.noalias}) {
  affine.for %c = 0 to 16 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        %0 = affine.load %a[%h, %c, %w] : memref<5x16x6xf32>
        affine.store %0, %b[%c, %h, %w] : memref<16x5x6xf32>
      }
    }
  }
  return
}

// A loop that another index needs, too.
// CHECK-LABEL: func @beside
// CHECK-NOT: collapse_shape
func.func @beside(%a: memref<21x5x6xf32> {llvm.noalias}, %b: memref<16x5x6xf32> {llvm.noalias}) {
  affine.for %c = 0 to 16 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        %0 = affine.load %a[%c + %w, %h, %w] : memref<21x5x6xf32>
        affine.store %0, %b[%c, %h, %w] : memref<16x5x6xf32>
      }
    }
  }
  return
}

// Channels are contiguous in both: blocks are made of them.
// CHECK-LABEL: func @channels
// CHECK-NOT: collapse_shape
func.func @channels(%a: memref<5x6x13xf32> {llvm.noalias}, %b: memref<2x5x6x8xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %o = 0 to 2 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        affine.for %i = 0 to 8 {
          affine.if affine_set<(o, i) : (12 - 8 * o - i >= 0)>(%o, %i) {
            %0 = affine.load %a[%h, %w, 8 * %o + %i] : memref<5x6x13xf32>
            affine.store %0, %b[%o, %h, %w, %i] : memref<2x5x6x8xf32>
          } else {
            affine.store %zero, %b[%o, %h, %w, %i] : memref<2x5x6x8xf32>
          }
        }
      }
    }
  }
  return
}

// A pad is stored by each arm.
// CHECK-LABEL: func @filled
// CHECK-DAG: memref<13x5x6xf32> into memref<13x30xf32>
// CHECK-DAG: memref<2x5x6x8xf32> into memref<2x30x8xf32>
func.func @filled(%a: memref<13x5x6xf32> {llvm.noalias}, %b: memref<2x5x6x8xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %o = 0 to 2 {
    affine.for %h = 0 to 5 {
      affine.for %w = 0 to 6 {
        affine.for %i = 0 to 8 {
          affine.if affine_set<(o, i) : (12 - 8 * o - i >= 0)>(%o, %i) {
            %0 = affine.load %a[8 * %o + %i, %h, %w] : memref<13x5x6xf32>
            affine.store %0, %b[%o, %h, %w, %i] : memref<2x5x6x8xf32>
          } else {
            affine.store %zero, %b[%o, %h, %w, %i] : memref<2x5x6x8xf32>
          }
        }
      }
    }
  }
  return
}

// Nothing moves: one row of all.
// CHECK-LABEL: func @whole
// CHECK: memref<5x6x7xf32> into memref<210xf32>
func.func @whole(%a: memref<5x6x7xf32> {llvm.noalias}, %b: memref<5x6x7xf32> {llvm.noalias}) {
  affine.for %c = 0 to 5 {
    affine.for %h = 0 to 6 {
      affine.for %w = 0 to 7 {
        %0 = affine.load %a[%c, %h, %w] : memref<5x6x7xf32>
        affine.store %0, %b[%c, %h, %w] : memref<5x6x7xf32>
      }
    }
  }
  return
}

// Digits of one dimension in one buffer, two dimensions of the other: rows of 36 bytes, and not
// of 4.
// CHECK-LABEL: func @digits
// CHECK: memref.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : memref<7x9x4xi8> into memref<7x36xi8>
func.func @digits(%a: memref<7x35xi8> {llvm.noalias}, %b: memref<7x9x4xi8> {llvm.noalias}) {
  %pad = arith.constant 3 : i8
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(j, k) : (34 - 4 * j - k >= 0)>(%j, %k) {
          %0 = affine.load %a[%i, 4 * %j + %k] : memref<7x35xi8>
          affine.store %0, %b[%i, %j, %k] : memref<7x9x4xi8>
        } else {
          affine.store %pad, %b[%i, %j, %k] : memref<7x9x4xi8>
        }
      }
    }
  }
  return
}

// And back, where all of it is one row.
// CHECK-LABEL: func @undigits
// CHECK: memref.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : memref<7x9x4xi8> into memref<252xi8>
func.func @undigits(%a: memref<7x9x4xi8> {llvm.noalias}, %b: memref<7x36xi8> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      affine.for %k = 0 to 4 {
        %0 = affine.load %a[%i, %j, %k] : memref<7x9x4xi8>
        affine.store %0, %b[%i, 4 * %j + %k] : memref<7x36xi8>
      }
    }
  }
  return
}

// A vector of its own, of rows that are not full: it stays, as it begins where one does.
// CHECK-LABEL: func @vectors
// CHECK-NOT: collapse_shape
func.func @vectors(%a: memref<7x35xf32> {llvm.noalias}, %b: memref<7x9x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(j, k) : (34 - 4 * j - k >= 0)>(%j, %k) {
          %0 = affine.load %a[%i, 4 * %j + %k] : memref<7x35xf32>
          affine.store %0, %b[%i, %j, %k] : memref<7x9x4xf32>
        }
      }
    }
  }
  return
}

// Conditions that see the digits apart, and digits of another radix.
// CHECK-LABEL: func @apart_in_condition
// CHECK-NOT: collapse_shape
func.func @apart_in_condition(%a: memref<7x36xi8> {llvm.noalias}, %b: memref<7x9x4xi8> {llvm.noalias}, %c: memref<7x9x4xi8> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(j, k) : (8 - j - k >= 0)>(%j, %k) {
          %0 = affine.load %a[%i, 4 * %j + %k] : memref<7x36xi8>
          affine.store %0, %b[%i, %j, %k] : memref<7x9x4xi8>
        }
      }
    }
  }
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      affine.for %k = 0 to 4 {
        %0 = affine.load %a[%i, 3 * %j + %k] : memref<7x36xi8>
        affine.store %0, %c[%i, %j, %k] : memref<7x9x4xi8>
      }
    }
  }
  return
}
