//===- LayoutAttrVerifiers.cpp - Verifiers of the attributes --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The constraints that an attribute meets by itself, numbered as in its
// description. Those that need the shape of a type are in LaidOut.cpp.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Layout.h"
#include "Layout/Map/Simplify.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

using EmitError = function_ref<InFlightDiagnostic()>;

/// The first part of `expr` that a map of this dialect cannot have, in words;
/// empty if there is none. A symbol is reported as a divisor where it is one.
static std::string describeFaultOfExpr(AffineExpr expr) {
  std::string fault;
  llvm::raw_string_ostream os(fault);
  expr.walk([&](AffineExpr part) {
    if (!fault.empty())
      return;
    if (!isDivision(part))
      return;
    auto binary = cast<AffineBinaryOpExpr>(part);
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!divisor)
      os << "symbolic divisor " << binary.getRHS() << " in '" << part
         << "'; expects a positive constant";
    else if (divisor.getValue() <= 0)
      os << "division by " << divisor.getValue() << " in '" << part
         << "'; expects a positive constant";
  });
  if (fault.empty())
    expr.walk([&](AffineExpr part) {
      if (fault.empty() && isa<AffineSymbolExpr>(part))
        os << "symbol " << part << " in '" << expr
           << "'; expects indices and constants only";
    });
  if (fault.empty() && !expr.isPureAffine())
    os << "'" << expr << "' is not affine";
  return fault;
}

std::string IndexMapAttr::describeFault(AffineMap map) {
  for (AffineExpr result : map.getResults()) {
    std::string fault = describeFaultOfExpr(result);
    if (!fault.empty())
      return fault;
  }
  return map.getNumSymbols() == 0 ? "" : "symbol s0, which nothing uses";
}

static LogicalResult verifyMap(AffineMap map, EmitError emitError) {
  std::string fault = IndexMapAttr::describeFault(map);
  if (!fault.empty())
    return emitError() << fault;
  return success();
}

LogicalResult IndexMapAttr::verify(EmitError emitError, AffineMap map,
                                   AffineMap inverse) {
  if (!map)
    return emitError() << "expects a map";
  // index_map_c1, index_map_c2
  if (failed(verifyMap(map, emitError)))
    return failure();
  if (!inverse)
    return success();
  if (failed(verifyMap(inverse, emitError)))
    return failure();
  // index_map_c3
  if (inverse.getNumDims() != map.getNumResults())
    return emitError() << "the inverse takes " << inverse.getNumDims()
                       << " indices, the map has " << map.getNumResults()
                       << " results";
  if (inverse.getNumResults() != map.getNumDims())
    return emitError() << "the inverse has " << inverse.getNumResults()
                       << " results, the map takes " << map.getNumDims()
                       << " indices";
  return success();
}

LogicalResult ExtentAttr::verify(EmitError emitError,
                                 ArrayRef<StatedExtent> extents) {
  // extent_c1
  for (StatedExtent extent : extents) {
    if (extent.isDerived() && extent.getBorder() < 0)
      return emitError() << "border " << extent.getBorder() << " is negative";
    if (!extent.isDerived() && extent.getSize() < 0)
      return emitError() << "extent " << extent.getSize() << " is negative";
  }
  return success();
}

LogicalResult AxisSeparatorAttr::verify(EmitError emitError,
                                        ArrayRef<int64_t> separators) {
  // axis_separator_c1
  if (separators.empty())
    return success();
  if (separators.front() < 1)
    return emitError() << "separator " << separators.front()
                       << " leaves no axis before it";
  // axis_separator_c2
  for (auto [before, after] : llvm::zip(separators, separators.drop_front()))
    if (after <= before)
      return emitError() << "separators must ascend, but " << after
                         << " follows " << before;
  return success();
}

/// Returns true if this is a constant that memory can be filled with.
static bool isNumber(TypedAttr value) {
  if (isa<DenseElementsAttr>(value))
    return isa<VectorType>(value.getType());
  return isa<IntegerAttr, FloatAttr>(value);
}

LogicalResult PadAttr::verify(EmitError emitError, PadKind kind,
                              TypedAttr value, AffineMap map) {
  bool hasMap = kind == PadKind::Value || kind == PadKind::Copy;
  if (static_cast<bool>(value) != (kind == PadKind::Constant) ||
      static_cast<bool>(map) != hasMap)
    return emitError() << "expects a constant for a constant pad, a map for a "
                          "value or a copying pad, and nothing else";
  // pad_c4
  if (value && !isNumber(value))
    return emitError() << "a constant pad is an integer, a float or a dense "
                          "vector, not "
                       << value;
  if (!map)
    return success();
  // pad_c1
  if (kind == PadKind::Value && map.getNumResults() != 1)
    return emitError() << "the map of a value pad must have exactly one "
                          "result, not "
                       << map.getNumResults();
  // pad_c2
  if (kind == PadKind::Copy && map.getNumResults() != map.getNumDims())
    return emitError() << "the map of a copying pad must have as many results "
                          "as indices, not "
                       << map.getNumResults() << " for " << map.getNumDims();
  // pad_c3
  return verifyMap(map, emitError);
}

