//===- Signature.cpp - What goes into and comes out of a program ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Signature.h"

#include "Layout/Check/Erase.h"
#include "Layout/IR/LaidOut.h"

using namespace mlir;
using namespace mlir::layout;

BufferAttr Parameter::getLayout() const {
  BufferAttr stated = getLayoutToApply(type);
  return stated ? stated : request;
}

static std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
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
      if (!global.getConstant() && failed(readGlobal(global)))
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
      why = name + " of type " + describe(type) + " cannot be checked";
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
                  describe(argument.type) +
                  ": give its value by --arg=" + Twine(i) + ":value");
    argument.value = argument.format.parse(given->second);
    if (!argument.value)
      return fail("--arg=" + Twine(i) + ":" + given->second +
                  " is no value of type " + describe(argument.type));
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
    global->isPublic = op.isPublic();
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
    if (global.isPublic)
      symbols.push_back(global.getSymbol());
  return symbols;
}

//===----------------------------------------------------------------------===//
// The two programs
//===----------------------------------------------------------------------===//

static memref::GlobalOp lookupGlobal(func::FuncOp entry,
                                     const Parameter &global) {
  return entry->getParentOfType<ModuleOp>().lookupSymbol<memref::GlobalOp>(
      global.getSymbol());
}

static void packIdentity(Parameter &parameter) {
  if (parameter.isBuffer() && !ShapedType::isDynamicShape(parameter.shape))
    parameter.reference.packing =
        std::make_shared<const Packing>(Packing::getIdentity(parameter.shape));
}

LogicalResult layout::readReferenceViews(Signature &signature,
                                         func::FuncOp entry, std::string &why) {
  auto readAll = [&](MutableArrayRef<Parameter> parameters, TypeRange types) {
    if (parameters.size() != types.size()) {
      why = "bufferisation changes the number of arguments or results";
      return failure();
    }
    for (auto [parameter, type] : llvm::zip_equal(parameters, types)) {
      parameter.reference.type = dyn_cast<MemRefType>(type);
      if (parameter.isBuffer() && !parameter.reference.type) {
        why = parameter.name + " becomes " + describe(type);
        return failure();
      }
      packIdentity(parameter);
    }
    return success();
  };
  for (Parameter &global : signature.globals) {
    global.reference.type = lookupGlobal(entry, global).getType();
    packIdentity(global);
  }
  return failure(
      failed(readAll(signature.arguments, entry.getArgumentTypes())) ||
      failed(readAll(signature.results, entry.getResultTypes())));
}

namespace {

class CandidateReader {
public:
  CandidateReader(Signature &signature, func::FuncOp entry, std::string &why)
      : signature(signature), entry(entry), why(why) {}

  LogicalResult read() {
    size_t numArguments = signature.arguments.size();
    if (entry.getNumArguments() < numArguments ||
        entry.getNumResults() < signature.results.size())
      return fail("the pipeline changes the number of arguments or results "
                  "of @" +
                  entry.getName());
    for (auto [i, argument] : llvm::enumerate(signature.arguments)) {
      bool isLaidOut = static_cast<bool>(getAccess(i));
      if (failed(readView(argument, entry.getArgumentTypes()[i], isLaidOut)))
        return failure();
      // An argument that says nothing of its use is used in every way.
      argument.candidate.padIsAssumed =
          !getAccess(i) || getAccess(i).getValue() != "write";
    }
    for (auto [i, result] : llvm::enumerate(signature.results))
      if (failed(readView(result, entry.getResultTypes()[i],
                          static_cast<bool>(result.request))))
        return failure();
    for (Parameter &global : signature.globals)
      if (failed(readGlobal(global)))
        return failure();
    return failure(failed(readAppended()) || failed(readReturned()));
  }

private:
  LogicalResult fail(const Twine &reason) {
    why = reason.str();
    return failure();
  }

  /// A private global may go. A public one is read and written by others, too.
  LogicalResult readGlobal(Parameter &global) {
    memref::GlobalOp op = lookupGlobal(entry, global);
    if (global.isPublic) {
      StringRef deed = !op || op.isExternal() ? "removes"
                       : !op.isPublic()       ? "hides"
                       : op.getConstant()     ? "makes a constant of"
                                              : "";
      if (!deed.empty())
        return fail("the pipeline " + deed + " the public global " +
                    global.name);
    }
    return op ? readView(global, op.getType(), op.isPrivate()) : success();
  }

  StringAttr getAccess(unsigned i) {
    return entry.getArgAttrOfType<StringAttr>(i,
                                              LayoutDialect::kAccessAttrName);
  }

