#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a network of two layers whose weights are arguments; of a header of it, given as an
argument, how many bytes these have, as options of a compiler of C.
"""

import math
import re
import sys

PROGRAM = """func.func @network(%x: tensor<12x64xf32>, %first: tensor<200x64xf32> {layout.weight = "first"},
                   %second: tensor<200x61xf32> {layout.weight}) -> tensor<12x61xf32> {
  %zero = arith.constant 0.0 : f32
  %t = tensor.empty() : tensor<64x200xf32>
  %w = linalg.transpose ins(%first : tensor<200x64xf32>) outs(%t : tensor<64x200xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<12x200xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x200xf32>) -> tensor<12x200xf32>
  %r = linalg.matmul ins(%x, %w : tensor<12x64xf32>, tensor<64x200xf32>) outs(%z : tensor<12x200xf32>) -> tensor<12x200xf32>
  %e2 = tensor.empty() : tensor<12x61xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<12x61xf32>) -> tensor<12x61xf32>
  %r2 = linalg.matmul ins(%r, %second : tensor<12x200xf32>, tensor<200x61xf32>) outs(%z2 : tensor<12x61xf32>) -> tensor<12x61xf32>
  return %r2 : tensor<12x61xf32>
}"""


def main():
    if len(sys.argv) == 1:
        return print(PROGRAM)
    text = open(sys.argv[1]).read()
    for name, packer in (("FIRST", "network_pack_first"), ("SECOND", "network_pack_arg2")):
        [shape] = re.findall(rf"@{packer} : \(memref<.*?>, memref<([\dx]*)xf32", text)
        print(f"-D{name}_BYTES={4 * math.prod(map(int, shape.split('x')))}")


if __name__ == "__main__":
    main()
