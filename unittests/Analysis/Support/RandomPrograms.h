//===- RandomPrograms.h - Functions that write a buffer ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_ANALYSIS_RANDOMPROGRAMS_H
#define LAYOUT_UNITTESTS_ANALYSIS_RANDOMPROGRAMS_H

#include <functional>
#include <random>
#include <string>
#include <vector>

namespace mlir::layout::test {

/// Writes a module with a function `@f(%a: memref<..xf32>, ...)` that walks %a
/// in ways that real programs do: whole, in tiles with a guard or a shorter
/// last one, in pieces, backwards, in windows, in triangles, in parallel, as
/// slices, vectors and structured ops, and through calls. One in a few walks is
/// wrong by one, so that close misses are as frequent as hits.
class ProgramWriter {
public:
  static constexpr unsigned numConditions = 2;

  explicit ProgramWriter(std::mt19937_64 &rng) : rng(rng) {}

  std::string write();

private:
  using Body = std::function<void(const std::string &)>;

  int64_t draw(int64_t low, int64_t high);
  bool chance(double probability);
  std::string name();
  void line(const std::string &text);
  void open(const std::string &text);
  void close();
  std::string apply(const std::string &map, const std::string &operands);

  void statement();
  void wholeStatement(bool isWrite);
  void slices();
  void vectors();
  void walk(unsigned dim, std::vector<std::string> index,
            const std::function<void(const std::string &)> &access);
  void walkDim(int64_t extent, const Body &body);
  void walkPlain(int64_t extent, const Body &body);
  void walkTiles(int64_t extent, const Body &body);
  void walkOddly(int64_t extent, const Body &body);
  void walkParallel(int64_t extent, const Body &body);
  void walkWithArithmetic(int64_t extent, const Body &body);
  void store(const std::string &index);
  void load(const std::string &index);
  void access(const std::string &index);
  void accumulate(const std::string &index);
  void loadBefore(const std::string &index);

  std::mt19937_64 &rng;
  std::vector<int64_t> shape;
  std::string type, text;
  unsigned depth = 1, numNames = 0;
};

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_ANALYSIS_RANDOMPROGRAMS_H
