"""A function with 25 branches, each to a block with a symbol of its own."""
print("func.func @f(%x: memref<?xf32>, %c: i1, %p: memref<index>, %v: f32) {\ncf.br ^b0")
for n in range(25):
    print(f"^b{n}:\ncf.cond_br %c, ^t{n}, ^b{n + 1}\n^t{n}:\n"
          f"%k{n} = memref.load %p[] : memref<index>\n"
          f"affine.for %i = 0 to %k{n} {{ affine.store %v, %x[%i] : memref<?xf32> }}\n"
          f"cf.br ^b{n + 1}")
print("^b25:\nreturn\n}")
