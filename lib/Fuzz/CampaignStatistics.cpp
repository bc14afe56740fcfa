//===- CampaignStatistics.cpp - Statistics of a fuzzing campaign ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/Campaign.h"

#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

uint64_t Statistics::getNumFindings() const {
  uint64_t sum = 0;
  for (unsigned i = 0; i < kNumEnds; ++i)
    if (isFinding(End(i)))
      sum += ends[i];
  return sum;
}

void Statistics::print(raw_ostream &os) const {
  auto percent = [](uint64_t part, uint64_t whole) {
    return llvm::format("%5.1f%%", whole ? 100.0 * part / whole : 0.0);
  };
  os << numPrograms << " programs, " << getNumFindings() << " findings\n";
  for (unsigned i = 0; i < kNumEnds; ++i)
    if (ends[i])
      os << llvm::format("%8llu ", (unsigned long long)ends[i])
         << percent(ends[i], numPrograms) << " " << getName(End(i)) << "\n";
  std::vector<std::pair<uint64_t, StringRef>> sorted;
  for (const auto &[reason, count] : refusals)
    sorted.push_back({count, reason});
  llvm::sort(sorted, std::greater<>());
  if (!sorted.empty())
    os << "refused:\n";
  for (auto [count, reason] : sorted)
    os << llvm::format("%8llu ", (unsigned long long)count) << reason << "\n";
  os << "features: programs that have it, and share of them that was run\n";
  for (unsigned i = 0; i < kNumFeatures; ++i)
    if (used[i])
      os << llvm::format("%8llu ", (unsigned long long)used[i])
         << percent(compared[i], used[i]) << " " << getName(Feature(i)) << "\n";
  os << "passes: of the programs that were run, those that it changed\n";
  for (const auto &[name, count] : passes)
    os << llvm::format("%8llu of %llu ", (unsigned long long)count.changed,
                       (unsigned long long)count.run)
       << name << "\n";
}
