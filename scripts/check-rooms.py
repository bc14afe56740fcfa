#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the includes with the table of rooms in docs/Contributing.md.

  check-rooms.py [ROOT]

A row of the table names a room (a folder of lib/, and the one of that name in
include/Layout/), what it holds, and the rooms whose headers it may include; these
stand above it, so that no room can use itself by a detour. A unit test may include
what its room may, and that room; what else it does, and what tools and test passes
include, has a row by the folder's whole path. Fails where a file includes what the
table does not have, where the table has what no file includes, where mathematics
includes MLIR's IR or an analysis its rewriters, where a folder has no row, where a folder has more files than one can overlook, where
tests stand neither in a room's folder nor in one that has a row among those of the whole
project, and where a file is not found by its name:

* Each .cpp has a header of its name in its room, or of a part of its name: Class.h has
  Class.cpp and ClassAspect.cpp, Models.h has VectorModels.cpp. Public headers of a room
  may stand with those of the room around it. A pass has its name in Passes.td instead,
  and the C interface its headers in include/Layout-c.
* A member function stands in a file that begins with the name of its class, or of the
  header that declares it.
* A class of a header has a name that no other header has: to the linker two of one name
  are one, and it keeps the inline functions of either.

A library is made of components, as CMakeLists.txt in lib/ says. It fails, too, where a
component with sources is in no library or in two, where one includes what its library does
not link, and where the table of libraries in docs/Architecture.md says something else:
what a library is made of, what it links, and how many lines it has at most, with all that
it links (of .h and .cpp, without empty ones).
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
ROW = re.compile(r"^\| `([\w/-]+)` \| (.+?) \| ?(.*?) ?\|$", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*(?:#[ \t]*)?include[ \t]*["<]([^">]+)[">]', re.MULTILINE)  # C++, TableGen
TEST_ROW = re.compile(r"^\| `(\w+)` \| [^|]+ \|$", re.MULTILINE)  # of tests of no room
SOURCES = {".h", ".cpp", ".td", ".def"}
CLASS = re.compile(r"^(?:class|struct) (\w+)\b(?!;)", re.MULTILINE)
DEFINITION = re.compile(r"^(?:class|struct) (\w+)\b(?!::)[^;]*?\{", re.MULTILINE)
MEMBER = re.compile(r"^(?=\S)[\w:<>,&* ]*?(?<![\w:])([A-Z]\w*)::~?\w+\(", re.MULTILINE)
PASS = re.compile(r"^#define GEN_PASS_DEF_", re.MULTILINE)
MOST_SOURCES, MOST_TESTS = 30, 60
OUTSIDE = ("unittests", "tools", "test/lib")  # who uses rooms, and is none
LIBRARY = re.compile(r"^add_layout_library\(MLIRLayout(\w+)\s+COMPONENTS\s+([^)]*?)"
                     r"(?:\s+LINK\s+([^)]*))?\)", re.MULTILINE)
LIBRARY_ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \|([^|]*)\| ?([\d,]*) ?\|$", re.MULTILINE)
SHARED = {"Analysis/Support"}  # what unit tests of several rooms use
# Folder -> the headers of MLIR that its rooms may include, and those that they may not.
# Mathematics knows attributes and expressions, but no IR; analyses change nothing.
MLIR_HEADERS = {
    "Map": (re.compile(r"mlir/(Analysis/Presburger/|IR/(Affine\w*|IntegerSet|BuiltinTypeInterfaces)"
                       r"\.h$|Support/)"), None),
    "Analysis": (None, re.compile(r"mlir/(IR/PatternMatch|Rewrite/.*|Transforms/.*|"
                                  r"Dialect/\w+/Transforms/.*)\.h$")),
}


def read_table():
    """Room -> rooms that it may use, in the order of the table; the same of folders that
    are none."""
    text = (ROOT / "docs/Contributing.md").read_text()
    rows = {name: re.findall(r"`([\w/]+)`", uses) for name, _, uses in ROW.findall(text)}
    outside = {name for name in rows if name.startswith(OUTSIDE)}
    return ({name: uses for name, uses in rows.items() if name not in outside},
            {name: rows[name] for name in sorted(outside)})


def list_sources(base):
    """(file, folder in `base`), for every source there."""
    for file in sorted((ROOT / base).rglob("*")):
        if file.suffix in SOURCES:
            yield file, str(file.parent.relative_to(ROOT / base))


def list_files():
    """(file, room), for every source of the rooms."""
    yield from list_sources("lib")
    yield from list_sources("include/Layout")


def find_header(file, name):
    """The room of an included header of this project; None if it is another's."""
    if name.startswith("Layout/"):
        header = ROOT / "include" / name
    else:
        header = next((path for path in (file.parent / name, ROOT / "lib" / name)
                       if path.exists()), None)
    # What TableGen makes lies in the build tree, beside its .td file.
    if header and header.parent.exists():
        header = header.resolve()
        for base in (ROOT.resolve() / "lib", ROOT.resolve() / "include/Layout"):
            if header.is_relative_to(base):
                return str(header.parent.relative_to(base))
    return None


def find_arrows():
    """(room, used room) -> one include that is such an arrow."""
    arrows = {}
    for file, room in list_files():
        for name in INCLUDE.findall(file.read_text()):
            used = find_header(file, name)
            if used and used != room:
                arrows.setdefault((room, used), f"{file.relative_to(ROOT)} includes {name}")
    return arrows


def check_mlir():
    """Rooms include of MLIR what they are about."""
    for file, room in list_files():
        allowed, refused = MLIR_HEADERS.get(room.split("/")[0], (None, None))
        for name in INCLUDE.findall(file.read_text()):
            if name.startswith("mlir/") and (
                    (allowed and not allowed.match(name)) or (refused and refused.match(name))):
                yield f"`{room}` may not use MLIR's {name}: {file.relative_to(ROOT)}"


def check_table(table, arrows):
    above = set()
    for room, uses in table.items():
        for used in uses:
            if used not in above:
                yield f"`{room}` may use `{used}`, which does not stand above it"
            elif (room, used) not in arrows:
                yield f"`{room}` may use `{used}`, and does not"
        above.add(room)
    for (room, used), where in arrows.items():
        if used not in table.get(room, []):
            yield f"`{room}` may not use `{used}`: {where}"
    for room in sorted({room for _, room in list_files()} - set(table)):
        yield f"`{room}` has no row"


def check_outside(table, rows):
    """Tests of a room see what it sees; tools and test passes what their rows name."""
    seen = set()
    for base in OUTSIDE:
        for file, room in list_sources(base):
            folder = str(file.parent.relative_to(ROOT))
            allowed = {None, room, *table.get(room, [])} if base == "unittests" else {None}
            for name in INCLUDE.findall(file.read_text()):
                used = find_header(file, name)
                if used in rows.get(folder, []):
                    seen.add((folder, used))
                elif used not in allowed:
                    yield f"`{folder}` may not use `{used}`: {file.name} includes {name}"
    for folder, uses in rows.items():
        for used in uses:
            if (folder, used) not in seen:
                yield f"`{folder}` may use `{used}`, and does not"


def read_libraries():
    """Library -> its components, and what it links: names without MLIRLayout."""
    libraries = {}
    for file in sorted((ROOT / "lib").rglob("CMakeLists.txt")):
        for name, components, links in LIBRARY.findall(file.read_text()):
            libraries[name] = (components.split(), re.findall(r"MLIRLayout(\w+)", links))
    return libraries


def find_linked(libraries, name):
    """The library and all that it links, also by detours."""
    found = [name]
    for linked in found:
        found.extend(other for other in libraries[linked][1] if other not in found)
    return found


def count_lines(libraries, names):
    """Lines that are not empty, of sources and headers of C++."""
    files = [file for file, room in list_files() if file.suffix in (".h", ".cpp")
             and any(room in libraries[name][0] for name in names)]
    return sum(1 for file in files for line in file.read_text().splitlines() if line.strip())


def check_libraries(arrows, libraries):
    """What a component includes is of its library, or of one that this links."""
    homes = collections.defaultdict(list)
    for name, (components, _) in libraries.items():
        for component in components:
            homes[component].append(name)
    rooms = {room for _, room in list_files()}
    for component in sorted(set(homes) - rooms):
        yield f"`{component}`, of library `{homes[component][0]}`, has no files"
    for room in sorted({room for file, room in list_files() if file.suffix == ".cpp"}):
        is_own = (ROOT / "lib" / room / "CMakeLists.txt").exists()
        if len(homes[room]) > 1 or not (homes[room] or is_own):
            yield f"`{room}` is in {' and '.join(homes[room]) or 'no library'}"
    for name, (_, links) in libraries.items():
        if any(name in find_linked(libraries, linked) for linked in links):
            yield f"library `{name}` links itself by a detour"
    for (room, used), where in arrows.items():
        for name, other in ((name, other) for name in homes[room] for other in homes[used]):
            if other not in find_linked(libraries, name):
                yield f"library `{name}` does not link `{other}`: {where}"


def check_library_table(libraries):
    """docs/Architecture.md says what lib/CMakeLists.txt does."""
    text = (ROOT / "docs/Architecture.md").read_text()
    rows = {name: (re.findall(r"`([\w/]+)`", components), re.findall(r"`(\w+)`", links), most)
            for name, components, links, most in LIBRARY_ROW.findall(text) if name in libraries}
    for name, (components, links) in libraries.items():
        if name not in rows:
            yield f"library `{name}` has no row in docs/Architecture.md"
        elif (components, links) != rows[name][:2]:
            yield (f"library `{name}` is made of {components} and links {links}; "
                   "docs/Architecture.md says otherwise")
        elif most := rows[name][2]:
            lines = count_lines(libraries, find_linked(libraries, name))
            if lines > int(most.replace(",", "")):
                yield f"library `{name}` has {lines} lines, with all that it links; at most {most}"


def check_sizes():
    counts = collections.Counter(
        str(file.parent.relative_to(ROOT))
        for base in ("lib", "unittests") for file in (ROOT / base).rglob("*.cpp"))
    for folder, count in counts.items():
        if count > MOST_SOURCES:
            yield f"{folder} has {count} .cpp files; at most {MOST_SOURCES}"
    counts = collections.Counter(
        str(file.parent.relative_to(ROOT)) for file in (ROOT / "test").rglob("*")
        if file.suffix in (".mlir", ".test"))
    for folder, count in counts.items():
        if count > MOST_TESTS:
            yield f"{folder} has {count} tests; at most {MOST_TESTS}"


def list_headers(room):
    """The names of headers, and of .td files, in which a file of `room` may be declared."""
    folders = [ROOT / "lib" / room, ROOT / "include/Layout" / room,
               ROOT / "include/Layout" / pathlib.Path(room).parent]
    if room == "CAPI":
        folders.append(ROOT / "include/Layout-c")
    return {file.stem for folder in folders for suffix in ("h", "td")
            for file in folder.glob(f"*.{suffix}")}


def is_part(header, name):
    """Is `name` the header's, with an aspect behind it or in front of it?"""
    behind, before = name.removeprefix(header), name.removesuffix(header)
    return name == header or (behind != name and behind[:1].isupper()) or before != name


def check_headers():
    """Each .cpp has a header."""
    headers = {}
    for file, room in list_files():
        if file.suffix != ".cpp" or PASS.search(file.read_text()):
            continue
        if room not in headers:
            headers[room] = list_headers(room)
        if not any(is_part(header, file.stem) for header in headers[room]):
            yield (f"{file.relative_to(ROOT)} has no header of its name, nor of the name of a "
                   "class of which it is an aspect")


def check_tests():
    """A room that only holds rooms has tests in their folders alone, and they are rooms."""
    rooms = {room for _, room in list_files()}
    for base, suffixes in ((ROOT / "test", (".mlir", ".test")), (ROOT / "unittests", (".cpp",))):
        for outer in sorted({room.split("/")[0] for room in rooms if "/" in room}):
            tests = [file for file in (base / outer).rglob("*") if file.suffix in suffixes]
            for folder in sorted({file.parent for file in tests if "Inputs" not in file.parts}):
                room = str(folder.relative_to(base))
                has_sources = any((ROOT / "lib" / room).glob("*.cpp"))
                if not has_sources and room not in SHARED:
                    yield f"{folder.relative_to(ROOT)} has tests, and is no room with sources"


def check_test_folders(table):
    """What is in test/ is a room's, or has a row of its own; and each such row has a folder."""
    rooms = {room.split("/")[0] for room in table}
    text = (ROOT / "docs/Contributing.md").read_text()
    rows = set(TEST_ROW.findall(text))
    folders = {file.relative_to(ROOT / "test").parts[0]
               for file in (ROOT / "test").rglob("*/*")
               if file.suffix in (".mlir", ".test") and "Inputs" not in file.parts}
    for folder in sorted(folders - rooms - rows):
        yield f"test/{folder} is no room, and has no row among the tests of the whole project"
    for row in sorted(rows - folders):
        yield f"`{row}` has a row among the tests of the whole project, and no tests"


def check_names():
    """A file is found by the class whose members it defines."""
    files = [file for file, _ in list_files()]
    homes = collections.defaultdict(set)  # class -> headers
    for file in files:
        if file.suffix == ".h":
            for name in CLASS.findall(file.read_text()):
                homes[name].add(file.stem)
    for file in files:
        if file.suffix != ".cpp":
            continue
        text = file.read_text()
        for name in sorted({*MEMBER.findall(text)} - {*CLASS.findall(text)}):
            if homes[name] and not file.stem.startswith((name, *homes[name])):
                yield (f"{file.relative_to(ROOT)} defines members of {name}, "
                       f"declared in {' or '.join(sorted(homes[name]))}.h")


def check_classes():
    """Two headers define no class of the same name."""
    homes = collections.defaultdict(list)
    for file, _ in list_files():
        if file.suffix == ".h":
            for name in DEFINITION.findall(file.read_text()):
                homes[name].append(str(file.relative_to(ROOT)))
    for name, files in sorted(homes.items()):
        if len(files) > 1:
            yield f"{name} is defined in {' and in '.join(files)}"


def main():
    table, outside = read_table()
    arrows, libraries = find_arrows(), read_libraries()
    faults = [*check_table(table, arrows), *check_outside(table, outside), *check_mlir(),
              *(check_libraries(arrows, libraries) if libraries else []),
              *(check_library_table(libraries) if libraries else []),
              *check_sizes(), *check_tests(), *check_test_folders(table),
              *check_headers(), *check_names(), *check_classes()]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
