# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs: parsed, changed by passes, checked, compiled."""

import gc
import pathlib
import platform
import random
import resource
import subprocess
import threading

import mlir_layout as ml
import numpy as np
import pytest

SCALE = """
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @scale(%a: memref<14xi32, #L>, %b: memref<14xi32>, %k: i32) -> i32 {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #L>
    %y = arith.muli %x, %k : i32
    affine.store %y, %b[%i] : memref<14xi32>
  }
  return %k : i32
}
"""
WRONG = """\
func.func private @f(memref<4x4xf32,
    #layout.buffer<index_map<(i, j) -> (i mod 2, j)>>>)
"""


def test_parse_and_print(tmp_path):
    module = ml.parse(SCALE)
    assert str(ml.parse(str(module))) == str(module)
    path = tmp_path / "scale.mlir"
    path.write_text(SCALE)
    assert str(ml.parse(path)) == str(ml.parse(str(path))) == str(module)
    with pytest.raises(FileNotFoundError):
        ml.parse("no/such/file.mlir")
    (tmp_path / "wrong.mlir").write_text(WRONG)
    with pytest.raises(ml.LayoutError) as caught:
        ml.parse(tmp_path / "wrong.mlir")
    assert caught.value.location == f"{tmp_path}/wrong.mlir:1:22"


def test_errors_tell_where_and_what():
    with pytest.raises(ml.LayoutError) as caught:
        ml.parse(WRONG)
    error = caught.value
    assert error.location == "<text>:1:22"
    assert error.witness == "(0, 0) and (2, 0) both map to (0, 0)"
    assert error.message == "the index map must be one-to-one, but " + error.witness
    assert str(error) == f"<text>:1:22: {error.message}"
    with pytest.raises(ml.LayoutError) as caught:
        ml.parse("func.func @f() {\n  %a = arith.constant 1 : i32\n  %a = arith.constant 2 : i32\n"
                 "  return\n}")
    assert caught.value.location == "<text>:3:3"
    assert caught.value.notes and caught.value.notes[0][0] == "<text>:2:3"
    assert "note: " in str(caught.value)


def test_run():
    module = ml.parse(SCALE)
    before = str(module)
    assert module.run("layout-apply,layout-finalize") is not None
    assert "memref<4x4xi32>" in str(module) and "#layout" not in str(module)
    for pipeline in ("no-such-pass", "layout-apply{x=1}", "func.func(layout-apply)", "(", "",
                     "builtin.module(layout-apply))", "a" * 10000, "(" * 10000, "\0"):
        again = ml.parse(SCALE)
        try:
            again.run(pipeline)
        except ml.LayoutError:
            pass
        assert str(again) == before


SUM = """
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#data = affine_set<(a, b) : (13 - 4 * a - b >= 0)>
func.func @sum(%a: memref<14xi32, #L>, %b: memref<i32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if #data(%i, %j) {
        %x = affine.load %a[4 * %i + %j] : memref<14xi32, #L>
        %s = affine.load %b[] : memref<i32>
        %t = arith.addi %s, %x : i32
        affine.store %t, %b[] : memref<i32>
      }
    }
  }
  return
}
"""
PASSES = "layout-apply,layout-simplify,layout-overcompute"


def test_remarks():
    [refused] = ml.parse(SUM).run(PASSES, remarks="reads-none-padding")
    assert refused.kind == "missed" and refused.pass_name == "layout-overcompute"
    assert refused.name == "layout-overcompute/reads-none-padding"
    assert refused.location == "<text>:8:14"
    assert refused.witness.startswith("%arg0[3, 3], which is padding of kind none")
    assert refused.cause and refused.remedy
    assert str(refused) == f"<text>:8:14: missed: {refused.name}: {refused.message}"
    module = ml.parse(SUM)
    remarks = module.run(PASSES, remarks=True)
    assert refused in remarks and len({remark.pass_name for remark in remarks}) > 1
    # What passes do does not depend on them, and none are returned unless requested.
    other = ml.parse(SUM)
    assert other.run(PASSES) == [] and str(other) == str(module)
    assert other.run("canonicalize", remarks=True) == []
    done = ml.parse(SUM.replace("mod 4)>>", "mod 4)>, pad<0 : i32>>")).run(PASSES, remarks=".")
    assert "passed" in {remark.kind for remark in done}


def test_remarks_of_the_compiler():
    remarks = ml.parse(SUM).compile("sum", remarks=True).remarks
    some = ml.parse(SUM).compile("sum", remarks="^layout-assign/").remarks
    assert some and len(some) < len(remarks)
    assert all(remark.pass_name == "layout-assign" for remark in some)
    # In several parts.
    collapsed = ml.parse(SCALE).compile("scale", remarks="/collapsed").remarks
    assert collapsed[0].message.startswith("one dimension for 2: accesses divide")
    assert ml.parse(SUM).compile("sum").remarks == []
    # Also of a module that cannot be compiled, and then again.
    module = ml.parse(SUM)
    with pytest.raises(ml.LayoutError):
        module.compile("sum", pipeline="canonicalize", remarks=True)
    assert module.run(PASSES, remarks=True)


@pytest.mark.parametrize("remarks, error", [
    (None, TypeError), (1, TypeError), (b"a", TypeError), ("(", ValueError), ("*", ValueError),
    ("\ud800", ValueError), ("(" * 9999, ValueError)])
def test_remarks_that_are_asked_wrong(remarks, error):
    module = ml.parse(SUM)
    for ask in (lambda: module.run("canonicalize", remarks),
                lambda: module.run("canonicalize", remarks=remarks),
                lambda: module.compile("sum", remarks=remarks)):
        with pytest.raises(error):
            ask()


