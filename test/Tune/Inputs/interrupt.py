# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command until a line of its standard error contains a text, and kills it.

  interrupt.py TEXT COMMAND ...
"""

import subprocess
import sys

with subprocess.Popen(sys.argv[2:], stderr=subprocess.PIPE, text=True) as process:
    for line in process.stderr:
        if sys.argv[1] in line:
            process.kill()
            sys.exit(0)
sys.exit(f"no line contains {sys.argv[1]}")
