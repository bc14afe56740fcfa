// Requests for buffers of dynamic shape, executed with and without them.
// RUN: layout-check %s --entry=blur --dim=arg0.dim0:0 --dim=arg0.dim1:3 --dim=arg1.dim0:0 --dim=arg1.dim1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blur --dim=arg0.dim0:1 --dim=arg0.dim1:1 --dim=arg1.dim0:1 --dim=arg1.dim1:1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blur --dim=arg0.dim0:8 --dim=arg0.dim1:4 --dim=arg1.dim0:8 --dim=arg1.dim1:4 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blur --dim=arg0.dim0:9 --dim=arg0.dim1:6 --dim=arg1.dim0:9 --dim=arg1.dim1:6 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blur --dim=arg0.dim0:0 --dim=arg0.dim1:0 --dim=arg1.dim0:0 --dim=arg1.dim1:0 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=matmul --dim=arg0.dim0:5 --dim=arg0.dim1:3 --dim=arg1.dim0:3 --dim=arg1.dim1:9 --dim=arg2.dim0:5 --dim=arg2.dim1:9 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=matmul --dim=arg0.dim0:5 --dim=arg0.dim1:0 --dim=arg1.dim0:0 --dim=arg1.dim1:9 --dim=arg2.dim0:5 --dim=arg2.dim1:9 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=matmul --dim=arg0.dim0:4 --dim=arg0.dim1:4 --dim=arg1.dim0:4 --dim=arg1.dim1:8 --dim=arg2.dim0:4 --dim=arg2.dim1:8 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"

#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<-3 : i32>>
#T = #layout.buffer<index_map<(i, j) -> (j floordiv 2, i floordiv 8, i mod 8, j mod 2)>, pad<value (a, b, c, d) -> (a + b + c + d)>>

func.func private @twice(%a: memref<?x?xi32>, %b: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xi32>
  %m = memref.dim %a, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %a[%i, %j] : memref<?x?xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %b[%i, %j] : memref<?x?xi32>
    }
  }
  return
}
func.func @blur(%a: memref<?x?xi32> {layout.transform = #L}, %b: memref<?x?xi32> {layout.transform = #T}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xi32>
  %m = memref.dim %a, %c1 : memref<?x?xi32>
  %t = memref.alloc(%n, %m) {layout.transform = #T} : memref<?x?xi32>
  func.call @twice(%a, %t) : (memref<?x?xi32>, memref<?x?xi32>) -> ()
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%t : memref<?x?xi32>) outs(%b : memref<?x?xi32>) {
  ^bb0(%x: i32, %y: i32):
    %z = arith.subi %y, %x : i32
    linalg.yield %z : i32
  }
  memref.dealloc %t : memref<?x?xi32>
  return
}

func.func @matmul(%a: memref<?x?xi32> {layout.transform = #L}, %b: memref<?x?xi32> {layout.transform = #T},
                  %c: memref<?x?xi32> {layout.transform = #L}) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<?x?xi32>)
  linalg.matmul ins(%a, %b : memref<?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?xi32>)
  return
}
