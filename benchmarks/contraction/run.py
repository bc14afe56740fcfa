#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times contractions, written as loops over logical indices, with layouts.

  run.py [case ...] [--rounds N] [--check-only] [--without-libraries] [--threads N]
         [--charge-packing] [--reassociate] [--bound BITS] [--tune SECONDS] [--target native]
         [--march native] [--build DIR] [--keep DIR]

Each case is a nest of affine loops as a user writes it, and a layout for each of its
three buffers. It is compiled by what the documents tell users to (documented), for this machine,
or for the processor that --target names, and by clang for --march.
The results are compared, element by element, with those of the same loops in C (reference),
without layouts, compiled by the same clang.
Then all run in turns in one thread, with OpenBLAS and oneDNN where these are installed
and have the operation; oneDNN on data in the layouts that it chooses itself. Prints medians,
10^9 operations (multiplications and additions) a second, and ratios of times to the reference
and to oneDNN. With --charge-packing both are timed with plain buffers, too, which each call
brings into their layouts and back (charged). With --reassociate, floats may be added in any order, so that
bf16 has dot products where the processor gains by them. With --bound, what none of them can be
faster than: as many dot products or multiply-adds of registers of so many bits (256 or 512) as
the case takes at least, with nothing to load (bound; x86-64). With --tune, layout-tune looks for the plan of the
nest for so long, and the program with what it finds is timed, too (tuned). With --threads, the same program for so many
threads runs beside that for one, timed by the clock, without libraries.
Libraries: scripts/setup --libraries. ONEDNN_MAX_CPU_ISA holds oneDNN to some instructions, such as
AVX512_CORE_BF16 (without AMX) or AVX2_VNNI.
"""

import collections
import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from maps import get_physical_shape, split_map, to_c, write_offset
from variants import (APPLY, CLANG, LLVM_LIBRARIES, FINISH, CaseParser, compile_variant, has_library, open_folder,
                      run)

PIPELINE = APPLY + "layout-set-target{target=native},layout-optimize," + FINISH
FLAGS = ["-ffp-contract=fast"]


def get_pipeline(arguments):
    return PIPELINE.replace("target=native", f"target={arguments.target}")


def get_flags(arguments):
    return [*FLAGS, f"-march={arguments.march}"]


THREADS = ("layout-optimize{{threads={0}}},", "layout-to-llvm{{threads={0}}}")

# A buffer: its element type, shape, the subscripts of its access in loop variables, and
# its layout.
Operand = collections.namedtuple("Operand", "element shape subscripts map")
# Loops with extents, in the order of the program; C += A * B; defines for the libraries.
Case = collections.namedtuple("Case", "loops a b c library")


PLAIN = "(i, j) -> (i, j)"
BLAS = {"f32": {"CBLAS_GEMM": "cblas_sgemm"}, "f64": {"CBLAS_GEMM": "cblas_dgemm"}}


def matmul(n, a, b, c, maps):
    shape = (n, n)
    library = {"MATMUL": 1, "SIZE": n} | BLAS.get(a, {})
    return Case({"i": n, "k": n, "j": n}, Operand(a, shape, ("i", "k"), maps[0]),
                Operand(b, shape, ("k", "j"), maps[1]),
                Operand(c, shape, ("i", "j"), maps[2]), library)


def convolution(side, window, stride, channels, results, block):
    """Of an image that has its border already."""
    wide = (side - 1) * stride + window
    step = "" if stride == 1 else f" * {stride}"
    image = (f"(h, w, c) -> (c floordiv {block}, h, w, c mod {block})"
             if channels >= block else "(h, w, c) -> (h, w, c)")
    weights = (f"(r, s, c, k) -> (k floordiv {block}, r, s, c floordiv {block}, "
               f"c mod {block}, k mod {block})" if channels >= block else
               f"(r, s, c, k) -> (k floordiv {block}, r, s, c, k mod {block})")
    return Case(
        {"i": side, "j": side, "r": window, "s": window, "c": channels, "k": results},
        Operand("f32", (wide, wide, channels), (f"i{step} + r", f"j{step} + s", "c"), image),
        Operand("f32", (window, window, channels, results), ("r", "s", "c", "k"), weights),
        Operand("f32", (side, side, results), ("i", "j", "k"),
                f"(h, w, k) -> (k floordiv {block}, h, w, k mod {block})"),
        {"CONVOLUTION": 1, "SIDE": side, "WINDOW": window, "STRIDE": stride,
         "CHANNELS": channels, "RESULTS": results})


def quantized_convolution(side, window, channels, results):
    """Of bytes, four channels of the weights beside each other."""
    wide = side - 1 + window
    return Case(
        {"i": side, "j": side, "r": window, "s": window, "c": channels, "k": results},
        Operand("i8", (wide, wide, channels), ("i + r", "j + s", "c"), "(h, w, c) -> (h, w, c)"),
        Operand("i8", (window, window, channels, results), ("r", "s", "c", "k"),
                "(r, s, c, k) -> (k floordiv 32, r, s, c floordiv 4, k mod 32, c mod 4)"),
        Operand("i32", (side, side, results), ("i", "j", "k"),
                "(h, w, k) -> (k floordiv 32, h, w, k mod 32)"),
        {"CONVOLUTION": 1, "SIDE": side, "WINDOW": window, "STRIDE": 1,
         "CHANNELS": channels, "RESULTS": results})


def depthwise(side, channels, block):
    blocks = f"(h, w, c) -> (c floordiv {block}, h, w, c mod {block})"
    return Case(
        {"i": side, "j": side, "r": 3, "s": 3, "c": channels},
        Operand("f32", (side + 2, side + 2, channels), ("i + r", "j + s", "c"), blocks),
        Operand("f32", (3, 3, channels), ("r", "s", "c"),
                f"(r, s, c) -> (c floordiv {block}, r, s, c mod {block})"),
        Operand("f32", (side, side, channels), ("i", "j", "c"), blocks),
        {"CONVOLUTION": 1, "SIDE": side, "WINDOW": 3, "STRIDE": 1, "CHANNELS": channels,
         "RESULTS": channels, "DEPTHWISE": 1})




def panels(lanes):
    """Columns of as many as two registers have, in the second factor and the result."""
    columns = f"(i, j) -> (j floordiv {lanes}, i, j mod {lanes})"
    return PLAIN, columns, columns


def blocks(lanes, size):
    return (PLAIN, f"(i, j) -> (j floordiv {lanes}, i floordiv {size}, j mod {lanes}, "
            f"i mod {size})", f"(i, j) -> (j floordiv {lanes}, i, j mod {lanes})")


SIZES = (61, 127, 253, 1021)
CASES = {
    **{f"matmul-f32-{n}": matmul(n, "f32", "f32", "f32", panels(32)) for n in SIZES},
    "matmul-f64-127": matmul(127, "f64", "f64", "f64", panels(16)),
    "matmul-f64-1021": matmul(1021, "f64", "f64", "f64", panels(16)),
    **{f"matmul-i8-{n}": matmul(n, "i8", "i8", "i32", blocks(32, 4)) for n in SIZES},
    "matmul-i16-1021": matmul(1021, "i16", "i16", "i32", blocks(32, 2)),
    **{f"matmul-bf16-{n}": matmul(n, "bf16", "bf16", "f32", blocks(32, 2)) for n in SIZES},
    "convolution-3x3-64": convolution(56, 3, 1, 64, 64, 32),
    "convolution-3x3-61": convolution(56, 3, 1, 61, 61, 32),
    "convolution-3x3-stride-2-64": convolution(28, 3, 2, 64, 64, 32),
    "convolution-3x3-stride-2-61": convolution(28, 3, 2, 61, 61, 32),
    "convolution-1x1-64": convolution(56, 1, 1, 64, 64, 32),
    "convolution-1x1-61": convolution(56, 1, 1, 61, 61, 32),
    "convolution-7x7-stride-2": convolution(112, 7, 2, 3, 64, 32),
    "convolution-i8-3x3-64": quantized_convolution(56, 3, 64, 64),
    "convolution-i8-3x3-61": quantized_convolution(28, 3, 61, 61),
    "convolution-i8-1x1-64": quantized_convolution(56, 1, 64, 64),
    "convolution-i8-1x1-256": quantized_convolution(14, 1, 256, 256),
    "depthwise-3x3-64": depthwise(56, 64, 32),
    "depthwise-3x3-61": depthwise(56, 61, 32),
}
C_TYPES = {"f32": "float", "f64": "double", "bf16": "__bf16", "i8": "int8_t",
           "i16": "int16_t", "i32": "int32_t"}
DNNL_TYPES = {"f32": "f32", "bf16": "bf16", "i8": "s8", "i32": "s32"}


def get_operations(case):
    number = 2
    for extent in case.loops.values():
        number *= extent
    return number


def get_instruction(case, bits, reassociate):
    """What a case on x86-64 is made of, and how many steps of a sum it adds."""
    if case.a.element == "i8":
        return ("vpdpbusd" if bits == 512 else "%{vex%} vpdpbusd"), 4
    if case.a.element == "i16":
        return "vpmaddwd", 2
    if case.a.element == "bf16" and reassociate:
        return "vdpbf16ps", 2
    return ("vfmadd231pd" if case.c.element == "f64" else "vfmadd231ps"), 1


def get_bound(case, bits, reassociate):
    """Defines for the harness: the instruction, and how many registers of it there are."""
    instruction, steps = get_instruction(case, bits, reassociate)
    lanes = bits // (64 if case.c.element == "f64" else 32)
    columns, sums = case.c.subscripts[-1], case.a.subscripts[-1]
    number = 1
    for name, extent in case.loops.items():
        unit = lanes if name == columns else steps if name == sums else 1
        number *= -(-extent // unit)
    return {"BOUND_COUNT": number, "BOUND_REGISTER": "zmm" if bits == 512 else "ymm",
            "BOUND_INSTRUCTION": f'"{instruction}"'}


def get_memref(operand):
    return f"memref<{'x'.join(map(str, operand.shape))}x{operand.element}>"


def write_extension(value, source, dest):
    if source == dest:
        return "", value
    name = "extf" if dest.startswith("f") else "extsi"
    return f"%{name}_{value[1:]} = arith.{name} {value} : {source} to {dest}\n", \
        f"%{name}_{value[1:]}"


def write_program(case, reassociate=False):
    layouts, arguments, body = "", [], ""
    for name, operand in zip("abc", case[1:4]):
        dims, results = split_map(operand.map)
        request = ""
        if dims != results:
            layouts += f"#{name} = #layout.buffer<index_map<{operand.map}>, pad<undef>>\n"
            request = f" {{layout.transform = #{name}}}"
        else:
            request = " {llvm.noalias}"
        arguments.append(f"%{name}: {get_memref(operand)}{request}")
        subscripts = ", ".join(re.sub(r"([a-z])", r"%in_\1", text)
                               for text in operand.subscripts)
        body += f"%{name}0 = affine.load %{name}[{subscripts}] : {get_memref(operand)}\n"
    element = case.c.element
    left, a = write_extension("%a0", case.a.element, element)
    right, b = write_extension("%b0", case.b.element, element)
    kind = "f" if element.startswith("f") else "i"
    permitted = "contract,reassoc" if reassociate else "contract"
    flags = f" fastmath<{permitted}>" if kind == "f" else ""
    body += (f"{left}{right}%p = arith.mul{kind} {a}, {b}{flags} : {element}\n"
             f"%s = arith.add{kind} %c0, %p{flags} : {element}\n"
             f"affine.store %s, %c[{subscripts}] : {get_memref(case.c)}\n")
    loops = "".join(f"affine.for %in_{name} = 0 to {extent} {{\n"
                    for name, extent in case.loops.items())
    return (f"{layouts}func.func @kernel({', '.join(arguments)}) {{\n"
            f"{loops}{body}{'}' * len(case.loops)}\nreturn\n}}\n")


def write_loops(loops):
    return "".join(f"for (int64_t {name} = 0; {name} < {extent}; ++{name})\n"
                   for name, extent in loops)


def write_problem(case, folder):
    """The types, the loops and the layouts of the case in C++."""
    text = ""
    for name, operand in zip("ABC", case[1:4]):
        dims = split_map(operand.map)[0]
        plain = f"({', '.join(dims)}) -> ({', '.join(dims)})"
        physical = get_physical_shape(operand.map, operand.shape)
        access = f"({', '.join(case.loops)}) -> ({', '.join(operand.subscripts)})"
        text += f"""
