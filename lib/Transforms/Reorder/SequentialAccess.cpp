//===- SequentialAccess.cpp - Walking a buffer in physical order ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nests around marked accesses are executed in the order of physical
// memory:
//
//     affine.for %i = 0 to 14 {
//       affine.store %x, %a[%i floordiv 4, %i mod 4] {layout.sequential}
//     }
// ->  affine.for %io = 0 to 4 {
//       affine.for %ii = 0 to 4 {
//         affine.if 4 * %io + %ii < 14 { affine.store %x, %a[%io, %ii] }
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Reorder/SequentialAccess.h"

#include "Layout/IR/Requests.h"
#include "Layout/Map/IndexMap.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "MarkedAccesses.h"
#include "SequentialRound.h"
#include "mlir/AsmParser/AsmParser.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSEQUENTIALACCESS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static bool hasMark(Operation *function) {
  auto interface = dyn_cast<FunctionOpInterface>(function);
  for (unsigned i = 0, e = interface ? interface.getNumArguments() : 0; i < e;
       ++i)
    if (interface.getArgAttr(i, LayoutDialect::kSequentialAttrName))
      return true;
  return function
      ->walk([](Operation *op) {
        return isMarkedSequential(op) ? WalkResult::interrupt()
                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {

class LayoutSequentialAccessPass
    : public layout::impl::LayoutSequentialAccessBase<
          LayoutSequentialAccessPass> {
public:
  using LayoutSequentialAccessBase::LayoutSequentialAccessBase;

  LogicalResult initialize(MLIRContext *context) override {
    options.reassociate = reassociate;
    options.reorderOnly = reorderOnly;
    options.nestMap = AffineMap();
    if (nestMap.empty())
      return success();
    Attribute parsed =
        parseAttribute("#layout.index_map<" + nestMap + ">", context);
    if (auto map = dyn_cast_or_null<IndexMapAttr>(parsed))
      options.nestMap = map.getMap();
    if (options.nestMap && IndexMap(options.nestMap).getFault().empty())
      return success();
    return emitError(UnknownLoc::get(context))
           << "layout-sequential-access: nest-map expects an index map such as "
              "\"(i, j) -> (j, i)\", found \""
           << nestMap << "\"";
  }

  void runOnOperation() override {
    if (failed(verifyNoStrayAttributes(getOperation())))
      return signalPassFailure();
    SmallVector<Operation *> functions;
    getOperation().walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
    explainUnreachedMarks(getOperation());
    if (options.nestMap && llvm::none_of(functions, hasMark))
      remarkMissed(getOperation().getLoc(), "layout-sequential-access/no-mark")
          << "nest-map is given, but nothing is marked layout.sequential; mark "
             "the loop, buffer or access to which it applies";
    for (Operation *function : functions)
      if (failed(reorderSequentialAccesses(function, options)))
        return signalPassFailure();
  }

private:
  SequentialAccessOptions options;
};

} // namespace

LogicalResult
layout::reorderSequentialAccesses(Operation *function,
                                  const SequentialAccessOptions &options) {
  if (!hasMark(function))
    return success();
  // A statement that is split off may be another marked access: the next round
  // reorders its new nest.
  constexpr unsigned maxRounds = 8;
  DenseSet<const void *> told;
  for (unsigned number = 1;; ++number) {
    SequentialRound round(function, options);
    if (failed(round.plan()))
      return failure();
    // A map is applied once.
    bool isLast = options.nestMap || number == maxRounds;
    if (isLast)
      round.explainRefusals(told);
    round.addTold(told);
    if (!round.apply()) {
      if (!isLast)
        round.explainRefusals(told);
      return success();
    }
    if (isLast)
      return success();
  }
}
