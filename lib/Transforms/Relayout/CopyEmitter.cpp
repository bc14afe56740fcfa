//===- CopyEmitter.cpp - Blocks of a copy as vector code ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyEmitter.h"

#include "BlockElements.h"
#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/Transpose.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

namespace {

class CopyEmitter {
public:
  explicit CopyEmitter(CopyBlocks &blocks)
      : blocks(blocks), copy(blocks.copy),
        loc(copy.nest.loops.front().getLoc()), builder(copy.nest.loops.front()),
        element(cast<MemRefType>(copy.dest.getType()).getElementType()) {}

  void emit() {
    // Not every block has a terminator after the nest.
    Block *block = copy.nest.loops.front()->getBlock();
    Operation *behind = copy.nest.loops.front()->getNextNode();
    if (mayPassCaches())
      isAligned = buildIsAligned();
    SmallVector<affine::AffineForOp> loops = blocks.loops.apply(copy.nest);
    affine::AffineForOp rows = loops[blocks.getRows()];
    builder.setInsertionPoint(rows);
    elements.emplace(builder, loc, blocks, ArrayRef(loops).drop_back(2));
    SmallVector<AffineExpr> whole = elements->findConditionsOfWhole();
    if (whole.empty())
      emitWhole(builder);
    else
      buildBranch(
          builder, loc,
          IntegerSet::get(elements->getOperands().size(), 0, whole,
                          SmallVector<bool>(whole.size(), false)),
          elements->getOperands(), {},
          [&](OpBuilder &inside) { emitWhole(inside); },
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

  /// Returns true if nothing of the destination would be in the caches any more
  /// when it is read, and full blocks store one whole line after the other,
  /// provided that the buffer begins with a line. A line of which only a part
  /// is stored past the caches is read from memory and written back for each
  /// part.
  bool mayPassCaches() const {
    if (!blocks.isBeyondCaches || blocks.laneShift)
      return false;
    int64_t rowBytes = blocks.numLanes * getElementBytes();
    bool areRowsWhole = rowBytes % blocks.lineBytes == 0 &&
                        blocks.numLanes % blocks.registerLanes == 0;
    if (!areRowsWhole && !doRowsFillLines(rowBytes))
      return false;
    AffineExpr offset = atZero(getDestOffset(), blocks.getLanes());
    if (!areRowsWhole)
      offset = atZero(offset, blocks.getRows());
    return offset.getLargestKnownDivisor() * getElementBytes() %
               blocks.lineBytes ==
           0;
  }

  /// Returns true if the rows of a block, each a part of a line, follow each
  /// other in the destination and fill whole lines together.
  bool doRowsFillLines(int64_t rowBytes) const {
    // Shorter vectors are no stores of x86 past the caches.
    constexpr int64_t leastBytes = 16;
    // What divides a line is a power of two, so that rows are whole vectors.
    if (rowBytes < leastBytes || blocks.lineBytes % rowBytes != 0 ||
        blocks.rowShift || blocks.numRows * rowBytes % blocks.lineBytes != 0)
      return false;
    AffineMap offset =
        AffineMap::get(copy.destMap.getNumDims(), 0, getDestOffset());
    return getStride(offset, blocks.getRows()) == blocks.numLanes;
  }

  AffineExpr getDestOffset() const {
    return getOffset(copy.destMap, cast<MemRefType>(copy.dest.getType()));
  }

  AffineExpr atZero(AffineExpr expr, unsigned dim) const {
    MLIRContext *context = expr.getContext();
    return simplifyAffineExpr(expr.replace(getAffineDimExpr(dim, context),
                                           getAffineConstantExpr(0, context)),
                              copy.destMap.getNumDims(), 0);
  }

  int64_t getElementBytes() const {
    return element.getIntOrFloatBitWidth() / 8;
  }

  Value buildIsAligned() {
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, copy.dest);
    Value low = arith::ConstantIndexOp::create(builder, loc,
                                               blocks.lineBytes - 1),
          zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value rest = arith::AndIOp::create(builder, loc, address, low);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest,
                                 zero);
  }

  //===--------------------------------------------------------------------===//
  // Strips
  //===--------------------------------------------------------------------===//

  VectorType getType(int64_t size) const {
    return VectorType::get({size}, element);
  }

  Value buildLoad(OpBuilder &inside, const Strip &strip) {
    return vector::LoadOp::create(
        inside, loc, getType(strip.size), copy.source,
        elements->buildIndices(inside, copy.sourceMap, strip.row, strip.lane));
  }

