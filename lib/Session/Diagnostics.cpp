//===- Diagnostics.cpp - What a context says during a call ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

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

DiagnosticCollector::DiagnosticCollector(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) { take(diagnostic); }) {}

void DiagnosticCollector::take(Diagnostic &diagnostic) {
  Failure taken = fail(diagnostic.str());
  taken.location = printLocation(diagnostic.getLocation());
  for (Diagnostic &note : diagnostic.getNotes()) {
    taken.notes.emplace_back(printLocation(note.getLocation()), note.str());
    if (taken.witness.empty())
      taken.witness = findWitness(taken.notes.back().second);
  }
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error) {
    remarks.push_back(std::move(taken));
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

std::string layout::whyNotParsed(llvm::StringRef text) {
  constexpr unsigned kMaxDepth = 500;
  // Those of types apart: "->" and ">=" close nothing.
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
