# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong arguments are exceptions; the interpreter lives."""

import pathlib
import subprocess
import sys

import pytest


@pytest.mark.parametrize("seed", [1, 2])
def test_wrong_arguments(seed):
    script = pathlib.Path(__file__).parent / "fuzz_arguments.py"
    run = subprocess.run([sys.executable, "-X", "faulthandler", script, str(seed), "600"],
                         text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert run.returncode == 0, run.stdout
    # Some arguments are right: the others have not hidden what they would do.
    assert int(run.stdout.split()[2]) > 20
