//===- RunState.h - State of a run ------------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_RUNSTATE_H
#define LAYOUT_LIB_CHECK_RUNSTATE_H

#include "Layout/Check/Run.h"

namespace mlir::layout {

/// A buffer that exists before the run: an argument or a global.
struct LiveBuffer {
  LiveBuffer(const Parameter *parameter, BufferImage image)
      : parameter(parameter), image(std::move(image)) {}

  const Parameter *parameter;
  BufferImage image;
  /// Shared with the process that runs the program. An argument is there
  /// itself, between guard zones; a global is copied there after the run.
  char *memory = nullptr;
  bool isGlobal = false;
  /// Address of a global in the code that was compiled into this process.
  char *global = nullptr;
  /// Contents of a global before the run of an emulated program, which alone
  /// knows the address: shared memory, filled there if it has an initializer.
  char *initial = nullptr;
  /// Contents before the run: padding that must not be written is compared.
  std::vector<char> before;
};

/// Where the C interface returns a result: a scalar or a memref descriptor, at
/// an offset of the memory of all results.
struct ResultSlot {
  const Parameter *parameter;
  MemRefType type;   ///< null for a scalar
  size_t offset = 0; ///< in bytes, from `RunState::resultMemory`
};

/// What the process that runs the program reports, in shared memory.
struct RunReport {
  HookReports hooks;
  /// Bytes of a local allocation whose guard zone was overwritten; -1: none.
  int64_t overrunAllocation;
  WrittenConstant writtenConstant; ///< number -1: none
};

/// One run: its inputs, and where in shared memory its outputs are.
struct RunState {
  const BufferView &getView(const Parameter &parameter) const {
    return role == Role::Reference ? parameter.reference : parameter.candidate;
  }

  /// A descriptor is two pointers and an offset, then sizes and strides.
  static unsigned getDescriptorWords(MemRefType type) {
    return 3 + 2 * type.getRank();
  }
  /// The descriptor of a result, and the sizes that it states.
  ArrayRef<int64_t> getWords(const ResultSlot &result) const {
    return {reinterpret_cast<int64_t *>(resultMemory + result.offset),
            getDescriptorWords(result.type)};
  }
  SmallVector<int64_t> getSizes(const ResultSlot &result) const {
    return llvm::to_vector(getWords(result).slice(3, result.type.getRank()));
  }

  Role role;
  const Signature &signature;
  const RunInput &input;

  RunReport *report = nullptr;
  std::vector<LiveBuffer> buffers = {};
  SmallVector<ResultSlot> results = {};
  char *resultMemory = nullptr;
  /// Offset of the logical extents that a candidate returns after its results:
  /// its physical results do not show them.
  size_t returnedAt = 0;
  /// For each result that is a memref, a copy of its elements: the process that
  /// runs the program makes it, as its own memory is gone when it ends.
  char **copies = nullptr;
};

/// Returns what the run has left in shared memory, once its process ended with
/// `end`.
RunOutcome readOutcome(const RunState &run, const ChildEnd &end);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_RUNSTATE_H
