//===- ExpandMaskedAccesses.cpp - Masked accesses LLVM compiles well ------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before:
//   llvm.intr.masked.store %narrow, %address, %mask : vector<16xi8>
// After:
//   %true = <i1, loaded at the entry from a place that LLVM must not look into>
//   %and = llvm.and %mask, <%true in each lane> : vector<16xi1>
//   llvm.intr.masked.store %narrow, %address, %and : vector<16xi8>
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "Layout/Conversion/LoneLanes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

/// Floats are excluded because LLVM truncates integers only, and does not look
/// through the bitcast of a truncation.
static bool mayStoreTruncation(LLVM::MaskedStoreOp store) {
  auto type = dyn_cast<VectorType>(store.getValue().getType());
  return type && !type.isScalable() && type.getElementType().isInteger() &&
         mayBeTruncated(type.getElementTypeBitWidth());
}

/// Empty if the mask is no constant, or its lanes cannot be stored one by one.
static SmallVector<bool> readLanes(LLVM::MaskedStoreOp store) {
  DenseElementsAttr lanes;
  if (areLanesAddressable(getElementTypeOrSelf(store.getValue().getType())
                              .getIntOrFloatBitWidth()) &&
      matchPattern(store.getMask(), m_Constant(&lanes)))
    return llvm::to_vector(lanes.getValues<bool>());
  return {};
}

static Value buildLaneConstant(ImplicitLocOpBuilder &builder, Type type,
                               int64_t value) {
  return LLVM::ConstantOp::create(builder, type,
                                  builder.getIntegerAttr(type, value));
}

namespace {

/// What one function needs: its opaque `true` is loaded once, where no loop is.
class MaskedStoreGuard {
public:
  explicit MaskedStoreGuard(LLVM::LLVMFuncOp function) : function(function) {}

  void apply(LLVM::MaskedStoreOp store) {
    ImplicitLocOpBuilder builder(store.getLoc(), store);
    SmallVector<bool> lanes = readLanes(store);
    if (lanes.empty())
      hideMask(builder, store);
    else
      splitConstant(builder, store, lanes);
  }

private:
  /// Lone lanes are stored one by one, and the others as before. The mask stays
  /// a constant: for processors without masked stores of such elements, LLVM
  /// makes a branch of each lane that is not known.
  void splitConstant(ImplicitLocOpBuilder &builder, LLVM::MaskedStoreOp store,
                     SmallVector<bool> lanes) {
    SmallVector<unsigned> lone = findLoneLanes(lanes);
    if (lone.empty())
      return;
    for (unsigned lane : lone) {
      storeLane(builder, store, lane);
      lanes[lane] = false;
    }
    if (!llvm::is_contained(lanes, true)) {
      store.erase();
      return;
    }
    auto type = cast<VectorType>(store.getMask().getType());
    store.getMaskMutable().assign(LLVM::ConstantOp::create(
        builder, type, DenseElementsAttr::get(type, lanes)));
  }

  void storeLane(ImplicitLocOpBuilder &builder, LLVM::MaskedStoreOp store,
                 unsigned lane) {
    auto type = cast<VectorType>(store.getValue().getType());
    Value element = LLVM::ExtractElementOp::create(
        builder, store.getValue(),
        buildLaneConstant(builder, builder.getI64Type(), lane));
    Value address = LLVM::GEPOp::create(builder, store.getData().getType(),
                                        type.getElementType(), store.getData(),
                                        ArrayRef<LLVM::GEPArg>(int32_t(lane)));
    unsigned bytes = type.getElementTypeBitWidth() / 8;
    uint64_t alignment =
        llvm::commonAlignment(llvm::Align(store.getAlignment()), lane * bytes)
            .value();
    LLVM::StoreOp::create(builder, element, address, alignment);
  }

