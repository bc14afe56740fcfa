# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the table of the last run of scripts/mutate into a document."""

import collections

BEGIN, END = "<!-- begin: scripts/mutate --write-docs -->", "<!-- end -->"
STATUSES = ("killed", "survived", "no difference", "not reached", "open")


def format_counts(sites, statuses):
    rows = collections.defaultdict(collections.Counter)
    for site, status in zip(sites, statuses):
        rows[site.file][status] += 1
        rows["all"][status] += 1
    lines = ["| Source | " + " | ".join(STATUSES[:-1]) + " |",
             "| --- |" + " ---: |" * len(STATUSES[:-1])]
    for file in sorted(rows, key=lambda file: (file != "all", file)):
        counts = " | ".join(str(rows[file][status] or "") for status in STATUSES[:-1])
        lines.append(f"| {'**all**' if file == 'all' else f'`{file}`'} | {counts} |")
    return lines


def format_left(sites, statuses):
    lines = []
    for wanted in STATUSES[1:]:
        for site, status in zip(sites, statuses):
            if status != wanted:
                continue
            lines.append(f"* {status}: `{site.file}`, `{site.function}`, `{site.text}`"
                         + (f": {site.why}" if site.why else ""))
    return lines


def write(path, sites, statuses):
    text = path.read_text()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    lines = format_counts(sites, statuses) + ["", "Not killed:", ""]
    left = format_left(sites, statuses)
    table = "\n".join(lines + left if left else lines[:-3])
    path.write_text(text[:begin] + "\n\n" + table + "\n\n" + text[end:])
