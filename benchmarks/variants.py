# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the benchmarks share: a kernel compiled with and without its layouts."""

import re
import subprocess

CLANG = ["clang++-22", "-O3", "-march=native", "-std=c++20"]
APPLY = "layout-assign{change-interface=true},layout-apply,"
FINISH = "layout-finalize,canonicalize,layout-to-llvm"


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
    the one called logical has no layouts."""
    name, folder = output.stem, output.parent
    source = source.replace("func.func @kernel(", f"func.func @{name}(")
    source = source.replace(") {\n", ") attributes {llvm.emit_c_interface} {\n", 1)
    if name == "logical":
        source = drop_layouts(source)
    (folder / f"{name}.mlir").write_text(source)
    (folder / f"{name}.low.mlir").write_text(optimize(build, source, passes))
    run(["mlir-translate-22", "--mlir-to-llvmir", folder / f"{name}.low.mlir", "-o",
         folder / f"{name}.ll"])
    run([*CLANG, *flags, "-Wno-override-module", folder / f"{name}.ll", "-o", output])
    return output
