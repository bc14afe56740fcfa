"""Runs each pass and pipeline of the project on the programs of a file, as they
are and with their layouts applied.

Each must end, with an error or without: a crash, or a failure without an error,
is printed, and the exit status is 1.
"""

import re
import subprocess
import sys

COMMAND = ["layout-opt", "--allow-unregistered-dialect", "--split-input-file"]


def run(arguments):
    return subprocess.run(COMMAND + arguments, capture_output=True, text=True)


names = re.findall(r"^ {6}--((?:convert-)?layout-[a-z-]+) ", run(["--help"]).stdout, re.MULTILINE)
assert len(names) > 30, names
failures = 0
for name in names:
    for before in [], ["--layout-assign", "--layout-apply"]:
        passes = [*before, f"--{name}"]
        result = run([*passes, sys.argv[1]])
        if result.returncode == 0 or (result.returncode == 1 and "error:" in result.stderr):
            continue
        failures += 1
        print(f"{' '.join(passes)} ends with status {result.returncode}:\n{result.stderr[-2000:]}")
print(f"{failures} failures of {len(names)} passes")
sys.exit(failures != 0)
