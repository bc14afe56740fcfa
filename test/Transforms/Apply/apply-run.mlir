// Every kind of op and pad, executed with and without the layouts.
// RUN: layout-check %s --entry=conv,producer_consumer --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=matmul,two_steps,scalar,empty --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=matmul --pipeline="builtin.module(layout-apply{pad-placement=before},layout-finalize)"
// RUN: layout-check %s --entry=transfers --arg=2:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=masked --arg=2:5 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=globals --arg=1:4 --pipeline="builtin.module(layout-apply,layout-finalize)"

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>>
#oihw = #layout.buffer<index_map<"HWIO" -> "OIHW4i4o">, pad<0.0 : f32>>
func.func @conv(%x: memref<1x6x5x7xf32, #nchw4c>, %w: memref<3x3x7x6xf32, #oihw>,
                %y: memref<1x4x3x6xf32, #nchw4c>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<1x4x3x6xf32, #nchw4c>)
  linalg.conv_2d_nhwc_hwcf ins(%x, %w : memref<1x6x5x7xf32, #nchw4c>, memref<3x3x7x6xf32, #oihw>)
                           outs(%y : memref<1x4x3x6xf32, #nchw4c>)
  return
}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<0 : i32>>
func.func @matmul(%a: memref<7x9xi32, #tiles>, %b: memref<9x5xi32, #tiles>, %c: memref<7x5xi32, #tiles>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<7x5xi32, #tiles>)
  linalg.matmul ins(%a, %b : memref<7x9xi32, #tiles>, memref<9x5xi32, #tiles>)
                outs(%c : memref<7x5xi32, #tiles>)
  return
}

#two = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<5 : i32>,
                      index_map<(a, b, j) -> (a, b, j floordiv 8, j mod 8)>, pad<value (a, b, c, d) -> (a + 100 * d)>>
func.func @two_steps(%a: memref<6x9xi32, #two>, %b: memref<6x9xi32>) {
  memref.copy %b, %a : memref<6x9xi32> to memref<6x9xi32, #two>
  return
}

#local = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
func.func private @produce(%a: memref<14xi32, #local>, %b: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %b[%i] : memref<14xi32>
    %y = arith.muli %x, %x : i32
    affine.store %y, %a[%i] : memref<14xi32, #local>
  }
  return
}
func.func @producer_consumer(%b: memref<14xi32>, %s: memref<1xi32>) {
  %a = memref.alloc() : memref<14xi32, #local>
  func.call @produce(%a, %b) : (memref<14xi32, #local>, memref<14xi32>) -> ()
  %zero = arith.constant 0 : i32
  affine.store %zero, %s[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #local>
    %y = affine.load %s[0] : memref<1xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %s[0] : memref<1xi32>
  }
  memref.dealloc %a : memref<14xi32, #local>
  return
}

// Vectors of two dimensions, out of bounds on purpose, a dimension not walked.
#mix = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<1.0 : f32>>
func.func @transfers(%a: memref<5x7xf32, #mix>, %b: memref<5x7xf32, #mix>, %i: index) {
  %z = arith.constant 2.0 : f32
  %zero = arith.constant 0 : index
  %v = vector.transfer_read %a[%i, %zero], %z : memref<5x7xf32, #mix>, vector<3x4xf32>
  vector.transfer_write %v, %b[%i, %i] : vector<3x4xf32>, memref<5x7xf32, #mix>
  %t = vector.transfer_read %a[%zero, %i], %z {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<5x7xf32, #mix>, vector<2x3xf32>
  vector.transfer_write %t, %b[%zero, %zero] {in_bounds = [true, true]} : vector<2x3xf32>, memref<5x7xf32, #mix>
  %s = vector.transfer_read %a[%zero, %i], %z {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (0)>} : memref<5x7xf32, #mix>, vector<2xf32>
  vector.transfer_write %s, %b[%i, %zero] {in_bounds = [true]} : vector<2xf32>, memref<5x7xf32, #mix>
  return
}

func.func @masked(%a: memref<5x7xf32, #mix>, %b: memref<5x7xf32, #mix>, %n: index) {
  %z = arith.constant 2.0 : f32
  %zero = arith.constant 0 : index
  %m = vector.create_mask %n : vector<8xi1>
  %v = vector.transfer_read %a[%zero, %zero], %z, %m : memref<5x7xf32, #mix>, vector<8xf32>
  vector.transfer_write %v, %b[%zero, %zero], %m : vector<8xf32>, memref<5x7xf32, #mix>
  return
}

memref.global "private" @weights : memref<6xi32, #local> = dense<[1, 2, 3, 4, 5, 6]> {alignment = 64}
#short = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<3 : i32>>
func.func @globals(%b: memref<6xi32, #short>, %i: index) -> i32 {
  %g = memref.get_global @weights : memref<6xi32, #local>
  memref.copy %g, %b : memref<6xi32, #local> to memref<6xi32, #short>
  %c = arith.constant 40 : i32
  memref.store %c, %g[%i] : memref<6xi32, #local>
  %x = memref.load %g[%i] : memref<6xi32, #local>
  return %x : i32
}

// Rank 0 and empty buffers.
#point = #layout.buffer<index_map<() -> (2)>, pad<9 : i32>>
func.func @scalar(%a: memref<i32, #point>, %b: memref<i32>) {
  memref.copy %b, %a : memref<i32> to memref<i32, #point>
  return
}
func.func @empty(%a: memref<0x3xi32, #tiles>, %b: memref<0x3xi32>) {
  memref.copy %b, %a : memref<0x3xi32> to memref<0x3xi32, #tiles>
  return
}
