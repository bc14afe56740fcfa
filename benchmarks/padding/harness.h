// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the padding benchmarks share: MLIR's view of a buffer, and interleaved
// timing.

#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// MLIR's descriptor of a row-major memref of floats that begins at `data`.
template <size_t Rank>
struct MemRef {
  MemRef(float *data, std::array<int64_t, Rank> sizes)
      : allocated(data), aligned(data), sizes(sizes) {
    int64_t stride = 1;
    for (size_t d = Rank; d-- > 0; stride *= sizes[d])
      strides[d] = stride;
  }
  float *allocated, *aligned;
  int64_t offset = 0;
  std::array<int64_t, Rank> sizes, strides;
};

/// Zeroed, and aligned as MLIR and the libraries like it.
struct Buffer {
  explicit Buffer(size_t size) : size(size) {
    size_t bytes = (size * sizeof(float) + 63) / 64 * 64;
    data.reset(static_cast<float *>(std::aligned_alloc(64, bytes)));
    std::fill_n(data.get(), size, 0.0f);
  }
  operator float *() { return data.get(); }

  struct Free {
    void operator()(float *pointer) { std::free(pointer); }
  };
  size_t size;
  std::unique_ptr<float, Free> data;
};

/// Small integers: sums of products of them are exact in any order.
inline float valueAt(int64_t index) { return float((index * 7 + 3) % 5 - 2); }

struct Variant {
  std::string name;
  std::function<void()> run;
  /// What `run` has added to or written into the result, element by element of
  /// the logical result, after one run from a cleared one.
  std::function<float(int64_t)> result;
  std::function<void()> clear;
};

/// Checks that all variants compute what the first one does, times them in
/// turns, and prints for each its name and the median of its seconds a run.
inline int compareVariants(std::vector<Variant> variants, int64_t results,
                           int rounds) {
  using Clock = std::chrono::steady_clock;
  std::vector<float> expected(results);
  for (Variant &variant : variants) {
    variant.clear();
    variant.run();
    for (int64_t i = 0; i < results; ++i) {
      if (&variant == &variants.front())
        expected[i] = variant.result(i);
      else if (variant.result(i) != expected[i]) {
        std::fprintf(stderr, "%s: element %ld is %g, not %g\n",
                     variant.name.c_str(), long(i), variant.result(i),
                     expected[i]);
        return 1;
      }
    }
  }
  auto seconds = [](Variant &variant, int64_t runs) {
    auto start = Clock::now();
    for (int64_t i = 0; i < runs; ++i)
      variant.run();
    return std::chrono::duration<double>(Clock::now() - start).count() / runs;
  };
  std::vector<int64_t> runs;
  std::vector<std::vector<double>> times(variants.size());
  for (Variant &variant : variants)
    runs.push_back(std::max<int64_t>(1, 0.01 / seconds(variant, 1)));
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < variants.size(); ++i) {
      variants[i].clear();
      times[i].push_back(seconds(variants[i], runs[i]));
    }
  for (size_t i = 0; i < variants.size(); ++i) {
    std::nth_element(times[i].begin(), times[i].begin() + rounds / 2,
                     times[i].end());
    std::printf("%s %.9g\n", variants[i].name.c_str(), times[i][rounds / 2]);
  }
  return 0;
}
