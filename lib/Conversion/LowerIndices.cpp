//===- LowerIndices.cpp - Short index arithmetic --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With %x in [0, 8) and %y in [0, 4):
//
//     affine.load %a[(%x floordiv 4) * 4 + (%x + %y) mod 2
//                    + ((%x floordiv 2 + %y floordiv 2) mod 2) * 2]
//
//     %0 = arith.xori %x, %y
//     memref.load %a[%0]
//
//===----------------------------------------------------------------------===//

#include "IndexBits.h"
#include "Layout/Analysis/Banks/BankAccesses.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Layout.h"
#include "Transforms/Support/IndexValues.h"
#include "Transforms/Support/KernelIndices.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTLOWERINDICES
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Bytes that one instruction moves at most.
static constexpr int64_t maxAlignment = 16;

static bool divides(AffineMap map) {
  return llvm::any_of(map.getResults(), hasDivision);
}

/// Returns true if every operation of the map is with constants.
static bool isPureAffine(AffineMap map) {
  return llvm::all_of(map.getResults(),
                      [](AffineExpr result) { return result.isPureAffine(); });
}

/// Instructions of what upstream's `lower-affine` makes of the results of
/// `map`, equal subexpressions once.
static unsigned countUpstream(AffineMap map) {
  // A remainder is corrected by a comparison, an addition and a select; of a
  // quotient, the dividend is negated before and the quotient after.
  constexpr unsigned ofMod = 4, ofQuotient = 6;
  llvm::SmallDenseSet<AffineExpr> counted;
  unsigned number = 0;
  map.walkExprs([&](AffineExpr expr) {
    if (!counted.insert(expr).second)
      return;
    if (expr.getKind() == AffineExprKind::Mod)
      number += ofMod;
    else if (isDivision(expr))
      number += ofQuotient;
    else
      number += isa<AffineBinaryOpExpr>(expr);
  });
  return number;
}

/// Numbers of instructions built at `builder`, constants not among them.
static unsigned countBetween(Operation *before, OpBuilder &builder,
                             SmallVectorImpl<Operation *> &built) {
  Block *block = builder.getInsertionBlock();
  auto it = before ? std::next(before->getIterator()) : block->begin();
  for (; it != builder.getInsertionPoint(); ++it)
    built.push_back(&*it);
  return llvm::count_if(built, [](Operation *op) {
    return !op->hasTrait<OpTrait::ConstantLike>();
  });
}

namespace {

/// The results of a map, with its operands, as sums of digits of values that no
/// `affine.apply` computes.
struct ComposedSums {
  SmallVector<AffineExpr> results; ///< the dimensions are `values`
  SmallVector<Value> values;
  /// What `affine.apply` computes on the way, or beside: the last results.
  SmallVector<Value> applied;
};

} // namespace

/// The results of `affine.apply` from which operands are computed.
static SmallVector<Value> findApplied(ValueRange operands) {
  constexpr unsigned most = 8;
  llvm::SmallSetVector<Value, most> applied;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (applied.size() < most && value.getDefiningOp<affine::AffineApplyOp>())
        applied.insert(value);
  };
  add(operands);
  for (unsigned number = 0; number < applied.size(); ++number)
    add(applied[number].getDefiningOp()->getOperands());
  return applied.takeVector();
}

/// The dimension of `composed` that `value` is, or becomes.
static AffineExpr getDim(ComposedSums &composed, Value value) {
  auto *known = llvm::find(composed.values, value);
  unsigned position = known - composed.values.begin();
  if (known == composed.values.end())
    composed.values.push_back(value);
  return getAffineDimExpr(position, value.getContext());
}

/// Appends the results of `map` to those of `composed`, as functions of its
/// values, of which `operands` become some.
static void append(ComposedSums &composed, AffineMap map,
                   SmallVector<Value> operands) {
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  // Symbols are dimensions here: both are values.
  SmallVector<AffineExpr> dims;
  for (Value operand : operands)
    dims.push_back(getDim(composed, operand));
  unsigned numDims = map.getNumDims();
  map = map.replaceDimsAndSymbols(ArrayRef(dims).take_front(numDims),
                                  ArrayRef(dims).drop_front(numDims),
                                  composed.values.size(), 0);
  llvm::append_range(composed.results, map.getResults());
}

/// Bits of `others` may be taken, too.
static ComposedSums compose(AffineMap map, ValueRange operands,
                            ValueRange others) {
  ComposedSums composed;
  append(composed, map, SmallVector<Value>(operands));
  SmallVector<Value> from(operands);
  llvm::append_range(from, others);
  composed.applied = findApplied(from);
  // Apart from the map: to compose takes bits apart.
  AffineMap same = AffineMap::getMultiDimIdentityMap(1, map.getContext());
  for (Value value : composed.applied)
    append(composed, same, {value});
  return composed;
}

