//===- ExpandOneLaneAccesses.cpp - Masked accesses of one lane ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before:
//   %r = llvm.intr.masked.load %p, %mask, %otherwise : vector<1xf64>
// After:
//   llvm.cond_br %lane, ^access, ^rest(%other : f64)
// ^access:
//   %loaded = llvm.load %p : f64
//   llvm.br ^rest(%loaded : f64)
// ^rest(%element: f64):
//   %r = llvm.insertelement %element, %poison[0] : vector<1xf64>
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What masked loads, masked stores, gathers and scatters have in common.
struct MaskedAccess {
  Value mask;
  /// A pointer, or a vector of one.
  Value address;
  unsigned alignment;
  /// Null for a load.
  Value stored;
  /// What a load yields where the lane is not set; null if that is undefined.
  Value otherwise;
  bool isNonTemporal = false;
};

} // namespace

static Value getSingle(ValueRange values) {
  return values.empty() ? Value() : values.front();
}

/// Expanding loads and compressing stores are absent: LLVM compiles those of
/// one lane for all processors.
static std::optional<MaskedAccess> read(Operation *op) {
  using Read = std::optional<MaskedAccess>;
  return llvm::TypeSwitch<Operation *, Read>(op)
      .Case([](LLVM::MaskedLoadOp load) {
        return MaskedAccess{load.getMask(),      load.getData(),
                            load.getAlignment(), {},
                            load.getPassThru(),  load.getNontemporal()};
      })
      .Case([](LLVM::MaskedStoreOp store) {
        return MaskedAccess{store.getMask(),
                            store.getData(),
                            store.getAlignment(),
                            store.getValue(),
                            {}};
      })
      .Case([](LLVM::masked_gather gather) {
        return MaskedAccess{gather.getMask(),
                            gather.getPtrs(),
                            gather.getAlignment(),
                            {},
                            getSingle(gather.getPassThru())};
      })
      .Case([](LLVM::masked_scatter scatter) {
        return MaskedAccess{scatter.getMask(),
                            scatter.getPtrs(),
                            scatter.getAlignment(),
                            scatter.getValue(),
                            {}};
      })
      .Default(Read());
}

namespace {

/// Replaces a masked access of one lane by a scalar one.
class OneLaneAccess {
public:
  OneLaneAccess(Operation *op, const MaskedAccess &access)
      : op(op), access(access), builder(op->getLoc(), op) {}

  void expand() {
    DenseElementsAttr lanes;
    if (!matchPattern(access.mask, m_Constant(&lanes)))
      return branch();
    Value element = *lanes.value_begin<bool>() ? moveElement() : getOther();
    finish(element);
  }

private:
  /// LLVM may assume that the condition of a branch is no poison; of the mask
  /// it may not.
  void branch() {
    Value lane = LLVM::FreezeOp::create(builder, extract(access.mask));
    Value other = getOther();
    Block *before = op->getBlock();
    Block *inside = before->splitBlock(op);
    Block *after = inside->splitBlock(op->getNextNode());
    if (other)
      after->addArgument(other.getType(), op->getLoc());
    builder.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(builder, lane, inside, ValueRange(), after,
                           asRange(other));
    builder.setInsertionPointToEnd(inside);
    Value element = moveElement();
    LLVM::BrOp::create(builder, asRange(element), after);
    builder.setInsertionPointToStart(after);
    finish(other ? after->getArgument(0) : Value());
  }

  /// Returns what is loaded; null for a store.
  Value moveElement() {
    Value address = isa<VectorType>(access.address.getType())
                        ? extract(access.address)
                        : access.address;
    if (access.stored) {
      LLVM::StoreOp::create(builder, extract(access.stored), address,
                            access.alignment);
      return {};
    }
    return LLVM::LoadOp::create(builder, getElementType(), address,
                                access.alignment, /*isVolatile=*/false,
                                access.isNonTemporal);
  }

  /// Returns the element without an access; null for a store.
  Value getOther() {
    if (access.stored)
      return {};
    if (access.otherwise)
      return extract(access.otherwise);
    return LLVM::PoisonOp::create(builder, getElementType());
  }

  void finish(Value element) {
    if (element) {
      Type type = op->getResult(0).getType();
      op->getResult(0).replaceAllUsesWith(LLVM::InsertElementOp::create(
          builder, LLVM::PoisonOp::create(builder, type), element, getZero()));
    }
    op->erase();
  }

  Type getElementType() {
    return cast<VectorType>(op->getResult(0).getType()).getElementType();
  }

  Value extract(Value vector) {
    return LLVM::ExtractElementOp::create(builder, vector, getZero());
  }

  Value getZero() {
    return LLVM::ConstantOp::create(builder, builder.getI64Type(),
                                    builder.getI64IntegerAttr(0));
  }

  static ValueRange asRange(Value &value) {
    return value ? ValueRange(value) : ValueRange();
  }

  Operation *op;
  MaskedAccess access;
  ImplicitLocOpBuilder builder;
};

} // namespace

/// An op in a region of one block cannot become a branch. The LLVM dialect has
/// no such region that is executed: what has one is lowered later. Ops that are
/// not registered may have such regions.
static bool mayHaveBranches(Operation *op) {
  return !op->getParentOp()->mightHaveTrait<OpTrait::SingleBlock>();
}

void layout::expandOneLaneAccesses(Operation *root) {
  auto hasOneLane = [](Operation *op) {
    std::optional<MaskedAccess> access = read(op);
    if (!access || !mayHaveBranches(op))
      return false;
    auto mask = cast<VectorType>(access->mask.getType());
    return !mask.isScalable() && mask.getNumElements() == 1;
  };
  auto accesses = collectOps(root, hasOneLane);
  // From the last one, as each moves the rest of its block to a new one.
  for (Operation *op : llvm::reverse(accesses))
    OneLaneAccess(op, *read(op)).expand();
}
