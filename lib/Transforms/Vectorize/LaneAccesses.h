//===- LaneAccesses.h - Loads and stores of the lanes of a row --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_LANEACCESSES_H
#define LIB_TRANSFORMS_VECTORIZE_LANEACCESSES_H

#include "Transforms/Nests/AccessRuns.h"
#include "WideLoads.h"

namespace mlir::layout {

/// Builds the loads and stores of the lanes of one row.
class LaneAccesses {
public:
  LaneAccesses(BandBuilder &builder, WideLoads &wideLoads)
      : builder(builder), wideLoads(wideLoads) {}

  /// Scalar if all lanes read one element. With a mask, lanes that it leaves
  /// out read nothing and are 0.
  Value buildLoad(const AffineNest::Access &access, int64_t row, Value mask);
  void buildStore(const AffineNest::Access &access, int64_t row, Value value,
                  Value mask);

private:
  /// All iterations of the group, when the last one comes.
  void buildWideStore(const AffineNest::Access &access, int64_t row,
                      Value value, Value mask);
  /// Several runs, none longer than a register and none in two of them.
  std::vector<AccessRun> cutIntoRegisters(std::vector<AccessRun> runs,
                                          Value buffer) const;
  /// The lanes of a run.
  Value buildRun(Value buffer, const AccessRun &run, Value mask);
  /// The same in the order of the buffer.
  Value buildElements(Value buffer, const AccessRun &run, Value mask);
  /// A vector of the lanes of a run in the order of the buffer, or back.
  Value orderRun(const AccessRun &run, Value lanes);
  /// Part of a register, as a part of a whole one that is in the same row of
  /// the buffer: it takes one instruction. Null where there is none.
  Value buildPartOfWhole(Value buffer, const AccessRun &run);
  Value buildScalarLoad(Value buffer, AffineMap map);
  Value buildMaskedLoad(Value buffer, const AccessRun &run, Value mask);
  /// `result` with the lanes of a run.
  Value insertRun(Value part, Value result, const AccessRun &run);

  BandBuilder &builder;
  WideLoads &wideLoads;
  /// What interleaved stores have so far of a group.
  llvm::DenseMap<Operation *, SmallVector<Value>> stepsToStore;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_LANEACCESSES_H
