# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What generators of random programs share: running them through layout-check."""

import argparse
import collections
import os
import random
import re
import subprocess
import tempfile


def add_arguments(parser):
    parser.add_argument("--layout-check", default="layout-check")
    parser.add_argument("--layout-opt", default="",
                        help="to count how many programs each pass rewrites")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--keep", action="store_true")


def count_rewrites(args, name, pipeline):
    """By the remarks of passes that have done something."""
    command = [args.layout_opt, name, "--pass-pipeline=" + pipeline,
               "--remarks-filter-passed=layout", "-o", os.devnull]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120)
    fired = set(re.findall(r"\[Passed\] (layout-[a-z-]+)/", result.stderr))
    passes = set(re.findall(r"layout-[a-z-]+", pipeline)) - {"layout-optimize"}
    for name in passes:
        args.runs[name] += 1
        args.rewrites[name] += name in fired


def check(args, number, text, options, refusals=()):
    """Runs one program through layout-check; shows it if that fails for another
    reason than one of `refusals`."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", delete=False) as file:
        file.write(text)
    command = [args.layout_check, file.name, "--entry=f", *options]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=120)
        output, code = result.stdout + result.stderr, result.returncode
    except subprocess.TimeoutExpired:
        output, code = "no end", 124
    is_refused = code == 1 and any(refusal in output for refusal in refusals)
    args.refused += is_refused
    if code == 0 and args.layout_opt:
        pipeline, = [o for o in options if o.startswith("--pipeline=")]
        count_rewrites(args, file.name, pipeline.removeprefix("--pipeline="))
    if code == 0 or is_refused:
        os.unlink(file.name)
        return True
    print(f"program {number} differs or fails: {' '.join(command)}")
    print(output)
    if not args.keep:
        print(text)
        os.unlink(file.name)
    return False


def main(description, run, add_more=lambda parser: None):
    """`run(args, rng, number)` makes and checks one program."""
    parser = argparse.ArgumentParser(description=description)
    add_arguments(parser)
    add_more(parser)
    args = parser.parse_args()
    args.refused, args.runs, args.rewrites = 0, collections.Counter(), collections.Counter()
    rng = random.Random(args.seed)
    print(f"seed {args.seed}")
    failures = sum(not run(args, rng, n) for n in range(args.count))
    for name in sorted(args.runs):
        print(f"{name} rewrote {args.rewrites[name]} of {args.runs[name]} programs")
    refused = f", {args.refused} refused" if args.refused else ""
    print(f"{args.count} programs{refused}, {failures} failures")
    # What is refused proves nothing.
    return failures > 0 or 4 * args.refused > args.count