/// `value` over the values of `composed`, to which it adds: composed with the
/// `affine.apply` that it is computed by, as far as its bits are theirs.
static AffineExpr express(Value value, ComposedSums &composed) {
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  if (!apply || hasBitsOfItsOwn(apply))
    return getDim(composed, value);
  SmallVector<AffineExpr> operands;
  for (Value operand : apply.getMapOperands())
    operands.push_back(express(operand, composed));
  AffineMap map = apply.getAffineMap();
  return map.getResult(0).replaceDimsAndSymbols(
      ArrayRef(operands).take_front(map.getNumDims()),
      ArrayRef(operands).drop_front(map.getNumDims()));
}

/// The same of a map; nullopt if there is no operand whose bits are its own.
static std::optional<ComposedSums> composeUpToBits(AffineMap map,
                                                   ValueRange operands) {
  ComposedSums composed;
  SmallVector<AffineExpr> exprs;
  for (Value operand : operands)
    exprs.push_back(express(operand, composed));
  if (llvm::none_of(composed.values, [](Value value) {
        return value.getDefiningOp<affine::AffineApplyOp>() != nullptr;
      }))
    return std::nullopt;
  for (AffineExpr result : map.getResults())
    composed.results.push_back(result.replaceDimsAndSymbols(
        ArrayRef(exprs).take_front(map.getNumDims()),
        ArrayRef(exprs).drop_front(map.getNumDims())));
  return composed;
}

/// Builds `results`. Those that take additions come first: others may be bits
/// of them.
static SmallVector<Value> buildAll(IndexBitsBuilder &bits,
                                   ArrayRef<Sum> results) {
  SmallVector<Value> built(results.size());
  for (bool isFirst : {true, false})
    for (auto [result, value] : llvm::zip_equal(results, built))
      if (bits.needsArithmetic(result) == isFirst) {
        value = bits.build(result);
        bits.addValue(result, value);
      }
  return built;
}

/// The first `numResults` results of a map, built at `builder` by at most
/// `limit` instructions. Returns nullopt, and builds nothing, if one cannot be
/// computed by shifts, masks and unsigned divisions, or all take more.
static std::optional<SmallVector<Value>>
buildWithin(OpBuilder &builder, Location loc, const ComposedSums &composed,
            unsigned numResults, unsigned limit, bool takesBits) {
  // Not kept: a new op may have the address of one that was erased.
  IndexRanges ranges;
  SmallVector<Interval> intervals = llvm::map_to_vector(
      composed.values, [&](Value value) { return ranges.get(value); });
  Operation *here = &*builder.getInsertionPoint();
  bool isInKernel = here->getParentOfType<gpu::GPUFuncOp>() ||
                    here->getParentOfType<gpu::LaunchOp>();
  SumContext sums(intervals, {}, builder.getContext());
  sums.undoNegations();
  IndexBitsBuilder bits(sums, builder, loc, composed.values,
                        /*useOr=*/isInKernel, takesBits);
  ArrayRef<AffineExpr> exprs = composed.results;
  SmallVector<Sum> results;
  for (AffineExpr result : exprs.take_front(numResults))
    results.push_back(sums.read(result));
  auto canBuild = [&](const Sum &sum) { return bits.canBuild(sum); };
  if (sums.hasFailed() || !llvm::all_of(results, canBuild))
    return std::nullopt;
  if (takesBits)
    for (auto [value, expr] :
         llvm::zip_equal(composed.applied, exprs.drop_front(numResults)))
      if (expr.isPureAffine())
        bits.addValue(sums.read(expr), value);
  Operation *before = here->getPrevNode();
  SmallVector<Value> lowered = buildAll(bits, results);
  SmallVector<Operation *> built;
  if (countBetween(before, builder, built) <= limit && !sums.hasFailed())
    return lowered;
  for (Operation *op : llvm::reverse(built))
    op->erase();
  return std::nullopt;
}

