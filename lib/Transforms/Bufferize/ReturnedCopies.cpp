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
#include "Layout/Analysis/Functions/Reachability.h"
#include "Transforms/Support/SymbolUses.h"
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
      : flow(flow), symbols(symbols), returned(module) {
    AddressTaken addressTaken(module);
    module.walk([&](func::FuncOp function) {
      if (!function.isExternal() && addressTaken.contains(function))
        calledIndirectly.push_back(function);
    });
  }

  /// Returns the function that may return a copy as this result of the call;
  /// null if there is none.
  func::FuncOp find(OpResult result) {
    unsigned number = result.getResultNumber();
    for (func::FuncOp callee : getCallees(result.getOwner()))
      // Of two results that are one buffer, one is a copy.
      if (isShared({callee, number}) || isUnowned({callee, number}))
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
    llvm::copy_if(calledIndirectly, std::back_inserter(callees),
                  [&](func::FuncOp function) {
                    return llvm::equal(function.getResultTypes(),
                                       op->getResultTypes());
                  });
    return callees;
  }

  using Result = std::pair<func::FuncOp, unsigned>;

  bool isShared(Result result) {
    auto [it, isNew] = buffersOf.try_emplace(result.first);
    if (isNew)
      it->second = returned.find(result.first);
    return it->second[result.second].shared.has_value();
  }

  /// Returns true if the function may return what neither it nor a function
  /// that it calls has allocated.
  bool isUnowned(Result asked) {
    return unowned.find(
        asked, [&](Result result, SmallVectorImpl<Result> &ofCallees) {
          return returnsUnowned(result, ofCallees);
        });
  }

  /// The same, but for what callees return, which is added to `ofCallees`.
  bool returnsUnowned(Result result, SmallVectorImpl<Result> &ofCallees) {
    bool isFound = false;
    result.first.walk([&](func::ReturnOp op) {
      std::optional<SmallVector<Value>> origins =
          flow.getOrigins(op.getOperand(result.second));
      isFound |= !origins || llvm::any_of(*origins, [&](Value origin) {
        return !isOwned(origin, ofCallees);
      });
    });
    return isFound;
  }

  /// Returns true if the function owns what it allocates, or what a call
  /// returns; what callees return is added to `ofCallees`, as it may be a copy
  /// already.
  bool isOwned(Value origin, SmallVectorImpl<Result> &ofCallees) {
    Operation *op = origin.getDefiningOp();
    if (isa_and_nonnull<CallOpInterface>(op)) {
      for (func::FuncOp callee : getCallees(op))
        ofCallees.push_back(
            {callee, cast<OpResult>(origin).getResultNumber()});
      return true;
    }
    return isAllocation(origin) && !op->hasAttr(kLeftToProgram);
  }

  const BufferFlow &flow;
  SymbolTableCollection &symbols;
  SmallVector<func::FuncOp> calledIndirectly; ///< those with a body
  ReturnedBuffers returned;
  llvm::DenseMap<func::FuncOp, SmallVector<ReturnedBuffer>> buffersOf;
  Reachability<Result> unowned;
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
  // Of a write outside of the scope the questions for both of its pairs are
  // answered by no.
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

/// The operands of a function that are buffers, and its accesses that no
/// operand shows, by the memory that they may be of. Those of a result, of
/// which there may be thousands, are found without a look at all others.
struct FunctionUses {
  struct Use {
    Operation *op;
    OpOperand *operand; ///< null if no operand shows the access
    bool mayRead, mayWrite;
  };
  struct Group {
    SmallVector<unsigned> all, writes; ///< numbers of uses, in order

    void add(const SmallVectorImpl<Use> &uses) {
      all.push_back(uses.size() - 1);
      if (uses.back().mayWrite)
        writes.push_back(uses.size() - 1);
    }
  };

