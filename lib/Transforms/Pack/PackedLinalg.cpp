//===- PackedLinalg.cpp - linalg ops over tiles ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedLinalg.h"

#include "Layout/IR/Trapping.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class SplitPlanner {
public:
  SplitPlanner(linalg::LinalgOp op, const PackedTypes &types, std::string &why)
      : op(op), types(types), why(why), context(op.getContext()) {
    plan.op = op;
    extents = op.getStaticLoopRanges();
    iterators = op.getIteratorTypesArray();
    plan.tiles.assign(op.getNumLoops(), 0);
    plan.outerLoops.assign(op.getNumLoops(), 0);
    plan.innerLoops.assign(op.getNumLoops(), 0);
  }

  std::optional<PackedLinalg> run() {
    if (!hasUsualBody() || !findTiles())
      return std::nullopt;
    numberLoops();
    if (!checkPadding() || !findMaps())
      return std::nullopt;
    for (Type type : op->getResultTypes())
      plan.resultTypes.push_back(
          getTensorEncoding(type) ? Type(types.get(type).storage) : type);
    return std::move(plan);
  }

private:
  bool refuse(const Twine &reason) {
    why = reason.str();
    return false;
  }

  std::string describe(OpOperand &operand) const {
    return "operand " + std::to_string(operand.getOperandNumber());
  }

  bool hasUsualBody() {
    if (op.hasPureTensorSemantics() && op->getNumRegions() == 1 &&
        op.getBlock()->getNumArguments() == op->getNumOperands())
      return true;
    return refuse("it is not on tensors only, or its body does not take an "
                  "element of each of them");
  }

  const PackedType *getPacked(OpOperand &operand) const {
    Type type = operand.get().getType();
    return getTensorEncoding(type) ? &types.get(type) : nullptr;
  }

  bool findTiles() {
    for (OpOperand &operand : op->getOpOperands()) {
      const PackedType *packed = getPacked(operand);
      if (!packed)
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, tile] :
           llvm::zip_equal(packed->packing.innerDims, packed->packing.tiles)) {
        auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
        if (!loop)
          return refuse("dimension " + Twine(dim) + " of " + describe(operand) +
                        " has tiles, and is not the index of one loop");
        int64_t &known = plan.tiles[loop.getPosition()];
        if (known && known != tile)
          return refuse("loop " + Twine(loop.getPosition()) +
                        " is over tiles of " + Twine(known) + " and of " +
                        Twine(tile));
        known = tile;
      }
    }
    return true;
  }

  /// Loops within tiles come after all others, except that reduction loops keep
  /// their order: sums keep the order of the op.
  void numberLoops() {
    unsigned numLoops = op.getNumLoops(), endOfSums = 0;
    for (unsigned loop = 0; loop < numLoops; ++loop)
      if (isReduction(loop))
        endOfSums = loop;
    SmallVector<unsigned> last;
    for (unsigned loop = 0; loop < numLoops; ++loop) {
      plan.outerLoops[loop] = addLoop(loop);
      if (plan.tiles[loop] && isReduction(loop) && loop < endOfSums)
        plan.innerLoops[loop] = addLoop(loop);
      else if (plan.tiles[loop])
        last.push_back(loop);
    }
    for (unsigned loop : last)
      plan.innerLoops[loop] = addLoop(loop);
  }

  unsigned addLoop(unsigned loop) {
    plan.iterators.push_back(iterators[loop]);
    return plan.iterators.size() - 1;
  }

  bool isReduction(unsigned loop) const {
    return iterators[loop] == utils::IteratorType::reduction;
  }

  /// Returns true if tiles leave no padding.
  bool isDivided(unsigned loop) const {
    return !ShapedType::isDynamic(extents[loop]) &&
           extents[loop] % plan.tiles[loop] == 0;
  }

  /// What is computed for padding must do no harm.
  bool checkPadding() {
    bool hasPadding = false;
    for (auto [loop, tile] : llvm::enumerate(plan.tiles)) {
      if (!tile || isDivided(loop))
        continue;
      hasPadding = true;
      if (!isReduction(loop))
        continue;
      if (ShapedType::isDynamic(extents[loop]))
        return refuse("loop " + Twine(loop) +
                      " reduces, and it is not known whether tiles of " +
                      Twine(tile) +
                      " divide its extent, so padding would be summed up");
      plan.guarded.push_back({loop, extents[loop]});
    }
    if (!hasPadding)
      return true;
    WalkResult unsafe = op.getBlock()->walk([](Operation *inner) {
      return isPureAndTotal(inner) || inner->hasTrait<OpTrait::IsTerminator>()
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    });
    if (unsafe.wasInterrupted())
      return refuse(
          "its body may trap or have an effect, and would be executed "
          "for padding");
    return checkReads();
  }

  bool checkReads() {
    for (OpOperand &operand : op->getOpOperands()) {
      const PackedType *packed = getPacked(operand);
      bool isAccessed =
          op.payloadUsesValueFromOperand(&operand) || op.isDpsInit(&operand);
      if (packed && isAccessed && !packed->canBeAccessed())
        return refuse("padding of " + describe(operand) +
                      " is pad<none>, which must not be accessed");
    }
    return true;
  }

  /// The index of a loop, of all elements.
  AffineExpr getIndex(unsigned loop) const {
    AffineExpr outer = getAffineDimExpr(plan.outerLoops[loop], context);
    if (!plan.tiles[loop])
      return outer;
    return outer * plan.tiles[loop] +
           getAffineDimExpr(plan.innerLoops[loop], context);
  }

  bool findMaps() {
    SmallVector<AffineExpr> indices;
    for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
      indices.push_back(getIndex(loop));
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      const PackedType *packed = getPacked(operand);
      SmallVector<AffineExpr> logical, places;
      for (AffineExpr expr : map.getResults())
        logical.push_back(expr.replaceDims(indices));
      if (!findEnds(operand, packed, map))
        return false;
      places = packed ? getPlaces(*packed, map, logical) : logical;
      plan.maps.push_back(
          AffineMap::get(plan.iterators.size(), 0, places, context));
    }
    return true;
  }

  /// A tensor that has no tiles where a loop has some ends where elements do:
  /// it must be longer, if the loop goes on to padding.
  bool findEnds(OpOperand &operand, const PackedType *packed, AffineMap map) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    SmallVector<int64_t> shape;
    if (type)
      shape.assign((packed ? packed->storage : type).getShape());
    bool isExtended = false;
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      if (packed && packed->packing.getTile(dim))
        continue;
      for (auto [loop, tile] : llvm::enumerate(plan.tiles)) {
        if (!tile || !expr.isFunctionOfDim(loop) || isDivided(loop))
          continue;
        if (!isa<AffineDimExpr>(expr) || !op.isDpsInput(&operand) ||
            ShapedType::isDynamicShape(shape) ||
            !isa<IntegerType, FloatType>(type.getElementType()))
          return refuse(describe(operand) + " has no tiles for loop " +
                        Twine(loop) + ", and tiles of " + Twine(tile) +
                        " do not divide its extent");
        ArrayRef<int64_t> outer;
        if (packed)
          outer = packed->packing.outerDims;
        size_t axis =
            packed ? llvm::find(outer, int64_t(dim)) - outer.begin() : dim;
        shape[axis] = llvm::alignTo(extents[loop], tile);
        isExtended = true;
      }
    }
    if (isExtended)
      plan.extended.push_back({operand.getOperandNumber(), shape});
    return true;
  }

  SmallVector<AffineExpr> getPlaces(const PackedType &packed, AffineMap map,
                                    ArrayRef<AffineExpr> logical) const {
    SmallVector<AffineExpr> places;
    auto getLoop = [&](int64_t dim) {
      return cast<AffineDimExpr>(map.getResult(dim)).getPosition();
    };
    for (int64_t dim : packed.packing.outerDims)
      places.push_back(
          packed.packing.getTile(dim)
              ? getAffineDimExpr(plan.outerLoops[getLoop(dim)], context)
              : logical[dim]);
    for (int64_t dim : packed.packing.innerDims)
      places.push_back(
          getAffineDimExpr(plan.innerLoops[getLoop(dim)], context));
    return places;
  }

  linalg::LinalgOp op;
  const PackedTypes &types;
  std::string &why;
  MLIRContext *context;
  SmallVector<int64_t> extents; ///< of loops, as what follows
  SmallVector<utils::IteratorType> iterators;
  PackedLinalg plan;
};

} // namespace

