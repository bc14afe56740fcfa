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
  char *memory = nullptr; ///< of an argument: shared, between guard zones
  bool isGlobal = false;
  char *global = nullptr;  ///< of a global of this process: where it is
  char *initial = nullptr; ///< of one that is emulated: shared, before the run
  std::vector<char> before;
};

/// A result as the C interface returns it, and the copy of its elements that
/// the run leaves in shared memory.
struct ResultSlot {
  const Parameter *parameter;
  MemRefType type;   ///< null for a scalar
  size_t offset = 0; ///< in the memory of all results
};

/// The results of a run, in shared memory.
struct RunReport {
  HookReports hooks;
  int64_t overrunAllocation; ///< size of the allocation, or -1
};

/// One run: what goes in, and where in shared memory what comes out is.
struct RunState {
  const BufferView &getView(const Parameter &parameter) const {
    return role == Role::Reference ? parameter.reference : parameter.candidate;
  }

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
  size_t returnedAt = 0;   ///< where extents are, after the results
  char **copies = nullptr; ///< the elements of each result
};

/// Reads the results of a process that ended in this way.
RunOutcome readOutcome(const RunState &run, const ChildEnd &end);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_RUNSTATE_H
