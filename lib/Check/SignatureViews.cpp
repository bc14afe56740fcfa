//===- SignatureViews.cpp - Buffer views of signatures --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Erase.h"
#include "Layout/Check/Signature.h"
#include "Layout/IR/LaidOut.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

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

/// Checks that a run can put a buffer where `view` says that its elements are.
/// If not, `why` says of which type it is.
static LogicalResult checkPlaces(const Parameter &parameter,
                                 const BufferView &view, std::string &why) {
  std::string fault;
  if (!parameter.isBuffer() ||
      succeeded(
          BufferImage::get(parameter.format, view.type, view.packing, fault)))
    return success();
  why = parameter.name + " of type " + llvm::to_string(view.type) +
        " cannot be checked: " + fault;
  return failure();
}

LogicalResult layout::readReferenceViews(Signature &signature,
                                         func::FuncOp entry, std::string &why) {
  // Bufferisation turns a ranked tensor into a memref, and keeps the rest.
  auto readAll = [&](MutableArrayRef<Parameter> parameters, TypeRange types) {
    for (auto [parameter, type] : llvm::zip_equal(parameters, types)) {
      if (parameter.isBuffer())
        parameter.reference.type = cast<MemRefType>(type);
      packIdentity(parameter);
    }
  };
  readAll(signature.arguments, entry.getArgumentTypes());
  readAll(signature.results, entry.getResultTypes());
  for (Parameter &global : signature.globals) {
    global.reference.type = lookupGlobal(entry, global).getType();
    packIdentity(global);
  }
  for (const auto *parameters : {&signature.arguments, &signature.globals})
    for (const Parameter &parameter : *parameters)
      if (failed(checkPlaces(parameter, parameter.reference, why)))
        return failure();
  return success();
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
      if (failed(readView(argument, entry.getArgumentTypes()[i], isLaidOut)) ||
          failed(checkPlaces(argument)))
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

  /// A public global is read and written by others, too.
  LogicalResult readGlobal(Parameter &global) {
    memref::GlobalOp op = lookupGlobal(entry, global);
    StringRef deed = !op || op.isExternal() ? "removes"
                     : !op.isPublic()       ? "hides"
                     : op.getConstant()     ? "makes a constant of"
                                            : "";
    if (!deed.empty())
      return fail("the pipeline " + deed + " the public global " + global.name);
    return failure(failed(readView(global, op.getType(),
                                   /*requestIsApplied=*/false)) ||
                   failed(checkPlaces(global)));
  }

  LogicalResult checkPlaces(const Parameter &parameter) {
    if (succeeded(::checkPlaces(parameter, parameter.candidate, why)))
      return success();
    return fail("after the pipeline, " + why);
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
                    " to " + llvm::to_string(type));
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
        return fail(parameter.name + " of type " +
                    llvm::to_string(parameter.type) +
                    " cannot be checked: " + why);
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
                llvm::to_string(parameter.type) + " into " +
                llvm::to_string(type) +
                (parameter.getLayout()
                     ? ", which has not the physical shape of its layout"
                     : ", and it has no layout that says where its elements "
                       "are then: state or request one (layout.transform) in "
                       "the program that is checked, or check a function that "
                       "calls it"));
  }

  /// Checks that `type` has the physical shape of a layout on a logical shape.
  /// The shape of a result of dynamic shape is not known yet: only its rank is
  /// compared.
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

  void appendExtents(const Parameter &argument) {
    auto type = dyn_cast<ShapedType>(argument.type);
    if (!argument.candidate.layout || !type)
      return;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d) && !isDetermined(argument, d))
        signature.appended.push_back(argument.shape[d]);
  }

  /// Each pass appends in the order of the arguments. layout-apply leaves no
  /// layout to later passes, and says how the arguments are used; so those of
  /// which that is not said became physical before.
  LogicalResult readAppended() {
    for (bool isApplied : {false, true})
      for (auto [i, argument] : llvm::enumerate(signature.arguments))
        if (static_cast<bool>(getAccess(i)) == isApplied)
          appendExtents(argument);
    TypeRange further = TypeRange(entry.getArgumentTypes())
                            .drop_front(signature.arguments.size());
    if (further.size() != signature.appended.size() ||
        !llvm::all_of(further, [](Type type) { return type.isIndex(); }))
      return fail("the pipeline adds " + Twine(further.size()) +
                  " arguments to @" + entry.getName() +
                  "; expects an index for "
                  "each of the " +
                  Twine(signature.appended.size()) +
                  " extents that the physical shapes do not determine");
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
      return fail("the pipeline adds " + Twine(further.size()) +
                  " results to @" + entry.getName() +
                  "; expects an index for "
                  "each of the " +
                  Twine(signature.returned.size()) +
                  " extents that the physical shapes do not determine");
    return success();
  }

  /// Returns true if the physical shape determines extent `d`. Follows the
  /// calling convention, and is the one computation that this tool shares with
  /// the passes.
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