  void hideMask(ImplicitLocOpBuilder &builder, LLVM::MaskedStoreOp store) {
    auto type = cast<VectorType>(store.getMask().getType());
    Value first = LLVM::InsertElementOp::create(
        builder, LLVM::PoisonOp::create(builder, type), getOpaqueTrue(),
        buildLaneConstant(builder, builder.getI64Type(), 0));
    Value everywhere = LLVM::ShuffleVectorOp::create(
        builder, first, LLVM::PoisonOp::create(builder, type),
        SmallVector<int32_t>(type.getNumElements(), 0));
    store.getMaskMutable().assign(
        LLVM::AndOp::create(builder, store.getMask(), everywhere));
  }

  /// LLVM keeps a volatile load and assumes nothing of what it reads. The stack
  /// is private to the function, so no access elsewhere has to keep its order,
  /// as it would with assembly.
  Value getOpaqueTrue() {
    if (opaqueTrue)
      return opaqueTrue;
    auto builder = ImplicitLocOpBuilder::atBlockBegin(
        function.getLoc(), &function.getBody().front());
    Type byte = builder.getI8Type();
    Value one = buildLaneConstant(builder, byte, 1);
    Value slot = LLVM::AllocaOp::create(
        builder, LLVM::LLVMPointerType::get(builder.getContext()), byte,
        buildLaneConstant(builder, builder.getI64Type(), 1));
    LLVM::StoreOp::create(builder, one, slot);
    Value loaded = LLVM::LoadOp::create(builder, byte, slot, /*alignment=*/0,
                                        /*isVolatile=*/true);
    opaqueTrue = LLVM::TruncOp::create(builder, builder.getI1Type(), loaded);
    return opaqueTrue;
  }

  LLVM::LLVMFuncOp function;
  Value opaqueTrue;
};

/// An op that moves floats of 16 bits, as one that moves integers. LLVM
/// computes with bf16 by converting it to f32 and back, and does so even where
/// it only moves an element under a mask: by calls of `__truncsfbf2`, which
/// quiet NaNs and may not be linked. It fails on some masks that are constants
/// and, for processors with bf16, on each vector of 33 or 65 elements, of which
/// it splits off one lane.
class SmallFloatMove {
public:
  explicit SmallFloatMove(Operation *move)
      : move(move), builder(move->getLoc(), move) {}

  void turnIntoIntegers() {
    for (OpOperand &operand : move->getOpOperands())
      if (Type integers = getIntegers(operand.get().getType()))
        operand.set(LLVM::BitcastOp::create(builder, integers, operand.get()));
    // Flags are of floats.
    if (auto select = dyn_cast<LLVM::SelectOp>(move))
      select.setFastmathFlags(LLVM::FastmathFlags::none);
    builder.setInsertionPointAfter(move);
    for (OpResult result : move->getResults())
      if (Type integers = getIntegers(result.getType()))
        changeResult(result, integers);
  }

private:
  /// Null for all types but floats of 16 bits, and vectors of them.
  static Type getIntegers(Type type) {
    if (!isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(type)))
      return {};
    Type integer = IntegerType::get(type.getContext(), 16);
    auto vector = dyn_cast<VectorType>(type);
    return vector ? vector.clone(integer) : integer;
  }

  void changeResult(OpResult result, Type integers) {
    Type floats = result.getType();
    result.setType(integers);
    auto cast = LLVM::BitcastOp::create(builder, floats, result);
    result.replaceAllUsesExcept(cast, cast);
  }

  Operation *move;
  ImplicitLocOpBuilder builder;
};

bool isMasked(Operation *op) {
  return isa<LLVM::MaskedLoadOp, LLVM::MaskedStoreOp, LLVM::masked_gather,
             LLVM::masked_scatter, LLVM::masked_expandload,
             LLVM::masked_compressstore>(op);
}

/// Returns true if LLVM must split or widen `type`.
bool isOddVector(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && !vector.isScalable() &&
         !llvm::isPowerOf2_64(vector.getNumElements());
}

