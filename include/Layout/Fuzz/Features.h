//===- Features.h - Features of random programs -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_FEATURES_H
#define LAYOUT_FUZZ_FEATURES_H

#include "Layout/Fuzz/Random.h"
#include <array>
#include <bitset>
#include <string>

namespace mlir::layout::fuzz {

enum class Feature : unsigned {
#define LAYOUT_FUZZ_FEATURE(ID, NAME, WEIGHT, MEANING) ID,
#include "Layout/Fuzz/Features.def"
};

constexpr unsigned kNumFeatures = 0
#define LAYOUT_FUZZ_FEATURE(ID, NAME, WEIGHT, MEANING) +1
#include "Layout/Fuzz/Features.def"
    ;

using FeatureSet = std::bitset<kNumFeatures>;

StringRef getName(Feature feature);
StringRef getMeaning(Feature feature);

/// How often each feature is used. A weight is a percentage where a feature is
/// there or not, and relative to those of the others where one of several is
/// chosen; 0 is never.
class FeatureWeights {
public:
  FeatureWeights();

  unsigned get(Feature feature) const { return weights[unsigned(feature)]; }

  /// Reads "views=0,calls=50": a feature that is not named keeps its weight,
  /// `all=0` first clears them. Fails with the reason in `why`.
  LogicalResult parse(StringRef text, std::string &why);

  bool chance(Feature feature, Random &random) const {
    return random.percent(get(feature));
  }
  /// One of `features` by weight; the first if all weights are 0.
  Feature choose(ArrayRef<Feature> features, Random &random) const;

private:
  std::array<unsigned, kNumFeatures> weights;
};

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_FEATURES_H
