# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds where a source decides, and rewrites it so that mutants can be chosen.

Five kinds of sites:

  unknown  a three-valued answer is asked for one value: `x.isYes()`,
           `x == Truth::No`, ... The mutant takes an *unknown* answer for the
           other side: of `isYes()` it makes `!isNo()`.
  refusal  an early return that refuses: `if (condition) return false;`. The
           mutant leaves it out.
  part     a part of a plain boolean: `a` of `a && b`, of `a || b`, or of
           `isFound |= a`. The mutant leaves it out.
  bound, sign   a number that is compared is off by one; a difference is a sum.

A site is named by file, function, kind and text, so that it keeps its name
when lines move.
"""

import collections
import re
import sys

Site = collections.namedtuple("Site", "file function kind text ordinal line why edits")

ASKED = re.compile(r"(?P<member>\.|->)is(?P<asked>Yes|No|Unknown)\(\)"
                   r"|\s*(?P<operator>[=!]=)\s*Truth::(?P<compared>Yes|No|Unknown)\b")
IF = re.compile(r"\bif \(")
# Between spaces: those of templates have none. Not those of a loop's header, which the
# mutant would only make read past an array.
COMPARED = re.compile(r"(?<=[\w)\]]) (?:<=?|>=?)(?=\s)")
SUBTRACTED = re.compile(r"(?<=[\w)\]]) -(?=\s+[\w(*])")
FOR = re.compile(r"\bfor \(")
# What is between two expressions, or around one, and what takes one into a boolean
# variable: those have the names of booleans.
BOOLEAN = r"(?:is|are|has|may|can|keeps|takes)[A-Z]\w*"
ENDS = re.compile(r"\breturn\b|[;{}(),?\[\]]|(?<!:):(?!:)|(?<![=!<>])=(?!=)")
TAKEN = re.compile(rf"(?<![\w]){BOOLEAN} [|&]$")
ARGUMENTS = re.compile(r"(?<=\w)<[\w:,\s*<>]*>(?=\()")
# Anything else without a call is there or not: a mutant would only read what is not.
PLAIN = re.compile(rf"!?\*?(?!(?:[\w.>-]*\W)?{BOOLEAN}$)[\w.>-]+")
DECLARATION = re.compile(r"\s*(?:const )?(?:auto|[\w:<>, ]+?)[ *&]+\w+ = ")
# What a refusal returns, or the diagnostic that it emits.
REFUSED = re.compile(
    r"\s*refuse\(.*|\s*return$|\s*return (?:false|failure\(\)|std::nullopt|nullptr|\{\}|AffineExpr\(\)"
    r"|Truth::Unknown|(?:\{)?Decision::(?:no|unknown)\(.*|\w*(?:[fF]ail|[rR]efuse)\w*\(.*"
    r"|isUnneeded\(.*)$", re.DOTALL)
WORDS = re.compile(r"[eE]xplains?[A-Z]?\w*|remarks")
# In functions of these names `true` is the careful answer.
CAREFUL = re.compile(r"(?:^|::)(?:may|might)")
REFUSED_TRUE = re.compile(r"\s*return true$")
NAME = re.compile(r"([\w:~]+)\(")


def mask(text):
    """The text with comments and strings blanked, each character in its place."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.DOTALL)


def find_match(text, position):
    """Of the bracket at `position` its partner's."""
    pairs = {"(": (")", 1), "[": ("]", 1), "{": ("}", 1), ")": ("(", -1), "]": ("[", -1)}
    partner, step = pairs[text[position]]
    depth, own = 0, text[position]
    while True:
        depth += (text[position] == own) - (text[position] == partner)
        if depth == 0:
            return position
        position += step


def find_start(text, end):
    """The start of the postfix expression that ends at `end`."""
    while True:
        while text[end - 1] in ")]":
            end = find_match(text, end - 1)
        while re.match(r"[\w:]", text[end - 1]):
            end -= 1
        before = text[:end].rstrip()
        if before.endswith("."):
            end = len(before[:-1].rstrip())
        elif before.endswith("->"):
            end = len(before[:-2].rstrip())
        else:
            return end


