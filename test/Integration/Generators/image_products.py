#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes windows over images of bytes with few channels, on tensors without layouts.

  image_products.py SEED NUMBER

Channels last or first, of any signs, with zero points that are numbers or arguments, images
that are padded before, batches of unknown size, weights that are constants. The names of the
functions are f0, f1 and so on; a line "// check:" before each has the options of layout-check.
"""

import random
import sys

from dot_products import draw_factor, write_factor

PAD = """%pad = arith.constant {zero} : i8
%x = tensor.pad %image low{low} high{low} {{
^bb0(%d0: index, %d1: index, %d2: index, %d3: index):
tensor.yield %pad : i8
}} : {given} to {image}
"""


class Window:
    def __init__(self, rng):
        self.rng, self.is_first = rng, rng.random() < 0.4
        self.channels, self.results = rng.choice([1, 2, 3, 3, 4, 5, 6, 7, 9]), rng.choice([16, 33, 40, 61, 64])
        self.size, self.stride, self.places = rng.choice([3, 5]), rng.choice([1, 2]), rng.choice([4, 7, 9])
        self.margin = self.size // 2 if rng.random() < 0.5 else 0
        self.images, self.is_unknown = rng.choice([1, 2]), rng.random() < 0.3
        self.arguments = []

    def get_shape(self, side, channels):
        images = "?" if self.is_unknown else self.images
        return f"{images}x{channels}x{side}x{side}" if self.is_first else f"{images}x{side}x{side}x{channels}"

    def write_factor(self, name):
        extension, zero = draw_factor(self.rng)
        if self.rng.random() < 0.8:
            return zero, write_factor(name, (extension, zero))
        self.arguments.append(f"%{name}z: i32")
        return 0, (f"%{name}1 = arith.{extension} %{name}0 : i8 to i32\n"
                   f"%{name}2 = arith.subi %{name}1, %{name}z : i32\n", f"%{name}2")

    def write(self, number):
        side = (self.places - 1) * self.stride + self.size
        given = f"tensor<{self.get_shape(side - 2 * self.margin, self.channels)}xi8>"
        image = f"tensor<{self.get_shape(side, self.channels)}xi8>"
        sums = f"tensor<{self.get_shape(self.places, self.results)}xi32>"
        square = f"{self.size}x{self.size}"
        weights = (f"tensor<{self.results}x{self.channels}x{square}xi8>" if self.is_first else
                   f"tensor<{square}x{self.channels}x{self.results}xi8>")
        (zero, (left, a)), (_, (right, b)) = self.write_factor("a"), self.write_factor("b")
        low = [self.margin if (d > 1 if self.is_first else 0 < d < 3) else 0 for d in range(4)]
        pad = PAD.format(zero=(zero + 128) % 256 - 128, low=low, given=given, image=image) if self.margin else ""
        values = "".join(f"{self.rng.randrange(256):02X}"
                         for _ in range(self.size * self.size * self.channels * self.results))
        at = f"{self.stride} * d1 + d4, {self.stride} * d2 + d5"
        maps = ((f"d0, d6, {at}", "d3, d6, d4, d5", "d0, d3, d1, d2") if self.is_first else
                (f"d0, {at}, d6", "d4, d5, d6, d3", "d0, d1, d2, d3"))
        maps = ", ".join(f"affine_map<(d0, d1, d2, d3, d4, d5, d6) -> ({results})>" for results in maps)
        loops = '"parallel", ' * 4 + '"reduction", "reduction", "reduction"'
        extents = " --dim=arg0.dim0:2" if self.is_unknown else ""
        numbers = "".join(f" --arg={i + 1}:-37" for i in range(len(self.arguments)))
        size = ("%zero = arith.constant 0 : index\n"
                f"%n = tensor.dim %image, %zero : {given}\n") if self.is_unknown else ""
        print(f"// check: --entry=f{number}{extents}{numbers}\n"
              f"func.func @f{number}({', '.join([f'%image: {given}', *self.arguments])}) -> {sums} {{\n"
              f'%w = arith.constant dense<"0x{values}"> : {weights}\n{size}{pad}'
              f"%e = tensor.empty({'%n' if self.is_unknown else ''}) : {sums}\n"
              f"%i = arith.constant 5 : i32\n%o = linalg.fill ins(%i : i32) outs(%e : {sums}) -> {sums}\n"
              f"%r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}}\n"
              f"ins({'%x' if pad else '%image'}, %w : {image}, {weights}) outs(%o : {sums}) {{\n"
              f"^bb0(%a0: i8, %b0: i8, %sum: i32):\n{left}{right}"
              f"%p = arith.muli {a}, {b} : i32\n%q = arith.addi %sum, %p : i32\n"
              f"linalg.yield %q : i32\n}} -> {sums}\nreturn %r : {sums}\n}}\n")


def main():
    rng = random.Random(int(sys.argv[1]))
    for number in range(int(sys.argv[2])):
        Window(rng).write(number)


if __name__ == "__main__":
    main()
