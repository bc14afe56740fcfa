//===- BankAccesses.h - Accesses of a kernel to shared memory ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gpu.func @k() workgroup(%a: memref<64x64xf16, 3>)
//       kernel attributes {known_block_size = array<i32: 8, 32, 1>} {
//     %x = gpu.thread_id x
//     %y = gpu.thread_id y
//     %v = memref.load %a[%y, %x] : memref<64x64xf16, 3>
//
// How long does a warp wait for the load? Its threads are those of 4 rows, which
// begin in one bank: 4 cycles, where 1 is needed.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BANKS_BANKACCESSES_H
#define LAYOUT_ANALYSIS_BANKS_BANKACCESSES_H

#include "Layout/Map/Banks.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include <map>
#include <memory>
#include <vector>

namespace mlir::layout {

/// Returns true for a buffer in the memory that the threads of a block share.
bool isWorkgroupMemory(Type type);

/// The operands of ops in `kernel`, a `gpu.func` or `gpu.launch`, that are such
/// buffers, in the order of the program.
SmallVector<OpOperand *> findWorkgroupUses(Operation *kernel);

/// The rules of the target that the module around `kernel` states, `nvidia` if
/// it states none. Nullopt, with the reason in `why`, if no rules of a chip are
/// known, or targets have different ones.
std::optional<BankRules> getBankRules(Operation *kernel, std::string &why);

/// Where the element of a logical index (d0, d1, ...) of a buffer lies, in
/// elements; null, with the reason in `why`, if that is not known.
AffineExpr getElementOffset(MemRefType type, std::string &why);

/// The buffer of which `view` is a part by one `memref.subview` or several, one
/// of the other; itself if it is none.
Value getBufferOfPart(Value view);

class ThreadReader;

/// What one access costs.
struct AccessBanks {
  BankCount count;
  /// Elements that the two threads of the witness access first.
  SmallVector<int64_t> element, other;
  /// Not all threads may take part, so there may be fewer conflicts.
  bool isConditional = false;
  /// How often a thread executes the access, from constant bounds of the loops
  /// around it; a loop of unknown bounds counts as 16 times.
  int64_t executions = 1;
  /// Elements of one thread's access; 0 if not known.
  int64_t numElements = 0;
};

/// Counts bank conflicts in one kernel, which must not change meanwhile, but for
/// the layouts of its buffers.
///
/// Indices are followed from the ids of threads through affine maps, `arith`
/// and loops; block sizes must be known. Counts are cached by layout, shape and
/// access.
class BankAccesses {
public:
  /// Without rules, nothing is counted, for the reason `whyNoRules`.
  BankAccesses(Operation *kernel, std::optional<BankRules> rules,
               std::string whyNoRules = "");
  ~BankAccesses();

  /// Of the op of `operand`, in the layout that its buffer has. An access to a
  /// part is one to the buffer (`getBufferOfPart`).
  AccessBanks count(OpOperand &operand);
  /// The same if the element of logical index (d0, d1, ...) of the buffer were at
  /// `offset`, in elements.
  AccessBanks count(OpOperand &operand, AffineExpr offset);

private:
  std::optional<BankRules> rules;
  std::string whyNoRules;
  std::unique_ptr<ThreadReader> reader;
  // By the map of all offsets, and the numbers of the query.
  std::map<std::pair<const void *, std::vector<int64_t>>, BankCount> counts;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BANKS_BANKACCESSES_H
