//===- Compare.cpp - Comparison of results --------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Compare.h"

#include "Layout/Check/Evaluate.h"
#include "Layout/Map/RowMajor.h"

using namespace mlir;
using namespace mlir::layout;

static std::string describeShape(ArrayRef<int64_t> shape) {
  return "shape " + formatIndex(shape, '(', ')');
}

namespace {

/// One value, as each run has left it.
struct ComparedValue {
  SmallVector<const ElementArray *> references, changed;
  const RunOutcome::Value &candidate;
};

} // namespace

static bool haveShapeOf(ArrayRef<const ElementArray *> runs,
                        const ElementArray &a) {
  return llvm::all_of(
      runs, [&](const ElementArray *other) { return other->shape == a.shape; });
}

static void compareValue(const ComparedValue &value, double rtol,
                         Comparison &comparison) {
  const ElementArray &a = *value.references.front(),
                     &b = value.candidate.elements;
  auto differ = [&](const std::string &where, const std::string &expected,
                    const std::string &found) {
    comparison.difference = "result differs at " + value.candidate.name +
                            where + ": expected " + expected + ", got " + found;
  };
  if (!haveShapeOf(value.references, a) || !haveShapeOf(value.changed, a)) {
    comparison.numUndefined += b.size();
    return;
  }
  if (a.shape != b.shape)
    return differ("", describeShape(a.shape), describeShape(b.shape));
  if (llvm::all_of(value.references, [&](const ElementArray *other) {
        return other->bytes == b.bytes;
      }))
    return;
  for (int64_t i = 0; i < b.size(); ++i) {
    auto agree = [&](ArrayRef<const ElementArray *> runs) {
      return llvm::all_of(runs, [&](const ElementArray *other) {
        return a.format.areSame(a.get(i), other->get(i));
      });
    };
    if (!agree(value.references))
      ++comparison.numUndefined;
    else if (a.format.areSame(a.get(i), b.get(i), rtol))
      continue;
    else if (!agree(value.changed))
      ++comparison.numUndefined;
    else
      return differ(value.candidate.isScalar
                        ? ""
                        : formatIndex(getRowMajorIndex(i, b.shape), '[', ']'),
                    a.format.print(a.get(i)), b.format.print(b.get(i)));
  }
}

Comparison layout::compareOutcomes(ArrayRef<RunOutcome> references,
                                   ArrayRef<RunOutcome> changed,
                                   const RunOutcome &candidate, double rtol) {
  Comparison comparison;
  for (auto [i, value] : llvm::enumerate(candidate.values)) {
    auto collect = [i = i](ArrayRef<RunOutcome> runs) {
      return llvm::map_to_vector(
          runs, [&](const RunOutcome &run) { return &run.values[i].elements; });
    };
    assert(references.front().values[i].name == value.name &&
           "the values are those of the signature, in its order");
    compareValue({collect(references), collect(changed), value}, rtol,
                 comparison);
    if (!comparison.difference.empty())
      break;
  }
  return comparison;
}