def test_a_failing_pipeline_changes_nothing():
    module = ml.parse("""
        #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
        func.func @f() -> memref<14xi32> {
          %b = memref.alloc() {layout.transform = #L} : memref<14xi32>
          return %b : memref<14xi32>
        }""")
    before = str(module)
    with pytest.raises(ml.LayoutError) as caught:
        module.run("canonicalize,cse,layout-assign,layout-apply,layout-to-llvm")
    assert caught.value.location.startswith("<text>:")
    assert str(module) == before


def test_check():
    module = ml.parse(SCALE)
    check = module.check("scale", pipeline="layout-apply", arguments={2: 5})
    assert check and check.verdict == "agree" and check.error is None
    assert "4 runs agree" in check.text
    assert module.check("scale", arguments={2: 5})
    check = module.check("scale", pipeline="canonicalize", arguments={2: 5})
    assert check.verdict == "differ" and "leaves layouts" in check.text
    with pytest.raises(ml.LayoutError, match="pipeline"):
        module.check("scale", pipeline="no-such-pass")
    with pytest.raises(TypeError):
        module.check("scale", dims={3: 4})
    with pytest.raises(ValueError):
        module.check("scale", timeout=0)


ROWS_IN_TWO = """
func.func @f(%a: memref<?x3xf32>, %k: i8, %t: i1, %s: f32) { return }
module @inner { func.func @f(%k: index) { return } }
"""


@pytest.mark.parametrize("function, arguments, dims, words", [
    ("nothing", None, None, "there is no function @nothing$"),
    ("inner::g", None, None, "there is no function @inner::g$"),
    ("nowhere::f", None, None, "there is no function @nowhere::f$"),
    ("", None, None, "there is no function @$"),
    ("f", {}, {}, r"extent 0 of argument 0 is dynamic: give it by dims={\(0, 0\): \.\.\.}$"),
    ("f", {2: True, 3: 0}, {(0, 0): 4},
     r"argument 1 is of type i8: give its value by arguments={1: \.\.\.}$"),
    ("inner::f", None, None, r"give its value by arguments={0: \.\.\.}$"),
    ("f", {0: 5}, None, r"arguments={0: 5}: argument 0 is no scalar argument of @f$"),
    ("f", {9: 5}, None, r"arguments={9: 5}: argument 9 is no scalar argument of @f$"),
    ("f", {1: 256, 2: 0, 3: 0}, {(0, 0): 4}, r"arguments={1: 256} is no value of type i8$"),
    ("f", {1: "a:b", 2: 0, 3: 0}, {(0, 0): 4}, r"arguments={1: a:b} is no value of type i8$"),
    ("f", {1: ""}, {(0, 0): 4}, "expects one value for the number of an argument"),
    ("f", {1: "\ud800"}, {(0, 0): 4}, "arguments: expects characters of Unicode"),
    ("f", None, {(0, 1): 4}, r"dims={\(0, 1\): \.\.\.} is no dynamic extent of @f$"),
    ("f", None, {(7, 0): 4}, r"dims={\(7, 0\): \.\.\.} is no dynamic extent of @f$")])
def test_checks_that_are_asked_wrong(function, arguments, dims, words):
    with pytest.raises(ValueError, match=words) as caught:
        ml.parse(ROWS_IN_TWO).check(function, "canonicalize", arguments, dims)
    assert "--" not in str(caught.value)


def test_values_of_python_in_checks():
    module = ml.parse(ROWS_IN_TWO)
    for truth in (True, np.bool_(False), 1):
        for number in (0.5, float("inf"), np.float32(1e-9), 3):
            assert module.check("f", "canonicalize", {1: np.int8(-3), 2: truth, 3: number},
                                {(0, 0): 4})
    assert module.check("inner::f", "canonicalize", {0: 2})


def test_checks_without_a_reference():
    # Nothing is between the read and the padding that must not be read.
    module = ml.parse("""
        #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
        func.func @f(%a: memref<6xi32, #L>) -> i32 {
          %c1 = arith.constant 1 : index
          %c3 = arith.constant 3 : index
          %p = layout.as_physical %a : memref<6xi32, #L> to memref<2x4xi32>
          %x = memref.load %p[%c1, %c3] : memref<2x4xi32>
          return %x : i32
        }""")
    assert module.check("f").verdict == "no reference"
    module = ml.parse("""
        func.func @f(%a: memref<4xi32>, %n: index) {
          affine.for %i = 0 to 8 {
            %x = arith.index_cast %i : index to i32
            affine.store %x, %a[%i] : memref<4xi32>
          }
          return
        }""")
    check = module.check("f", pipeline="canonicalize", arguments={1: 3})
    assert check.verdict == "no reference"


def test_what_llvm_has_no_code_for():
    module = ml.parse("""func.func @f() -> index {
      %0 = llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"() : () -> i32
      %1 = arith.index_cast %0 : i32 to index
      return %1 : index
    }""")
    for _ in range(2):
        with pytest.raises(ml.LayoutError, match="code generator fails: Cannot select"):
            module.compile("f")
    assert ml.parse(SCALE).compile("scale")


