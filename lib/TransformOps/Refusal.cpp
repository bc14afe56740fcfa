//===- Refusal.cpp - Reporting refusals -----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusal.h"
#include "Layout/Transforms/Support/RemarkText.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include <set>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::schedule;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure layout::schedule::refuse(Operation *step,
                                                     const Twine &why) {
  return emitSilenceableFailure(step->getLoc())
         << "'" << step->getName() << "' op " << why;
}

Reports::Reports(MLIRContext *context) : context(context) {
  handler.emplace(context, [this](Diagnostic &diagnostic) {
    if (llvm::get_threadid() != thread)
      return failure();
    kept.push_back(std::move(diagnostic));
    return success();
  });
}

static void attachNote(DiagnosedSilenceableFailure &failure,
                       const Diagnostic &report) {
  std::string text = report.str();
  // The whole op, as it is in the copy.
  if (!text.empty() && !StringRef(text).starts_with("see current operation"))
    failure.attachNote(report.getLocation()) << text;
}

std::string Reports::getFirst() const {
  for (const Diagnostic &report : kept)
    if (report.getSeverity() == DiagnosticSeverity::Error)
      return report.str();
  return "";
}

void Reports::attachTo(DiagnosedSilenceableFailure &failure) {
  for (Diagnostic &report : kept) {
    attachNote(failure, report);
    for (Diagnostic &note : report.getNotes())
      attachNote(failure, note);
  }
}

void Reports::release() {
  handler.reset();
  for (Diagnostic &report : kept)
    context->getDiagEngine().emit(std::move(report));
  kept.clear();
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

ForeignCopy::ForeignCopy(ModuleOp original, const DialectRegistry *more)
    : context(MLIRContext::Threading::DISABLED) {
  context.appendDialectRegistry(original->getContext()->getDialectRegistry());
  if (more)
    context.appendDialectRegistry(*more);
  context.allowUnregisteredDialects(
      original->getContext()->allowsUnregisteredDialects());
  context.printOpOnDiagnostic(false);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (succeeded(writeBytecodeToFile(original, stream)))
    module = parseSourceString<ModuleOp>(text, &context);
}

Location layout::schedule::importLocation(Location location,
                                          Location otherwise) {
  if (auto file = location->findInstanceOf<FileLineColLoc>())
    return FileLineColLoc::get(otherwise.getContext(),
                               file.getFilename().getValue(), file.getLine(),
                               file.getColumn());
  return otherwise;
}

namespace {

/// Marks the locations of ops outside of the target.
constexpr StringLiteral kElsewhere = "layout.elsewhere";

class RemarkKeeper : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkKeeper(std::vector<KeptRemark> &kept) : kept(kept) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    bool isElsewhere = false;
    remark.getLocation()->walk([&](Location part) {
      auto name = dyn_cast<NameLoc>(part);
      isElsewhere |= name && name.getName() == kElsewhere;
      return WalkResult::advance();
    });
    if (isElsewhere)
      return;
    kept.push_back({remark.getLocation(), remark.getRemarkName().str(),
                    getRemarkText(remark)});
  }

private:
  std::vector<KeptRemark> &kept;
};

} // namespace

static void markElsewhere(ModuleOp module, ArrayRef<Operation *> subjects) {
  if (subjects.empty())
    return;
  auto name = StringAttr::get(module.getContext(), kElsewhere);
  for (Operation &op : *module.getBody())
    if (!llvm::is_contained(subjects, &op))
      op.walk([&](Operation *nested) {
        nested->setLoc(NameLoc::get(name, nested->getLoc()));
      });
}

std::vector<KeptRemark>
layout::schedule::findMissed(ModuleOp module, ArrayRef<Operation *> subjects,
                             std::unique_ptr<Pass> pass) {
  markElsewhere(module, subjects);
  ForeignCopy copy(module);
  std::vector<KeptRemark> kept, result;
  remark::RemarkCategories categories;
  categories.missed = categories.analysis = "layout";
  if (!copy.module ||
      failed(remark::enableOptimizationRemarks(
          copy.context, std::make_unique<RemarkKeeper>(kept),
          std::make_unique<remark::RemarkEmittingPolicyAll>(), categories)))
    return result;
  ScopedDiagnosticHandler silent(&copy.context,
                                 [](Diagnostic &) { return success(); });
  PassManager manager(&copy.context);
  manager.addPass(std::move(pass));
  (void)manager.run(*copy.module);
  std::set<std::pair<std::string, std::string>> known;
  for (const KeptRemark &remark : kept)
    if (known.insert({remark.name, remark.message}).second)
      result.push_back({importLocation(remark.location, module.getLoc()),
                        remark.name, remark.message});
  return result;
}

void layout::schedule::attachRemarks(DiagnosedSilenceableFailure &failure,
                                     ArrayRef<KeptRemark> remarks) {
  constexpr size_t kMostNotes = 10;
  for (const KeptRemark &remark : remarks.take_front(kMostNotes))
    failure.attachNote(remark.location)
        << remark.name << ": " << remark.message;
  if (remarks.size() > kMostNotes)
    failure.attachNote(remarks.front().location)
        << "and " << remarks.size() - kMostNotes << " more";
}
