#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the table "Feature by entry point" in the README with what each door has.

  check-doors.py BUILD_DIR [ROOT]

What there is: attributes in the .td files; passes and pipelines as layout-opt lists
them; ops of schedules in docs/TransformOps.md; names of the Python package in its
stubs; functions in the C headers, those made by TableGen included; tools in the build.
Fails where the table lacks one or names what is not there, where a pass and the op of
its name stand in different rows, and where a row of passes has no tick. Fails, too,
where a table of docs/Pipelines.md does not have the options of its pipeline.
"""

import ast
import collections
import fnmatch
import pathlib
import re
import subprocess
import sys

COLUMNS = ("opt", "schedule", "python", "c", "editor")
PASS = re.compile(r'def (\w+)\s*:\s*Pass<"([\w-]+)"')


def read_table(readme):
    """Rows as (feature, column -> its cell)."""
    section = re.search(r"^## Feature by entry point$(.*?)^## ", readme, re.MULTILINE | re.DOTALL)
    lines = [line for line in section.group(1).splitlines() if line.startswith("| ")]
    for line in lines[1:]:
        feature, *cells = (cell.strip() for cell in line.strip("|\n").split("|"))
        yield feature, dict(zip(COLUMNS, cells, strict=True))


def get_names(cell):
    return re.findall(r"`([^`]+)`", cell)


def read_help(build):
    """Names of our passes; pipeline -> names of its options; as registered."""
    text = subprocess.run([build / "bin/layout-opt", "--help"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    passes, pipelines = text.split("\n    Pass Pipelines:\n")
    passes = passes.split("\n    Passes:\n")[1]
    ours = r"^ {6}--((?:convert-)?layout-[\w-]+) "
    options, current, renamed = {}, None, set()
    for line in pipelines.splitlines():
        if re.match(r" *=", line):  # a value of an option
            continue
        if not line.startswith("      "):
            break
        if match := re.match(r"^ {6}--([\w-]+) +- +Renamed: ", line):
            current = match.group(1)
            renamed.add(current)
            options[current] = set()
        elif match := re.match(r"^ {6}--([\w-]+) ", line):
            current = match.group(1)
            options[current] = set()
        elif match := re.match(r"^ {8}--([\w-]+)", line):
            options[current].add(match.group(1))
    return (set(re.findall(ours, passes, re.MULTILINE)),
            {name: names for name, names in options.items()
             if name.startswith("layout-") and name not in renamed})


def read_attributes(root):
    files = (root / "include/Layout/IR").glob("*Attr*.td")
    text = "".join(file.read_text() for file in files)
    names = re.findall(r'(?:Layout_Attr<"\w+", |let mnemonic = )"(\w+)"', text)
    return {"#layout." + name for name in names}


def read_ops(root):
    text = (root / "docs/TransformOps.md").read_text()
    return set(re.findall(r"^### `transform\.layout\.(\w+)`", text, re.MULTILINE))


def read_python(root):
    """Functions, words and classes of the stubs, and the members of classes."""
    for node in ast.parse((root / "python/mlir_layout/__init__.pyi").read_text()).body:
        name = node.target.id if isinstance(node, ast.AnnAssign) else getattr(node, "name", "_")
        if name.startswith("_"):
            continue
        yield name
        if name == "FunctionSchedule":  # whose methods are the ops: python/tests/test_schedule.py
            continue
        for member in getattr(node, "body", []) if isinstance(node, ast.ClassDef) else []:
            if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                yield f"{name}.{member.name}"


def read_functions(folder):
    """Functions that the C headers of a folder declare."""
    for header in sorted(folder.glob("*.h")) + sorted(folder.glob("*.h.inc")):
        text = re.sub(r"//.*", "", header.read_text())
        for name in re.findall(r"\b(mlir\w+)\s*\(", text):
            # Of an attribute this one, too, though its name is otherwise made.
            yield re.sub(r"^mlirAttributeIsALayout(\w+)", r"mlirLayout\1AttrIs", name)


def compare(door, named, there):
    for name, count in collections.Counter(named).items():
        if name not in there:
            yield f"{door}: the table names `{name}`, which is not there"
    for name in sorted(set(there) - set(named)):
        yield f"{door}: the table lacks `{name}`"


def check_functions(patterns, functions):
    for function in functions:
        if not any(fnmatch.fnmatchcase(function, pattern) for pattern in patterns):
            yield f"C: the table lacks `{function}`"
    for pattern in patterns:
        if not fnmatch.filter(functions, pattern):
            yield f"C: the table names `{pattern}`, which is not there"


def check_passes(rows, passes, pipelines, made):
    """Each pass in one row, with its op beside it, and a tick where there are passes."""
    found = collections.Counter()
    for feature, cells in rows:
        ours = [name for name in get_names(cells["opt"]) if name in passes | set(pipelines)]
        found.update(ours)
        for door in ("python", "c"):
            if bool(ours) != ("✓" in cells[door]):
                yield f"{feature}: a tick belongs where there are passes, and only there"
        for op in get_names(cells["schedule"]):
            name = "layout-" + op.replace("_", "-")
            if name in passes and name not in ours:
                yield f"{feature}: `{op}` is not in the row of `{name}`"
    for name, count in found.items():
        if count > 1:
            yield f"`{name}` stands in {count} rows"
    yield from (f"C: no function makes `{name}`" for name in sorted(passes - made))


def read_made(root, build):
    """The passes that a function of the C headers makes."""
    functions = set(read_functions(build / "include/Layout-c"))
    for room, group in (("Transforms", "Layout"), ("Conversion", "LayoutConversion")):
        text = (root / f"include/Layout/{room}/Passes.td").read_text()
        for name, argument in PASS.findall(text):
            if f"mlirCreate{group}{name}" in functions:
                yield argument


def check_pipelines(root, pipelines):
    """The options in a section of docs/Pipelines.md are those of the pipeline."""
    text = (root / "docs/Pipelines.md").read_text()
    for name, options in pipelines.items():
        section = re.search(rf"^## `{name}`$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        if not section:
            yield f"docs/Pipelines.md: no section `{name}`"
            continue
        stated = set(re.findall(r"^\| `([\w-]+)` \|", section.group(1), re.MULTILINE))
        if stated != options and not (name == "layout-to-vulkan" and not stated):
            yield f"docs/Pipelines.md: `{name}` has the options {sorted(options)}, " \
                  f"the table {sorted(stated)}"


def main():
    build = pathlib.Path(sys.argv[1])
    root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent.parent)
    rows = list(read_table((root / "README.md").read_text()))
    passes, pipelines = read_help(build)
    tools = {path.name for path in (root / "tools").iterdir() if (build / "bin" / path.name).exists()}
    column = {name: [word for _, cells in rows for word in get_names(cells[name])]
              for name in COLUMNS}
    used = {word for word in column["opt"] if word in tools}
    faults = [
        *compare("mlir-opt", column["opt"], passes | set(pipelines) | read_attributes(root) | used),
        *compare("schedules", column["schedule"], read_ops(root)),
        *compare("Python", column["python"], set(read_python(root))),
        *check_functions(column["c"], list(read_functions(root / "include/Layout-c"))),
        *check_passes(rows, passes, pipelines, set(read_made(root, build))),
        *check_pipelines(root, pipelines)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
