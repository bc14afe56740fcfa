# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the register tiles of plans with those that are read of their loops.

  register_tiles.py PLUGIN FILE...

Prints the number of tiles, and each that is another one. Fails where there is such a
tile, or none at all.
"""

import re
import subprocess
import sys

PASSES = "layout-tile-loops{stop-after=plan},test-layout-register-tiles"


def main():
    number, failed = 0, 0
    for name in sys.argv[2:]:
        text = re.sub(r"// expected-.*", "", open(name).read())
        done = subprocess.run(
            ["layout-opt", f"--load-pass-plugin={sys.argv[1]}", "--split-input-file",
             "--allow-unregistered-dialect", "--mlir-disable-threading",
             f"--pass-pipeline=builtin.module({PASSES})"],
            input=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            timeout=600)
        number += done.stderr.count("remark: register tile: ")
        if other := re.findall(r"error: the register tile .*(?:\n.+)*", done.stderr):
            failed += len(other)
            print(f"{name}:", *other, sep="\n")
    print(f"{number} register tiles are as they were made")
    return failed > 0 or number == 0


sys.exit(main())
