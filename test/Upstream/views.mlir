// Two unknown sizes in one group: the sizes of `output_shape` are not read.
// Worked around in layout-legalize (views). Mended if this test fails.
// UNSUPPORTED: sanitize
// RUN: not --crash %stock_mlir_opt %s --expand-strided-metadata
func.func @f(%a: memref<?xf32>, %m: index, %n: index) -> memref<?x?xf32> {
  %e = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  return %e : memref<?x?xf32>
}
