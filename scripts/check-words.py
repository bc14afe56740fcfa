#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for retired words in comments and documents; how many are left may only shrink.

  check-words.py [ROOT]          fails where a component has more than scripts/words-left.txt allows
  check-words.py update [ROOT]   lowers the numbers of that file to what is there
  check-words.py start [ROOT]    writes them anew, as after a merge of older work

docs/Glossary.md has the terms; RETIRED below has what they replace. Read are the comments of
C++, TableGen and Python sources, and the prose of the documents that are not generated, without
code. Names in backticks do not count, nor do the phrases of ALLOWED. A comment that begins with
a question counts as `?`. Fails, too, where a heading of the glossary is there twice, or has no
example.
"""

import collections
import pathlib
import re
import sys

RETIRED = {  # what -> what to write
    "?": "'Returns true if ...', or the verb",
    "nobody": "the op, function or program",
    "whoever": "the op, function or program",
    "somebody": "the op, function or program",
    "anybody": "the op, function or program",
    "hands on": "forwards",
    "handed": "forwarded, or passed",
    "in front of": "before",
    "behind": "after",
    "told": "recorded, reported or known",
    "asked": "queried or requested",
    "stands": "is",
    "born": "allocation site, or defined",
    "promise": "guarantee, or assumption",
    "neighbours": "contiguous, or adjacent",
    "detour": "round trip through the identity layout",
    "twin": "reference, or specialization",
    "mover": "data movement op",
    "carried over": "propagates",
    "the compiler behind": "LLVM",
}
PATTERNS = {
    "hands on": r"hands? on|hands? (?:it|them|[\w`]+) on\b",
    "told": r"told",
    "asked": r"asked",
    "stands": r"stands?(?! for)",
    "promise": r"promis\w+",
    "neighbours": r"neighbou?r\w*",
    "detour": r"detours?",
    "twin": r"twins?",
    "mover": r"movers?",
    "carried over": r"carr(?:y|ies|ied) over",
}
ALLOWED = re.compile(r"nearest-neighbour|stands for|Neighbouring|layout-\w+/(?:twin|detour)")
EXPRESSIONS = {word: re.compile(rf"\b(?:{PATTERNS.get(word, word)})\b", re.IGNORECASE)
               for word in RETIRED if word != "?"}
SOURCES = {".h": "//", ".cpp": "//", ".td": "//", ".def": "//", ".c": "//", ".py": "#"}
FOLDERS = ("include", "lib", "tools", "unittests", "test/lib", "python", "benchmarks", "scripts")
GENERATED = {"Mutation.md"}
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"')
LEFT = "scripts/words-left.txt"


def get_component(path):
    """include/Layout/Map/Box.h and lib/Map/Box.cpp are of one component."""
    parts = list(path.parts)
    if parts[0] in ("include", "lib", "unittests") and len(parts) > 2:
        folder = [part for part in parts[1:-1] if part != "Layout"]
        return "/".join(folder) or parts[0]
    return path.as_posix() if parts[0] == "docs" or len(parts) == 1 else "/".join(parts[:-1])


def list_comments(path, text):
    """(line, text) of each run of comments."""
    mark = SOURCES[path.suffix]
    comment, start = [], 0
    for number, line in enumerate(text.splitlines() + [""], 1):
        code = STRING.sub('""', line)
        at = code.find(mark)
        whole = line.strip().startswith(mark)
        if whole or at >= 0:
            body = line.strip() if whole else code[at:]
            if not comment:
                start = number
            comment.append(body.strip("/<# "))
        if not whole and comment:
            yield start, " ".join(comment)
            comment = []


def list_texts(root):
    """(file, line, text) of what people read."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SOURCES or path.name == "check-words.py":
                continue
            relative = path.relative_to(root)
            for line, text in list_comments(path, path.read_text(errors="replace")):
                yield relative, line, text
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        if path.exists() and path.name not in GENERATED:
            text = FENCE.sub(lambda match: "\n" * match[0].count("\n"), path.read_text())
            for number, line in enumerate(text.splitlines(), 1):
                yield path.relative_to(root), number, line


def find_words(root):
    """(component, word) -> where."""
    found = collections.defaultdict(list)
    for path, line, text in list_texts(root):
        text = ALLOWED.sub("", CODE.sub("``", text))
        key = get_component(path)
        for word, expression in EXPRESSIONS.items():
            for _ in expression.findall(text):
                found[key, word].append(f"{path}:{line}")
        if path.suffix in (".h", ".cpp") and re.match(r"[^.!:;]*[\w)`]\?(?: |$)", text):
            found[key, "?"].append(f"{path}:{line}")
    return found


def check_glossary(root):
    """Each term is there once, with an example."""
    path = root / "docs/Glossary.md"
    if not path.exists():
        return
    parts = re.split(r"^### (.+)$", path.read_text(), flags=re.MULTILINE)[1:]
    seen = set()
    for term, body in zip(parts[::2], parts[1::2]):
        if term.lower() in seen:
            yield f"docs/Glossary.md has {term} twice"
        seen.add(term.lower())
        if "`" not in body and not re.search(r"\(\d", body):
            yield f"docs/Glossary.md has no example for {term}"


def read_left(root):
    path = root / LEFT
    lines = path.read_text().splitlines() if path.exists() else []
    rows = (line.rsplit(" | ", 2) for line in lines if not line.startswith("#"))
    return {(component, word): int(count) for component, word, count in rows}


def write_left(root, counts):
    rows = [f"{component} | {word} | {count}"
            for (component, word), count in sorted(counts.items()) if count]
    (root / LEFT).write_text("# Retired words that are left, by component; see check-words.py.\n"
                             + "".join(row + "\n" for row in rows))


def main():
    arguments = sys.argv[1:]
    command = arguments.pop(0) if arguments and arguments[0] in ("update", "start") else "check"
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent)
    found, left = find_words(root), read_left(root)
    if command == "start":
        write_left(root, {key: len(places) for key, places in found.items()})
        return 0
    if command == "update":
        write_left(root, {key: min(count, len(found.get(key, ())))
                          for key, count in left.items()})
    faults = list(check_glossary(root))
    for (component, word), places in sorted(found.items()):
        allowed = left.get((component, word), 0)
        if len(places) > allowed:
            faults.append(f"{component}: {len(places)} of '{word}', at most {allowed}; write "
                          f"{RETIRED[word]}: {', '.join(places[-3:])}")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
