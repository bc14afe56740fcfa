// The element of a resource of rank 0 is read as if it were a `dense` attribute.
// Worked around in layout-legalize (resources). Mended if this test fails.
// UNSUPPORTED: sanitize
// RUN: not --crash %stock_mlir_opt %s --finalize-memref-to-llvm 2>&1 | FileCheck %s
// CHECK: ElementsAttr does not provide iteration facilities
memref.global "private" constant @c : memref<i8> = dense_resource<blob>
func.func @f() -> memref<i8> {
  %0 = memref.get_global @c : memref<i8>
  return %0 : memref<i8>
}
{-#
  dialect_resources: { builtin: { blob: "0x0100000001" } }
#-}
