//===- PublicFunctions.cpp - What others call -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PublicFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The last types of functions before they are LLVM's are those of the code.
struct TypeRecorder : PassInstrumentation {
  explicit TypeRecorder(std::function<void()> update)
      : update(std::move(update)) {}
  void runAfterPass(Pass *, Operation *op) override {
    if (isa<ModuleOp>(op) && !op->getParentOp())
      update();
  }
  std::function<void()> update;
};

} // namespace

static bool isDefinedAndPublic(func::FuncOp function) {
  return !function.isExternal() && function.isPublic();
}

PublicFunctions::PublicFunctions(ModuleOp module, const Options &options)
    : module(module), options(options) {
  SmallVector<func::FuncOp> found;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!isDefinedAndPublic(function))
      continue;
    function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                      UnitAttr::get(module.getContext()));
    found.push_back(function);
  }
  add(found, options.keepsArguments);
}

static PublicFunction describe(func::FuncOp function, bool keepsArguments) {
  PublicFunction known;
  known.name = function.getName().str();
  known.type = function.getFunctionType();
  known.mayWriteTensors =
      !keepsArguments &&
      llvm::any_of(function.getArgumentTypes(), llvm::IsaPred<TensorType>);
  known.isValue =
      llvm::map_to_vector(function.getResultTypes(),
                          [](Type result) { return isa<TensorType>(result); });
  return known;
}

void PublicFunctions::add(ArrayRef<func::FuncOp> added, bool keepsArguments) {
  std::optional<ArgumentUses> uses;
  if (options.describesArguments && !added.empty())
    uses.emplace(module);
  for (func::FuncOp function : added) {
    PublicFunction known = describe(function, keepsArguments);
    if (uses) {
      known.isWritten = uses->getWritten(function, keepsArguments);
      known.isAlone.assign(known.isWritten.size(), uses->areAlone());
    }
    functions.push_back(std::move(known));
  }
}

/// Passes make functions for callers from outside, too.
void PublicFunctions::addNew() {
  llvm::StringSet<> names;
  for (const PublicFunction &known : functions)
    names.insert(known.name);
  SmallVector<func::FuncOp> added;
  for (auto function : module.getOps<func::FuncOp>())
    if (isDefinedAndPublic(function) &&
        function->hasAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName()) &&
        !names.contains(function.getName()))
      added.push_back(function);
  add(added, /*keepsArguments=*/true);
}

std::unique_ptr<PassInstrumentation> PublicFunctions::record() {
  return std::make_unique<TypeRecorder>([this] { update(); });
}

/// Once lowering has begun nothing more is seen.
void PublicFunctions::updateResults(PublicFunction &known,
                                    const ReturnedBuffers &buffers,
                                    func::FuncOp function) const {
  SmallVector<ReturnedBuffer> results = buffers.find(function);
  // Deallocation returns a copy of what a function does not own, where a branch
  // that no analysis follows tells so.
  if (options.freesBuffers)
    for (ReturnedBuffer &result : results)
      if (result.isStray || result.isArgument) {
        result.isStray = result.isArgument = false;
        result.isAllocated = true;
      }
  if (llvm::none_of(results, [](auto &result) { return result.isHidden; }))
    known.results = std::move(results);
}

void PublicFunctions::update() {
  addNew();
  std::optional<ReturnedBuffers> buffers;
  for (PublicFunction &known : functions) {
    auto function = module.lookupSymbol<func::FuncOp>(known.name);
    if (!function)
      continue;
    known.type = function.getFunctionType();
    for (unsigned i = 0; i < known.isAlone.size(); ++i)
      known.isAlone[i] =
          known.isAlone[i] ||
          (i < function.getNumArguments() &&
           function.getArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName()));
    if (llvm::none_of(function.getResultTypes(), llvm::IsaPred<MemRefType>))
      continue;
    if (!buffers)
      buffers.emplace(module);
    updateResults(known, *buffers, function);
  }
  for (auto global : module.getOps<memref::GlobalOp>())
    if (!global.getType().getLayout().isIdentity())
      layouts[global.getSymName()] =
          llvm::to_string(global.getType().getLayout());
  // Functions that passes create are not called from outside.
  bool isLowered = true;
  std::vector<std::string> found;
  for (auto function : module.getOps<func::FuncOp>()) {
    isLowered = false;
    if (!function.isExternal() && function.isPrivate())
      found.push_back(function.getName().str());
  }
  if (!isLowered)
    locals = std::move(found);
}

/// The name of the attribute that extends a number as C does, by the sign that
/// the header gives it; empty for what C passes as it is. On RISC-V, registers
/// of 64 bits hold an `int` with its sign in all of them.
static StringRef getExtension(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  constexpr unsigned bitsOfInt = 32;
  if (!integer || integer.getWidth() > bitsOfInt)
    return "";
  return integer.getWidth() == 1 ? LLVM::LLVMDialect::getZExtAttrName()
                                 : LLVM::LLVMDialect::getSExtAttrName();
}

/// Callers in C take a short result for one of all bits of an `int`.
static void extendResult(LLVM::LLVMFuncOp function, FunctionType type) {
  if (type.getNumResults() != 1)
    return;
  if (StringRef name = getExtension(type.getResult(0)); !name.empty())
    function.setResultAttr(0, name, UnitAttr::get(function.getContext()));
}

/// As callees in C expect their arguments, unless the program says how.
static void extendArguments(LLVM::LLVMFuncOp function) {
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    StringRef name = getExtension(type);
    if (!name.empty() &&
        !function.getArgAttr(i, LLVM::LLVMDialect::getZExtAttrName()) &&
        !function.getArgAttr(i, LLVM::LLVMDialect::getSExtAttrName()))
      function.setArgAttr(i, name, UnitAttr::get(function.getContext()));
  }
}

void PublicFunctions::finish() {
  for (const PublicFunction &known : functions)
    if (auto function =
            module.lookupSymbol<LLVM::LLVMFuncOp>("_mlir_ciface_" + known.name))
      extendResult(function, known.type);
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (function.isExternal() && !function.getName().starts_with("llvm."))
      extendArguments(function);
  for (const std::string &name : locals) {
    auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
    if (function && !function.isExternal() &&
        function.getLinkage() == LLVM::Linkage::External)
      function.setLinkage(LLVM::Linkage::Internal);
  }
}
