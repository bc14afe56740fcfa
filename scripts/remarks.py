#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the reference of remarks and errors in docs/Remarks.md from its tables.

  remarks.py check|update [ROOT]

The tables are Remarks.def and Errors.def in lib/Transforms/Support. `check` fails
where a source gives a remark by a name, or an error by words, without an entry,
where an entry is of no remark or error, and where the document is not what the
tables make.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent.parent)
DOCUMENT = ROOT / "docs/Remarks.md"
MARK = "<!-- Made by scripts/remarks.py from Remarks.def and Errors.def; do not edit. -->\n"
STRING = r'"((?:[^"\\]|\\.)*)"'
REMARK = re.compile(rf"LAYOUT_REMARK\({STRING}, {STRING}, ([PMA| ]+),\s*{STRING},\s*{STRING}\)")
ERROR = re.compile(rf"LAYOUT_ERROR\({STRING}, {STRING},\s*{STRING},\s*{STRING}\)")
KINDS = {"P": "Passed", "M": "Missed", "A": "Analysis"}
REST = rf"(?:{STRING}|[^;{{}}\"])*;"
EMITS = re.compile(rf"\b(?:emitOpError|emitError)\({REST}")
# Rooms that refuse by functions of their own: the steps of schedules among them.
REFUSING = ("TransformOps/", "Transforms/Assign/", "Transforms/Pack/")
REFUSES = re.compile(rf"\b(?:(?:emitOpError|emitError|refuse|fail)\(|StringLiteral \w+ =){REST}")
# What is wrong with a layout is said without IR.
FAULTS = re.compile(rf"\b(?:(?:fault|unknown)\(|(?:layout\.fault|text) ?=){REST}")
MAPS = "Map/PhysicalLayoutBuilder"
# Functions that give the whole text of errors, or are used by these.
TEXTS = {
    "Transforms/Assign/AssignPlan.cpp": ["planDeviceCopy"],
    "Transforms/Assign/UnstatedPads.cpp": ["describePaddingWithoutPad"],
    "Conversion/LayoutToSPIRV/UnsupportedOps.cpp": [
        "describeGpuOp", "describeConstant", "describeSwitch", "describeUnsupported"],
    "Conversion/LayoutToSPIRV/UnsupportedOpsAdvice.cpp": [
        "getDialectAdvice", "getMemRefAdvice", "getControlAdvice", "getGpuAdvice",
        "describeNoConversion"],
    "IR/LayoutAttrVerifiers.cpp": ["describeFaultOfExpr", "describeFault"],
    "IR/LayoutTypes.cpp": ["describeFault"],
    "TransformOps/Marks.cpp": ["describeWrongCache"],
    "TransformOps/TransformOpsCheck.cpp": ["getSummary"],
}
# Rooms of tools, whose messages are theirs.
SKIPPED = ("CAPI/", "Check/", "Fuzz/", "Jit/", "Runtime/", "Session/")


def read_sources():
    """Name in lib/ -> text without comments, with adjacent strings joined."""
    sources = {}
    for file in sorted((ROOT / "lib").rglob("*")):
        name = str(file.relative_to(ROOT / "lib"))
        if file.suffix in (".cpp", ".h") and not name.startswith(SKIPPED):
            text = re.sub(r"(?m)^\s*//.*$|\s//[^\"\n]*$", "", file.read_text())
            sources[name] = re.sub(rf'(?<!\\)"\s+"', "", text)
    return sources


def unquote(text):
    return text.replace('\\"', '"').replace("\\\\", "\\")


def read_tables():
    remarks = REMARK.findall((ROOT / "lib/Transforms/Support/Remarks.def").read_text())
    errors = ERROR.findall((ROOT / "lib/Transforms/Support/Errors.def").read_text())
    return remarks, [tuple(map(unquote, entry)) for entry in errors]


def find_remark_faults(remarks, sources):
    listed = {f"{entry[0]}/{entry[1]}" for entry in remarks}
    passes = {entry[0] for entry in remarks}
    names, words = set(), set()
    for text in sources.values():
        for literal in re.findall(STRING, text):
            words.add(literal)
            if re.fullmatch(r"[a-z-]+/[a-z-]+", literal) and (
                    literal.startswith("layout-") or literal.split("/")[0] in passes):
                names.add(literal)
    for name in sorted(names - listed):
        yield f"remark {name} has no entry in Remarks.def"
    for name in sorted(listed - names):
        reason = name.split("/")[1]
        if reason not in words and f"/{reason}" not in words:
            yield f"{name} in Remarks.def is no remark"


