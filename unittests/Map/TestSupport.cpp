//===- TestSupport.cpp - Reading maps, counting by hand -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::layout;

void mlir::PrintTo(AffineMap map, std::ostream *stream) {
  *stream << test::print(map);
}

MLIRContext *test::getContext() {
  static MLIRContext context(MLIRContext::Threading::DISABLED);
  return &context;
}

AffineMap test::map(StringRef text) {
  Attribute attr =
      parseAttribute(("affine_map<" + text + ">").str(), getContext());
  EXPECT_TRUE(attr) << text.str();
  return cast<AffineMapAttr>(attr).getValue();
}

Box test::box(ArrayRef<int64_t> shape) {
  return Box::ofShape(shape, getContext());
}

LayoutSpec test::spec(ArrayRef<StringRef> maps, PadKind pad) {
  LayoutSpec spec;
  for (StringRef text : maps) {
    LayoutStep step;
    step.map = map(text);
    step.pad = pad;
    spec.steps.push_back(step);
  }
  return spec;
}

PhysicalLayout test::derive(const LayoutSpec &spec, ArrayRef<int64_t> shape) {
  return PhysicalLayout::derive(spec, shape, getContext());
}

PhysicalLayout test::derive(AffineMap map, ArrayRef<int64_t> shape) {
  LayoutSpec spec;
  spec.steps.emplace_back();
  spec.steps.back().map = map;
  return derive(spec, shape);
}

PhysicalLayout test::derive(StringRef text, ArrayRef<int64_t> shape) {
  return derive(map(text), shape);
}

std::string test::print(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream(text) << map;
  return text;
}

std::string test::print(IntegerSet set) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  set.print(stream);
  return text;
}

std::string test::printSet(const std::vector<Index> &places) {
  std::string text;
  for (const Index &place : places)
    text += formatIndex(place);
  return text;
}

uint64_t test::getSeed() {
  const char *text = std::getenv("LAYOUT_SEED");
  uint64_t seed = text ? std::strtoull(text, nullptr, 10) : 20240131;
  llvm::outs() << "LAYOUT_SEED=" << seed << "\n";
  llvm::outs().flush();
  return seed;
}

int64_t test::valueOf(AffineExpr expr, const Index &dims,
                      const Index &symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = valueOf(binary.getLHS(), dims, symbols);
  int64_t b = valueOf(binary.getRHS(), dims, symbols);
  // C++ division truncates; these count with remainders that are >= 0.
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::Mod:
    return ((a % b) + b) % b;
  case AffineExprKind::FloorDiv:
    return (a - ((a % b) + b) % b) / b;
  default:
    return (a + ((-a % b) + b) % b) / b;
  }
}

test::Index test::placeOf(AffineMap map, const Index &index,
                          const Index &symbols) {
  Index place;
  for (AffineExpr result : map.getResults())
    place.push_back(valueOf(result, index, symbols));
  return place;
}

std::vector<test::Index> test::allIndices(ArrayRef<int64_t> shape) {
  std::vector<Index> indices{{}};
  for (int64_t size : shape) {
    std::vector<Index> longer;
    for (const Index &index : indices)
      for (int64_t i = 0; i < size; ++i) {
        longer.push_back(index);
        longer.back().push_back(i);
      }
    indices = std::move(longer);
  }
  return indices;
}

bool test::isInside(const Index &index, ArrayRef<int64_t> shape) {
  for (size_t d = 0; d < shape.size(); ++d)
    if (index[d] < 0 || index[d] >= shape[d])
      return false;
  return true;
}

bool test::holds(IntegerSet set, const Index &dims, const Index &symbols) {
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    int64_t value = valueOf(set.getConstraint(i), dims, symbols);
    if (value < 0 || (set.isEq(i) && value != 0))
      return false;
  }
  return true;
}

/// The dimensions and outermost `e mod c` of an expression.
static void collectVariables(AffineExpr expr, std::vector<AffineExpr> &found) {
  if (isa<AffineDimExpr>(expr) || expr.getKind() == AffineExprKind::Mod) {
    if (!llvm::is_contained(found, expr))
      found.push_back(expr);
  } else if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    collectVariables(binary.getLHS(), found);
    collectVariables(binary.getRHS(), found);
  }
}

std::optional<test::Index> test::extentsOf(AffineMap map,
                                           ArrayRef<int64_t> shape) {
  Index extents;
  for (AffineExpr result : map.getResults()) {
    std::vector<AffineExpr> variables;
    collectVariables(result, variables);
    Index sizes;
    int64_t total = 1;
    DenseMap<AffineExpr, AffineExpr> renamed;
    for (auto [v, variable] : llvm::enumerate(variables)) {
      auto dim = dyn_cast<AffineDimExpr>(variable);
      sizes.push_back(
          dim ? shape[dim.getPosition()]
              : valueOf(cast<AffineBinaryOpExpr>(variable).getRHS(), {}));
      total *= sizes.back();
      renamed[variable] = getAffineDimExpr(v, map.getContext());
    }
    if (total == 0 || total > 20000)
      return std::nullopt;
    AffineExpr expr = result.replace(renamed);
    int64_t maximum = std::numeric_limits<int64_t>::min();
    for (const Index &index : allIndices(sizes))
      maximum = std::max(maximum, valueOf(expr, index));
    extents.push_back(std::max<int64_t>(maximum + 1, 0));
  }
  return extents;
}
