"""Prints a kernel that chooses among many cases."""

import sys

cases = "".join(
    f"    case {i} {{\n      memref.store %v, %a[%i] : memref<8xi32>\n      scf.yield\n    }}\n"
    for i in range(int(sys.argv[1]))
)
print(
    "gpu.module @m {\n"
    "  gpu.func @f(%a: memref<8xi32>, %v: i32, %i: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {\n"
    f"    scf.index_switch %i\n{cases}    default {{\n    }}\n    gpu.return\n  }}\n}}"
)
