//===- Contraction.cpp - vector.contract as arithmetic --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (m, n, k) with operands (m, k) and (k, n), for k = 0, 1, ...:
//
//   %0 = arith.extf %a : vector<4x3xbf16> to vector<4x3xf32>
//   %1 = vector.transpose %0, [1, 0] : vector<4x3xf32> to vector<3x4xf32>
//   %2 = vector.extract %1[0] : vector<4xf32> from vector<3x4xf32>
//   %3 = vector.shape_cast %2 : vector<4xf32> to vector<4x1xf32>
//   %4 = vector.broadcast %3 : vector<4x1xf32> to vector<4x8xf32>
//   ... %8, likewise of %b ...
//   %9 = arith.mulf %4, %8 : vector<4x8xf32>
//   %10 = arith.addf %9, %acc : vector<4x8xf32>
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

/// The `vector.mask` around `contract`, or null.
static vector::MaskOp getMasking(vector::ContractionOp contract) {
  return dyn_cast_or_null<vector::MaskOp>(contract->getParentOp());
}

static bool isScalable(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.isScalable();
}

/// Returns true if each value of `from` is one of `to`.
static bool converts(Type from, Type to) {
  if (from == to)
    return from.isSignlessIntOrIndexOrFloat();
  if (!from.isSignlessIntOrFloat() || !to.isSignlessIntOrFloat())
    return false;
  unsigned width = from.getIntOrFloatBitWidth();
  auto floats = dyn_cast<FloatType>(to);
  if (floats && from.isInteger())
    return width <= floats.getFPMantissaWidth();
  return isa<FloatType>(from) == isa<FloatType>(to) &&
         width < to.getIntOrFloatBitWidth();
}

bool layout::isExpandable(vector::ContractionOp contract) {
  if (vector::MaskOp masking = getMasking(contract);
      masking && masking.getPassthru())
    return false;
  if (llvm::any_of(contract->getOperandTypes(), isScalable))
    return false;
  Type to = getElementTypeOrSelf(contract.getAcc().getType());
  return converts(contract.getLhsType().getElementType(), to) &&
         converts(contract.getRhsType().getElementType(), to);
}

namespace {

/// An operand, whose reduction dimensions lead, in the order of the iteration
/// space, before parallel ones in the order of the accumulator.
struct SortedOperand {
  Value vector;
  SmallVector<unsigned> reductions, parallels;
};

class Contraction {
public:
  Contraction(RewriterBase &rewriter, vector::ContractionOp contract)
      : builder(contract.getLoc(), rewriter), contract(contract),
        maps(contract.getIndexingMapsArray()) {
    // Upstream's getIterationBounds looks for reduction dimensions in the left
    // operand only.
    bounds.resize(maps[0].getNumDims());
    noteBounds(contract.getLhsType(), maps[0]);
    noteBounds(contract.getRhsType(), maps[1]);
    for (unsigned dim = 0; dim < bounds.size(); ++dim)
      if (!maps[2].isFunctionOfDim(dim))
        reductions.push_back(dim);
    for (AffineExpr result : maps[2].getResults())
      parallels.push_back(cast<AffineDimExpr>(result).getPosition());
  }

  Value build(Value mask) {
    Value acc = contract.getAcc();
    if (!mask && isDotProduct())
      return buildDotProduct(acc);
    SortedOperand lhs = sort(convert(contract.getLhs()), maps[0]);
    SortedOperand rhs = sort(convert(contract.getRhs()), maps[1]);
    SortedOperand lanes;
    if (mask)
      lanes = sort(mask, builder.getMultiDimIdentityMap(bounds.size()));
    SmallVector<int64_t> extents;
    for (unsigned dim : reductions)
      extents.push_back(bounds[dim]);
    SmallVector<int64_t> strides = computeStrides(extents);
    for (int64_t i = 0, e = computeProduct(extents); i < e; ++i) {
      SmallVector<int64_t> at(bounds.size());
      for (auto [dim, value] :
           llvm::zip_equal(reductions, delinearize(i, strides)))
        at[dim] = value;
      Value step = combine(multiply(slice(lhs, at), slice(rhs, at)), acc);
      acc = mask ? arith::SelectOp::create(builder, slice(lanes, at), step, acc)
                       .getResult()
                 : step;
    }
    return acc;
  }

private:
  void noteBounds(VectorType type, AffineMap map) {
    for (auto [extent, result] :
         llvm::zip_equal(type.getShape(), map.getResults()))
      bounds[cast<AffineDimExpr>(result).getPosition()] = extent;
  }

