"""Prints a function of which a question would take more work than is done for one."""

import sys

kind, count = sys.argv[1], int(sys.argv[2])
body = ""
if kind == "variables":  # that conditions around a store connect
    names = [f"%i{n}" for n in range(count)]
    body += f"affine.parallel ({', '.join(names)}) = ({', '.join(['0'] * count)})"
    body += f" to ({', '.join(['4'] * count)}) {{\n"
    starts = range(0, count - 1, 20)
    for start in starts:  # each shares a variable with the next
        some = names[start : start + 21]
        dims = [f"d{n}" for n in range(len(some))]
        body += f"affine.if affine_set<({', '.join(dims)}) : "
        body += f"({' + '.join(dims)} - 6 == 0)>({', '.join(some)}) {{\n"
    body += "affine.store %x, %a[0] : memref<4000xi32>\n"
    body += "}\n" * (len(starts) + 1)
elif kind == "cases":  # each pair of numbers is excluded by itself
    numbers = range(count)
    for n in numbers:
        body += f"%c{n} = arith.constant {n} : index\n"
    # and no iteration is sure, of which an assumption would be false
    some = f"min affine_map<()[n] -> ({count}, n)>()[%n]"
    body += f"affine.for %i = 0 to {some} {{\naffine.for %j = 0 to {some} {{\n"
    for n in numbers:
        body += f"%i{n} = arith.cmpi ne, %i, %c{n} : index\n"
        body += f"%j{n} = arith.cmpi ne, %j, %c{n} : index\n"
    for n in numbers:
        for m in numbers:
            body += f"%not{n}_{m} = arith.ori %i{n}, %j{m} : i1\n"
            body += f"layout.assume %not{n}_{m} : i1\n"
    body += "affine.if affine_set<(i, j) : (i + j - 3 >= 0)>(%i, %j) {\n"
    body += "affine.store %x, %a[%i] : memref<4000xi32>\n}\n}\n}\n"
else:  # stores that others overwrite in part, before all is read
    loop = "affine.for %i = 0 to {} {{\naffine.store %{}, %a[{}] : memref<4000xi32>\n}}\n"
    body += loop.format(4000, "x", "%i")
    for n in range(2, count + 2):
        body += loop.format(4000 // (2 * n) - 1, "y", f"{2 * n} * %i + {n}")
print(
    "func.func @f(%a: memref<4000xi32> {llvm.noalias}, %x: i32, %y: i32, %n: index) {\n"
    f"{body}return\n}}"
)
