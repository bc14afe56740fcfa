// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of the benchmark, as run.py asks for them: made, laid out, compared.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>

namespace {

/// Well mixed, and the same on every machine.
uint64_t hash(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Floats in [0, 1); of bytes the four letters of a sequence; other integers in
/// [1, 1000].
template <typename T>
T getUniform(uint64_t seed) {
  uint64_t bits = hash(seed);
  if (std::is_floating_point_v<T>)
    return T(double(bits >> 11) * 0x1p-53);
  return sizeof(T) == 1 ? T(bits % 4) : T(bits % 1000 + 1);
}

template <typename T>
void fill(T *data, const char *kind, int64_t size, int64_t columns,
          int64_t seed) {
  for (int64_t e = 0; e < size; ++e) {
    int64_t row = e / columns, column = e % columns;
    if (!std::strcmp(kind, "zero"))
      data[e] = 0;
    else if (!std::strcmp(kind, "dominant")) {
      // Symmetric with a dominant diagonal, thus positive definite.
      auto [low, high] = std::minmax(row, column);
      data[e] = low == high
                    ? T(columns)
                    : getUniform<T>((seed * columns + low) * columns + high);
    } else if (!std::strcmp(kind, "autocorrelation"))
      // The Toeplitz matrix of 1 and these has a dominant diagonal.
      data[e] = T(1) / (T(e + 3) * T(e + 3));
    else
      data[e] = getUniform<T>((uint64_t(seed) << 32) + e);
  }
}

template <typename T>
int64_t findDifference(const T *a, const T *b, int64_t size, double tolerance) {
  for (int64_t e = 0; e < size; ++e)
    if (std::memcmp(a + e, b + e, sizeof(T)) &&
        !(std::abs(double(a[e]) - double(b[e])) <=
          tolerance * std::abs(double(a[e]))))
      return e;
  return -1;
}

/// Calls `function` with a null pointer of the element type of that name.
template <typename Function>
auto withType(const char *type, Function function) {
  if (!std::strcmp(type, "f64"))
    return function((double *)nullptr);
  if (!std::strcmp(type, "f32"))
    return function((float *)nullptr);
  if (!std::strcmp(type, "i32"))
    return function((int32_t *)nullptr);
  if (!std::strcmp(type, "i8"))
    return function((int8_t *)nullptr);
  std::abort();
}

} // namespace

extern "C" {

/// Zeroed memory.
void *allocateArray(int64_t bytes) {
  bytes = (bytes + 63) / 64 * 64;
  return std::memset(std::aligned_alloc(64, bytes), 0, bytes);
}

void fillArray(void *data, const char *type, const char *kind, int64_t size,
               int64_t columns, int64_t seed) {
  withType(type, [&](auto *null) {
    fill(static_cast<decltype(null)>(data), kind, size, columns, seed);
  });
}

/// Copies between an array in row-major order and the same laid out, where
/// element (i, j, ...) is at offsets[0][i] + offsets[1][j] + ...; returns where
/// the next element of `logical` is.
char *copyArray(char *logical, char *physical, int64_t elementSize,
                int64_t rank, const int64_t *extents,
                const int64_t *const *offsets, bool toPhysical) {
  for (int64_t i = 0; i < *extents; ++i) {
    char *place = physical + offsets[0][i] * elementSize;
    if (rank > 1) {
      logical = copyArray(logical, place, elementSize, rank - 1, extents + 1,
                          offsets + 1, toPhysical);
      continue;
    }
    std::memcpy(toPhysical ? place : logical, toPhysical ? logical : place,
                elementSize);
    logical += elementSize;
  }
  return logical;
}

/// The first element that differs, in any bit if `tolerance` is 0; otherwise by
/// more than that share of it; or -1.
int64_t findArrayDifference(const void *a, const void *b, const char *type,
                            int64_t size, double tolerance) {
  return withType(type, [&](auto *null) {
    using Pointer = const std::remove_pointer_t<decltype(null)> *;
    return findDifference(static_cast<Pointer>(a), static_cast<Pointer>(b),
                          size, tolerance);
  });
}
}
