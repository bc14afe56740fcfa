"""A minimum of sums of 700 arguments, by 700 ops, without any division."""
NAMES = ", ".join(f"%n{i}: index" for i in range(700))
print(f"func.func @f(%a: memref<?xf32>, {NAMES}) -> f32 {{")
for i in range(1, 700):
    left = "%n0" if i == 1 else f"%p{i - 1}"
    print(f"%p{i} = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[{left}, %n{i}]")
print("%m = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%p699, %p698]\n"
      "%r = affine.load %a[symbol(%m)] : memref<?xf32>\nreturn %r : f32\n}")
