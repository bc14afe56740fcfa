# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Layouts: traced, asked, composed, drawn."""

import copy
import itertools
import pickle
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

import mlir_layout as ml
import numpy as np
import pytest
from conftest import find_padding

BLOCKS = ml.layout(lambda n, h, w, c: (n, c // 16, h, w, c % 16), pad=0.0)


def test_follows_from_the_map():
    assert BLOCKS.physical_shape((1, 56, 56, 61)) == (1, 4, 56, 56, 16)
    assert BLOCKS.padding_count((1, 56, 56, 61)) == 56 * 56 * 3
    assert BLOCKS.map((0, 3, 4, 60)) == (0, 3, 3, 4, 12)
    assert BLOCKS.inverse((0, 3, 3, 4, 12)) == (0, 3, 4, 60)
    assert BLOCKS.inverse(0, 3, 3, 4, 12) == (0, 3, 4, 60)
    assert str(BLOCKS.inverse) == "(d0, d1, d2, d3, d4) -> (d0, d2, d3, d1 * 16 + d4)"
    assert (BLOCKS.logical_rank, BLOCKS.physical_rank) == (4, 5)


def test_text():
    text = ("#layout.buffer<index_map<(d0, d1, d2, d3) -> "
            "(d0, d3 floordiv 16, d1, d2, d3 mod 16)>, pad<0.0>>")
    assert str(BLOCKS) == text
    assert BLOCKS.attribute(np.float32) == text.replace("<0.0>", "<0x00000000 : f32>")
    assert ml.layout("NHWC -> NCHW16c", pad=-1).attribute("i2") == text.replace("0.0", "-1 : i16")


def test_no_type_is_no_type():
    with pytest.raises(TypeError, match="expects a numpy type, found None"):
        BLOCKS.attribute(None)


def test_equality():
    assert BLOCKS == ml.layout("NHWC -> NCHW16c", pad=0)
    assert hash(BLOCKS) == hash(ml.layout("NHWC -> NCHW16c", pad=0))
    others = [ml.layout("NHWC -> NCHW16c"), ml.layout("NHWC -> NCHW16c", pad=ml.undef),
              ml.layout("NHWC -> NCHW16c", pad=-0.0), ml.layout("NHWC -> NCHW8c", pad=0),
              ml.layout("NHWC -> NCHW16c", pad=0, axis_separator=[3]),
              ml.layout("NHWC -> NCHW16c", pad=0, extent=(None, 8, None, None, None))]
    assert len({BLOCKS, *others}) == len(others) + 1
    assert BLOCKS != 1 and not BLOCKS == "x"


def test_survives_pickle_and_copy():
    for layout in (BLOCKS, ml.layout(lambda i: (i // 4, i % 4), pad=ml.undef),
                   ml.layout(lambda i: (i // 4, i % 4))):
        assert pickle.loads(pickle.dumps(layout)) == layout
        assert copy.deepcopy(layout) == layout
    error = ml.LayoutError("m", "f:1:2", "(0)", [("f:1:1", "n")])
    again = pickle.loads(pickle.dumps(error))
    assert (again.message, again.location, again.witness, again.notes) == (
        "m", "f:1:2", "(0)", (("f:1:1", "n"),))


def test_steps():
    first = ml.layout(lambda i: (i // 2, i % 2), pad=1)
    both = first >> ml.layout(lambda a, b: (a // 2, a % 2, b), pad=2)
    assert both.physical_shape((5,)) == (2, 2, 2)
    assert both.padding_count((5,)) == 3
    assert both.map((4,)) == (1, 0, 0)
    with pytest.raises(ml.LayoutError, match="the index map of step 3 takes 1 indices"):
        both >> first
    separated = ml.layout(lambda i: (i // 2, i % 2), axis_separator=[1])
    with pytest.raises(ValueError, match="axis separators come last"):
        separated >> both


def test_extents_and_separators():
    layout = ml.layout(lambda i, j: (i + 1, j + 1), extent=("? + 1", "?+1"), pad=0)
    assert layout.physical_shape((3, 4)) == (5, 6)
    assert layout.physical_shape((None, 4)) == (None, 6)
    layout = ml.layout(lambda i: (i // 4, i % 4), extent=(None, 8), axis_separator=[])
    assert layout.physical_shape((6,)) == (2, 8)
    assert layout.flattened_shape((6,)) == (16,)
    with pytest.raises(ml.LayoutError):
        ml.layout(lambda i: (i // 4, i % 4), extent=(None, 2)).physical_shape((6,))


def test_expressions_mean_what_they_mean_in_python():
    def index_map(i, j):
        return (2 * i - -(-j // 3) + 40, (5 - i) % 7, divmod(j, 4)[1], -j + 9, +i, 1 + j - 1)
    layout = ml.layout(index_map)
    for index in itertools.product(range(10), range(10)):
        assert layout.map(index) == index_map(*index)


@pytest.mark.parametrize("index_map", [
    lambda i, j: (i, j ^ i % 8),
    lambda i, j: (i, i % 4 ^ j ^ 5),
    lambda i, j: (3 ^ i, 2 * (j ^ i % 8) + 1),
    lambda i, j: ml.swizzle(2, 1, 2)(16 * i + j),
    lambda i, j: (ml.swizzle(3, 0, -3)(i * 8 + j), j - 0),
])
def test_xor_means_the_same_as_in_python(index_map):
    layout = ml.layout(index_map)
    for index in itertools.product(range(10), range(17)):
        expected = index_map(*index)
        assert layout.map(index) == (expected if isinstance(expected, tuple) else (expected,))
    assert ml.IndexMap(str(layout).split("index_map<")[1].split(">>")[0])(3, 5) == layout.map((3, 5))


def test_swizzles_are_maps():
    layout = ml.layout(ml.swizzle(3, 3, 3), pad=0)
    assert "xor" in str(layout)
    for index in range(100):
        assert layout.map((index,)) == (index ^ (index >> 3 & 56),)
    assert layout.inverse(*layout.map((93,))) == (93,)


@pytest.mark.parametrize("vec, per_phase, max_phase, columns", [
    (8, 4, 2, 16), (8, 2, 4, 32), (8, 1, 8, 64), (8, 1, 8, 128)])
def test_swizzles_of_mma_operands_have_no_bank_conflicts(vec, per_phase, max_phase, columns):
    plain = ml.layout(lambda i, j: (i, j))
    swizzled = ml.layout(lambda i, j: (i, j // vec ^ i // per_phase % max_phase, j % vec))
    def row(lane, k):
        return lane % 16, 16 * k + lane // 16 * 8
    access = {"index": row, "width": 8, "counts": (columns // 16,)}
    assert swizzled.bank_conflicts((16, columns), "f2", **access) == (4, 4, None, None)
    assert plain.bank_conflicts((16, columns), "f2", **access).cycles > 4


@pytest.mark.parametrize("dtype, size, width", [
    ("f2", 2, 8), ("f2", 2, 4), ("f2", 2, 1), ("f4", 4, 1), ("f4", 4, 4), ("f8", 8, 1), ("i1", 1, 1)])
def test_pads_of_one_access_have_no_bank_conflicts(dtype, size, width):
    """What docs/GPU.md says of rows that are multiples of 128 bytes."""
    for columns in (128 // size, 384 // size):
        for pad in (0, max(width, 4 // size)):
            distance = columns + pad
            rows = ml.layout(lambda i, j: (distance * i + j,))
            found = rows.bank_conflicts((32, columns), dtype, lambda t: (t, 0), width=width)
            assert (found.cycles == found.least) == (pad > 0)


def test_bank_conflicts_are_those_of_sets():
    layout = ml.layout(lambda i, j: (i, j ^ i % 4))
    for step in range(1, 40):
        def index(thread, k):
            return (thread * step + k) % 24, (thread + 3 * k) % 32
        found = layout.bank_conflicts((24, 32), "i4", index, threads=96, counts=(3,), store=True)
        expected = 0
        for k in range(3):
            for warp in range(0, 96, 32):
                banks = {}
                for thread in range(warp, warp + 32):
                    i, j = layout.map(index(thread, k))
                    banks.setdefault((32 * i + j) % 32, set()).add(32 * i + j)
                expected = max(expected, max(map(len, banks.values())))
        assert (found.cycles, found.least) == (expected, 1)
        assert (found.threads is None) == (expected == 1)


@pytest.mark.parametrize("arguments, error, words", [
    ({"index": lambda t: (t, 0), "threads": 65}, ml.LayoutError, "leaves the shape"),
    ({"index": lambda t: (t, 57), "width": 8}, ml.LayoutError, "leaves the shape"),
    ({"index": lambda t: (t, 4), "width": 8}, ml.LayoutError, "is not aligned to 16 bytes"),
    ({"index": lambda t: (t, 0), "width": 3}, ml.LayoutError, "no rule for loads of 6 bytes"),
    ({"index": lambda t: (t, 0), "rules": "intel"}, ml.LayoutError, "expects nvidia, amd or amd-cdna4"),
    ({"index": lambda t: (t, 0), "width": 0}, ValueError, "width: expects a positive integer"),
    ({"index": lambda t: t}, ValueError, "a tuple of 2 numbers"),
    ({"index": lambda t, k: (t, k)}, ValueError, "expects 1 numbers, one for each variable"),
    ({"index": lambda t, k: (t, 64 * k), "counts": (10**9,)}, ml.LayoutError, "more than 2.22"),
])
def test_refused_bank_conflicts(arguments, error, words):
    with pytest.raises(error, match=words):
        ml.layout(lambda i, j: (i, j)).bank_conflicts((64, 64), "f2", **arguments)


def test_banks_are_colours():
    swizzled = ml.layout(lambda i, j: (i, j ^ i % 8))
    def fills(**options):
        svg = swizzled.draw((8, 16), format="svg", **options)
        return dict(re.findall(r"logical (\(\d+, \d+\)).*?fill=\"(#\w+)\"", svg))
    colours = fills(banks="f4")
    banks = {f"({i}, {j})": (16 * i + (j ^ i)) % 32
             for i, j in itertools.product(range(8), range(16))}
    assert set(colours) == set(banks)
    assert len(set(colours.values())) == 32 == len({(banks[at], colours[at]) for at in banks})
    assert colours != fills()


@pytest.mark.parametrize("parameters, error, words", [
    ((3, 2, 2), ValueError, "reads bits that it writes"),
    ((3, -1, 3), ValueError, "negative number of bits"),
    ((3, 40, 40), ValueError, "more than 62 bits"),
    ((3, 4.5, 3), TypeError, "expects three integers"),
])
def test_refused_swizzles(parameters, error, words):
    with pytest.raises(error, match=words):
        ml.swizzle(*parameters)


@pytest.mark.parametrize("index_map, error, words", [
    (lambda i, j: (i, j ^ i), ml.LayoutError, "bounded by their structure"),
    (lambda i: (i ^ -1,), ml.LayoutError, "must not be negative"),
    (lambda i: (i ^ 0.5,), TypeError, "found float"),
    (lambda i: (ml.swizzle(2, 0, 2)("i"),), TypeError, "expects an index"),
    (lambda i, j: (i * j,), TypeError, "a product of two indices"),
    (lambda i: (i / 2,), TypeError, "'d0 / 2' is not affine"),
    (lambda i, j: (i // j,), TypeError, "the divisor is an index"),
    (lambda i: (5 % i,), TypeError, "has no value"),
    (lambda i: (i // 0,), ValueError, "expects a positive divisor"),
    (lambda i: (i % -2,), ValueError, "expects a positive divisor"),
    (lambda i: (i ** 2,), TypeError, "is not affine"),
    (lambda i: (i & 3,), TypeError, "is not affine"),
    (lambda i: (i + 0.5,), TypeError, "found float"),
    (lambda i: (np.float32(2) * i,), TypeError, "is not affine"),
    (lambda i: (i if i > 2 else 0,), TypeError, "decides a condition"),
    (lambda i: (min(i, 3),), TypeError, "decides a condition"),
    (lambda i: (range(10)[i],), TypeError, "has no value"),
    (lambda i: (int(i),), TypeError, "has no value"),
    (lambda i: ("i",), TypeError, "expects index expressions"),
    (lambda i: None, TypeError, "expects index expressions"),
    (lambda i: (i + 2**63,), ValueError, "does not fit 64 bits"),
    (lambda i: (i * 2**62 * 4,), ml.LayoutError, "must fit into 64 bits"),
    (lambda i: (i * 2**62 + i * 2**62,), ml.LayoutError, "must fit into 64 bits"),
    (lambda i: (i + 2**62 + 2**62,), ml.LayoutError, "must fit into 64 bits"),
    (lambda i: ((i + 2**62) * 4,), ml.LayoutError, "must fit into 64 bits"),
    (lambda *i: i, TypeError, "a fixed number of indices"),
    (3, TypeError, "expects a function"),
    ("NHWC", ValueError, "expects layout strings"),
    ("NHWC -> NCHW4c\">", ValueError, "expects layout strings"),
    ("NHWC -> NCH4c", ml.LayoutError, "no index map leads"),
])
def test_refused_maps(index_map, error, words):
    with pytest.raises(error, match=words):
        ml.layout(index_map)


def test_indices_of_another_map_are_refused():
    kept = []
    ml.layout(lambda i: kept.append(i) or (i,))
    with pytest.raises(ValueError, match="of another map"):
        ml.layout(lambda i: (i + kept[0],))
    with pytest.raises(ValueError, match="of another map"):
        ml.layout(lambda i: (kept[0],))


@pytest.mark.parametrize("pad, error, words", [
    ("0", TypeError, "expects a number"),
    (None, TypeError, "expects a number"),
    (np.zeros(2), TypeError, "expects a number"),
    (lambda i: i, ValueError, "expects a function of 2 indices"),
    (lambda i, j: (i,), ValueError, "expects 2 indices of the element"),
    (lambda i, j: i * j, TypeError, "a product of two indices"),
])
def test_refused_pads(pad, error, words):
    with pytest.raises(error, match=words):
        ml.layout(lambda i: (i // 4, i % 4), pad=pad)


def test_wrong_on_a_shape():
    layout = ml.layout(lambda i, j: (i % 2, j))
    assert layout.physical_shape((2, 9)) == (2, 9)
    with pytest.raises(ml.LayoutError) as caught:
        layout.physical_shape((4, 4))
    assert caught.value.witness == "(0, 0) and (2, 0) both map to (0, 0)"
    assert caught.value.message.endswith(caught.value.witness)
    with pytest.raises(ml.LayoutError) as caught:
        ml.layout(lambda i: (i - 3,)).physical_shape((4,))
    assert caught.value.witness == "maps (0) to (-3)"
    with pytest.raises(ml.LayoutError, match="takes 2 indices, found a shape of 1"):
        layout.physical_shape((4,))


@pytest.mark.parametrize("ask", ["physical_shape", "padding_count", "draw", "inverse_on",
                                 "flattened_shape"])
@pytest.mark.parametrize("shape, error", [
    ((-2,), ValueError), ((1.5,), TypeError), ("a", TypeError), (3, TypeError),
    ((2**63,), ValueError), (None, TypeError), ((1, 2), ml.LayoutError)])
def test_refused_shapes(ask, shape, error):
    with pytest.raises(error):
        getattr(ml.layout(lambda i: (i // 4, i % 4)), ask)(shape)


def test_refused_indices():
    layout = ml.layout(lambda i: (3 * i,))
    for index, error in [((-1,), ValueError), ((1, 2), ValueError), ((0.5,), TypeError),
                         ((2**63 - 1,), ml.LayoutError), ("0", TypeError)]:
        with pytest.raises(error):
            layout.map(index)
    with pytest.raises(ml.LayoutError):
        BLOCKS.inverse(1, 2)


def test_texts_that_are_no_unicode():
    with pytest.raises(ValueError, match="index map: expects characters of Unicode"):
        ml.IndexMap("(d0) -> (\ud800)")
    with pytest.raises(TypeError, match="expects the text of a map"):
        ml.IndexMap(3)


def test_drawing():
    rows = ml.layout(lambda i: (i // 4, i % 4), pad=0)
    assert str(rows.draw((14,))) == repr(rows.draw((14,))) == """\
#layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0>>
logical 14, physical 4x4: 2 of 16 places are padding
░ padding of step 1, #layout.pad<0>
logical d0 in physical [0, 1]
       0  1  2  3
    0  0  1  2  3
    1  4  5  6  7
    2  8  9 10 11
    3 12 13 ░░ ░░
"""
    # Pads as they were stated, whatever stands for them.
    for pad in (0.5, -0.0, 1e300, 2**70, 1 + 2j, np.float16(0.1), ml.undef):
        picture = ml.layout(lambda i: (i // 4, i % 4), pad=pad).draw((14,))
        shown = "undef" if pad is ml.undef else repr(getattr(pad, "item", lambda: pad)())
        assert picture.count(f"pad<{shown}>") == 2
    with pytest.raises(ValueError, match="expects the format 'text' or 'svg'"):
        rows.draw((14,), format="pdf")
    assert "logical ?, physical ?x4; for d0 = 6:\nlogical 6," in rows.draw((None,))
    assert "for d0 = 6: logical 6, physical 2x4" in rows.draw((None,), format="svg")
    with pytest.raises(ml.LayoutError, match="for N = "):
        ml.layout(lambda i: (i % 4,)).draw((None,))


def test_drawing_both_sides():
    tiles = ml.layout(lambda n, i, j: (n, i // 4, j // 4, i % 4, j % 4), pad=0.5)
    svg = tiles.draw((2, 6, 7), format="svg")
    assert ">logical, down: d1, right: d2, others: 0<" in svg
    assert tree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    # The pad as it was stated, and not as the bits that stand for it.
    assert "pad&lt;0.5&gt;" in svg and "pad&lt;0x" not in svg
    assert ">logical, down: d0, right: d1, others: 0<" in tiles.draw((2, 6, 7), "svg", axes=(0, 1))
    # A notebook asks the text for the picture, a copy of it for the text only.
    text = tiles.draw((2, 6, 7))
    assert text._repr_svg_() == str(svg) == svg._repr_svg_()
    assert pickle.loads(pickle.dumps(text)) == text
    assert pickle.loads(pickle.dumps(text))._repr_svg_() is None
    for axes, error in [((3,), ml.LayoutError), ((1, 1), ml.LayoutError), ((-1,), ValueError),
                        ((2**70,), ValueError), (("a",), TypeError), (3, TypeError),
                        ((0, 1, 2), ml.LayoutError)]:
        with pytest.raises(error):
            tiles.draw((2, 6, 7), "svg", axes=axes)
    # Too large for a picture: the text is shown.
    large = ml.layout(lambda i: (2**21 * (i % 2) + i // 2,))
    with pytest.raises(ml.LayoutError):
        large.draw((4,), format="svg")


def test_padding_is_what_the_map_does_not_reach():
    for layout, shape in [(BLOCKS, (1, 2, 3, 17)),
                          (ml.layout(lambda i, j: (j // 3, i + 1, j % 3), extent=(None, "? + 2", 4)),
                           (3, 7))]:
        assert layout.padding_count(shape) == find_padding(layout, shape).sum()


def test_deep_and_long_expressions_are_refused():
    def nest(i):
        for _ in range(3000):
            i = (i + 1) // 2
        return (i,)
    with pytest.raises((ValueError, ml.LayoutError)):
        ml.layout(nest)

    def double(i):
        for _ in range(100):
            i = i + i
        return (i,)
    with pytest.raises(ValueError, match="more than 20000 characters"):
        ml.layout(double)


def test_import_loads_neither_llvm_nor_numpy():
    code = ("import sys, mlir_layout; "
            "assert 'numpy' not in sys.modules and 'mlir_layout._core' not in sys.modules")
    subprocess.run([sys.executable, "-c", code], check=True)