std::optional<PackedLinalg> PackedLinalg::plan(linalg::LinalgOp op,
                                               const PackedTypes &types,
                                               std::string &why) {
  return SplitPlanner(op, types, why).run();
}

/// The number of an iteration, of all elements.
Value PackedLinalg::buildIndex(RewriterBase &rewriter, Location loc,
                               unsigned loop) const {
  Value index = linalg::IndexOp::create(rewriter, loc, outerLoops[loop]);
  if (!tiles[loop])
    return index;
  Value tile = arith::ConstantIndexOp::create(rewriter, loc, tiles[loop]);
  Value start = arith::MulIOp::create(rewriter, loc, index, tile);
  Value place = linalg::IndexOp::create(rewriter, loc, innerLoops[loop]);
  return arith::AddIOp::create(rewriter, loc, start, place);
}

void PackedLinalg::rewriteIndices(RewriterBase &rewriter,
                                  linalg::GenericOp generic) const {
  SmallVector<linalg::IndexOp> indices;
  generic->walk([&](linalg::IndexOp index) { indices.push_back(index); });
  for (linalg::IndexOp index : indices) {
    rewriter.setInsertionPoint(index);
    rewriter.replaceOp(index,
                       buildIndex(rewriter, index.getLoc(), index.getDim()));
  }
}

