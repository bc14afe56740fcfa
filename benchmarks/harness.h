// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What benchmarks against C++ share: MLIR's view of a buffer, and interleaved
// timing.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// MLIR's descriptor of a row-major memref that begins at `data`.
template <size_t Rank, typename Element = float>
struct MemRef {
  MemRef(Element *data, std::array<int64_t, Rank> sizes)
      : allocated(data), aligned(data), sizes(sizes) {
    int64_t stride = 1;
    for (size_t d = Rank; d-- > 0; stride *= sizes[d])
      strides[d] = stride;
  }
  Element *allocated, *aligned;
  int64_t offset = 0;
  std::array<int64_t, Rank> sizes, strides;
};

/// Zeroed, and aligned as MLIR and the libraries like it.
template <typename Element>
struct BufferOf {
  explicit BufferOf(size_t size) : size(size) {
    size_t bytes = (size * sizeof(Element) + 63) / 64 * 64;
    data.reset(static_cast<Element *>(std::aligned_alloc(64, bytes)));
    std::fill_n(data.get(), size, Element(0));
  }
  operator Element *() { return data.get(); }

  struct Free {
    void operator()(Element *pointer) { std::free(pointer); }
  };
  size_t size;
  std::unique_ptr<Element, Free> data;
};
using Buffer = BufferOf<float>;

/// Small integers: sums of products of them are exact in any order.
inline float valueAt(int64_t index) { return float((index * 7 + 3) % 5 - 2); }

/// In seconds, of the processor: others may run on the machine. What has
/// several threads (WALL_TIME) wants a machine of its own, and is timed by the
/// clock.
inline double getTime() {
  timespec time;
#ifdef WALL_TIME
  clock_gettime(CLOCK_MONOTONIC, &time);
#else
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
#endif
  return time.tv_sec + time.tv_nsec * 1e-9;
}

struct Variant {
  std::string name;
  std::function<void()> run;
  /// What `run` has added to or written into the result, element by element of
  /// the logical result, after one run from a cleared one.
  std::function<float(int64_t)> result;
  std::function<void()> clear;
};

/// Checks that all variants compute what the first one does, times them in
/// turns, and prints for each its name and the median of its seconds a run; no
/// rounds: only checks.
inline int compareVariants(std::vector<Variant> variants, int64_t results,
                           int rounds) {
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
  if (rounds == 0)
    return 0;
  auto seconds = [](Variant &variant, int64_t runs) {
    double start = getTime();
    for (int64_t i = 0; i < runs; ++i)
      variant.run();
    return (getTime() - start) / runs;
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
