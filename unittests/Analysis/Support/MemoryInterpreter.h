//===- MemoryInterpreter.h - What elements hold in a run --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_ANALYSIS_MEMORYINTERPRETER_H
#define LAYOUT_UNITTESTS_ANALYSIS_MEMORYINTERPRETER_H

#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>
#include <random>

namespace mlir::layout::test {

/// What is said to hold whenever control comes to `point`.
struct Claim {
  Operation *point;
  Elements elements;
  Contents contents;
};

/// Executes a function on small random numbers and checks claims on the way. It
/// ends where an assumption is false or an index leaves its buffer: what comes
/// then has no meaning. Knows numbers only, and nothing of the analysis.
class MemoryInterpreter {
public:
  MemoryInterpreter(func::FuncOp function, IntegerFacts &facts,
                    const std::vector<Claim> &claims, std::mt19937_64 &rng)
      : function(function), facts(facts), rng(rng) {
    for (const Claim &claim : claims)
      claimsAt[claim.point].push_back(&claim);
  }

  /// What claim is wrong, in words; empty if none.
  std::string run();

private:
  struct Cell {
    int64_t value = 0;
    bool isUndef = false, isUninitialized = false;
  };
  struct Buffer {
    std::vector<int64_t> shape;
    std::vector<Cell> cells;
  };

  void execute(Block &block);
  void execute(Operation *op);
  void create(Value buffer, bool isUninitialized);
  Cell *find(Value buffer, ArrayRef<int64_t> index);
  std::vector<int64_t> evaluate(AffineMap map, ValueRange operands);
  bool evaluate(IntegerSet set, ValueRange operands);
  int64_t evaluate(AffineExpr expr);
  bool isBound(AffineExpr expr);
  void checkClaims(Operation *op);
  void checkClaim(const Claim &claim);
  void checkCell(const Claim &claim, Cell &cell, ArrayRef<int64_t> index);
  void promisePadding(AssumePaddingOp op);

  func::FuncOp function;
  IntegerFacts &facts;
  std::mt19937_64 &rng;
  std::map<Operation *, std::vector<const Claim *>> claimsAt;
  std::map<void *, int64_t> numbers;
  std::map<void *, Buffer> buffers;
  std::map<void *, bool> undefValues;
  bool stopped = false;
  std::string fault;
};

/// Writes functions that fill, copy, make assumptions about and read small
/// buffers.
class MemoryProgramWriter {
public:
  explicit MemoryProgramWriter(std::mt19937_64 &rng) : rng(rng) {}
  std::string write();

private:
  int64_t draw(int64_t low, int64_t high);
  bool chance(double probability) { return draw(0, 999) < 1000 * probability; }
  std::string name();
  void line(const std::string &text);
  void statements(unsigned depth);
  void statement(unsigned depth);
  void loop(unsigned depth);
  void branch(unsigned depth);
  void store();
  void read();
  std::string index(unsigned extent);
  std::string place(unsigned buffer);
  std::string load();
  std::string condition();

  std::mt19937_64 &rng;
  std::string text;
  unsigned numNames = 0, numStatements = 0;
  std::vector<std::string> variables, values;
};

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_ANALYSIS_MEMORYINTERPRETER_H