/// A scale like `f8E8M0FNU` has powers of two only.
static bool hasNumbers(FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  return llvm::APFloat::semanticsHasZero(semantics) &&
         llvm::APFloat::semanticsHasSignedRepr(semantics);
}

bool PadAttr::isValidFor(Type elementType, std::string &why) const {
  llvm::raw_string_ostream os(why);
  auto describe = [&]() -> llvm::raw_ostream & {
    return os << "pad '" << *this << "' does not fit the element type "
              << elementType << ": ";
  };
  // pad_c5
  bool isNumeric = elementType.isSignlessIntOrIndexOrFloat();
  auto floatType = dyn_cast<FloatType>(elementType);
  if (getKind() == PadKind::Value && !isNumeric)
    describe() << "a value pad needs a signless integer, an index or a float";
  else if (getKind() == PadKind::Value && floatType && !hasNumbers(floatType))
    describe() << "a value pad needs a float type with a sign and a zero";
  else if (getKind() == PadKind::Constant &&
           getValue().getType() != elementType)
    describe() << "the constant has type " << getValue().getType();
  else if (getKind() == PadKind::Constant &&
           !getElementTypeOrSelf(elementType).isSignlessIntOrIndexOrFloat())
    describe() << "a constant pad needs signless integers, indices or floats";
  else
    return true;
  return false;
}

/// What one step says about its own index map, `number` counting from 1.
static LogicalResult verifyStep(EmitError emitError, size_t number,
                                AffineMap map, ExtentAttr extent, PadAttr pad) {
  // buffer_c3
  if (extent && extent.getExtents().size() != map.getNumResults())
    return emitError() << "step " << number << " has "
                       << extent.getExtents().size()
                       << " extents, its index map has " << map.getNumResults()
                       << " results";
  // buffer_c4
  if (pad.getMap() && pad.getMap().getNumDims() != map.getNumResults())
    return emitError() << "the pad of step " << number << " takes "
                       << pad.getMap().getNumDims()
                       << " indices, its index map has " << map.getNumResults()
                       << " results";
  return success();
}

/// How often the composed expressions of the results of `map` name an index, if
/// those of the results of the maps before do so `before` times each.
static SmallVector<uint64_t> countIndices(AffineMap map,
                                          ArrayRef<uint64_t> before) {
  SmallVector<uint64_t> counts(map.getNumResults(), 0);
  for (auto [count, result] : llvm::zip(counts, map.getResults()))
    result.walk([&, &count = count](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        count = llvm::SaturatingAdd(count, before[dim.getPosition()]);
    });
  return counts;
}

/// No layout that a person wrote comes near this; beyond it, forty short steps
/// would never be composed to their end.
static constexpr uint64_t maxComposedIndices = 20000;

static LogicalResult verifyComposedSize(EmitError emitError,
                                        ArrayRef<IndexMapAttr> indexMaps) {
  SmallVector<uint64_t> counts(indexMaps.front().getMap().getNumDims(), 1);
  for (auto [k, map] : llvm::enumerate(indexMaps)) {
    counts = countIndices(map.getMap(), counts);
    for (uint64_t count : counts)
      if (count > maxComposedIndices)
        return emitError() << "the index maps of " << k + 1
                           << " steps, composed, name an index more than "
                           << maxComposedIndices << " times in one result";
  }
  return success();
}

LogicalResult BufferAttr::verify(EmitError emitError,
                                 ArrayRef<IndexMapAttr> indexMaps,
                                 ArrayRef<ExtentAttr> extents,
                                 ArrayRef<PadAttr> pads,
                                 AxisSeparatorAttr separators) {
  // buffer_c1
  if (indexMaps.empty())
    return emitError() << "a buffer layout starts with an index_map";
  if (extents.size() != indexMaps.size() || pads.size() != indexMaps.size() ||
      llvm::is_contained(indexMaps, IndexMapAttr()) ||
      llvm::is_contained(pads, PadAttr()))
    return emitError() << "expects an index map, an extent or null, and a pad "
                          "for each step";
  for (size_t k = 0; k < indexMaps.size(); ++k) {
    AffineMap map = indexMaps[k].getMap();
    // buffer_c2
    if (k > 0 && map.getNumDims() != indexMaps[k - 1].getMap().getNumResults())
      return emitError() << "the index map of step " << k + 1 << " takes "
                         << map.getNumDims() << " indices, that of step " << k
                         << " has " << indexMaps[k - 1].getMap().getNumResults()
                         << " results";
    if (failed(verifyStep(emitError, k + 1, map, extents[k], pads[k])))
      return failure();
  }
  // buffer_c5
  unsigned rank = indexMaps.back().getMap().getNumResults();
  if (separators && !separators.getSeparators().empty() &&
      separators.getSeparators().back() >= rank)
    return emitError() << "separator " << separators.getSeparators().back()
                       << " is not inside the physical rank " << rank
                       << (rank > 1 ? "; expects separators from 1 to " +
                                          std::to_string(rank - 1)
                                    : "; expects none for a single axis");
  // buffer_c6
  return verifyComposedSize(emitError, indexMaps);
}