  Value loadMasked(OpBuilder &inside, const Strip &strip) {
    SmallVector<AffineExpr> conditions(blocks.bounds);
    llvm::append_range(conditions, copy.dataConditions);
    Value mask = elements->buildAccessMask(inside, conditions, strip);
    if (!mask)
      return buildLoad(inside, strip);
    SmallVector<Value> place =
        elements->buildIndices(inside, copy.sourceMap, strip.row, strip.lane);
    moveInside(inside, place, strip, elements->findUniform(conditions, strip));
    VectorType type = getType(strip.size);
    return vector::MaskedLoadOp::create(inside, loc, type, copy.source, place,
                                        mask, buildNoData(inside, type));
  }

  /// In place of elements that are not loaded, and of which none is stored. A
  /// load that is not a single instruction needs no other ones for them.
  Value buildNoData(OpBuilder &inside, VectorType type) {
    if (!blocks.hasMasks)
      return ub::PoisonOp::create(inside, loc, type);
    return arith::ConstantOp::create(inside, loc, inside.getZeroAttr(type));
  }

  /// Moves a strip without elements inside the buffer: it may be past the end,
  /// where there is perhaps no memory, and a fully masked access there is slow.
  void moveInside(OpBuilder &inside, MutableArrayRef<Value> place,
                  const Strip &strip, ArrayRef<AffineExpr> uniform) {
    Value holds = elements->buildHolds(inside, uniform, strip);
    if (!holds)
      return;
    unsigned numDims = copy.sourceMap.getNumDims();
    auto isShared = [&](AffineExpr index) {
      return llvm::any_of(llvm::seq(numDims), [&](unsigned dim) {
        return index.isFunctionOfDim(dim) &&
               llvm::any_of(uniform, [&](AffineExpr condition) {
                 return condition.isFunctionOfDim(dim);
               });
      });
    };
    Value zero = arith::ConstantIndexOp::create(inside, loc, 0);
    for (auto [index, result] :
         llvm::zip_equal(place, copy.sourceMap.getResults()))
      if (isShared(result))
        index = arith::SelectOp::create(inside, loc, holds, index, zero);
  }

  void buildStore(OpBuilder &inside, const Strip &strip, Value value,
                  Value mask) {
    SmallVector<Value> place =
        elements->buildIndices(inside, copy.destMap, strip.row, strip.lane);
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
    return llvm::MaybeAlign(
        std::min(strip.size * getElementBytes(), blocks.lineBytes));
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

  Value buildNot(OpBuilder &inside, Value mask) const {
    Value ones = arith::ConstantOp::create(
        inside, loc,
        DenseElementsAttr::get(cast<VectorType>(mask.getType()), true));
    return arith::XOrIOp::create(inside, loc, mask, ones);
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
      // Comparisons cost less where masks only choose.
      Value holds =
          findStoreConditions()
              ? elements->buildMask(inside, node.conditions, strip)
              : elements->buildAccessMask(inside, node.conditions, strip);
      collect(inside, *node.then, strip, data,
              buildAnd(inside, loc, mask, holds), stored);
      collect(inside, *node.otherwise, strip, data,
              buildAnd(inside, loc, mask, buildNot(inside, holds)), stored);
    }
  }

  /// Those under which an iteration stores something; nullopt if it stores
  /// where some do not hold.
  std::optional<SmallVector<AffineExpr>> findStoreConditions() const {
    SmallVector<AffineExpr> conditions;
    const CopyNode *node = &copy.root;
    for (; !node->storesAlways(); node = node->then.get()) {
      if (node->kind != CopyNode::Kind::Branch ||
          node->otherwise->kind != CopyNode::Kind::Nothing)
        return std::nullopt;
      llvm::append_range(conditions, node->conditions);
    }
    return conditions;
  }

  /// Data where there is some, constants elsewhere, as the nest says.
  void storeMasked(OpBuilder &inside, const Strip &strip, Value data) {
    Value exist = elements->buildAccessMask(inside, blocks.bounds, strip);
    Stored stored;
    collect(inside, copy.root, strip, data, {}, stored);
    if (auto conditions = findStoreConditions(); conditions && !blocks.hasMasks)
      exist = elements->buildAccessMask(inside, *conditions, strip, exist);
    else if (!copy.root.storesAlways())
      exist = buildAnd(inside, loc, exist, stored.mask);
    if (Value holds = elements->buildHolds(
            inside, elements->findUniform(blocks.bounds, strip), strip)) {
      auto branch =
          scf::IfOp::create(inside, loc, holds, /*withElseRegion=*/false);
      OpBuilder then = branch.getThenBodyBuilder();
      return buildStore(then, strip, stored.value, exist);
    }
    buildStore(inside, strip, stored.value, exist);
  }

  //===--------------------------------------------------------------------===//
  // Blocks
  //===--------------------------------------------------------------------===//

  /// The lanes of a row that one register holds.
  struct LanePiece {
    int64_t lane, size;
  };

