#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares numbers that documents state with the constants of the sources.

  check-constants.py [ROOT]

An entry of CONSTANTS has what a page says, and what its source has; {} is the number in both.
A space of a page is any white space, and a number may be a word: "an {}" is also "an eighth".
An entry that is not found on either side is an error, too.
"""

import pathlib
import re
import sys

WORDS = {"four": 4, "six": 6, "eight": 8, "eighth": 8, "twelve": 12, "sixteen": 16,
         "sixty-four": 64}
NUMBER = r"(\d+(?:\.\d+)?|" + "|".join(sorted(WORDS, key=len, reverse=True)) + r")\b"

TILE, CHOOSE = "lib/Transforms/Tile/", "lib/Transforms/Propagate/"
MODEL, RATES, SPEEDS = TILE + "CostModel", CHOOSE + "MachineRates.h", CHOOSE + "MachineRates.cpp"
F32 = r"kRates512[^/]*/\* F32 \*/ \{75, 75, "
# By page: what it says, a source, and an expression for what is there.
CONSTANTS = {
    "docs/Rationale/Loops.md": [
        ("At most {} loops become one", "lib/Transforms/Reorder/MergeLoops.cpp", "maxLoops = {}"),
        ("looks at most {} places ahead", "lib/Transforms/Nests/BlockOrder.h",
         "maxDistance = {}"),
        ("the last tile of a digit of {} or less", TILE + "PeelPartialTile.cpp",
         "kMaxShortExtent = {}"),
        ("adds at most an {} of its iterations", "lib/Transforms/Padding/WidenableLoops.cpp",
         "kMaxAddedPart = {}"),
    ],
    "docs/Rationale/Requests.md": [
        ("The bounds, {} per function", "lib/Transforms/Assign/CloneCallees.h",
         "maxPerFunction = {}"),
        ("per function and {} per module", "lib/Transforms/Assign/CloneCallees.h",
         "maxPerModule = {}"),
    ],
    "docs/Rationale/Proofs.md": [
        ("systems of more than {} columns", "lib/Map/IntegerSample.cpp", "maxSmall = {}"),
        ("gets those with up to {} columns", "lib/Map/IntegerSample.cpp", "maxForLibrary = {}"),
        ("is cleared at {} MiB", "lib/Analysis/Integers/AnsweredSearches.h",
         r"size_t\({}\) << 20"),
        ("grows to {} loops at most", "lib/Transforms/Conditions/PartitionLoops.cpp",
         "maxLoopsLater = {}"),
        ("function, too: {} loops more", "lib/Transforms/Conditions/LoopGrowth.cpp",
         "maxMoreLoops = {}"),
        ("more, or {} times as many as before", "lib/Transforms/Conditions/LoopGrowth.cpp",
         "maxTimesLoops = {}"),
    ],
    "docs/Rationale/Vectors.md": [
        ("code stays short ({} cases", "include/Layout/Map/LaneCases.h", "maxLaneCases = {}"),
        ("cases, {} accesses)", "include/Layout/Map/LaneCases.h", "maxRunsOfAllCases = {}"),
    ],
    "include/Layout/Transforms/Passes.td": [
        ("At most {} copies are made of a function", "lib/Transforms/Assign/CloneCallees.h",
         "maxPerFunction = {}"),
        ("copies are made of a function and {} in", "lib/Transforms/Assign/CloneCallees.h",
         "maxPerModule = {}"),
        ("each at a multiple of {} bytes", "lib/Transforms/Bufferize/MemoryPlan.h",
         "kMemoryAlignment = {}"),
        ("takes less than {} of the time without", CHOOSE + "Estimate.h", r": {}\) \* plain"),
        ("that add up fewer than {} products", CHOOSE + "ContractionLayouts.cpp", "kFewUses = {}"),
        ("products, or {} where lanes run", CHOOSE + "ContractionLayouts.cpp",
         "kFewOfGroups = {}"),
        ("of {} or less, the last tile", TILE + "PeelPartialTile.cpp", "kMaxShortExtent = {}"),
        ("distributed and planned, costs less than {} times", TILE + "EnablingRewrites.cpp",
         "minGain = {}"),
        ("more than {} KiB on the stack", "lib/Transforms/Parallelize/ParallelPlan.cpp",
         "kMaxStackBytes = {} << 10"),
        ("0 to at most {} and stores to contiguous", "lib/Transforms/Nests/VectorBody.h",
         "kMaxLanes = {}"),
        ("A loop between the two of at most {} iterations", "lib/Transforms/Nests/VectorBody.h",
         "kMaxRows = {}"),
        ("its tile if that is at most an {} more", "lib/Transforms/Padding/WidenableLoops.cpp",
         "kMaxAddedPart = {}"),
        ("come from has fewer than {} loops", "lib/Transforms/Conditions/PartitionLoops.cpp",
         "maxLoopsLater = {}"),
        ("gets at most {} loops more", "lib/Transforms/Conditions/LoopGrowth.cpp",
         "maxMoreLoops = {}"),
        ("or {} times as many as before", "lib/Transforms/Conditions/LoopGrowth.cpp",
         "maxTimesLoops = {}"),
        ("the function gets at most {} loops more", "lib/Transforms/Conditions/LoopGrowth.cpp",
         "maxMoreLoops = {}"),
        ("more, or has {} times as many", "lib/Transforms/Conditions/LoopGrowth.cpp",
         "maxTimesLoops = {}"),
        ("Constants of more than 2^{} elements", "lib/Transforms/Storage/PackGlobal.h",
         r"int64_t\(1\) << {}"),
    ],
    "docs/CostModel.md": [
        ("inside of it with {} iterations or less", MODEL + ".cpp", "few = {}"),
        ("reads {} bytes away or more", MODEL + ".cpp", r"farBytes = {};\s+auto type"),
        ("one for each register, plus {}, plus 2", MODEL + ".cpp", r"{} \+ 2\.0 \* lines"),
        ("first cache holds {} rows or more", "lib/Transforms/Tile/CacheDigits.cpp", r"\? 32 : {};"),
        ("and {} for each run", MODEL + ".cpp", r"\? 6 : {};"),
        ("for each run; {} instead", MODEL + ".cpp", r"\? {} : 1\.5;"),
        ("looks ahead ({} instructions)", MODEL + ".cpp", "window = {}"),
        ("that cost less than {} times", MODEL + ".h", r"cost < {} \* scalarCost"),
        ("the {} cheapest are tried", TILE + "NestPlanner.cpp", "maxAttempts = {}"),
        ("multiplies and adds {} times in a", SPEEDS, r"kRates512[^/]*/\* F32 \*/ \{{}"),
        ("it moves {} bytes in that cache", SPEEDS, r"near=\*/{}"),
        ("{} beyond it,", SPEEDS, r"far=\*/{}"),
        ("{} if it converts them", SPEEDS, r"converted=\*/{}"),
        ("and {} if a conversion gives", SPEEDS, r"transposed=\*/{}"),
        ("others beside it ({} in that cache)", SPEEDS, r"nearTransposed=\*/{}"),
        ("and {} ns for the end of each sum", RATES, "kSumEnd = {}"),
        ("A loop of two to {} iterations", TILE + "SumInterchange.cpp", "mostRows = {}"),
        ("and {} times as long with shorter registers", SPEEDS, r"isLong \? 1 : {}"),
        ("without sums over channels {} times", SPEEDS, r"share == 0.5 \? 1 : {}"),
        ("take more than {} of the second cache", RATES, "kNearRows = {}"),
        ("of the second cache: {}, and", RATES, "kFarRows = {}"),
        ("and {} if steps of the sum", RATES, "kFarWeightPages = {}"),
        ("with channels a page apart: {}", RATES, "kFarPages = {}"),
        ("of unknown number or size: {}", RATES, "kUnknownImages = {}"),
        ("if it may be reordered | {} in", SPEEDS, F32 + "{}"),
        ("with narrow images) | {} in", SPEEDS, F32 + r"46, {}"),
        ("less than {} of the plain time", CHOOSE + "Estimate.h", r": {}\) \* plain"),
        ("or {} if conversions take", CHOOSE + "Estimate.h", r"laidOut \? {} :"),
        ("A buffer of {} MiB or more", RATES, r"kFreshBytes = int64_t\({}\) << 20"),
        ("A loop counts as {} iterations", CHOOSE + "ExecutionCounts.cpp", r"weight \*= {}"),
        ("that is not known as {}", CHOOSE + "Estimate.h", "kUnknownExtent = {}"),
    ],
}


def find_number(text, expression):
    match = re.search(expression.replace("{}", NUMBER, 1), text)
    return match and float(WORDS.get(match.group(1), match.group(1)))


def find_stated(page, words):
    before, after = (re.escape(part).replace(r"\ ", r"\s+") for part in words.split("{}"))
    return find_number(page, before + "{}" + after)


def check(root):
    for page, entries in CONSTANTS.items():
        text = (root / page).read_text()
        for words, source, expression in entries:
            stated = find_stated(text, words)
            has = find_number((root / source).read_text(), expression)
            if stated is None or stated != has:
                yield f'{page}: "{words}" is {stated} there, and {has} in {source}'


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    wrong = list(check(root))
    print("\n".join(wrong) if wrong else "the constants are those of the sources")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
