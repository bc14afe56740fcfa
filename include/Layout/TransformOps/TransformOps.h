//===- TransformOps.h - Schedules of layouts --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the transform dialect, one for each pass that has a subject. An op
// runs its pass, and nothing else, on a copy of the module of its target, and
// takes over what the pass has changed there. So after a failure the payload is
// what it was, whatever failed, and handles to what did not change stay good.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H
#define LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H

#include "Layout/IR/LoopsAttr.h"
#include "Layout/Transforms/Passes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

namespace mlir::layout {

/// Adds the ops to the transform dialect, where that is loaded.
void registerTransformOps(DialectRegistry &registry);

namespace schedule {

/// What `runStep` must know of an op.
struct Step {
  transform::TransformOpInterface op;
  std::unique_ptr<Pass> (*createPass)();
  ArrayRef<StringRef> passOptions;
  StringRef nothingToDo; ///< what to say where the pass changes nothing
  /// The pass may change every function of the module, not the target alone.
  bool changesInterfaces;
};

/// Runs the pass on what the last operand of the op points to. Results: the
/// functions or modules it points to, in that order; what was made, if that is
/// requested. A silenceable failure where the pass refuses, and where the
/// target is nothing or nothing changes although the op is not `optional`; what
/// the pass says of it is in the notes. Cost: the pass, and one copy of the
/// module; when nothing changes, the pass once more, for its remarks.
DiagnosedSilenceableFailure runStep(Step step,
                                    transform::TransformRewriter &rewriter,
                                    transform::TransformResults &results,
                                    transform::TransformState &state);

/// An attribute without the prefix of a dialect must be an option.
LogicalResult verifyStep(Operation *op, ArrayRef<StringRef> passOptions);

/// Implements an op by the pass that its definition names.
template <typename OpT>
class StepTrait : public OpTrait::TraitBase<OpT, StepTrait> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return verifyStep(op, OpT::getPassOptionNames());
  }
  DiagnosedSilenceableFailure apply(transform::TransformRewriter &rewriter,
                                    transform::TransformResults &results,
                                    transform::TransformState &state) {
    return runStep({cast<transform::TransformOpInterface>(this->getOperation()),
                    OpT::createPass, OpT::getPassOptionNames(),
                    OpT::kNothingToDo, OpT::kChangesInterfaces},
                   rewriter, results, state);
  }
};

} // namespace schedule
} // namespace mlir::layout

#define GET_OP_CLASSES
#include "Layout/TransformOps/TransformOps.h.inc"

#endif // LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H