/// Returns true if `op` only moves elements that LLVM may convert on the way:
/// those of a vector that it must split or widen, and bf16. Of bf16 that are
/// loaded one by one it makes a vector by `__truncsfbf2`, even where this is
/// only extended.
bool movesConvertedElements(Operation *op) {
  auto isConverted = [](Type type) {
    return isOddVector(type) || getElementTypeOrSelf(type).isBF16();
  };
  return isa<LLVM::LoadOp, LLVM::StoreOp, LLVM::SelectOp, LLVM::ShuffleVectorOp,
             LLVM::ExtractElementOp, LLVM::InsertElementOp>(op) &&
         (llvm::any_of(op->getOperandTypes(), isConverted) ||
          llvm::any_of(op->getResultTypes(), isConverted));
}

bool isBF16(Value value) { return getElementTypeOrSelf(value).isBF16(); }

/// Passes bf16 from block to block as integers. LLVM keeps a number that lives
/// in several blocks as f32, and so calls `__truncsfbf2` wherever it comes
/// from; and it fails on vectors that it must split.
class FloatsBetweenBlocks {
public:
  void visit(LLVM::LLVMFuncOp function) {
    if (!llvm::hasSingleElement(function.getBody()))
      takeGivenBits(function);
    for (Block &block : function.getBody())
      if (!block.isEntryBlock() && haveOperandsOnly(block))
        passArguments(block);
    SmallVector<Value> values;
    for (Block &block : function.getBody()) {
      llvm::copy_if(block.getArguments(), std::back_inserter(values), isBF16);
      for (Operation &op : block)
        llvm::copy_if(op.getResults(), std::back_inserter(values), isBF16);
    }
    for (Value value : values)
      passValue(value);
  }

private:
  /// LLVM moves a cast of an argument, or of what a call returns, into the
  /// block that uses it; then the number lives in several blocks. It does not
  /// move a volatile load.
  static void takeGivenBits(LLVM::LLVMFuncOp function) {
    SmallVector<Value> given;
    llvm::copy_if(function.getArguments(), std::back_inserter(given), isBF16);
    function.walk([&](LLVM::CallOp call) {
      llvm::copy_if(call.getResults(), std::back_inserter(given), isBF16);
    });
    for (Value value : given) {
      if (value.use_empty())
        continue;
      auto builder = ImplicitLocOpBuilder::atBlockBegin(
          value.getLoc(), &function.getBody().front());
      Value slot = LLVM::AllocaOp::create(
          builder, LLVM::LLVMPointerType::get(builder.getContext()),
          getIntegers(value),
          buildLaneConstant(builder, builder.getI64Type(), 1));
      if (Operation *call = value.getDefiningOp())
        builder.setInsertionPointAfter(call);
      auto store = LLVM::StoreOp::create(builder, value, slot);
      Value bits = LLVM::LoadOp::create(builder, getIntegers(value), slot,
                                        /*alignment=*/0, /*isVolatile=*/true);
      Value cast = LLVM::BitcastOp::create(builder, value.getType(), bits);
      value.replaceAllUsesExcept(cast, store);
    }
  }

  /// Returns true if all that passes arguments to the block states them.
  static bool haveOperandsOnly(Block &block) {
    return llvm::all_of(block.getPredecessors(), [](Block *from) {
      return isa<LLVM::BrOp, LLVM::CondBrOp, LLVM::SwitchOp>(
          from->getTerminator());
    });
  }

  static Type getIntegers(Value value) {
    Type integer = IntegerType::get(value.getContext(), 16);
    auto vector = dyn_cast<VectorType>(value.getType());
    return vector ? vector.clone(integer) : integer;
  }

  static void passArguments(Block &block) {
    for (BlockArgument argument : block.getArguments()) {
      if (!isBF16(argument))
        continue;
      Type floats = argument.getType(), integers = getIntegers(argument);
      // A block is there twice if both edges of a branch lead to it.
      llvm::SmallPtrSet<Operation *, 4> seen;
      for (Block *from : block.getPredecessors())
        if (seen.insert(from->getTerminator()).second)
          castOperands(from->getTerminator(), block, argument, integers);
      argument.setType(integers);
      auto builder = OpBuilder::atBlockBegin(&block);
      auto cast =
          LLVM::BitcastOp::create(builder, argument.getLoc(), floats, argument);
      argument.replaceAllUsesExcept(cast, cast);
    }
  }

