//===- CallAliasing.cpp - One buffer through two arguments ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/CallAliasing.h"

#include "Layout/Analysis/Aliases.h"
#include "Layout/Analysis/BufferFlow.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What is known of where a buffer comes from.
enum class Origin {
  Allocation, ///< made here
  Promised,   ///< an argument that, by contract, aliases nothing
  Global,
  Argument, ///< one without that promise
  Derived   ///< loaded, chosen, returned by a call: it may be any of the others
};

/// Which globals a function may reach by their names, itself or through calls.
/// Built when first asked; then a search over the functions that are called,
/// remembered per function and global.
class NamedGlobals {
public:
  NamedGlobals(ModuleOp module, SymbolTableCollection &symbols,
               const BufferFlow &flow)
      : module(module), symbols(symbols), flow(flow) {}

  /// An op by which `function` reaches `global`; null if it does not.
  Operation *find(TracedFunction function, StringRef global) {
    index();
    auto [it, isNew] = known.try_emplace({function, global}, nullptr);
    if (isNew)
      it->second = search(function, global);
    return it->second;
  }

  /// Does any function of the module write this global?
  bool isWritten(StringRef global) {
    index();
    return written.contains(global);
  }

private:
  struct Reach {
    SmallVector<memref::GetGlobalOp> globals;
    SmallVector<Operation *> callees;
  };

  void index() {
    if (!reachOf.empty())
      return;
    module.walk([&](Operation *op) {
      TracedFunction function = getFunctionAround(op);
      if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
        reachOf[function].globals.push_back(get);
        flow.forEachUser(get.getResult(), [&](OpOperand &use, bool) {
          if (getOperandEffect(use).mayWrite)
            written.insert(get.getName());
        });
      } else if (auto call = dyn_cast<TracedCall>(op)) {
        if (TracedFunction callee = call.lookUpCallee(symbols))
          reachOf[function].callees.push_back(callee);
      }
    });
  }

  Operation *search(Operation *start, StringRef global) {
    SmallVector<Operation *> worklist{start};
    llvm::SmallPtrSet<Operation *, 16> seen{start};
    while (!worklist.empty()) {
      auto it = reachOf.find(worklist.pop_back_val());
      if (it == reachOf.end())
        continue;
      for (memref::GetGlobalOp get : it->second.globals)
        if (get.getName() == global)
          return get;
      for (Operation *callee : it->second.callees)
        if (seen.insert(callee).second)
          worklist.push_back(callee);
    }
    return nullptr;
  }

  ModuleOp module;
  SymbolTableCollection &symbols;
  const BufferFlow &flow;
  DenseMap<Operation *, Reach> reachOf;
  DenseMap<std::pair<Operation *, StringRef>, Operation *> known;
  llvm::DenseSet<StringRef> written;
};

class CallChecker {
public:
  CallChecker(ModuleOp module, const AccessModes &modes,
              SymbolTableCollection &symbols,
              function_ref<bool(TracedFunction, unsigned)> isLaidOutArg,
              function_ref<void(TracedCall, Value, Value)> unknownOrigins)
      : modes(modes), flow(modes.getFlow()), symbols(symbols),
        isLaidOutArg(isLaidOutArg), unknownOrigins(unknownOrigins),
        globals(module, symbols, flow) {}

  LogicalResult check(TracedCall call) {
    TracedFunction callee = call.lookUpCallee(symbols);
    if (!callee)
      return success();
    SmallVector<unsigned> buffers;
    for (auto [i, operand] : llvm::enumerate(call.getArguments()))
      if (isa<BaseMemRefType>(operand.getType()))
        buffers.push_back(i);
    LogicalResult result = success();
    for (unsigned index : buffers)
      if (isLaidOutArg(callee, index) &&
          failed(checkGlobals(call, callee, index)))
        return failure();
    for (size_t a = 0; a < buffers.size(); ++a)
      for (size_t b = a + 1; b < buffers.size(); ++b)
        if (failed(checkPair(call, callee, buffers[a], buffers[b])))
          result = failure();
    return result;
  }

private:
  /// The callee may reach a global that it is given also by its name.
  LogicalResult checkGlobals(TracedCall call, TracedFunction callee,
                             unsigned index) {
    std::optional<SmallVector<Value>> origins =
        flow.getOrigins(call.getArguments()[index]);
    if (!origins)
      return call.emitOpError("passes as operand ")
             << index << " one of more than " << BufferFlow::maxOrigins
             << " buffers, which are not told apart";
    for (Value origin : *origins)
      if (auto get = origin.getDefiningOp<memref::GetGlobalOp>())
        if (failed(checkGlobal(call, callee, index, get)))
          return failure();
    return success();
  }

