# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays from one layout to another: compared with the map, element by element."""

import platform
import threading

import mlir_layout as ml
import numpy as np
import pytest
from conftest import find_padding, pack_slowly

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
ROWS = ml.layout(lambda i: (i // 4, i % 4), pad=0)
TILES = ml.layout(lambda i, j: (i // 3, j // 5, j % 5, i % 3))


def make(shape, dtype, seed=0):
    """Any bits that a type can have; of a boolean there are two."""
    random = np.random.default_rng(seed)
    if np.dtype(dtype) == bool:
        return random.integers(0, 2, shape).astype(bool)
    return random.integers(0, 256, (*shape, np.dtype(dtype).itemsize), np.uint8).view(
        dtype).reshape(shape)


def same(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
def test_every_type_to_the_last_bit(dtype):
    x = make((13,), dtype)
    packed = ml.pack(x, ROWS)
    assert same(packed, pack_slowly(x, ROWS, 0))
    assert same(ml.unpack(packed, ROWS, x.shape), x)
    x = make((7, 11), dtype)
    packed = ml.pack(x, TILES)
    data = ~find_padding(TILES, x.shape)
    assert same(packed[data], pack_slowly(x, TILES, 0)[data])
    assert same(ml.unpack(packed, TILES, x.shape), x)


@pytest.mark.parametrize("dtype, pad", [
    ("?", True), ("i1", -128), ("u1", 255), ("i8", -2**63), ("u8", 2**64 - 1), ("f2", 0.1),
    ("f4", -0.0), ("f4", np.float32(0.1)), ("f8", float("nan")), ("f8", -float("inf")), ("f4", 3),
    ("i4", 7.0), ("c8", 1 - 2j), ("c16", 0.5), ("c16", -1j)])
def test_constants_in_padding(dtype, pad):
    x = make((6,), dtype)
    layout = ml.layout(lambda i: (i // 4, i % 4), pad=pad)
    assert same(ml.pack(x, layout), pack_slowly(x, layout, np.array(pad).astype(dtype)))


@pytest.mark.parametrize("dtype, pad, error", [
    ("?", 2, ValueError), ("i1", 128, ValueError), ("u1", -1, ValueError), ("i4", 0.5, ValueError),
    ("f4", 1e300, ValueError), ("f4", 1j, ValueError), ("f2", 10**200, ValueError),
    ("i4", float("nan"), ValueError), ("f4", np.float64(0), TypeError),
    ("i4", np.int64(0), TypeError)])
def test_constants_that_are_no_numbers_of_the_type(dtype, pad, error):
    layout = ml.layout(lambda i: (i // 4, i % 4), pad=pad)
    with pytest.raises(error, match="pad"):
        ml.pack(make((6,), dtype), layout)


@pytest.mark.parametrize("dtype", ["i1", "i4", "u2", "f2", "f4", "f8"])
def test_values_and_copies_in_padding(dtype):
    x = make((6,), dtype)
    values = ml.layout(lambda i: (i // 4, i % 4), pad=lambda a, b: 4 * a - b)
    expected = pack_slowly(x, values, 0)
    expected[1, 2:] = [2, 1]
    assert same(ml.pack(x, values), expected)
    copies = ml.layout(lambda i: (i // 4, i % 4), pad=lambda a, b: (0, (4 * a + b - 6) % 4))
    expected[1, 2:] = x[:2]
    assert same(ml.pack(x, copies), expected)
    with pytest.raises(TypeError, match="a value that is computed"):
        ml.pack(np.zeros(6, complex), values)


@pytest.mark.parametrize("dtype, pad, words", [
    ("i1", lambda a, b: a * 400 + b, r"at \(3, 1\): 1201 does not fit int8"),
    ("u1", lambda a, b: 1 - b, r"at \(3, 2\): -1 does not fit uint8"),
    ("u8", lambda a, b: b - 2, r"at \(3, 1\): -1 does not fit uint64"),
    ("i2", lambda a, b: (a + b) * 6553 + 1, r"at \(3, 2\): 32766|at \(3, 3\): 39319 does"),
    ("f2", lambda a, b: 65514 + 2 * b, r"at \(3, 3\): 65520 does not fit float16"),
    ("f2", lambda a, b: -65514 - 2 * b, r"at \(3, 3\): -65520 does not fit float16"),
    ("f4", lambda a, b: a * 2**62, r"at \(3, 1\): computing the number takes more than 64 bits"),
    ("i8", lambda a, b: a * 2**61 + b * 2**61, r"at \(3, 1\): computing the number takes")])
def test_computed_numbers_that_do_not_fit(dtype, pad, words):
    layout = ml.layout(lambda i: (i // 4, i % 4), pad=pad)
    x = np.arange(13).astype(dtype)
    out = np.full((4, 4), 77, dtype)
    for _ in range(2):
        with pytest.raises(ValueError, match=words):
            ml.pack(x, layout, out=out)
    assert (out == 77).all()
    # Nothing is padding here, and what it holds is of no interest there.
    assert same(ml.pack(x[:12], layout), x[:12].reshape(3, 4))
    assert same(ml.unpack(x[:12].reshape(3, 4), layout, (11,)), x[:11])


@pytest.mark.parametrize("dtype, pad", [
    ("i1", lambda a, b: 127 * (b - 2)), ("i1", lambda a, b: 64 * b - 192 - a + 3),
    ("u1", lambda a, b: a * 85), ("u8", lambda a, b: b // 3 * 2**62 + (2**62 - 1)),
    ("i8", lambda a, b: (b - 3) * 2**62), ("f2", lambda a, b: 65510 + 3 * b),
    ("f2", lambda a, b: -65510 - 3 * b), ("f4", lambda a, b: b * 2**61)])
def test_computed_numbers_that_just_fit(dtype, pad):
    x = np.arange(13).astype(dtype)
    expected = np.append(x, np.array([pad(3, b) for b in (1, 2, 3)])
                         .astype(dtype)).reshape(4, 4)
    assert same(ml.pack(x, ml.layout(lambda i: (i // 4, i % 4), pad=pad)), expected)


def test_computed_numbers_of_each_step():
    def make_steps(first, second):
        return (ml.layout(lambda i: (i // 2, i % 2), pad=first)
                >> ml.layout(lambda a, b: (a // 2, a % 2, b), pad=second))
    x = np.arange(5, dtype="i1")
    # Of 8 places one is padding of the first step, at (2, 1), and two of the second.
    assert ml.pack(x, make_steps(lambda a, b: 63 * a + b, lambda a, b, c: -128 * b)).tolist() == [
        [[0, 1], [2, 3]], [[4, 127], [-128, -128]]]
    with pytest.raises(ValueError, match=r"pad: of step 1 at \(2, 1\): 128 does not fit int8"):
        ml.pack(x, make_steps(lambda a, b: 63 * a + 2 * b, 0))
    with pytest.raises(ValueError, match=r"pad: of step 2 at \(1, 1, 1\): -129 does not fit int8"):
        ml.pack(x, make_steps(0, lambda a, b, c: -128 * b - c))


@pytest.mark.parametrize("seed", range(8))
def test_computed_numbers_are_decided_as_each_place_says(seed):
    random = np.random.default_rng(seed)
    size, block = (int(n) for n in random.integers([1, 2], [40, 7]))
    p, q, r = (int(n) for n in random.integers(-30, 30, 3))
    layout = ml.layout(lambda i, j: (i // block, j, i % block),
                       pad=lambda a, b, c: p * a + q * b + r * ((a + c) % 3) - 5)
    x = np.zeros((size, 3), "i1")
    places = [tuple(int(n) for n in place) for place in np.argwhere(find_padding(layout, x.shape))]
    numbers = {(a, b, c): p * a + q * b + r * ((a + c) % 3) - 5 for a, b, c in places}
    wrong = [place for place, number in numbers.items() if not -128 <= number < 128]
    if wrong:
        with pytest.raises(ValueError) as caught:
            ml.pack(x, layout)
        assert f"at {wrong[0]}: {numbers[wrong[0]]} does not fit int8" in str(caught.value)
    else:
        packed = ml.pack(x, layout)
        assert all(packed[place] == number for place, number in numbers.items())


def test_computed_numbers_without_an_inverse():
    layout = ml.layout(lambda i: (i * 5 % 8,), pad=lambda a: 100 + 30 * a)
    with pytest.raises(ml.LayoutError, match="without an inverse of its map"):
        ml.pack(np.arange(5, dtype="i1"), layout)


def test_padding_that_is_not_written():
    x = make((6,), "i4")
    out = np.full((2, 4), 77, "i4")
    assert ml.pack(x, ml.layout(lambda i: (i // 4, i % 4)), out=out) is out
    assert out[1].tolist() == [*x[4:], 77, 77]


def test_steps_each_with_its_padding():
    layout = (ml.layout(lambda i: (i // 2, i % 2), pad=-1)
              >> ml.layout(lambda a, b: (a // 2, a % 2, b), pad=-2))
    packed = ml.pack(np.arange(5, dtype="i2"), layout)
    assert packed.tolist() == [[[0, 1], [2, 3]], [[4, -1], [-2, -2]]]
    assert ml.unpack(packed, layout, (5,)).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("strings, shape", [
    ("NHWC -> NCHW16c", (1, 8, 8, 61)), ("NHWC -> NCHW16c", (2, 3, 5, 16)),
    ("NCHW -> NHWC", (1, 1, 1, 1)), ("NCHW -> NCHW4c2c", (2, 9, 3, 5))])
def test_layout_strings(shape, strings):
    x = make(shape, "f4")
    layout = ml.layout(strings, pad=0)
    packed = ml.pack(x, layout)
    assert same(packed, pack_slowly(x, layout, 0))
    assert same(ml.unpack(packed, layout, shape), x)


def test_inputs_that_are_copied_first():
    x = make((14, 14), "f4")
    odd = np.frombuffer(b"\1" * 197, "u1")[1:].view("f4").reshape(7, 7)
    for view in (x[::2, ::2], x[::-2, 7:], x[:7, :7].T, np.broadcast_to(x[0, :7], (7, 7)), odd):
        data = ~find_padding(TILES, view.shape)
        assert same(ml.pack(view, TILES)[data], pack_slowly(view, TILES, 0)[data])
    x = make((7, 7), "f4")
    x.flags.writeable = False
    ml.pack(x, TILES)


def test_empty_arrays():
    assert same(ml.pack(np.zeros(0, "i4"), ROWS), pack_slowly(np.zeros(0, "i4"), ROWS, 0))
    x = np.zeros((0, 3), "f8")
    assert same(ml.unpack(ml.pack(x, TILES), TILES, (0, 3)), x)
    scalar = ml.layout(lambda: (), pad=ml.undef)
    assert ml.pack(np.array(3.0), scalar).item() == 3.0


def test_refused_arrays():
    x = np.zeros(6, "f4")
    good = np.zeros((2, 4), "f4")
    frozen = good.copy()
    frozen.flags.writeable = False
    refused = [
        (ml.pack, ([1.0], ROWS), TypeError), (ml.pack, (x, "NHWC -> NCHW4c"), TypeError),
        (ml.pack, (x.astype("O"), ROWS), TypeError), (ml.pack, (x.astype("S4"), ROWS), TypeError),
        (ml.pack, (x.astype("M8[s]"), ROWS), TypeError),
        (ml.pack, (x.astype(">f4"), ROWS), TypeError), (ml.pack, (x.astype("g"), ROWS), TypeError),
        (ml.pack, (np.ma.array(x), ROWS), TypeError),
        (ml.pack, (np.zeros(3, [("a", "i4")]), ROWS), TypeError),
        (ml.pack, (x.reshape(2, 3), ROWS), ml.LayoutError),
        (ml.pack, (x, ROWS, good.astype("f8")), TypeError),
        (ml.pack, (x, ROWS, np.zeros((4, 2), "f4")), ValueError),
        (ml.pack, (x, ROWS, frozen), ValueError), (ml.pack, (x, ROWS, [0]), TypeError),
        (ml.pack, (x, ROWS, np.zeros((2, 8), "f4")[:, ::2]), ValueError),
        (ml.pack, (x, ROWS, good, 3), TypeError), (ml.pack, (x, ROWS, good, "a}{b"), ValueError),
        (ml.pack, (x, ROWS, good, "no-such-processor"), ValueError),
        (ml.unpack, (good, ROWS, (9,)), ValueError), (ml.unpack, (good, ROWS, 6), TypeError),
        (ml.unpack, (good, ROWS, (None,)), ValueError), (ml.unpack, (x, ROWS, (6,)), ValueError),
        (ml.unpack, (good, ROWS, (6,), np.zeros(6)), TypeError)]
    for function, arguments, error in refused:
        with pytest.raises(error):
            function(*arguments)


def test_processors_of_other_machines():
    x = np.arange(6, dtype="i4")
    here = "x86" if platform.machine() in ("x86_64", "AMD64") else "arm"
    names = {"x86": ["x86-64", "x86-64-v2"], "arm": ["armv8-a"], "riscv": ["rv64gcv"]}
    module = ml.parse("func.func @f() { return }")
    for family, processors in names.items():
        for name in processors:
            if family == here:
                assert same(ml.unpack(ml.pack(x, ROWS, target=name), ROWS, (6,), None, name), x)
                module.compile("f", target=name)()
                continue
            for ask in (lambda: ml.pack(x, ROWS, target=name),
                        lambda: ml.unpack(x[:4].reshape(1, 4), ROWS, (4,), target=name),
                        lambda: module.compile("f", target=name)):
                with pytest.raises(ValueError, match=f"target: '{name}' is not for this machine"):
                    ask()
    with pytest.raises(ValueError, match="target: 'nonsense': "
                                         "LLVM knows no .*; expects 'native', 'default'"):
        ml.pack(x, ROWS, target="nonsense")


def test_unknown_extents_are_shown_as_given():
    with pytest.raises(ValueError, match=r"found \(None, 10\)"):
        ml.unpack(np.zeros((2, 4, 2), "i4"), TILES, (None, 10))


def test_overlaps_are_refused():
    memory = np.zeros(8, "f4")
    with pytest.raises(ValueError, match="overlap"):
        ml.pack(memory[:6], ROWS, out=memory.reshape(2, 4))


def test_threads():
    failures = []

    def work(number):
        for size in range(10 * number, 10 * number + 6):
            x = make((size,), "i4", size)
            if not same(ml.unpack(ml.pack(x, ROWS), ROWS, x.shape), x):
                failures.append(size)
    threads = [threading.Thread(target=work, args=(i,)) for i in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
