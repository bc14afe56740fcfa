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

/// One argument or result of a compiled function.
struct CompiledType {
  std::string element;        ///< "f32", "i8", "index", "complex<f32>"
  bool isBuffer = false;      ///< else a scalar
  std::vector<int64_t> shape; ///< physical; -1: any extent
  bool isWritten = true;      ///< perhaps by the function
  /// Nothing else that a call passes may overlap it, if either is written.
  bool isAlone = false;
  /// Of a result: a tensor in the source, which shares memory with nothing.
  bool isValue = false;
};

/// Machine code of a function, without the module that it was made of.
class CompiledFunction {
public:
  ~CompiledFunction();

  const std::vector<CompiledType> &getArguments() const { return arguments; }
  /// Buffers are those of arguments, or belong to the caller, who frees what
  /// the descriptor calls allocated.
  const std::vector<CompiledType> &getResults() const { return results; }
  /// Returns true if results are written to an address that is passed before
  /// the arguments, one after the other as in a struct. Otherwise there is one
  /// result, a scalar, or none.
  bool returnsStruct() const {
    return results.size() > 1 || (results.size() == 1 && results[0].isBuffer);
  }

  /// Elements are taken for as many bits, whatever the type of an array says.
  bool takesBits() const { return ofBits; }

  /// Takes the addresses of scalars, and those of the addresses of descriptors
  /// of buffers; then that of the result, if it is one scalar, or before them
  /// that of the address of the struct. The caller has checked types, extents,
  /// writability and overlaps.
  void run(std::vector<void *> &addresses) const { entry(addresses.data()); }

private:
  CompiledFunction();
  std::vector<CompiledType> arguments, results;
  bool ofBits = false;
  std::shared_ptr<void> engine;
  void (*entry)(void **) = nullptr;
  friend class FunctionCompiler;
  friend class LibraryReader;
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

  /// `name` is used in locations.
  static Result<std::shared_ptr<ModuleHandle>> parse(const std::string &text,
                                                     const std::string &name);
  /// Of bytecode of MLIR, read in a process of its own. What its reader or a
  /// verifier refuses fails.
  static Result<std::shared_ptr<ModuleHandle>>
  parseBytecode(const std::string &code, const std::string &name);
  std::string str() const;
  /// Returns true if the program works on tensors and frees no buffer itself.
  /// Then only `layout-compile{deallocate}` frees the buffers that tensors
  /// become.
  bool leavesFreeing() const;
  /// Runs `builtin.module(..)`, or passes to be nested in one. After an error
  /// the module is what it was. Yields the warnings, and what this project's
  /// passes remark if `withRemarks`.
  Result<std::vector<Remark>> run(const std::string &pipeline,
                                  bool withRemarks);
  Result<Check> check(const CheckRequest &request) const;
  struct CompileRequest {
    std::string entry, pipeline;
    /// Buffers may have elements that no array has, such as i128.
    bool takesBits = false;
    bool withRemarks = false;
  };
  struct Compiled {
    std::shared_ptr<CompiledFunction> function;
    std::vector<Remark> remarks; ///< as of `run`
  };
  /// Leaves the module as it is.
  Result<Compiled> compile(const CompileRequest &request) const;

  struct SaveRequest {
    std::string output;    ///< .o, .so, .s or .ll
    std::string header;    ///< of C; none if empty
    std::string weights;   ///< where large constants go; empty: the output
    std::string processor; ///< as layout-set-target takes it
    std::vector<std::string> options; ///< of layout-compile
    std::string linker;               ///< of C; `cc` if empty
    bool withRemarks = false;
  };
  /// Writes what `layout-cc` writes, of the module as it is. Yields remarks as
  /// `run`.
  Result<std::vector<Remark>> save(const SaveRequest &request) const;

  struct TuneRequest {
    std::string entry, file;
    std::string processor; ///< as layout-set-target takes it
    std::vector<std::string> options;         ///< of layout-compile
    std::vector<std::string> arguments, dims; ///< as of a check
    uint64_t seed = 0;
    double rtol = 0;
    unsigned timeoutSeconds = 60;
    double budgetSeconds = 60, leastGain = 0.03;
    unsigned maxCandidates = 12;
    bool isVerbose = false; ///< writes progress to the standard error
  };
  /// What was found of a nest: where it is, its plan, empty for the model's
  /// choice, and microseconds of a call with it and with the model's choice.
  struct Tuned {
    std::string location, plan;
    double microseconds, modelMicroseconds;
  };
  /// Does what `layout-tune` does; the module stays as it is.
  Result<std::vector<Tuned>> tune(const TuneRequest &request) const;

  /// Bytecode of MLIR.
  std::string getBytecode() const;

private:
  friend class ScheduleHandle;
  ModuleHandle();
  struct State;
  std::unique_ptr<State> state;
};

} // namespace mlir::layout

#endif // LAYOUT_SESSION_MODULEHANDLE_H
