//===- BufferUses.h - Uses of a buffer through all aliases ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_BUFFERUSES_H
#define LAYOUT_LIB_ANALYSIS_BUFFERUSES_H

#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "Layout/IR/Layout.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// All that may touch the elements of one buffer while it lives.
struct BufferUses {
  /// Through its own names, with a deallocation as a write of everything.
  SmallVector<BufferTouch> touches;
  /// Ops that may read it though they do not name it.
  SmallVector<Operation *> otherReaders;
  /// True if the buffer may be read after the end of the region that allocates
  /// it.
  bool isNeededAtEnd = true;
  /// Facts about its padding; none if they speak of several layouts.
  SmallVector<PaddingOp, 1> paddings;
  /// Why nothing can be said of it; empty if something can.
  std::string fault;
};

/// Collects the uses of buffers in one function, of what may be the same memory
/// by `BufferAliases`. What is not hidden may be reached by calls and by
/// unknown ops as well.
///
/// Cost: one walk over the function; per buffer the number of its uses, and of
/// reads through names that may be it.
class BufferUseCollector {
public:
  BufferUseCollector(func::FuncOp function, const AccessModes &modes,
                     SymbolTableCollection &symbols);

  BufferUses collect(Value root);

  /// Reads under other names, of all buffers together, that are gone through.
  static constexpr size_t maxOtherReads = 50000;

private:
  void addOtherReaders(Value root, BufferUses &uses);
  void addUse(Value root, OpOperand &operand, bool isSure, bool &escapes,
              BufferUses &uses);

  func::FuncOp function;
  const AccessModes &modes;
  SymbolTableCollection &symbols;
  CallEffects calls;
  BufferAliases aliases;
  llvm::MapVector<Value, SmallVector<Operation *>> readersOf; ///< by root
  /// Of those roots, the ones that a buffer of its own may come back as.
  SmallVector<Value> derived;
  SmallVector<Operation *> unknownReaders; ///< of memory they do not name
  size_t numOtherReads = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_BUFFERUSES_H
