//===- ParallelScopes.h - Parallel scopes of buffers ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of a parallel loop and threads of a kernel may touch different
// elements of one buffer, without a race. What a pass adds beside such an
// access, and what touches more of the buffer than that (a pad stage, a copy of
// the whole), would:
//
//     scf.parallel (%i) = ... {          func.func private @put(%a, %i, %v) {
//       func.call @put(%a, %i, %v)         store %v, %a[%i]
//     }                                    // pad stage: reads what others
//     write
//                                        }
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_PARALLELSCOPES_H
#define LAYOUT_ANALYSIS_BUFFERS_PARALLELSCOPES_H

#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>

namespace mlir::layout {

/// Finds out whether a place in a program may be executed several times at
/// once, on one buffer: by a parallel loop, a kernel, an op of which nothing is
/// known, in the same function or in one that calls it.
///
/// "No" is a proof, as far as the module shows: a layout on an argument
/// guarantees that callers outside of it do not. Memory is one buffer for all
/// if it is older than the parallel op, or not known to be younger.
///
/// Cost: one walk over the module at the first query; a query costs at most the
/// number of calls on the way, and a function that is found to be alone is not
/// queried again. Goes stale when the module changes.
class ParallelScopes {
public:
  ParallelScopes(ModuleOp module, const BufferFlow &flow,
                 SymbolTableCollection &symbols)
      : module(module), origins(flow, symbols), symbols(symbols) {}

  struct Scope {
    Operation *by;   ///< the parallel op, or the function on a device
    Operation *call; ///< the call in `by` that leads to the place; null if the
                     ///< place itself is in `by`

    bool isOfKernel() const;
  };
  /// What executes `block` on `buffer` at the same time; nullopt if nothing
  /// does.
  std::optional<Scope> find(Block *block, Value buffer);

private:
  using Memories = SmallVector<MemoryOrigin, 2>;

  /// A place, reached by a call; without a buffer, any memory is meant.
  struct Place {
    Block *block;
    Value buffer;
    Operation *call;
  };

  static Operation *findInFunction(Block *block,
                                   llvm::ArrayRef<MemoryOrigin> memories);
  void addCallers(TracedFunction function, BlockArgument argument,
                  SmallVectorImpl<Place> &places);

  void index();

  ModuleOp module;
  MemoryOrigins origins;
  SymbolTableCollection &symbols;

  bool isIndexed = false;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callsOf;
  SmallVector<Operation *> indirectCalls;
  AddressTaken addressTaken;

  /// A function, and its argument or null: what all callers hand it.
  using Entry = std::pair<Operation *, Value>;
  llvm::DenseSet<Entry> visited; ///< by this question
  llvm::DenseSet<Entry> alone;   ///< found to be
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_PARALLELSCOPES_H
