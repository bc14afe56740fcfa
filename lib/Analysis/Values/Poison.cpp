//===- Poison.cpp - Poison of values --------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Values/Poison.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

using Flags = arith::FastMathFlags;

//===----------------------------------------------------------------------===//
// Which ops
//===----------------------------------------------------------------------===//

static Flags getFastMathFlags(Operation *op) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  auto flags = fast ? fast.getFastMathFlagsAttr() : arith::FastMathFlagsAttr();
  return flags ? flags.getValue() : Flags::none;
}

static bool hasWrapFlags(Operation *op) {
  auto overflow = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return overflow &&
         (overflow.hasNoSignedWrap() || overflow.hasNoUnsignedWrap());
}

static bool isExact(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>(
          [](auto exact) { return exact.getIsExact(); })
      .Default(false);
}

bool layout::hasPoisonFlags(Operation *op) {
  auto digits = dyn_cast<affine::AffineLinearizeIndexOp>(op);
  return hasWrapFlags(op) || isExact(op) ||
         bitEnumContainsAny(getFastMathFlags(op), Flags::nnan | Flags::ninf) ||
         (digits && digits.getDisjoint());
}

static bool isShift(Operation *op) {
  return isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp, index::ShlOp,
             index::ShrSOp, index::ShrUOp>(op);
}

/// Returns true if the shift amount is proven to be less than the width.
static bool isShiftInRange(Operation *shift) {
  APInt amount;
  return matchPattern(shift->getOperand(1), m_ConstantInt(&amount)) &&
         amount.ult(amount.getBitWidth());
}

/// Returns true if the op may name a lane that the vector does not have.
static bool mayMissLane(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<vector::ExtractOp, vector::InsertOp>([](auto access) {
        return access.hasDynamicPosition() ||
               llvm::is_contained(access.getStaticPosition(),
                                  access.kPoisonIndex);
      })
      .Case<vector::ShuffleOp>([](auto shuffle) {
        return llvm::is_contained(shuffle.getMask(), shuffle.kPoisonIndex);
      })
      .Default(false);
}

bool layout::mayMakePoisonUnflagged(Operation *op) {
  if (isShift(op))
    return !isShiftInRange(op);
  // Of LLVM's own ops most have flags, or operands that they are not defined
  // for.
  return isa<arith::FPToSIOp, arith::FPToUIOp, ub::PoisonOp>(op) ||
         mayMissLane(op) || op->getName().getDialectNamespace() == "llvm";
}

//===----------------------------------------------------------------------===//
// Of known operands
//===----------------------------------------------------------------------===//

static std::optional<APInt> getInteger(const KnownValue &known) {
  auto integer = dyn_cast_or_null<IntegerAttr>(known.constant);
  return integer ? std::optional(integer.getValue()) : std::nullopt;
}

static bool wraps(Operation *op, const APInt &left, const APInt &right) {
  bool isSigned = false, isUnsigned = false;
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::AddIOp>([&](auto) {
        (void)left.sadd_ov(right, isSigned);
        (void)left.uadd_ov(right, isUnsigned);
      })
      .Case<arith::SubIOp>([&](auto) {
        (void)left.ssub_ov(right, isSigned);
        (void)left.usub_ov(right, isUnsigned);
      })
      .Case<arith::MulIOp>([&](auto) {
        (void)left.smul_ov(right, isSigned);
        (void)left.umul_ov(right, isUnsigned);
      })
      .Case<arith::ShLIOp>([&](auto) {
        (void)left.sshl_ov(right, isSigned);
        (void)left.ushl_ov(right, isUnsigned);
      })
      .Case<arith::TruncIOp>([&](auto) {
        unsigned width = getElementTypeOrSelf(op->getResult(0).getType())
                             .getIntOrFloatBitWidth();
        isSigned = !left.isSignedIntN(width);
        isUnsigned = !left.isIntN(width);
      })
      .Default([&](Operation *) { isSigned = isUnsigned = true; });
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return (flags.hasNoSignedWrap() && isSigned) ||
         (flags.hasNoUnsignedWrap() && isUnsigned);
}

/// Wrapping around and remainders, of numbers.
static bool keepsIntegerFlags(Operation *op, ArrayRef<KnownValue> operands) {
  if (!hasWrapFlags(op) && !isExact(op))
    return true;
  std::optional<APInt> left = getInteger(operands.front()),
                       right = getInteger(operands.back());
  // Nothing wraps, and nothing is lost, of a sum, product, quotient or shifted
  // number that has nothing to it.
  if ((left && left->isZero() && !isa<arith::SubIOp>(op)) ||
      (right && right->isZero() &&
       isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op)))
    return true;
  if (!left || !right)
    return false;
  if (hasWrapFlags(op))
    return !wraps(op, *left, *right);
  if (isShift(op))
    return right->ule(left->countr_zero());
  return !right->isZero() &&
         (isa<arith::DivUIOp>(op) ? left->urem(*right) : left->srem(*right))
             .isZero();
}

