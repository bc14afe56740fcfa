//===- Compare.cpp - Where two programs differ ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Compare.h"

#include "Layout/Check/Evaluate.h"

using namespace mlir;
using namespace mlir::layout;

static const ElementArray &find(const RunOutcome &outcome, StringRef name) {
  return llvm::find_if(outcome.values,
                       [&](const RunOutcome::Value &value) {
                         return value.name == name;
                       })
      ->elements;
}

static std::string describeShape(ArrayRef<int64_t> shape) {
  return "shape " + formatIndex(shape, '(', ')');
}

static void compareValue(const ElementArray &a, const ElementArray &b,
                         const RunOutcome::Value &value, double rtol,
                         Comparison &comparison) {
  const ElementArray &c = value.elements;
  auto differ = [&](const std::string &where, const std::string &expected,
                    const std::string &found) {
    comparison.difference = "result differs at " + value.name + where +
                            ": expected " + expected + ", got " + found;
  };
  if (a.shape != b.shape) {
    comparison.numUndefined += c.size();
    return;
  }
  if (a.shape != c.shape)
    return differ("", describeShape(a.shape), describeShape(c.shape));
  for (int64_t i = 0; i < c.size(); ++i) {
    if (!a.format.areSame(a.get(i), b.get(i)))
      ++comparison.numUndefined;
    else if (!a.format.areSame(a.get(i), c.get(i), rtol))
      return differ(value.isScalar
                        ? ""
                        : formatIndex(delinearize(i, c.shape), '[', ']'),
                    a.format.print(a.get(i)), c.format.print(c.get(i)));
  }
}

Comparison layout::compareOutcomes(const RunOutcome &reference,
                                   const RunOutcome &otherReference,
                                   const RunOutcome &candidate, double rtol) {
  Comparison comparison;
  for (const RunOutcome::Value &value : candidate.values)
    if (comparison.difference.empty())
      compareValue(find(reference, value.name),
                   find(otherReference, value.name), value, rtol, comparison);
  return comparison;
}
