//===- CopyEmitter.cpp - Blocks of a copy as vector code ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyEmitter.h"

#include "Transforms/Support/BoxLoops.h"
#include "Transpose.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Neighbours along rows or along lanes: from (row, lane) on, `size` of them.
struct Strip {
  int64_t row, lane, size;
  bool isAlongRows;
};

class CopyEmitter {
public:
  explicit CopyEmitter(CopyBlocks &blocks)
      : blocks(blocks), copy(blocks.copy),
        loc(copy.nest.loops.front().getLoc()), builder(copy.nest.loops.front()),
        element(cast<MemRefType>(copy.dest.getType()).getElementType()) {}

  void emit() {
    // Not every block has a terminator behind the nest.
    Block *block = copy.nest.loops.front()->getBlock();
    Operation *behind = copy.nest.loops.front()->getNextNode();
    if (mayPassCaches())
      isAligned = buildIsAligned();
    SmallVector<affine::AffineForOp> loops = blocks.loops.apply(copy.nest);
    affine::AffineForOp rows = loops[blocks.getRows()];
    builder.setInsertionPoint(rows);
    bindDims(ArrayRef(loops).drop_back(2));
    SmallVector<AffineExpr> whole = findConditionsOfWhole();
    if (whole.empty())
      emitWhole(builder);
    else
      buildBranch(
          builder, loc,
          IntegerSet::get(operands.size(), 0, whole,
                          SmallVector<bool>(whole.size(), false)),
          operands, {}, [&](OpBuilder &inside) { emitWhole(inside); },
          [&](OpBuilder &inside) { emitMasked(inside); });
    rows.erase();
    if (!isAligned)
      return;
    // Others may only see what follows once they see what was stored.
    builder.setInsertionPoint(block,
                              behind ? behind->getIterator() : block->end());
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
  }

private:
  //===--------------------------------------------------------------------===//
  // Past the caches
  //===--------------------------------------------------------------------===//

  /// Would nothing of the destination be in the caches any more when it is
  /// read, and do full blocks consist of whole lines if the buffer begins with
  /// one?
  bool mayPassCaches() const {
    int64_t elementBytes = element.getIntOrFloatBitWidth() / 8;
    if (!blocks.isBeyondCaches || blocks.laneShift ||
        blocks.numLanes * elementBytes % kLineBytes != 0 ||
        blocks.numLanes % blocks.registerLanes != 0)
      return false;
    AffineExpr offset =
        getOffset(copy.destMap, cast<MemRefType>(copy.dest.getType()));
    offset = offset.replace(getDim(blocks.getLanes()),
                            getAffineConstantExpr(0, builder.getContext()));
    offset = simplifyAffineExpr(offset, copy.destMap.getNumDims(), 0);
    return offset.getLargestKnownDivisor() * elementBytes % kLineBytes == 0;
  }

