//===- TuningFile.cpp - Plans that were measured --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Tuning/TuningFile.h"

#include "Layout/Analysis/Target/Target.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Tuning/NestCopy.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ScopedPrinter.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kTarget = "dlti.target_system_spec";

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

TuningConditions TuningConditions::get(ModuleOp module, int64_t threads) {
  // Plans follow from its numbers; the machine that measured is stated apart.
  OwningOpRef<ModuleOp> unnamed = ModuleOp::create(module.getLoc());
  if (Attribute stated = module->getAttr(kTarget))
    (*unnamed)->setAttr(kTarget, stated);
  replaceProcessor(*unnamed, "");
  Attribute target = (*unnamed)->getAttr(kTarget);
  // Code does not change so much that measurements are void from one release of
  // a version to the next.
  return {target ? llvm::to_string(target) : "",
          std::to_string(LLVM_VERSION_MAJOR), kPlannerVersion, threads};
}

std::string
TuningConditions::describeDifference(const TuningConditions &found) const {
  auto describe = [](StringRef what, const std::string &expected,
                     const std::string &is) {
    return (what + " " + expected + ", and here it is " + is).str();
  };
  if (llvm != found.llvm)
    return describe("LLVM", llvm, found.llvm);
  if (planner != found.planner)
    return describe("version", std::to_string(planner) + " of the planner",
                    std::to_string(found.planner));
  if (threads != found.threads)
    return describe("a number of threads of", std::to_string(threads),
                    std::to_string(found.threads));
  if (target != found.target)
    return describe("the target",
                    target.empty() ? "that is not stated" : target,
                    found.target.empty() ? "not stated" : found.target);
  return "";
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

TuningFile::TuningFile(const DialectRegistry &registry)
    : context(std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED)) {
  context->loadDialect<affine::AffineDialect, func::FuncDialect, DLTIDialect,
                       LayoutDialect>();
  context->allowUnregisteredDialects();
}

namespace {

/// Keeps the first error of a context from being printed.
class FirstError {
public:
  explicit FirstError(MLIRContext *context)
      : handler(context, [this](Diagnostic &report) {
          if (report.getSeverity() == DiagnosticSeverity::Error && text.empty())
            text = llvm::to_string(report.getLocation()) + ": " + report.str();
          return success();
        }) {}
  std::string take() { return std::move(text); }

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static std::optional<int64_t> getNumber(DictionaryAttr dictionary,
                                        StringRef name) {
  auto number = dictionary.getAs<IntegerAttr>(name);
  if (!number || !number.getType().isSignlessInteger(64))
    return std::nullopt;
  return number.getInt();
}

LogicalResult TuningFile::readConditions(std::string &why) {
  why = "expects a module with 'layout.tuned' = {llvm = \"..\", planner = .., "
        "processor = \"..\", threads = ..}, as layout-tune writes it";
  auto stated = (*module)->getAttrOfType<DictionaryAttr>(kTunedAttrName);
  if (!stated)
    return failure();
  auto llvm = stated.getAs<StringAttr>("llvm");
  auto measured = stated.getAs<StringAttr>("processor");
  std::optional<int64_t> planner = getNumber(stated, "planner"),
                         threads = getNumber(stated, "threads");
  if (!llvm || !measured || !planner || !threads)
    return failure();
  Attribute target = (*module)->getAttr(kTarget);
  conditions = {target ? llvm::to_string(target) : "", llvm.str(), *planner,
                *threads};
  processor = measured.str();
  why.clear();
  return success();
}

LogicalResult TuningFile::readEntries(std::string &why) {
  for (Operation &op : *module->getBody()) {
    auto function = dyn_cast<func::FuncOp>(op);
    affine::AffineForOp nest = function ? getNestOf(function) : nullptr;
    if (!nest) {
      why =
          llvm::to_string(op.getLoc()) +
          ": expects a func.func with one affine.for, as layout-tune writes it";
      return failure();
    }
    LoopsAttr plan = getPlan(nest);
    if (!numbers.try_emplace(getNestText(function), entries.size()).second) {
      why = llvm::to_string(op.getLoc()) + ": the nest of @" +
            function.getName().str() + " has an entry before this one";
      return failure();
    }
    entries.push_back({function.getName().str(),
                       plan ? llvm::to_string(Attribute(plan)) : ""});
  }
  return success();
}

std::unique_ptr<TuningFile> TuningFile::read(StringRef path,
                                             const DialectRegistry &registry,
                                             std::string &why) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) {
    why = "cannot be read: " + buffer.getError().message();
    return nullptr;
  }
  // MLIR's reader trusts bytecode.
  if (isBytecode((*buffer)->getMemBufferRef())) {
    why = "expects MLIR as text, found bytecode";
    return nullptr;
  }
  std::unique_ptr<TuningFile> file(new TuningFile(registry));
  FirstError error(file->context.get());
  file->module = parseSourceString<ModuleOp>(
      (*buffer)->getBuffer(), ParserConfig(file->context.get()), path);
  if (!file->module) {
    why = "is no module: " + error.take();
    return nullptr;
  }
  if (failed(file->readConditions(why)) || failed(file->readEntries(why)))
    return nullptr;
  return file;
}

