//===- LayoutPropagation.cpp - Interface of layout propagation ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutPropagation.h"

#include "Layout/Map/Reindex.h"

using namespace mlir;
using namespace mlir::layout;

#include "Layout/IR/LayoutPropagation.cpp.inc"

MatchedDims layout::getOwnDims(int64_t rank) {
  MatchedDims dims;
  for (int64_t d = 0; d < rank; ++d)
    dims.push_back({d});
  return dims;
}

bool TensorLinks::isElementwise() const {
  if (wholeDims.any())
    return false;
  const MatchedDims &dims =
      values.empty() ? operands.front().dims : values.front().dims;
  return llvm::all_of(operands,
                      [&](const LinkedOperand &o) { return o.dims == dims; }) &&
         llvm::all_of(values,
                      [&](const LinkedValue &v) { return v.dims == dims; });
}

TensorLinks layout::linkOneType(ArrayRef<OpOperand *> operands,
                                ArrayRef<Value> values) {
  TensorLinks links;
  auto type = dyn_cast<RankedTensorType>(values.front().getType());
  MatchedDims dims = getOwnDims(type ? type.getRank() : 0);
  for (OpOperand *operand : operands)
    links.operands.push_back({operand, dims, values.front()});
  for (Value value : values)
    links.values.push_back({value, dims});
  links.isOneType = true;
  return links;
}

bool layout::isWholeAxis(BufferAttr order, unsigned dim) {
  for (IndexMapAttr step : order.getIndexMaps()) {
    std::optional<unsigned> axis;
    for (auto [i, expr] : llvm::enumerate(step.getMap().getResults())) {
      if (!expr.isFunctionOfDim(dim))
        continue;
      if (axis || !isa<AffineDimExpr>(expr))
        return false;
      axis = i;
    }
    if (!axis)
      return false;
    dim = *axis;
  }
  return true;
}

/// Returns true if it is proven that elements that are `distance` apart along
/// `dim` are as far apart along the axis, everywhere.
static bool isShiftInvariant(AffineExpr axis, AffineExpr dim, unsigned rank,
                             int64_t distance) {
  AffineExpr change = axis.replace(dim, dim + distance) - axis;
  return isa<AffineConstantExpr>(simplifyAffineExpr(change, rank, 0));
}

/// The same, along all axes.
static bool isShiftInvariant(BufferAttr order, unsigned dim, int64_t distance) {
  AffineMap map;
  for (IndexMapAttr step : order.getIndexMaps())
    map = map ? step.getMap().compose(map) : step.getMap();
  AffineExpr shifted = getAffineDimExpr(dim, order.getContext());
  return llvm::all_of(map.getResults(), [&](AffineExpr axis) {
    return isShiftInvariant(axis, shifted, map.getNumDims(), distance);
  });
}

bool TensorLinks::admits(BufferAttr order, unsigned dim, int64_t number) const {
  int64_t alignment = getAlignment(number);
  return !isWhole(number) || isWholeAxis(order, dim) ||
         (alignment && isShiftInvariant(order, dim, alignment));
}

namespace {

/// Carries a layout of one step over: its axes are written in the numbers by
/// which dimensions are matched, then in the dimensions of the other tensor.
class OrderCarrier {
public:
  OrderCarrier(BufferAttr order, const MatchedDims &from, const MatchedDims &to,
               const TensorLinks &links)
      : context(order.getContext()), from(from), to(to), links(links) {
    for (auto [d, numbers] : llvm::enumerate(from))
      for (int64_t number : numbers)
        given.insert(number);
    for (auto [d, numbers] : llvm::enumerate(to))
      for (int64_t number : numbers)
        dimOf[number] = d;
    keepsPlaces = llvm::all_of(
        to, [](const auto &numbers) { return numbers.size() < 2; });
  }

