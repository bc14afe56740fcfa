//===- RemarkReport.cpp - HTML reports of remarks -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemarkReport.h"

#include "Layout/Transforms/Support/RemarkText.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;
using mlir::remark::RemarkKind;

// Plain colours first, for viewers that know neither variables nor schemes.
static constexpr StringLiteral kStyle = R"(
body { color: #222; background: #fff; margin: 1.5em;
  font: 14px/1.45 system-ui, sans-serif; }
code, pre { font: 13px/1.45 "DejaVu Sans Mono", "Liberation Mono", Menlo,
  Consolas, monospace; }
.line { display: flex; }
.line pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.number { flex: none; width: 4em; padding-right: 1em; text-align: right;
  color: #777; user-select: none; }
details { margin: 0 0 0 5em; padding: 1px 0.8em; border-left: 3px solid;
  overflow-wrap: anywhere; }
details p { margin: 0.2em 0 0.4em 1.1em; color: #777; }
label { margin-right: 1.5em; }
h2 { font-size: 15px; border-top: 1px solid #ddd; padding-top: 1em; }
label.passed, .passed code { color: #1a7f37; }
label.missed, .missed code { color: #b35900; }
label.unknown, .unknown code { color: #6639ba; }
details.passed { border-color: #1a7f37; }
details.missed { border-color: #b35900; }
details.unknown { border-color: #6639ba; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1b1b1b; }
  .number { color: #888; }
  details p { color: #888; }
  h2 { border-color: #444; }
  label.passed, .passed code { color: #56d364; }
  label.missed, .missed code { color: #f0a050; }
  label.unknown, .unknown code { color: #c297ff; }
  details.passed { border-color: #56d364; }
  details.missed { border-color: #f0a050; }
  details.unknown { border-color: #c297ff; }
}
body:has(#passed:not(:checked)) details.passed,
body:has(#missed:not(:checked)) details.missed,
body:has(#unknown:not(:checked)) details.unknown { display: none; }
)";

static std::string escape(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printHTMLEscaped(text, os);
  return result;
}

/// As in docs/Remarks.md, but for "Analysis", which says nothing to most.
static StringRef getKindName(RemarkKind kind) {
  return kind == RemarkKind::RemarkPassed   ? "passed"
         : kind == RemarkKind::RemarkMissed ? "missed"
                                            : "unknown";
}

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

class RemarkReport::Collector : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit Collector(RemarkReport &report) : report(report) {}
  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    report.add(remark);
  }

private:
  RemarkReport &report;
};

LogicalResult RemarkReport::collectFrom(MLIRContext &context) {
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis = "layout";
  return remark::enableOptimizationRemarks(
      context, std::make_unique<Collector>(*this),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

static RemarkKind getKind(const remark::detail::Remark &remark) {
  switch (remark.getRemarkType()) {
  case llvm::remarks::Type::Passed:
    return RemarkKind::RemarkPassed;
  case llvm::remarks::Type::Missed:
    return RemarkKind::RemarkMissed;
  default:
    return RemarkKind::RemarkAnalysis;
  }
}

void RemarkReport::add(const remark::detail::Remark &remark) {
  Entry entry{getKind(remark), remark.getRemarkName().str(),
              getRemarkText(remark), ""};
  auto place = remark.getLocation()->findInstanceOf<FileLineColLoc>();
  bool isHere = place && place.getFilename() == name && place.getLine() > 0;
  if (!isHere)
    entry.place = llvm::to_string(remark.getLocation());
  std::lock_guard<std::mutex> lock(mutex);
  ++entries[isHere ? place.getLine() : 0][entry];
}

//===----------------------------------------------------------------------===//
// The page
//===----------------------------------------------------------------------===//

void RemarkReport::writeSummary(llvm::raw_ostream &os) const {
  std::map<RemarkKind, unsigned> counts;
  for (const auto &[line, here] : entries)
    for (const auto &[entry, count] : here)
      ++counts[entry.kind];
  os << "<p>";
  for (RemarkKind kind : {RemarkKind::RemarkPassed, RemarkKind::RemarkMissed,
                          RemarkKind::RemarkAnalysis}) {
    StringRef word = getKindName(kind);
    os << "<label class=\"" << word << "\"><input type=\"checkbox\" id=\""
       << word << "\" checked> " << word << ": " << counts[kind]
       << "</label>\n";
  }
  os << "</p>\n";
}

void RemarkReport::writeEntries(const Entries &entries, llvm::raw_ostream &os) {
  for (const auto &[entry, count] : entries) {
    StringRef word = getKindName(entry.kind);
    os << "<details class=\"" << word << "\"><summary>" << word << " <code>"
       << escape(entry.name) << "</code> " << escape(entry.message);
    if (!entry.place.empty())
      os << " (at " << escape(entry.place) << ")";
    if (count > 1)
      os << " (" << count << " times)";
    os << "</summary>";
    if (std::optional<RemarkHelp> help = findRemarkHelp(entry.name)) {
      os << "<p>" << escape(help->cause) << "</p>";
      if (!help->remedy.empty())
        os << "<p>" << escape(help->remedy) << "</p>";
    }
    os << "</details>\n";
  }
}

void RemarkReport::writeLines(llvm::raw_ostream &os) const {
  unsigned number = 0;
  for (StringRef line : llvm::split(StringRef(text).rtrim('\n'), '\n')) {
    os << "<div class=\"line\"><span class=\"number\">" << ++number
       << "</span><pre>" << escape(line) << "</pre></div>\n";
    if (auto here = entries.find(number); here != entries.end())
      writeEntries(here->second, os);
  }
}

void RemarkReport::write(llvm::raw_ostream &os) const {
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>"
     << escape(name) << "</title>\n<style>" << kStyle
     << "</style>\n</head>\n<body>\n";
  writeSummary(os);
  writeLines(os);
  if (auto elsewhere = entries.find(0); elsewhere != entries.end()) {
    os << "<h2>On no line of this file</h2>\n";
    writeEntries(elsewhere->second, os);
  }
  os << "</body>\n</html>\n";
}
