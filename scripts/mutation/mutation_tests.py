# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests, and how one is run in the copy."""

import hashlib
import json
import re
import subprocess
import threading

from mutation_copy import COPY, ROOT

# Tests that take long. A mutant that only these would find is to be found by others.
LONG = re.compile(r"lit:(Embedding|Fuzz)/|lit:Integration/(random|compile-time|hard-programs|"
                  r"padding-benchmark|run-time|Vulkan/random)|lit:.*(random|many)[-_]\w*\.test$")


def get_hash(data):
    return hashlib.md5(data if isinstance(data, bytes) else data.encode()).hexdigest()


class Tests:
    """Those of lit by their paths, "lit:Analysis/a.mlir", and unit tests by binary
    and name, "unit:LayoutMapTests:Suite.Test"."""

    def __init__(self, copy):
        self.copy = copy
        cache = (COPY / "build/CMakeCache.txt").read_text()
        self.lit = ["/usr/bin/python3", re.search(r"^LAYOUT_LIT:\w+=(.*)$", cache, re.M).group(1)]
        self.names = [name for name in self.find_lit() + self.find_unit()
                      if not LONG.match(name)]

    def find_lit(self):
        suffixes = {".mlir", ".test"}
        excluded = {"Inputs", "lib", "Unit"}
        root = ROOT / "test"
        return [f"lit:{path.relative_to(root)}" for path in sorted(root.rglob("*"))
                if path.suffix in suffixes
                and not excluded & set(path.relative_to(root).parts)]

    def find_unit(self):
        names = []
        for binary in sorted((COPY / "build/unittests").glob("Layout*Tests")):
            listed = subprocess.run((self.copy.namespace or [])
                                    + [f"build/unittests/{binary.name}", "--gtest_list_tests"],
                                    cwd=COPY, capture_output=True, text=True, check=True)
            suite = ""
            for line in listed.stdout.splitlines():
                word = line.split("#")[0].rstrip()
                if not word.startswith(" "):
                    suite = word
                elif suite.endswith("."):
                    names.append(f"unit:{binary.name}:{suite}{word.strip()}")
        return names

    @staticmethod
    def get_hash(name):
        if name.startswith("lit:"):
            return get_hash((ROOT / "test" / name[4:]).read_bytes())
        room = name.split(":")[1][len("Layout"):-len("Tests")]
        return get_hash(b"".join(path.read_bytes() for path in
                                 sorted((ROOT / "unittests" / room).rglob("*.*"))
                                 if path.is_file()))

    def run_lit(self, names, environment, timeout, *options):
        """(exit status, {name: (code, seconds)})"""
        results = COPY / f"results-{threading.get_ident()}.json"
        results.unlink(missing_ok=True)
        inside = self.copy.seen_at / results.name
        paths = [f"build/test/{name[4:]}" for name in names]
        status = self.copy.run([*self.lit, "-q", f"--output={inside}", *options, *paths],
                               environment, timeout)
        found = {}
        if results.exists():
            for test in json.loads(results.read_text())["tests"]:
                found["lit:" + test["name"].split(" :: ", 1)[1]] = (
                    test["code"], test.get("elapsed") or 0.0)
            results.unlink()
        return status, found

    def run_unit(self, name, environment, timeout):
        _, binary, test = name.split(":", 2)
        return self.copy.run([f"build/unittests/{binary}", f"--gtest_filter={test}"],
                             environment, timeout)
