"""Prints a function that stores to a buffer many times, then loads from it."""

import argparse

parser = argparse.ArgumentParser()
parser.add_argument("count", type=int)
parser.add_argument("--in-loop", action="store_true")
options = parser.parse_args()

index = "%i" if options.in_loop else "0"
stores = f"    affine.store %x, %a[{index}] : memref<16xi32>\n" * options.count
if options.in_loop:
    stores = f"  affine.for %i = 0 to 16 {{\n{stores}  }}\n"
print(
    "func.func @f(%a: memref<16xi32>, %b: memref<16xi32> {llvm.noalias}) {\n"
    "  %x = arith.constant 1 : i32\n" + stores + "  affine.for %j = 0 to 16 {\n"
    "    %y = affine.load %a[%j] : memref<16xi32>\n"
    "    %c = arith.cmpi eq, %y, %x : i32\n"
    "    scf.if %c {\n"
    "      affine.store %y, %b[%j] : memref<16xi32>\n"
    "    }\n"
    "  }\n"
    "  return\n"
    "}"
)
