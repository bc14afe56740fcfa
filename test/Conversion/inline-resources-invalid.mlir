// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-to-llvm

// IR1. The bytes are not in the module.
// expected-error @below {{'memref.global' op has no value: the resource 'elsewhere' is not in the module, or does not have the bytes of one element; add it to dialect_resources}}
memref.global "private" constant @c : memref<i8> = dense_resource<elsewhere>
func.func @f() -> i8 {
  %c = memref.get_global @c : memref<i8>
  %x = memref.load %c[] : memref<i8>
  return %x : i8
}
