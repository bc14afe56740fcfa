//===- RemarkReport.h - HTML reports of remarks -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_LAYOUT_OPT_REMARKREPORT_H
#define TOOLS_LAYOUT_OPT_REMARKREPORT_H

#include "mlir/IR/Remarks.h"
#include <map>
#include <mutex>

namespace mlir::layout {

/// The text of a program, with the remarks of this project's passes below the
/// lines that they speak of.
class RemarkReport {
public:
  /// `name` is that of locations in `text`.
  RemarkReport(StringRef name, StringRef text)
      : name(name.str()), text(text.str()) {}

  /// From now on what passes remark in this context goes here, and nowhere
  /// else. The report must live longer.
  LogicalResult collectFrom(MLIRContext &context);

  /// Writes one HTML page that needs no other file.
  void write(llvm::raw_ostream &os) const;

private:
  class Collector;
  /// In their order below a line.
  struct Entry {
    remark::RemarkKind kind;
    std::string name, message;
    /// Where it is, if not on a line of the program.
    std::string place;

    bool operator<(const Entry &other) const {
      return std::tie(kind, name, message, place) <
             std::tie(other.kind, other.name, other.message, other.place);
    }
  };
  /// A pass may run twice, and a callee be several copies: how often.
  using Entries = std::map<Entry, unsigned>;

  void add(const remark::detail::Remark &remark);
  void writeSummary(llvm::raw_ostream &os) const;
  void writeLines(llvm::raw_ostream &os) const;
  static void writeEntries(const Entries &entries, llvm::raw_ostream &os);

  std::string name, text;
  /// By line, counted from 1; 0 is for those that are on none.
  std::map<unsigned, Entries> entries;
  /// Passes on functions run in several threads.
  std::mutex mutex;
};

} // namespace mlir::layout

#endif // TOOLS_LAYOUT_OPT_REMARKREPORT_H