  static void castOperands(Operation *terminator, Block &block,
                           BlockArgument argument, Type integers) {
    OpBuilder builder(terminator);
    auto branch = cast<BranchOpInterface>(terminator);
    for (auto [i, successor] : llvm::enumerate(terminator->getSuccessors())) {
      if (successor != &block)
        continue;
      OpOperand &operand = terminator->getOpOperand(
          branch.getSuccessorOperands(i).getOperandIndex(
              argument.getArgNumber()));
      operand.set(LLVM::BitcastOp::create(builder, argument.getLoc(), integers,
                                          operand.get()));
    }
  }

  static void passValue(Value value) {
    SmallVector<OpOperand *> outside;
    for (OpOperand &use : value.getUses())
      if (use.getOwner()->getBlock() != value.getParentBlock())
        outside.push_back(&use);
    if (outside.empty())
      return;
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    Value bits = LLVM::BitcastOp::create(builder, value.getLoc(),
                                         getIntegers(value), value);
    DenseMap<Block *, Value> casts;
    for (OpOperand *use : outside) {
      Value &cast = casts[use->getOwner()->getBlock()];
      if (!cast) {
        builder.setInsertionPointToStart(use->getOwner()->getBlock());
        cast = LLVM::BitcastOp::create(builder, value.getLoc(), value.getType(),
                                       bits);
      }
      use->set(cast);
    }
  }
};

} // namespace

/// Returns true if LLVM may compute on the bf16 themselves what `op` computes
/// on extensions of them. Whether a square root or a negated value is a number
/// it finds by a comparison of the operand.
static bool isNarrowed(Operation *op) {
  return isa<LLVM::MaximumOp, LLVM::MinimumOp, LLVM::MaxNumOp, LLVM::MinNumOp,
             LLVM::FCmpOp, LLVM::SelectOp, LLVM::FFloorOp, LLVM::FCeilOp,
             LLVM::FTruncOp, LLVM::RintOp, LLVM::NearbyintOp, LLVM::RoundOp,
             LLVM::RoundEvenOp, LLVM::FAbsOp, LLVM::FNegOp, LLVM::CopySignOp,
             LLVM::SqrtOp>(op);
}

/// Returns true if LLVM can extend such vectors, and does so where they are
/// extended. From bf16 to f64 it has no instructions for 2 lanes and long
/// registers of AArch64, and to f128 for none.
static bool isWellExtended(LLVM::FPExtOp extension) {
  return getElementTypeOrSelf(extension.getType()).isF32() &&
         llvm::none_of(extension->getUsers(), isNarrowed);
}

/// Extends a bf16, or a vector of them that LLVM may not extend, by its bits.
/// LLVM does the same, but where it makes a vector of several single ones that
/// are extended, too, or takes a maximum before the extension, it calls
/// `__truncsfbf2` for each; and for AArch64 with registers of 256 bits or more
/// it fails where it rounds vectors before the extension.
static void extendBits(LLVM::FPExtOp extension) {
  Type type = extension.getArg().getType();
  auto vector = dyn_cast<VectorType>(type);
  if (!getElementTypeOrSelf(type).isBF16() ||
      (vector && (vector.isScalable() || isWellExtended(extension))))
    return;
  ImplicitLocOpBuilder builder(extension.getLoc(), extension);
  auto withElements = [&](Type element) -> Type {
    return vector ? vector.clone(element) : element;
  };
  Type narrow = withElements(builder.getI16Type());
  Type wide = withElements(builder.getI32Type());
  Value bits = LLVM::BitcastOp::create(builder, narrow, extension.getArg());
  TypedAttr sixteen = builder.getI32IntegerAttr(16);
  if (vector)
    sixteen = DenseElementsAttr::get(cast<ShapedType>(wide), sixteen);
  Value shift = LLVM::ConstantOp::create(builder, wide, sixteen);
  bits = LLVM::ShlOp::create(builder, LLVM::ZExtOp::create(builder, wide, bits),
                             shift);
  Value result = LLVM::BitcastOp::create(
      builder, withElements(builder.getF32Type()), bits);
  if (!getElementTypeOrSelf(extension.getType()).isF32())
    result = LLVM::FPExtOp::create(builder, extension.getType(), result);
  extension.replaceAllUsesWith(result);
  extension.erase();
}

