// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-to-llvm

// IR1. The bytes are not in the module.
// expected-error @below {{'memref.global' op has no value: the resource 'elsewhere' is not in the module; add it to dialect_resources}}
memref.global "private" constant @c : memref<i8> = dense_resource<elsewhere>
func.func @f() -> i8 {
  %c = memref.get_global @c : memref<i8>
  %x = memref.load %c[] : memref<i8>
  return %x : i8
}

// -----

// IR2. Of any rank, the bytes are as many as the type needs.
// expected-error @below {{'memref.global' op has no value: the resource 'long' has 20 bytes, and 'tensor<2x2xf32>' needs 16}}
memref.global "private" constant @long : memref<2x2xf32> = dense_resource<long>

{-# dialect_resources: { builtin: {
  long: "0x040000000000000000000000000000000000000000000000"
} } #-}

// -----

// expected-error @below {{'memref.global' op has no value: the resource 'short' has 1 bytes, and 'tensor<8xi1>' needs 8}}
memref.global "private" constant @short : memref<8xi1> = dense_resource<short>

{-# dialect_resources: { builtin: {
  short: "0x01000000FF"
} } #-}

// -----

// expected-error @below {{'memref.global' op has no value: the resource 'row' is not in the module; add it to dialect_resources}}
memref.global "private" constant @row : memref<8xf32> = dense_resource<row>
