# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the benchmarks share: a kernel compiled with and without its layouts."""

import argparse
import contextlib
import ctypes
import difflib
import math
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

CLANG = ["clang++-22", "-O3", "-march=native", "-std=c++20"]
APPLY = "layout-assign{change-interface=true},layout-apply,"
LLVM_LIBRARIES = "/usr/lib/llvm-22/lib"
FINISH = "layout-finalize,canonicalize,layout-to-llvm"
# Variants whose arrays lie as C has them: as they are, and by layout-optimize.
WITHOUT_LAYOUTS = ("logical", "optimized")


class CaseParser(argparse.ArgumentParser):
    """Reads which of the known cases to run, with what build, and where files stay."""

    def __init__(self, description, what, known):
        super().__init__(description=description)
        self.what, self.known = what, known
        self.add_argument(f"{what}s", nargs="*", metavar=what,
                          help=f"of {', '.join(known)}; all by default")
        self.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
        self.add_argument("--keep", type=pathlib.Path, help="leave all files there")

    def parse_args(self, *arguments, **options):
        result = super().parse_args(*arguments, **options)
        for name in getattr(result, f"{self.what}s"):
            if name not in self.known:
                near = difflib.get_close_matches(name, self.known) or list(self.known)[:10]
                self.error(f"no {self.what} {name}; expects {', '.join(near)}, or another one "
                           "that --help lists")
        return result


@contextlib.contextmanager
def open_folder(keep, name):
    """A folder for the files of a case, which goes with the case unless they are kept."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep / name if keep else pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        yield folder


def run(command, **options):
    return subprocess.run(command, check=True, text=True, **options)


def has_library(header, library):
    source = f"#include <{header}>\nint main() {{}}\n"
    command = [*CLANG, "-x", "c++", "-", f"-l{library}", "-o", "/dev/null"]
    return subprocess.run(command, input=source, text=True,
                          stderr=subprocess.DEVNULL).returncode == 0


def drop_layouts(source):
    """The kernel without its requests. A request promises that nothing else reaches
    the argument; so may this version."""
    source = re.sub(r"(memref\.alloca?\(\)) \{layout\.transform = #\w+\}", r"\1", source)
    return re.sub(r"layout\.transform = #\w+", "llvm.noalias", source)


def optimize(build, source, passes, **options):
    return run([build / "bin/layout-opt", f"--pass-pipeline=builtin.module({passes})"],
               input=source, stdout=subprocess.PIPE, **options).stdout


def compile_variant(build, source, passes, output, flags):
    """Compiles the kernel under the name of the variant, which is that of the output;
    without its layouts if that is what the variant is."""
    name, folder = output.stem, output.parent
    source = source.replace("func.func @kernel(", f"func.func @{name}(")
    source = source.replace(") {\n", ") attributes {llvm.emit_c_interface} {\n", 1)
    if name in WITHOUT_LAYOUTS:
        source = drop_layouts(source)
    (folder / f"{name}.mlir").write_text(source)
    (folder / f"{name}.low.mlir").write_text(optimize(build, source, passes))
    run(["mlir-translate-22", "--mlir-to-llvmir", folder / f"{name}.low.mlir", "-o",
         folder / f"{name}.ll"])
    run([*CLANG, *flags, "-Wno-override-module", folder / f"{name}.ll", "-o", output])
    return output


def describe(memory, shape):
    """MLIR's descriptor of a row-major memref."""
    strides = [math.prod(shape[d + 1:]) for d in range(len(shape))]
    words = [memory, memory, 0, *shape, *strides]
    return (ctypes.c_int64 * len(words))(*words)
