"""Prints a function with so many accesses that a pass stops asking about them."""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
store = "affine.store %x, %a[{}] : memref<?xi32>\n"
if kind == "neighbours":  # loops over equal ranges
    body = "affine.for %i = 0 to 4 {\n" + store.format("%i") * count + "}\n"
    body *= 2
elif kind == "between":  # such loops, another one
    body = "affine.for %i = 0 to 4 {\n" + store.format("%i") * count + "}\n"
    body += body.replace("to 4", "to 5") + body
elif kind == "nest":  # around an access that is to be walked in order
    body = "affine.for %i = 0 to 4 {\naffine.for %j = 0 to 4 {\n"
    body += "affine.store %x, %b[%j, %i] : memref<4x4xi32>\n"
    body += store.format("%j") * count + "}\n}\n"
elif kind == "parts":  # of a loop that two loops are in
    body = "affine.for %j = 0 to 4 {\n" + store.format("%i * 4 + %j") * count + "}\n"
    body = "affine.for %i = 0 to 4 {\n" + body * 2 + "}\n"
elif kind == "chain":  # of copies, the last of which nobody reads
    body = "".join(
        f"%t{n} = memref.alloca() : memref<1xi32>\n"
        f"memref.store %{'x' if n == 0 else f'v{n - 1}'}, %t{n}[%i] : memref<1xi32>\n"
        f"%v{n} = memref.load %t{n}[%i] : memref<1xi32>\n"
        for n in range(count)
    )
elif kind == "names":  # of buffers that may be one, each stored to and read
    body = "".join(
        f"affine.store %x, %b{n}[0] : memref<4xi32>\n"
        f"%v{n} = affine.load %b{n}[2] : memref<4xi32>\n"
        f"affine.store %v{n}, %b{n}[1] : memref<4xi32>\n"
        for n in range(count)
    )
else:  # of one value to elements that may be one
    body = "".join(
        f"memref.store %x, %a[%i{n}] : memref<?xi32>\n" for n in range(count)
    )
arguments = "".join(f", %i{n}: index" for n in range(count)) * (kind == "stores")
arguments += ", %i: index" * (kind == "chain")
if kind == "names":
    arguments = "".join(f", %b{n}: memref<4xi32>" for n in range(count))
print(
    "func.func @f(%a: memref<?xi32> {llvm.noalias}, %x: i32, "
    "%b: memref<4x4xi32> {llvm.noalias, layout.sequential}"
    f"{arguments}) {{\n{body}return\n}}"
)
