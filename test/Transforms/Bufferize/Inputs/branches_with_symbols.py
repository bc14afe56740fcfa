"""A function with 25 branches, or so many, each to a block with symbols of its own."""
import sys

SIZE = int(sys.argv[1]) if len(sys.argv) > 1 else 25
print("""func.func @other() {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}
func.func @f(%x: memref<?xf32>, %c: i1, %p: memref<index>, %v: f32) {
  %zero = arith.constant 0 : index
  cf.br ^b0""")
for n in range(SIZE):
    # The symbol is a loaded number, or an extent that is read in a branch of scf.
    print(f"^b{n}:\ncf.cond_br %c, ^t{n}, ^b{n + 1}\n^t{n}:\n"
          f"%k{n} = memref.load %p[] : memref<index>\n"
          f"%a{n} = memref.alloc(%k{n}) : memref<?xf32>\n"
          "scf.if %c {\n"
          f"  %d = memref.dim %a{n}, %zero : memref<?xf32>\n"
          "  affine.for %i = 0 to %d { affine.store %v, %x[%i] : memref<?xf32> }\n"
          f"}}\nmemref.dealloc %a{n} : memref<?xf32>\ncf.br ^b{n + 1}")
print(f"^b{SIZE}:\nreturn\n}}")