std::optional<unsigned> TuningFile::find(StringRef nestText) const {
  auto found = numbers.find(nestText);
  return found == numbers.end() ? std::nullopt
                                : std::optional<unsigned>(found->second);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

TuningFile::TuningFile(const TuningConditions &conditions, StringRef processor,
                       const DialectRegistry &registry)
    : TuningFile(registry) {
  this->conditions = conditions;
  this->processor = processor.str();
  Builder builder(context.get());
  module = ModuleOp::create(builder.getUnknownLoc());
  NamedAttribute stated[] = {
      builder.getNamedAttr("llvm", builder.getStringAttr(conditions.llvm)),
      builder.getNamedAttr("planner",
                           builder.getI64IntegerAttr(conditions.planner)),
      builder.getNamedAttr("processor", builder.getStringAttr(processor)),
      builder.getNamedAttr("threads",
                           builder.getI64IntegerAttr(conditions.threads))};
  (*module)->setAttr(kTunedAttrName, builder.getDictionaryAttr(stated));
  if (!conditions.target.empty())
    (*module)->setAttr(kTarget,
                       parseAttribute(conditions.target, context.get()));
}

/// Tenths of a nanosecond are more than can be measured.
static FloatAttr getTime(Builder &builder, double microseconds) {
  return builder.getF64FloatAttr(std::round(microseconds * 1e4) / 1e4);
}

LogicalResult TuningFile::set(StringRef nestText, LoopsAttr plan,
                              std::pair<double, double> times,
                              std::string &why) {
  FirstError error(context.get());
  auto parsed =
      parseSourceString<ModuleOp>(nestText, ParserConfig(context.get()));
  if (!parsed) {
    why = error.take();
    return failure();
  }
  auto function = cast<func::FuncOp>(parsed->getBody()->front());
  Builder builder(context.get());
  NamedAttribute measured[] = {
      builder.getNamedAttr("model", getTime(builder, times.first)),
      builder.getNamedAttr("plan", getTime(builder, times.second))};
  if (plan)
    function->setAttr(kTunedAttrName, builder.getDictionaryAttr(measured));
  std::string planText = plan ? llvm::to_string(Attribute(plan)) : "";
  if (plan)
    setPlan(getNestOf(function),
            cast<LoopsAttr>(parseAttribute(planText, context.get())));
  auto [known, isNew] =
      numbers.try_emplace(getNestText(function), entries.size());
  if (isNew) {
    unsigned number = entries.size();
    std::string name;
    do
      name = "nest" + std::to_string(number++);
    while (module->lookupSymbol(name));
    entries.push_back({name, planText});
  }
  Entry &entry = entries[known->second];
  entry.plan = planText;
  if (Operation *old = module->lookupSymbol(entry.name))
    old->erase();
  function->remove();
  function.setName(entry.name);
  module->push_back(function);
  return success();
}

LogicalResult TuningFile::write(StringRef path, std::string &why) const {
  auto error = llvm::writeToOutput(path, [&](raw_ostream &os) {
    module.get()->print(os);
    os << "\n";
    return llvm::Error::success();
  });
  if (!error)
    return success();
  why = llvm::toString(std::move(error));
  return failure();
}
