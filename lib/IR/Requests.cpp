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

/// The attributes beside a memory attribution of a kernel, of which `number`
/// counts those of its kind.
static ArrayAttr getAttributionAttrs(BlockArgument argument, unsigned &number,
                                     StringAttr &name) {
  auto kernel = dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
  if (!kernel || !argument.getOwner()->isEntryBlock())
    return {};
  number = argument.getArgNumber() - kernel.getNumArguments();
  if (number < kernel.getNumWorkgroupAttributions()) {
    name = kernel.getWorkgroupAttribAttrsAttrName();
    return kernel.getWorkgroupAttribAttrsAttr();
  }
  number -= kernel.getNumWorkgroupAttributions();
  name = kernel.getPrivateAttribAttrsAttrName();
  return kernel.getPrivateAttribAttrsAttr();
}

/// The function of which `argument` is a formal argument; null for others.
static FunctionOpInterface getFunctionOf(BlockArgument argument) {
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  bool isFormal = function && argument.getOwner()->isEntryBlock() &&
                  argument.getArgNumber() < function.getNumArguments();
  return isFormal ? function : FunctionOpInterface();
}

BufferAttr layout::getRequestedLayout(BlockArgument argument) {
  StringRef request = LayoutDialect::kTransformAttrName;
  if (FunctionOpInterface function = getFunctionOf(argument))
    return function.getArgAttrOfType<BufferAttr>(argument.getArgNumber(),
                                                 request);
  unsigned number;
  StringAttr name;
  ArrayAttr beside = getAttributionAttrs(argument, number, name);
  return beside && number < beside.size()
             ? cast<DictionaryAttr>(beside[number]).getAs<BufferAttr>(request)
             : BufferAttr();
}

void layout::removeRequestedLayout(BlockArgument argument) {
  StringRef request = LayoutDialect::kTransformAttrName;
  if (FunctionOpInterface function = getFunctionOf(argument)) {
    function.removeArgAttr(argument.getArgNumber(), request);
    return;
  }
  unsigned number;
  StringAttr name;
  ArrayAttr beside = getAttributionAttrs(argument, number, name);
  if (!getRequestedLayout(argument))
    return;
  SmallVector<Attribute> dictionaries(beside.getValue());
  NamedAttrList others(cast<DictionaryAttr>(dictionaries[number]));
  others.erase(request);
  dictionaries[number] = others.getDictionary(argument.getContext());
  argument.getOwner()->getParentOp()->setAttr(
      name, ArrayAttr::get(argument.getContext(), dictionaries));
}

/// Returns true if one of the dictionaries has this attribute.
static bool hasAttribute(ArrayAttr dictionaries, StringRef name) {
  return dictionaries &&
         llvm::any_of(dictionaries.getAsRange<DictionaryAttr>(),
                      [&](DictionaryAttr one) { return one.contains(name); });
}

bool layout::makesRequest(Operation *op, StringRef request) {
  if (op->hasAttr(request))
    return true;
  if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
      kernel && (hasAttribute(kernel.getWorkgroupAttribAttrsAttr(), request) ||
                 hasAttribute(kernel.getPrivateAttribAttrsAttr(), request)))
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
/// value that is not allowed there; empty if there is none.
static StringRef
findLayoutAttribute(ArrayAttr dictionaries,
                    function_ref<bool(NamedAttribute)> isAllowed) {
  if (dictionaries)
    for (auto dictionary : dictionaries.getAsRange<DictionaryAttr>())
      for (NamedAttribute attribute : dictionary)
        if (isa_and_nonnull<LayoutDialect>(attribute.getNameDialect()) &&
            !isAllowed(attribute))
          return attribute.getName();
  return {};
}

static bool isLayoutRequest(NamedAttribute attribute) {
  return attribute.getName() == LayoutDialect::kTransformAttrName &&
         isa<BufferAttr>(attribute.getValue());
}

static LogicalResult verifyNoStrayAttribute(Operation *op) {
  bool mayRequest = isa<gpu::GPUFuncOp>(op);
  auto check = [&](ArrayAttr dictionaries, StringRef where,
                   StringRef instead) -> LogicalResult {
    StringRef name = findLayoutAttribute(dictionaries, [&](NamedAttribute a) {
      return mayRequest && isLayoutRequest(a);
    });
    if (name.empty())
      return success();
    return op->emitOpError("has '")
           << name << "' among the attributes of " << where
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
              instead = "request a #layout.buffer by 'layout.transform', or "
                        "state it in its type";
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
