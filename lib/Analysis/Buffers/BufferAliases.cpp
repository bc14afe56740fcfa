//===- BufferAliases.cpp - Alias analysis of buffers ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferAliases.h"

#include "Layout/IR/Layout.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// By origins alone
//===----------------------------------------------------------------------===//

Value layout::getViewRoot(Value buffer) {
  // Where control never comes, an op may be a view of itself.
  llvm::SmallPtrSet<Value, 4> seen;
  while (Value source = getViewSource(buffer)) {
    if (!seen.insert(buffer).second)
      break;
    buffer = source;
  }
  return buffer;
}

bool layout::isConstantGlobal(Value origin) {
  auto get = origin.getDefiningOp<memref::GetGlobalOp>();
  auto global = get ? SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                          get, get.getNameAttr())
                    : memref::GlobalOp();
  return global && global.getConstant();
}

/// On a device, textures are no part of other memory. A kernel sees an image
/// that it writes by one name only, which `layout-stage-launches` checks; who
/// calls another function of a device may give it one image twice.
static bool areApartAsTextures(Value a, Value b) {
  bool isOne = isInTextureMemory(a.getType()),
       isOther = isInTextureMemory(b.getType());
  if (!isOne && !isOther)
    return false;
  TracedFunction function =
      getFunctionAround(a.getParentBlock()->getParentOp(), /*orItself=*/true);
  if (!function || !function.isOnDevice())
    return false;
  auto isArgument = [&](Value value) {
    return getFunctionOfArgument(value).getOperation() == function;
  };
  return isOne != isOther ||
         (function.isKernel() && isArgument(a) && isArgument(b));
}

/// Of memory that is known, and not the same.
static bool areApart(const MemoryOrigin &a, const MemoryOrigin &b,
                     function_ref<bool(BlockArgument)> isGuaranteed) {
  auto isShared = [&](const MemoryOrigin &origin) {
    return origin.global || (origin.argument && !isGuaranteed(origin.argument));
  };
  return a.isKnown() && b.isKnown() && !(a == b) &&
         ((a.global && b.global) || !isShared(a) || !isShared(b));
}

bool layout::areDistinctByOrigin(Value a, Value b) {
  a = getViewRoot(a);
  b = getViewRoot(b);
  return !BufferFlow::isSameOrigin(a, b) &&
         (areApartAsTextures(a, b) ||
          areApart(getMemoryOrigin(a), getMemoryOrigin(b), isGuaranteedAlone) ||
          isConstantGlobal(a) || isConstantGlobal(b));
}

//===----------------------------------------------------------------------===//
// Who else knows of a buffer
//===----------------------------------------------------------------------===//

BufferAliases::BufferAliases(const BufferFlow &flow, EffectReader getEffect,
                             GuaranteeReader isGuaranteed)
    : flow(flow), getEffect(std::move(getEffect)),
      isGuaranteed(std::move(isGuaranteed)), origins(flow, symbols) {}

bool BufferAliases::isForwarded(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  return isReturn(op) || !getViews(operand).empty() ||
         (!isa<MemoryEffectOpInterface>(op) && !flow.getNames(operand).empty());
}

bool BufferAliases::isEscaped(Value origin) {
  auto [it, isNew] = escaped.try_emplace(origin, false);
  if (!isNew)
    return it->second;
  bool found = false;
  flow.forEachUser(origin, [&](OpOperand &operand, bool) {
    found = found || (!isForwarded(operand) && getEffect(operand).escapes);
  });
  return escaped[origin] = found;
}

bool BufferAliases::isOwn(Value origin) {
  MemoryOrigin memory = getMemoryOrigin(origin);
  return memory.argument ? isGuaranteed(memory.argument)
                         : memory.getAllocationSite() != nullptr;
}

bool BufferAliases::isHidden(Value origin) {
  return isOwn(origin) && !isEscaped(origin);
}

bool BufferAliases::isForeign(Value origin) {
  auto isForeignMemory = [&](const MemoryOrigin &memory) {
    return !memory.isKnown() ||
           (memory.argument && !isGuaranteed(memory.argument));
  };
  return !isInTextureMemory(origin.getType()) &&
         llvm::any_of(origins.find(origin), isForeignMemory) &&
         getDistinctNames(origin).empty();
}

