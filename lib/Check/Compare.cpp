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

static std::string describeShape(ArrayRef<int64_t> shape) {
  return "shape " + formatIndex(shape, '(', ')');
}

static void compareValue(ArrayRef<const ElementArray *> references,
                         const RunOutcome::Value &value, double rtol,
                         Comparison &comparison) {
  const ElementArray &a = *references.front(), &b = value.elements;
  auto differ = [&](const std::string &where, const std::string &expected,
                    const std::string &found) {
    comparison.difference = "result differs at " + value.name + where +
                            ": expected " + expected + ", got " + found;
  };
  if (!llvm::all_of(references, [&](const ElementArray *other) {
        return other->shape == a.shape;
      })) {
    comparison.numUndefined += b.size();
    return;
  }
  if (a.shape != b.shape)
    return differ("", describeShape(a.shape), describeShape(b.shape));
  if (llvm::all_of(references, [&](const ElementArray *other) {
        return other->bytes == b.bytes;
      }))
    return;
  for (int64_t i = 0; i < b.size(); ++i) {
    if (!llvm::all_of(references, [&](const ElementArray *other) {
          return a.format.areSame(a.get(i), other->get(i));
        }))
      ++comparison.numUndefined;
    else if (!a.format.areSame(a.get(i), b.get(i), rtol))
      return differ(
          value.isScalar ? "" : formatIndex(delinearize(i, b.shape), '[', ']'),
          a.format.print(a.get(i)), b.format.print(b.get(i)));
  }
}

Comparison layout::compareOutcomes(ArrayRef<RunOutcome> references,
                                   const RunOutcome &candidate, double rtol) {
  Comparison comparison;
  for (auto [i, value] : llvm::enumerate(candidate.values)) {
    auto expected =
        llvm::map_to_vector(references, [i = i](const RunOutcome &reference) {
          return &reference.values[i].elements;
        });
    assert(references.front().values[i].name == value.name &&
           "the values are those of the signature, in its order");
    compareValue(expected, value, rtol, comparison);
    if (!comparison.difference.empty())
      break;
  }
  return comparison;
}
