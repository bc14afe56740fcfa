//===- ReturnedCopies.cpp - Copies that deallocation returns --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy parts the names of one memory: those of the result of the call, to
// which what other calls make of it belongs, and all others, the original. Each
// call is looked at by itself, as if it were the only one that copies. If no
// access on one side sees a write on the other, the program with the copy does
// the same, and so the next call may be looked at in it.
//
//===----------------------------------------------------------------------===//

#include "ReturnedCopies.h"

#include "KeptBuffers.h"
#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/ReturnedBuffers.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

static bool isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

/// Returns true if some buffer may be reached otherwise than by values.
static bool keepsAny(ModuleOp module, const BufferFlow &flow) {
  return module
      .walk([&](Operation *op) {
        for (OpOperand &operand : op->getOpOperands())
          if (keepsBuffer(operand, flow))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// What may be a copy
//===----------------------------------------------------------------------===//

namespace {

/// The results of functions of which deallocation may return a copy.
class CopiedResults {
public:
  CopiedResults(ModuleOp module, const BufferFlow &flow,
                SymbolTableCollection &symbols)
      : module(module), flow(flow), symbols(symbols), addressTaken(module),
        returned(module) {}

  /// Returns the function that may return a copy as this result of the call;
  /// null if there is none.
  func::FuncOp find(OpResult result) {
    for (func::FuncOp callee : getCallees(result.getOwner()))
      if (mayBeCopy(callee, result.getResultNumber()))
        return callee;
    return {};
  }

private:
  /// The functions that the call may reach and whose body is here.
  SmallVector<func::FuncOp> getCallees(Operation *op) {
    SmallVector<func::FuncOp> callees;
    if (auto call = dyn_cast<func::CallOp>(op)) {
      auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          call, call.getCalleeAttr());
      if (callee && !callee.isExternal())
        callees.push_back(callee);
      return callees;
    }
    module.walk([&](func::FuncOp function) {
      if (!function.isExternal() && addressTaken.contains(function) &&
          llvm::equal(function.getResultTypes(), op->getResultTypes()))
        callees.push_back(function);
    });
    return callees;
  }

  bool mayBeCopy(func::FuncOp function, unsigned number) {
    auto [it, isNew] = known.try_emplace({function, number}, false);
    if (!isNew)
      return it->second;
    // Of two results that are one buffer, one is a copy.
    bool isCopy = returned.find(function)[number].shared.has_value();
    llvm::SetVector<std::pair<func::FuncOp, unsigned>> open;
    open.insert({function, number});
    for (size_t i = 0; i < open.size() && !isCopy; ++i) {
      auto [callee, result] = open[i];
      callee.walk([&, result = result](func::ReturnOp op) {
        std::optional<SmallVector<Value>> origins =
            flow.getOrigins(op.getOperand(result));
        isCopy |= !origins || llvm::any_of(*origins, [&](Value origin) {
          return !isOwned(origin, open);
        });
      });
    }
    return known[{function, number}] = isCopy;
  }

  /// Returns true if the function owns what it allocates, or what a call
  /// returns; what callees return is added to `open`, as it may be a copy
  /// already.
  bool isOwned(Value origin,
               llvm::SetVector<std::pair<func::FuncOp, unsigned>> &open) {
    Operation *op = origin.getDefiningOp();
    if (isa_and_nonnull<CallOpInterface>(op)) {
      for (func::FuncOp callee : getCallees(op))
        open.insert({callee, cast<OpResult>(origin).getResultNumber()});
      return true;
    }
    return isAllocation(origin) && !op->hasAttr(kLeftToProgram);
  }

  ModuleOp module;
  const BufferFlow &flow;
  SymbolTableCollection &symbols;
  AddressTaken addressTaken;
  ReturnedBuffers returned;
  llvm::DenseMap<std::pair<Operation *, unsigned>, bool> known;
};

} // namespace

//===----------------------------------------------------------------------===//
// In which order
//===----------------------------------------------------------------------===//

/// Returns the innermost block around `op` that is executed from its beginning
/// to its end: the only one of its region.
static Block *getWholeBlock(Operation *op) {
  Block *block = op->getBlock();
  while (!block->getParent()->hasOneBlock())
    block = block->getParentOp()->getBlock();
  return block;
}

/// Returns the block of one execution of which `value` is a name.
static Block *getLifetime(Value value) {
  Operation *op = value.getDefiningOp();
  return getWholeBlock(op ? op : value.getParentBlock()->getParentOp());
}

/// Returns the innermost block around both that is executed as a whole.
static Block *getCommon(Block *a, Block *b) {
  while (!a->getParentOp()->isAncestor(b->getParentOp()) ||
         (a != b && !a->findAncestorOpInBlock(*b->getParentOp())))
    a = getWholeBlock(a->getParentOp());
  return a;
}

/// Returns true if `block` may be executed more than once in one execution of
/// `scope`, which is around it. There are no loops of blocks.
static bool mayRepeat(Block *block, Block *scope) {
  for (; block != scope; block = block->getParentOp()->getBlock())
    if (!isa<FunctionOpInterface, scf::IfOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, affine::AffineIfOp, memref::AllocaScopeOp>(
            block->getParentOp()))
      return true;
  return false;
}

/// Returns true if `later` may be executed after `earlier`, or they are one op,
/// in one execution of `scope`.
static bool mayFollow(Operation *later, Operation *earlier, Block *scope) {
  if (!scope->findAncestorOpInBlock(*later) ||
      !scope->findAncestorOpInBlock(*earlier))
    return false;
  Block *block = earlier->getBlock();
  while (!block->findAncestorOpInBlock(*later))
    block = block->getParentOp()->getBlock();
  Operation *first = block->findAncestorOpInBlock(*earlier);
  Operation *second = block->findAncestorOpInBlock(*later);
  return first == second || first->isBeforeInBlock(second) ||
         mayRepeat(block, scope);
}

//===----------------------------------------------------------------------===//
// What is accessed
//===----------------------------------------------------------------------===//

namespace {

/// The ops that access one side.
struct Side {
  SmallVector<Operation *> reads, writes;

  void add(Operation *op, bool mayRead, bool mayWrite) {
    if (mayRead)
      reads.push_back(op);
    if (mayWrite)
      writes.push_back(op);
  }
};

/// Two sides of one memory, and how long each is accessed.
struct Sides {
  Side copy, original;
  Block *ofCopy, *ofBoth;
  SmallVector<MemoryOrigin, 2> memory; ///< origins of the result
  bool isSeenOutside = false; ///< the original, where values do not tell
  bool isOrdered = true;      ///< no op is under way when others are executed

  bool mayFollow(Operation *later, Operation *earlier, Block *scope) const {
    return !isOrdered || ::mayFollow(later, earlier, scope);
  }
  /// Returns true if the op may be executed while there is a copy that the call
  /// has returned.
  bool mayFollowCall(Operation *later, Operation *call) const {
    return later == call ? !isOrdered || mayRepeat(call->getBlock(), ofCopy)
                         : mayFollow(later, call, ofCopy);
  }
};

class ReturnedCopies {
public:
  explicit ReturnedCopies(ModuleOp module)
      : module(module), flow(module), copied(module, flow, symbols) {}

  LogicalResult check() {
    WalkResult result = module.walk([&](CallOpInterface call) {
      for (OpResult result : call->getResults())
        if (isBuffer(result))
          if (func::FuncOp callee = copied.find(result))
            if (failed(check(result, callee)))
              return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

private:
  /// What the ops of a function do, by their callees, too.
  struct Effects {
    Effects(ModuleOp module, const BufferFlow &flow,
            SymbolTableCollection &symbols)
        : modes(module, symbols, flow), ofCalls(modes, symbols),
          aliases(flow,
                  [this](OpOperand &operand) {
                    return ofCalls.getEffect(operand);
                  }),
          keepsAny(::keepsAny(module, flow)) {}
    AccessModes modes;
    CallEffects ofCalls;
    BufferAliases aliases;
    bool keepsAny;
  };

  LogicalResult check(OpResult result, func::FuncOp callee) {
    if (!effects)
      effects.emplace(module, flow, symbols);
    if (isConstant(result))
      return success();
    Sides sides = split(result);
    if (sides.isSeenOutside && !sides.copy.writes.empty())
      return refuse(result, callee, sides.copy.writes.front(),
                    "this may write the result");
    for (Operation *write : sides.copy.writes)
      for (Operation *read : sides.original.reads)
        if (sides.mayFollow(read, write, sides.ofBoth))
          return refuse(result, callee, write, "this may write the result");
    for (Operation *write : sides.original.writes) {
      if (!sides.mayFollowCall(write, result.getOwner()))
        continue;
      for (Operation *read : sides.copy.reads)
        if (sides.mayFollow(read, write, sides.ofCopy))
          return refuse(result, callee, write, "this may write the original");
    }
    return success();
  }

  static LogicalResult refuse(OpResult result, func::FuncOp callee,
                              Operation *write, StringRef what) {
    InFlightDiagnostic diagnostic = result.getOwner()->emitOpError();
    diagnostic
        << "returns a buffer that '" << callee.getName()
        << "' may not own, as its argument, a view of one, one that is loaded "
           "from memory, or that of a global: buffer deallocation returns a "
           "copy, and what is written to one of the two may be read from the "
           "other; return nothing and write into an argument, inline '"
        << callee.getName() << "', or run layout-compile without 'deallocate'";
    diagnostic.attachNote(write->getLoc()) << what;
    return diagnostic;
  }

  /// Returns true if no program writes the memory.
  bool isConstant(OpResult result) {
    return llvm::all_of(getMemory(result), [&](const MemoryOrigin &origin) {
      auto global = origin.global
                        ? symbols.lookupNearestSymbolFrom<memref::GlobalOp>(
                              result.getOwner(), origin.global)
                        : memref::GlobalOp();
      return global && global.getConstant();
    });
  }

  OperandEffect getEffect(OpOperand &operand) {
    Operation *op = operand.getOwner();
    // Results, which may be the buffer, are names of their own.
    if (auto call = dyn_cast<TracedCall>(op)) {
      TracedFunction callee = call.lookUpCallee(symbols);
      std::optional<unsigned> argument = call.getArgumentNumber(operand);
      bool isRead =
          callee && argument &&
          effects->modes.getMode(callee, *argument) == AccessMode::Read;
      return {true, !isRead, false};
    }
    // The caller has it then: calls of this function are checked, too.
    if (isReturn(op))
      return {true, false, false};
    if (isDeallocation(operand))
      return {false, false, false};
    OperandEffect effect = getOperandEffect(operand);
    effect.mayRead |= effect.escapes;
    effect.mayWrite |= effect.escapes;
    return effect;
  }

  Sides split(OpResult result) {
    Operation *function =
        result.getOwner()->getParentOfType<FunctionOpInterface>();
    Sides sides;
    sides.ofCopy = getLifetime(result);
    llvm::DenseSet<OpOperand *> onlyCopy = addCopy(result, sides);
    sides.ofBoth = sides.ofCopy;
    sides.memory = llvm::to_vector<2>(getMemory(result));
    for (const MemoryOrigin &origin : sides.memory) {
      Operation *site = origin.getAllocationSite();
      sides.isSeenOutside |= !site || effects->keepsAny;
      sides.ofBoth =
          getCommon(sides.ofBoth, getWholeBlock(site ? site : function));
    }
    function->walk([&](Operation *op) {
      sides.isOrdered &= !isAsynchronous(op);
      addOriginal(op, result, onlyCopy, sides);
    });
    return sides;
  }

  /// Adds the accesses of the result under all names, and of what calls make of
  /// it. Returns the operands that are no names of anything else.
  llvm::DenseSet<OpOperand *> addCopy(OpResult result, Sides &sides) {
    llvm::SetVector<Value> roots;
    llvm::SetVector<OpOperand *> uses;
    roots.insert(result);
    for (size_t i = 0; i < roots.size(); ++i) {
      auto add = [&](OpOperand &use) {
        uses.insert(&use);
        sides.ofCopy = getCommon(sides.ofCopy, getLifetime(use.get()));
        for (Value name : flow.getNames(use))
          sides.ofCopy = getCommon(sides.ofCopy, getLifetime(name));
      };
      flow.forEachUser(
          roots[i],
          [&](OpOperand &use, bool) {
            add(use);
            OperandEffect effect = getEffect(use);
            sides.copy.add(use.getOwner(), effect.mayRead, effect.mayWrite);
            if (isa<CallOpInterface>(use.getOwner()))
              for (Value made : use.getOwner()->getResults())
                if (isBuffer(made)) {
                  roots.insert(made);
                  sides.ofCopy = getCommon(sides.ofCopy, getLifetime(made));
                }
          },
          add);
    }
    llvm::DenseSet<OpOperand *> only;
    for (OpOperand *use : uses) {
      std::optional<SmallVector<Value>> origins = flow.getOrigins(use->get());
      if (origins && llvm::all_of(*origins, [&](Value origin) {
            return roots.contains(origin);
          }))
        only.insert(use);
    }
    return only;
  }

  /// Adds what the op does to the original, under names that may be its own.
  void addOriginal(Operation *op, OpResult result,
                   const llvm::DenseSet<OpOperand *> &onlyCopy, Sides &sides) {
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isBuffer(operand.get()) || onlyCopy.contains(&operand) ||
          !mayBeOriginal(operand.get(), result, sides))
        continue;
      sides.ofBoth = getCommon(sides.ofBoth, getLifetime(operand.get()));
      for (Value name : flow.getNames(operand))
        sides.ofBoth = getCommon(sides.ofBoth, getLifetime(name));
      if (!getViews(operand).empty() || isOnlyForwarded(operand))
        continue;
      OperandEffect effect = getEffect(operand);
      sides.original.add(op, effect.mayRead, effect.mayWrite);
    }
    if (sides.isSeenOutside)
      sides.original.add(op, effects->ofCalls.mayReadUnnamed(op),
                         effects->ofCalls.mayWriteUnnamed(op));
  }

  /// Most pairs are of known origins, the same or not.
  bool mayBeOriginal(Value buffer, OpResult result, const Sides &sides) {
    auto isApart = [](const MemoryOrigin &a, const MemoryOrigin &b) {
      return a.isKnown() && b.isKnown() && !(a == b) &&
             (a.getAllocationSite() || b.getAllocationSite());
    };
    bool areApart = true;
    for (const MemoryOrigin &other : getMemory(buffer))
      for (const MemoryOrigin &origin : sides.memory) {
        if (origin.isKnown() && origin == other)
          return true;
        areApart &= isApart(origin, other);
      }
    return !areApart && effects->aliases.mayBeOneMemory(result, buffer);
  }

  /// Returns the origins of a buffer, found once for each root.
  ArrayRef<MemoryOrigin> getMemory(Value buffer) {
    auto [root, isNewValue] = roots.try_emplace(buffer);
    if (isNewValue)
      root->second = flow.getRoot(buffer);
    auto [it, isNew] = memory.try_emplace(root->second);
    if (isNew)
      it->second = effects->aliases.getMemory(buffer);
    return it->second;
  }

  bool isOnlyForwarded(OpOperand &operand) const {
    Operation *op = operand.getOwner();
    return !flow.getNames(operand).empty() &&
           (!isa<MemoryEffectOpInterface>(op) || isMemoryEffectFree(op));
  }

  ModuleOp module;
  SymbolTableCollection symbols;
  BufferFlow flow;
  CopiedResults copied;
  std::optional<Effects> effects;
  llvm::DenseMap<Value, Value> roots;
  llvm::DenseMap<Value, SmallVector<MemoryOrigin, 2>> memory; ///< by root
};

} // namespace

LogicalResult layout::checkReturnedCopies(ModuleOp module) {
  WalkResult returnsAny = module.walk([](CallOpInterface call) {
    return llvm::any_of(call->getResults(), isBuffer) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
  });
  if (!returnsAny.wasInterrupted())
    return success();
  return ReturnedCopies(module).check();
}