  SmallVector<Use> uses; ///< in the order of the walk
  /// How many uses there are up to an op, those in its regions included.
  llvm::DenseMap<Operation *, unsigned> endOf;
  llvm::DenseMap<const void *, Group> byOrigin;
  Group all, ofUnknown, ofOthers, unnamed;
  bool isOrdered = true; ///< no op is under way when others are executed
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
      // What is outside of functions is not executed.
      if (!call->getParentOfType<FunctionOpInterface>())
        return WalkResult::skip();
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
    SmallVector<const FunctionUses::Group *> groups = findGroups(result);
    // As in most programs: what is only read may be copied.
    if (llvm::none_of(groups,
                      [](auto *group) { return !group->writes.empty(); }))
      return success();
    Sides sides = split(result, groups);
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
           "from memory, that of a global, or one of more than "
        << BufferFlow::maxOrigins
        << " that it may return: buffer deallocation returns a "
           "copy, and what is written to one of the two may be read from the "
           "other; return nothing and write into an argument, inline '"
        << callee.getName() << "', or run layout-compile without 'deallocate'";
    diagnostic.attachNote(write->getLoc()) << what;
    return diagnostic;
  }

  /// Returns true if no program writes the memory.
  bool isConstant(OpResult result) {
    return llvm::all_of(getMemory(result), [&](const MemoryOrigin &origin) {
      return origin.global &&
             lookUpConstantGlobal(result.getOwner(), origin.global, symbols);
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

  /// What the function of an op does, found once.
  const FunctionUses &getUses(Operation *op) {
    Operation *function = op->getParentOfType<FunctionOpInterface>();
    auto [it, isNew] = usesOf.try_emplace(function);
    if (isNew)
      function->walk([&, &found = it->second](Operation *op) {
        found.isOrdered &= !isAsynchronous(op);
        for (OpOperand &operand : op->getOpOperands())
          if (isBuffer(operand.get()))
            addUse(operand, found);
        bool mayRead = effects->ofCalls.mayReadUnnamed(op);
        bool mayWrite = effects->ofCalls.mayWriteUnnamed(op);
        if (mayRead || mayWrite) {
          found.uses.push_back({op, nullptr, mayRead, mayWrite});
          found.unnamed.add(found.uses);
          found.all.add(found.uses);
        }
        found.endOf[op] = found.uses.size();
      });
    return it->second;
  }

  void addUse(OpOperand &operand, FunctionUses &found) {
    OperandEffect effect{false, false, false};
    if (getViews(operand).empty() && !isOnlyForwarded(operand))
      effect = getEffect(operand);
    found.uses.push_back(
        {operand.getOwner(), &operand, effect.mayRead, effect.mayWrite});
    found.all.add(found.uses);
    for (const MemoryOrigin &origin : getMemory(operand.get())) {
      if (!origin.isKnown())
        found.ofUnknown.add(found.uses);
      else
        found.byOrigin[getKey(origin)].add(found.uses);
      if (!isAlone(origin))
        found.ofOthers.add(found.uses);
    }
  }

  /// Returns the same for equal origins.
  static const void *getKey(const MemoryOrigin &origin) {
    if (Operation *site = origin.getAllocationSite())
      return site;
    return origin.argument ? origin.argument.getAsOpaquePointer()
                           : origin.global.getAsOpaquePointer();
  }

  /// Returns true if memory of any other known origin is other memory.
  bool isAlone(const MemoryOrigin &origin) {
    // If it is not said of one that is alone, that costs time only: aliases are
    // looked at.
    return origin.getAllocationSite() ||
           (origin.argument && effects->aliases.isOwn(origin.argument));
  }

  /// Returns what may be of the memory of the result: all that does not come
  /// from elsewhere for sure.
  SmallVector<const FunctionUses::Group *> findGroups(OpResult result) {
    const FunctionUses &uses = getUses(result.getOwner());
    SmallVector<const FunctionUses::Group *> groups{&uses.ofUnknown};
    for (const MemoryOrigin &origin : getMemory(result)) {
      if (!origin.isKnown())
        return {&uses.all};
      if (!isAlone(origin))
        groups.push_back(&uses.ofOthers);
      if (!origin.getAllocationSite() || effects->keepsAny)
        groups.push_back(&uses.unnamed);
      auto it = uses.byOrigin.find(getKey(origin));
      if (it != uses.byOrigin.end())
        groups.push_back(&it->second);
    }
    return groups;
  }

  Sides split(OpResult result, ArrayRef<const FunctionUses::Group *> groups) {
    const FunctionUses &uses = getUses(result.getOwner());
    Sides sides;
    sides.isOrdered = uses.isOrdered;
    sides.ofCopy = getLifetime(result);
    llvm::DenseSet<OpOperand *> onlyCopy = addCopy(result, sides);
    sides.ofBoth = sides.ofCopy;
    sides.memory = llvm::to_vector<2>(getMemory(result));
    for (const MemoryOrigin &origin : sides.memory) {
      Operation *site = origin.getAllocationSite();
      sides.isSeenOutside |= !site || effects->keepsAny;
      if (!site)
        site = result.getOwner()->getParentOfType<FunctionOpInterface>();
      sides.ofBoth = getCommon(sides.ofBoth, getWholeBlock(site));
    }
    // Of a copy that is only read, only the writes to the original count, and
    // only those between the call and a read: a buffer with thousands of calls
    // has as many of both. `ofBoth` is not needed then.
    bool isOnlyRead = sides.copy.writes.empty();
    auto [begin, end] =
        isOnlyRead && sides.isOrdered
            ? findBetween(result, sides, uses)
            : std::pair<unsigned, unsigned>(0, uses.uses.size());
    SmallVector<unsigned> numbers;
    for (const FunctionUses::Group *group : groups) {
      ArrayRef<unsigned> own = isOnlyRead ? group->writes : group->all;
      numbers.append(llvm::lower_bound(own, begin),
                     llvm::lower_bound(own, end));
    }
    llvm::sort(numbers);
    numbers.erase(llvm::unique(numbers), numbers.end());
    for (unsigned number : numbers)
      addOriginal(uses.uses[number], result, onlyCopy, sides);
    return sides;
  }

  /// Returns the range of the uses in the ops of the block in which there is a
  /// copy from the one with the call to the last with a read of the copy. What
  /// is outside does not come between the two in one execution of the block.
  static std::pair<unsigned, unsigned>
  findBetween(OpResult result, const Sides &sides, const FunctionUses &uses) {
    Operation *call = sides.ofCopy->findAncestorOpInBlock(*result.getOwner());
    Operation *before = call ? call->getPrevNode() : nullptr;
    // A function of several blocks is an op of the block itself, and the ops
    // before it have no uses here.
    unsigned begin = uses.endOf.lookup(before), end = begin;
    for (Operation *read : sides.copy.reads)
      if (Operation *op = sides.ofCopy->findAncestorOpInBlock(*read))
        end = std::max(end, uses.endOf.at(op));
    return {begin, end};
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

  /// Adds what is done to the original, under names that may be its own.
  void addOriginal(const FunctionUses::Use &use, OpResult result,
                   const llvm::DenseSet<OpOperand *> &onlyCopy, Sides &sides) {
    if (use.operand) {
      if (onlyCopy.contains(use.operand) ||
          !mayBeOriginal(use.operand->get(), result, sides))
        return;
      sides.ofBoth = getCommon(sides.ofBoth, getLifetime(use.operand->get()));
      for (Value name : flow.getNames(*use.operand))
        sides.ofBoth = getCommon(sides.ofBoth, getLifetime(name));
    } else if (!sides.isSeenOutside) {
      return;
    }
    sides.original.add(use.op, use.mayRead, use.mayWrite);
  }

  /// Most pairs are of known origins, the same or not.
  bool mayBeOriginal(Value buffer, OpResult result, const Sides &sides) {
    ArrayRef<MemoryOrigin> ofBuffer = getMemory(buffer);
    for (const MemoryOrigin &origin : sides.memory)
      // For the time only: it is what is found below, too.
      if (origin.isKnown() && llvm::is_contained(ofBuffer, origin))
        return true;
    bool areApart = llvm::all_of(sides.memory, [&](const MemoryOrigin &origin) {
      return llvm::all_of(ofBuffer, [&](const MemoryOrigin &other) {
        return origin.isKnown() && other.isKnown() &&
               (isAlone(origin) || isAlone(other));
      });
    });
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
    // The other ops, such as memref.realloc, access what they forward, too.
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
  llvm::DenseMap<Operation *, FunctionUses> usesOf;           ///< by function
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
