# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls everything with wrong arguments, and with some right ones.

  fuzz_arguments.py SEED COUNT

What is allowed is a result, or an exception that the documents name. A crash ends
the process, which the test sees.
"""

import random
import sys
import warnings

import mlir_layout as ml
import numpy as np

ALLOWED = (TypeError, ValueError, ml.LayoutError, FileNotFoundError)
SCALE = """
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @scale(%a: memref<14xi32, #L>, %b: memref<14xi32>, %k: i32) -> i32 {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #L>
    affine.store %x, %b[%i] : memref<14xi32>
  }
  return %k : i32
}
"""
TEXTS = ["", "\0", "\ud800", "ML\xefR", "i", "f32", "NCHW", "NHWC -> NCHW4c", "NHWC->N", "é -> é",
         "scale", "module {", "func.func @scale() { return }", "(" * 3000, "<" * 3000, "{" * 3000,
         "canonicalize", "layout-apply", "builtin.module(", "any(cse)", "cse{a=b}", "native", "}",
         "#layout.buffer<>", "affine_map<", "-> " * 300, SCALE, SCALE[:-40], "? + 1", "?",
         "x" * 100000, "// c", '"', "no.mlir"]
# A pool, so that conversions are seldom compiled anew.
LAYOUTS = [ml.layout(lambda i: (i // 4, i % 4), pad=0), ml.layout(lambda i: (i,)),
           ml.layout(lambda i, j: (j // 4, i, j % 4), pad=lambda a, b, c: a - c),
           ml.layout(lambda i, j: (i % 2, j)), ml.layout(lambda: ()),
           ml.layout(lambda i: (2**62 * i,)), ml.layout(lambda i: (i - 5,))]
MODULE = ml.parse(SCALE)
FUNCTION = MODULE.compile("scale")


class Odd:
    """Answers every question of Python's protocols with an error or nonsense."""

    def __index__(self):
        return 2**70

    def __len__(self):
        return -1

    def __iter__(self):
        yield self

    def __array__(self, *_, **__):
        return "no array"

    def __fspath__(self):
        return "nowhere"


def make_array(choose):
    dtype = choose.choice(["?", "i1", "i4", "u8", "f2", "f4", "f8", "c16", "g", "O", "S3", "U1",
                           "M8[s]", ">i4", "i4,f4", "V5", "i4", "i4"])
    shape = choose.choice([(), (0,), (4,), (14,), (4, 4), (3, 5), (1, 2, 3), (14,), (4, 4),
                           (0, 1000)])
    try:
        array = np.zeros(shape, dtype)
    except (ValueError, MemoryError):
        array = np.zeros(3)
    change = choose.randrange(8)
    if change == 0:
        array = array.T
    elif change == 1 and array.ndim:
        array = array[::-1]
    elif change == 2:
        array.flags.writeable = False
    elif change == 3 and array.ndim and array.dtype.kind != "O":
        array = np.broadcast_to(array[None], (2, *array.shape))
    elif change == 4 and array.dtype.kind not in "OUSV" and array.ndim == 1:
        array = np.ma.array(array)
    return array


