#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks layout-reflow what ops make of padding, for each pad and each need.

An op stands between a conversion from a layout with one pad and a conversion to
the same layout with another. The remark must say that the padding is computed if
and only if the table below says that the op makes of the one what the other
demands; and what it makes, where it is not. All programs of one op are one file,
which is also executed.
"""

import argparse
import re
import subprocess
import sys
import tempfile

NAN = "0x7FC00000"
FLOATS = ["none", "undef", "0.0", "-0.0", "1.0", "0x7F800000", "0xFF800000", NAN,
          "value (a, b) -> (a + b)", "(a, b) -> (0, b)"]
INTEGERS = ["none", "undef", "0", "1", "-1", "127", "-128",
            "value (a, b) -> (a + b)", "(a, b) -> (0, b)"]
COPY = "(a, b) -> (0, b)"

# What an op makes of each pad that it can make something of. Copies stay copies,
# unless the op makes a number of everything.
OPS = {
    # Of anything the same, also of what may not be read.
    "number": ("f32", "", "%k", {None: "1.0"}),
    "exp": ("f32", "%r = math.exp %a : f32", "%r",
            {"0.0": "1.0", "-0.0": "1.0", "0xFF800000": "0.0", "0x7F800000": "0x7F800000",
             NAN: NAN, "1.0": "2.71828175"}),
    "negf": ("f32", "%r = arith.negf %a : f32", "%r",
             {"0.0": "-0.0", "-0.0": "0.0", "1.0": "-1.0", "0x7F800000": "0xFF800000",
              "0xFF800000": "0x7F800000", NAN: NAN}),
    # -0.0 + 1.0 and so on.
    "addf": ("f32", "%r = arith.addf %a, %k : f32", "%r",
             {"0.0": "1.0", "-0.0": "1.0", "1.0": "2.0", "0x7F800000": "0x7F800000",
              "0xFF800000": "0xFF800000", NAN: NAN}),
    "relu": ("f32", "%z = arith.constant 0.0 : f32\n    %r = arith.maximumf %a, %z : f32",
             "%r", {"0.0": "0.0", "-0.0": "0.0", "1.0": "1.0",
                    "0x7F800000": "0x7F800000", "0xFF800000": "0.0", NAN: NAN}),
    # Whatever is no less than the least stays what it is.
    "least": ("f32", "%z = arith.constant 0xFF800000 : f32\n"
              "    %r = arith.maximumf %a, %z : f32", "%r",
              {"undef": "undef", "0.0": "0.0", "-0.0": "-0.0", "1.0": "1.0",
               "0x7F800000": "0x7F800000", "0xFF800000": "0xFF800000", NAN: NAN}),
    # 0.0 / 0.0 is no number.
    "divf": ("f32", "%r = arith.divf %a, %a : f32", "%r",
             {"0.0": NAN, "-0.0": NAN, "1.0": "1.0", "0x7F800000": NAN,
              "0xFF800000": NAN, NAN: NAN}),
    # The sign of zero is nothing to a comparison.
    "select": ("f32", "%z = arith.constant 0.0 : f32\n"
               "    %c = arith.cmpf oge, %a, %z : f32\n"
               "    %r = arith.select %c, %k, %z : f32", "%r",
               {"0.0": "1.0", "-0.0": "1.0", "1.0": "1.0", "0x7F800000": "1.0",
                "0xFF800000": "0.0", NAN: "0.0"}),
    "addi": ("i8", "%r = arith.addi %a, %k : i8", "%r",
             {"undef": "undef", "0": "1", "1": "2", "-1": "0", "127": "-128",
              "-128": "-127"}),
    # Zero times anything that may be read is zero.
    "muli": ("i8", "%z = arith.constant 0 : i8\n    %r = arith.muli %a, %z : i8", "%r",
             {None: "0"}),
    # By 0 there is no quotient; of the least by -1 there is none either.
    "divsi": ("i8", "%m = arith.constant -128 : i8\n    %r = arith.divsi %m, %a : i8", "%r",
              {"1": "-128", "127": "-1", "-128": "1"}),
    # Shifted by more than its width, a number is anything.
    "shli": ("i8", "%r = arith.shli %k, %a : i8", "%r", {"0": "1", "1": "2"}),
    "casts": ("i8", "%w0 = arith.extui %a : i8 to i32\n    %w = arith.constant 255 : i32\n"
              "    %c = arith.cmpi eq, %w0, %w : i32\n    %x1 = arith.extsi %c : i1 to i8\n"
              "    %r = arith.addi %x1, %k : i8", "%r",
              {"0": "1", "1": "1", "-1": "0", "127": "1", "-128": "1"}),
}


def layout(pad, element):
    number = f"{pad} : {element}" if re.match(r"-?[\d.x]", pad) else pad
    return ("#layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, "
            f"pad<{number}>>")


def program(name, element, body, result, given, needed):
    one = "1.0" if element == "f32" else "1"
    x, z = (f"tensor<14x{element}, {layout(p, element)}>" for p in (given, needed))
    t = f"tensor<14x{element}>"
    return f"""func.func @{name}(%x: {x}) -> {z} {{
  %p = layout.convert %x : {x} to {t}
  %e = tensor.empty() : {t}
  %y = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}} ins(%p : {t}) outs(%e : {t}) {{
  ^bb0(%a: {element}, %b: {element}):
    %k = arith.constant {one} : {element}
    {body}
    linalg.yield {result} : {element}
  }} -> {t}
  %z = layout.convert %y : {t} to {z}
  return %z : {z}
}}
"""


def same(a, b):
    return a is not None and (a == b or is_number(a) and is_number(b) and
                              number(a) == number(b) and a[0] == b[0])


def is_number(text):
    return re.match(r"-?\d", text) is not None


def number(text):
    return text if text.startswith("0x") else float(text)


def expected(name, made, given):
    if None in made:
        return made[None]
    if given == COPY:
        return COPY
    return made.get(given)


def run(command):
    return subprocess.run(command, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-opt", required=True)
    parser.add_argument("--layout-check", required=True)
    options = parser.parse_args()
    failures = count = 0
    for name, (element, body, result, made) in OPS.items():
        pads = FLOATS if element == "f32" else INTEGERS
        cases = [(given, needed) for given in pads for needed in pads]
        texts = [program(f"f{i}", element, body, result, *case)
                 for i, case in enumerate(cases)]
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write("".join(texts))
            file.flush()
            answer = run([options.layout_opt, file.name, "--layout-reflow",
                          "--remarks-filter=layout", "-o", "/dev/null"])
            bufferized = run([options.layout_opt, file.name, "--layout-reflow",
                              "--layout-bufferize", "--layout-apply", "-o", "/dev/null"])
        if answer.returncode != 0 or bufferized.returncode != 0:
            print(name, answer.stderr[-2000:], bufferized.stderr[-2000:])
            return 1
        lines_of_program = texts[0].count("\n")
        remarks = {}
        for line, kind, text in re.findall(
                r":(\d+):\d+: remark: .* layout-reflow/(padding-\w+) .*Remark=\"(.*)\"",
                answer.stderr):
            remarks[(int(line) - 1) // lines_of_program] = kind, text
        if "layout-reflow/kept" in answer.stderr or "/moved" in answer.stderr:
            print(f"{name}: a conversion is left")
            failures += 1
        for i, (given, needed) in enumerate(cases):
            count += 1
            kind, text = remarks.get(i, (None, ""))
            makes = expected(name, made, given)
            if needed in ("none", "undef"):
                wanted = None
            else:
                wanted = "padding-computed" if same(makes, needed) else "padding-written"
            is_said = kind != "padding-written" or (
                ("is not known" in text) == (makes is None))
            if kind != wanted or not is_said:
                print(f"{name} of {given} for {needed}: {kind} {text}, not {wanted}, "
                      f"as it makes {makes}")
                failures += 1
    failures += execute(options)
    print(f"{count} pairs of pads, {failures} failures")
    return failures != 0


def execute(options):
    """Some pairs of each op, computed on data that does not trap."""
    texts = {}
    for name, (element, body, result, _) in OPS.items():
        if name in ("divsi", "shli"):
            continue
        pads = FLOATS if element == "f32" else INTEGERS
        for i, given in list(enumerate(pads))[len(name) % 4::4]:
            needed = pads[(3 * i + len(name)) % len(pads)]
            entry = f"{name}_{i}"
            texts[entry] = program(entry, element, body, result, given, needed)
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write("".join(texts.values()))
        file.flush()
        answer = run([options.layout_check, file.name, f"--entry={','.join(texts)}",
                      "--pipeline=builtin.module(layout-reflow,layout-bufferize,"
                      "layout-apply,layout-optimize{padding=true},layout-finalize)"])
    if answer.returncode != 0:
        print(answer.stderr)
    return answer.returncode != 0


if __name__ == "__main__":
    sys.exit(main())
