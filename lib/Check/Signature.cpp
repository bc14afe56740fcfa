//===- Signature.cpp - Signatures of checked programs ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Signature.h"

#include "Layout/Check/Erase.h"
#include "Layout/IR/LaidOut.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

BufferAttr Parameter::getLayout() const {
  BufferAttr stated = getLayoutToApply(type);
  return stated ? stated : request;
}

//===----------------------------------------------------------------------===//
// The input
//===----------------------------------------------------------------------===//

namespace {

class SignatureReader {
public:
  SignatureReader(func::FuncOp entry, const CheckOptions &options,
                  std::string &why)
      : entry(entry), options(options), why(why) {}

  FailureOr<Signature> read() {
    if (failed(refuseStrayOptions()))
      return failure();
    for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes()))
      if (failed(readArgument(i, type)))
        return failure();
    for (auto [i, type] : llvm::enumerate(entry.getResultTypes()))
      if (failed(readResult(i, type)))
        return failure();
    auto module = entry->getParentOfType<ModuleOp>();
    for (auto global : module.getOps<memref::GlobalOp>())
      if (!global.getConstant() && global.isPublic() &&
          failed(readGlobal(global)))
        return failure();
    return std::move(signature);
  }

private:
  LogicalResult fail(const Twine &reason) {
    why = reason.str();
    return failure();
  }

  /// A value for something that takes none is a mistake of the caller's.
  LogicalResult refuseStrayOptions() {
    auto types = entry.getArgumentTypes();
    for (const auto &[i, text] : options.arguments)
      if (i >= types.size() || isa<MemRefType, TensorType>(types[i]))
        return fail("--arg=" + Twine(i) + ":" + text + ": argument " +
                    Twine(i) + " is no scalar argument of @" + entry.getName());
    for (const auto &[dim, extent] : options.dims) {
      auto type = dim.first < types.size()
                      ? dyn_cast<ShapedType>(types[dim.first])
                      : ShapedType();
      if (!type || !type.hasRank() || dim.second >= type.getRank() ||
          !type.isDynamicDim(dim.second))
        return fail("--dim=arg" + Twine(dim.first) + ".dim" +
                    Twine(dim.second) + " is no dynamic extent of @" +
                    entry.getName());
      if (extent < 0)
        return fail("--dim=arg" + Twine(dim.first) + ".dim" +
                    Twine(dim.second) + ": an extent is not negative");
    }
    return success();
  }

  FailureOr<Parameter> makeParameter(std::string name, Type type) {
    bool isBuffer = isa<MemRefType, RankedTensorType>(type);
    auto shaped = isBuffer ? cast<ShapedType>(type) : ShapedType();
    std::optional<ElementFormat> format =
        ElementFormat::get(isBuffer ? shaped.getElementType() : type);
    if (!format) {
      why = name + " of type " + llvm::to_string(type) +
            " cannot be checked; expects integers, index, floats, complex "
            "numbers and vectors of whole bytes, or ranked memrefs and "
            "tensors of these";
      return failure();
    }
    Parameter parameter(std::move(name), type, *format);
    if (isBuffer)
      parameter.shape.assign(shaped.getShape().begin(),
                             shaped.getShape().end());
    return parameter;
  }

  LogicalResult readArgument(unsigned i, Type type) {
    FailureOr<Parameter> argument =
        makeParameter("arg" + std::to_string(i), type);
    if (failed(argument))
      return failure();
    argument->request = entry.getArgAttrOfType<BufferAttr>(
        i, LayoutDialect::kTransformAttrName);
    if (failed(argument->isBuffer() ? fillExtents(*argument, i)
                                    : readValue(*argument, i)))
      return failure();
    signature.arguments.push_back(std::move(*argument));
    return success();
  }

  LogicalResult fillExtents(Parameter &argument, unsigned i) {
    for (auto [d, extent] : llvm::enumerate(argument.shape)) {
      if (!ShapedType::isDynamic(extent))
        continue;
      auto given = options.dims.find({i, d});
      if (given == options.dims.end())
        return fail("extent " + Twine(d) + " of argument " + Twine(i) +
                    " is dynamic: give it by --dim=arg" + Twine(i) + ".dim" +
                    Twine(d) + ":value");
      extent = given->second;
    }
    if (Packing::isTooLarge(argument.shape))
      return fail(argument.name + " is too large to be checked");
    return success();
  }

  LogicalResult readValue(Parameter &argument, unsigned i) {
    auto given = options.arguments.find(i);
    if (given == options.arguments.end())
      return fail("argument " + Twine(i) + " is of type " +
                  llvm::to_string(argument.type) +
                  ": give its value by --arg=" + Twine(i) + ":value");
    argument.value = argument.format.parse(given->second);
    if (!argument.value)
      return fail("--arg=" + Twine(i) + ":" + given->second +
                  " is no value of type " + llvm::to_string(argument.type));
    return success();
  }

  LogicalResult readResult(unsigned i, Type type) {
    FailureOr<Parameter> result =
        makeParameter("result" + std::to_string(i), type);
    if (failed(result))
      return failure();
    result->request = findRequestOfResult(i);
    signature.results.push_back(std::move(*result));
    return success();
  }

  /// A request on the buffer that every return returns.
  BufferAttr findRequestOfResult(unsigned i) {
    std::optional<BufferAttr> common;
    entry.walk([&](func::ReturnOp op) {
      Value value = op.getOperand(i);
      BufferAttr request;
      if (Operation *source = value.getDefiningOp())
        request = source->getAttrOfType<BufferAttr>(
            LayoutDialect::kTransformAttrName);
      else if (auto argument = cast<BlockArgument>(value);
               argument.getOwner()->isEntryBlock())
        request = entry.getArgAttrOfType<BufferAttr>(
            argument.getArgNumber(), LayoutDialect::kTransformAttrName);
      common = common && *common != request ? BufferAttr() : request;
    });
    return common.value_or(BufferAttr());
  }

  LogicalResult readGlobal(memref::GlobalOp op) {
    FailureOr<Parameter> global =
        makeParameter("@" + op.getName().str(), op.getType());
    if (failed(global))
      return failure();
    if (Packing::isTooLarge(global->shape))
      return fail(global->name + " is too large to be checked");
    global->request =
        op->getAttrOfType<BufferAttr>(LayoutDialect::kTransformAttrName);
    global->isGlobal = true;
    global->isInitialized = !op.isUninitialized();
    signature.globals.push_back(std::move(*global));
    return success();
  }

  func::FuncOp entry;
  const CheckOptions &options;
  std::string &why;
  Signature signature;
};

} // namespace

FailureOr<Signature> layout::readSignature(func::FuncOp entry,
                                           const CheckOptions &options,
                                           std::string &why) {
  return SignatureReader(entry, options, why).read();
}

SmallVector<StringRef> Signature::getPublicSymbols(StringRef entry) const {
  SmallVector<StringRef> symbols{entry};
  for (const Parameter &global : globals)
    symbols.push_back(global.getSymbol());
  return symbols;
}
