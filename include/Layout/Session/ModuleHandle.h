//===- ModuleHandle.h - One module, by its text -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SESSION_MODULEHANDLE_H
#define LAYOUT_SESSION_MODULEHANDLE_H

#include "Layout/Session/Session.h"
#include <map>

namespace mlir::layout {

/// One argument or the result of a compiled function.
struct CompiledType {
  std::string element;        ///< "f32", "i8", "index", "complex<f32>"
  bool isBuffer = false;      ///< else a scalar
  std::vector<int64_t> shape; ///< physical; -1: any extent
  bool isWritten = true;      ///< may the function write it?
  /// Nothing else that a call passes may overlap it, if either is written.
  bool isAlone = false;
};

/// Machine code of a function, without the module that it was made of.
class CompiledFunction {
public:
  ~CompiledFunction();

  const std::vector<CompiledType> &getArguments() const { return arguments; }
  const std::optional<CompiledType> &getResult() const { return result; }

  /// Elements are taken for as many bits, whatever the type of an array says.
  bool takesBits() const { return ofBits; }

  /// Takes the addresses of scalars, and those of the addresses of descriptors
  /// of buffers; then that of the result, if there is one. The caller has
  /// checked types, extents, writability and overlaps.
  void run(std::vector<void *> &addresses) const { entry(addresses.data()); }

private:
  CompiledFunction();
  std::vector<CompiledType> arguments;
  std::optional<CompiledType> result;
  bool ofBits = false;
  std::shared_ptr<void> engine;
  void (*entry)(void **) = nullptr;
  friend class FunctionCompiler;
};

/// A module and a context of its own. Modules do not wait for each other.
class ModuleHandle {
public:
  struct Check {
    int verdict;         ///< the exit code of layout-check
    std::string message; ///< what it prints
    std::string witness; ///< of the error, or in the message; empty if none
    std::optional<Failure> error; ///< the first error of a pass, if any
  };
  struct CheckRequest {
    std::string entry, pipeline;
    std::vector<std::string> arguments, dims; ///< "N:value", "argN.dimK:value"
    uint64_t seed = 0;
    double rtol = 0;
    unsigned timeoutSeconds = 60;
  };

  ~ModuleHandle();

  /// `name` stands in locations.
  static Result<std::shared_ptr<ModuleHandle>> parse(const std::string &text,
                                                     const std::string &name);
  std::string str() const;
  /// Runs `builtin.module(..)`, or passes that are to stand in one. After an
  /// error the module is what it was. Yields the warnings and remarks.
  Result<std::vector<Failure>> run(const std::string &pipeline);
  Result<Check> check(const CheckRequest &request) const;
  /// Leaves the module as it is. With `takesBits`, buffers may have elements
  /// that no array has, such as i128.
  Result<std::shared_ptr<CompiledFunction>> compile(const std::string &entry,
                                                    const std::string &pipeline,
                                                    bool takesBits) const;

private:
  friend class ScheduleHandle;
  ModuleHandle();
  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlir::layout

#endif // LAYOUT_SESSION_MODULEHANDLE_H