def test_compiled_functions():
    function = ml.parse(SCALE).compile("scale")
    assert function.arguments == [("i32", (4, 4), False), ("i32", (14,), True), ("i32", None, False)]
    assert repr(function) == "<compiled function scale(i32[4, 4], i32[14], i32)>"
    a = ml.pack(np.arange(14, dtype="i4"), ml.layout(lambda i: (i // 4, i % 4), pad=0))
    a.flags.writeable = False
    b = np.zeros(14, "i4")
    gc.collect()  # the module is gone, its code is not
    assert function(a, b, 3) == 3
    assert b.tolist() == list(range(0, 42, 3))
    assert function(a.view("u4"), b.view("u4"), np.int64(-1)) == -1
    assert b.tolist() == list(range(0, -14, -1))


PRODUCT = """
    func.func @product(%a: tensor<64x256xTYPE>, %b: tensor<256x64xTYPE>) -> tensor<64x64xTYPE> {
      %zero = arith.constant 0.0 : TYPE
      %empty = tensor.empty() : tensor<64x64xTYPE>
      %init = linalg.fill ins(%zero : TYPE) outs(%empty : tensor<64x64xTYPE>) -> tensor<64x64xTYPE>
      %r = linalg.matmul ins(%a, %b : tensor<64x256xTYPE>, tensor<256x64xTYPE>)
        outs(%init : tensor<64x64xTYPE>) -> tensor<64x64xTYPE>
      return %r : tensor<64x64xTYPE>
    }"""


def test_layouts_of_a_function():
    module = ml.parse(PRODUCT.replace("TYPE", "f32"))

    def get_kinds(layouts):
        remarks = module.compile("product", layouts=layouts, remarks="^layout-choose/").remarks
        return {remark.name.split("/")[-1] for remark in remarks}

    assert "chosen" in get_kinds("always")
    assert "chosen" not in get_kinds("none")
    with pytest.raises(ValueError, match='layouts: expects "auto", "always" or "none"'):
        module.compile("product", layouts="some")


def test_wide_sums_of_a_function():
    module = ml.parse(PRODUCT.replace("TYPE", "f16"))
    # 2048 is the last number to which f16 can add one.
    a, b = np.full((64, 256), 16, "f2"), np.ones((256, 64), "f2")
    a[:, 129:] = 1
    assert module.compile("product")(a, b)[0, 0] < 2064 + 127
    assert module.compile("product", wide_accumulate=True)(a, b)[0, 0] == np.float16(2064 + 127)


def test_threads_of_a_function():
    module = ml.parse("""
        func.func @twice(%a: memref<1000x2000xf32>, %b: memref<1000x2000xf32> {llvm.noalias}) {
          affine.for %i = 0 to 1000 {
            affine.for %j = 0 to 2000 {
              %0 = affine.load %a[%i, %j] : memref<1000x2000xf32>
              %1 = arith.addf %0, %0 : f32
              affine.store %1, %b[%i, %j] : memref<1000x2000xf32>
            }
          }
          return
        }""")
    twice = module.compile("twice", threads=2)
    a, b = np.arange(2000000, dtype="f4").reshape(1000, 2000), np.zeros((1000, 2000), "f4")
    twice(a, b)
    assert np.array_equal(b, 2 * a)
    for threads in (0, -1, 4097):
        message = f"threads: expects an integer from 1 to 4096, found {threads}"
        with pytest.raises(ValueError, match=message):
            module.compile("twice", threads=threads)
        with pytest.raises(ValueError, match=message):
            module.save("unwritten.o", threads=threads)
    for threads in ("two", 1.5, None):
        with pytest.raises(TypeError, match="threads: expects an integer, found"):
            module.compile("twice", threads=threads)


def test_refused_calls():
    function = ml.parse(SCALE).compile("scale")
    a, b = np.zeros((4, 4), "i4"), np.zeros(14, "i4")
    frozen = b.copy()
    frozen.flags.writeable = False
    memory = np.zeros(20, "i4")
    odd = np.zeros(57, "u1")[1:].view("i4")
    for arguments, error, words in [
            ((a, b), TypeError, "expects 3 arguments, found 2"),
            ((a, b, 1, 2), TypeError, "expects 3 arguments, found 4"),
            ((a.astype("f4"), b, 1), TypeError, "argument 0: expects elements of type i32"),
            ((a.astype(">i4"), b, 1), TypeError, "argument 0: expects elements"),
            ((a.astype("M8[s]"), b, 1), TypeError, "argument 0"),
            ((a.ravel()[:14], b, 1), ValueError, r"expects the shape \(4, 4\), found \(14,\)"),
            ((a.T[:, :], b, 1), ValueError, "row-major"),
            ((a, np.zeros(28, "i4")[::2], 1), ValueError, "argument 1: expects a row-major"),
            ((a, frozen, 1), ValueError, "argument 1: is written, but read-only"),
            ((a, odd, 1), ValueError, "multiple of 4"),
            ((memory[:16].reshape(4, 4), memory[6:], 1), ValueError, "overlap"),
            ((a, b, 1.5), TypeError, "argument 2: expects an integer"),
            ((a, b, 2**32), ValueError, "argument 2: does not fit 32 bits"),
            ((a, b, None), TypeError, "argument 2"),
            ((a, "text", 1), TypeError, "argument 1"),
            ((None, b, 1), TypeError, "argument 0: expects an array"),
            (([[0] * 4] * 4, b, 1), TypeError, "argument 0: expects an array")]:
        with pytest.raises(error, match=words):
            function(*arguments)
    assert not b.any()


@pytest.mark.parametrize("element, dtype", [
    ("i1", "?"), ("i8", "i1"), ("i16", "u2"), ("i32", "i4"), ("i64", "i8"), ("index", "i8"),
    ("f16", "f2"), ("f32", "f4"), ("f64", "f8"), ("complex<f32>", "c8"), ("complex<f64>", "c16")])
def test_elements(element, dtype):
    function = ml.parse(f"""
        func.func @copy(%a: memref<?x3x{element}>, %b: memref<?x3x{element}>) {{
          memref.copy %a, %b : memref<?x3x{element}> to memref<?x3x{element}>
          return
        }}""").compile("copy")
    assert function.arguments == [(element, (None, 3), False), (element, (None, 3), True)]
    for rows in (0, 1, 5):
        a = np.arange(rows * 3).reshape(rows, 3).astype(dtype)
        b = np.zeros_like(a)
        function(a, b)
        assert (a == b).all()


@pytest.mark.parametrize("element, value", [
    ("i1", True), ("i8", -128), ("i16", -1), ("i32", 7), ("i64", -2**63), ("index", 12),
    ("f32", 0.5), ("f64", 0.1)])
def test_numbers(element, value):
    function = ml.parse(f"func.func @f(%a: {element}) -> {element} {{ return %a : {element} }}"
                        ).compile("f")
    result = function(value)
    assert result == value and type(result) is type(value)
    with pytest.raises((TypeError, ValueError)):
        function("a")


def test_elements_that_numpy_has_as_bits():
    function = ml.parse("""
        func.func @widen(%a: memref<3xbf16>, %b: memref<3xf32>) {
          affine.for %i = 0 to 3 {
            %x = affine.load %a[%i] : memref<3xbf16>
            %y = arith.extf %x : bf16 to f32
            affine.store %y, %b[%i] : memref<3xf32>
          }
          return
        }""").compile("widen")
    numbers = np.array([1.5, -0.0, 2.0**100], "f4")
    bits, found = (numbers.view("u4") >> 16).astype("u2"), np.ones(3, "f4")
    function(bits, found)
    assert found.tobytes() == numbers.tobytes()
    for other in (bits.view("i2"), bits.view("f2"), numbers):
        with pytest.raises(TypeError, match="argument 0: expects elements of type bf16, as uint16"):
            function(other, found)


def test_floats_of_a_byte():
    module = ml.parse("""
        func.func @widen(%a: memref<256xf8E4M3FN>, %b: memref<256xf32>, %c: memref<256xf8E4M3FN>) {
          affine.for %i = 0 to 256 {
            %x = affine.load %a[%i] : memref<256xf8E4M3FN>
            %y = arith.extf %x : f8E4M3FN to f32
            %z = arith.truncf %y : f32 to f8E4M3FN
            affine.store %y, %b[%i] : memref<256xf32>
            affine.store %z, %c[%i] : memref<256xf8E4M3FN>
          }
          return
        }""")
    bits, found, again = np.arange(256, dtype="u1"), np.ones(256, "f4"), np.zeros(256, "u1")
    function = module.compile("widen")
    function(bits, found, again)
    exponent, fraction = (bits >> 3 & 15).astype(int), (bits & 7).astype(int)
    expected = np.where(exponent == 0, fraction * 2.0**-9, (8 + fraction) * 2.0**(exponent - 10.0))
    expected[bits & 127 == 127] = np.nan
    assert np.array_equal(found, np.where(bits < 128, expected, -expected), equal_nan=True)
    assert np.array_equal(np.signbit(found[:255]), (bits >= 128)[:255])
    is_number = bits & 127 != 127
    assert np.array_equal(again[is_number], bits[is_number])
    with pytest.raises(TypeError, match="argument 0: expects elements of type f8E4M3FN, as uint8"):
        function(bits.view("i1"), found, again)


@pytest.mark.parametrize("where", ["%a: {}", "%a: memref<4x{}>"])
@pytest.mark.parametrize("element", ["i128", "complex<f16>", "complex<bf16>", "complex<i32>",
                                     "ui8", "f80", "f128", "i65"])
def test_types_that_no_argument_can_have(element, where):
    with pytest.raises(ml.LayoutError, match="cannot be passed: expects index, i1"):
        ml.parse(f"func.func @f({where.format(element)}) {{ return }}").compile("f")


def test_what_a_number_raises_itself():
    class Stopped:
        def __init__(self, error):
            self.error = error

        def __float__(self):
            raise self.error

        __index__ = __float__
    for element in ("f32", "f64", "i32", "index"):
        function = ml.parse(f"func.func @f(%a: {element}) {{ return }}").compile("f")
        for error in (KeyboardInterrupt(), MemoryError(), ZeroDivisionError("mine")):
            with pytest.raises(type(error)) as caught:
                function(Stopped(error))
            assert caught.value is error
        with pytest.raises(TypeError, match="argument 0: expects"):
            function(Stopped(TypeError("mine")))
        with pytest.raises(ValueError, match="argument 0: does not fit"):
            function(10**400)


def test_texts_that_are_no_unicode(tmp_path):
    module = ml.parse("func.func @f() { return }")
    for ask in (lambda: ml.parse("a\ud800"), lambda: module.run("\ud800"),
                lambda: module.check("\ud800"), lambda: module.check("f", "\ud800"),
                lambda: module.compile("\ud800"), lambda: module.compile("f", pipeline="\ud800")):
        with pytest.raises(ValueError, match=r"expects characters of Unicode, found '\\ud800' at"):
            ask()
    path = tmp_path / "odd\udcff.mlir"  # a name of bytes that are no UTF-8
    path.write_text("func.func @f() { return }")
    ml.parse(path).compile("f")()


def test_compiling_what_is_not_there():
    for name in ("f", "", "inner::f"):
        with pytest.raises(ValueError, match=f"there is no function @{name}$"):
            ml.parse("func.func @g() { return }\nmodule @inner {}").compile(name)


def test_requests_and_tensors():
    text = """
        func.func @f(%a: memref<14xf32> {layout.transform = #layout.buffer<
            index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>}) {
          affine.for %i = 0 to 14 {
            %x = affine.load %a[%i] : memref<14xf32>
            %y = arith.addf %x, %x : f32
            affine.store %y, %a[%i] : memref<14xf32>
          }
          return
        }"""
    a = np.arange(14, dtype="f4")
    ml.parse(text).compile("f")(a)
    assert a.tolist() == list(range(0, 28, 2))
    physical = ml.parse(text).compile("f", change_interface=True)
    assert physical.arguments == [("f32", (4, 4), True)]


def test_constant_of_a_branch_is_copied():
    compiled = ml.parse(
        "func.func @f(%a: tensor<4xi32>, %p: i1) -> tensor<4xi32> {\n"
        "  %b = arith.addi %a, %a : tensor<4xi32>\n"
        "  %c = arith.constant dense<7> : tensor<4xi32>\n"
        "  %r = scf.if %p -> tensor<4xi32> { scf.yield %c : tensor<4xi32> }"
        " else { scf.yield %b : tensor<4xi32> }\n"
        "  return %r : tensor<4xi32>\n}").compile("f")
    first = compiled(np.arange(4, dtype="i4"), True)
    first += 1
    assert compiled(np.arange(4, dtype="i4"), True).tolist() == [7, 7, 7, 7]
    assert compiled(np.arange(4, dtype="i4"), False).tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize("text, words", [
    ("func.func private @f(memref<4xf32>)", "has no body"),
    ("func.func @f(%a: memref<*xf32>) { return }", "cannot be passed"),
    ("func.func @f(%a: memref<4xf32, strided<[2]>>) { return }", "cannot be passed"),
    ("func.func @f(%a: memref<4xf32, 3>) { return }", "cannot be passed"),
    ("func.func @f(%a: memref<4xvector<4xf32>>) { return }", "cannot be passed"),
    ("func.func @f(%a: memref<4xi7>) { return }", "cannot be passed"),
    ("memref.global @g : memref<4xf32> = dense<1.0>\nfunc.func @f() -> memref<4xf32> {"
     " %0 = memref.get_global @g : memref<4xf32>\n return %0 : memref<4xf32> }",
     "result 0 of @f is neither an argument nor a buffer that it allocates"),
    ("func.func @f() -> memref<4xf32> { %0 = memref.alloca() : memref<4xf32>\n"
     " return %0 : memref<4xf32> }", "result 0 of @f is neither"),
    ("func.func private @g() -> memref<4xf32>\nfunc.func @f() -> memref<4xf32> {"
     " %0 = call @g() : () -> memref<4xf32>\n return %0 : memref<4xf32> }",
     "result 0 of @f is neither"),
    # One of two branches, and after a call.
    ("memref.global @g : memref<4xf32> = dense<1.0>\n"
     "func.func private @h(%c: i1) -> memref<4xf32> { %r = scf.if %c -> memref<4xf32> {"
     " %0 = memref.get_global @g : memref<4xf32>\n scf.yield %0 : memref<4xf32> } else {"
     " %1 = memref.alloc() : memref<4xf32>\n scf.yield %1 : memref<4xf32> }"
     " return %r : memref<4xf32> }\n"
     "func.func @f(%c: i1) -> memref<4xf32> { %0 = call @h(%c) : (i1) -> memref<4xf32>\n"
     " return %0 : memref<4xf32> }", "result 0 of @f is neither"),
    ("func.func @f(%a: memref<4xi7>) -> memref<4xi7> { return %a : memref<4xi7> }", "cannot be"),
    ("func.func private @g()\nfunc.func @f() { call @g() : () -> ()\n return }", "@f|compiled"),
    ("func.func @f(%a: memref<?xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)"
     " { return }", r"dynamic shape .* or plain buffers for which layout\.transform requests"),
    ("func.func @f(%a: vector<[4]xf32>) { return }", "cannot be passed"),
])
def test_refused_functions(text, words):
    with pytest.raises(ml.LayoutError, match=words):
        ml.parse(text).compile("f")
    with pytest.raises(ml.LayoutError):
        ml.parse(text).compile("f", pipeline="canonicalize")


def test_tensors_are_returned_as_arrays():
    f = ml.parse("""
        #map = affine_map<(i, j) -> (i, j)>
        func.func @f(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> (tensor<?x3xf32>, f32) {
          %r = linalg.add ins(%a, %b : tensor<?x3xf32>, tensor<?x3xf32>)
              outs(%a : tensor<?x3xf32>) -> tensor<?x3xf32>
          %c = arith.constant 0 : index
          %x = tensor.extract %r[%c, %c] : tensor<?x3xf32>
          return %r, %x : tensor<?x3xf32>, f32
        }""").compile("f")
    assert f.results == [("f32", (None, 3)), ("f32", None)]
    a = np.arange(12, dtype="f4").reshape(4, 3)
    kept = a.copy()
    y, x = f(a, a + 1)
    assert x == 1 and y.dtype == np.float32 and np.array_equal(y, 2 * kept + 1)
    assert np.array_equal(a, kept) and y.flags.writeable
    del f
    gc.collect()
    y += 1
    assert np.array_equal(y, 2 * kept + 2)


def test_what_belongs_to_whom():
    # An argument, the same buffer twice, one of a callee, either of two.
    text = """
        func.func private @make(%n: index) -> memref<?xi16> {
          %0 = memref.alloc(%n) : memref<?xi16>
          return %0 : memref<?xi16>
        }
        func.func @f(%a: memref<?xi16>, %c: i1, %v: i16)
            -> (memref<?xi16>, memref<?xi16>, memref<?xi16>, memref<?xi16>, memref<i64>) {
          %zero = arith.constant 0 : index
          %n = memref.dim %a, %zero : memref<?xi16>
          %0 = call @make(%n) : (index) -> memref<?xi16>
          linalg.fill ins(%v : i16) outs(%0 : memref<?xi16>)
          %1 = arith.select %c, %a, %0 : memref<?xi16>
          %2 = memref.alloc() : memref<i64>
          %k = arith.constant 77 : i64
          memref.store %k, %2[] : memref<i64>
          return %a, %0, %0, %1, %2 : memref<?xi16>, memref<?xi16>, memref<?xi16>, memref<?xi16>,
              memref<i64>
        }"""
    f = ml.parse(text).compile("f")
    a = np.arange(5, dtype="i2")
    for choice in (True, False):
        first, second, third, fourth, number = f(a, choice, 9)
        assert np.array_equal(first, a) and not np.shares_memory(first, a)
        assert np.array_equal(second, [9] * 5) and np.shares_memory(second, third)
        assert np.array_equal(fourth, a if choice else second)
        assert number.shape == () and number == 77
        del second
        gc.collect()
        third[:] = 3
    assert f(a[:0], False, 1)[1].shape == (0,)


@pytest.mark.parametrize("element, dtype", [
    ("i1", "?"), ("i8", "i1"), ("i64", "i8"), ("index", "i8"), ("f16", "f2"), ("bf16", "u2"),
    ("f64", "f8"), ("complex<f32>", "c8"), ("complex<f64>", "c16")])
def test_elements_of_results(element, dtype):
    text = f"memref<2x3x{element}>"
    f = ml.parse(f"""
        func.func @f(%a: {text}) -> {text} {{
          %0 = memref.alloc() : {text}
          memref.copy %a, %0 : {text} to {text}
          return %0 : {text}
        }}""").compile("f")
    a = np.arange(6).reshape(2, 3).astype(dtype)
    y = f(a)
    assert y.dtype == a.dtype and np.array_equal(y, a) and not np.shares_memory(y, a)


@pytest.mark.parametrize("body, twice", [
    ("%r = call @double(%a) : (tensor<3xi32>) -> tensor<3xi32>", (1, 1)),
    ("%r = scf.if %c -> tensor<3xi32> { %d = func.call @double(%a) : (tensor<3xi32>) -> "
     "tensor<3xi32>\n scf.yield %d : tensor<3xi32> } else { scf.yield %a : tensor<3xi32> }",
     (1, 0))])
def test_results_of_calls_and_branches(body, twice):
    f = ml.parse(f"""
    func.func @double(%a: tensor<3xi32>) -> tensor<3xi32> {{
      %e = tensor.empty() : tensor<3xi32>
      %r = linalg.add ins(%a, %a : tensor<3xi32>, tensor<3xi32>)
                      outs(%e : tensor<3xi32>) -> tensor<3xi32>
      return %r : tensor<3xi32>
    }}
    func.func @f(%a: tensor<3xi32>, %c: i1) -> (tensor<3xi32>, tensor<3xi32>) {{
      {body}
      return %r, %r : tensor<3xi32>, tensor<3xi32>
    }}""").compile("f")
    x = np.arange(3, dtype=np.int32)
    for c, was_doubled in zip((True, False), twice):
        results = f(x, c)
        for result in results:
            assert list(result) == ([0, 2, 4] if was_doubled else [0, 1, 2])
        results[0][:] = 7  # a tensor is a value: what another one holds stays
        assert list(results[1]) == ([0, 2, 4] if was_doubled else [0, 1, 2])
    assert list(x) == [0, 1, 2]


def test_results_have_the_layout_of_their_type():
    f = ml.parse("""
        #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
        func.func @f(%a: memref<6xi32>) -> memref<6xi32, #L> {
          %0 = memref.alloc() : memref<6xi32, #L>
          affine.for %i = 0 to 6 {
            %x = affine.load %a[%i] : memref<6xi32>
            affine.store %x, %0[%i] : memref<6xi32, #L>
          }
          return %0 : memref<6xi32, #L>
        }""").compile("f")
    assert f(np.arange(6, dtype="i4")).tolist() == [[0, 1, 2, 3], [4, 5, -1, -1]]


def test_memory_of_tensors_is_freed():
    text = """
        func.func @f(%a: tensor<250000xf32>) -> tensor<250000xf32> {
          %0 = linalg.exp ins(%a : tensor<250000xf32>) outs(%a : tensor<250000xf32>)
              -> tensor<250000xf32>
          %1 = linalg.add ins(%0, %a : tensor<250000xf32>, tensor<250000xf32>)
              outs(%a : tensor<250000xf32>) -> tensor<250000xf32>
          return %1 : tensor<250000xf32>
        }"""
    a = np.zeros(250000, "f4")

    def measure(**options):
        f = ml.parse(text).compile("f", **options)
        f(a)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for _ in range(200):
            f(a)
        return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert measure() < 50  # of 200 MB in results alone, and more in between
    assert measure(deallocate=False) > 100


def test_what_a_layout_promises_is_checked():
    body = """
          affine.for %i = 0 to 14 {
            %x = affine.load %a[%i] : memref<14xf32>
            affine.store %x, %b[13 - %i] : memref<14xf32>
          }
          return
        }"""
    request = ("{layout.transform = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, "
               "pad<0.0 : f32>>}")
    a = np.arange(14, dtype="f4")
    for first, second in [(request, ""), ("", request), ("{llvm.noalias}", "")]:
        function = ml.parse(f"func.func @f(%a: memref<14xf32> {first}, %b: memref<14xf32> "
                            f"{second}) {{{body}").compile("f")
        with pytest.raises(ValueError, match="overlap"):
            function(a, a)
    plain = ml.parse(f"func.func @f(%a: memref<14xf32>, %b: memref<14xf32>) {{{body}").compile("f")
    plain(a, a)
    assert a.tolist() == [0, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1, 0]


def test_promises_through_a_callee():
    # A private callee guarantees what the caller from outside has to keep.
    function = ml.parse("""
        #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
        func.func private @g(%a: memref<14xf32> {layout.transform = #L}, %b: memref<14xf32>) {
          affine.for %i = 0 to 14 {
            %x = affine.load %a[%i] : memref<14xf32>
            affine.store %x, %b[13 - %i] : memref<14xf32>
          }
          return
        }
        func.func @f(%a: memref<14xf32>, %b: memref<14xf32>) {
          call @g(%a, %b) : (memref<14xf32>, memref<14xf32>) -> ()
          return
        }""").compile("f")
    a = np.arange(14, dtype="f4")
    with pytest.raises(ValueError, match="overlap"):
        function(a, a)


@pytest.mark.parametrize("name", ["exp", "malloc", "memcpy", "main", "cbrt", "f"])
def test_functions_may_have_names_of_the_c_library(name):
    module = ml.parse(f"""
        #turned = #layout.buffer<index_map<(i, j) -> (j, i)>>
        func.func @{name}(%a: memref<4x4xf32> {{layout.transform = #turned}}, %i: index,
                          %j: index) -> f32 {{
          %x = memref.load %a[%i, %j] : memref<4x4xf32>
          return %x : f32
        }}""")
    a = np.arange(16, dtype="f4").reshape(4, 4)
    for pipeline in ("layout-compile", "layout-compile,inline", "layout-legalize,layout-compile"):
        assert module.compile(name, pipeline=pipeline)(a, 1, 2) == 6


@pytest.mark.parametrize("lowering", ["{index-bitwidth=32}", "{use-bare-ptr-memref-call-conv=1}"])
def test_other_calling_conventions_are_refused(lowering):
    module = ml.parse("""
        func.func @f(%a: memref<4xf32>, %i: index) -> f32 {
          %x = memref.load %a[%i] : memref<4xf32>
          return %x : f32
        }""")
    pipeline = (f"finalize-memref-to-llvm,convert-func-to-llvm{lowering},"
                "reconcile-unrealized-casts")
    assert module.compile("f", pipeline=pipeline.replace(lowering, ""))(
        np.arange(4, dtype="f4"), 2) == 2
    with pytest.raises(ml.LayoutError):
        module.compile("f", pipeline=pipeline)
    with pytest.raises(ml.LayoutError, match="another interface"):
        ml.parse("func.func @f(%i: index) -> index { return %i : index }").compile(
            "f", pipeline="convert-func-to-llvm{index-bitwidth=32}")


@pytest.mark.parametrize("text", [
    "#m = affine_map<(d0) -> (" + "(" * 60000 + "d0" + ")" * 60000 + ")>",
    "#m = affine_map<(d0) -> (" + "- " * 60000 + "d0)>",
    "func.func private @f(" + "tuple<" * 60000 + "i32" + ">" * 60000 + ")",
    "module attributes {a.b = " + "[" * 60000 + "]" * 60000 + "} {}",
    "module {" * 60000 + "}" * 60000])
def test_texts_that_would_overflow_the_stack(text):
    with pytest.raises(ml.LayoutError, match="nest deeper than 500"):
        ml.parse(text)


def test_texts_of_which_nothing_nests():
    ml.parse("// " + "(" * 1000 + "\n" + 'module attributes {a.b = "' + "([{<" * 1000 + '"} {}\n'
             + "\n".join(f"func.func private @f{i}(i32) -> i32" for i in range(1000)))
    with pytest.raises(ml.LayoutError, match="nest deeper than 500"):
        ml.parse("module {}").run("builtin.module(" * 60000)


def test_errors_of_llvm_are_exceptions():
    with pytest.raises(ml.LayoutError, match="nonsense"):
        ml.parse("""
            func.func @f() {
              llvm.inline_asm has_side_effects "nonsense", "" : () -> ()
              return
            }""").compile("f")


def test_modules_in_threads():
    failures = []

    def work():
        try:
            function = ml.parse(SCALE).compile("scale")
            a, b = np.ones((4, 4), "i4"), np.zeros(14, "i4")
            function(a, b, 4)
            assert b.tolist() == [4] * 14
            assert ml.parse(SCALE).check("scale", arguments={2: 1})
        except BaseException as error:
            failures.append(error)
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


TO_LLVM = ("convert-vector-to-llvm,finalize-memref-to-llvm,convert-scf-to-cf,arith-expand,"
           "convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts")


@pytest.mark.parametrize("lanes", [[5], [0, 1, 4], [0, 2, 15], [14, 15]])
def test_constant_masks_of_narrow_stores_without_our_lowering(lanes):
    """LLVM 22 stores four bytes for the i8 of a lane that is alone."""
    mask = ", ".join("true" if lane in lanes else "false" for lane in range(16))
    function = ml.parse(f"""
        func.func @f(%a: memref<16xi32>, %b: memref<20xi8>) {{
          %c0 = arith.constant 0 : index
          %mask = arith.constant dense<[{mask}]> : vector<16xi1>
          %x = vector.load %a[%c0] : memref<16xi32>, vector<16xi32>
          %y = arith.trunci %x : vector<16xi32> to vector<16xi8>
          vector.maskedstore %b[%c0], %mask, %y : memref<20xi8>, vector<16xi1>, vector<16xi8>
          return
        }}""").compile("f", pipeline=TO_LLVM)
    a = np.arange(16, dtype="i4") * 0x01010101 + 1
    b = np.full(20, -1, "i1")
    expected = b.copy()
    expected[lanes] = a.astype("i1")[lanes]
    function(a, b)
    np.testing.assert_array_equal(b, expected)


def round_to_bf16(value):
    """By the definition: the nearest, ties to the one whose last bit is 0."""
    if np.isnan(value) or np.isinf(value):
        return np.array(value, "f4").view("u4") >> 16
    bits = np.arange(0, 0x7F80, dtype="u4")
    numbers = (bits << 16).view("f4").astype("f8")
    at = int(np.searchsorted(numbers, abs(value), side="right")) - 1
    low, high = numbers[at], numbers[at + 1] if at + 1 < len(numbers) else 2.0 ** 128
    distance = (abs(value) - low) - (high - abs(value))
    up = distance > 0 or distance == 0 and at % 2 == 1
    return int(bits[at]) + up + (0x8000 if np.signbit(value) else 0)


@pytest.mark.parametrize("wide", ["f4", "f8"])
def test_bf16_scalars_without_our_lowering(wide):
    """LLVM calls a function of the compiler's runtime, which the host may lack."""
    name = wide.replace("4", "32").replace("8", "64")
    function = ml.parse(f"""
        func.func @f(%a: memref<?x{name}>, %b: memref<?xbf16>, %i: index) {{
          %x = memref.load %a[%i] : memref<?x{name}>
          %y = arith.truncf %x : {name} to bf16
          memref.store %y, %b[%i] : memref<?xbf16>
          return
        }}""").compile("f", pipeline=TO_LLVM.replace("arith-expand,", ""))
    half = 1 + 2.0 ** -8  # between 1 and the next bf16
    values = [0.0, -0.0, 1.0, -3.0, half, half + 2.0 ** -23, half - 2.0 ** -23,
              half + 2.0 ** -40, half - 2.0 ** -40, half + 2.0 ** -7, -half, 1e-40, -1e-41,
              3.3895314e38, 3.3961775e38, 3.4e38, np.inf, -np.inf]
    rng = np.random.default_rng(1)
    values += list(rng.standard_normal(100) * 2.0 ** rng.integers(-130, 120, 100))
    a = np.array(values, wide)
    b = np.zeros(len(a), "u2")
    for i in range(len(a)):
        function(a, b, i)
    np.testing.assert_array_equal(b, [round_to_bf16(float(value)) for value in a])
    a[0] = np.nan
    function(a, b, 0)
    assert b[0] & 0x7FFF > 0x7F80


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other processors convert f16")
@pytest.mark.parametrize("wide", ["f4", "f8"])
def test_f16_without_instructions(wide):
    """LLVM calls functions of the compiler's runtime for x86-64 without F16C."""
    name = wide.replace("4", "32").replace("8", "64")
    module = ml.parse(f"""
        func.func @narrow(%a: memref<?x{name}>, %b: memref<?xf16>, %n: index) {{
          affine.for %i = 0 to %n {{
            %x = affine.load %a[%i] : memref<?x{name}>
            %y = arith.truncf %x : {name} to f16
            affine.store %y, %b[%i] : memref<?xf16>
          }}
          return
        }}
        func.func @widen(%a: memref<?xf16>, %b: memref<?x{name}>, %n: index) {{
          affine.for %i = 0 to %n {{
            %x = affine.load %a[%i] : memref<?xf16>
            %y = arith.extf %x : f16 to {name}
            affine.store %y, %b[%i] : memref<?x{name}>
          }}
          return
        }}""")
    halves = np.arange(65536, dtype="u2").view("f2")
    numbers = np.zeros(65536, wide)
    module.compile("widen", target="x86-64")(halves, numbers, 65536)
    np.testing.assert_array_equal(numbers, halves.astype(wide))
    # Between two of them, and next to the middle.
    finite = np.sort(halves[np.isfinite(halves)]).astype(wide)
    middle = (finite[1:] + finite[:-1]) / 2
    values = np.concatenate([halves.astype(wide), middle, np.nextafter(middle, finite[1:]),
                             np.nextafter(middle, finite[:-1])])
    found = np.zeros(len(values), "f2")
    module.compile("narrow", target="x86-64")(values, found, len(values))
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(found, values.astype("f2"))


def test_bf16_values_in_control_flow():
    function = ml.parse("""
        func.func @f(%a: memref<9xbf16>, %b: memref<1xbf16>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c9 = arith.constant 9 : index
          %one = arith.constant 1.0 : bf16
          %s = scf.for %i = %c0 to %c9 step %c1 iter_args(%t = %one) -> (bf16) {
            %x = memref.load %a[%i] : memref<9xbf16>
            %y = arith.mulf %t, %x : bf16
            scf.yield %y : bf16
          }
          memref.store %s, %b[%c0] : memref<1xbf16>
          return
        }""").compile("f")
    two = np.full(9, 0x4000, "u2")
    b = np.zeros(1, "u2")
    function(two, b)
    assert b[0] == 0x4400  # 512
def write_bytecode(folder):
    """A file of SCALE as bytecode, as `mlir-opt -emit-bytecode` writes it."""
    text, code = folder / "written.mlir", folder / "written.mlirbc"
    text.write_text(SCALE)
    layout_opt = pathlib.Path(ml.__file__).parents[2] / "bin" / "layout-opt"
    subprocess.run([layout_opt, text, "-emit-bytecode", "-o", code], check=True)
    return code


def test_bytecode(tmp_path):
    path = write_bytecode(tmp_path)
    module = ml.parse(path)
    assert str(module) == str(ml.parse(SCALE))
    assert str(ml.parse(str(path))) == str(ml.parse(path.read_bytes())) == str(module)
    module.run("layout-apply")
    with pytest.raises(TypeError, match="do not begin as bytecode does"):
        ml.parse(SCALE.encode())
    (tmp_path / "latin.mlir").write_bytes("// Größe\n".encode("latin-1"))
    with pytest.raises(ml.LayoutError, match="neither text in UTF-8 nor bytecode of MLIR"):
        ml.parse(tmp_path / "latin.mlir")


def test_damaged_bytecode(tmp_path):
    """It is refused, and never ends the program, as MLIR's reader does at some numbers."""
    code = write_bytecode(tmp_path).read_bytes()
    for length in range(4, len(code) - 1, 7):
        with pytest.raises(ml.LayoutError):
            ml.parse(code[:length])
    source = random.Random(1)
    for _ in range(200):
        damaged = bytearray(code)
        damaged[source.randrange(4, len(code))] = source.randrange(256)
        try:
            ml.parse(bytes(damaged))
        except ml.LayoutError:
            pass
