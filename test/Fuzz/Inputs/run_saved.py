#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the RUN line of the files in a directory, with further arguments."""

import pathlib
import shlex
import subprocess
import sys

for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    line = file.read_text().splitlines()[0].removeprefix("// RUN: ")
    command = [word.replace("%s", str(file)) for word in shlex.split(line)]
    result = subprocess.run(command + sys.argv[2:], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(result.stdout + f"exit {result.returncode}")
