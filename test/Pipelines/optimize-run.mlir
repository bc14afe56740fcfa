// layout-optimize keeps what programs compute, executed.
// RUN: layout-check %s --entry=wrapped,two_steps,ring --arg=1:5 --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=wrapped_pad --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"

// A remainder that wraps inside the box, and is split into tiles.
#wrapped = #layout.buffer<index_map<(i, j) -> (((i - j) mod 6) floordiv 4, ((i - j) mod 6) mod 4, j)>, pad<0 : i32>>
func.func @wrapped(%a: memref<3x3xi32, #wrapped>, %v: i32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, %j] : memref<3x3xi32, #wrapped>
      %y = arith.addi %x, %v : i32
      affine.store %y, %a[%i, %j] : memref<3x3xi32, #wrapped>
    }
  }
  return
}

#two = #layout.buffer<index_map<(i, j) -> ((i - j) mod 6, j)>, pad<0 : i32>,
                      index_map<(a, b) -> (a floordiv 4, a mod 4, b)>, pad<0 : i32>>
func.func @two_steps(%a: memref<3x3xi32, #two>, %v: i32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, %j] : memref<3x3xi32, #two>
      %y = arith.addi %x, %v : i32
      affine.store %y, %a[%i, %j] : memref<3x3xi32, #two>
    }
  }
  return
}

// A ring walked backwards.
#ring = #layout.buffer<index_map<(i) -> (-i mod 6)>, pad<9 : i32>, index_map<(a) -> (a floordiv 4, a mod 4)>, pad<9 : i32>>
func.func @ring(%a: memref<3xi32, #ring>, %v: i32) {
  affine.for %i = 0 to 3 {
    %x = affine.load %a[%i] : memref<3xi32, #ring>
    %y = arith.addi %x, %v : i32
    affine.store %y, %a[%i] : memref<3xi32, #ring>
  }
  return
}

// The pad wraps around, and where it is read from is split into rows.
#rows = #layout.buffer<index_map<(i) -> (i + 2)>, pad<(a) -> (a - ((a - 1) floordiv 17) * 17 + 1)>,
                       index_map<(a) -> (a mod 2, -(a floordiv 2) + 9)>, pad<0 : i32>>
func.func @wrapped_pad(%a: memref<17xi32, #rows>, %b: memref<17xi32>) {
  affine.for %i = 0 to 17 {
    %x = affine.load %b[%i] : memref<17xi32>
    affine.store %x, %a[%i] : memref<17xi32, #rows>
  }
  return
}
