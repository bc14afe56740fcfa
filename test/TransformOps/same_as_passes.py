# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares each op of the transform dialect with its pass, on the pass's tests.

  same_as_passes.py "mlir-opt with plugin" SOURCES SCRATCH
"""

import pathlib
import re
import subprocess
import sys

TOOL, SOURCES, SCRATCH = sys.argv[1].split(), pathlib.Path(sys.argv[2]), sys.argv[3]
OP = re.compile(r'def \w+\s*: Layout_(?:Function|Module)Step<"(\w+)", Layout(\w+)')
MOST_TESTS = 2
# These are about one buffer each, which a module does not name.
ABOUT_ONE_BUFFER = {"transform_layout", "set_axis_separators"}
SCHEDULE = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.consumed}) {
    transform.layout.OP %m {optional} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
"""


def run(file, *arguments):
    done = subprocess.run([*TOOL, str(file), "-split-input-file", *arguments],
                          capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def find_tests(name):
    """The tests of a pass, the one of its own name first."""
    return sorted(SOURCES.glob(f"test/Transforms/*/{name}*.mlir"), key=lambda file: len(file.name))


def main():
    text = (SOURCES / "include/Layout/TransformOps/TransformOps.td").read_text()
    passes = (SOURCES / "include/Layout/Transforms/Passes.td").read_text()
    failed = False
    for op, definition in OP.findall(text):
        if op in ABOUT_ONE_BUFFER:
            continue
        argument = re.search(rf'def Layout{definition}\s*: Pass<"([\w-]+)"', passes)[1]
        schedule = pathlib.Path(f"{SCRATCH}.{op}.mlir")
        schedule.write_text(SCHEDULE.replace("OP", op))
        compared = changed = 0
        for file in find_tests(argument.removeprefix("layout-")):
            if compared == MOST_TESTS:
                break
            before = run(file)
            by_pass = run(file, f"--pass-pipeline=builtin.module({argument})")
            if before is None or by_pass is None:
                continue
            by_op = run(file, f"--transform-preload-library=transform-library-paths={schedule}",
                        "--transform-interpreter")
            compared += 1
            changed += by_pass != before
            if by_op != by_pass:
                failed = True
                print(f"{op}: {file.name}: not what {argument} makes")
        print(f"{op}: {changed} of {compared} changed")
    print("some differ" if failed else "all the same")
    return failed


if __name__ == "__main__":
    sys.exit(main())