  std::optional<AffineMap> carry(AffineMap map) {
    for (auto [number, dim] : dimOf)
      if (!given.contains(number))
        return std::nullopt;
    if (!writeInNumbers(map) || !writeInDims())
      return std::nullopt;
    return AffineMap::get(to.size(), 0, result, context);
  }

private:
  bool writeInNumbers(AffineMap map) {
    SmallVector<AffineExpr> numbers;
    for (const auto &matched : from)
      numbers.push_back(matched.size() == 1
                            ? getAffineDimExpr(matched.front(), context)
                            : getAffineConstantExpr(0, context));
    for (AffineExpr expr : map.getResults()) {
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        if (std::optional<unsigned> unit = findUnitAt(dim.getPosition()))
          axes.push_back(getAffineSymbolExpr(*unit, context));
        for (int64_t number : from[dim.getPosition()])
          axes.push_back(getAffineDimExpr(number, context));
        continue;
      }
      for (auto [d, matched] : llvm::enumerate(from))
        if (expr.isFunctionOfDim(d) &&
            (matched.size() > 1 ||
             (matched.size() == 1 && !passes(expr, d, matched.front()))))
          return false;
      axes.push_back(expr.replaceDims(numbers));
    }
    return true;
  }

  /// The dimension of extent 1 that the other tensor has where this one has
  /// dimension `dim`, which it lacks; dimensions are counted from the last one,
  /// as where tensors are broadcast. Its axis takes the same place, so that a
  /// sum that keeps its dimensions lies as the tensor that it sums up. A
  /// reshape adds dimensions of extent 1 anywhere.
  std::optional<unsigned> findUnitAt(unsigned dim) const {
    int64_t unit = int64_t(dim) + int64_t(to.size()) - int64_t(from.size());
    bool isCounterpart = from[dim].empty()
                             ? from.size() == to.size()
                             : llvm::none_of(from[dim], [&](int64_t number) {
                                 return dimOf.contains(number);
                               });
    return keepsPlaces && isCounterpart && unit >= 0 && to[unit].empty()
               ? std::optional<unsigned>(unit)
               : std::nullopt;
  }

  /// An axis of dimension `dim`, which is matched by `number`.
  bool passes(AffineExpr axis, unsigned dim, int64_t number) const {
    int64_t alignment = links.getAlignment(number);
    return !links.isWhole(number) ||
           (alignment && isShiftInvariant(axis, getAffineDimExpr(dim, context),
                                          from.size(), alignment));
  }

  bool writeInDims() {
    // Where no dimension is matched, the only index is 0.
    for (auto [d, numbers] : llvm::enumerate(to))
      if (numbers.empty() &&
          !llvm::is_contained(axes, getAffineSymbolExpr(d, context)))
        result.push_back(getAffineDimExpr(d, context));
    for (size_t axis = 0; axis < axes.size();) {
      if (auto unit = dyn_cast<AffineSymbolExpr>(axes[axis])) {
        result.push_back(getAffineDimExpr(unit.getPosition(), context));
        ++axis;
        continue;
      }
      auto dim = dyn_cast<AffineDimExpr>(axes[axis]);
      if (dim && dimOf.count(dim.getPosition())) {
        std::optional<size_t> count = appendDim(axis);
        if (!count)
          return false;
        axis += *count;
        continue;
      }
      if (!dim && !appendExpr(axes[axis]))
        return false;
      ++axis;
    }
    return true;
  }

  /// The dimension that begins with that axis; how many axes it has taken.
  std::optional<size_t> appendDim(size_t axis) {
    unsigned first = cast<AffineDimExpr>(axes[axis]).getPosition();
    unsigned d = dimOf.lookup(first);
    for (auto [i, number] : llvm::enumerate(to[d]))
      if (axis + i >= axes.size() ||
          axes[axis + i] != getAffineDimExpr(number, context))
        return std::nullopt;
    result.push_back(getAffineDimExpr(d, context));
    return to[d].size();
  }