  /// A request may be met inside of the function, its interface staying plain.
  /// If the shapes do not tell, `requestIsApplied` does.
  LogicalResult readView(Parameter &parameter, Type type,
                         bool requestIsApplied) {
    type = getErasedType(type);
    if (!parameter.isBuffer()) {
      if (type != parameter.type)
        return fail("the pipeline changes the type of " + parameter.name +
                    " to " + describe(type));
      return success();
    }
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || memref.getElementType() != parameter.format.getType())
      return failType(parameter, type);
    BufferView &view = parameter.candidate;
    view.type = memref;
    std::shared_ptr<const Packing> packing;
    bool fitsPhysical = false;
    if (BufferAttr layout = parameter.getLayout())
      if (failed(fits(memref, layout, parameter.shape, packing, fitsPhysical)))
        return failure();
    bool fitsLogical = areCompatible(memref.getShape(), parameter.shape);
    bool isStated = isLaidOut(parameter.type);
    if (fitsPhysical && (isStated || requestIsApplied || !fitsLogical)) {
      view.layout = parameter.getLayout();
      view.packing = packing;
    } else if (isStated || !fitsLogical) {
      return failType(parameter, type);
    } else {
      view.packing = parameter.reference.packing;
    }
    return success();
  }

  LogicalResult failType(const Parameter &parameter, Type type) {
    return fail("the pipeline turns " + parameter.name + " of type " +
                describe(parameter.type) + " into " + describe(type) +
                ", which has not the physical shape of its layout");
  }

  /// Has `type` the physical shape of a layout on a logical shape? That of a
  /// result of dynamic shape is not known yet: then its rank has to do.
  LogicalResult fits(MemRefType type, BufferAttr layout,
                     ArrayRef<int64_t> shape,
                     std::shared_ptr<const Packing> &packing, bool &result) {
    if (ShapedType::isDynamicShape(shape)) {
      result = type.getRank() == layout.getPhysicalRank();
      return success();
    }
    FailureOr<Packing> made = Packing::get(layout, shape, why);
    if (failed(made))
      return failure();
    result = areCompatible(type.getShape(), made->getPhysicalShape());
    packing = std::make_shared<const Packing>(std::move(*made));
    return success();
  }

  static bool areCompatible(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
    return a.size() == b.size() &&
           llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
             auto [x, y] = pair;
             return x == y || ShapedType::isDynamic(x) ||
                    ShapedType::isDynamic(y);
           });
  }

  LogicalResult readAppended() {
    for (Parameter &argument : signature.arguments) {
      auto type = dyn_cast<ShapedType>(argument.type);
      if (!argument.candidate.layout || !type)
        continue;
      for (int64_t d = 0; d < type.getRank(); ++d)
        if (type.isDynamicDim(d) && !isDetermined(argument, d))
          signature.appended.push_back(argument.shape[d]);
    }
    TypeRange further = TypeRange(entry.getArgumentTypes())
                            .drop_front(signature.arguments.size());
    if (further.size() != signature.appended.size() ||
        !llvm::all_of(further, [](Type type) { return type.isIndex(); }))
      return fail("the pipeline gives @" + entry.getName() + " " +
                  Twine(further.size()) + " further arguments, where " +
                  Twine(signature.appended.size()) +
                  " extents are not told by the physical shapes");
    return success();
  }

  LogicalResult readReturned() {
    for (auto [i, result] : llvm::enumerate(signature.results)) {
      auto type = dyn_cast<ShapedType>(result.type);
      for (int64_t d = 0; result.candidate.layout && d < type.getRank(); ++d)
        if (type.isDynamicDim(d) && !isDetermined(result, d))
          signature.returned.push_back({unsigned(i), unsigned(d)});
    }
    TypeRange further =
        TypeRange(entry.getResultTypes()).drop_front(signature.results.size());
    if (further.size() != signature.returned.size() ||
        !llvm::all_of(further, [](Type type) { return type.isIndex(); }))
      return fail("the pipeline gives @" + entry.getName() + " " +
                  Twine(further.size()) + " further results, where " +
                  Twine(signature.returned.size()) +
                  " extents are not told by the physical shapes");
    return success();
  }

  /// Does the physical shape tell extent `d`? A matter of the calling
  /// convention, and the one thing asked here of what the passes ask, too.
  bool isDetermined(const Parameter &argument, int64_t d) {
    auto type = cast<ShapedType>(argument.type);
    unsigned number = 0;
    for (int64_t before = 0; before < d; ++before)
      number += type.isDynamicDim(before);
    return argument.candidate.layout.getPhysicalLayout(type.getShape())
        .getExtentSource(number)
        .has_value();
  }

  Signature &signature;
  func::FuncOp entry;
  std::string &why;
};

} // namespace

LogicalResult layout::readCandidateViews(Signature &signature,
                                         func::FuncOp entry, std::string &why) {
  return CandidateReader(signature, entry, why).read();
}
