//===- Requests.cpp - Layout requests of ops ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Requests.h"

#include "Layout/IR/Layout.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

Value layout::getRequestedBuffer(Operation *op) {
  return isa<memref::AllocOp, memref::AllocaOp>(op) ? op->getResult(0)
                                                    : Value();
}

bool layout::makesRequest(Operation *op, StringRef request) {
  if (op->hasAttr(request))
    return true;
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || !function.getArgAttrsAttr())
    return false;
  return llvm::any_of(llvm::seq(function.getNumArguments()), [&](unsigned i) {
    return bool(function.getArgAttr(i, request));
  });
}

StringRef layout::findRequest(Operation *op) {
  for (StringRef request :
       {LayoutDialect::kTransformAttrName, LayoutDialect::kCacheAttrName})
    if (makesRequest(op, request))
      return request;
  return {};
}

/// The first attribute of this dialect in a list with a dictionary for each
/// value; empty if there is none.
static StringRef findLayoutAttribute(ArrayAttr dictionaries) {
  if (dictionaries)
    for (auto dictionary : dictionaries.getAsRange<DictionaryAttr>())
      for (NamedAttribute attribute : dictionary)
        if (isa_and_nonnull<LayoutDialect>(attribute.getNameDialect()))
          return attribute.getName();
  return {};
}

static LogicalResult verifyNoStrayAttribute(Operation *op) {
  auto check = [&](ArrayAttr dictionaries, StringRef where,
                   StringRef instead) -> LogicalResult {
    StringRef name = findLayoutAttribute(dictionaries);
    if (name.empty())
      return success();
    return op->emitOpError("has '") << name << "' beside " << where
                                    << ", where no pass reads it; " << instead;
  };
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    StringRef instead = "state it on the argument of the callee";
    return failure(
        failed(check(call.getArgAttrsAttr(), "an operand", instead)) ||
        failed(check(call.getResAttrsAttr(), "a result", instead)));
  }
  if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op)) {
    StringRef where = "a memory attribution",
              instead = "state a layout in its type";
    return failure(
        failed(check(kernel.getWorkgroupAttribAttrsAttr(), where, instead)) ||
        failed(check(kernel.getPrivateAttribAttrsAttr(), where, instead)));
  }
  return success();
}

static LogicalResult verifyNothingRequestedAt(Operation *op, StringRef asking) {
  StringRef request = findRequest(op);
  if (request.empty())
    return verifyNoStrayAttribute(op);
  bool isLayout = request == LayoutDialect::kTransformAttrName;
  InFlightDiagnostic error = op->emitOpError("still requests ")
                             << (isLayout ? "a layout" : "a local copy")
                             << " by '" << request << "'; run "
                             << (isLayout ? "layout-assign" : "layout-cache");
  if (asking == "layout-apply")
    return error << " before " << asking;
  error << (isLayout ? " and layout-apply "
                     : ", layout-assign and layout-apply ");
  // A pass of a pipeline, which the user may not have named.
  if (asking.empty())
    return error << "first";
  return error << "before " << asking;
}

/// Succeeds if `verify` does on every op of `root`, from the outside inwards.
static LogicalResult
verifyAll(Operation *root, function_ref<LogicalResult(Operation *)> verify) {
  WalkResult result = root->walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult { return verify(op); });
  return failure(result.wasInterrupted());
}

LogicalResult layout::verifyNothingRequested(Operation *root,
                                             StringRef asking) {
  return verifyAll(root, [&](Operation *op) {
    return verifyNothingRequestedAt(op, asking);
  });
}

LogicalResult layout::verifyNoStrayAttributes(Operation *root) {
  return verifyAll(root, verifyNoStrayAttribute);
}
