//===- CutNests.cpp - Tensors that deep nests of loops carry --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of the buffer that a loop carries is that of its operand and that of
// what it yields, which upstream computes one after the other, and without a
// memory: for a loop in it that takes what it carries, both again.
//
//===----------------------------------------------------------------------===//

#include "CutNests.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Bufferize/NestedBranches.h"
#include "Transforms/Lowering/LayoutAsMemorySpace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// Loops around one that passes a tensor to one in it: 16 take 0.3 s, 20 take
/// 4 s.
static constexpr unsigned maxLoops = 8;

/// Returns the number of loops around `op` that carry a tensor.
static unsigned getDepth(Operation *op) {
  unsigned depth = 0;
  while (auto loop = op->getParentOfType<scf::ForOp>()) {
    depth += llvm::any_of(loop.getResultTypes(), llvm::IsaPred<TensorType>);
    op = loop;
  }
  return depth;
}

Value layout::buildRestrictedName(Value tensor, OpBuilder &builder) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto layout = dyn_cast_or_null<MemRefLayoutAttrInterface>(type.getEncoding());
  Value buffer = bufferization::ToBufferOp::create(
      builder, tensor.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType(), layout), tensor);
  return bufferization::ToTensorOp::create(builder, tensor.getLoc(), type,
                                           buffer, /*restrict=*/true,
                                           /*writable=*/true);
}

Value layout::buildTensorCopy(Value tensor, OpBuilder &builder) {
  return bufferization::AllocTensorOp::create(
      builder, tensor.getLoc(), cast<RankedTensorType>(tensor.getType()),
      ValueRange(), tensor);
}

void layout::copyOperand(OpOperand &use) {
  OpBuilder builder(use.getOwner());
  use.set(buildTensorCopy(use.get(), builder));
}

//===----------------------------------------------------------------------===//
// Without copies
//===----------------------------------------------------------------------===//

/// Returns the op by which a loop already copies what it yields to `carried`.
static bufferization::MaterializeInDestinationOp getTied(scf::ForOp loop,
                                                         unsigned number) {
  auto tied = loop.getYieldedValues()[number]
                  .getDefiningOp<bufferization::MaterializeInDestinationOp>();
  if (!tied || tied.getDest() != loop.getRegionIterArg(number) ||
      tied->getBlock() != loop.getBody() || !tied.getResult().hasOneUse())
    return {};
  return tied;
}

