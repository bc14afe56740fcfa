//===- Features.cpp - Features of random programs -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/Features.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

namespace {
struct Description {
  StringRef name;
  unsigned weight;
  StringRef meaning;
};
} // namespace

static constexpr Description kDescriptions[] = {
#define LAYOUT_FUZZ_FEATURE(ID, NAME, WEIGHT, MEANING) {NAME, WEIGHT, MEANING},
#include "Layout/Fuzz/Features.def"
};

StringRef fuzz::getName(Feature feature) {
  return kDescriptions[unsigned(feature)].name;
}

StringRef fuzz::getMeaning(Feature feature) {
  return kDescriptions[unsigned(feature)].meaning;
}

FeatureWeights::FeatureWeights() {
  for (unsigned i = 0; i < kNumFeatures; ++i)
    weights[i] = kDescriptions[i].weight;
}

LogicalResult FeatureWeights::parse(StringRef text, std::string &why) {
  SmallVector<StringRef> items;
  text.split(items, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef item : items) {
    StringRef name, number;
    std::tie(name, number) = item.split('=');
    unsigned weight;
    if (number.getAsInteger(10, weight)) {
      why = ("expected name=weight, not '" + item + "'").str();
      return failure();
    }
    if (name == "all") {
      weights.fill(weight);
      continue;
    }
    const auto *found = llvm::find_if(
        kDescriptions, [&](const Description &d) { return d.name == name; });
    if (found == std::end(kDescriptions)) {
      why = ("there is no feature '" + name + "'").str();
      return failure();
    }
    weights[found - std::begin(kDescriptions)] = weight;
  }
  return success();
}

Feature FeatureWeights::choose(ArrayRef<Feature> features,
                               Random &random) const {
  int64_t total = 0;
  for (Feature feature : features)
    total += get(feature);
  int64_t left = total ? random.pick(0, total - 1) : 0;
  for (Feature feature : features) {
    if (left < get(feature))
      return feature;
    left -= get(feature);
  }
  return features.front();
}