def find_function(text, position):
    lines = text[:position].split("\n")[:-1]
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if re.match(r"(class|struct) ", line):
            inner = [l for l in lines[number + 1:]
                     if re.match(r"  \w", l) and NAME.search(l) and not l.endswith(";")]
            return NAME.search(inner[-1]).group(1) if inner else line.split()[1]
        found = NAME.search(line) if re.match(r"\w", line) else None
        if found and not line.endswith(";"):
            return found.group(1)
    return ""


def find_comment(lines, number):
    """The comment above a line, or at its end, in one line."""
    words = re.findall(r"// (.*)$", lines[number])
    while number > 0 and re.match(r"\s*//", lines[number - 1]):
        number -= 1
        words.insert(0, lines[number].strip().lstrip("/").strip())
    return " ".join(words)


def is_never_unknown(masked, start, end):
    """Has the function returned by now if the answer, a variable, is unknown?"""
    answer = re.escape(masked[start:end])
    if not re.fullmatch(r"[\w.>-]+", masked[start:end]):
        return False
    body = max(masked.rfind(f"\n{line}", 0, start) for line in ("}", "  }"))
    returned = [match.end() for match in re.finditer(
        rf"if \({answer}(?: == Truth::Unknown|\.isUnknown\(\))\)\s*return\b",
        masked[body:start])]
    assigned = [match.end() for match in re.finditer(
        rf"(?<![\w.]){answer} =(?!=)", masked[body:start])]
    return bool(returned) and max(returned) > max(assigned, default=0)


def find_unknowns(masked):
    """(start, end, edits) of each question for one of the three values."""
    for match in ASKED.finditer(masked):
        end = len(masked[:match.start()].rstrip())
        start = find_start(masked, end)
        if is_never_unknown(masked, start, end):
            continue
        negated = "!" if match["operator"] == "!=" else ""
        pointed = "*" if match["member"] == "->" else ""
        truth = match["asked"] or match["compared"]
        prefix = negated + "::layout_mutation::is({site}, " + pointed
        yield start, match.end(), [
            (start, start, prefix),
            (end, match.end(), f", ::mlir::layout::Truth::{truth})")]


def find_returned(masked, position):
    """The statement behind a condition, or the last one of the block there."""
    if (brace := re.compile(r"\s*\{").match(masked, position)):
        block = masked[brace.end():find_match(masked, brace.end() - 1)]
        last = re.search(r"(?<=[;}\s])return\b[^;]*;\s*$", block)
        return " " + last.group().rstrip("; \n") if last else ""
    return masked[position:masked.index(";", position)]


def find_refusals(masked, function_of):
    for match in IF.finditer(masked):
        start = match.end()
        end = find_match(masked, start - 1)
        returned = find_returned(masked, end + 1)
        if not REFUSED.match(returned) and not (
                REFUSED_TRUE.match(returned) and CAREFUL.search(function_of(start))):
            continue
        if (semicolon := masked.rfind(";", start, end)) >= 0 and "{" not in masked[start:end]:
            start = semicolon + 1
        if DECLARATION.match(masked[start:end]) or WORDS.search(masked[start:end]):
            continue  # its variable is used below, or only words depend on it
        yield match.start(), end + 1, [
            (start, start, "::layout_mutation::refuses({site}, static_cast<bool>("),
            (end, end, "))")]


def split_at(masked, start, end, operator):
    """The (start, end) of the operands, without the space around them."""
    parts, depth, begin = [], 0, start
    for position in range(start, end + 1):
        if position < end:
            depth += (masked[position] in "([{") - (masked[position] in ")]}")
        if position == end or depth == 0 and masked.startswith(operator, position):
            words = masked[begin:position]
            parts.append((begin + len(words) - len(words.lstrip()),
                          begin + len(words.rstrip())))
            begin = position + len(operator)
    return parts


def find_end(masked, start):
    """The end of the expression that starts at `start`."""
    match = ENDS.search(masked, start)
    while match and match.group() in ("(", "[", "{"):
        match = ENDS.search(masked, find_match(masked, match.start()) + 1)
    return match.start() if match else len(masked)


