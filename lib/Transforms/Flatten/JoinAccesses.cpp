//===- JoinAccesses.cpp - Joining contiguous accesses ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinAccesses.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Lowering/VectorToTransfer.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Some lanes of a vector: `size` of them from `offset` on.
struct Slice {
  Value vector;
  int64_t offset = 0, size = 0;

  bool continues(const Slice &before) const {
    return vector == before.vector && offset == before.offset + before.size;
  }
};

/// An access that moves consecutive lanes of a vector.
struct Piece {
  Operation *access;
  /// After a read, puts the lanes into a vector; before a write, takes them
  /// from one.
  Operation *move;
  Value buffer;
  SmallVector<Value> index; ///< of the first lane
  Slice lanes;              ///< of what a write writes, or a read goes into
  Slice mask;               ///< no vector if there is none
  Value padding;            ///< of a transfer that reads
};

} // namespace

/// The lanes that `op` takes from a vector of one dimension.
static std::optional<Slice> getTaken(Operation *op) {
  if (auto extract = dyn_cast_or_null<vector::ExtractStridedSliceOp>(op)) {
    if (extract.getSourceVectorType().getRank() != 1 ||
        extract.hasNonUnitStrides())
      return std::nullopt;
    return Slice{extract.getSource(),
                 cast<IntegerAttr>(extract.getOffsets()[0]).getInt(),
                 extract.getType().getDimSize(0)};
  }
  auto extract = dyn_cast_or_null<vector::ExtractOp>(op);
  if (!extract || extract.getSourceVectorType().getRank() != 1 ||
      extract.hasDynamicPosition())
    return std::nullopt;
  return Slice{extract.getSource(), extract.getStaticPosition()[0], 1};
}

/// The lanes of a vector of one dimension that `op` replaces by `value`.
static std::optional<Slice> getReplaced(Operation *op, Value value) {
  if (auto insert = dyn_cast<vector::InsertStridedSliceOp>(op)) {
    if (insert.getDestVectorType().getRank() != 1 ||
        insert.hasNonUnitStrides() || insert.getValueToStore() != value)
      return std::nullopt;
    return Slice{insert.getDest(),
                 cast<IntegerAttr>(insert.getOffsets()[0]).getInt(),
                 insert.getSourceVectorType().getDimSize(0)};
  }
  auto insert = dyn_cast<vector::InsertOp>(op);
  if (!insert || insert.getDestVectorType().getRank() != 1 ||
      insert.hasDynamicPosition() || insert.getValueToStore() != value)
    return std::nullopt;
  return Slice{insert.getDest(), insert.getStaticPosition()[0], 1};
}

static bool setMask(Piece &piece, Value mask) {
  if (!mask)
    return true;
  std::optional<Slice> taken = getTaken(mask.getDefiningOp());
  if (taken)
    piece.mask = *taken;
  return taken.has_value();
}

/// One dimension, the innermost, inside of a memref, where the mask says so.
static bool isRun(VectorTransferOpInterface transfer) {
  return isa<MemRefType>(transfer.getShapedType()) &&
         transfer.getVectorType().getRank() == 1 &&
         transfer.getPermutationMap().isMinorIdentity() &&
         transfer.isDimInBounds(0);
}

static std::optional<Piece> getRead(Operation *op) {
  Piece piece;
  piece.access = op;
  if (!op->hasOneUse() || !op->getDiscardableAttrs().empty())
    return std::nullopt;
  piece.move = *op->user_begin();
  if (auto read = dyn_cast<vector::TransferReadOp>(op)) {
    if (!isRun(read) || !setMask(piece, read.getMask()))
      return std::nullopt;
    piece.buffer = read.getBase();
    piece.index.assign(read.getIndices().begin(), read.getIndices().end());
    piece.padding = read.getPadding();
  } else if (auto load = dyn_cast<memref::LoadOp>(op);
             load && !load.getNontemporal()) {
    piece.buffer = load.getMemRef();
    piece.index.assign(load.getIndices().begin(), load.getIndices().end());
  } else {
    return std::nullopt;
  }
  std::optional<Slice> lanes = getReplaced(piece.move, op->getResult(0));
  if (!lanes || piece.move->getBlock() != op->getBlock())
    return std::nullopt;
  piece.lanes = *lanes;
  return piece;
}