  /// Registers that hold the lanes of a row; the last one has some of the one
  /// before again if they are too few for another one.
  SmallVector<LanePiece> cutLanes(int64_t least, bool mayOverlap) const {
    SmallVector<LanePiece> pieces;
    int64_t lane = 0, size = std::max(blocks.registerLanes, least);
    while (lane < blocks.numLanes) {
      int64_t rest = blocks.numLanes - lane;
      // After a piece of a single lane no piece is too large.
      if (size > rest && mayOverlap && lane > 0)
        lane -= size - rest;
      else if (size > rest)
        size = llvm::bit_floor(uint64_t(rest));
      pieces.push_back({lane, size});
      lane += size;
    }
    return pieces;
  }

  /// Splits the pieces of a row into those that are stored one right after the
  /// other: one each, and past the caches those of a line. A processor collects
  /// such stores in some ten buffers, and empties one that it needs for another
  /// line even if its line is not whole yet. While the halves of a line were
  /// stored with 15 other lines in between, transposing conversions of 64 MiB
  /// ran at 0.12 of the speed of a non-temporal copy (Intel Xeon, Sapphire
  /// Rapids).
  SmallVector<ArrayRef<LanePiece>>
  groupIntoLines(ArrayRef<LanePiece> pieces) const {
    SmallVector<ArrayRef<LanePiece>> groups;
    int64_t pieceBytes = pieces.front().size * getElementBytes();
    int64_t number =
        passesCaches ? llvm::divideCeil(blocks.lineBytes, pieceBytes) : 1;
    for (; !pieces.empty(); pieces = pieces.drop_front(groups.back().size()))
      groups.push_back(pieces.take_front(number));
    return groups;
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
        buildStore(inside, strip, buildLoad(inside, strip), {});
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
    // A mask is one for all rows of a lane, so that those of a masked block are
    // loaded together, and taken apart in registers.
    SmallVector<Value> whole;
    if (isMasked)
      for (int64_t lane = 0; lane < blocks.numLanes; ++lane)
        whole.push_back(
            loadMasked(inside, Strip{0, lane, blocks.numRows, true}));
    SmallVector<LanePiece> pieces = cutLanes(getPart(), /*mayOverlap=*/false);
    for (ArrayRef<LanePiece> group : groupIntoLines(pieces))
      emitTransposed(inside, group, whole);
  }

  /// The lanes of `pieces` of all rows. Rows come in steps, of which each one's
  /// pieces are in registers before the first is stored.
  void emitTransposed(OpBuilder &inside, ArrayRef<LanePiece> pieces,
                      ArrayRef<Value> masked) {
    int64_t numRows = getTransposedRows(pieces.front().size);
    for (int64_t row = 0; row < blocks.numRows; row += numRows) {
      SmallVector<SmallVector<Value>> vectors;
      for (LanePiece piece : pieces)
        vectors.push_back(
            transposePiece(inside, piece, {row, numRows}, masked));
      for (int64_t i = 0; i < numRows; ++i)
        for (auto [number, piece] : llvm::enumerate(pieces)) {
          Strip strip{row + i, piece.lane, piece.size, false};
          if (masked.empty())
            buildStore(inside, strip, vectors[number][i], {});
          else
            storeMasked(inside, strip, vectors[number][i]);
        }
    }
  }

  struct RowRange {
    int64_t first, size;
  };

  /// A vector of lanes for each of `rows`, from vectors of rows for each lane.
  SmallVector<Value> transposePiece(OpBuilder &inside, LanePiece piece,
                                    RowRange rows, ArrayRef<Value> masked) {
    SmallVector<Value> vectors;
    for (int64_t i = 0; i < rows.size; ++i) {
      SmallVector<Value> parts;
      for (int64_t lane = piece.lane + i; lane < piece.lane + piece.size;
           lane += rows.size)
        parts.push_back(
            masked.empty()
                ? buildLoad(inside, Strip{rows.first, lane, rows.size, true})
                : takeRows(inside, masked[lane], rows.first, rows.size));
      vectors.push_back(concatVectors(inside, loc, parts));
    }
    return isTransposedWhole(piece.size)
               ? transposeWhole(inside, loc, vectors, getPart())
               : transposeParts(inside, loc, std::move(vectors));
  }

  int64_t getTransposedRows(int64_t size) const {
    return isTransposedWhole(size) ? size : getPart();
  }

  /// Returns true if `size` lanes and rows are transposed at once, by whole
  /// registers. In registers of two 128-bit parts, loads of parts are as cheap.
  bool isTransposedWhole(int64_t size) const {
    return blocks.shufflesWhole && size == blocks.registerLanes &&
           blocks.numRows % size == 0 && size >= 4 * getPart();
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
  OpBuilder builder;
  Type element;
  std::optional<BlockElements> elements; ///< once the loops around are there
  Value isAligned; ///< null: full blocks never pass the caches
  bool passesCaches = false;
};

} // namespace

void layout::emitCopyBlocks(CopyBlocks &blocks) { CopyEmitter(blocks).emit(); }
