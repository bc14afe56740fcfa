# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints lit's results as one line, "N passed, N failed, N skipped".

Usage: count-tests.py results.json (what lit's --output wrote). Exits with 1 if
a test failed or none was run.
"""

import collections
import json
import sys

PASSED = {"PASS", "XFAIL", "FLAKYPASS"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def main():
    try:
        with open(sys.argv[1]) as file:
            tests = json.load(file)["tests"]
    except OSError as error:
        print(f"no test results: {error}", file=sys.stderr)
        tests = []
    codes = collections.Counter(test["code"] for test in tests)
    passed = sum(codes[code] for code in PASSED)
    skipped = sum(codes[code] for code in SKIPPED)
    failed = sum(codes.values()) - passed - skipped
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