  LogicalResult checkGlobal(TracedCall call, TracedFunction callee,
                            unsigned index, memref::GetGlobalOp get) {
    Operation *other = globals.find(callee, get.getName());
    bool isWritten = modes.getMode(callee, index) != AccessMode::Read ||
                     globals.isWritten(get.getName());
    if (!other || !isWritten)
      return success();
    InFlightDiagnostic diagnostic =
        call.emitOpError("passes global '")
        << get.getName() << "' as operand " << index << " to '"
        << callee.getName()
        << "', which also reaches it by its name, and it is written; a layout "
           "promises that no element which is written is reached otherwise";
    diagnostic.attachNote(other->getLoc()) << "reached here";
    return diagnostic;
  }

  LogicalResult checkPair(TracedCall call, TracedFunction callee, unsigned a,
                          unsigned b) {
    if (!isLaidOutArg(callee, a) && !isLaidOutArg(callee, b))
      return success();
    unsigned written = modes.getMode(callee, a) != AccessMode::Read ? a : b;
    if (modes.getMode(callee, written) == AccessMode::Read)
      return success();
    Value rootA = flow.getRoot(call.getArguments()[a]);
    Value rootB = flow.getRoot(call.getArguments()[b]);
    if (flow.mayMeet(rootA, rootB)) {
      bool isSure = BufferFlow::isSameOrigin(rootA, rootB);
      return call.emitOpError(isSure ? "passes" : "may pass")
             << " one buffer as operands " << a << " and " << b
             << ", of which '" << callee.getName() << "' writes argument "
             << written
             << "; a layout promises that no element which is written is "
                "reached otherwise";
    }
    if (anyMayBeSame(rootA, rootB))
      unknownOrigins(call, rootA, rootB);
    return success();
  }

  bool anyMayBeSame(Value a, Value b) {
    std::optional<SmallVector<Value>> originsA = flow.getOrigins(a);
    std::optional<SmallVector<Value>> originsB = flow.getOrigins(b);
    if (!originsA || !originsB)
      return true;
    return llvm::any_of(*originsA, [&](Value originA) {
      return llvm::any_of(*originsB, [&](Value originB) {
        return !BufferFlow::isSameOrigin(originA, originB) &&
               mayBeSame(originA, originB);
      });
    });
  }

  bool mayBeSame(Value a, Value b) {
    Origin originA = getOrigin(a), originB = getOrigin(b);
    if (originA == Origin::Derived || originB == Origin::Derived)
      return true;
    // Globals of one name were found to be the same.
    auto isForeign = [](Origin origin) {
      return origin == Origin::Argument || origin == Origin::Global;
    };
    return isForeign(originA) && isForeign(originB) &&
           (originA == Origin::Argument || originB == Origin::Argument);
  }

  Origin getOrigin(Value root) {
    if (Operation *op = root.getDefiningOp()) {
      if (isa<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(op))
        return Origin::Allocation;
      return isa<memref::GetGlobalOp>(op) ? Origin::Global : Origin::Derived;
    }
    auto argument = cast<BlockArgument>(root);
    auto function =
        dyn_cast<TracedFunction>(argument.getOwner()->getParentOp());
    if (!function || !argument.getOwner()->isEntryBlock())
      return Origin::Derived;
    unsigned index = argument.getArgNumber();
    if (index >= function.getNumArguments())
      return Origin::Allocation;
    bool isPromised = isLaidOutArg(function, index) ||
                      function.getArgAttr(index, "llvm.noalias");
    return isPromised ? Origin::Promised : Origin::Argument;
  }

  const AccessModes &modes;
  const BufferFlow &flow;
  SymbolTableCollection &symbols;
  function_ref<bool(TracedFunction, unsigned)> isLaidOutArg;
  function_ref<void(TracedCall, Value, Value)> unknownOrigins;
  NamedGlobals globals;
};

} // namespace

LogicalResult layout::verifyCallAliasing(
    ModuleOp module, const AccessModes &modes, SymbolTableCollection &symbols,
    function_ref<bool(TracedFunction, unsigned)> isLaidOutArg,
    function_ref<void(TracedCall, Value, Value)> unknownOrigins) {
  CallChecker checker(module, modes, symbols, isLaidOutArg, unknownOrigins);
  LogicalResult result = success();
  module.walk([&](TracedCall call) {
    if (failed(checker.check(call)))
      result = failure();
  });
  return result;
}