struct {name} {{
  using Element = {C_TYPES[operand.element]};
  static constexpr auto shape = std::to_array<int64_t>({{{', '.join(map(str, operand.shape))}}});
  static constexpr auto physical = std::to_array<int64_t>({{{', '.join(map(str, physical))}}});
  template <typename Visit> static void forEach(Visit visit) {{
    {write_loops(zip(dims, operand.shape))}visit({write_offset(plain, operand.shape)}, {write_offset(operand.map, physical)});
  }}
}};
#define {name}_AT {write_offset(access, operand.shape)}
"""
    text += f"#define LOOPS {' '.join(write_loops(case.loops.items()).split())}\n"
    (folder / "problem.inc").write_text(text)


def tune(arguments, source, folder):
    """The kernel with the plans that layout-tune finds."""
    program, plans = folder / "program.mlir", folder / "plans.mlir"
    program.write_text(source)
    run([arguments.build / "bin/layout-tune", program, "--entry=kernel", "-o", plans,
         "-fchange-interface", "--rtol=0.001", f"--budget={arguments.tune}",
         f"--target={arguments.target}"])
    pipeline = get_pipeline(arguments).replace("layout-optimize,",
                                               f"layout-optimize{{tuned={{{plans}}}}},")
    return compile_variant(arguments.build, source, pipeline, folder / "tuned.o",
                           [*get_flags(arguments), "-c"])


def measure(arguments, case, folder):
    source = write_program(case, arguments.reassociate)
    documented, flags = get_pipeline(arguments), get_flags(arguments)
    kernel = compile_variant(arguments.build, source, documented, folder / "documented.o",
                             [*flags, "-c"])
    write_problem(case, folder)
    defines = dict(case.library, ROUNDS=0 if arguments.check_only else arguments.rounds)
    if arguments.bound:
        defines |= get_bound(case, arguments.bound, arguments.reassociate)
    kernels, libraries = [kernel], []
    if arguments.threads > 1:
        optimize, lower = (text.format(arguments.threads) for text in THREADS)
        pipeline = documented.replace("layout-optimize,", optimize)
        pipeline = pipeline.replace("layout-to-llvm", lower)
        kernels.append(compile_variant(arguments.build, source, pipeline,
                                       folder / "threads.o", [*flags, "-c"]))
        defines["THREADS"] = defines["WALL_TIME"] = 1
        libraries += [f"-L{LLVM_LIBRARIES}", f"-Wl,-rpath,{LLVM_LIBRARIES}", "-lomp"]
    if arguments.tune:
        kernels.append(tune(arguments, source, folder))
        defines["TUNED"] = 1
    if arguments.charge_packing:
        # The caller's buffers stay plain, so that the function converts them.
        charged = documented.replace("layout-assign{change-interface=true}", "layout-assign")
        kernels.append(compile_variant(arguments.build, source, charged,
                                       folder / "charged.o", [*flags, "-c"]))
        defines["CHARGED"] = 1
    if arguments.openblas and "CBLAS_GEMM" in case.library:
        defines["OPENBLAS"] = 1
        libraries.append("-lopenblas")
    if arguments.onednn and case.a.element in DNNL_TYPES and case.c.element in DNNL_TYPES:
        defines["ONEDNN"] = 1
        libraries.append("-ldnnl")
        for name, operand in zip("ABC", case[1:4]):
            defines[f"{name}_DNNL"] = DNNL_TYPES[operand.element]
    run([*CLANG, *flags, *(f"-D{name}={value}" for name, value in defines.items()),
         "-I", folder, HERE / "harness.cpp", *kernels, "-o", folder / "bench", *libraries])
    alone = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    # What a call frees the next one takes again: else glibc gives it back to the system,
    # and each page of a buffer that a call converts to is a fault.
    alone |= {"MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_MMAP_THRESHOLD_": str(1 << 30)}
    if arguments.threads > 1:
        alone["OMP_NUM_THREADS"] = str(arguments.threads)
    output = run([folder / "bench"], stdout=-1, env=alone).stdout
    return {name: float(time) for name, time in map(str.split, output.splitlines())}


def report(name, case, times):
    if not times:
        print(f"{name:30}equal", flush=True)
    for variant, time in times.items():
        def ratio(other):
            if variant.endswith("charged") and f"{other}-charged" in times:
                other += "-charged"
            return f"{times[other] / time:13.2f}" if other in times else f"{'-':>13}"
        print(f"{name:30}{variant:16}{time * 1e6:12.2f}"
              f"{get_operations(case) / time * 1e-9:10.1f}{ratio('reference')}{ratio('oneDNN')}"
              f"{ratio('documented')}",
              flush=True)


def main():
    parser = CaseParser(__doc__.split("\n")[0], "case", CASES)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--check-only", action="store_true", help="time nothing")
    parser.add_argument("--without-libraries", dest="libraries", action="store_false")
    parser.add_argument("--threads", type=int, default=1,
                        help="times programs for so many threads, too; needs a quiet machine")
    parser.add_argument("--tune", type=float, default=0, metavar="SECONDS",
                        help="times what layout-tune finds in so many seconds, too")
    parser.add_argument("--target", default="native", help="of the passes")
    parser.add_argument("--march", default="native", help="what clang compiles for")
    parser.add_argument("--charge-packing", action="store_true",
                        help="times both on plain buffers, too, with conversions in each call")
    parser.add_argument("--reassociate", action="store_true",
                        help="floats may be added in any order")
    parser.add_argument("--bound", type=int, choices=(256, 512), metavar="BITS",
                        help="times the products alone, too, in registers of so many bits")
    arguments = parser.parse_args()
    arguments.libraries &= arguments.threads == 1
    arguments.onednn = arguments.libraries and has_library("oneapi/dnnl/dnnl.hpp", "dnnl")
    arguments.openblas = arguments.libraries and has_library("cblas.h", "openblas")
    for found, library in ((arguments.openblas, "OpenBLAS"), (arguments.onednn, "oneDNN")):
        if arguments.libraries and not found:
            print(f"{library} is not installed")
    print(f"{'case':30}{'variant':16}{'us':>12}{'10^9/s':>10}"
          f"{'of reference':>13}{'of oneDNN':>13}{'of one':>13}")
    for name in arguments.cases or CASES:
        with open_folder(arguments.keep, name) as folder:
            report(name, CASES[name], measure(arguments, CASES[name], folder))


if __name__ == "__main__":
    main()
