"""Prints a call with one of many buffers."""

import sys

count = int(sys.argv[1])
print(
    "#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>\n"
    "func.func private @put(%a: memref<14xi32, #T>, %x: i32) {\n"
    "  affine.store %x, %a[0] : memref<14xi32, #T>\n  return\n}\n"
    "func.func @f(%x: i32, %c: i1) {\n"
    "  %s0 = memref.alloc() : memref<14xi32, #T>"
)
for n in range(1, count):
    print(f"  %a{n} = memref.alloc() : memref<14xi32, #T>")
    print(f"  %s{n} = arith.select %c, %s{n - 1}, %a{n} : memref<14xi32, #T>")
print(
    f"  call @put(%s{count - 1}, %x) : (memref<14xi32, #T>, i32) -> ()\n  return\n}}"
)
