//===- Remarks.cpp - The table of remarks ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Support/Remarks.h"

#include "Layout/Transforms/Support/RemarkText.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::layout;

const char *layout::detail::findListedName(StringRef name,
                                           remark::RemarkKind kind) {
  enum Kinds : unsigned { P = 1, M = 2, A = 4 };
  static const llvm::DenseMap<StringRef, unsigned> kindsOf = [] {
    llvm::DenseMap<StringRef, unsigned> listed;
#define LAYOUT_REMARK(pass, reason, kinds, cause, remedy)                      \
  listed[pass "/" reason] = (kinds);
#include "Remarks.def"
    return listed;
  }();
  if (name.empty())
    return "";
  unsigned asked = kind == remark::RemarkKind::RemarkPassed   ? P
                   : kind == remark::RemarkKind::RemarkMissed ? M
                                                              : A;
  auto listed = kindsOf.find(name);
  bool isListed = listed != kindsOf.end() && (listed->second & asked);
  return isListed ? listed->first.data() : nullptr;
}

std::optional<RemarkHelp> layout::findRemarkHelp(StringRef name) {
#define LAYOUT_REMARK(pass, reason, kinds, cause, remedy)                      \
  if (name == pass "/" reason)                                                 \
    return RemarkHelp{cause, remedy};
#include "Remarks.def"
  return std::nullopt;
}

unsigned &SilentRemarks::getDepth() {
  static thread_local unsigned depth = 0;
  return depth;
}

std::string layout::getRemarkText(const remark::detail::Remark &remark) {
  std::string text;
  for (const remark::detail::Remark::Arg &part : remark.getArgs())
    if (part.key == "Remark") // a part of the sentence
      text += part.val;
    else
      text += (text.empty() ? "" : ", ") + part.key + ": " + part.val;
  return text;
}
