//===- Diagnostics.cpp - Diagnostics of an MLIR context -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "Layout/Transforms/Support/RemarkText.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

std::string layout::findWitness(llvm::StringRef line) {
  static const char *const kIndex =
      "(maps )?(\\(-?[0-9]+(, -?[0-9]+)*\\)|%?[A-Za-z0-9_]+\\[-?[0-9]+(, "
      "-?[0-9]+)*\\]).*";
  llvm::SmallVector<llvm::StringRef> matches;
  if (!llvm::Regex(kIndex).match(line, &matches))
    return "";
  return matches[0].str();
}

Failure layout::fail(std::string message) {
  Failure failure;
  failure.witness = findWitness(message);
  failure.message = std::move(message);
  return failure;
}

Failure layout::failOfCaller(std::string message) {
  Failure failure = fail(std::move(message));
  failure.isOfCaller = true;
  return failure;
}

static std::string printLocation(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ":" << place.getLine() << ":"
       << place.getColumn();
  return text;
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

static std::string getKind(const remark::detail::Remark &remark) {
  switch (remark.getRemarkType()) {
  case llvm::remarks::Type::Passed:
    return "passed";
  case llvm::remarks::Type::Missed:
    return "missed";
  default:
    return "analysis";
  }
}

class DiagnosticCollector::Streamer
    : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Streamer(std::vector<Remark> &remarks) : remarks(remarks) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    Remark taken{getKind(remark), remark.getRemarkName().str(),
                 fail(getRemarkText(remark)), "", ""};
    taken.what.location = printLocation(remark.getLocation());
    if (std::optional<RemarkHelp> help = findRemarkHelp(taken.name)) {
      taken.cause = help->cause.str();
      taken.remedy = help->remedy.str();
    }
    remarks.push_back(std::move(taken));
  }

private:
  std::vector<Remark> &remarks;
};

//===----------------------------------------------------------------------===//
// DiagnosticCollector
//===----------------------------------------------------------------------===//

DiagnosticCollector::DiagnosticCollector(MLIRContext *context, bool withRemarks)
    : context(context),
      handler(context, [this](Diagnostic &diagnostic) { take(diagnostic); }) {
  if (!withRemarks)
    return;
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis = "layout";
  // Fails only where there is no streamer.
  (void)remark::enableOptimizationRemarks(
      *context, std::make_unique<Streamer>(remarks),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
  engine = context->getRemarkEngine();
}

DiagnosticCollector::~DiagnosticCollector() {
  // An engine that another component installed stays.
  if (engine && engine == context->getRemarkEngine())
    context->setRemarkEngine(nullptr);
}

void DiagnosticCollector::take(Diagnostic &diagnostic) {
  Failure taken = fail(diagnostic.str());
  taken.location = printLocation(diagnostic.getLocation());
  for (Diagnostic &note : diagnostic.getNotes()) {
    taken.notes.emplace_back(printLocation(note.getLocation()), note.str());
    if (taken.witness.empty())
      taken.witness = findWitness(taken.notes.back().second);
  }
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error) {
    bool isWarning = diagnostic.getSeverity() == DiagnosticSeverity::Warning;
    remarks.push_back(
        {isWarning ? "warning" : "remark", "", std::move(taken), "", ""});
  } else if (!error) {
    error = std::move(taken);
  } else {
    error->notes.emplace_back(taken.location, taken.message);
    llvm::append_range(error->notes, taken.notes);
  }
}

Failure DiagnosticCollector::getFailure(llvm::StringRef otherwise) const {
  return error ? *error : fail(otherwise.str());
}

std::string layout::translateOption(llvm::StringRef message) {
  static const std::pair<const char *, const char *> kWords[] = {
      {"--arg=([0-9]+):value$", "arguments={\\1: ...}"},
      {"--arg=([0-9]+):(.*)(: argument | is no value of type )",
       "arguments={\\1: \\2}\\3"},
      {"--dim=arg([0-9]+)\\.dim([0-9]+)(:value$)?", "dims={(\\1, \\2): ...}"}};
  for (auto [option, words] : kWords)
    if (llvm::Regex regex(option); regex.match(message))
      return regex.sub(words, message);
  return "";
}

std::string layout::whyNotParsed(llvm::StringRef text) {
  constexpr unsigned kMaxDepth = 500;
  // Angle brackets count separately: those in "->" and ">=" close nothing.
  unsigned depth = 0, angles = 0, signs = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '-')
      ++signs;
    else if (!llvm::isSpace(c))
      signs = 0;
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
    } else if (text.substr(i).starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (llvm::StringRef("([{").contains(c)) {
      ++depth;
    } else if (llvm::StringRef(")]}").contains(c)) {
      depth -= depth > 0;
    } else if (c == '<') {
      ++angles;
    } else if (c == '>' && text[i - (i > 0)] != '-') {
      angles -= angles > 0;
    }
    if (std::max({depth, angles, signs}) > kMaxDepth)
      return "brackets or signs nest deeper than " + std::to_string(kMaxDepth);
  }
  return "";
}
