//===- PublicFunctions.h - What others call ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_PUBLICFUNCTIONS_H
#define LAYOUT_LIB_OBJECT_PUBLICFUNCTIONS_H

#include "Layout/Analysis/Buffers/ReturnedBuffers.h"
#include "Layout/Analysis/Calls/ArgumentUses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace mlir::layout {

/// A function that others call, as its last types of MLIR say.
struct PublicFunction {
  std::string name;
  FunctionType type;
  /// As far as the last passes let see; empty if it was never known.
  SmallVector<ReturnedBuffer> results;
  /// Its arguments are tensors of the program, which may be overwritten.
  bool mayWriteTensors = false;
  /// Of each argument, if requested: whether it may be written, and whether no
  /// other one may overlap it, if either is.
  SmallVector<bool> isWritten, isAlone;
  SmallVector<bool> isValue; ///< of each result: a tensor of the program
};

/// The functions of a module that have a body and are public, with the types
/// that they have when they become LLVM's.
class PublicFunctions {
public:
  struct Options {
    bool keepsArguments;     ///< of tensors nothing is written
    bool freesBuffers;       ///< callers own what is returned
    bool describesArguments; ///< says how each argument is used, too
  };
  /// Asks for an interface for C for each.
  PublicFunctions(ModuleOp module, const Options &options);

  ArrayRef<PublicFunction> get() const { return functions; }

  /// The layouts that constants had, by their names.
  const llvm::StringMap<std::string> &getLayouts() const { return layouts; }

  /// Keeps the types up to date while passes run. Must outlive them.
  std::unique_ptr<PassInstrumentation> record();

  /// Gives the other functions of the module, in the LLVM dialect by now, names
  /// that are not seen outside. Results for C, and arguments of functions that
  /// are defined elsewhere, are extended as in C.
  void finish();

private:
  void add(ArrayRef<func::FuncOp> added, bool keepsArguments);
  void addNew();
  void update();
  void updateResults(PublicFunction &known, const ReturnedBuffers &buffers,
                     func::FuncOp function) const;

  ModuleOp module;
  Options options;
  std::vector<PublicFunction> functions;
  llvm::StringMap<std::string> layouts;
  std::vector<std::string> locals; ///< names of the private ones
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_PUBLICFUNCTIONS_H
