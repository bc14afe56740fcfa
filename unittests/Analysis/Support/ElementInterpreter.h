//===- ElementInterpreter.h - Which elements a run touches ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference for access modes: executes a function and looks at each element
// of its first argument. It knows numbers only, and nothing of the analysis.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_ANALYSIS_ELEMENTINTERPRETER_H
#define LAYOUT_UNITTESTS_ANALYSIS_ELEMENTINTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IntegerSet.h"
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace mlir::layout::test {

class ElementInterpreter {
public:
  /// Iterations of parallel loops are executed in an order drawn from `rng`.
  ElementInterpreter(SymbolTable &symbols, std::mt19937_64 &rng)
      : symbols(symbols), rng(rng) {}

  /// Runs `function` with these values for its `i1` and `index` arguments, in
  /// order. False if an index leaves a buffer: such a run has no meaning.
  bool run(func::FuncOp function, llvm::ArrayRef<int64_t> scalars);

  bool isWritten() const { return !written.empty(); }
  bool isReadTooEarly() const { return readTooEarly; }
  bool isComplete() const;

  /// Ops that wrote what was read later, or was there at the end.
  const std::set<Operation *> &getNeeded() const { return needed; }

  /// Where `guard`, an `if` without else, does not execute its arm, its stores
  /// are pretended: `getNeededGhosts` has those whose element was read or was
  /// there at the end, unless written in between. What the arm reads is not
  /// looked at.
  void setGhostGuard(Operation *guard) { ghostGuard = guard; }

  /// What `op` writes while `set` holds for `operands` is taken to be not
  /// needed.
  void ignoreWhere(Operation *op, IntegerSet set, ValueRange operands) {
    watched = op;
    ignored = set;
    ignoredOperands.assign(operands.begin(), operands.end());
  }

  const std::set<Operation *> &getNeededGhosts() const { return neededGhosts; }

private:
  using Index = std::vector<int64_t>;
  struct View {
    Index shape;
    std::function<Index(const Index &)> toRoot;
  };

  void execute(Block &block);
  void execute(Operation *op);
  bool executeControl(Operation *op);
  bool executeArithmetic(Operation *op);
  bool executeAccess(Operation *op);
  bool executeWhole(Operation *op);
  void executeSlice(Operation *op);
  void executeCall(func::CallOp call);
  void executeStructured(Operation *op);
  void executeTransfer(Operation *op);
  void executeParallel(llvm::ArrayRef<Index> values, ValueRange variables,
                       Block &body);

  int64_t get(Value value);
  int64_t get(OpFoldResult value);
  Index get(ValueRange values);
  Index evaluate(AffineMap map, ValueRange operands);
  const View *viewOf(Value buffer) const;
  void touch(Value buffer, const Index &index, bool isWrite);
  void trace(const Index &element, bool isWrite);
  bool holds(IntegerSet set, ValueRange operands);
  void touchAll(Value buffer, bool isWrite);

  SymbolTable &symbols;
  std::mt19937_64 &rng;
  std::map<void *, int64_t> numbers;
  std::map<void *, View> views;
  Index shape;
  std::set<Index> written;
  Operation *current = nullptr, *ghostGuard = nullptr;
  bool isGhost = false;
  Operation *watched = nullptr;
  IntegerSet ignored;
  std::vector<Value> ignoredOperands;
  std::map<Index, Operation *> lastWriter;
  std::map<Index, std::set<Operation *>> ghosts;
  std::set<Operation *> needed, neededGhosts;
  bool readTooEarly = false, outside = false;
};

/// Calls `visit` with each index of a shape.
void forEach(llvm::ArrayRef<int64_t> shape,
             llvm::function_ref<void(const std::vector<int64_t> &)> visit);

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_ANALYSIS_ELEMENTINTERPRETER_H