  /// An axis of dimensions that the other tensor has, or of none of either;
  /// nothing of those that it does not have, and not both.
  bool appendExpr(AffineExpr expr) {
    bool hasKept = false, hasDropped = false;
    DenseMap<AffineExpr, AffineExpr> dims;
    for (int64_t number : given) {
      if (!expr.isFunctionOfDim(number))
        continue;
      auto *known = dimOf.find(number);
      if (known == dimOf.end()) {
        hasDropped = true;
        continue;
      }
      if (to[known->second].size() != 1)
        return false;
      hasKept = true;
      dims[getAffineDimExpr(number, context)] =
          getAffineDimExpr(known->second, context);
    }
    // Whatever lies at 2 of an axis lies there in the other tensor, too.
    bool isOffset =
        !hasKept && !hasDropped && expr != getAffineConstantExpr(0, context);
    if ((hasKept && !hasDropped) || isOffset)
      result.push_back(expr.replace(dims));
    return !hasKept || !hasDropped;
  }

  MLIRContext *context;
  const MatchedDims &from, &to;
  const TensorLinks &links;
  llvm::SmallSetVector<int64_t, 8> given;
  llvm::SmallMapVector<int64_t, unsigned, 8> dimOf;
  /// No dimension of the other tensor is made of several axes.
  bool keepsPlaces = true;
  /// In numbers; a symbol is a dimension of extent 1 of the other tensor.
  SmallVector<AffineExpr> axes;
  SmallVector<AffineExpr> result; ///< in dimensions of the other tensor
};

} // namespace

static bool statesMore(BufferAttr order) {
  return order.getSeparators() ||
         llvm::any_of(order.getExtents(), [](ExtentAttr extent) {
           return static_cast<bool>(extent);
         });
}

static bool isValidOn(BufferAttr order, ArrayRef<int64_t> shape) {
  const PhysicalLayout &facts = order.getPhysicalLayout(shape);
  return facts.getFault().empty() && facts.getUnknown().empty();
}

namespace {

/// Writes the index of an element of one tensor in that of another, whose
/// dimensions are matched.
class IndexWriter {
public:
  IndexWriter(RankedTensorType from, const MatchedDims &fromDims,
              RankedTensorType to, const MatchedDims &toDims)
      : context(from.getContext()), from(fromDims), to(toDims) {
    for (auto [type, dims] : {std::pair(from, &fromDims), {to, &toDims}})
      for (auto [d, numbers] : llvm::enumerate(*dims))
        if (numbers.size() == 1)
          extents[numbers.front()] = type.getDimSize(d);
  }

  /// Nullopt if the numbers are not the same, or an extent is needed that is
  /// not known.
  std::optional<AffineMap> write() {
    for (auto [d, numbers] : llvm::enumerate(to))
      if (!split(getAffineDimExpr(d, context), numbers))
        return std::nullopt;
    SmallVector<AffineExpr> results;
    size_t numUsed = 0;
    for (const auto &numbers : from) {
      AffineExpr index = join(numbers);
      if (!index)
        return std::nullopt;
      results.push_back(index);
      numUsed += numbers.size();
    }
    if (numUsed != digits.size())
      return std::nullopt;
    return AffineMap::get(to.size(), 0, results, context);
  }

private:
  bool isKnown(int64_t number) const {
    const auto *known = extents.find(number);
    return known != extents.end() && !ShapedType::isDynamic(known->second);
  }

  /// A dimension is these numbers, the outermost first.
  bool split(AffineExpr rest, ArrayRef<int64_t> numbers) {
    for (int64_t number : llvm::reverse(numbers)) {
      bool isOutermost = number == numbers.front();
      if (!isOutermost && !isKnown(number))
        return false;
      AffineExpr digit = isOutermost ? rest : rest % extents[number];
      if (!digits.insert({number, digit}).second)
        return false;
      if (!isOutermost)
        rest = rest.floorDiv(extents[number]);
    }
    return true;
  }

  /// Null if that is not known.
  AffineExpr join(ArrayRef<int64_t> numbers) {
    AffineExpr index = getAffineConstantExpr(0, context);
    for (int64_t number : numbers) {
      bool isOutermost = number == numbers.front();
      auto *digit = digits.find(number);
      if (digit == digits.end() || (!isOutermost && !isKnown(number)))
        return {};
      index =
          isOutermost ? digit->second : index * extents[number] + digit->second;
    }
    return index;
  }

