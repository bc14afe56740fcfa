# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the plans of nests, follows them, and compares with the search.

  plan_round_trip.py [--before=PASSES] [--options=TEXT] FILE...

What layout-tile-loops makes of the output of its stop-after=plan is, to the byte, what
it makes of the program. Prints the number of plans, and fails where there is none.
"""

import re
import subprocess
import sys


def run(text, passes):
    done = subprocess.run(
        ["layout-opt", "--split-input-file", "--allow-unregistered-dialect",
         f"--pass-pipeline=builtin.module({passes})"],
        input=text, capture_output=True, text=True, timeout=600)
    return done.stdout if done.returncode == 0 else None


def main():
    options = dict(a[2:].split("=", 1) for a in sys.argv[1:] if a.startswith("--"))
    extra = options.get("options", "")
    number, failed = 0, 0
    for name in (a for a in sys.argv[1:] if not a.startswith("--")):
        # What a test expects of errors is not of interest.
        text = re.sub(r"// expected-.*", "", open(name).read())
        if "before" in options:
            text = run(text, options["before"])
        direct = text and run(text, f"layout-tile-loops{{{extra}}}")
        if direct is None:
            continue
        plans = run(text, f"layout-tile-loops{{stop-after=plan {extra}}}")
        followed = plans and run(plans, f"layout-tile-loops{{{extra}}}")
        count = (plans or "").count("layout.loops = ")
        number += count
        if followed != direct:
            failed += 1
            print(f"{name}: of {count} plans something else is made than by the search")
        elif (again := run(plans, f"layout-tile-loops{{stop-after=plan {extra}}}")) != plans \
                and count:
            failed += 1
            print(f"{name}: plans are not written as they were")
    print(f"{number} plans")
    return failed > 0 or number == 0


sys.exit(main())