  Value buildIsAligned() {
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, copy.dest);
    Value low = arith::ConstantIndexOp::create(builder, loc, kLineBytes - 1),
          zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value rest = arith::AndIOp::create(builder, loc, address, low);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                                 zero);
  }

  //===--------------------------------------------------------------------===//
  // Places
  //===--------------------------------------------------------------------===//

  AffineExpr getDim(unsigned position) const {
    return getAffineDimExpr(position, builder.getContext());
  }

  /// The operands of all maps: outer digits, rows and lanes, which maps do not
  /// use any more when they are built, and values from around the nest.
  void bindDims(ArrayRef<affine::AffineForOp> outer) {
    for (affine::AffineForOp loop : outer)
      operands.push_back(loop.getInductionVar());
    Value none = arith::ConstantIndexOp::create(builder, loc, 0);
    operands.append(2, none);
    llvm::append_range(operands, copy.nest.fixed);
    ranges.assign(blocks.loops.getOrder().getRanges());
    placeOperands = operands;
    rowBegin = bindShift(blocks.rowShift);
    laneBegin = bindShift(blocks.laneShift);
  }

  /// Where the rows or lanes of a block begin, as an expression.
  AffineExpr bindShift(AffineExpr shift) {
    AffineExpr zero = getAffineConstantExpr(0, builder.getContext());
    if (!shift)
      return zero;
    AffineMap map =
        AffineMap::get(operands.size(), 0, {zero, shift}, zero.getContext());
    SmallVector<Value> used(operands);
    affine::canonicalizeMapAndOperands(&map, &used);
    placeOperands.push_back(
        affine::AffineMinOp::create(builder, loc, map, used));
    return getDim(placeOperands.size() - 1);
  }

  AffineExpr at(AffineExpr expr, AffineExpr row, AffineExpr lane) const {
    DenseMap<AffineExpr, AffineExpr> places{{getDim(blocks.getRows()), row},
                                            {getDim(blocks.getLanes()), lane}};
    return expr.replace(places);
  }
  AffineExpr atPlace(AffineExpr expr, int64_t row, int64_t lane) const {
    return simplifyAffineExpr(at(expr, rowBegin + row, laneBegin + lane),
                              placeOperands.size(), 0);
  }

  Value buildValue(OpBuilder &inside, AffineExpr expr) const {
    return getValueOrCreateConstantIndexOp(
        inside, loc,
        affine::makeComposedFoldedAffineApply(
            inside, loc, AffineMap::get(placeOperands.size(), 0, expr),
            getAsOpFoldResult(placeOperands)));
  }
  SmallVector<Value> buildPlace(OpBuilder &inside, AffineMap map, int64_t row,
                                int64_t lane) const {
    return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
      return buildValue(inside, atPlace(result, row, lane));
    });
  }

  //===--------------------------------------------------------------------===//
  // Conditions
  //===--------------------------------------------------------------------===//

  int64_t getStep(AffineExpr expr, unsigned dim) const {
    AffineExpr step = simplifyAffineExpr(
        expr.replace(getDim(dim), getDim(dim) + 1) - expr, operands.size(), 0);
    return cast<AffineConstantExpr>(step).getValue();
  }

  /// Those under which all rows and lanes exist and hold data: what holds for
  /// the row and lane for which it is hardest holds for all.
  SmallVector<AffineExpr> findConditionsOfWhole() const {
    SmallVector<AffineExpr> conditions(blocks.bounds), whole;
    llvm::append_range(conditions, copy.dataConditions);
    for (AffineExpr condition : conditions) {
      auto getHardest = [&](unsigned dim, int64_t size) {
        return getAffineConstantExpr(getStep(condition, dim) < 0 ? size - 1 : 0,
                                     builder.getContext());
      };
      AffineExpr hardest = simplifyAffineExpr(
          at(condition, getHardest(blocks.getRows(), blocks.numRows),
             getHardest(blocks.getLanes(), blocks.numLanes)),
          operands.size(), 0);
      std::optional<int64_t> least = rangeOf(hardest, ranges, {}).low;
      if (!(least && *least >= 0))
        whole.push_back(hardest);
    }
    return whole;
  }

  VectorType getType(int64_t size) const {
    return VectorType::get({size}, element);
  }
  VectorType getMaskType(int64_t size) const {
    return VectorType::get({size}, builder.getI1Type());
  }

  /// Which of the strip meet the condition. Null: all.
  Value buildMask(OpBuilder &inside, AffineExpr condition, const Strip &strip) {
    AffineExpr first = atPlace(condition, strip.row, strip.lane);
    int64_t step = getStep(condition, strip.isAlongRows ? blocks.getRows()
                                                        : blocks.getLanes());
    Value slack = buildValue(inside, first);
    Type index = inside.getIndexType();
    if (step == 0) {
      Value zero = arith::ConstantIndexOp::create(inside, loc, 0);
      Value holds = arith::CmpIOp::create(
          inside, loc, arith::CmpIPredicate::sge, slack, zero);
      return vector::BroadcastOp::create(inside, loc, getMaskType(strip.size),
                                         holds);
    }
    // slack + step * number >= 0
    SmallVector<Attribute> needed;
    for (int64_t number = 0; number < strip.size; ++number)
      needed.push_back(inside.getIndexAttr(-step * number));
    auto type = VectorType::get({strip.size}, index);
    Value least = arith::ConstantOp::create(
        inside, loc, DenseElementsAttr::get(type, needed));
    Value slacks = vector::BroadcastOp::create(inside, loc, type, slack);
    return arith::CmpIOp::create(inside, loc, arith::CmpIPredicate::sge, slacks,
                                 least);
  }

  /// Null is all true.
  Value buildAnd(OpBuilder &inside, Value a, Value b) const {
    if (!a || !b)
      return a ? a : b;
    return arith::AndIOp::create(inside, loc, a, b);
  }
  Value buildAll(OpBuilder &inside, ArrayRef<AffineExpr> conditions,
                 const Strip &strip, Value mask = {}) {
    for (AffineExpr condition : conditions)
      mask = buildAnd(inside, mask, buildMask(inside, condition, strip));
    return mask;
  }
  Value buildNot(OpBuilder &inside, Value mask) const {
    Value ones = arith::ConstantOp::create(
        inside, loc,
        DenseElementsAttr::get(cast<VectorType>(mask.getType()), true));
    return arith::XOrIOp::create(inside, loc, mask, ones);
  }

  //===--------------------------------------------------------------------===//
  // Strips
  //===--------------------------------------------------------------------===//

  Value buildLoad(OpBuilder &inside, const Strip &strip, Value mask) {
    SmallVector<Value> place =
        buildPlace(inside, copy.sourceMap, strip.row, strip.lane);
    VectorType type = getType(strip.size);
    if (!mask)
      return vector::LoadOp::create(inside, loc, type, copy.source, place);
    Value zero =
        arith::ConstantOp::create(inside, loc, inside.getZeroAttr(type));
    return vector::MaskedLoadOp::create(inside, loc, type, copy.source, place,
                                        mask, zero);
  }

  void buildStore(OpBuilder &inside, const Strip &strip, Value value,
                  Value mask) {
    SmallVector<Value> place =
        buildPlace(inside, copy.destMap, strip.row, strip.lane);
    if (mask)
      vector::MaskedStoreOp::create(inside, loc, copy.dest, place, mask, value);
    else
      vector::StoreOp::create(inside, loc, value, copy.dest, place,
                              passesCaches, getAlignment(strip));
  }

  /// Of a store past the caches, which needs one.
  llvm::MaybeAlign getAlignment(const Strip &strip) const {
    if (!passesCaches)
      return {};
    int64_t bytes = strip.size * element.getIntOrFloatBitWidth() / 8;
    return llvm::MaybeAlign(std::min(bytes, kLineBytes));
  }

  /// Of the elements that a strip stores, in registers: which, and what.
  struct Stored {
    Value value; ///< null: nothing so far
    Value mask;  ///< null with a value: all
  };

  void addStored(OpBuilder &inside, Stored &stored, Value value, Value mask) {
    if (!stored.value) {
      stored = {value, mask};
      return;
    }
    if (!mask) {
      stored = {value, {}};
      return;
    }
    stored.value =
        arith::SelectOp::create(inside, loc, mask, value, stored.value);
    if (stored.mask)
      stored.mask = arith::OrIOp::create(inside, loc, stored.mask, mask);
  }

  void collect(OpBuilder &inside, const CopyNode &node, const Strip &strip,
               Value data, Value mask, Stored &stored) {
    switch (node.kind) {
    case CopyNode::Kind::Nothing:
      return;
    case CopyNode::Kind::Data:
      return addStored(inside, stored, data, mask);
    case CopyNode::Kind::Constant:
      return addStored(inside, stored,
                       vector::BroadcastOp::create(
                           inside, loc, getType(strip.size), node.constant),
                       mask);
    case CopyNode::Kind::Branch:
      Value holds = buildAll(inside, node.conditions, strip);
      collect(inside, *node.then, strip, data, buildAnd(inside, mask, holds),
              stored);
      collect(inside, *node.otherwise, strip, data,
              buildAnd(inside, mask, buildNot(inside, holds)), stored);
    }
  }

  /// Data where there is some, constants elsewhere, as the nest says.
  void storeMasked(OpBuilder &inside, const Strip &strip, Value data) {
    Value exist = buildAll(inside, blocks.bounds, strip);
    Stored stored;
    collect(inside, copy.root, strip, data, {}, stored);
    if (!copy.root.storesAlways())
      exist = buildAnd(inside, exist, stored.mask);
    buildStore(inside, strip, stored.value, exist);
  }

  Value loadMasked(OpBuilder &inside, const Strip &strip) {
    Value mask = buildAll(inside, blocks.bounds, strip);
    return buildLoad(inside, strip,
                     buildAll(inside, copy.dataConditions, strip, mask));
  }

  //===--------------------------------------------------------------------===//
  // Blocks
  //===--------------------------------------------------------------------===//

  /// Registers that hold the lanes of a row; the last one has some of the one
  /// before again if they are too few for another one.
  SmallVector<std::pair<int64_t, int64_t>> cutLanes(int64_t least,
                                                    bool mayOverlap) const {
    SmallVector<std::pair<int64_t, int64_t>> pieces;
    int64_t lane = 0, size = std::max(blocks.registerLanes, least);
    while (lane < blocks.numLanes) {
      int64_t rest = blocks.numLanes - lane;
      if (size > rest && mayOverlap && lane > 0)
        lane -= size - rest;
      else if (size > rest)
        size = llvm::bit_floor(uint64_t(rest));
      pieces.push_back({lane, size});
      lane += size;
    }
    return pieces;
  }

  void emitWhole(OpBuilder &inside) {
    if (!isAligned)
      return emitVectors(inside);
    auto branch = scf::IfOp::create(inside, loc, isAligned,
                                    /*withElseRegion=*/true);
    OpBuilder then = branch.getThenBodyBuilder(),
              otherwise = branch.getElseBodyBuilder();
    passesCaches = true;
    emitVectors(then);
    passesCaches = false;
    emitVectors(otherwise);
  }

  void emitVectors(OpBuilder &inside) {
    if (blocks.isTransposed)
      return emitTransposed(inside, /*isMasked=*/false);
    for (int64_t row = 0; row < blocks.numRows; ++row)
      for (auto [lane, size] : cutLanes(1, /*mayOverlap=*/true)) {
        Strip strip{row, lane, size, false};
        buildStore(inside, strip, buildLoad(inside, strip, {}), {});
      }
  }

  void emitMasked(OpBuilder &inside) {
    if (blocks.isTransposed)
      return emitTransposed(inside, /*isMasked=*/true);
    for (int64_t row = 0; row < blocks.numRows; ++row)
      for (auto [lane, size] : cutLanes(1, /*mayOverlap=*/true)) {
        Strip strip{row, lane, size, false};
        storeMasked(inside, strip, loadMasked(inside, strip));
      }
  }

  /// Parts of as many elements as 128 bits have, or as a block has.
  int64_t getPart() const {
    return std::gcd(std::gcd(getLanesOfPart(element), blocks.numRows),
                    blocks.numLanes);
  }

  void emitTransposed(OpBuilder &inside, bool isMasked) {
    SmallVector<Value> whole; // the rows of each lane, of a masked block
    if (isMasked)
      for (int64_t lane = 0; lane < blocks.numLanes; ++lane)
        whole.push_back(
            loadMasked(inside, Strip{0, lane, blocks.numRows, true}));
    int64_t part = getPart();
    for (auto [lane, size] : cutLanes(part, /*mayOverlap=*/false))
      for (int64_t row = 0; row < blocks.numRows; row += part) {
        SmallVector<Value> vectors;
        for (int64_t i = 0; i < part; ++i) {
          SmallVector<Value> parts;
          for (int64_t first = lane + i; first < lane + size; first += part)
            parts.push_back(
                isMasked
                    ? takeRows(inside, whole[first], row, part)
                    : buildLoad(inside, Strip{row, first, part, true}, {}));
          vectors.push_back(concatVectors(inside, loc, parts));
        }
        vectors = transposeParts(inside, loc, std::move(vectors));
        for (auto [i, vector] : llvm::enumerate(vectors)) {
          Strip strip{row + int64_t(i), lane, size, false};
          if (isMasked)
            storeMasked(inside, strip, vector);
          else
            buildStore(inside, strip, vector, {});
        }
      }
  }

  Value takeRows(OpBuilder &inside, Value rows, int64_t first, int64_t number) {
    if (number == blocks.numRows)
      return rows;
    return vector::ExtractStridedSliceOp::create(
        inside, loc, rows, ArrayRef<int64_t>(first), ArrayRef<int64_t>(number),
        ArrayRef<int64_t>(1));
  }

  CopyBlocks &blocks;
  CopyNest &copy;
  Location loc;
  mutable OpBuilder builder;
  Type element;
  SmallVector<Interval> ranges;
  SmallVector<Value> operands, placeOperands; ///< the latter with shifts
  AffineExpr rowBegin, laneBegin;
  Value isAligned; ///< null: full blocks never pass the caches
  bool passesCaches = false;
};

} // namespace

void layout::emitCopyBlocks(CopyBlocks &blocks) { CopyEmitter(blocks).emit(); }