/// After the last element, an accumulator does not change.
void PackedLinalg::guardSums(RewriterBase &rewriter,
                             linalg::GenericOp generic) const {
  Operation *yield = generic.getBlock()->getTerminator();
  Location loc = yield->getLoc();
  rewriter.setInsertionPoint(yield);
  for (auto [loop, extent] : guarded) {
    Value end = arith::ConstantIndexOp::create(rewriter, loc, extent);
    Value isElement =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult,
                              buildIndex(rewriter, loc, loop), end);
    for (auto [made, before] :
         llvm::zip_equal(yield->getOpOperands(), generic.getRegionOutputArgs()))
      made.set(arith::SelectOp::create(rewriter, loc, isElement, made.get(),
                                       before));
  }
}

SmallVector<Value> PackedLinalg::buildInputs(RewriterBase &rewriter) const {
  Operation *old = op;
  SmallVector<Value> inputs =
      cast<DestinationStyleOpInterface>(old).getDpsInputs();
  for (const auto &[number, shape] : extended) {
    auto type = cast<RankedTensorType>(inputs[number].getType());
    Value zero = arith::ConstantOp::create(
        rewriter, old->getLoc(), rewriter.getZeroAttr(type.getElementType()));
    inputs[number] = tensor::createPadHighOp(
        RankedTensorType::get(shape, type.getElementType()), inputs[number],
        zero, /*nofold=*/false, old->getLoc(), rewriter);
  }
  return inputs;
}

linalg::GenericOp PackedLinalg::build(RewriterBase &rewriter) const {
  Operation *old = op;
  rewriter.setInsertionPoint(old);
  SmallVector<Value> inputs = buildInputs(rewriter);
  auto generic = linalg::GenericOp::create(
      rewriter, old->getLoc(), resultTypes, inputs,
      cast<DestinationStyleOpInterface>(old).getDpsInits(), maps, iterators);
  rewriter.inlineRegionBefore(old->getRegion(0), generic.getRegion(),
                              generic.getRegion().end());
  rewriteIndices(rewriter, generic);
  guardSums(rewriter, generic);
  return generic;
}
