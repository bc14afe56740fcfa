#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links each library of this project alone, with what lib/CMakeLists.txt says that it links.

  check-libraries.py [BUILD] [--links NAME=OTHER,...] [--cxx CXX] [--mlir FOLDER]

Each becomes a shared library without undefined symbols: what is declared in a header of
another library, such as the functions that create passes, shows here and in no include.
Fails where one needs more than it links. Prints lines (as check-rooms.py counts them), lines
with all that is linked, and the size of the archive; and of the plugin and the tool of Core
alone. `--links` takes other libraries for one, as a test of this script.
"""

import argparse
import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parent
# What CAPI is over, of which there are archives only.
MLIR_ARCHIVES = {"CAPI": ["-lMLIRCAPIRegisterEverything", "-lMLIRCAPIIR"]}
PROGRAMS = ["lib/LayoutPlugin.so", "bin/layout-opt", "bin/layout-core-opt"]


def load_rooms():
    spec = importlib.util.spec_from_file_location("rooms", SCRIPTS / "check-rooms.py")
    rooms = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(rooms)
    rooms.ROOT = SCRIPTS.parent
    return rooms


def link(name, others, options):
    """What the linker says against `name` with `others`; nothing if it is content."""
    archives = [f"{options.build}/lib/libMLIRLayout{other}.a" for other in [name, *others]]
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [options.cxx, "-shared", "-fuse-ld=lld", "-Wl,--no-undefined", "-o", f"{folder}/a.so",
             "-Wl,--whole-archive", archives[0], "-Wl,--no-whole-archive", *archives[1:],
             f"-L{options.mlir}", *MLIR_ARCHIVES.get(name, []), "-lMLIR", "-lLLVM"],
            capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default="build", type=pathlib.Path)
    parser.add_argument("--links")
    parser.add_argument("--cxx", default="clang++-22")
    parser.add_argument("--mlir", default="/usr/lib/llvm-22/lib")
    options = parser.parse_args()
    rooms = load_rooms()
    libraries, names = rooms.read_libraries(), None
    if options.links:
        name, others = options.links.split("=")
        libraries[name] = (libraries[name][0], [other for other in others.split(",") if other])
        names = [name]
    is_wrong = False
    print(f"{'library':14} {'lines':>7} {'with all':>9} {'KiB':>7}")
    for name in names or libraries:
        linked = rooms.find_linked(libraries, name)
        size = (options.build / f"lib/libMLIRLayout{name}.a").stat().st_size
        print(f"{name:14} {rooms.count_lines(libraries, [name]):7} "
              f"{rooms.count_lines(libraries, linked):9} {size // 1024:7}")
        if said := link(name, linked[1:], options):
            is_wrong = True
            symbols = sorted(set(re.findall(r"undefined symbol: (.*)", said)))
            print(f"`{name}` needs more than {linked[1:]}: {'; '.join(symbols) or said}")
    for program in PROGRAMS if not names else []:
        print(f"{program:32} {(options.build / program).stat().st_size // 1024:7}")
    return is_wrong


if __name__ == "__main__":
    sys.exit(main())
