#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the manual page of a tool from what its --help says.

  manual.py build/bin/layout-check 0.1.0 layout-check.1.gz

LLVM's command line has its own form of help, which help2man does not read.
"""

import gzip
import pathlib
import re
import subprocess
import sys

# Its line is as wide as the options need, and no manual page is that wide.
DIALECTS = re.compile(r"^Available Dialects: ")
OPTION = re.compile(r"^( *)(-\S.*?|=\S.*?|<\S.*?>) +- +(.*)$")
HEADING = re.compile(r"^( *)(\S.*):$")


def quote(text):
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return r"\&" + text if text.startswith((".", "'")) else text


def read_help(tool):
    return subprocess.run([tool, "--help"], text=True, check=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


def find(lines, start):
    """What follows `start` in the line that begins with it."""
    return next((line[len(start):].strip() for line in lines if line.startswith(start)), "")


def write_line(line):
    if option := OPTION.match(line):
        _, name, text = option.groups()
        return [".TP", f".B {quote(name)}", quote(text)]
    if heading := HEADING.match(line):
        return [f".SS {quote(heading.group(2))}"]
    return [quote(line.strip())] if line.strip() else []


def write_page(name, version, lines):
    overview = find(lines, "OVERVIEW:") or "part of mlir-layout"
    usage = find(lines, "USAGE:").removeprefix(name).strip()
    options = lines[lines.index("OPTIONS:") + 1:]
    page = [f'.TH {name.upper()} 1 "" "mlir-layout {version}" "User Commands"',
            ".SH NAME", f"{quote(name)} \\- {quote(overview.rstrip('.'))}",
            ".SH SYNOPSIS", f".B {quote(name)}", quote(usage),
            ".SH OPTIONS"]
    for line in options:
        page += write_line(line)
    page += [".SH SEE ALSO",
             "The documents in /usr/share/doc/mlir\\-layout\\-22/docs, README.md first."]
    return "\n".join(page) + "\n"


def main():
    tool, version, output = sys.argv[1:]
    lines = [line for line in read_help(tool) if not DIALECTS.match(line)]
    page = write_page(pathlib.Path(tool).name, version, lines)
    # Without a name and a time in it: the same help is the same file.
    with open(output, "wb") as file, \
            gzip.GzipFile("", "wb", 9, file, mtime=0) as compressed:
        compressed.write(page.encode())


if __name__ == "__main__":
    main()