static bool hasLoops(Operation *op) {
  return op
      ->walk<WalkOrder::PreOrder>([](scf::ForOp loop) {
        return llvm::any_of(loop.getResultTypes(), llvm::IsaPred<TensorType>)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// The names of the buffer that a loop carries, and where they are used.
class CarriedNames {
public:
  CarriedNames(scf::ForOp loop, unsigned number, const BufferNames &names)
      : loop(loop), number(number), tied(getTied(loop, number)), names(names),
        all(names.getNames(loop.getRegionIterArg(number))) {}

  /// Returns true if the loop uses no name of the buffer that is from outside
  /// of it, and the buffer may be written.
  bool isOnlyCarried() {
    Value carried = loop.getRegionIterArg(number);
    if (!names.isOwned(carried) || names.isSeenElsewhere(carried))
      return false;
    return llvm::all_of(all, [&](Value name) {
      return isInside(name) ||
             llvm::none_of(name.getUsers(), [&](Operation *op) {
               return loop.getRegion().isAncestor(op->getParentRegion());
             });
    });
  }

  /// Returns the ops of the loop's body with loops inside that use a name from
  /// outside of them, in order.
  SmallVector<Operation *> findUsersWithLoops() {
    SetVector<Operation *> users;
    for (Value name : all) {
      if (name.getParentBlock() != loop.getBody())
        continue;
      for (Operation *user : name.getUsers())
        users.insert(loop.getBody()->findAncestorOpInBlock(*user));
    }
    SmallVector<Operation *> result;
    for (Operation *user : users)
      if (hasLoops(user))
        result.push_back(user);
    return result;
  }

  /// Returns the name that `inner` uses, if no other one is used by it or after
  /// it, and what is made from it is not used once the loop has copied what it
  /// yields; null otherwise.
  Value findOnlyName(Operation *inner) {
    Value found;
    for (Value name : all) {
      if (name.getParentBlock() != loop.getBody())
        continue;
      if (isMadeFrom(name, inner)) {
        if (!llvm::all_of(name.getUses(),
                          [&](OpOperand &use) { return isUntilCopied(use); }))
          return {};
        continue;
      }
      for (Operation *user : name.getUsers()) {
        Operation *op = loop.getBody()->findAncestorOpInBlock(*user);
        if (op == tied || op->isBeforeInBlock(inner))
          continue;
        if (op != inner || (found && found != name))
          return {};
        found = name;
      }
    }
    return found && names.isOwned(found) &&
                   isa<RankedTensorType>(found.getType())
               ? found
               : Value();
  }

private:
  bool isInside(Value name) {
    return loop.getRegion().isAncestor(name.getParentRegion());
  }

  static bool isMadeFrom(Value name, Operation *first) {
    Operation *op = name.getDefiningOp();
    return op && !op->isBeforeInBlock(first);
  }

  /// Counterexample: a loop that yields another tensor in place of the carried
  /// one, and what `inner` made of that as the next one. The copy would
  /// overwrite it.
  bool isUntilCopied(OpOperand &use) {
    Operation *op = loop.getBody()->findAncestorOpInBlock(*use.getOwner());
    if (op == loop.getBody()->getTerminator())
      return use.getOperandNumber() == number;
    return !tied || !tied->isBeforeInBlock(op);
  }

  scf::ForOp loop;
  unsigned number;
  Operation *tied;
  const BufferNames &names;
  SmallVector<Value> all;
};

} // namespace

std::vector<PassedTensor> layout::findPassedTensors(func::FuncOp function,
                                                    const BufferNames &names) {
  std::vector<PassedTensor> result;
  function.walk([&](scf::ForOp loop) {
    if (getDepth(loop) < maxLoops)
      return;
    for (auto [i, carried] : llvm::enumerate(loop.getRegionIterArgs())) {
      if (!isa<RankedTensorType>(carried.getType()))
        continue;
      CarriedNames carriedNames(loop, i, names);
      if (!carriedNames.isOnlyCarried())
        continue;
      for (Operation *inner : carriedNames.findUsersWithLoops())
        if (Value tensor = carriedNames.findOnlyName(inner))
          result.push_back({loop, unsigned(i), inner, tensor});
    }
  });
  return result;
}

void layout::cutNest(const PassedTensor &passed) {
  OpBuilder builder(passed.inner);
  Value cut = buildRestrictedName(passed.tensor, builder);
  Value tensor = passed.tensor;
  tensor.replaceUsesWithIf(cut, [&](OpOperand &use) {
    return passed.inner->isAncestor(use.getOwner());
  });
  scf::ForOp loop = passed.outer;
  if (getTied(loop, passed.number))
    return;
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  builder.setInsertionPoint(yield);
  Value made = yield.getOperand(passed.number);
  auto tied = bufferization::MaterializeInDestinationOp::create(
      builder, made.getLoc(), made.getType(), made,
      loop.getRegionIterArg(passed.number));
  yield.setOperand(passed.number, tied.getResult());
}

//===----------------------------------------------------------------------===//
// With copies
//===----------------------------------------------------------------------===//

/// Returns true if the type of the buffer is known without a look at operands.
static bool hasKnownBuffer(Value tensor) {
  return isa_and_nonnull<bufferization::ToTensorOp, tensor::EmptyOp, ConvertOp,
                         arith::ConstantOp>(tensor.getDefiningOp());
}

void layout::copyIntoNests(func::FuncOp function) {
  function.walk([](scf::ForOp loop) {
    // Tensors that are exchanged lead to each other: 8 loops that carry two
    // cost what 16 with one do.
    unsigned numTensors =
        llvm::count_if(loop.getResultTypes(), llvm::IsaPred<RankedTensorType>);
    unsigned depth = getDepth(loop);
    // The first loop that `findPassedTensors` may have cut is one deeper.
    if (numTensors == 0 || depth <= maxLoops ||
        (depth - 1) % std::max(maxLoops / numTensors, 1u) != 0)
      return;
    OpBuilder builder(loop);
    for (OpOperand &init : loop.getInitArgsMutable()) {
      auto type = dyn_cast<RankedTensorType>(init.get().getType());
      if (type && !hasKnownBuffer(init.get()))
        init.set(ConvertOp::create(builder, loop.getLoc(), type, init.get())
                     .getResult());
    }
  });
}

void layout::stateMemory(bufferization::AllocTensorOp copy) {
  Attribute space =
      joinMemorySpace(getTensorEncoding(copy.getType()), Attribute());
  // A memory space that is none cannot be stated, but is number 0.
  copy.setMemorySpaceAttr(
      space ? space : Builder(copy.getContext()).getI64IntegerAttr(0));
}

void layout::stateMemoryOfCopies(ModuleOp module) {
  module.walk([&](bufferization::AllocTensorOp copy) {
    if (!copy.getCopy() || copy.getMemorySpace() ||
        (getDepth(copy) < maxLoops && !isDeeplyNested(copy)))
      return;
    stateMemory(copy);
  });
}
