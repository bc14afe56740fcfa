#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a program with weights of several types: weights.py OUT.mlir [SEED]."""

import random
import struct
import sys

# Name -> element type, struct's letter, shape; the sizes of two are no multiples of 64.
WEIGHTS = {"small": ("f32", "f", [3]), "odd": ("i8", "b", [4099]), "odder": ("i16", "h", [3, 1021]),
           "wide": ("f32", "f", [64, 61]), "long": ("i64", "q", [1024])}


def main():
    generator = random.Random(sys.argv[2] if len(sys.argv) > 2 else "1")
    text, blobs = "", []
    for name, (element, letter, shape) in WEIGHTS.items():
        count = 1
        for extent in shape:
            count *= extent
        numbers = [generator.randrange(-100, 100) for _ in range(count)]
        blobs.append(f'{name}: "0x08000000{struct.pack(f"<{count}{letter}", *numbers).hex()}"')
        extents = "x".join(map(str, shape))
        indices = ", ".join(["%i", "%j"][:len(shape)])
        text += f"""func.func @get_{name}(%i: index, %j: index) -> {element} {{
  %w = arith.constant dense_resource<{name}> : tensor<{extents}x{element}>
  %x = tensor.extract %w[{indices}] : tensor<{extents}x{element}>
  return %x : {element}
}}
"""
    text += """func.func @product(%x: memref<16x64xf32>, %y: memref<16x61xf32>) {
  %a = bufferization.to_tensor %x restrict : memref<16x64xf32> to tensor<16x64xf32>
  %w = arith.constant dense_resource<wide> : tensor<64x61xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x61xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x61xf32>) -> tensor<16x61xf32>
  %p = linalg.matmul ins(%a, %w : tensor<16x64xf32>, tensor<64x61xf32>) outs(%z : tensor<16x61xf32>) -> tensor<16x61xf32>
  bufferization.materialize_in_destination %p in restrict writable %y : (tensor<16x61xf32>, memref<16x61xf32>) -> ()
  return
}
"""
    with open(sys.argv[1], "w") as file:
        file.write(text + "{-#\n  dialect_resources: {\n    builtin: {\n" + ",\n".join(blobs) + "\n    }\n  }\n#-}\n")


if __name__ == "__main__":
    main()
