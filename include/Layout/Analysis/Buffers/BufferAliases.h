//===- BufferAliases.h - Alias analysis of buffers --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two buffers are one memory, or parts of one, or they share no element that is
// written. What is known of it has one place, here:
//
//     flow         views, casts and control flow lead back to origins
//     calls        what a callee makes, is given, or takes from a global
//     allocations  are apart from all that is older, and, until they escape,
//                  from all that comes from elsewhere
//     guarantees   `llvm.noalias`, a layout or a request for one on an
//                  argument; `memref.distinct_objects`; images of a kernel
//     globals      of two names; constants, which are never written
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_BUFFERALIASES_H
#define LAYOUT_ANALYSIS_BUFFERS_BUFFERALIASES_H

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "mlir/Analysis/AliasAnalysis/LocalAliasAnalysis.h"
#include <functional>
#include <memory>

namespace mlir::layout {

/// Returns the source of a chain of views, without following control flow.
Value getViewRoot(Value buffer);

/// A global that is constant, so never written.
bool isConstantGlobal(Value origin);

/// Returns true if no element that is written through `a` or `b` is reached
/// through the other, judging by their origins alone. For callers without a
/// `BufferFlow`: does not follow names that control flow forwards.
bool areDistinctByOrigin(Value a, Value b);

/// The alias oracle. Buffers are named by any of their names, of one function.
///
/// Cost: a query is answered once for each pair of names, by the pairs of their
/// origins; whether a buffer escapes, once, by its uses. Goes stale when the
/// function changes, or a function that it calls.
class BufferAliases {
public:
  /// What an op does to an operand, and which arguments are guaranteed to be
  /// reached in no other way; by default what `getOperandEffect` and
  /// `isGuaranteedAlone` know.
  using EffectReader = std::function<OperandEffect(OpOperand &)>;
  using GuaranteeReader = std::function<bool(BlockArgument)>;
  explicit BufferAliases(const BufferFlow &flow,
                         EffectReader getEffect = getOperandEffect,
                         GuaranteeReader isGuaranteed = isGuaranteedAlone);

  /// Returns false if it is proven that no element written through one of them
  /// is reached through the other, at the same or at another time of one
  /// execution of their function.
  bool mayBeOneMemory(Value a, Value b);
  /// The same for a root and names of another origin `other`; other names of
  /// the root itself are found by the flow.
  bool mayBeUnderOtherName(Value root, Value other);
  /// Returns true if the program may make both the same memory at a time. Two
  /// buffers of unknown origin are taken to be two.
  bool canMeet(Value a, Value b) { return origins.mayMeet(a, b); }
  /// Returns true if it is proven that both are parts of one memory when both
  /// exist.
  bool mustBeOneMemory(Value a, Value b);

  /// An allocation of the function, or an argument that is guaranteed to be
  /// apart.
  bool isOwn(Value origin);
  /// Returns true for an own buffer that does not escape, so that all of its
  /// names are known.
  bool isHidden(Value origin);
  /// Returns true if an op forwards the buffer to where this analysis does not
  /// follow it.
  bool isEscaped(Value origin);
  /// Returns true if the op only gives the buffer another name in this
  /// function, or returns it to the caller.
  bool isForwarded(OpOperand &operand) const;
  /// Returns true for memory of unknown origin: any two such buffers may be
  /// one.
  bool isForeign(Value origin);

  /// Returns all origins that `buffer` may have.
  SmallVector<MemoryOrigin, 2> getMemory(Value buffer) {
    return origins.find(buffer);
  }

private:
  bool areDistinct(Value a, Value b);
  bool areDistinctOrigins(Value a, Value b);
  SmallVector<OpResult, 1> getDistinctNames(Value name);
  bool areSaidDistinct(Value a, Value b);

  const BufferFlow &flow;
  EffectReader getEffect;
  GuaranteeReader isGuaranteed;
  SymbolTableCollection symbols;
  MemoryOrigins origins;
  llvm::DenseMap<std::pair<Value, Value>, bool> known;
  llvm::DenseMap<Value, bool> escaped;
};

/// Finds buffers of two layouts that may be the very same storage at a time.
/// "No" is not a proof: for proofs see `BufferAliases::canMeet`.
///
/// Cost: the length of the chains of views if both lead to an allocation site;
/// else, once, a walk over the module, and if that has any `as_physical` or
/// `as_logical`, linear in the module. Goes stale when the module changes.
class StorageAliases {
public:
  explicit StorageAliases(ModuleOp module);
  ~StorageAliases();

  bool operator()(Value a, Value b);

private:
  struct Known;
  ModuleOp module;
  std::unique_ptr<Known> known; ///< null until it is needed
};

/// What `BufferAliases` knows, for `mlir::AliasAnalysis`:
///
///     AliasAnalysis aliases(op);
///     aliases.addAnalysisImplementation(BufferAliasAnalysis(op));
///
/// Answers "may alias" for buffers of different functions, and for values that
/// are no buffers. Cost: one walk over `scope`. Goes stale when it changes.
class BufferAliasAnalysis : public LocalAliasAnalysis {
public:
  explicit BufferAliasAnalysis(Operation *scope);

  AliasResult alias(Value a, Value b);

protected:
  /// The origins that upstream's walk, also over effects, finds for two values.
  AliasResult aliasImpl(Value a, Value b) override;

private:
  bool areDistinct(Value a, Value b) const;

  struct Known;
  std::shared_ptr<Known> known;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_BUFFERALIASES_H