  MLIRContext *context;
  const MatchedDims &from, &to;
  /// Of numbers that are a dimension by themselves somewhere.
  llvm::SmallMapVector<int64_t, int64_t, 8> extents;
  llvm::SmallMapVector<int64_t, AffineExpr, 8> digits; ///< in indices of `to`
};

} // namespace

/// From the indices of one tensor to those of another, of the same element.
static std::optional<AffineMap> getIndexMap(RankedTensorType from,
                                            const MatchedDims &fromDims,
                                            RankedTensorType to,
                                            const MatchedDims &toDims) {
  return IndexWriter(from, fromDims, to, toDims).write();
}

/// The map of `order`, of one step, in the indices of another tensor of the
/// same elements, as one that is reshaped.
static std::optional<AffineMap> reindexThrough(BufferAttr order,
                                               RankedTensorType from,
                                               const MatchedDims &fromDims,
                                               RankedTensorType to,
                                               const MatchedDims &toDims) {
  std::optional<AffineMap> index = getIndexMap(from, fromDims, to, toDims);
  MLIRContext *context = from.getContext();
  if (!index)
    return std::nullopt;
  AffineMap map = reindex(order.getIndexMaps().front().getMap(),
                          Box::ofShape(from.getShape(), context), *index,
                          Box::ofShape(to.getShape(), context));
  if (!map)
    return std::nullopt;
  // Where no dimension is matched, the only index is 0.
  SmallVector<AffineExpr> results;
  for (auto [d, numbers] : llvm::enumerate(toDims))
    if (numbers.empty())
      results.push_back(getAffineDimExpr(d, context));
  llvm::append_range(results, map.getResults());
  return AffineMap::get(toDims.size(), 0, results, context);
}

std::optional<BufferAttr>
layout::carryOrder(BufferAttr order, RankedTensorType from,
                   const MatchedDims &fromDims, RankedTensorType to,
                   const MatchedDims &toDims, const TensorLinks &links) {
  bool hasWholeDims = links.wholeDims.any();
  if (!order)
    return BufferAttr();
  if (order.getLogicalRank() != fromDims.size())
    return std::nullopt;
  if (fromDims == toDims) {
    if (!hasWholeDims && from.getShape() == to.getShape())
      return order;
    if (statesMore(order))
      return std::nullopt;
    for (auto [d, numbers] : llvm::enumerate(fromDims))
      for (int64_t number : numbers)
        if (!links.admits(order, d, number))
          return std::nullopt;
    return isValidOn(order, to.getShape()) ? std::optional(order)
                                           : std::nullopt;
  }
  if (statesMore(order) || order.getNumSteps() != 1)
    return std::nullopt;
  std::optional<AffineMap> map =
      OrderCarrier(order, fromDims, toDims, links)
          .carry(order.getIndexMaps().front().getMap());
  if (!map && !hasWholeDims && isValidOn(order, from.getShape()))
    map = reindexThrough(order, from, fromDims, to, toDims);
  if (!map)
    return std::nullopt;
  if (map->isIdentity())
    return BufferAttr();
  BufferAttr result = BufferAttr::get(*map);
  return isValidOn(result, to.getShape()) ? std::optional(result)
                                          : std::nullopt;
}

bool layout::isSameStorage(BufferAttr order, RankedTensorType from,
                           const MatchedDims &fromDims, BufferAttr other,
                           RankedTensorType to, const MatchedDims &toDims) {
  std::optional<AffineMap> index = getIndexMap(from, fromDims, to, toDims);
  if (!index)
    return false;
  auto getFacts = [](BufferAttr order, RankedTensorType type) {
    MLIRContext *context = type.getContext();
    BufferAttr stated =
        order ? order
              : BufferAttr::get(
                    AffineMap::getMultiDimIdentityMap(type.getRank(), context));
    return &stated.getPhysicalLayout(type.getShape());
  };
  return isSameStorage(*getFacts(order, from), *index, *getFacts(other, to))
      .isYes();
}
