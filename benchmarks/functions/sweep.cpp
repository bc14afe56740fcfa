// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far `_mlir_ciface_approximated` is from the function EXACT of doubles: of each STEPth
// bit pattern of an f32, or of the patterns in hexadecimal that are given. Prints the COUNT
// inputs with the largest errors, largest first: pattern, and error in units in the last
// place of the exact result.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

struct Descriptor {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};
extern "C" void _mlir_ciface_approximated(Descriptor *from, Descriptor *to);

struct Error {
  double units;
  uint32_t input;
  bool operator>(const Error &other) const { return units > other.units; }
};

static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// Errors of results that are no numbers are 0 or unlimited. Of a subnormal
/// result nothing is said.
static double getUnits(double exact, float found) {
  if (std::isnan(exact) || std::isnan(found))
    return std::isnan(exact) && std::isnan(found) ? 0 : kUnlimited;
  if (exact == found || std::isinf(float(exact)))
    return float(exact) == found ? 0 : kUnlimited;
  if (std::fabs(exact) < std::numeric_limits<float>::min())
    return 0;
  double unit = std::ldexp(1.0, std::ilogb(exact) - 23);
  return std::fabs(found - exact) / unit;
}

/// Keeps the largest errors of these inputs in `worst`, a heap.
static void measure(const std::vector<uint32_t> &inputs, size_t count,
                    std::vector<Error> &worst) {
  std::vector<float> from(inputs.size()), to(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    from[i] = std::bit_cast<float>(inputs[i]);
  auto size = int64_t(inputs.size());
  Descriptor source{from.data(), from.data(), 0, size, 1};
  Descriptor dest{to.data(), to.data(), 0, size, 1};
  _mlir_ciface_approximated(&source, &dest);
  for (size_t i = 0; i < inputs.size(); ++i) {
    double units = getUnits(EXACT(double(from[i])), to[i]);
    if (worst.size() == count && units <= worst.front().units)
      continue;
    if (worst.size() == count) {
      std::pop_heap(worst.begin(), worst.end(), std::greater<>());
      worst.pop_back();
    }
    worst.push_back({units, inputs[i]});
    std::push_heap(worst.begin(), worst.end(), std::greater<>());
  }
}

int main(int argc, char **argv) {
  auto step = std::strtoull(argv[1], nullptr, 0);
  auto count = std::strtoull(argv[2], nullptr, 0);
  std::vector<Error> worst;
  std::vector<uint32_t> inputs;
  for (int i = 3; i < argc; ++i)
    inputs.push_back(uint32_t(std::strtoull(argv[i], nullptr, 16)));
  measure(inputs, count, worst);
  for (uint64_t next = 0; step && next < uint64_t(1) << 32;) {
    inputs.clear();
    for (; inputs.size() < 4096 && next < uint64_t(1) << 32; next += step)
      inputs.push_back(uint32_t(next));
    measure(inputs, count, worst);
  }
  std::sort(worst.begin(), worst.end(), std::greater<>());
  for (const Error &error : worst)
    std::printf("%08x %.3f\n", error.input, error.units);
}
