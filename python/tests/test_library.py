# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules that are written to files and loaded again; what is passed to their functions."""

import ctypes
import os
import pathlib
import platform
import random
import struct
import subprocess
import sys
import threading

import mlir_layout as ml
import numpy as np
import pytest

WEIGHTS = np.random.default_rng(0).random((64, 96), np.float32)
NETWORK = f"""
func.func @network(%x: tensor<12x64xf32>) -> tensor<12x96xf32> {{
  %w = arith.constant dense<"0x{WEIGHTS.tobytes().hex()}"> : tensor<64x96xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x96xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x96xf32>) -> tensor<12x96xf32>
  %r = linalg.matmul ins(%x, %w : tensor<12x64xf32>, tensor<64x96xf32>)
                     outs(%z : tensor<12x96xf32>) -> tensor<12x96xf32>
  return %r : tensor<12x96xf32>
}}
func.func @mixed(%a: memref<?xi32>, %b: memref<?xi32>, %k: i32) -> (i32, memref<?xi32>) {{
  %zero = arith.constant 0 : index
  %n = memref.dim %a, %zero : memref<?xi32>
  affine.for %i = 0 to %n {{
    %x = affine.load %a[%i] : memref<?xi32>
    %y = arith.muli %x, %k : i32
    affine.store %y, %b[%i] : memref<?xi32>
  }}
  return %k, %b : i32, memref<?xi32>
}}
func.func @"odd name"(%a: i1, %b: i8, %c: f64, %d: index) -> (i1, i8, f64, index) {{
  return %a, %b, %c, %d : i1, i8, f64, index
}}
func.func @nothing() {{
  return
}}
func.func @wide(%a: i128) {{
  return
}}
"""
X = np.random.default_rng(1).random((12, 64), np.float32)


@pytest.fixture(scope="module")
def network():
    return ml.parse(NETWORK)


def check_functions(library):
    assert sorted(library) == ["mixed", "network", "nothing", "odd name", "wide"]
    assert len(library) == 5 and "network" in dir(library)
    np.testing.assert_allclose(library.network(X), X @ WEIGHTS, rtol=1e-4)
    a, b = np.arange(9, dtype=np.int32), np.zeros(9, np.int32)
    k, copy = library.mixed(a, b, 3)
    assert k == 3 and (b == 3 * a).all() and (copy == b).all()
    assert library["odd name"](True, -5, 0.25, 2**40) == (True, -5, 0.25, 2**40)
    assert library.nothing() is None
    with pytest.raises(TypeError, match="i128"):
        library.wide
    with pytest.raises(AttributeError, match="no function 'missing'"):
        library.missing
    with pytest.raises(KeyError):
        library["missing"]
    with pytest.raises(ValueError, match="expects the shape"):
        library.network(X[:, :3].copy())
    with pytest.raises(ValueError, match="read-only"):
        fixed = b.copy()
        fixed.flags.writeable = False
        library.mixed(a, fixed, 3)


def test_library(network, tmp_path):
    path = tmp_path / "some folder" / "network.so"
    path.parent.mkdir()
    assert network.save(path, reassociate=True) == []
    check_functions(ml.load(path))
    check_functions(ml.load(str(path)))
    assert repr(ml.load(path)).startswith("<library '")
    assert os.listdir(path.parent) == ["network.so"]


def test_library_of_layout_cc(network, tmp_path):
    layout_cc = pathlib.Path(ml.__file__).parents[2] / "bin" / "layout-cc"
    network.save(tmp_path / "n.mlirbc")
    subprocess.run([layout_cc, "n.mlirbc", "-o", "n.so", "-fdeallocate"], cwd=tmp_path, check=True)
    check_functions(ml.load(tmp_path / "n.so"))


