#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of a document, so that they stay true.

  document.py check  BUILD_DIR [--with=vulkan ...] docs/GettingStarted.md ...
  document.py update BUILD_DIR [--with=vulkan ...] docs/GettingStarted.md ...

An ```mlir block whose first line is "// name.mlir" is written to that file. In
a ```console block a line "$ command" (continued by a trailing backslash) is run,
and what it prints must be the lines up to the next command; `update` writes them
instead. Commands run in a directory of their own, where `build` is the build
directory, `examples` and `benchmarks` are those here, and the tools are in PATH.
A block ```console vulkan needs something optional, and is run only --with=vulkan.
A command with a `grep` that finds nothing is an error: it would show nothing, and go on
showing nothing whatever the tools print.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(mlir|console)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run(command, directory):
    environment = dict(os.environ)
    environment["PATH"] = os.pathsep.join(
        [str(directory / "build" / "bin"), environment["PATH"]])
    result = subprocess.run(["bash", "-c", command], cwd=directory,
                            env=environment, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, check=False)
    lines = [line.rstrip() for line in result.stdout.strip("\n").split("\n")]
    return "".join(line + "\n" for line in lines) if result.stdout else ""


def rerun_console(body, directory):
    """The block as it would be if its commands were run now."""
    lines = iter(body.splitlines())
    output = ""
    for line in lines:
        if not line.startswith("$ "):
            continue  # what a command printed before
        command = line[2:]
        output += line + "\n"
        while command.endswith("\\"):
            line = next(lines)
            command = command[:-1] + line
            output += line + "\n"
        shown = run(command, directory)
        if not shown and "grep" in command:
            sys.exit(f"finds nothing: {command}")
        output += shown
    return output


def rerun_document(text, directory, available):
    def rerun_block(match):
        kind, need, body = match.groups()
        if need and need not in available:
            return match.group(0)
        if kind == "console":
            body = rerun_console(body, directory)
        elif name := re.match(r"// ([\w-]+\.mlir)\n", body):
            (directory / name.group(1)).write_text(body)
        return f"```{kind}{' ' + need if need else ''}\n{body}```"

    return BLOCK.sub(rerun_block, text)


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("check", "update"):
        sys.exit(__doc__)
    flag = "--with="
    available = [word.removeprefix(flag) for word in sys.argv[3:] if word.startswith(flag)]
    failed = False
    for path in (pathlib.Path(word) for word in sys.argv[3:] if not word.startswith(flag)):
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            (directory / "build").symlink_to(pathlib.Path(sys.argv[2]).resolve())
            for folder in ("examples", "benchmarks"):
                (directory / folder).symlink_to(ROOT / folder)
            old = path.read_text()
            new = rerun_document(old, directory, available)
        if sys.argv[1] == "update":
            path.write_text(new)
        elif old != new:
            failed = True
            sys.stdout.writelines(difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), str(path), "as run"))
    return failed


if __name__ == "__main__":
    sys.exit(main())