static bool keepsFloatFlags(Operation *op, ArrayRef<KnownValue> operands,
                            const KnownValue &result) {
  Flags flags = getFastMathFlags(op);
  llvm::FPClassTest excluded = llvm::fcNone;
  if (bitEnumContainsAny(flags, Flags::nnan))
    excluded = excluded | llvm::fcNan;
  if (bitEnumContainsAny(flags, Flags::ninf))
    excluded = excluded | llvm::fcInf;
  auto isKept = [&](Type type, const KnownValue &known) {
    return !isa<FloatType, ComplexType>(getElementTypeOrSelf(type)) ||
           known.isIn(~excluded);
  };
  return excluded == llvm::fcNone ||
         (isKept(op->getResult(0).getType(), result) &&
          llvm::all_of(llvm::zip_equal(op->getOperandTypes(), operands),
                       [&](auto operand) {
                         return isKept(std::get<0>(operand),
                                       std::get<1>(operand));
                       }));
}

/// What makes poison apart from flags, of numbers.
static bool isInDomain(Operation *op, ArrayRef<KnownValue> operands) {
  if (!mayMakePoisonUnflagged(op))
    return true;
  if (isShift(op)) {
    std::optional<APInt> amount = getInteger(operands.back());
    return amount && amount->ult(amount->getBitWidth());
  }
  auto number = dyn_cast_or_null<FloatAttr>(
      operands.empty() ? TypedAttr() : operands.front().constant);
  if (!number || !isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return false;
  llvm::APSInt integer(
      getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth(),
      /*isUnsigned=*/isa<arith::FPToUIOp>(op));
  bool isExact = false;
  return number.getValue().convertToInteger(integer, APFloat::rmTowardZero,
                                            &isExact) != APFloat::opInvalidOp;
}

bool layout::isSurelyDefined(Operation *op, ArrayRef<KnownValue> operands,
                             const KnownValue &result) {
  if (!hasPoisonFlags(op) && !mayMakePoisonUnflagged(op))
    return true;
  return op->getNumResults() == 1 && !operands.empty() &&
         !isa<affine::AffineLinearizeIndexOp>(op) && isInDomain(op, operands) &&
         keepsIntegerFlags(op, operands) &&
         keepsFloatFlags(op, operands, result);
}

//===----------------------------------------------------------------------===//
// Where a value comes from
//===----------------------------------------------------------------------===//

/// What control flow makes `value`: operands of branches to its block, or of
/// the op with regions that it belongs to, and of the ends of those. Nothing of
/// arguments of functions, and of the variables of loops, whose bounds are
/// branched on; nullopt if it is not known.
static std::optional<SmallVector<Value>> getForwarded(Value value) {
  SmallVector<Value> forwarded;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && !argument.getOwner()->isEntryBlock()) {
    for (Block *before : argument.getOwner()->getPredecessors()) {
      auto branch = dyn_cast<BranchOpInterface>(before->getTerminator());
      if (!branch)
        return std::nullopt;
      for (auto [i, successor] : llvm::enumerate(branch->getSuccessors()))
        if (successor == argument.getOwner())
          if (Value operand =
                  branch.getSuccessorOperands(i)[argument.getArgNumber()])
            forwarded.push_back(operand);
    }
    return forwarded;
  }
  auto parent = dyn_cast_or_null<RegionBranchOpInterface>(
      argument ? argument.getOwner()->getParentOp() : value.getDefiningOp());
  if (!parent)
    return argument ? std::optional(forwarded) : std::nullopt;
  RegionBranchInverseSuccessorMapping mapping;
  parent.getSuccessorInputOperandMapping(mapping);
  for (OpOperand *operand : mapping.lookup(value))
    forwarded.push_back(operand->get());
  return forwarded;
}

PoisonSources layout::getPoisonSources(ArrayRef<Value> values, Value end) {
  PoisonSources sources;
  llvm::SmallPtrSet<Value, 16> seen;
  SmallVector<Value> worklist(values);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (value == end || !seen.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumRegions() != 0) {
      if (auto forwarded = getForwarded(value))
        llvm::append_range(worklist, *forwarded);
      else if (op)
        op->walk([&](Operation *inner) {
          sources.insert(inner);
          llvm::append_range(worklist, inner->getOperands());
        });
      continue;
    }
    sources.insert(op);
    // To read an element at an index of poison is a fault by itself.
    if (isMemoryEffectFree(op) && !isa<CallOpInterface>(op))
      llvm::append_range(worklist, op->getOperands());
  }
  return sources;
}

bool layout::mayBePoison(Value value) {
  return llvm::any_of(getPoisonSources(value), [](Operation *op) {
    return hasPoisonFlags(op) || mayMakePoisonUnflagged(op);
  });
}
