//===- MemoryOrigins.cpp - Origins of memory through calls ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/MemoryOrigins.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if both have a known origin in common.
static bool haveCommon(ArrayRef<MemoryOrigin> a, ArrayRef<MemoryOrigin> b) {
  return llvm::any_of(b, [&](const MemoryOrigin &origin) {
    return origin.isKnown() && llvm::is_contained(a, origin);
  });
}

/// Returns true if `value` is an argument of its function.
static bool isPassed(Value value) {
  return isa_and_nonnull<TracedFunction>(
      getFunctionOfArgument(value).getOperation());
}

/// Too many origins are not distinguished.
static void addOrigin(MemoryOrigin origin,
                      SmallVectorImpl<MemoryOrigin> &origins) {
  if (llvm::is_contained(origins, origin))
    return;
  if (origins.size() < MemoryOrigins::maxOrigins)
    origins.push_back(std::move(origin));
  else
    origins.assign(1, MemoryOrigin());
}

bool layout::isAllocation(Value value) {
  if (!isa<BaseMemRefType>(value.getType()))
    return false;
  auto interface =
      dyn_cast_or_null<MemoryEffectOpInterface>(value.getDefiningOp());
  if (!interface || interface.hasEffect<MemoryEffects::Free>())
    return false;
  // Facts state an allocation, too, of a resource that is no memory.
  auto made = interface.getEffectOnValue<MemoryEffects::Allocate>(value);
  return made && isa<SideEffects::DefaultResource,
                     SideEffects::AutomaticAllocationScopeResource>(
                     made->getResource());
}

bool layout::onlyAllocates(Operation *op) {
  // With several results, one may be another name of the memory of the other.
  return op->getNumResults() == 1 && isAllocation(op->getResult(0)) &&
         hasSingleEffect<MemoryEffects::Allocate>(op) &&
         llvm::none_of(op->getOperandTypes(),
                       llvm::IsaPred<gpu::AsyncTokenType>);
}

bool layout::onlyFrees(Operation *op) {
  return op->getNumOperands() == 1 && op->getNumResults() == 0 &&
         hasSingleEffect<MemoryEffects::Free>(op);
}

bool layout::isGuaranteedAlone(BlockArgument argument) {
  FunctionOpInterface function = getFunctionOfArgument(argument);
  unsigned index = argument.getArgNumber();
  return function &&
         (isLaidOut(argument.getType()) ||
          function.getArgAttr(index, "llvm.noalias") ||
          function.getArgAttr(index, LayoutDialect::kTransformAttrName));
}

MemoryOrigin layout::getMemoryOrigin(Value root) {
  if (auto get = root.getDefiningOp<memref::GetGlobalOp>())
    return {{}, get.getNameAttr().getAttr(), {}};
  if (isAllocation(root))
    return {{}, {}, {root.getDefiningOp()}};
  return isPassed(root) ? MemoryOrigin{cast<BlockArgument>(root), {}, {}}
                        : MemoryOrigin();
}

void MemoryOrigins::add(Value buffer, Origins &origins, bool throughCalls) {
  std::optional<SmallVector<Value>> values = flow.getOrigins(buffer);
  if (!values || flow.isUnknown(flow.getRoot(buffer)))
    addOrigin({}, origins);
  if (!values)
    return;
  for (Value value : *values)
    if (!isa_and_nonnull<TracedCall>(value.getDefiningOp()))
      addOrigin(getMemoryOrigin(value), origins);
    else if (throughCalls)
      addResult(cast<OpResult>(value), origins);
}

/// Looks up what `key` has, or finds it; nullopt while that is under way. What
/// is found inside of a cycle knows only part of it, and is not kept.
template <typename Key>
std::optional<MemoryOrigins::Summary>
MemoryOrigins::lookUpOrFind(llvm::DenseMap<Key, std::optional<Summary>> &kept,
                            Key key, llvm::function_ref<Summary()> find) {
  auto [known, isNew] = kept.try_emplace(key);
  if (!isNew) {
    isCut |= !known->second;
    return known->second;
  }
  bool wasCut = std::exchange(isCut, false);
  Summary found = find();
  if (isCut && depth > 0)
    kept.erase(key);
  else
    kept[key] = found;
  isCut |= wasCut;
  return found;
}

/// What a call returns. A name that goes through the call in a loop is not
/// followed around it.
void MemoryOrigins::addResult(OpResult result, Origins &origins) {
  std::optional<Summary> found =
      lookUpOrFind(results, Value(result), [&] { return findResult(result); });
  if (!found)
    return addUnknown(cast<TracedCall>(result.getOwner()), origins);
  for (const MemoryOrigin &origin : *found)
    addOrigin(origin, origins);
}

/// Its allocation site is the call if the callee allocates it.
MemoryOrigins::Summary MemoryOrigins::findResult(OpResult result) {
  Summary origins;
  auto call = cast<TracedCall>(result.getOwner());
  TracedFunction callee = call.lookUpCallee(symbols);
  // Without a body, the result may be any memory.
  if (!callee || callee.isExternal())
    return {MemoryOrigin()};
  ++depth;
  // Recursion ends here, too.
  bool isBeyond = depth > maxDepth || ++numSteps > maxSteps;
  isCut |= isBeyond;
  std::optional<Summary> returned;
  if (!isBeyond)
    returned = summarize(callee, result.getResultNumber());
  if (!returned)
    addUnknown(call, origins);
  else
    for (MemoryOrigin &origin : *returned) {
      // An argument of the callee is the operand of this call.
      if (origin.argument) {
        add(call.getArguments()[origin.argument.getArgNumber()], origins);
        continue;
      }
      if (origin.getAllocationSite())
        origin.makers.insert(origin.makers.begin(), call);
      addOrigin(std::move(origin), origins);
    }
  --depth;
  return origins;
}

/// What `callee` returns, in its own terms; nullopt while that is being found.
std::optional<MemoryOrigins::Summary>
MemoryOrigins::summarize(TracedFunction callee, unsigned result) {
  std::pair<Operation *, unsigned> key(callee, result);
  return lookUpOrFind(summaries, key, [&] {
    Summary returned;
    for (Block &block : callee.getFunctionBody())
      if (Operation *terminator = block.getTerminator(); isReturn(terminator))
        add(terminator->getOperand(result), returned);
    return returned;
  });
}

/// A callee that calls itself, or too many others, may return any memory, and
/// first of all what it is given.
void MemoryOrigins::addUnknown(TracedCall call, Origins &origins) {
  addOrigin({}, origins);
  for (Value operand : call.getArguments())
    if (isa<BaseMemRefType>(operand.getType()))
      add(operand, origins, /*throughCalls=*/false);
}

SmallVector<MemoryOrigin, 2> MemoryOrigins::find(Value buffer) {
  numSteps = 0;
  isCut = false;
  Summary origins;
  add(buffer, origins);
  return origins;
}

bool MemoryOrigins::mayMeet(Value a, Value b) {
  std::optional<SmallVector<Value>> ofA = flow.getOrigins(a),
                                    ofB = flow.getOrigins(b);
  if (flow.mayMeet(a, b) || !ofA || !ofB)
    return true;
  // What one origin has under both names at different times, the flow knows.
  return llvm::any_of(*ofA, [&](Value one) {
    return llvm::any_of(*ofB, [&](Value other) {
      return !BufferFlow::isSameOrigin(one, other) &&
             haveCommon(find(one), find(other));
    });
  });
}
