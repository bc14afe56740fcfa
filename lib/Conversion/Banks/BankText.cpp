//===- BankText.cpp - What is said of bank conflicts ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankText.h"

#include "Layout/IR/Requests.h"
#include "Layout/Map/Decision.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace mlir::layout;

std::string layout::countCycles(int64_t number) {
  return std::to_string(number) + (number == 1 ? " cycle" : " cycles");
}

std::string layout::describe(const AccessBanks &access) {
  const BankCount &count = access.count;
  if (count.getConflicts() == 0)
    return "a warp waits " + countCycles(count.cycles) +
           ", without bank conflicts";
  const BankWitness &witness = *count.witness;
  return (Twine("a warp waits ") + (access.isConditional ? "at most " : "") +
          countCycles(count.cycles) + " where " + Twine(count.least) +
          " would do: threads " + Twine(witness.thread) + " and " +
          Twine(witness.other) + " access elements " +
          formatIndex(access.element) + " and " + formatIndex(access.other) +
          ", in different words of bank " + Twine(witness.bank))
      .str();
}

BufferAttr layout::getRequest(Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer))
    return getRequestedLayout(argument);
  Operation *op = buffer.getDefiningOp();
  return getRequestedBuffer(op) == buffer
             ? op->getAttrOfType<BufferAttr>(LayoutDialect::kTransformAttrName)
             : BufferAttr();
}

LogicalResult layout::forEachKernel(
    Operation *root, StringRef rules,
    function_ref<void(Operation *kernel, BankAccesses &)> visit) {
  std::optional<BankRules> stated = BankRules::get(rules);
  if (!rules.empty() && !stated)
    return root->emitError("there are no rules of banks for '")
           << rules << "'; expects nvidia, amd or amd-cdna4";
  root->walk([&](Operation *kernel) {
    if (!isa<gpu::GPUFuncOp, gpu::LaunchOp>(kernel))
      return;
    std::string why;
    BankAccesses banks(kernel, stated ? stated : getBankRules(kernel, why),
                       why);
    visit(kernel, banks);
  });
  return success();
}