/// The values of the results of `map`, built at `builder`. Returns nullopt, and
/// builds nothing, if no result divides, or upstream's way is as short. Bits
/// may be taken from `others`, which are there.
static std::optional<SmallVector<Value>> lower(OpBuilder &builder, Location loc,
                                               AffineMap map,
                                               ValueRange operands,
                                               ValueRange others = {}) {
  auto isComputed = [](Value operand) {
    return operand.getDefiningOp<affine::AffineApplyOp>() != nullptr;
  };
  if (!divides(map) && llvm::none_of(operands, isComputed))
    return std::nullopt;
  unsigned numResults = map.getNumResults();
  ComposedSums composed = compose(map, operands, others);
  AffineMap whole = AffineMap::get(
      composed.values.size(), 0,
      ArrayRef(composed.results).take_front(numResults), map.getContext());
  // A division may have been folded away, as (8 * x) mod 8.
  if ((!divides(map) && !divides(whole)) || !isPureAffine(whole))
    return std::nullopt;
  unsigned upstream = std::max(countUpstream(map), countUpstream(whole));
  if (upstream == 0)
    return std::nullopt;
  std::optional<ComposedSums> upToBits = composeUpToBits(map, operands);
  if (upToBits && llvm::all_of(upToBits->results, [](AffineExpr result) {
        return result.isPureAffine();
      }))
    if (auto values = buildWithin(builder, loc, *upToBits, numResults,
                                  upstream - 1, /*takesBits=*/false))
      return values;
  for (bool takesBits : {true, false})
    if (auto values = buildWithin(builder, loc, composed, numResults,
                                  upstream - 1, takesBits))
      return values;
  return std::nullopt;
}

/// Replaces `access` by an `Op` of the same memory at values, made of `first`
/// and the rest, and keeps what else is said of it.
template <typename Op, typename Access, typename... First>
static void lowerAccess(Access access, OpBuilder &builder, First... first) {
  auto at = lower(builder, access.getLoc(), access.getAffineMap(),
                  access.getMapOperands());
  if (!at)
    return;
  auto by =
      Op::create(builder, access.getLoc(), first..., access.getMemRef(), *at);
  for (NamedAttribute attribute : access->getDiscardableAttrs())
    by->setDiscardableAttr(attribute.getName(), attribute.getValue());
  access->replaceAllUsesWith(by->getResults());
  access->erase();
}

/// Other indices of the accesses that `apply` is an index of, as far as an
/// `affine.apply` before it computes them: a row is beside its chunk.
static SmallVector<Value> findOtherIndices(affine::AffineApplyOp apply,
                                           DominanceInfo &dominance) {
  SmallVector<Value> others;
  for (Operation *user : apply->getUsers())
    for (Value operand : user->getOperands())
      if (operand.getDefiningOp<affine::AffineApplyOp>() &&
          dominance.properlyDominates(operand, apply))
        others.push_back(operand);
  return others;
}

/// Affine ops take what an `affine.apply` computes, but no other arithmetic.
static void lowerApply(affine::AffineApplyOp apply, OpBuilder &builder,
                       DominanceInfo &dominance) {
  auto isLowered = [](OpOperand &use) {
    return !isa_and_present<affine::AffineDialect, LayoutDialect>(
        use.getOwner()->getDialect());
  };
  if (llvm::any_of(apply->getUses(), isLowered))
    if (auto values =
            lower(builder, apply.getLoc(), apply.getAffineMap(),
                  apply.getMapOperands(), findOtherIndices(apply, dominance)))
      apply->getResult(0).replaceUsesWithIf(values->front(), isLowered);
  if (isOpTriviallyDead(apply))
    apply->erase();
}

/// Returns the number of the workgroup attribution of a kernel that `buffer`
/// is.
static std::optional<unsigned> findAttribution(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  auto function =
      argument ? dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp())
               : gpu::GPUFuncOp();
  if (!function)
    return std::nullopt;
  auto *found = llvm::find(function.getWorkgroupAttributions(), argument);
  if (found == function.getWorkgroupAttributions().end())
    return std::nullopt;
  return found - function.getWorkgroupAttributions().begin();
}

/// Returns true if buffer `number` of `function` surely has this alignment.
/// What a program states already is not changed.
static bool alignAttribution(gpu::GPUFuncOp function, unsigned number,
                             int64_t bytes) {
  StringRef name = LLVM::LLVMDialect::getAlignAttrName();
  Builder builder(function.getContext());
  if (auto stated = dyn_cast_or_null<IntegerAttr>(
          function.getWorkgroupAttributionAttr(number, name)))
    return stated.getInt() % bytes == 0;
  function.setWorkgroupAttributionAttr(
      number, builder.getStringAttr(name),
      builder.getI64IntegerAttr(std::max<int64_t>(bytes, maxAlignment)));
  return true;
}

/// Aligns the attributions that `op` accesses by one address, of which its
/// instruction demands a multiple of `bytes`.
static void alignAttributions(Operation *op, int64_t bytes) {
  for (Value operand : op->getOperands())
    if (std::optional<unsigned> number = findAttribution(operand))
      alignAttribution(
          cast<gpu::GPUFuncOp>(operand.getParentBlock()->getParentOp()),
          *number, bytes);
}