def test_library_in_this_folder(network, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    network.save("n.so")
    assert ml.load("n.so").nothing() is None


def test_functions_outlive_the_library(network, tmp_path):
    network.save(tmp_path / "n.so")
    function = ml.load(tmp_path / "n.so").network
    os.unlink(tmp_path / "n.so")
    np.testing.assert_allclose(function(X), X @ WEIGHTS, rtol=1e-4)


def test_library_rebuilt_while_in_use(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    libraries = []
    for path in ("n.so", tmp_path / "n.so"):
        for i in range(5):
            ml.parse(f"""
func.func @number() -> i32 {{
  %c = arith.constant {i} : i32
  return %c : i32
}}
func.func @only{i}() {{ return }}""").save(path)
            libraries.append(ml.load(path))
            assert sorted(libraries[-1]) == ["number", f"only{i}"]
    assert [library.number() for library in libraries] == 2 * [*range(5)]


def test_library_with_other_weights(tmp_path):
    loaded = []
    for factor in (1, 2):
        weights = np.full(4096, factor, np.float32)
        ml.parse(f"""
func.func @get(%i: index) -> f32 {{
  %w = arith.constant dense<"0x{weights.tobytes().hex()}"> : tensor<4096xf32>
  %e = tensor.extract %w[%i] : tensor<4096xf32>
  return %e : f32
}}""").save(tmp_path / "w.so", weights=tmp_path / "w.safetensors")
        loaded.append(ml.load(tmp_path / "w.so", weights=tmp_path / "w.safetensors"))
    assert [library.get(7) for library in loaded] == [1, 2]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="names processors of x86-64")
def test_functions_for_other_processors(tmp_path):
    # No machine has both features.
    text = """
func.func @f() { return }
llvm.func @g() attributes {target_cpu = "x86-64", target_features = #llvm.target_features<["+tbm", "+avx512fp16"]>} {
  llvm.return
}"""
    with pytest.raises(ml.LayoutError, match='made for "x86-64,\\+tbm,\\+avx512fp16", and this machine lacks'):
        ml.parse(text).save(tmp_path / "f.so")
    ml.parse(text).save(tmp_path / "f.so", target="default")
    with pytest.raises(ml.LayoutError, match="'.*f.so' is not for this machine: it is made for "
                                             '"x86-64,\\+tbm,\\+avx512fp16", and this machine lacks'):
        ml.load(tmp_path / "f.so")


def test_planned_for_another_processor():
    other = "rv64gcv" if platform.machine() != "riscv64" else "x86-64-v4"
    module = ml.parse(f"""
module attributes {{dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"layout.processor" = "{other}">>}} {{
  func.func @f() {{ return }}
}}""")
    for options in ({}, {"target": "default"}):
        with pytest.raises(ml.LayoutError, match="it is made for .*, and this machine is"):
            module.compile("f", **options)


def test_broken_libraries(network, tmp_path):
    network.save(tmp_path / "n.so")
    data = (tmp_path / "n.so").read_bytes()
    broken = tmp_path / "broken.so"
    for size in [0, 1, 20, 63, 64, *range(100, len(data), len(data) // 50), len(data) - 1]:
        broken.write_bytes(data[:size])
        with pytest.raises(ml.LayoutError, match="broken.so'"):
            ml.load(broken)
    # Without sections, whose place would be seen to be beyond the end.
    header = bytearray(data)
    header[0x28:0x30] = bytes(8)
    header[0x3C:0x40] = bytes(4)
    broken.write_bytes(header[:len(data) // 4])
    with pytest.raises(ml.LayoutError, match="broken.so': a segment of .* goes beyond its end"):
        ml.load(broken)
    with pytest.raises(ml.LayoutError, match="missing.so': No such file"):
        ml.load(tmp_path / "missing.so")
    broken.write_text("text")
    with pytest.raises(ml.LayoutError, match="broken.so': is no shared library"):
        ml.load(broken)
    for machine, name in ((183, "aarch64"), (62, "x86_64")):
        other = bytearray(data)
        if other[18] == machine:
            continue
        other[18] = machine
        broken.write_bytes(other)
        with pytest.raises(ml.LayoutError, match=f"is made for {name}, and this machine is"):
            ml.load(broken)


KEPT = """
func.func @sum(%a: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.add ins(%a, %b : tensor<64xf32>, tensor<64xf32>)
                  outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @same(%a: tensor<64xf32>) -> tensor<64xf32> {
  return %a : tensor<64xf32>
}
func.func @written(%a: tensor<64xf32> {bufferization.writable = true}) -> tensor<64xf32> {
  %r = linalg.exp ins(%a : tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
func.func @laid_out(%m: memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>) {
  return
}
"""


def test_kept_tensors(tmp_path):
    module = ml.parse(KEPT)
    module.save(tmp_path / "k.so")
    library = ml.load(tmp_path / "k.so")
    for get in (module.compile, library.__getitem__):
        function, same, written = get("sum"), get("same"), get("written")
        assert [a[2] for a in function.arguments] == [False, False]
        v = np.arange(64, dtype=np.float32)
        v.flags.writeable = False
        assert (function(v, v) == 2 * v).all()
        copy = same(v)
        copy[:] = 0
        assert (v == np.arange(64)).all()
        assert written.arguments[0][2]
        with pytest.raises(ValueError, match="read-only"):
            written(v)


def test_weights_outside(network, tmp_path):
    network.save(tmp_path / "n.so", weights=tmp_path / "n.safetensors",
                 header=tmp_path / "n.h")
    assert "n_load_weights" in (tmp_path / "n.h").read_text()
    library = ml.load(tmp_path / "n.so")
    with pytest.raises(ValueError, match="call load_weights"):
        library.network(X)
    with pytest.raises(ml.LayoutError, match="cannot be opened"):
        library.load_weights(tmp_path / "missing")
    data = (tmp_path / "n.safetensors").read_bytes()
    (tmp_path / "short").write_bytes(data[:-1])
    with pytest.raises(ml.LayoutError, match="ends before"):
        library.load_weights(tmp_path / "short")
    (tmp_path / "text").write_text("no weights")
    with pytest.raises(ml.LayoutError, match="no file of weights"):
        library.load_weights(tmp_path / "text")
    with pytest.raises(ValueError, match="call load_weights"):
        library.network(X)
    threads = [threading.Thread(target=library.load_weights, args=(tmp_path / "n.safetensors",))
               for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check_functions(library)
    check_functions(ml.load(tmp_path / "n.so", weights=tmp_path / "n.safetensors"))


def test_weights_of_another_model(network, tmp_path):
    network.save(tmp_path / "n.so", weights=tmp_path / "n.safetensors")
    other = ml.parse(NETWORK.replace("arith.muli", "arith.addi"))
    other.save(tmp_path / "o.so", weights=tmp_path / "o.safetensors")
    with pytest.raises(ml.LayoutError, match="of another model"):
        ml.load(tmp_path / "n.so", weights=tmp_path / "o.safetensors")


def test_no_weights(network, tmp_path):
    network.save(tmp_path / "n.so")
    with pytest.raises(ValueError, match="within it"):
        ml.load(tmp_path / "n.so", weights="x")


def test_weight_arguments(tmp_path):
    module = ml.parse("""
func.func @product(%x: tensor<12x64xf32>, %w: tensor<64x96xf32> {layout.weight}) -> tensor<12x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<12x96xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x96xf32>) -> tensor<12x96xf32>
  %r = linalg.matmul ins(%x, %w : tensor<12x64xf32>, tensor<64x96xf32>)
                     outs(%z : tensor<12x96xf32>) -> tensor<12x96xf32>
  return %r : tensor<12x96xf32>
}""")
    module.save(tmp_path / "p.so", target="x86-64-v3", reassociate=True)
    library = ml.load(tmp_path / "p.so")
    assert sorted(library) == ["product", "product_pack_arg1"]
    (_, shape, _) = library.product.arguments[1]
    packed = np.empty(shape, np.float32)
    library.product_pack_arg1(WEIGHTS, packed)
    np.testing.assert_allclose(library.product(X, packed), X @ WEIGHTS, rtol=1e-4)


@pytest.mark.parametrize("name", ["n.mlir", "n.mlirbc"])
def test_module_files(network, tmp_path, name):
    network.save(tmp_path / name)
    again = ml.load(tmp_path / name)
    assert isinstance(again, ml.Module) and str(again) == str(network)
    assert os.listdir(tmp_path) == [name]
    with pytest.raises(ValueError, match="within it"):
        ml.load(tmp_path / name, weights="x")
    with pytest.raises(ValueError, match="by itself"):
        network.save(tmp_path / name, header="x.h")


def test_object(network, tmp_path):
    network.save(tmp_path / "n.o", header=tmp_path / "n.h", target="default")
    (tmp_path / "main.c").write_text(
        '#include "n.h"\nint main(void) { nothing(); int32_t a[2] = {1, 2}, b[2];'
        " return mixed(a, 2, b, 2, 3).result0 + b[1]; }\n")
    subprocess.run(["cc", "-I.", "main.c", "n.o", "-lm", "-o", "main"], cwd=tmp_path, check=True)
    assert subprocess.run([tmp_path / "main"]).returncode == 9
    network.save(tmp_path / "arm.o", target="neoverse-n1")
    assert (tmp_path / "arm.o").read_bytes()[18] == 183


def test_refused(network, tmp_path):
    with pytest.raises(ValueError, match="ends in .o"):
        network.save(tmp_path / "n.exe")
    with pytest.raises(ValueError, match="expects a path"):
        network.save("")
    with pytest.raises(ValueError, match="expects a path"):
        network.save("a\0.so")
    with pytest.raises(TypeError, match="expects a path"):
        network.save(3)
    with pytest.raises(ml.LayoutError, match="cannot write"):
        network.save(tmp_path / "missing" / "n.o")
    with pytest.raises(ml.LayoutError, match="cannot write"):
        network.save(tmp_path / "missing" / "n.mlir")
    with pytest.raises(ml.LayoutError, match="No space left"):
        network.save("/dev/full.mlir" if os.path.exists("/dev/full.mlir") else _full(tmp_path))
    with pytest.raises(ml.LayoutError, match="unknown processor"):
        network.save(tmp_path / "n.o", target="znver44")
    with pytest.raises(ml.LayoutError, match="no program 'no-such-linker'"):
        network.save(tmp_path / "n.so", linker="no-such-linker")
    with pytest.raises(ml.LayoutError, match="a file of its own"):
        network.save(tmp_path / "n.o", header=tmp_path / "n.o")
    with pytest.raises(ml.LayoutError):
        ml.parse("func.func @f() { \"a.b\"() : () -> () return }")
    with pytest.raises(ml.LayoutError):
        ml.load(tmp_path / "missing.so")
    (tmp_path / "text.so").write_text("text")
    with pytest.raises(ml.LayoutError):
        ml.load(tmp_path / "text.so")
    subprocess.run(["cc", "-shared", "-o", "c.so", "-xc", "/dev/null"], cwd=tmp_path, check=True)
    with pytest.raises(ml.LayoutError, match="no library that"):
        ml.load(tmp_path / "c.so")
    assert sorted(os.listdir(tmp_path)) == ["c.so", "full.mlir", "text.so"]


def _full(folder):
    (folder / "full.mlir").symlink_to("/dev/full")
    return folder / "full.mlir"


# Tensors of other libraries.


class Tensor:
    """What has no buffer of Python's, as tensors of other libraries."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self):
        return self.array.__dlpack__()


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64),
                ("context", ctypes.c_void_p), ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p))]


class RawTensor:
    """A tensor of any type code, which counts how often it is given back."""

    def __init__(self, array, code, bits, lanes=1, device=1, strides=None, offset=0):
        self.array, self.freed = array, 0
        self.shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        self.strides = strides and (ctypes.c_int64 * array.ndim)(*strides)
        self.tensor = DLTensor(array.ctypes.data - offset, (device, 0), array.ndim, code, bits,
                               lanes, self.shape, self.strides, offset, None,
                               ctypes.CFUNCTYPE(None, ctypes.c_void_p)(self.free))

    def free(self, _):
        self.freed += 1

    def __dlpack__(self):
        make = ctypes.pythonapi.PyCapsule_New
        make.restype = ctypes.py_object
        make.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(ctypes.addressof(self.tensor), b"dltensor", None)


COPY = """
func.func @copy(%a: memref<2x3x{0}>, %b: memref<2x3x{0}>) {{
  memref.copy %a, %b : memref<2x3x{0}> to memref<2x3x{0}>
  return
}}"""


@pytest.mark.parametrize("element,dtype", [
    ("i8", "i1"), ("i16", "u2"), ("i32", "i4"), ("i64", "u8"), ("f16", "f2"), ("f32", "f4"),
    ("f64", "f8"), ("complex<f32>", "c8"), ("complex<f64>", "c16")])
def test_dlpack(element, dtype):
    copy = ml.parse(COPY.format(element)).compile("copy")
    a = np.arange(6).reshape(2, 3).astype(dtype)
    b = np.zeros_like(a)
    copy(Tensor(a), Tensor(b))
    assert (a == b).all()


def test_dlpack_of_other_types():
    a = np.arange(6, dtype=np.uint16).reshape(2, 3)
    for offset in (0, 64):
        b = np.zeros_like(a)
        tensor, other = RawTensor(a, 4, 16, offset=offset), RawTensor(b, 4, 16, strides=(3, 1))
        ml.parse(COPY.format("bf16")).compile("copy")(tensor, other)
        assert (a == b).all() and tensor.freed == other.freed == 1
    bytes_ = np.arange(6, dtype=np.uint8).reshape(2, 3)
    result = np.zeros_like(bytes_)
    ml.parse(COPY.format("f8E4M3FN")).compile("copy")(RawTensor(bytes_, 10, 8), result)
    assert (bytes_ == result).all()


def test_dlpack_refused():
    copy = ml.parse(COPY.format("bf16")).compile("copy")
    a, b = (np.zeros((2, 3), np.uint16) for _ in range(2))
    for tensor, error, message in (
            (RawTensor(a, 2, 16), TypeError, "format 'e'"),
            (RawTensor(a, 4, 16, lanes=2), TypeError, "type code 4"),
            (RawTensor(a, 9, 16), TypeError, "type code 9"),
            (RawTensor(a, 4, 16, device=2), ValueError, "device type 2"),
            (RawTensor(a, 4, 16, strides=(1, 2)), ValueError, "row-major"),
            (RawTensor(a[:1], 4, 16), ValueError, "the shape")):
        with pytest.raises(error, match=message):
            copy(tensor, b)
        assert tensor.freed == 1


class ForeignType:
    name = "bfloat16"


class ForeignArray(np.ndarray):
    """As an array of ml_dtypes: numpy gives no buffer of it."""

    @property
    def dtype(self):
        return ForeignType()

    def view(self, kind=None, *rest):
        return np.asarray(self) if kind == "uint16" else super().view(kind, *rest)


def test_arrays_of_other_packages():
    copy = ml.parse(COPY.format("bf16")).compile("copy")
    a = np.arange(6, dtype=np.uint16).reshape(2, 3)
    b = np.zeros_like(a)
    copy(a.view(ForeignArray), b)
    assert (a == b).all()


def test_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    module = ml.parse("""
func.func @twice(%a: tensor<4xbf16>) -> tensor<4xbf16> {
  %r = arith.addf %a, %a : tensor<4xbf16>
  return %r : tensor<4xbf16>
}""")
    result = module.compile("twice")(np.arange(4).astype(ml_dtypes.bfloat16))
    assert result.dtype == ml_dtypes.bfloat16 and (result == [0, 2, 4, 6]).all()


# Numbers of 16 bits.


def round_bf16(value):
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    return struct.unpack("<f", struct.pack("<I", (bits + 0x7FFF + (bits >> 16 & 1)) & ~0xFFFF))[0]


@pytest.mark.parametrize("element", ["f16", "bf16"])
def test_short_scalars(element):
    module = ml.parse(f"func.func @same(%a: {element}) -> {element} {{ return %a : {element} }}")
    same = module.compile("same")
    generator = random.Random(0)
    numbers = [0.0, -0.0, 1.0, -2.5, 6e-8, 65504.0, 1e-5, 1.0009765625, 1.00390625, 1.01171875]
    numbers += [np.float32(generator.uniform(-1, 1) * 2.0 ** generator.randrange(-26, 15)).item()
                for _ in range(2000)]
    for number in numbers:
        expected = float(np.float16(number)) if element == "f16" else round_bf16(number)
        found = same(number)
        assert (found, np.signbit(found)) == (expected, np.signbit(expected)), number
    # Of 64 bits, rounded once: a float32 between would be half way.
    assert same(1 + 2.0**-(11 if element == "f16" else 8) + 2.0**-40) > 1
    assert np.isnan(same(float("nan"))) and same(float("-inf")) == float("-inf")
    with pytest.raises(ValueError, match=f"does not fit {element}"):
        same(65520.0 if element == "f16" else 3.4e38)


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
