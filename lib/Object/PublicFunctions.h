//===- PublicFunctions.h - What others call ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_PUBLICFUNCTIONS_H
#define LAYOUT_LIB_OBJECT_PUBLICFUNCTIONS_H

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
};

/// The functions of a module that have a body and are public, with the types
/// that they have when they become LLVM's.
class PublicFunctions {
public:
  /// Asks for an interface for C for each.
  explicit PublicFunctions(ModuleOp module);

  ArrayRef<PublicFunction> get() const { return functions; }

  /// The layouts that constants had, by their names.
  const llvm::StringMap<std::string> &getLayouts() const { return layouts; }

  /// Keeps the types up to date while passes run. Must outlive them.
  std::unique_ptr<PassInstrumentation> record();

  /// Gives the other functions of the module, in the LLVM dialect by now, names
  /// that are not seen outside; those of C functions get results as C extends
  /// them.
  void finish();

private:
  void update();

  ModuleOp module;
  std::vector<PublicFunction> functions;
  llvm::StringMap<std::string> layouts;
  std::vector<std::string> locals; ///< names of the private ones
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_PUBLICFUNCTIONS_H
