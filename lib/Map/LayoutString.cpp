//===- LayoutString.cpp - Layouts written as axis names -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/LayoutString.h"
#include "Layout/Map/Simplify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Letters and digits alone, whatever the locale.
static bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
static bool isLower(char c) { return c >= 'a' && c <= 'z'; }

char LayoutString::Axis::primal() const { return llvm::toUpper(name); }

static std::string quote(char c) { return std::string("'") + c + "'"; }

/// The number before position `pos`, which moves past it; 0 if there is none.
/// Fails on what is no split factor.
static FailureOr<int64_t> parseFactor(StringRef text, size_t &pos,
                                      std::string &why) {
  StringRef digits = text.drop_front(pos).take_while(llvm::isDigit);
  if (digits.empty())
    return 0;
  int64_t factor;
  if (digits.getAsInteger(10, factor) || factor <= 0) {
    why = "split factor " + digits.str() + " at position " +
          std::to_string(pos) + " is not a positive 64-bit number";
    return failure();
  }
  pos += digits.size();
  return factor;
}

/// What is wrong with axis `name` after `factor`; empty if nothing is.
static std::string checkAxis(char name, int64_t factor,
                             const LayoutString &before) {
  if (!isUpper(name) && !isLower(name))
    return "unexpected character " + quote(name);
  if (isUpper(name) && factor != 0)
    return "number " + std::to_string(factor) + " before primal axis " +
           quote(name);
  if (isUpper(name) && before.contains(name))
    return "primal axis " + quote(name) + " occurs twice";
  if (isLower(name) && factor == 0)
    return "split axis " + quote(name) + " needs a number before it";
  return {};
}

FailureOr<LayoutString> LayoutString::parse(StringRef text, std::string &why) {
  LayoutString layout;
  for (size_t pos = 0; pos < text.size(); ++pos) {
    FailureOr<int64_t> factor = parseFactor(text, pos, why);
    if (failed(factor))
      return failure();
    if (pos == text.size()) {
      why = "number " + std::to_string(*factor) + " at the end names no axis";
      return failure();
    }
    why = checkAxis(text[pos], *factor, layout);
    if (!why.empty()) {
      why += " at position " + std::to_string(pos);
      if (isLower(text[pos]) && *factor == 0) // as oneDNN's tags have it
        why += std::string("; an axis that is not split is ") +
               quote(llvm::toUpper(text[pos])) + " (OIHW4i16o4i)";
      return failure();
    }
    layout.axes.push_back({text[pos], *factor});
  }
  if (layout.axes.empty()) {
    why = "a layout string needs at least one axis";
    return failure();
  }
  for (const Axis &axis : layout.axes) {
    if (!layout.contains(axis.primal())) {
      why = "split axis " + quote(axis.name) + " without its primal axis " +
            quote(axis.primal());
      return failure();
    }
    if (!axis.isPrimal() && !layout.factorOf(axis.name)) {
      why = "the split factors of axis " + quote(axis.primal()) +
            " multiply to more than 64 bits hold";
      return failure();
    }
  }
  return layout;
}

std::optional<unsigned> LayoutString::positionOf(char name) const {
  for (auto [position, axis] : llvm::enumerate(axes))
    if (axis.name == name)
      return position;
  return std::nullopt;
}

std::optional<int64_t> LayoutString::factorOf(char name) const {
  int64_t product = 0;
  for (const Axis &axis : axes) {
    if (axis.isPrimal() || axis.primal() != llvm::toUpper(name))
      continue;
    if (product == 0)
      product = axis.factor;
    else if (llvm::MulOverflow(product, axis.factor, product))
      return std::nullopt;
  }
  return product == 0 ? std::nullopt : std::optional<int64_t>(product);
}

std::string LayoutString::str() const {
  std::string text;
  for (const Axis &axis : axes) {
    if (!axis.isPrimal())
      text += std::to_string(axis.factor);
    text += axis.name;
  }
  return text;
}

/// The first primal axis of `a` that `b` lacks.
static std::optional<char> findMissing(const LayoutString &a,
                                       const LayoutString &b) {
  for (const LayoutString::Axis &axis : a.getAxes())
    if (!b.contains(axis.primal()))
      return axis.primal();
  return std::nullopt;
}

/// How many unsplit elements one step along the axis at `position` spans: the
/// product of the splits inside it. Earlier splits are outer.
static int64_t strideOf(const LayoutString &layout, unsigned position) {
  const LayoutString::Axis &axis = layout.getAxes()[position];
  int64_t stride = 1;
  for (auto [other, part] : llvm::enumerate(layout.getAxes()))
    if (!part.isPrimal() && part.primal() == axis.primal() &&
        (axis.isPrimal() || other > position))
      stride *= part.factor;
  return stride;
}

/// The unsplit index along a primal axis.
static AffineExpr fuseAxis(const LayoutString &from, char primal,
                           MLIRContext *context) {
  unsigned outer = *from.positionOf(primal);
  AffineExpr fused = getAffineDimExpr(outer, context) * strideOf(from, outer);
  for (auto [position, axis] : llvm::enumerate(from.getAxes()))
    if (!axis.isPrimal() && axis.primal() == primal)
      fused = fused +
              getAffineDimExpr(position, context) * strideOf(from, position);
  return fused;
}

/// The index along the axis of `to` at `position`, a digit of the fused index.
static AffineExpr splitAxis(AffineExpr fused, const LayoutString &to,
                            unsigned position) {
  const LayoutString::Axis &axis = to.getAxes()[position];
  fused = fused.floorDiv(strideOf(to, position));
  return axis.isPrimal() ? fused : fused % axis.factor;
}

FailureOr<AffineMap> mlir::layout::convertLayout(const LayoutString &from,
                                                 const LayoutString &to,
                                                 MLIRContext *context,
                                                 std::string &why) {
  if (std::optional<char> axis = findMissing(from, to)) {
    why =
        "axis " + quote(*axis) + " of " + from.str() + " is not in " + to.str();
    return failure();
  }
  if (std::optional<char> axis = findMissing(to, from)) {
    why =
        "axis " + quote(*axis) + " of " + to.str() + " is not in " + from.str();
    return failure();
  }
  SmallVector<Interval> ranges;
  for (const LayoutString::Axis &axis : from.getAxes())
    ranges.push_back(
        {0, axis.isPrimal() ? std::nullopt : std::optional(axis.factor - 1)});
  SmallVector<AffineExpr> results;
  for (unsigned position = 0; position < to.size(); ++position) {
    AffineExpr fused = fuseAxis(from, to.getAxes()[position].primal(), context);
    results.push_back(
        simplifyUnderRanges(splitAxis(fused, to, position), ranges, {}));
  }
  return AffineMap::get(from.size(), 0, results, context);
}