//===----------------------------------------------------------------------===//
// Buffers that are said to be distinct
//===----------------------------------------------------------------------===//

/// Returns true if this is the same buffer throughout one execution of its
/// function.
static bool isMadeOnce(Value buffer) {
  Block *block = buffer.getParentBlock();
  return block->isEntryBlock() &&
         isa<FunctionOpInterface>(block->getParentOp());
}

/// The names that a `memref.distinct_objects` gives, through one of which all
/// goes that is done under `name`: `name` is one of them or a view of it, or a
/// root without other uses. An op that is executed more than once may be about
/// another buffer each time, unless the buffer is allocated once.
SmallVector<OpResult, 1> BufferAliases::getDistinctNames(Value name) {
  SmallVector<OpResult, 1> names;
  auto add = [&](Operation *op, unsigned number) {
    if (op->hasTrait<OpTrait::DistinctObjectsTrait>() &&
        isMadeOnce(op->getOperand(number)))
      names.push_back(op->getResult(number));
  };
  constexpr unsigned maxViews = 64;
  Value root = name;
  for (unsigned n = 0; n < maxViews; ++n) {
    if (auto result = dyn_cast<OpResult>(root))
      add(result.getOwner(), result.getResultNumber());
    Value source = flow.getSource(root);
    if (!source)
      break;
    root = source;
  }
  auto onlyAsks = [&](OpOperand &use) {
    return isMemoryEffectFree(use.getOwner()) && getViews(use).empty() &&
           flow.getNames(use).empty() && !getEffect(use).escapes;
  };
  // With two uses of the root, accesses under `name` need not go through the
  // op.
  OpOperand *only = nullptr;
  for (OpOperand &use : root.getUses())
    if (!onlyAsks(use)) {
      if (std::exchange(only, &use))
        return names;
    }
  if (only)
    add(only->getOwner(), only->getOperandNumber());
  return names;
}

bool BufferAliases::areSaidDistinct(Value a, Value b) {
  SmallVector<OpResult, 1> ours = getDistinctNames(a);
  if (ours.empty())
    return false;
  SmallVector<OpResult, 1> theirs = getDistinctNames(b);
  return llvm::any_of(ours, [&](OpResult one) {
    return llvm::any_of(theirs, [&](OpResult other) {
      return one != other && one.getOwner() == other.getOwner();
    });
  });
}

//===----------------------------------------------------------------------===//
// The oracle
//===----------------------------------------------------------------------===//

bool BufferAliases::areDistinctOrigins(Value a, Value b) {
  if (BufferFlow::isSameOrigin(a, b))
    return false;
  if (areApartAsTextures(a, b) || areSaidDistinct(a, b))
    return true;
  auto isApart = [&](const MemoryOrigin &one, const MemoryOrigin &other) {
    // A buffer that has escaped may come back from anywhere.
    if (!one.isKnown() || !other.isKnown())
      return isHidden(a) || isHidden(b);
    return areApart(one, other, isGuaranteed);
  };
  SmallVector<MemoryOrigin, 2> ofA = origins.find(a), ofB = origins.find(b);
  auto areAllApart = [&](const MemoryOrigin &one) {
    return llvm::all_of(
        ofB, [&](const MemoryOrigin &other) { return isApart(one, other); });
  };
  return llvm::all_of(ofA, areAllApart) || isConstantGlobal(a) ||
         isConstantGlobal(b) || LocalAliasAnalysis().alias(a, b).isNo();
}

bool BufferAliases::areDistinct(Value a, Value b) {
  if (areSaidDistinct(a, b))
    return true;
  auto ours = flow.getOrigins(a), theirs = flow.getOrigins(b);
  return ours && theirs && llvm::all_of(*ours, [&](Value one) {
           return llvm::all_of(*theirs, [&](Value other) {
             return areDistinctOrigins(one, other);
           });
         });
}