def find_parts(masked):
    """Operands of `&&` and `||`, of which `true` and `false` change nothing."""
    masked = ARGUMENTS.sub(lambda match: "_" * len(match.group()), masked)
    headers = find_headers(masked)
    for match in ENDS.finditer(masked):
        if match.group() in ")]}" or any(start < match.start() < end for start, end in headers):
            continue
        start, end = match.end(), find_end(masked, match.end())
        parts = split_at(masked, start, end, "||")
        found = [(part, "false") for part in parts if len(parts) > 1]
        for part in parts:
            inner = split_at(masked, *part, "&&")
            found += [(one, "true") for one in inner if len(inner) > 1]
        if taken := TAKEN.search(masked[:match.start()]):
            whole = split_at(masked, start, end, ";")[0]
            found.append((whole, "false" if taken.group().endswith("|") else "true"))
        for (begin, end), neutral in found:
            if not PLAIN.fullmatch(masked[begin:end]):
                yield begin, end, [
                    (begin, begin, f"::layout_mutation::takePart({{site}}, {neutral}, "
                                   "static_cast<bool>("),
                    (end, end, "))")]


def find_headers(masked):
    """(start, end) of what stands in brackets behind `for`."""
    return [(match.end() - 1, find_match(masked, match.end() - 1))
            for match in FOR.finditer(masked)]


def find_numbers(masked, pattern, wrapper):
    """The operator with what is on its line: the operand behind it is wrapped."""
    headers = find_headers(masked)
    for match in pattern.finditer(masked):
        if any(start < match.start() < end for start, end in headers):
            continue
        start = masked.rfind("\n", 0, match.start()) + 1
        start += len(masked[start:]) - len(masked[start:].lstrip())
        end = masked.index("\n", re.compile(r"\S").search(masked, match.end()).start())
        step = "-1" if "<" in match.group() else "1"
        yield start, end, [(match.end(), match.end(),
                            " ::layout_mutation::" + wrapper.replace("{step}", step))]


def find_sites(file, text, with_refusals, with_numbers=False, with_parts=False):
    """The sites of a source, in the order of the text."""
    masked, lines = mask(text), text.split("\n")
    counts = collections.Counter()
    sites = []
    found = [("part", *site) for site in find_parts(masked)] if with_parts else []
    found += [("unknown", *site) for site in find_unknowns(masked)]
    if with_refusals:
        found += [("refusal", *site)
                  for site in find_refusals(masked, lambda at: find_function(masked, at))]
    if with_numbers:
        found += [("bound", *site)
                  for site in find_numbers(masked, COMPARED, "Bound{{site}, {step}} +")]
        found += [("sign", *site)
                  for site in find_numbers(masked, SUBTRACTED, "Sign{{site}} *")]
    for kind, start, end, edits in sorted(found, key=lambda site: (site[1], -site[2])):
        number = masked.count("\n", 0, start)
        words = " ".join(text[start:end].split())
        key = (find_function(masked, start), kind, words)
        counts[key] += 1
        sites.append(Site(file, *key, counts[key], number + 1,
                          find_comment(lines, number), edits))
    return sites


def get_name(site):
    """Without line numbers, and unique."""
    ordinal = f" #{site.ordinal}" if site.ordinal > 1 else ""
    return f"{site.file} | {site.function} | {site.kind} | {site.text}{ordinal}"


def rewrite(text, numbered, header):
    """The text with the mutants of all (number, site)."""
    edits = []
    for number, site in numbered:
        for start, end, new in site.edits:
            edits.append((start, end, new.replace("{site}", str(number))))
    # From the back. At one place, the prefix of the outer of two sites, which comes
    # first, is put in last.
    for start, end, new in reversed(sorted(edits, key=lambda edit: edit[:2])):
        text = text[:start] + new + text[end:]
    return f'#include "{header}"\n#line 1\n' + text


def main():
    """Prints the sites of a source, and the source with its mutants."""
    with open(sys.argv[1]) as file:
        text = file.read()
    sites = find_sites(sys.argv[1], text, with_refusals=True, with_numbers=True,
                       with_parts=True)
    for site in sites:
        print(get_name(site).split(" | ", 1)[1])
    print(rewrite(text, list(enumerate(sites)), "mutation.h"))


if __name__ == "__main__":
    main()
