# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What generators of random programs share: running them through layout-check."""

import argparse
import os
import random
import subprocess
import tempfile


def add_arguments(parser):
    parser.add_argument("--layout-check", default="layout-check")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", action="store_true")


def check(args, number, text, options):
    """Runs one program through layout-check; shows it if that fails."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", delete=False) as file:
        file.write(text)
    command = [args.layout_check, file.name, "--entry=f", *options]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        output, code = result.stdout + result.stderr, result.returncode
    except subprocess.TimeoutExpired:
        output, code = "no end", 124
    if code == 0:
        os.unlink(file.name)
        return True
    print(f"program {number} differs or fails: {' '.join(command)}")
    print(output)
    if not args.keep:
        print(text)
        os.unlink(file.name)
    return False


def main(description, run):
    """`run(args, rng, number)` makes and checks one program."""
    parser = argparse.ArgumentParser(description=description)
    add_arguments(parser)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    print(f"seed {args.seed}")
    failures = sum(not run(args, rng, n) for n in range(args.count))
    print(f"{args.count} programs, {failures} failures")
    return failures > 0