bool BufferAliases::mayBeOneMemory(Value a, Value b) {
  if (a == b)
    return true;
  if (a.getAsOpaquePointer() > b.getAsOpaquePointer())
    std::swap(a, b);
  // Until it is known, the answer that licenses nothing.
  auto [it, isNew] = known.try_emplace({a, b}, true);
  if (!isNew)
    return it->second;
  return known[{a, b}] = !areDistinct(a, b);
}

bool BufferAliases::mayBeUnderOtherName(Value root, Value other) {
  std::optional<SmallVector<Value>> theirs = flow.getOrigins(other);
  return !theirs || llvm::any_of(*theirs, [&](Value origin) {
    return origin != root && mayBeOneMemory(root, origin);
  });
}

bool BufferAliases::mustBeOneMemory(Value a, Value b) {
  if (BufferFlow::isSameOrigin(flow.getRoot(a), flow.getRoot(b)))
    return true;
  // An op that is executed again makes another buffer.
  SmallVector<MemoryOrigin, 2> ofA = origins.find(a), ofB = origins.find(b);
  return ofA.size() == 1 && ofA == ofB && ofA.front().isKnown() &&
         llvm::all_of(ofA.front().makers, [](Operation *maker) {
           return isMadeOnce(maker->getResult(0));
         });
}

//===----------------------------------------------------------------------===//
// Storage under two layouts
//===----------------------------------------------------------------------===//

/// Without an op that shows a storage under another layout, two layouts are two
/// storages.
static bool hasBridges(Operation *module) {
  return module
      ->walk([](Operation *inner) {
        return isa<AsPhysicalOp, AsLogicalOp>(inner) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

/// The oracle and what it is built on.
struct AliasesOfScope {
  explicit AliasesOfScope(Operation *scope) : flow(scope), aliases(flow) {}
  BufferFlow flow;
  BufferAliases aliases;
};

} // namespace

struct StorageAliases::Known {
  std::optional<AliasesOfScope> bridged; ///< nullopt: two storages
};

StorageAliases::StorageAliases(ModuleOp module) : module(module) {}
StorageAliases::~StorageAliases() = default;

bool StorageAliases::operator()(Value a, Value b) {
  Value rootA = getViewRoot(a), rootB = getViewRoot(b);
  if (rootA == rootB ||
      (getMemoryOrigin(rootA).isKnown() && getMemoryOrigin(rootB).isKnown()))
    return BufferFlow::isSameOrigin(rootA, rootB);
  // Once per plan. Without the cache, each conversion of a buffer of unknown
  // origin walked the module: 4000 of them took 10.8 s, and take 0.3 s.
  if (!known) {
    known = std::make_unique<Known>();
    if (hasBridges(module))
      known->bridged.emplace(module);
  }
  return known->bridged && known->bridged->aliases.canMeet(a, b);
}

//===----------------------------------------------------------------------===//
// For upstream's analysis
//===----------------------------------------------------------------------===//

struct BufferAliasAnalysis::Known : AliasesOfScope {
  using AliasesOfScope::AliasesOfScope;
};

BufferAliasAnalysis::BufferAliasAnalysis(Operation *scope)
    : known(std::make_shared<Known>(scope)) {}

bool BufferAliasAnalysis::areDistinct(Value a, Value b) const {
  auto getFunction = [](Value value) {
    return value.getParentRegion()->getParentOfType<FunctionOpInterface>();
  };
  return a != b && isa<BaseMemRefType>(a.getType()) &&
         isa<BaseMemRefType>(b.getType()) && getFunction(a) == getFunction(b) &&
         !known->aliases.mayBeOneMemory(a, b);
}

AliasResult BufferAliasAnalysis::aliasImpl(Value a, Value b) {
  return areDistinct(a, b) ? AliasResult(AliasResult::NoAlias)
                           : LocalAliasAnalysis::aliasImpl(a, b);
}

AliasResult BufferAliasAnalysis::alias(Value a, Value b) {
  return areDistinct(a, b) ? AliasResult(AliasResult::NoAlias)
                           : LocalAliasAnalysis::alias(a, b);
}
