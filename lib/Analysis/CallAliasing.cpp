//===- CallAliasing.cpp - One buffer through two arguments ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/CallAliasing.h"

#include "Layout/Analysis/Aliases.h"
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

class CallChecker {
public:
  CallChecker(const AccessModes &modes, SymbolTableCollection &symbols,
              function_ref<bool(func::FuncOp, unsigned)> isLaidOutArg,
              function_ref<void(func::CallOp, Value, Value)> unknownOrigins)
      : modes(modes), symbols(symbols), isLaidOutArg(isLaidOutArg),
        unknownOrigins(unknownOrigins) {}

  LogicalResult check(func::CallOp call) {
    auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!callee)
      return success();
    SmallVector<unsigned> buffers;
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      if (isa<BaseMemRefType>(operand.getType()))
        buffers.push_back(i);
    LogicalResult result = success();
    for (size_t a = 0; a < buffers.size(); ++a)
      for (size_t b = a + 1; b < buffers.size(); ++b)
        if (failed(checkPair(call, callee, buffers[a], buffers[b])))
          result = failure();
    return result;
  }

private:
  LogicalResult checkPair(func::CallOp call, func::FuncOp callee, unsigned a,
                          unsigned b) {
    if (!isLaidOutArg(callee, a) && !isLaidOutArg(callee, b))
      return success();
    unsigned written = modes.getMode(callee, a) != AccessMode::Read ? a : b;
    if (modes.getMode(callee, written) == AccessMode::Read)
      return success();
    Value rootA = getRootBuffer(call.getOperand(a));
    Value rootB = getRootBuffer(call.getOperand(b));
    if (isSame(rootA, rootB))
      return call.emitOpError("passes one buffer as operands ")
             << a << " and " << b << ", of which '" << callee.getName()
             << "' writes argument " << written
             << "; a layout promises that no element which is written is "
                "reached otherwise";
    if (mayBeSame(rootA, rootB))
      unknownOrigins(call, rootA, rootB);
    return success();
  }

  static bool isSame(Value a, Value b) {
    auto globalA = a.getDefiningOp<memref::GetGlobalOp>();
    auto globalB = b.getDefiningOp<memref::GetGlobalOp>();
    return a == b ||
           (globalA && globalB && globalA.getName() == globalB.getName());
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
      if (isa<memref::AllocOp, memref::AllocaOp>(op))
        return Origin::Allocation;
      return isa<memref::GetGlobalOp>(op) ? Origin::Global : Origin::Derived;
    }
    auto argument = cast<BlockArgument>(root);
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    if (!function || !argument.getOwner()->isEntryBlock())
      return Origin::Derived;
    unsigned index = argument.getArgNumber();
    bool isPromised = isLaidOutArg(function, index) ||
                      function.getArgAttr(index, "llvm.noalias");
    return isPromised ? Origin::Promised : Origin::Argument;
  }

  const AccessModes &modes;
  SymbolTableCollection &symbols;
  function_ref<bool(func::FuncOp, unsigned)> isLaidOutArg;
  function_ref<void(func::CallOp, Value, Value)> unknownOrigins;
};

} // namespace

LogicalResult layout::verifyCallAliasing(
    ModuleOp module, const AccessModes &modes, SymbolTableCollection &symbols,
    function_ref<bool(func::FuncOp, unsigned)> isLaidOutArg,
    function_ref<void(func::CallOp, Value, Value)> unknownOrigins) {
  CallChecker checker(modes, symbols, isLaidOutArg, unknownOrigins);
  LogicalResult result = success();
  module.walk([&](func::CallOp call) {
    if (failed(checker.check(call)))
      result = failure();
  });
  return result;
}