static std::optional<Piece> getWrite(Operation *op) {
  if (!op->getDiscardableAttrs().empty())
    return std::nullopt;
  Piece piece;
  piece.access = op;
  Value value;
  if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
    if (!isRun(write) || !setMask(piece, write.getMask()))
      return std::nullopt;
    value = write.getVector();
    piece.buffer = write.getBase();
    piece.index.assign(write.getIndices().begin(), write.getIndices().end());
  } else if (auto store = dyn_cast<memref::StoreOp>(op);
             store && !store.getNontemporal()) {
    value = store.getValueToStore();
    piece.buffer = store.getMemRef();
    piece.index.assign(store.getIndices().begin(), store.getIndices().end());
  } else {
    return std::nullopt;
  }
  piece.move = value.getDefiningOp();
  std::optional<Slice> lanes = getTaken(piece.move);
  if (!lanes)
    return std::nullopt;
  piece.lanes = *lanes;
  return piece;
}

/// Returns true if `to` is the index `distance` elements after `from`, along
/// the innermost axis.
static bool isAfter(ValueRange from, ValueRange to, int64_t distance) {
  if (from.empty())
    return false;
  MLIRContext *context = from.front().getContext();
  SmallVector<Value> both(from);
  both.append(to.begin(), to.end());
  ComposedIndices composed = composeIndices(both, context);
  SmallVector<AffineExpr> values;
  SmallVector<layout::Interval> ranges;
  for (auto [i, operand] : llvm::enumerate(composed.operands)) {
    Progression steps = getProgression(operand);
    values.push_back(getAffineDimExpr(i, context) * steps.step + steps.offset);
    ranges.push_back(steps.counter);
  }
  for (auto [axis, index] : llvm::enumerate(from)) {
    AffineExpr difference = composed.map.getResult(from.size() + axis) -
                            composed.map.getResult(axis);
    difference = simplifyAffineExpr(
        simplifyUnderRanges(difference.replaceDims(values), ranges, {}),
        values.size(), 0);
    auto constant = dyn_cast<AffineConstantExpr>(difference);
    if (!constant ||
        constant.getValue() != (axis + 1 == from.size() ? distance : 0))
      return false;
  }
  return true;
}

namespace {

/// Accesses found to be contiguous, in the order of their lanes.
class Run {
public:
  void clear() { pieces.clear(); }
  void start(Piece piece, bool read) {
    pieces.assign(1, std::move(piece));
    isRead = read;
  }

  /// Appends the piece if it is the next one.
  bool append(const Piece &piece, bool read) {
    if (pieces.empty() || read != isRead || !follows(piece))
      return false;
    pieces.push_back(piece);
    return true;
  }

  bool isJoined() const { return pieces.size() > 1; }

  void join(RewriterBase &rewriter) {
    // Other runs may have replaced what this one moves.
    Operation *access = first().access;
    pieces.front() = isRead ? *getRead(access) : *getWrite(access);
    remarkDone(access->getLoc(), "layout-flatten/joined-access")
        << llvm::formatv(
               "{0} accesses to adjacent elements became one to {1} lanes",
               pieces.size(), getNumLanes())
               .str();
    rewriter.setInsertionPoint(access);
    isRead ? joinReads(rewriter) : joinWrites(rewriter);
  }

private:
  const Piece &first() const { return pieces.front(); }
  const Piece &last() const { return pieces.back(); }
  int64_t getNumLanes() const {
    return last().lanes.offset + last().lanes.size - first().lanes.offset;
  }

  bool follows(const Piece &piece) const {
    // What a read goes into is the vector that the one before made.
    Slice before = last().lanes;
    if (isRead) {
      if (!last().move->hasOneUse())
        return false;
      before.vector = last().move->getResult(0);
    }
    if (piece.buffer != first().buffer || !piece.lanes.continues(before) ||
        bool(piece.mask.vector) != bool(first().mask.vector))
      return false;
    if (piece.mask.vector && (!piece.mask.continues(last().mask) ||
                              piece.padding != first().padding))
      return false;
    return isAfter(first().index, piece.index,
                   piece.lanes.offset - first().lanes.offset);
  }