def says(every, literals, words):
    """Short words are all that an error says of its own, before a reason. What
    stands between its literals, such as a type, is `…` in `words`."""
    if "…" in words:
        return says_parts("…".join(every), words)
    return any(words in l if len(words) > 10 else words == l for l in literals)


def says_parts(text, words):
    """Do the parts of `words` follow each other in `text`, none too far?"""
    parts = [re.escape(part) for part in words.split("…")]
    return re.search("(?s:.{0,400}?)".join(parts), text) is not None


def read_statements(name, text):
    """Of a source: the statements that say an error, or a part of one."""
    says_error = (REFUSES if name.startswith(REFUSING)
                  else FAULTS if name.startswith(MAPS) else EMITS)
    yield from map(re.Match.group, says_error.finditer(text))
    for function in TEXTS.get(name, []):
        body = re.search(rf"(?ms)^( *)\w[^;{{}}\n]*\b{function}\([^;{{}}]*{{\n(.*?)^\1}}", text)
        if not body:
            sys.exit(f"lib/{name} has no {function}, which remarks.py names")
        for statement in re.findall(rf'(?:"(?:[^"\\]|\\.)*"|[^;{{}}"])+', body[2]):
            if "<<" not in statement and any(
                    len(literal) > 10 for literal in re.findall(STRING, statement)):
                yield statement


def find_error_faults(errors, sources):
    used = set()
    for name, text in sources.items():
        for statement in read_statements(name, text):
            every = [unquote(l) for l in re.findall(STRING, statement)]
            literals = [l for l in every if " " in l and re.search("[a-z]", l)]
            if name in TEXTS:  # A word before a text is no error of its own.
                literals = [l for l in literals if len(l) > 10]
            hits = {e for e in errors if literals and says(every, literals, e[1])}
            used |= hits
            if literals and not hits:
                yield f"error in lib/{name} has no entry in Errors.def: {literals[0]}"
    joined = [unquote(text) for text in sources.values()]
    for entry in errors:
        if entry not in used and not any(says_parts(text, entry[1]) for text in joined):
            yield f"no error says what Errors.def has: {entry[1]}"


def escape(text):
    return re.sub(r"([|<>])", r"\\\1", text)


def quote(words):
    mark = "``" if "`" in words else "`"
    return f"{mark}{words.strip()}{mark}".replace("|", r"\|")


def make_reference(remarks, errors):
    out = [MARK, "\n## All remarks\n"]
    last = None
    for pass_name, reason, kinds, cause, remedy in remarks:
        if pass_name != last:
            out.append(f"\n### {pass_name}\n\n| remark | kind | cause | remedy |\n|---|---|---|---|\n")
            last = pass_name
        kind = ", ".join(KINDS[k] for k in re.findall("[PMA]", kinds))
        cause, remedy = escape(unquote(cause)), escape(unquote(remedy)) or "–"
        out.append(f"| `{reason}` | {kind} | {cause} | {remedy} |\n")
    out.append("\n## All errors\n\nAfter an error the module is what it was.\n")
    last = None
    for group, words, cause, remedy in errors:
        if group != last:
            out.append(f"\n### Errors: {group}\n\n| says | cause | remedy |\n|---|---|---|\n")
            last = group
        out.append(f"| {quote(words)} | {escape(cause)} | {escape(remedy)} |\n")
    return "".join(out)


def main():
    remarks, errors = read_tables()
    old = DOCUMENT.read_text()
    new = old.split(MARK)[0].rstrip("\n") + "\n\n" + make_reference(remarks, errors)
    if sys.argv[1] == "update":
        DOCUMENT.write_text(new)
        return 0
    sources = read_sources()
    faults = [*find_remark_faults(remarks, sources), *find_error_faults(errors, sources)]
    if new != old:
        faults.append("docs/Remarks.md is not what the tables make; ./scripts/update-docs")
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
