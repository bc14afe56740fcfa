# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of random_programs.py that most programs lack.

Reshapes and views of unknown extents, constants in resources, callees whose arguments are
casts, sums of vectors, masked planes, softmax, floats of few bits, tests of floats,
conditions deep inside of each other, and remainders: of each kind, some programs were
once not compiled, or never to an end.
"""

import struct

CONDITIONS = ["affine.if affine_set<(d0, d1) : (d0 mod 2 == 0)>({i}, {j})",
              "affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>({i}, {j})",
              "affine.if affine_set<(d0, d1) : (d0 + d1 + {c} >= 0)>({i}, {j})",
              "affine.if affine_set<(d0, d1) : (d1 - d0 * 2 + {c} >= 0)>({i}, {j})",
              "scf.if %cond"]


class SpecialStatements:
    """A part of `Program`. Each statement goes from a buffer to one that may be the same;
    a buffer is its name and its type."""

    def special(self, source, dest):
        makers = [self.reshape, self.drop_dims, self.resource, self.call_cast, self.call_cast,
                  self.softmax, self.sum_vectors, self.masked_plane, self.small_floats,
                  self.test_floats, self.deep_conditions, self.deep_bounds, self.remainders]
        self.rng.choice(makers)(source, dest)

    def op(self, text, depth=1):
        """Emits an op with a result, and returns its name."""
        name = self.fresh()
        self.emit(f"{name} = {text}", depth)
        return name

    def unknown(self, number):
        """An index whose value no pass is told."""
        bit = self.op("arith.index_castui %cond : i1 to index")
        other = self.op(f"arith.constant {number or 2} : index")
        return self.op(f"arith.{'maxui' if number else 'divui'} {bit}, {other} : index")

    def each(self, source, dest, change):
        """Each element becomes what `change` emits of its value, its place and the depth."""
        (a, ta), (b, tb) = source, dest
        ivs, close = self.open_loops()
        index, depth = ", ".join(ivs), len(ivs) + 1
        value = self.op(f"affine.load {a}[{index}] : {ta}", depth)
        value = change(value, ivs, depth)
        self.emit(f"affine.store {value}, {b}[{index}] : {tb}", depth)
        close()

    def reshape(self, source, dest):
        """By way of a buffer of one dimension that is seen as one of several."""
        rng, shape = self.rng, self.shape
        parts = [lambda ivs, d=d: ivs[d] for d in range(len(shape))]
        sizes = [f"%n{d}" if self.dynamic[d] else None for d in range(len(shape))]
        if len(shape) == 1:
            inner = rng.choice([n for n in range(1, shape[0] + 1) if shape[0] % n == 0] or [1])
            parts = [lambda ivs: f"{ivs[0]} floordiv {inner}", lambda ivs: f"{ivs[0]} mod {inner}"]
            sizes = [sizes[0] if shape[0] == 0 else None, None]
            shape = [shape[0] // inner, inner]
        known = [d > 0 and not size and rng.random() < 0.3 for d, size in enumerate(sizes)]
        sizes = [size or (str(n) if is_known else self.unknown(n))
                 for size, n, is_known in zip(sizes, shape, known)]
        count = self.op("arith.constant 1 : index")
        for n, size, is_known in zip(shape, sizes, known):
            factor = self.op(f"arith.constant {n} : index") if is_known else size
            count = self.op(f"arith.muli {count}, {factor} : index")
        flat, element = f"memref<?x{self.element}>", self.element
        whole = "x".join(size if is_known else "?" for size, is_known in zip(sizes, known))
        whole = f"memref<{whole}x{element}>"
        buffer = self.op(f"memref.alloc({count}) : {flat}")
        group = list(range(len(shape)))
        view = self.op(f"memref.expand_shape {buffer} [{group}] output_shape "
                       f"[{', '.join(sizes)}] : {flat} into {whole}")
        self.move(source, (view, whole), put=lambda ivs: [part(ivs) for part in parts])
        groups = [group]
        if len(group) == 3 and rng.random() < 0.5:
            groups = rng.choice([[[0, 1], [2]], [[0], [1, 2]]])
        extents = ["?" if not all(known[d] for d in g) else
                   str(self.product(shape[d] for d in g)) for g in groups]
        folded = f"memref<{'x'.join(extents)}x{element}>"
        back = self.op(f"memref.collapse_shape {view} {groups} : {whole} into {folded}")

        def linear(ivs):
            return [" + ".join(f"({parts[d](ivs)}) * {self.product(shape[d + 1:g[-1] + 1])}"
                               for d in g) for g in groups]
        self.move((back, folded), dest, get=linear)
        self.emit(f"memref.dealloc {buffer} : {flat}")

    def drop_dims(self, source, dest):
        """A view without extents of 1 of its part, in steps, at a place and of sizes that
        may be unknown."""
        (a, ta), (b, tb), rng, shape = source, dest, self.rng, self.shape
        if tb != self.plain or any(self.dynamic):
            return self.reshape(source, dest)
        dropped = [rng.random() < 0.5 for _ in shape]
        dropped[rng.randrange(len(shape))] = True
        offsets = [rng.randint(0, size - 1) for size in shape]
        steps = [rng.choice([1, 1, 2, 3]) for _ in shape]
        numbers = [1 if drop else -(-(size - offset) // step) for drop, size, offset, step in
                   zip(dropped, shape, offsets, steps)]
        strides = [self.product(shape[d + 1:]) for d in range(len(shape))]
        kept = [d for d, drop in enumerate(dropped) if not drop]
        start = sum(offset * stride for offset, stride in zip(offsets, strides))
        if is_moving := rng.random() < 0.5:
            offsets = [self.unknown(offset) for offset in offsets]
        sizes = [self.unknown(n) if not drop and rng.random() < 0.3 else n
                 for n, drop in zip(numbers, dropped)]
        extents = "".join(f"{sizes[d] if sizes[d] == numbers[d] else '?'}x" for d in kept)
        view_type = (f"memref<{extents}{self.element}, "
                     f"strided<{[strides[d] * steps[d] for d in kept]}, "
                     f"offset: {'?' if is_moving else start}>>")
        view = self.op(f"memref.subview {b}[{', '.join(map(str, offsets))}] "
                       f"[{', '.join(map(str, sizes))}] {steps} : {tb} to {view_type}")
        ivs, close = self.open_loops(numbers)
        depth, at = len(ivs) + 1, ", ".join(ivs[d] for d in kept)
        x = self.op(f"affine.load {a}[{', '.join(ivs)}] : {ta}", depth)
        self.emit(f"affine.store {x}, {view}[{at}] : {view_type}", depth)
        close()

    def resource(self, source, dest):
        """An element of a constant whose bytes are at the end of the program."""
        rng, (b, tb) = self.rng, dest
        type = rng.choice(["i1", "i5", self.element, self.element])
        shape = [rng.choice([1, 1, 2, 7]) for _ in range(rng.randint(0, 2))]
        if type[0] == "f":
            numbers = [struct.pack("<" + type.replace("f32", "f").replace("f64", "d"),
                                   rng.randint(-3, 5)) for _ in range(self.product(shape))]
        else:
            bits = int(type[1:])
            numbers = [rng.randrange(1 << bits).to_bytes((bits + 7) // 8, "little")
                       for _ in range(self.product(shape))]
        name = f"r{len(self.resources)}"
        self.resources.append(f'{name}: "0x10000000{b"".join(numbers).hex()}"')
        dims = "".join(f"{size}x" for size in shape)
        at = [self.op(f"arith.constant {rng.randrange(size)} : index") for size in shape]
        form = rng.choice(["tensor", "vector", "memref"])
        whole = f"{form}<{dims}{type}>"
        at = f"[{', '.join(at)}] : "
        if form == "memref":
            self.globals.append(f'memref.global "private" constant @{name} : {whole} = '
                                f"dense_resource<{name}>")
            value = self.op(f"memref.get_global @{name} : {whole}")
            value = self.op(f"memref.load {value}{at}{whole}")
        else:
            value = self.op(f"arith.constant dense_resource<{name}> : {whole}")
            value = self.op(f"tensor.extract {value}{at}{whole}" if form == "tensor" else
                            f"vector.extract {value}{at}{type} from {whole}")
        if type != self.element:
            cast = "uitofp" if self.is_float else "extui"
            value = self.op(f"arith.{cast} {value} : {type} to {self.element}")
        self.each(source, dest, lambda old, ivs, depth: value)

    def call_cast(self, source, dest):
        """A callee that is told other extents than its caller."""
        (a, ta), (b, tb), rng = source, dest, self.rng
        if a == b or ta != self.plain or tb != self.plain or "%global" in (a, b):
            return self.drop_dims(source, dest)
        types, names = [], []
        for name, type in (source, dest):
            dims = [rng.choice(["?", str(size)]) for size in self.shape]
            other = f"memref<{'x'.join(dims)}x{self.element}>"
            names.append(name if other == type else
                         self.op(f"memref.cast {name} : {type} to {other}"))
            types.append(other)
        callee = f"@cast{self.counter}"
        self.emit(f"func.call {callee}({', '.join(names)}) : ({', '.join(types)}) -> ()")
        lines = [f"func.func private {callee}(%x: {types[0]}, %y: {types[1]}) {{"]
        for d in range(len(self.shape)):
            lines += [f"  %c{d} = arith.constant {d} : index",
                      f"  %n{d} = memref.dim %y, %c{d} : {types[1]}"]
        lines += [f"  affine.for %i{d} = 0 to %n{d} {{" for d in range(len(self.shape))]
        index = ", ".join(f"%i{d}" for d in range(len(self.shape)))
        lines += [f"  %v = affine.load %x[{index}] : {types[0]}",
                  f"  affine.store %v, %y[{index}] : {types[1]}",
                  "  }" * len(self.shape), "  return", "}"]
        self.globals += lines

    def softmax(self, source, dest):
        (a, ta), (b, tb) = source, dest
        if not self.is_float or a == b:
            return self.small_floats(source, dest)
        self.emit(f"linalg.softmax dimension({self.rng.randrange(len(self.shape))}) "
                  f"ins({a} : {ta}) outs({b} : {tb})")

    def sum_vectors(self, source, dest):
        """Rows that are one of the buffer, summed up or up to each."""
        (a, ta), (b, tb), rng, e = source, dest, self.rng, self.element
        count, lanes = rng.randint(1, 4), rng.randint(1, 6)
        one, rows = f"vector<{lanes}x{e}>", f"vector<{count}x{lanes}x{e}>"
        index = ", ".join(["%zero"] * len(self.shape))
        row = self.op(f"vector.transfer_read {a}[{index}], %c : {ta}, {one}")
        all = self.op(f"vector.broadcast {row} : {one} to {rows}")
        kind = rng.choice(["add", "mul", "maximumf" if self.is_float else "maxsi"])
        if rng.random() < 0.5:
            start = self.op(f"vector.broadcast %c : {e} to {one}")
            last = self.fresh()
            self.emit(f"{last}:2 = vector.scan <{kind}>, {all}, {start} {{inclusive = "
                      f"{rng.choice(['true', 'false'])}, reduction_dim = 0}} : {rows}, {one}")
            result = self.op(f"vector.extract {last}#0[{count - 1}] : {one} from {rows}")
        else:
            one, lane = f"vector<{count}x{e}>", one
            start = self.op(f"vector.broadcast %c : {e} to {one}")
            maps = ", ".join(f"affine_map<(i, k) -> ({place})>" for place in ("i, k", "k", "i"))
            result = self.op(f"vector.contract {{indexing_maps = [{maps}], iterator_types = "
                             f'["parallel", "reduction"], kind = #vector.kind<{kind}>}} {all}, '
                             f"{row}, {start} : {rows}, {lane} into {one}")
        self.emit(f"vector.transfer_write {result}, {b}[{index}] : {one}, {tb}")

    def masked_plane(self, source, dest):
        (a, ta), (b, tb), rng = source, dest, self.rng
        if len(self.shape) < 2:
            return self.sum_vectors(source, dest)
        sizes = [rng.randint(1, 5), rng.randint(1, 5)]
        bounds = [self.op(f"arith.constant {rng.randint(0, n)} : index")
                  if rng.random() < 0.5 else self.unknown(rng.randint(0, n)) for n in sizes]
        plane = f"vector<{sizes[0]}x{sizes[1]}x"
        index = ", ".join(["%zero"] * len(self.shape))
        mask = self.op(f"vector.create_mask {', '.join(bounds)} : {plane}i1>")
        inner = "" if rng.random() < 0.5 else f", {mask}"
        read = f"vector.transfer_read {a}[{index}], %c{inner} : {ta}, {plane}{self.element}>"
        if not inner:
            read = (f"vector.mask {mask} {{ {read} }} : {plane}i1> -> {plane}{self.element}>")
        value = self.op(read)
        self.emit(f"vector.transfer_write {value}, {b}[{index}], {mask} : "
                  f"{plane}{self.element}>, {tb}")

    def small_floats(self, source, dest):
        """The nearest floats of 8 bits; of integers, their last bits."""
        small, e = self.rng.choice(["f8E4M3FN", "f8E5M2"]), self.element

        def change(value, ivs, depth):
            if not self.is_float:
                last = self.op(f"arith.constant 7 : {e}", depth)
                value = self.op(f"arith.andi {value}, {last} : {e}", depth)
                value = self.op(f"arith.sitofp {value} : {e} to f32", depth)
            wide = e if self.is_float else "f32"
            value = self.op(f"arith.truncf {value} : {wide} to {small}", depth)
            value = self.op(f"arith.extf {value} : {small} to {wide}", depth)
            return value if self.is_float else self.op(f"arith.fptosi {value} : f32 to {e}", depth)
        self.each(source, dest, change)

    def test_floats(self, source, dest):
        if not self.is_float:
            return self.small_floats(source, dest)
        test = self.rng.choice(["isinf", "isnan", "isnormal", "isfinite"])

        def change(value, ivs, depth):
            bit = self.op(f"math.{test} {value} : {self.element}", depth)
            return self.op(f"arith.select {bit}, %c, {value} : {self.element}", depth)
        self.each(source, dest, change)

    def deep_conditions(self, source, dest):
        """Some of them have a second arm."""
        (a, ta), (b, tb), rng = source, dest, self.rng
        ivs, close = self.open_loops()
        first, index, elses = len(ivs) + 1, ", ".join(ivs), []
        for depth in range(first, first + rng.randint(10, 30)):
            test = rng.choice(CONDITIONS).format(i=rng.choice(ivs), j=rng.choice(ivs),
                                                 c=rng.randint(-1, 20))
            self.emit(test + " {", depth)
            elses.append(rng.random() < 0.2)
        depth = first + len(elses)
        x = self.op(f"affine.load {a}[{index}] : {ta}", depth)
        self.emit(f"affine.store {x}, {b}[{index}] : {tb}", depth)
        for has_else in reversed(elses):
            depth -= 1
            if has_else:
                self.emit("} else {", depth)
                self.emit(f"affine.store %c, {b}[{index}] : {tb}", depth + 1)
            self.emit("}", depth)
        close()

    def deep_bounds(self, source, dest):
        """Conditions that each bound a variable by an unknown number, from both sides."""
        (a, ta), (b, tb), rng = source, dest, self.rng
        bit = self.op("arith.index_castui %cond : i1 to index")
        number = self.op(f"arith.constant {rng.randint(2, 200)} : index")
        n = self.op(f"arith.muli {bit}, {number} : index")
        ivs, close = self.open_loops()
        first, index, k = len(ivs) + 1, ", ".join(ivs), self.fresh()
        self.emit(f"affine.for {k} = 0 to {rng.randint(5, 100)} {{", first)
        depths = range(first + 1, first + rng.randint(20, 60))
        for depth in depths:
            low, high = rng.randint(1, 60), rng.randint(1, 60)
            self.emit(f"affine.if affine_set<(d0)[s0] : "
                      f"(d0 * {low} - s0 + {rng.randint(0, 60)} >= 0, "
                      f"s0 - d0 * {high} + {rng.randint(0, 60)} >= 0)>({k})[{n}] {{", depth)
        x = self.op(f"affine.load {a}[{index}] : {ta}", first + 1)
        self.emit(f"affine.store {x}, {b}[{index}] : {tb}", first + 1)
        self.emit("}" * (len(depths) + 1), first)
        close()

    def remainders(self, source, dest):
        """Indices and bounds that are computed of remainders of numbers below 0, too."""
        (a, ta), (b, tb), rng = source, dest, self.rng
        if any(self.dynamic):
            return self.deep_conditions(source, dest)
        ivs, close = self.open_loops()
        modulus = rng.randint(2, 9)
        place = [f"affine_map<(d0, d1) -> (((d0 * {rng.randint(-3, 3)} + d1 * "
                 f"{rng.randint(-3, 3)} + {rng.randint(0, 7)}) mod {modulus}) floordiv "
                 f"{rng.choice([1, rng.randint(1, modulus)])})>({rng.choice(ivs)}, "
                 f"{rng.choice(ivs)})" for _ in range(2)]
        depth, last = len(ivs) + 1, self.fresh()
        end, start = (self.op(f"affine.apply {text}", depth) for text in place)
        self.emit(f"affine.for {last} = 0 to min affine_map<(d0) -> (d0, {self.shape[-1]})>"
                  f"({end}) {{", depth)
        index = ", ".join(ivs[:-1] + [f"({start} + {last}) mod {self.shape[-1]}"])
        x = self.op(f"affine.load {a}[{index}] : {ta}", depth + 1)
        self.emit(f"affine.store {x}, {b}[{', '.join(ivs[:-1] + [last])}] : {tb}", depth + 1)
        self.emit("}", depth)
        close()
