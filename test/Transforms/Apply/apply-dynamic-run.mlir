// Buffers of dynamic shape, executed with and without the layouts, in sizes
// below, at and above those of tiles.
// RUN: layout-check %s --entry=fill,told,calls --dim=arg0.dim0:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:1 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:4 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:5 --pipeline="builtin.module(layout-apply{pad-placement=before},layout-finalize)"
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:18 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=local --dim=arg0.dim0:0 --dim=arg0.dim1:5 --dim=arg1.dim0:0 --dim=arg1.dim1:5 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=local --dim=arg0.dim0:5 --dim=arg0.dim1:0 --dim=arg1.dim0:5 --dim=arg1.dim1:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=local --dim=arg0.dim0:1 --dim=arg0.dim1:1 --dim=arg1.dim0:1 --dim=arg1.dim1:1 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=local --dim=arg0.dim0:4 --dim=arg0.dim1:8 --dim=arg1.dim0:4 --dim=arg1.dim1:8 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=local --dim=arg0.dim0:9 --dim=arg0.dim1:17 --dim=arg1.dim0:9 --dim=arg1.dim1:17 --pipeline="builtin.module(layout-apply{pad-placement=before},layout-finalize)"
// RUN: layout-check %s --entry=told --dim=arg0.dim0:6 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=part --dim=arg0.dim0:6 --arg=1:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=calls --dim=arg0.dim0:7 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=sums --pipeline="builtin.module(layout-apply,layout-finalize)"

#pad = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
func.func @fill(%a: memref<?xi32, #pad>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #pad>
  affine.for %i = 0 to %n {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %a[%i] : memref<?xi32, #pad>
  }
  return
}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 8, i mod 4, j mod 8)>, pad<undef>,
                        index_map<(a, b, c, d) -> (b, a, c * 8 + d + 2)>, pad<value (a, b, c) -> (a + 10 * b + 100 * c)>>
#flip = #layout.buffer<index_map<(i, j) -> (j, i)>>
func.func @local(%a: memref<?x?xi64, #tiles>, %b: memref<?x?xi64, #flip>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?x?xi64, #flip>
  %m = memref.dim %b, %c1 : memref<?x?xi64, #flip>
  %t = memref.alloc(%n, %m) : memref<?x?xi64, #tiles>
  memref.copy %b, %t : memref<?x?xi64, #flip> to memref<?x?xi64, #tiles>
  layout.convert ins(%t : memref<?x?xi64, #tiles>) outs(%a : memref<?x?xi64, #tiles>)
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %t[%i, %j] : memref<?x?xi64, #tiles>
      %y = arith.addi %x, %x : i64
      affine.store %y, %b[%i, %j] : memref<?x?xi64, #flip>
    }
  }
  memref.dealloc %t : memref<?x?xi64, #tiles>
  return
}

// The physical shape tells the extent: 3 * n + 1 places, n of them behind offset 2.
#told = #layout.buffer<index_map<(i) -> (3 * i + 2)>, pad<-1 : i32>>
func.func @told(%a: memref<?xi32, #told>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #told>
  %x = arith.index_cast %n : index to i32
  linalg.fill ins(%x : i32) outs(%a : memref<?xi32, #told>)
  return
}

func.func @part(%a: memref<?xi32, #pad>, %n: index) {
  %x = arith.constant 11 : i32
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<?xi32, #pad>
  }
  return
}

func.func private @make(%n: index) -> memref<?xi32, #pad> {
  %a = memref.alloc(%n) : memref<?xi32, #pad>
  func.call @fill(%a) : (memref<?xi32, #pad>) -> ()
  return %a : memref<?xi32, #pad>
}
func.func private @pass(%a: memref<?xi32, #pad>) -> memref<?xi32, #pad> {
  return %a : memref<?xi32, #pad>
}
func.func @calls(%out: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xi32>
  %a = func.call @make(%n) : (index) -> memref<?xi32, #pad>
  %b = func.call @pass(%a) : (memref<?xi32, #pad>) -> memref<?xi32, #pad>
  memref.copy %b, %out : memref<?xi32, #pad> to memref<?xi32>
  memref.dealloc %a : memref<?xi32, #pad>
  return
}

// Allocated in a loop, of a size that is known only there.
func.func @sums(%out: memref<11xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0 : i32
  scf.for %i = %c0 to %c11 step %c1 {
    %i2 = arith.muli %i, %i : index
    %a = memref.alloc(%i2) : memref<?xi32, #pad>
    func.call @fill(%a) : (memref<?xi32, #pad>) -> ()
    %b = memref.alloc(%i2) : memref<?xi32, #pad>
    memref.copy %a, %b : memref<?xi32, #pad> to memref<?xi32, #pad>
    %sum = scf.for %j = %c0 to %i2 step %c1 iter_args(%s = %zero) -> i32 {
      %x = memref.load %b[%j] : memref<?xi32, #pad>
      %t = arith.addi %s, %x : i32
      scf.yield %t : i32
    }
    memref.store %sum, %out[%i] : memref<11xi32>
    memref.dealloc %a : memref<?xi32, #pad>
    memref.dealloc %b : memref<?xi32, #pad>
  }
  return
}
