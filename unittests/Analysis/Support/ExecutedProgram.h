//===- ExecutedProgram.h - Accesses in the order of a run -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_ANALYSIS_EXECUTEDPROGRAM_H
#define LAYOUT_UNITTESTS_ANALYSIS_EXECUTEDPROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>
#include <random>
#include <string>
#include <vector>

namespace mlir::layout::test {

/// One execution of a load or store of one element.
struct AccessEvent {
  Operation *op;
  std::vector<int64_t> iteration; ///< of the loops around, from outside
  Value buffer;
  int64_t element;
  bool isWrite;
};

/// Executes a function on numbers of the widths that its types have, and notes
/// each access to a buffer of rank one. Knows `affine.for`, `scf.if`, integer
/// arithmetic, loads and stores, and nothing of the analysis. What is loaded is
/// 0.
class ExecutedProgram {
public:
  /// With these values for its arguments of type `index`, in order.
  ExecutedProgram(func::FuncOp function, llvm::ArrayRef<int64_t> arguments);

  const std::vector<AccessEvent> &getEvents() const { return events; }
  /// Returns true if an index was outside of its buffer. Then the program has
  /// no meaning.
  bool isOutside() const { return outside; }

private:
  void execute(Block &block);
  void execute(Operation *op);
  void loop(Operation *op);
  void access(Operation *op);
  void compute(Operation *op);

  std::map<void *, Attribute> values;
  std::vector<int64_t> iteration;
  std::vector<AccessEvent> events;
  bool outside = false;
};

/// Writes nests of two loops over a shared buffer %a of 24 elements, whose
/// indices and guards are computed in i8, i32 and index: casts, sums that may
/// wrap around, divisions, remainders, minima.
class WrappingProgramWriter {
public:
  explicit WrappingProgramWriter(std::mt19937_64 &rng) : rng(rng) {}

  static constexpr int64_t numElements = 24;
  /// A function `@f(%a, %n: index)` with this many nests.
  std::string write(unsigned numNests);

private:
  int64_t draw(int64_t low, int64_t high);
  std::string name();
  void line(const std::string &text);
  void nest();
  void statement(const std::string &i, const std::string &j);
  std::string value(const std::string &i, const std::string &j);
  std::string inNarrowType(const std::string &index);

  std::mt19937_64 &rng;
  std::string text;
  unsigned numNames = 0;
};

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_ANALYSIS_EXECUTEDPROGRAM_H
