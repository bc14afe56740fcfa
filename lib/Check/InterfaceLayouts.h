//===- InterfaceLayouts.h - Layouts that passes give to interfaces -*- C++ -*-//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_INTERFACELAYOUTS_H
#define LAYOUT_LIB_CHECK_INTERFACELAYOUTS_H

#include "Layout/Check/Signature.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::layout {

/// Records the layouts that arguments, results and globals of a module have
/// while passes run on it, before `layout-apply` makes them physical.
///
///     @f(memref<14xf32>)                  in the input
///     @f(memref<14xf32, #rows_of_4>)      before some pass: recorded
///     @f(memref<4x4xf32>)                 in the end
///
/// What is made physical twice has no layout that says where an element of the
/// input is in the end, so none is recorded for it.
class InterfaceLayouts {
public:
  /// Records before each pass that runs on a whole module, passes that other
  /// passes run included, until `stop`. Does nothing in a context
  /// that has another handler of actions.
  void start(MLIRContext *context);
  void stop();

  /// Takes what is recorded for layouts that the input requests, where it
  /// states and requests none.
  void addRequests(Signature &signature, StringRef entry) const;

private:
  struct Place {
    Type laidOut;
    bool isApplied = false, isAppliedTwice = false;
  };
  void record(ModuleOp module);
  void record(const std::string &place, Type type);
  void addRequest(Parameter &parameter, const std::string &place) const;

  llvm::StringMap<Place> places;
  MLIRContext *watched = nullptr;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_INTERFACELAYOUTS_H