/// LLVM misjudges a mask of, say, 3 lanes that is taken from computed ones: for
/// AVX2 it drops the mask if all lanes turn out to be constant. Nothing is
/// known of a frozen one then.
static void freezeOddMask(Operation *op) {
  Value mask;
  if (auto load = dyn_cast<LLVM::MaskedLoadOp>(op))
    mask = load.getMask();
  else if (auto store = dyn_cast<LLVM::MaskedStoreOp>(op))
    mask = store.getMask();
  if (!mask || !isOddVector(mask.getType()) ||
      mask.getDefiningOp<LLVM::ConstantOp>())
    return;
  OpBuilder builder(op);
  Value frozen = LLVM::FreezeOp::create(builder, op->getLoc(), mask);
  op->replaceUsesOfWith(mask, frozen);
}

/// Gives a truncation of floats lanes up to a power of two. For AArch64 with
/// registers of 256 bits or more, LLVM fails on those of, say, 9 or 12 lanes.
static void widenOddTruncation(LLVM::FPTruncOp truncation) {
  Type type = truncation.getArg().getType();
  if (!isOddVector(type))
    return;
  ImplicitLocOpBuilder builder(truncation.getLoc(), truncation);
  int64_t numLanes = cast<VectorType>(type).getNumElements();
  int64_t numWide = llvm::PowerOf2Ceil(numLanes);
  auto resize = [&](Value vector, int64_t length) -> Value {
    auto lanes = llvm::to_vector(llvm::seq<int32_t>(0, length));
    // Lane `numLanes` is the first one of the poison.
    for (int32_t &lane : lanes)
      lane = std::min<int32_t>(lane, numLanes);
    return LLVM::ShuffleVectorOp::create(
        builder, vector, LLVM::PoisonOp::create(builder, vector.getType()),
        lanes);
  };
  auto narrow = cast<VectorType>(truncation.getType());
  truncation.getArgMutable().assign(resize(truncation.getArg(), numWide));
  truncation.getResult().setType(
      VectorType::get(numWide, narrow.getElementType()));
  builder.setInsertionPointAfter(truncation);
  Value result = resize(truncation, numLanes);
  truncation.getResult().replaceAllUsesExcept(result, result.getDefiningOp());
}

void layout::expandMaskedAccesses(Operation *root) {
  root->walk(extendBits);
  root->walk(widenOddTruncation);
  root->walk([](Operation *op) {
    if (isMasked(op))
      SmallFloatMove(op).turnIntoIntegers();
  });
  // This makes blocks, and moves the elements that are integers by now.
  expandOneLaneAccesses(root);
  root->walk([](LLVM::LLVMFuncOp function) {
    if (!function.isExternal())
      FloatsBetweenBlocks().visit(function);
  });
  root->walk([](Operation *op) {
    if (movesConvertedElements(op))
      SmallFloatMove(op).turnIntoIntegers();
  });
  // After that, as those stores may store truncations, too.
  root->walk([](LLVM::LLVMFuncOp function) {
    SmallVector<LLVM::MaskedStoreOp> stores;
    function.walk([&](LLVM::MaskedStoreOp store) {
      if (mayStoreTruncation(store))
        stores.push_back(store);
    });
    MaskedStoreGuard guard(function);
    for (LLVM::MaskedStoreOp store : stores)
      guard.apply(store);
  });
  root->walk(freezeOddMask);
}
