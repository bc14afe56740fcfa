// Widened loops compute what the program computes, whatever the padding holds
// that may hold anything, with what makes vectors behind them or not.
// DEFINE: %{check} = layout-check %s --entry=elements,special,later,partial,product,biased,epilogue --pipeline
// RUN: %{check}="builtin.module(layout-set-target{target=x86-64-v2},layout-apply,layout-widen-loops)"
// RUN: %{check}="builtin.module(layout-set-target{target=x86-64-v2},layout-apply{pad-placement=before},layout-widen-loops)"
// RUN: %{check}="builtin.module(layout-set-target{target=x86-64-v2},layout-apply,layout-optimize)"
// RUN: %{check}="builtin.module(layout-set-target{target=x86-64-v3},layout-apply,layout-optimize)"
// RUN: layout-opt %s --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops --remarks-filter-passed=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s
// CHECK-COUNT-9: layout-widen-loops/widened

#u = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>
#z = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<0.0 : f32>>
#n = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<0x7FC00000 : f32>>
#m = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<-0.0 : f32>>
#zi = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<0 : i32>>
#ui = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

// Of undefined padding.
func.func @elements(%a: memref<9x13xi32, #ui>, %b: memref<9x13xi32, #ui>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %a[%i, %j] : memref<9x13xi32, #ui>
      %1 = arith.addi %0, %0 overflow<nsw> : i32
      affine.store %1, %b[%i, %j] : memref<9x13xi32, #ui>
    }
  }
  return
}

// Padding that is no number, and a zero below zero.
func.func @special(%a: memref<9x13xf32, #n>, %b: memref<9x13xf32, #m>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %a[%i, %j] : memref<9x13xf32, #n>
      %1 = arith.negf %0 : f32
      affine.store %1, %b[%i, %j] : memref<9x13xf32, #m>
    }
  }
  return
}

// A pad that is written behind the loop.
func.func @later(%a: memref<9x13xf32, #z>, %b: memref<9x13xf32, #z>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %a[%i, %j] : memref<9x13xf32, #z>
      %1 = arith.subf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<9x13xf32, #z>
    }
  }
  return
}

// A pad that holds at entry, and that the loop leaves as it is.
func.func @partial(%a: memref<9x13xi32, #zi>, %y: memref<9x13xi32, #ui>, %b: memref<9x13xi32, #zi>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 3 to 13 {
      %0 = affine.load %a[%i, %j] : memref<9x13xi32, #zi>
      %1 = affine.load %y[%i, %j] : memref<9x13xi32, #ui>
      %2 = affine.load %b[%i, %j] : memref<9x13xi32, #zi>
      %3 = arith.muli %0, %1 : i32
      %4 = arith.addi %2, %3 : i32
      affine.store %4, %b[%i, %j] : memref<9x13xi32, #zi>
    }
  }
  return
}

// A sum with undefined columns.
func.func @product(%a: memref<9x7xf32>, %b: memref<7x13xf32, #u>, %c: memref<9x13xf32, #u>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      affine.for %k = 0 to 7 {
        %0 = affine.load %a[%i, %k] : memref<9x7xf32>
        %1 = affine.load %b[%k, %j] : memref<7x13xf32, #u>
        %2 = affine.load %c[%i, %j] : memref<9x13xf32, #u>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<9x13xf32, #u>
      }
    }
  }
  return
}

// A bias without room.
func.func @biased(%bias: memref<13xf32>, %c: memref<9x13xf32, #z>) {
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %bias[%j] : memref<13xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %c[%i, %j] : memref<9x13xf32, #z>
    }
  }
  return
}

func.func @epilogue(%a: memref<9x7xf32>, %b: memref<7x13xf32, #z>, %bias: memref<13xf32>, %d: memref<11x13xf32, #u>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<9x13xf32, #u>
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %bias[%j] : memref<13xf32>
      affine.store %0, %c[%i, %j] : memref<9x13xf32, #u>
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      affine.for %k = 0 to 7 {
        %0 = affine.load %a[%i, %k] : memref<9x7xf32>
        %1 = affine.load %b[%k, %j] : memref<7x13xf32, #z>
        %2 = affine.load %c[%i, %j] : memref<9x13xf32, #u>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<9x13xf32, #u>
      }
    }
  }
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %c[%i, %j] : memref<9x13xf32, #u>
      %1 = arith.maximumf %0, %zero : f32
      affine.store %1, %d[%i + 1, %j] : memref<11x13xf32, #u>
    }
  }
  memref.dealloc %c : memref<9x13xf32, #u>
  return
}
