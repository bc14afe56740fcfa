//===- Campaign.h - Many trials, each in a child process --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_CAMPAIGN_H
#define LAYOUT_FUZZ_CAMPAIGN_H

#include "Layout/Fuzz/Trial.h"
#include <map>

namespace mlir::layout::fuzz {

struct CampaignOptions {
  uint64_t seed = 1;
  uint64_t first = 0;           ///< number of the first program
  uint64_t count = 100;         ///< of programs
  unsigned seconds = 0;         ///< no new program after that; 0: no such limit
  unsigned programSeconds = 60; ///< of processor time, or a program hangs
  unsigned batch = 25;          ///< programs in one child process
  /// Processors that programs are compiled for in turn, as `CheckOptions` has
  /// them; empty: this machine.
  std::vector<std::string> targets;
  std::string broken;           ///< see `makeRandomPipeline`
  std::string saveDirectory;    ///< where findings go; empty: nowhere
  bool stopAtFirst = false;     ///< end with the first finding
  bool showProgress = false;    ///< on stderr
  FeatureWeights weights;
};

struct Statistics {
  uint64_t numPrograms = 0;
  std::array<uint64_t, kNumEnds> ends{};
  std::map<std::string, uint64_t> refusals; ///< by reason
  /// Of each feature: programs that have it, and those of them that ran.
  std::array<uint64_t, kNumFeatures> used{}, compared{};
  /// Of each of the project's passes: programs that went through it and were
  /// compared, and those of them that it changed.
  struct PassCount {
    uint64_t run = 0, changed = 0;
  };
  std::map<std::string, PassCount> passes;

  uint64_t getNumFindings() const;
  void print(raw_ostream &os) const;
};

/// Runs trials; each program follows from the seed and its number alone.
/// Findings are printed to `os` as they come. Starts processes: call it while
/// there is one thread only.
Statistics runCampaign(const DialectRegistry &registry,
                       const CampaignOptions &options, raw_ostream &os);

/// Prints the programs and pipelines of a campaign; runs nothing.
void printPrograms(const DialectRegistry &registry,
                   const CampaignOptions &options, raw_ostream &os);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_CAMPAIGN_H
