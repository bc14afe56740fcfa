//===- CloneCallees.cpp - Cloning callees for layouts ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CloneCallees.h"

#include "Layout/Analysis/Functions/FunctionGraph.h"
#include "Layout/IR/Requests.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LayoutGroups.h"
#include "Transforms/Storage/ChangeCall.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if more than one layout is requested in the module.
static bool hasSeveralLayouts(ModuleOp module) {
  BufferAttr first;
  auto isAnother = [&](BufferAttr layout) {
    if (!first)
      first = layout;
    return layout && layout != first;
  };
  StringRef attribute = LayoutDialect::kTransformAttrName;
  return module
      .walk([&](Operation *op) {
        bool found = isAnother(op->getAttrOfType<BufferAttr>(attribute));
        if (auto function = dyn_cast<TracedFunction>(op);
            function && !function.isExternal() && makesRequest(op, attribute))
          for (BlockArgument argument : function.getFunctionBody().getArguments())
            found |= isAnother(getRequestedLayout(argument));
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Making copies
//===----------------------------------------------------------------------===//

namespace mlir::layout {

/// Groups of buffers as if calls of the functions that may be copied were not
/// there. First, from the callees up, each such call unites in its caller what
/// the function unites; then, from the callers down, its calls are sorted by
/// the layouts that they pass, and the function gets a copy for each sort.
class CalleeCloner {
public:
  CalleeCloner(ModuleOp module, const AssignOptions &options)
      : module(module), uses(module, symbols), interfaces(uses, options),
        whole(uses, interfaces), groups(uses, interfaces) {}

  CalleeClones run() {
    findContested();
    if (contested.empty())
      return {};
    connectUpwards();
    for (TracedFunction function : llvm::reverse(calleesFirst))
      if (contested.contains(function) && failed(splitCalls(function))) {
        result.undo();
        return {};
      }
    return std::move(result);
  }

private:
  using Name = LayoutGroups::Name;
  /// The layouts that a call passes, by argument and result.
  using Sort = SmallVector<SmallVector<BufferAttr>>;
  struct SortedCalls {
    Sort sort;
    SmallVector<TracedCall> calls;
  };

  /// Finds the functions that may be copied and in whose signature requests
  /// meet.
  void findContested() {
    flow.emplace(module);
    module.walk([&](Operation *op) {
      whole.addOp(op, *flow, [](TracedCall, TracedFunction) { return false; });
    });
    FunctionGraph graph(module);
    for (TracedFunction function : graph.getFunctions())
      for (TracedCall call : uses.getCalls(function))
        graph.addCall(getFunctionAround(call), function);
    for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
      for (FunctionGraph::Node *node : *it) {
        if (!node->function)
          continue;
        calleesFirst.push_back(node->function);
        bool isOwn = node->function.isPrivate() || node->function.isOnDevice();
        if (!it.hasCycle() && isOwn && !interfaces.isFixed(node->function) &&
            isContested(node->function))
          contested.insert(node->function);
      }
  }

  bool isContested(TracedFunction function) {
    return llvm::any_of(getSignature(function), [&](Name name) {
      return name && whole.getLayouts(name).size() > 1;
    });
  }

  /// The names of arguments and results of a function, and of a call.
  static SmallVector<Name> getSignature(TracedFunction function) {
    SmallVector<Name> names;
    for (Value argument : function.getArguments())
      names.push_back(LayoutGroups::getName(argument));
    for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
      names.push_back(LayoutGroups::getResultName(function, i));
    return names;
  }
  static SmallVector<Name> getSignature(TracedCall call) {
    SmallVector<Name> names;
    for (Value operand : call.getArguments())
      names.push_back(LayoutGroups::getName(operand));
    for (Value value : call.getReturned())
      names.push_back(LayoutGroups::getName(value));
    return names;
  }

  void connectUpwards() {
    for (TracedFunction function : calleesFirst)
      connect(function, *flow);
    // Ops outside of functions may call all of them.
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<TracedFunction>(op))
        return WalkResult::skip();
      connectOp(op, *flow);
      return WalkResult::advance();
    });
  }

  void connect(TracedFunction function, const BufferFlow &flow) {
    function.walk([&](Operation *op) { connectOp(op, flow); });
  }

  void connectOp(Operation *op, const BufferFlow &flow) {
    groups.addOp(op, flow, [&](TracedCall call, TracedFunction callee) {
      if (!contested.contains(callee))
        return false;
      calls[callee].push_back(call);
      uniteAsIn(callee, call);
      return true;
    });
  }

  /// Unites what `callee` unites, and requests what it requests.
  void uniteAsIn(TracedFunction callee, TracedCall call) {
    DenseMap<Name, Name> known;
    for (auto [inner, outer] :
         llvm::zip_equal(getSignature(callee), getSignature(call))) {
      if (!inner)
        continue;
      auto [it, isNew] = known.try_emplace(groups.getGroup(inner), outer);
      if (!isNew)
        groups.unite(it->second, outer);
      for (BufferAttr layout : groups.getLayouts(inner))
        groups.request(outer, layout);
    }
  }

  LogicalResult splitCalls(TracedFunction function) {
    SmallVector<SortedCalls> sorts = sortCalls(function);
    for (auto [i, sorted] : llvm::enumerate(sorts)) {
      TracedFunction instance = function;
      if (i > 0) {
        if (i > CalleeClones::maxPerFunction ||
            result.clones.size() == CalleeClones::maxPerModule)
          return refuse(function);
        instance = buildClone(function, sorted.calls);
      }
      for (TracedCall call : sorted.calls)
        passLayouts(call, instance);
    }
    return success();
  }

  LogicalResult refuse(TracedFunction function) {
    remarkUnknown(function.getLoc(), "layout-assign/too-many-clones")
        << llvm::formatv("calls pass '{0}' buffers of so many different "
                         "layouts that more than {1} copies of it, or {2} of "
                         "all functions, would be needed",
                         function.getName(), CalleeClones::maxPerFunction,
                         CalleeClones::maxPerModule)
               .str();
    return failure();
  }

  /// Calls for which nothing is requested come first and keep the function.
  SmallVector<SortedCalls> sortCalls(TracedFunction function) {
    SmallVector<SortedCalls> sorts;
    for (TracedCall call : calls[function]) {
      Sort sort = getSort(function, call);
      auto *it = llvm::find_if(
          sorts, [&](const SortedCalls &other) { return other.sort == sort; });
      if (it != sorts.end())
        it->calls.push_back(call);
      else if (sorts.size() <= CalleeClones::maxPerFunction + 1)
        sorts.push_back({std::move(sort), {call}});
    }
    auto isPlain = [](const SortedCalls &sorted) {
      return llvm::all_of(sorted.sort,
                          [](const auto &layouts) { return layouts.empty(); });
    };
    auto *plain = llvm::find_if(sorts, isPlain);
    if (plain != sorts.end())
      std::rotate(sorts.begin(), plain, std::next(plain));
    return sorts;
  }

  /// Where no requests meet, buffers without a request take on the layout of
  /// the others.
  Sort getSort(TracedFunction function, TracedCall call) {
    Sort sort;
    for (auto [inner, outer] :
         llvm::zip_equal(getSignature(function), getSignature(call)))
      if (inner && whole.getLayouts(inner).size() > 1)
        sort.push_back(groups.getLayouts(outer));
    return sort;
  }

  TracedFunction buildClone(TracedFunction function,
                            ArrayRef<TracedCall> calls) {
    auto copy = cast<TracedFunction>(function->clone());
    symbols.getSymbolTable(function->getParentOp())
        .insert(copy, std::next(function->getIterator()));
    for (TracedCall call : calls)
      setCallee(call, copy.getNameAttr());
    result.clones.push_back({function, copy, llvm::to_vector(calls)});
    connect(copy, BufferFlow(copy));
    return copy;
  }

  void passLayouts(TracedCall call, TracedFunction instance) {
    for (auto [inner, outer] :
         llvm::zip_equal(getSignature(instance), getSignature(call)))
      if (inner)
        for (BufferAttr layout : groups.getLayouts(outer))
          groups.request(inner, layout);
  }

  ModuleOp module;
  SymbolTableCollection symbols;
  SymbolUses uses;
  FixedInterfaces interfaces;
  std::optional<BufferFlow> flow;
  LayoutGroups whole;  ///< with all calls
  LayoutGroups groups; ///< without those of functions that may be copied
  SmallVector<TracedFunction> calleesFirst;
  llvm::SmallPtrSet<Operation *, 8> contested;
  DenseMap<Operation *, SmallVector<TracedCall>> calls;
  CalleeClones result;
};

} // namespace mlir::layout

CalleeClones CalleeClones::make(ModuleOp module, const AssignOptions &options) {
  if (!hasSeveralLayouts(module))
    return {};
  return CalleeCloner(module, options).run();
}

void CalleeClones::undo() {
  for (Clone &clone : clones)
    for (TracedCall call : clone.calls)
      setCallee(call, clone.original.getNameAttr());
  for (Clone &clone : clones)
    clone.copy.erase();
  clones.clear();
}

void CalleeClones::remark() const {
  for (const Clone &clone : clones) {
    TracedFunction original = clone.original, copy = clone.copy;
    remarkDone(copy.getLoc(), "layout-assign/cloned-callee")
        << llvm::formatv("'{0}' is a copy of '{1}' for {2} calls that pass "
                         "buffers of other layouts",
                         copy.getName(), original.getName(), clone.calls.size())
               .str();
  }
}
