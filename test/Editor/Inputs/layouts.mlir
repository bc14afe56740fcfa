#map = #layout.index_map<(i) -> (i floordiv 4, i mod 4)>
#rows = #layout.buffer<#map, pad<0 : i32>>
!rows_of_14 = memref<14xi32, #rows>
func.func @f(%a: memref<14xi32, #rows>, %b: !rows_of_14,
             %c: memref<9xi32> {layout.transform = #rows},
             %d: memref<?xi32, #rows>,
             %e: memref<8x8xi32, affine_map<(i, j) -> (j, i)>>,
             %plain: memref<8xi32>) {
  %g = memref.alloc() {layout.transform = #layout.buffer<
      index_map<(i) -> (i floordiv 3, i mod 3)>>} : memref<7xi32>
  return
}
// -----
#rows = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>>
#other = #layout.buffer<index_map<(i) -> (i)>>
func.func private @g(tensor<5xi32, #rows>)