  Type getElementType() {
    return getElementTypeOrSelf(contract.getAcc().getType());
  }

  /// `type` with the shape of the accumulator.
  Type likeAcc(Type element) {
    auto vector = dyn_cast<VectorType>(contract.getAcc().getType());
    return vector ? VectorType::get(vector.getShape(), element) : element;
  }

  SortedOperand sort(Value vector, AffineMap map) {
    SortedOperand sorted;
    SmallVector<int64_t> order;
    auto take = [&](unsigned dim, SmallVector<unsigned> &dims) {
      auto position =
          map.getResultPosition(getAffineDimExpr(dim, builder.getContext()));
      if (!position)
        return;
      order.push_back(*position);
      dims.push_back(dim);
    };
    for (unsigned dim : reductions)
      take(dim, sorted.reductions);
    for (unsigned dim : parallels)
      take(dim, sorted.parallels);
    sorted.vector =
        llvm::is_sorted(order)
            ? vector
            : vector::TransposeOp::create(builder, vector, order).getResult();
    return sorted;
  }

  /// What `operand` holds where the reduction dimensions are `at`, for each
  /// element of the accumulator.
  Value slice(const SortedOperand &operand, ArrayRef<int64_t> at) {
    SmallVector<int64_t> position;
    for (unsigned dim : operand.reductions)
      position.push_back(at[dim]);
    Value value = operand.vector;
    if (!position.empty())
      value = vector::ExtractOp::create(builder, value, position);
    auto target =
        dyn_cast<VectorType>(likeAcc(getElementTypeOrSelf(value.getType())));
    if (!target || target == value.getType())
      return value;
    if (isa<VectorType>(value.getType())) {
      SmallVector<int64_t> shape;
      for (unsigned dim : parallels)
        shape.push_back(llvm::is_contained(operand.parallels, dim) ? bounds[dim]
                                                                   : 1);
      value = vector::ShapeCastOp::create(
          builder, VectorType::get(shape, target.getElementType()), value);
    }
    return vector::BroadcastOp::create(builder, target, value);
  }

  Value convert(Value value) {
    auto vector = cast<VectorType>(value.getType());
    Type from = vector.getElementType(), to = getElementType();
    if (from == to)
      return value;
    auto type = VectorType::get(vector.getShape(), to);
    if (isa<FloatType>(from))
      return arith::ExtFOp::create(builder, type, value);
    if (isa<FloatType>(to))
      return arith::SIToFPOp::create(builder, type, value);
    return arith::ExtSIOp::create(builder, type, value);
  }

  Value multiply(Value lhs, Value rhs) {
    if (isa<FloatType>(getElementType()))
      return arith::MulFOp::create(builder, lhs, rhs);
    return arith::MulIOp::create(builder, lhs, rhs);
  }

  Value combine(Value product, Value acc) {
    return vector::makeArithReduction(builder, builder.getLoc(),
                                      contract.getKind(), product, acc);
  }

  bool isDotProduct() const {
    return parallels.empty() && maps[0].getNumResults() == bounds.size() &&
           maps[1].getNumResults() == bounds.size() && !bounds.empty();
  }

  Value buildDotProduct(Value acc) {
    auto flatten = [&](Value vector, AffineMap map) -> Value {
      Value sorted = sort(vector, map).vector;
      auto type = cast<VectorType>(sorted.getType());
      return vector::ShapeCastOp::create(
          builder,
          VectorType::get(type.getNumElements(), type.getElementType()),
          sorted);
    };
    Value products = multiply(flatten(convert(contract.getLhs()), maps[0]),
                              flatten(convert(contract.getRhs()), maps[1]));
    auto vector = dyn_cast<VectorType>(acc.getType()); // of rank 0
    if (vector)
      acc = vector::ExtractOp::create(builder, acc, ArrayRef<int64_t>());
    Value result =
        vector::ReductionOp::create(builder, contract.getKind(), products, acc);
    return vector ? vector::BroadcastOp::create(builder, vector, result)
                  : result;
  }

  ImplicitLocOpBuilder builder;
  vector::ContractionOp contract;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> bounds;
  SmallVector<unsigned> reductions, parallels;
};

} // namespace

void layout::expandContraction(RewriterBase &rewriter,
                               vector::ContractionOp contract) {
  vector::MaskOp masking = getMasking(contract);
  Operation *root = masking ? masking : contract.getOperation();
  rewriter.setInsertionPoint(root);
  Value mask = masking ? masking.getMask() : Value();
  rewriter.replaceOp(root, Contraction(rewriter, contract).build(mask));
}