/// Returns true if the row-major offset of the indices is a multiple of `unit`.
static bool isMultiple(MemRefType type, ValueRange indices, int64_t unit) {
  SmallVector<int64_t> strides;
  int64_t start;
  if (failed(type.getStridesAndOffset(strides, start)) || start != 0 ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return false;
  ComposedIndices composed = composeIndices(indices, type.getContext());
  AffineExpr offset = getAffineConstantExpr(0, type.getContext());
  for (auto [index, stride] :
       llvm::zip_equal(composed.map.getResults(), strides))
    offset = offset + index * stride;
  return offset.isMultipleOf(unit);
}

/// A vector of at most 16 bytes that is proven to lie at a multiple of these is
/// moved by one instruction; without an alignment, LLVM moves each element.
static void alignTransfer(VectorTransferOpInterface transfer,
                          OpBuilder &builder) {
  auto type = dyn_cast<MemRefType>(transfer.getShapedType());
  VectorType vector = transfer.getVectorType();
  std::optional<unsigned> number = findAttribution(transfer.getBase());
  if (!type || !number || vector.getRank() != 1 || vector.isScalable() ||
      transfer.getMask() || transfer.hasOutOfBoundsDim() ||
      !transfer.getPermutationMap().isMinorIdentity() ||
      !type.getElementType().isIntOrFloat() ||
      type.getElementType() != vector.getElementType())
    return;
  int64_t bits = vector.getElementTypeBitWidth() * vector.getNumElements();
  int64_t bytes = bits / 8;
  if (bits % 8 != 0 || !llvm::isPowerOf2_64(bytes) || bytes > maxAlignment ||
      !isMultiple(type, transfer.getIndices(), vector.getNumElements()))
    return;
  auto function =
      cast<gpu::GPUFuncOp>(transfer.getBase().getParentBlock()->getParentOp());
  if (!alignAttribution(function, *number, bytes))
    return;
  Operation *access;
  if (auto write = dyn_cast<vector::TransferWriteOp>(*transfer))
    access = vector::StoreOp::create(builder, write.getLoc(), write.getVector(),
                                     write.getBase(), write.getIndices());
  else
    access = vector::LoadOp::create(builder, transfer.getLoc(), vector,
                                    transfer.getBase(), transfer.getIndices());
  access->setDiscardableAttrs(transfer->getDiscardableAttrDictionary());
  access->setAttr("alignment", builder.getI64IntegerAttr(bytes));
  transfer->replaceAllUsesWith(access->getResults());
  transfer->erase();
}

static void lowerIndices(Operation *op, OpBuilder &builder,
                         DominanceInfo &dominance) {
  builder.setInsertionPoint(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](affine::AffineApplyOp apply) {
        lowerApply(apply, builder, dominance);
      })
      .Case([&](VectorTransferOpInterface transfer) {
        alignTransfer(transfer, builder);
      })
      .Case<nvgpu::DeviceAsyncCopyOp, nvgpu::LdMatrixOp>(
          [](Operation *op) { alignAttributions(op, maxAlignment); })
      .Case([&](affine::AffineLoadOp load) {
        lowerAccess<memref::LoadOp>(load, builder);
      })
      .Case([&](affine::AffineStoreOp store) {
        lowerAccess<memref::StoreOp>(store, builder, store.getValueToStore());
      })
      .Case([&](affine::AffineVectorLoadOp load) {
        lowerAccess<vector::LoadOp>(load, builder, load.getVectorType());
      })
      .Case([&](affine::AffineVectorStoreOp store) {
        lowerAccess<vector::StoreOp>(store, builder, store.getValueToStore());
      });
}

/// The same for buffers of a module of kernels that are globals.
static void alignGlobal(memref::GlobalOp global) {
  if (isWorkgroupMemory(global.getType()) && !global.getAlignment())
    global.setAlignment(maxAlignment);
}

namespace {
class LayoutLowerIndicesPass
    : public layout::impl::LayoutLowerIndicesBase<LayoutLowerIndicesPass> {
  void runOnOperation() override {
    OpBuilder builder(&getContext());
    DominanceInfo dominance(getOperation());
    // Uses before definitions: an access composes what an `affine.apply`
    // computes, while it is there.
    SmallVector<Operation *> accesses, applies;
    getOperation().walk([&](Operation *op) {
      (isa<affine::AffineApplyOp>(op) ? applies : accesses).push_back(op);
      // Before accesses that are content with less state an alignment.
      if (isa<gpu::SubgroupMmaLoadMatrixOp, gpu::SubgroupMmaStoreMatrixOp>(op))
        alignAttributions(op, 2 * maxAlignment);
    });
    getOperation().walk(alignGlobal);
    for (Operation *access : accesses)
      lowerIndices(access, builder, dominance);
    for (Operation *apply : llvm::reverse(applies))
      lowerIndices(apply, builder, dominance);
  }
};
} // namespace
