# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the remarks that are printed at once with those that are kept until the
end of the program (`--remark-policy=final`), over some of the tests of the folder
given: each of the latter must be one of the former, and be listed.

  remark_policies.py ROOT [LAYOUT_OPT...]
"""

import pathlib
import re
import subprocess
import sys

PASSES = ["raise-loops", "assign", "apply", "simplify", "hoist-conditions", "merge-loops",
          "overcompute", "remove-noop", "partition-loops", "sequential-access",
          "distribute-loops", "tile-loops", "vectorize-copies", "vectorize-loops",
          "parallelize-loops"]
NAME = re.compile(r"remark: \[\w+\] (\S+) \|")
LISTED = re.compile(r'^LAYOUT_REMARK\("([^"]+)", "([^"]+)"', re.MULTILINE)


def read_remarks(layout_opt, path, passes, policy):
    pipeline = ",".join(f"layout-{name}" for name in passes)
    result = subprocess.run(
        [*layout_opt, path, "--allow-unregistered-dialect", "--split-input-file",
         f"--pass-pipeline=builtin.module({pipeline})", "--remarks-filter=layout",
         f"--remark-policy={policy}", "-o", "/dev/null"], capture_output=True)
    # A name that is gone may be any bytes.
    text = result.stderr.decode("utf-8", "backslashreplace")
    return {line for line in text.split("\n") if " remark: [" in line}


def main():
    root = pathlib.Path(sys.argv[1])
    layout_opt = sys.argv[2:] or ["layout-opt"]
    table = (root / "lib/Transforms/Support/Remarks.def").read_text(encoding="utf-8")
    listed = {"/".join(names) for names in LISTED.findall(table)}
    names = set()
    for path in sorted((root / "test/Transforms").glob("*/*.mlir"))[::12]:
        # Each by itself, too: after an error the passes behind it do not run.
        for passes in (PASSES, PASSES[8:]):
            at_once = read_remarks(layout_opt, path, passes, "all")
            for remark in read_remarks(layout_opt, path, passes, "final"):
                name = NAME.search(remark)
                if remark not in at_once or not name or name.group(1) not in listed:
                    sys.exit(f"{path}: {remark!r} is no remark")
                names.add(name.group(1))
    print(f"{len(names)} kinds of remarks are the same at the end")


if __name__ == "__main__":
    main()
