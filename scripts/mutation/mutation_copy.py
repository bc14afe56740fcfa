# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The copy of the tree in which all mutants are built."""

import collections
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import mutation_sites

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COPY = ROOT / "build-mutants"
ROOMS = ("Map", "Analysis", "Transforms", "Conversion", "Jit")
# Sources whose proofs are plain booleans, of which parts are left out.
PARTS = ("Analysis/Calls/CallEffects", "Analysis/Target/ProcessorNeeds", "Jit/OddConversions",
         "Transforms/Assign/LocalCopies", "Transforms/Bufferize/ReturnedCopies")
# Sources in which early refusals are left out, too: the proofs that a body may run
# where it did not.
REFUSALS = (*PARTS, "Analysis/Speculation/", "Analysis/Contents/UnchangedElements",
            "Transforms/Padding/OvercomputePlan", "Transforms/Parallelize/ParallelPlan",
            "Transforms/Bufferize/PlanMemory", "Transforms/Vectorize/StridedLoads",
            "Transforms/Lowering/ContiguousAccess", "Transforms/Relayout/CopyNest")
# Sources in which numbers are off by one, or have the other sign: ends of masks, of
# lifetimes and of lines, strides, distances.
NUMBERS = ("Transforms/Vectorize/DotEmitter", "Transforms/Vectorize/LaneAccesses", "Transforms/Vectorize/RegisterTileTails",
           "Transforms/Vectorize/StridedLoads", "Transforms/Vectorize/TileConditions",
           "Transforms/Relayout/CopyEmitter", "Transforms/Relayout/BlockElements",
           "Transforms/Bufferize/PlanMemory", "Transforms/Lowering/LaneTransfer",
           "Analysis/Dependence/Dependences", "Analysis/Dependence/PairOfExecutions")
TARGETS = ("all", "LayoutUnitTests", "layout-doc")
# For the copy's lit: a log for each test, results of its own for each mutant.
LIT_SETTINGS = '''
import sys
sys.path.insert(0, os.path.join(config.layout_source_root, "scripts", "mutation"))
import logged_format
logged_format.set_up(config)
'''
# What each start of lit would look for, and take longer than most tests: a mirror of
# packages, which have no mutants, and Python's, which are there where its tests passed.
LIT_QUESTIONS = {
    b"and can_make_debian()": b"and False",
    b"elif subprocess.run([config.python,":
        b"elif 'LAYOUT_MUTANT' not in os.environ and subprocess.run([config.python,",
}


def find_all_sites():
    sites = []
    for room in ROOMS:
        for path in sorted((ROOT / "lib" / room).rglob("*.cpp")):
            file = str(path.relative_to(ROOT))
            sites += mutation_sites.find_sites(
                file, path.read_text(), any(f"lib/{name}" in file for name in REFUSALS),
                any(f"lib/{name}" in file for name in NUMBERS),
                any(f"lib/{name}" in file for name in PARTS))
    return sites


def get_namespace():
    """The command that runs others where the copy stands at the tree's path."""
    for flags in ("-m", "-Urm"):
        mount = 'mount --bind "$0" "$1" && cd "$1" && shift && exec "$@"'
        command = ["unshare", flags, "bash", "-c", mount, str(COPY), str(ROOT)]
        if shutil.which("unshare") and subprocess.run(
                command + ["true"], capture_output=True, check=False).returncode == 0:
            return command
    return None


class Copy:
    def __init__(self):
        COPY.mkdir(exist_ok=True)
        self.namespace = get_namespace()
        self.seen_at = ROOT if self.namespace else COPY

    def run(self, command, environment=None, timeout=None, output=subprocess.DEVNULL):
        """The exit status of a command in the copy, or None after `timeout`."""
        environment = {**os.environ, **(environment or {})}
        process = subprocess.Popen((self.namespace or []) + [str(c) for c in command],
                                   cwd=COPY, env=environment, stdout=output,
                                   stderr=output, start_new_session=True)
        try:
            return process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def renew(self, sites):
        """Brings the copy to what the tree is now, with all mutants."""
        by_file = collections.defaultdict(list)
        for number, site in sites.items():
            by_file[site.file].append((number, site))
        names = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"],
                               cwd=ROOT, check=True, capture_output=True, text=True)
        files = {f for f in names.stdout.split("\0") if f and (ROOT / f).is_file()}
        for file in files:
            source, target = ROOT / file, COPY / file
            content = source.read_bytes()
            if file in by_file:
                content = mutation_sites.rewrite(
                    content.decode(), by_file[file],
                    self.seen_at / "scripts/mutation/mutation.h").encode()
            if file == "test/lit.cfg.py":
                for question, answer in LIT_QUESTIONS.items():
                    content = content.replace(question, answer)
                content += LIT_SETTINGS.encode()
            if target.is_file() and target.read_bytes() == content:
                continue
            is_new = not target.exists()
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            shutil.copymode(source, target)
            # Later, what was edited during a build would seem to be older than it.
            if is_new and content == source.read_bytes():
                shutil.copystat(source, target)
        before = set(self.read_list())
        for file in before - files:
            (COPY / file).unlink(missing_ok=True)
        (COPY / "files.json").write_text(json.dumps(sorted(files)))

    @staticmethod
    def read_list():
        path = COPY / "files.json"
        return json.loads(path.read_text()) if path.exists() else []

    def build(self):
        if not (COPY / "build").exists() and self.namespace and (ROOT / "build").exists():
            shutil.copytree(ROOT / "build", COPY / "build", symlinks=True)
        if self.run(["scripts/build", *TARGETS], output=None) != 0:
            sys.exit("mutate: the mutants do not build")
