//===- Banks.h - Bank conflicts of accesses to shared memory ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory that the threads of a block share has 32 banks of 4 bytes. In one
// cycle each bank serves one word, to all lanes that ask for it. With 4-byte
// elements, 32 lanes that read
//
//     element 1 * lane     one word of each bank              1 cycle
//     element 2 * lane     two words of each second bank      2 cycles
//     element 32 * lane    32 words of bank 0                32 cycles
//     element 0            one word of bank 0                 1 cycle
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_BANKS_H
#define LAYOUT_MAP_BANKS_H

#include "Layout/Map/Simplify.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::layout {

class PhysicalLayout;

/// How processors serve the lanes of a warp.
///
/// `nvidia`: warps of 32 lanes. Accesses of at most 4 bytes are served
/// together, those of 8 bytes 16 lanes at a time, those of 16 bytes 8 lanes at
/// a time.
///
/// `amd`: wavefronts of 64 lanes (CDNA 1 to 3). Accesses of at most 4 bytes are
/// served 32 lanes at a time, those of 8 bytes 16 lanes, those of 16 bytes 8
/// lanes; in loads of 16 bytes, these are lanes 0 to 3 with 20 to 23, 4 to 7
/// with 16 to 19, 8 to 11 with 28 to 31, and 12 to 15 with 24 to 27. (AMDGPU
/// Kernel Optimization Guide of nod-ai, "Avoiding LDS Bank Conflicts", for
/// loads, and LDSBankModel of rocRoller, for stores.)
///
/// `amd-cdna4`: stores as on `amd`. Loads of 8 and 16 bytes find 64 banks; they
/// are served 32 lanes at a time, and 16 lanes: 0 to 3 with 12 to 15 and 20 to
/// 27, and 4 to 11 with 16 to 19 and 28 to 31. Of loads of at most 4 bytes
/// these two sources say different things, so there is no rule.
struct BankRules {
  enum class Maker { Nvidia, Amd, AmdCdna4 };
  static constexpr int64_t numBanks = 32, bytesPerBank = 4, maxBytes = 16;
  static constexpr int64_t mostBanks = 64;

  Maker maker = Maker::Nvidia;

  /// By the names above; nullopt for any other name.
  static std::optional<BankRules> get(llvm::StringRef name);
  /// Of an AMD processor, `gfx942`; nullopt if no rules of it are known.
  static std::optional<BankRules> ofAmdChip(llvm::StringRef chip);

  int64_t getNumLanes() const { return maker == Maker::Nvidia ? 32 : 64; }
  /// The banks that an access finds of which the rule is known.
  int64_t getNumBanks(int64_t bytes, bool isStore) const;
  /// For each lane, the number of the group with which it is served; groups are
  /// served one after the other. Empty if the rule for an access of `bytes` is
  /// not known: more than 16 bytes, no power of two, and what is said above.
  llvm::SmallVector<unsigned> getGroups(int64_t bytes, bool isStore) const;
};

/// One access, by all threads of a block.
struct BankQuery {
  /// Offsets of the elements of one thread's access, in elements from a base
  /// that is aligned to the bytes of the access, at least to 4. Dimensions: the
  /// variables, then the number of the thread in its block.
  llvm::SmallVector<AffineExpr> offsets;
  /// Each variable runs from 0 up to this and is the same for all lanes of a
  /// warp; nullopt if it may be any integer.
  llvm::SmallVector<std::optional<int64_t>> counts;
  int64_t numThreads = 1;
  int64_t bytesPerElement = 4;
  bool isStore = false;
  /// Only so many of the first lanes of each warp name an address.
  int64_t numActiveLanes = 64;
};

/// Two lanes of one warp, in an execution of the access.
struct BankWitness {
  llvm::SmallVector<int64_t> variables; ///< 0 for those that do not matter
  int64_t thread = 0, other = 0;        ///< numbers in the block
  int64_t bank = 0;
};

/// What an access costs the warp that waits longest for it.
struct BankCount {
  std::string unknown;                ///< why nothing is known; empty if it is
  int64_t cycles = 0;                 ///< of that warp
  int64_t least = 0;                  ///< without a conflict
  std::optional<BankWitness> witness; ///< where there is a conflict
  int64_t numOffsets = 0;             ///< that were enumerated

  int64_t getConflicts() const { return cycles - least; }
  bool isKnown() const { return unknown.empty(); }
};

/// Counts the cycles for each warp and all values of the variables, and returns
/// the largest number of conflicts. An access of more than 16 bytes counts as
/// several of 16 bytes.
///
/// Exact, by enumeration, under these conditions: all threads of the block take
/// part; else there may be fewer conflicts, not more. Summands that are equal
/// for all lanes of a warp, and a multiple of the bytes of the access, change
/// no conflict and are left out, so variables that occur in nothing else may
/// have any range. Of a variable, or of warps, after some power of two of which
/// all words move by as many banks, only the first so many are enumerated.
/// Unknown: a variable of unknown range that matters, and has no such period,
/// elements that are not contiguous or not aligned to the bytes of the access,
/// a width that the rules do not have, and more than 2^22 offsets, or parts of
/// elements of more than 16 bytes.
///
/// Cost: some nanoseconds per offset.
BankCount countBankConflicts(const BankQuery &query, const BankRules &rules);

/// The same for a buffer of a layout. `index` maps the number of a thread and
/// the variables of `query`, whose offsets are not looked at, to the logical
/// index of the first of `width` elements along the last dimension.
///
///     (t) -> (t, 0), width 8: thread t accesses the first 8 elements of row t
///
/// Unknown, too: an index outside of the shape, which must be static, or more
/// than 2^22 indices.
BankCount countBankConflicts(const PhysicalLayout &layout, AffineMap index,
                             int64_t width, BankQuery query,
                             const BankRules &rules);

} // namespace mlir::layout

#endif // LAYOUT_MAP_BANKS_H