  /// All lanes of the run, of the vector that `slice`, of its first piece, is
  /// part of.
  Value take(RewriterBase &rewriter, const Slice &slice) const {
    int64_t numLanes = getNumLanes();
    if (!slice.vector ||
        cast<VectorType>(slice.vector.getType()).getDimSize(0) == numLanes)
      return slice.vector;
    return vector::ExtractStridedSliceOp::create(
        rewriter, first().access->getLoc(), slice.vector, slice.offset,
        numLanes, 1);
  }

  AffineMapAttr getInnermost() const {
    auto type = cast<MemRefType>(first().buffer.getType());
    return AffineMapAttr::get(
        AffineMap::getMinorIdentityMap(type.getRank(), 1, type.getContext()));
  }

  void joinReads(RewriterBase &rewriter) {
    Location loc = first().access->getLoc();
    auto whole = cast<VectorType>(first().lanes.vector.getType());
    Value padding = first().padding;
    if (!padding)
      padding = buildUnusedPadding(rewriter, loc, whole.getElementType());
    Value read = vector::TransferReadOp::create(
        rewriter, loc, VectorType::get(getNumLanes(), whole.getElementType()),
        first().buffer, first().index, getInnermost(), padding,
        take(rewriter, first().mask), rewriter.getBoolArrayAttr({true}));
    rewriter.setInsertionPoint(last().move);
    if (read.getType() != whole)
      read = vector::InsertStridedSliceOp::create(
          rewriter, loc, read, first().lanes.vector, first().lanes.offset, 1);
    rewriter.replaceOp(last().move, read);
    for (const Piece &piece : llvm::reverse(pieces)) {
      if (&piece != &last())
        rewriter.eraseOp(piece.move);
      eraseAccess(rewriter, piece);
    }
  }

  void joinWrites(RewriterBase &rewriter) {
    vector::TransferWriteOp::create(
        rewriter, first().access->getLoc(), take(rewriter, first().lanes),
        first().buffer, first().index, getInnermost(),
        take(rewriter, first().mask), rewriter.getBoolArrayAttr({true}));
    for (const Piece &piece : pieces) {
      eraseAccess(rewriter, piece);
      if (piece.move->use_empty())
        rewriter.eraseOp(piece.move);
    }
  }

  static void eraseAccess(RewriterBase &rewriter, const Piece &piece) {
    Operation *mask = nullptr;
    if (auto transfer = dyn_cast<VectorTransferOpInterface>(piece.access))
      if (Value value = transfer.getMask())
        mask = value.getDefiningOp();
    rewriter.eraseOp(piece.access);
    if (mask && mask->use_empty())
      rewriter.eraseOp(mask);
  }

  SmallVector<Piece> pieces;
  bool isRead = false;
};

} // namespace

/// The runs of a block. Between two accesses of one, no op touches memory, so
/// the later ones may be done with the first.
static SmallVector<Run> findRuns(Block &block, const DenseSet<Value> &buffers) {
  SmallVector<Run> runs;
  Run open;
  auto close = [&] {
    if (open.isJoined())
      runs.push_back(open);
    open.clear();
  };
  for (Operation &op : block) {
    std::optional<Piece> read = getRead(&op);
    std::optional<Piece> piece = read ? read : getWrite(&op);
    if (piece && buffers.contains(piece->buffer)) {
      if (open.append(*piece, bool(read)))
        continue;
      close();
      open.start(*piece, bool(read));
    } else if (!isMemoryEffectFree(&op)) {
      close();
    }
  }
  close();
  return runs;
}

void layout::joinAccesses(RewriterBase &rewriter, ModuleOp module,
                          const DenseSet<Value> &buffers) {
  if (buffers.empty())
    return;
  SmallVector<Run> runs;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Kernels access elements one by one in the end.
    if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(runs, findRuns(block, buffers));
    return WalkResult::advance();
  });
  for (Run &run : runs)
    run.join(rewriter);
}
