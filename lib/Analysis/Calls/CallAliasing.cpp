//===- CallAliasing.cpp - Call arguments that alias -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Calls/CallAliasing.h"

#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Which globals a function may reach by their names, itself or through calls.
/// Built at the first query; then a search over the functions that are called,
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

  /// Returns true if any function of the module writes this global.
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
        aliases(flow, getOperandEffect,
                [isLaidOutArg](BlockArgument argument) {
                  auto function = getFunctionOfArgument(argument);
                  return isGuaranteedAlone(argument) ||
                         isLaidOutArg(cast<TracedFunction>(*function),
                                      argument.getArgNumber());
                }),
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
    Value passed = call.getArguments()[index];
    // With too many origins to compare, "different" cannot be proven.
    if (!flow.getOrigins(passed))
      return call.emitOpError("passes as operand ")
             << index << " one of more than " << BufferFlow::maxOrigins
             << " buffers, which are too many to analyze";
    for (const MemoryOrigin &origin : aliases.getMemory(passed))
      if (origin.global &&
          failed(checkGlobal(call, callee, index, origin.global)))
        return failure();
    return success();
  }

  LogicalResult checkGlobal(TracedCall call, TracedFunction callee,
                            unsigned index, StringAttr global) {
    Operation *other = globals.find(callee, global);
    bool isWritten = modes.getMode(callee, index) != AccessMode::Read ||
                     globals.isWritten(global);
    if (!other || !isWritten)
      return success();
    InFlightDiagnostic diagnostic =
        call.emitOpError("passes global '")
        << global.getValue() << "' as operand " << index << " to '"
        << callee.getName()
        << "', which also accesses it by its name, and it is written; a "
           "written argument with a layout must not overlap other memory: pass "
           "a copy";
    diagnostic.attachNote(other->getLoc()) << "accessed here";
    return diagnostic;
  }

  LogicalResult checkPair(TracedCall call, TracedFunction callee, unsigned a,
                          unsigned b) {
    if (!isLaidOutArg(callee, a) && !isLaidOutArg(callee, b))
      return success();
    unsigned written = modes.getMode(callee, a) != AccessMode::Read ? a : b;
    if (modes.getMode(callee, written) == AccessMode::Read)
      return success();
    Value one = call.getArguments()[a], other = call.getArguments()[b];
    if (aliases.canMeet(one, other)) {
      bool isSure = aliases.mustBeOneMemory(one, other);
      return call.emitOpError(isSure ? "passes" : "may pass")
             << " one buffer as operands " << a << " and " << b
             << ", of which '" << callee.getName() << "' writes argument "
             << written
             << "; a written argument with a layout must not overlap other "
                "memory: pass a copy";
    }
    if (aliases.mayBeOneMemory(one, other))
      unknownOrigins(call, flow.getRoot(one), flow.getRoot(other));
    return success();
  }

  const AccessModes &modes;
  const BufferFlow &flow;
  SymbolTableCollection &symbols;
  function_ref<bool(TracedFunction, unsigned)> isLaidOutArg;
  function_ref<void(TracedCall, Value, Value)> unknownOrigins;
  BufferAliases aliases;
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
