# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles programs of kinds that a search without a bound would not come to an end with.

  large_programs.py LAYOUT_OPT [KIND ...]

Each kind is a function of a size. layout-compile, with `deallocate` and without, has to end
within LIMIT seconds of processor time on a program of the size that is stated, and what it
makes of it may have at most GROWTH times as many lines as what it makes of a third of that.
Of the kinds that say so, what other passes make may have at most so many times as many loops
as the program has.
"""

import resource
import subprocess
import sys

LIMIT = 20  # generous, for machines at work: all but a few take less than 1
GROWTH = 3.6
OPTIONS = "target=x86-64-v3 contract reassociate approximate"
BUFFER, TENSOR, MATRIX = "memref<64xf32>", "tensor<64xf32>", "tensor<64x64xf32>"
BLOCKS = "#layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>"
RUNS = "#runs = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<0.0 : f32>>\n"
LOOP = "affine.for %i = 0 to 64 {\n"
INDICES = "".join(f"%c{n} = arith.constant {n} : index\n" for n in (0, 1, 64))


def function(arguments, body, result="", returned="", name="f"):
    type = f" -> {result}" if result else ""
    back = f"return {returned} : {result}" if result else "return"
    return f"func.func @{name}({arguments}){type} {{\n{body}{back}\n}}\n"


def repeat(count, write):
    return "".join(write(n) for n in range(count))


def in_blocks(kind):
    """The kind, whose buffers and tensors have a layout."""
    def program(size):
        global BUFFER, TENSOR
        plain = BUFFER, TENSOR
        BUFFER, TENSOR = (f"{type[:-1]}, {BLOCKS}>" for type in plain)
        text = kind(size)
        BUFFER, TENSOR = plain
        return text
    program.__name__ = f"{kind.__name__}_in_blocks"
    return program


def add_rows(source, target, tag=""):
    return (f"{LOOP}%v{tag} = affine.load {source}[%i] : {BUFFER}\n"
            f"%w{tag} = arith.addf %v{tag}, %x : f32\n"
            f"affine.store %w{tag}, {target}[%i] : {BUFFER}\n}}\n")


def nested_conditions(size):
    return function(f"%a: {BUFFER}, %x: f32, %n: index", LOOP + repeat(size, lambda n: (
        f"affine.if affine_set<(d0)[s0] : (d0 * {n + 2} - s0 + {n * n} >= 0, "
        f"-d0 * {n + 3} + s0 + {7 * n} >= 0)>(%i)[%n] {{\n"))
        + f"affine.store %x, %a[%i] : {BUFFER}\n" + "}\n" * size + "}\n")


def nested_choices(size):
    return function(f"%a: {BUFFER}, %b: {BUFFER}, %x: f32, %n: index", INDICES +
                    "scf.for %i = %c0 to %c64 step %c1 {\n" + repeat(size, lambda n: (
                        f"%k{n} = arith.constant {n + 1} : index\n"
                        f"%m{n} = arith.muli %i, %k{n} : index\n"
                        f"%q{n} = arith.cmpi slt, %m{n}, %n : index\nscf.if %q{n} {{\n"
                        f"memref.store %x, %b[%i] : {BUFFER}\n}} else {{\n"))
                    + f"memref.store %x, %a[%i] : {BUFFER}\n" + "}\n" * size + "}\n")


def constraints(size):
    terms = ", ".join(f"d0 * {n % 7 + 1} - d1 * {n % 5 + 1} + s0 * {n % 3} + {n} >= 0"
                      for n in range(size))
    type = "memref<64x64xf32>"
    return function(f"%a: {type}, %x: f32, %n: index", LOOP + "affine.for %j = 0 to 64 {\n"
                    f"affine.if affine_set<(d0, d1)[s0] : ({terms})>(%i, %j)[%n] {{\n"
                    f"affine.store %x, %a[%i, %j] : {type}\n}}\n}}\n}}\n")


def minima(size):
    """Of the last there are 2^size ways to the first."""
    type = "memref<64xi32>"
    return function(f"%a: {type}, %b: {type}", f"{LOOP}%v0 = affine.load %a[%i] : {type}\n"
                    f"%w0 = affine.load %b[%i] : {type}\n" + repeat(size, lambda n: (
                        f"%v{n + 1} = arith.minsi %v{n}, %w{n} : i32\n"
                        f"%w{n + 1} = arith.maxsi %w{n}, %v{n} : i32\n"))
                    + f"affine.store %v{size}, %b[%i] : {type}\n}}\n")


def tower_of_maps(size, map):
    """Of a map of an index, which is %i at first, and of %i."""
    return function(f"%a: {BUFFER}, %x: f32", LOOP +
                    "%p0 = affine.apply affine_map<(d0) -> (d0)>(%i)\n" + repeat(size, lambda n: (
                        f"%p{n + 1} = affine.apply affine_map<(d0, d1) -> ({map})>"
                        f"(%p{n}, %i)\n"))
                    + f"%m = affine.apply affine_map<(d0) -> (d0 mod 64)>(%p{size})\n"
                    f"affine.store %x, %a[%m] : {BUFFER}\n}}\n")


def maps_of_maps(size):
    return tower_of_maps(size, "d0 + d1 - 1")


def quotients_of_quotients(size):
    """Written as one map, it has 2^size terms."""
    return tower_of_maps(size, "d0 floordiv 2 + d0 mod 3")


def loops_that_exchange(size):
    """Each loop exchanges the two tensors of the one around it."""
    types = f"({TENSOR}, {TENSOR})"
    opened = repeat(size, lambda n: (
        f"%r{n}:2 = scf.for %i{n} = %c0 to %c64 step %c1 iter_args(%x{n + 1} = %x{n}, "
        f"%y{n + 1} = %y{n}) -> {types} {{\n"))
    closed = "".join(f"scf.yield %r{n}#1, %r{n}#0 : {TENSOR}, {TENSOR}\n}}\n"
                     for n in reversed(range(1, size)))
    return (f"func.func @f(%x0: {TENSOR}, %y0: {TENSOR}) -> {types} {{\n{INDICES}{opened}"
            f"%n = math.absf %x{size} : {TENSOR}\nscf.yield %y{size}, %n : {TENSOR}, {TENSOR}\n"
            f"}}\n{closed}return %r0#0, %r0#1 : {TENSOR}, {TENSOR}\n}}\n")


def loops_in_turn_that_exchange(size):
    """Each loop exchanges the two tensors that the one before it leaves."""
    types = f"({TENSOR}, {TENSOR})"
    return function(f"%x0: {TENSOR}, %y0: {TENSOR}, %n: index", INDICES + repeat(size, lambda n: (
        f"%x{n + 1}, %y{n + 1} = scf.for %i{n} = %c0 to %n step %c1 iter_args(%p{n} = %x{n}, "
        f"%q{n} = %y{n}) -> {types} {{\n%t{n} = arith.addf %p{n}, %q{n} : {TENSOR}\n"
        f"scf.yield %q{n}, %t{n} : {TENSOR}, {TENSOR}\n}}\n")), TENSOR, f"%x{size}")


def branches_that_overwrite(size):
    """Each overwrites the tensor of the one around it: by an op, a loop, a call, a view."""
    matrix = "tensor<8x8xf32>"
    set = function(f"%a: {TENSOR}, %i: index, %x: f32",
                   f"%r = tensor.insert %x into %a[%i] : {TENSOR}\n", TENSOR, "%r", "set")

    def overwrite(n):
        ways = [
            f"%t{n + 1} = tensor.insert %x into %t{n}[%k] : {TENSOR}\n",
            f"%t{n + 1} = scf.for %i = %c0 to %k step %c1 iter_args(%u = %t{n}) -> {TENSOR} {{\n"
            f"%w = tensor.insert %x into %u[%i] : {TENSOR}\nscf.yield %w : {TENSOR}\n}}\n",
            f"%t{n + 1} = func.call @set(%t{n}, %k, %x) : ({TENSOR}, index, f32) -> {TENSOR}\n"]
        if BLOCKS not in TENSOR:
            ways.append(
                f"%g{n} = tensor.expand_shape %t{n} [[0, 1]] output_shape [8, 8] : {TENSOR} into "
                f"{matrix}\n%h{n} = tensor.insert %x into %g{n}[%c1, %c0] : {matrix}\n"
                f"%t{n + 1} = tensor.collapse_shape %h{n} [[0, 1]] : {matrix} into {TENSOR}\n")
        return ways[n % len(ways)]

    opened = repeat(size, lambda n: f"%r{n} = scf.if %c -> {TENSOR} {{\n{overwrite(n)}")
    closed = "".join(f"scf.yield {f'%r{n + 1}' if n + 1 < size else f'%t{size}'} : {TENSOR}\n}} "
                     f"else {{\nscf.yield %t{n} : {TENSOR}\n}}\n" for n in reversed(range(size)))
    return set.replace("func.func @", "func.func private @") + function(
        f"%t0: {TENSOR}, %c: i1, %k: index, %x: f32", INDICES + opened + closed, TENSOR, "%r0")


def turns(size):
    """A loop hands on one of its tensors to the next in each iteration."""
    types = ", ".join([TENSOR] * size)
    return function(
        "%x: f32, " + ", ".join(f"%t{n}: {TENSOR}" for n in range(size)), INDICES +
        f"%r:{size} = scf.for %i = %c0 to %c64 step %c1 iter_args("
        + ", ".join(f"%a{n} = %t{n}" for n in range(size)) + f") -> ({types}) {{\n"
        f"%y = math.absf %a0 : {TENSOR}\nscf.yield "
        + ", ".join([f"%a{n}" for n in range(1, size)] + ["%y"]) + f" : {types}\n}}\n",
        TENSOR, "%r#0")


def buffers_in_turns(size):
    """Which buffer is which depends on `size` conditions."""
    return function(f"%t0: {BUFFER}, %u0: {BUFFER}, %c: i1, %d: i1, %x: f32", repeat(
        size, lambda n: (f"%t{n + 1} = arith.select %c, %t{n}, %u{n} : {BUFFER}\n"
                         f"%u{n + 1} = arith.select %d, %t{n}, %u{n} : {BUFFER}\n"))
        + add_rows(f"%t{size}", f"%u{size}"))


def calls(size):
    """Each function calls the one before it twice: 2^size executions of the first."""
    type = f"({TENSOR}) -> {TENSOR}"
    text = function(f"%a: {TENSOR}", f"%m = math.absf %a : {TENSOR}\n", TENSOR, "%m", "f0")
    return text + repeat(size, lambda n: function(
        f"%a: {TENSOR}", f"%c = call @f{n}(%a) : {type}\n%d = call @f{n}(%c) : {type}\n"
        f"%m = arith.addf %c, %d : {TENSOR}\n", TENSOR, "%m", f"f{n + 1}"))


def functions(size):
    return repeat(size, lambda n: function(
        f"%a: {MATRIX}, %b: {MATRIX}", "%z = arith.constant 0.0 : f32\n"
        f"%e = tensor.empty() : {MATRIX}\n"
        f"%f = linalg.fill ins(%z : f32) outs(%e : {MATRIX}) -> {MATRIX}\n"
        f"%m = linalg.matmul ins(%a, %b : {MATRIX}, {MATRIX}) outs(%f : {MATRIX}) -> {MATRIX}\n",
        MATRIX, "%m", f"f{n}"))


def results(size):
    types = ", ".join([TENSOR] * size)
    names = ", ".join(f"%t{n + 1}" for n in range(size))
    return (f"func.func @f(%t0: {TENSOR}) -> ({types}) {{\n"
            + repeat(size, lambda n: f"%t{n + 1} = arith.negf %t{n} : {TENSOR}\n")
            + f"return {names} : {types}\n}}\n")


def sums_of_themselves(size):
    return function(f"%t0: {TENSOR}", repeat(
        size, lambda n: f"%t{n + 1} = arith.addf %t{n}, %t{n} : {TENSOR}\n"), TENSOR, f"%t{size}")


def requests(size):
    return RUNS + function(f"%b0: {BUFFER}, %x: f32", repeat(size, lambda n: (
        f"%b{n + 1} = memref.alloc() {{layout.transform = #runs}} : {BUFFER}\n"
        + add_rows(f"%b{n}", f"%b{n + 1}", n)))
        + f"memref.copy %b{size}, %b0 : {BUFFER} to {BUFFER}\n")


def buffers_that_may_be_one(size):
    return function("%x: f32, " + ", ".join(f"%a{n}: {BUFFER}" for n in range(size)), repeat(
        size, lambda n: add_rows(f"%a{n}", f"%a{(n + 1) % size}", n)))


def accesses_of_one_loop(size):
    return function(", ".join(f"%a{n}: {BUFFER}" for n in range(size)), LOOP + repeat(
        size, lambda n: f"%v{n} = affine.load %a{n}[%i] : {BUFFER}\n") + repeat(
            size, lambda n: f"affine.store %v{(n + 1) % size}, %a{n}[%i] : {BUFFER}\n") + "}\n")


def stores(size):
    return function(f"%a: {BUFFER}, %x: f32", repeat(
        size, lambda n: f"affine.store %x, %a[{7 * n % 64}] : {BUFFER}\n"))


def views(size):
    def view(n):
        row = f"memref<8xf32, strided<[1], offset: {8 * n}>>"
        return (f"%s{n} = memref.subview %a[{n}, 0] [1, 8] [1, 1] : memref<{size}x8xf32> to "
                f"{row}\naffine.for %i = 0 to 8 {{\naffine.store %x, %s{n}[%i] : {row}\n}}\n")
    return function(f"%a: memref<{size}x8xf32>, %x: f32", repeat(size, view))


def views_of_views(size):
    type = "memref<?xf32, strided<[?], offset: ?>>"
    return function(f"%t0: {type}, %x: f32, %k: index", repeat(size, lambda n: (
        f"%t{n + 1} = memref.subview %t{n}[%k] [%k] [2] : {type} to {type}\n"))
        + f"affine.for %i = 0 to 8 {{\naffine.store %x, %t{size}[%i] : {type}\n}}\n")


def globals_of_one_function(size):
    type = "memref<8xf32>"
    return repeat(size, lambda n: (
        f"memref.global \"private\" constant @g{n} : {type} = dense<{n}.0>\n")) + function(
            f"%a: {type}", repeat(size, lambda n: (
                f"%g{n} = memref.get_global @g{n} : {type}\naffine.for %i = 0 to 8 {{\n"
                f"%v = affine.load %g{n}[%i] : {type}\naffine.store %v, %a[%i] : {type}\n}}\n")))


def deep_nest(size):
    type = "memref<1000xf32>"
    place = " + ".join(f"%i{n}" for n in range(size))
    return function(f"%a: {type}, %x: f32", repeat(
        size, lambda n: f"affine.for %i{n} = 0 to {2 + n % 3} {{\n")
        + f"%v = affine.load %a[{place}] : {type}\n%w = arith.addf %v, %x : f32\n"
        f"affine.store %w, %a[%i0] : {type}\n" + "}\n" * size)


def subscripts_of_all_loops(size):
    sum = " + ".join(f"%i{n} * {n + 1}" for n in range(size))
    return function("%a: memref<?xf32>, %b: memref<?xf32>", repeat(
        size, lambda n: f"affine.for %i{n} = 0 to 2 {{\n")
        + f"%v = affine.load %a[{sum}] : memref<?xf32>\n"
        + f"affine.store %v, %b[{sum}] : memref<?xf32>\n" + "}\n" * size)


def rank(size):
    """A layout of `size` tiled dimensions."""
    type = f"memref<{'x'.join(['3'] * size)}xf32>"
    names = [f"d{n}" for n in range(size)]
    digits = [f"{name} floordiv 2" for name in names] + [f"{name} mod 2" for name in names]
    place = [f"%i{n}" for n in range(size)]
    return (f"#L = #layout.buffer<index_map<({', '.join(names)}) -> ({', '.join(digits)})>, "
            "pad<0.0 : f32>>\n") + function(
                f"%a: {type} {{layout.transform = #L}}, %b: {type}",
                "".join(f"affine.for {name} = 0 to 3 {{\n" for name in place)
                + f"%v = affine.load %b[{', '.join(place)}] : {type}\n"
                f"affine.store %v, %a[{', '.join(reversed(place))}] : {type}\n" + "}\n" * size)


def branches(size):
    """Two ways from each of `size` branches to the next: 2^size ways to the last."""
    return function(f"%a: {BUFFER}, %x: f32, %k: index, %c: i1", "cf.br ^b0\n" + repeat(
        size, lambda n: (f"^b{n}:\ncf.cond_br %c, ^t{n}, ^b{n + 1}\n^t{n}:\n"
                         f"memref.store %x, %a[%k] : {BUFFER}\ncf.br ^b{n + 1}\n"))
        + f"^b{size}:\n")


def bounds_of_minima(size):
    """Of the bound of a loop there are 2^size ways to the first of the minima."""
    return function(f"%a: {BUFFER}, %v0: index, %w0: index, %x: f32", INDICES + repeat(
        size, lambda n: (f"%v{n + 1} = arith.minsi %v{n}, %w{n} : index\n"
                         f"%w{n + 1} = arith.maxsi %w{n}, %v{n} : index\n"))
        + f"%end = arith.minsi %v{size}, %c64 : index\n"
        f"scf.for %i = %c0 to %end step %c1 {{\nmemref.store %x, %a[%i] : {BUFFER}\n}}\n")


def minima_of_maps(size):
    """The same as maps, in front of a loop that is affine."""
    pair = "()[s0, s1] -> (s0, s1)"
    return function(f"%a: {BUFFER}, %v0: index, %w0: index, %x: f32", repeat(size, lambda n: (
        f"%v{n + 1} = affine.min affine_map<{pair}>()[%v{n}, %w{n}]\n"
        f"%w{n + 1} = affine.max affine_map<{pair}>()[%w{n}, %v{n}]\n"))
        + f"affine.for %i = 0 to min affine_map<()[s0] -> (s0, 64)>()[%v{size}] {{\n"
        f"affine.store %x, %a[%i] : {BUFFER}\n}}\n")


def negate_rows(size):
    whole, row = f"tensor<{size}x8xf32>", "tensor<1x8xf32>"
    return whole, row, [
        f"%s{n} = tensor.extract_slice %x[{size - 1 - n}, 0] [1, 8] [1, 1] : {whole} to {row}\n"
        f"%y{n} = arith.negf %s{n} : {row}\n" for n in range(size)]


def inserted_rows(size):
    """Each is inserted into the tensor with all rows before it."""
    whole, row, rows = negate_rows(size)
    return function(f"%x: {whole}", f"%t0 = tensor.empty() : {whole}\n" + repeat(
        size, lambda n: (
            f"{rows[n]}%t{n + 1} = tensor.insert_slice %y{n} into %t{n}[{n}, 0] [1, 8] [1, 1] : "
            f"{row} into {whole}\n")), whole, f"%t{size}")


def concatenated_rows(size):
    whole, row, rows = negate_rows(size)
    names = ", ".join(f"%y{n}" for n in range(size))
    types = ", ".join([row] * size)
    return function(f"%x: {whole}", "".join(rows) + (
        f"%r = tensor.concat dim(0) {names} : ({types}) -> {whole}\n"), whole, "%r")


def one_destination(size):
    return function(f"%t0: {TENSOR}", f"%e = tensor.empty() : {TENSOR}\n" + repeat(
        size, lambda n: (f"%t{n + 1} = linalg.map {{ math.absf }} ins(%t{n} : {TENSOR}) "
                         f"outs(%e : {TENSOR})\n")), TENSOR, f"%t{size}")


SWIZZLES = ("index_map<(i) -> (i xor ((i floordiv 8) mod 8))>",
            "index_map<(i) -> ((i + 3) mod 320)>")
TILES = ("index_map<(i) -> (i floordiv 8, (i mod 8 + i floordiv 8) mod 8)>",
         "index_map<(i, j) -> ((i + j) mod 40 + j * 40)>")


def add_in_layout(size, steps, pad, subscript="i"):
    """`steps` in turn, each of which names its index more than once."""
    layout = ", ".join([f"index_map<(i) -> (i)>, extent<[320]>, pad<{pad}>"]
                       + [steps[n % 2] for n in range(size)])
    type = "memref<256xf32>"
    return function(
        f"%a: {type} {{layout.transform = #layout.buffer<{layout}>}}, %x: f32",
        "affine.for %i = 0 to 256 {\naffine.for %j = 0 to 16 {\n"
        f"%s = affine.apply affine_map<(i, j) -> ({subscript})>(%i, %j)\n"
        f"%v = affine.load %a[%s] : {type}\n%w = arith.addf %v, %x : f32\n"
        f"affine.store %w, %a[%s] : {type}\n}}\n}}\n")


def copies_through_swizzles(size):
    """A place of the padding copies what is found by going back, and through all maps again."""
    return add_in_layout(size, SWIZZLES, "(i) -> (i mod 256)")


def copies_through_tiles(size):
    return add_in_layout(size, TILES, "(i) -> (i mod 256)")


def subscripts_through_swizzles(size):
    subscript = "i"
    for n in range(3):
        subscript = f"({subscript} + j * {n + 1}) floordiv {n + 2} + ({subscript}) mod {2 * n + 5}"
    return add_in_layout(size, SWIZZLES, "7.0 : f32", f"({subscript}) mod 256")


def nests_of_choices(size):
    """Each may be split into six times as many loops. No two can be merged."""
    type = "memref<?x?x?xf32>"

    def nest(n):
        def choose(condition, operands, buffer, place):
            sums = "".join(f"%v{i} = affine.load {buffer}[{place}] : {type}\n"
                           f"%w{i} = arith.{op} %v{i}, %x : f32\n"
                           f"affine.store %w{i}, {buffer}[{place}] : {type}\n"
                           + ("} else {\n" if i == 0 else "}\n")
                           for i, op in enumerate(("addf", "mulf")))
            return f"affine.if affine_set<{condition}>{operands} {{\n{sums}"
        loops = "".join(f"affine.for %{i} = 0 to {16 + n} {{\n" for i in "ijk")
        return loops + choose("(i, j, k)[s] : (i + j - 4 >= 0, s - i - k >= 0)",
                              "(%i, %j, %k)[%n]", "%a", "%i, %j, %k") + choose(
            "(i, j, k) : (j - 3 >= 0, 12 - k >= 0)", "(%i, %j, %k)", "%b",
            "%k, %j, %i") + "}\n" * 3
    return function(f"%a: {type} {{llvm.noalias}}, %b: {type} {{llvm.noalias}}, %x: f32, "
                    "%n: index", repeat(size, nest))


def nests_of_invariant_choices(size):
    """Each may become nine times as many loops. No two can be merged."""
    type = "memref<?x?xf32>"
    steps = "".join(f"%w{c} = arith.addf %v{c}, %x : f32\n"
                    f"%v{c + 1} = arith.select %c{c}, %w{c}, %v{c} : f32\n" for c in range(4))
    return function(f"%a: {type} {{llvm.noalias}}, %x: f32, %c0: i1, %c1: i1, %c2: i1, %c3: i1",
                    repeat(size, lambda n: (
                        f"affine.for %i = 0 to {16 + n} {{\naffine.for %j = 0 to {16 + n} {{\n"
                        f"%v0 = affine.load %a[%i, %j] : {type}\n{steps}"
                        f"affine.store %v4, %a[%i, %j] : {type}\n}}\n}}\n")))


def cases(size):
    """One of them is executed: each is in the `else` of the one before."""
    return function(f"%a: {BUFFER}, %x: f32, %c: i1, %n: index", repeat(size, lambda n: (
        f"%k{n} = arith.constant {n} : index\n%e{n} = arith.cmpi eq, %n, %k{n} : index\n"
        f"scf.if %e{n} {{\naffine.for %o = 0 to {n + 1} {{\n{LOOP}%v = affine.load %a[%i] : {BUFFER}\n"
        "%w = arith.addf %v, %x : f32\n%s = arith.select %c, %w, %v : f32\n"
        f"affine.store %s, %a[%i] : {BUFFER}\n}}\n}}\n}} else {{\n")) + "}\n" * size)


def returned_copies(size):
    same = function(f"%b: {BUFFER}", "", BUFFER, "%b", "same")
    return same.replace("func.func @", "func.func private @") + function(
        "%x: f32", INDICES + repeat(size, lambda n: (
            f"%a{n} = memref.alloc() : {BUFFER}\nmemref.store %x, %a{n}[%c0] : {BUFFER}\n"
            f"%r{n} = call @same(%a{n}) : ({BUFFER}) -> {BUFFER}\n"
            f"%v{n} = memref.load %r{n}[%c0] : {BUFFER}\n")))


def invariant_conditions(size):
    """Each may leave the loop, and is compared with all others."""
    conditions = repeat(size, lambda n: (
        f"affine.if affine_set<()[s0] : (s0 * {n + 2} - {n * n} >= 0)>()[%n] {{\n"))
    return function(f"%a: {BUFFER}, %x: f32, %n: index", LOOP + conditions
                    + f"affine.store %x, %a[%i] : {BUFFER}\n" + "}\n" * size + "}\n")


def one_condition_in_two_ways(size):
    """Which may be poison, and is tested in each iteration. Others are around it."""
    store = f"affine.store %x, %a[%i] : {BUFFER}\n"
    test = f"affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {{\nscf.if %p {{\n{store}}}\n}} else {{\n"
    return invariant_conditions(size).replace(LOOP, (
        f"{INDICES}%n1 = arith.addi %m, %c1 overflow<nsw> : index\n"
        "%p = arith.cmpi sge, %n1, %c64 : index\n"
        "%p1 = arith.cmpi sgt, %n1, %c64 : index\n%p2 = arith.cmpi eq, %n1, %c64 : index\n"
        "%q = arith.ori %p1, %p2 : i1\n" + LOOP)).replace(
        store, test + f"scf.if %q {{\n{store}}}\n}}\n").replace("%n: index", "%n: index, %m: index")


def invariant_conditions_and_choices(size, inside, outside):
    """Each condition is compared with the choices inside; one, with those outside."""
    def choices(count):
        lines = "%v0 = arith.addf %x, %y : f32\n" + repeat(count, lambda n: (
            f"%v{n + 1} = arith.select %b{n}, %v{n}, %y : f32\n"))
        return lines + f"affine.store %v{count}, %a[%i] : {BUFFER}\n"
    conditions = repeat(size, lambda n: (
        f"affine.if affine_set<()[s0] : (s0 * {n + 2} - {n * n} >= 0)>()[%n] {{\n"))
    flags = repeat(max(inside, outside), lambda n: f", %b{n}: i1")
    return function(f"%a: {BUFFER}, %x: f32, %y: f32, %n: index{flags}", LOOP
                    + "affine.if affine_set<()[s0] : (s0 - 100000 >= 0)>()[%n] {\n"
                    + conditions + choices(inside) + "}\n" * size + "} else {\n"
                    + choices(outside) + "}\n}\n")


def copies_of_one_buffer(size):
    """Which is written between each call and the next."""
    either = function(f"%b: {BUFFER}, %c: i1", f"%e = memref.alloc() : {BUFFER}\n"
                      f"%r = arith.select %c, %b, %e : {BUFFER}\n", BUFFER, "%r", "either")
    return either.replace("func.func @", "func.func private @") + function(
        f"%x: f32, %c: i1", f"{INDICES}%a = memref.alloc() : {BUFFER}\n"
        f"memref.store %x, %a[%c0] : {BUFFER}\n" + repeat(size, lambda n: (
            f"%r{n} = call @either(%a, %c) : ({BUFFER}, i1) -> {BUFFER}\n"
            f"%v{n} = memref.load %r{n}[%c0] : {BUFFER}\n"
            f"memref.store %v{n}, %a[%c0] : {BUFFER}\n")))


def calls_that_take_one_tensor_twice(size):
    """Each may return either of its arguments."""
    type = f"({TENSOR}, {TENSOR}, i1) -> {TENSOR}"
    either = function(f"%a: {TENSOR}, %b: {TENSOR}, %c: i1",
                      f"%r = arith.select %c, %a, %b : {TENSOR}\n", TENSOR, "%r", "either")
    return either.replace("func.func @", "func.func private @") + function(
        f"%t0: {TENSOR}, %c: i1", f"%x0 = math.absf %t0 : {TENSOR}\n" + repeat(size, lambda n: (
            f"%x{n + 1} = call @either(%x{n}, %x{n}, %c) : {type}\n")), TENSOR, f"%x{size}")


def masks_of_masks(size):
    """Of the last there are 2^size ways to the first."""
    return function(
        "%a: memref<64xf32>, %x: vector<8xf32>, %n: index, %p: i1, %q: i1",
        "%zero = arith.constant 0 : index\n%m0 = vector.create_mask %n : vector<8xi1>\n"
        + repeat(size, lambda n: (
            f"%u{n} = vector.broadcast %p : i1 to vector<8xi1>\n"
            f"%v{n} = vector.broadcast %q : i1 to vector<8xi1>\n"
            f"%b{n} = arith.andi %m{n}, %u{n} : vector<8xi1>\n"
            f"%c{n} = arith.andi %m{n}, %v{n} : vector<8xi1>\n"
            f"%m{n + 1} = arith.andi %b{n}, %c{n} : vector<8xi1>\n"))
        + f"vector.maskedstore %a[%zero], %m{size}, %x : memref<64xf32>, vector<8xi1>, "
        "vector<8xf32>\n")


def choices_of_choices(size):
    """Of an index: in each condition are all choices before it."""
    return function("%a: memref<64xf32>, %x: f32", LOOP
                    + "%p0 = affine.apply affine_map<(i) -> (i)>(%i)\n" + repeat(size, lambda n: (
                        f"%k{n} = arith.constant {n % 60 + 1} : index\n"
                        f"%l{n} = arith.cmpi slt, %p{n}, %k{n} : index\n"
                        f"%s{n} = arith.subi %k{n}, %p{n} : index\n"
                        f"%p{n + 1} = arith.select %l{n}, %s{n}, %p{n} : index\n"))
                    + f"memref.store %x, %a[%p{size}] : memref<64xf32>\n}}\n")


KINDS = {
    branches: 300, nested_conditions: 300, nested_choices: 200, constraints: 100, minima: 400,
    maps_of_maps: 400, quotients_of_quotients: 60, loops_that_exchange: 100, turns: 100,
    branches_that_overwrite: 240, in_blocks(branches_that_overwrite): 240,
    in_blocks(quotients_of_quotients): 60,
    buffers_in_turns: 300, calls: 100, functions: 120, results: 300, sums_of_themselves: 400,
    requests: 60, buffers_that_may_be_one: 300, accesses_of_one_loop: 300, stores: 1000,
    views: 400, views_of_views: 300, globals_of_one_function: 400, deep_nest: 36, rank: 12,
    bounds_of_minima: 400, minima_of_maps: 120, inserted_rows: 300, concatenated_rows: 300,
    one_destination: 1000, copies_through_swizzles: 8, copies_through_tiles: 12,
    subscripts_through_swizzles: 8, nests_of_choices: 60, cases: 200,
    subscripts_of_all_loops: 54,
}


BUFFERIZE = ("pass-pipeline=builtin.module(convert-elementwise-to-linalg,"
             "layout-bufferize{keep-arguments})")
# Sizes, passes, and the limit of their growth.
LOOPS = {
    nests_of_choices: (60, "layout-optimize=padding=true", 4),
    nests_of_invariant_choices: (60, "layout-optimize=padding=true", 4),
    cases: (1000, "layout-hoist-conditions", 2),
    returned_copies: (10000, "layout-bufferize=returns-copies", 1),
    copies_of_one_buffer: (10000, "layout-bufferize=returns-copies", 1),
    invariant_conditions: (1500, "layout-hoist-conditions", 1),
    calls_that_take_one_tensor_twice: (100, BUFFERIZE, 1),
    # Upstream's deallocation would take longer.
    loops_in_turn_that_exchange: (600, BUFFERIZE, 1),
    in_blocks(loops_in_turn_that_exchange): (600, BUFFERIZE, 1),
    choices_of_choices: (500, "layout-partition-loops", 64),
    # Without masked stores.
    masks_of_masks: (60, "layout-compile=target=neoverse-n1", 1),
}


def set_limit():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))


def run(layout_opt, text, passes):
    """What the passes make of a program, or what is wrong."""
    result = subprocess.run([layout_opt, f"--{passes}"], input=text, text=True,
                            capture_output=True, preexec_fn=set_limit)
    if result.returncode < 0:
        return None, f"takes more than {LIMIT} s, or crashes"
    if result.returncode > 0:
        return None, result.stderr[:500]
    return result.stdout, None


def compile(layout_opt, text, options):
    """The lines that layout-compile makes of a program, or what is wrong."""
    made, fault = run(layout_opt, text, f"layout-compile={options}")
    return made and made.count("\n"), fault


def check(layout_opt, kind, size, options):
    fewer, fault = compile(layout_opt, kind(size // 3), options)
    if fault:
        return fault
    more, fault = compile(layout_opt, kind(size), options)
    if fault or more <= GROWTH * fewer:
        return fault
    return f"{fewer} lines become {more} where the program is three times as large"


def check_loops(layout_opt, kind):
    size, passes, limit = LOOPS[kind]
    program = kind(size)
    made, fault = run(layout_opt, program, passes)
    if fault:
        return fault
    before, after = (text.count(".for ") for text in (program, made))
    return f"{before} loops become {after}" if after > limit * before else None


def main():
    faults = 0
    for kind in LOOPS:
        if sys.argv[2:] and kind.__name__ not in sys.argv[2:]:
            continue
        fault = check_loops(sys.argv[1], kind)
        print(f"{kind.__name__}, loops: {fault or 'grow within the limit'}", flush=True)
        faults += fault is not None
    for kind, size in KINDS.items():
        if sys.argv[2:] and kind.__name__ not in sys.argv[2:]:
            continue
        for options in (OPTIONS, OPTIONS + " deallocate"):
            fault = check(sys.argv[1], kind, size, options)
            print(f"{kind.__name__} {size}, {options}: {fault or 'ends'}", flush=True)
            faults += fault is not None
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
