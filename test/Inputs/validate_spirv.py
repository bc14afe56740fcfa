# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads MLIR from stdin, serialises every spirv.module in it, and asks spirv-val.

Prints how many modules are valid. A module is cut out of the text by its
indentation: mlir-translate takes one alone.
"""
import os
import re
import subprocess
import sys
import tempfile

ENVIRONMENTS = ("vulkan1.1", "vulkan1.3")


def find_modules(text):
    pattern = re.compile(r"^( *)spirv\.module .*?\n\1\}\n", re.DOTALL | re.MULTILINE)
    return [match.group(0) for match in pattern.finditer(text)]


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{result.stderr or result.stdout}")


def validate(module, folder, name):
    source = os.path.join(folder, f"{name}.mlir")
    binary = os.path.join(folder, f"{name}.spv")
    with open(source, "w") as file:
        file.write(module)
    run(["mlir-translate", "--no-implicit-module", "--serialize-spirv", source,
         "-o", binary])
    for environment in ENVIRONMENTS:
        run(["spirv-val", "--target-env", environment, binary])


def main():
    modules = find_modules(sys.stdin.read())
    with tempfile.TemporaryDirectory() as folder:
        for number, module in enumerate(modules):
            validate(module, folder, str(number))
    print(f"valid SPIR-V modules: {len(modules)}")


main()