def make(choose, depth=0):
    kind = choose.randrange(10)
    if kind == 0:
        return choose.choice([None, True, False, ml.none, ml.undef, ..., Odd(), object(), int,
                              np.int64(3), np.float32(0.5), np.array(2), 1j, b"\xff", {}, set()])
    if kind == 1:
        return choose.choice([0, 1, -1, 4, 14, 2**31, 2**63 - 1, 2**63, -2**63, -2**64, 10**300])
    if kind == 2:
        return choose.choice([0.0, -0.0, 1.5, 1e308, float("inf"), float("nan")])
    if kind == 3:
        return choose.choice(TEXTS)
    if kind in (4, 5):
        return make_array(choose)
    if kind == 6:
        return choose.choice(LAYOUTS)
    if kind == 7:
        return choose.choice([lambda: 1, lambda i: i, lambda i: (i // 4, i % 4), lambda i, j: (j, i),
                              lambda i: (i * i,), lambda *i: i, lambda i: i / 2,
                              lambda i: (i + 2**62 + 2**62,), lambda i: (-i,), len, print,
                              lambda i: (i * 2**62 * 4,), lambda a, b: (a, b), lambda i, k=1: (i,)])
    if depth > 2:
        return ()
    values = [make(choose, depth + 1) for _ in range(choose.randrange(5))]
    return tuple(values) if kind == 8 else values


def make_shape(choose):
    return tuple(choose.choice([0, 1, 4, 14, 2**31, 2**62, 2**63 - 1, None])
                 for _ in range(choose.randrange(4)))


STEPS = ["transform_layout", "set_axis_separators", "cache_read", "cache_write", "assign",
         "apply", "sequential_access", "tile_loops", "overcompute", "flatten", "simplify", "check",
         "none"]
OPTIONS = ["dtype", "around", "optional", "change_interface", "pad_placement", "nest_map",
           "max_rank", "max_pieces", "layout", "buffer", "arguments", "pipeline", "seed"]


def run_schedule(choose):
    """Some steps, of which the wrong ones change nothing."""
    module = ml.parse(SCALE)
    schedule = ml.schedule(module)
    steps = schedule["scale"]
    made = []
    for _ in range(choose.randrange(1, 4)):
        arguments = [choose.choice([0, 1, *made, make(choose)]),
                     choose.choice([*LAYOUTS[:2], make(choose)])][:choose.randrange(3)]
        options = {choose.choice(OPTIONS): choose.choice([True, *made, make(choose)])
                   for _ in range(choose.choice([0, 0, 1, 2]))}
        before = str(module), str(schedule)
        try:
            made.append(getattr(steps, choose.choice(STEPS))(*arguments, **options))
        except (*ALLOWED, AttributeError):
            assert (str(module), str(schedule)) == before


def call_once(choose):
    layout = choose.choice(LAYOUTS)
    arguments = [make(choose) for _ in range(choose.randrange(4))]
    first = choose.choice([make(choose), make_shape(choose)])
    function = choose.choice([
        lambda: ml.layout(*arguments), lambda: ml.layout("NHWC -> NCHW4c", **{
            choose.choice(["pad", "extent", "axis_separator"]): make(choose)}),
        lambda: ml.layout(lambda i: (i // 4, i % 4), pad=make(choose)).attribute(make(choose)),
        lambda: layout >> make(choose), lambda: layout == make(choose),
        lambda: layout.physical_shape(first), lambda: layout.padding_count(first),
        lambda: layout.flattened_shape(first), lambda: layout.draw(first, *arguments[:1]),
        lambda: layout.inverse_on(first), lambda: layout.map(first), lambda: layout.inverse(first),
        lambda: layout.attribute(first), lambda: ml.pack(make_array(choose), layout, *arguments),
        lambda: ml.pack(*arguments),
        lambda: ml.unpack(make_array(choose), layout, first, *arguments),
        lambda: ml.parse(make(choose)), lambda: MODULE.run(make(choose)),
        lambda: MODULE.run("canonicalize", make(choose)),
        lambda: ml.parse(SCALE).run("layout-apply", remarks=make(choose)),
        lambda: MODULE.compile("scale", remarks=make(choose)),
        lambda: ml.Remark(*arguments, make(choose)), lambda: str(ml.Remark(*arguments, "", "")),
        lambda: layout.draw(make_shape(choose)),
        lambda: MODULE.compile(*arguments), lambda: MODULE.compile("scale", pipeline=make(choose)),
        lambda: MODULE.check(make(choose), make(choose), *arguments),
        lambda: MODULE.check("scale", "layout-apply", arguments={make_key(choose): make(choose)}),
        lambda: MODULE.check("scale", dims={make_key(choose): make(choose)}),
        lambda: run_schedule(choose), lambda: ml.schedule(make(choose)),
        lambda: FUNCTION(*arguments),
        lambda: FUNCTION(make_array(choose), make_array(choose), make(choose)),
        lambda: ml.IndexMap(choose.choice(TEXTS + ["(d0) -> (d0)", "(d0)[s0] -> (d0 + s0)"]))(first)])
    function()


def make_key(choose):
    key = make(choose)
    try:
        hash(key)
    except TypeError:
        return 0
    return key


def main():
    seed, count = map(int, sys.argv[1:])
    warnings.simplefilter("ignore")
    results = 0
    for number in range(count):
        choose = random.Random(f"{seed} {number}")
        try:
            call_once(choose)
            results += 1
        except ALLOWED:
            pass
        except BaseException:
            print(f"call {number} of seed {seed}", file=sys.stderr)
            raise
    print(f"{count} calls, {results} results")


if __name__ == "__main__":
    main()
