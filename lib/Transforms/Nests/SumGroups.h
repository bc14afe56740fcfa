//===- SumGroups.h - Blocks of sums between lanes ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts of matrices for products of narrow numbers, as in
//
//     (k, n) -> (k floordiv 4, n, k mod 4)
//
// have the next few iterations of a sum side by side, and then those of the
// next lane. The last digit of the sum, of 2 or 4 iterations, is a *group*: one
// load reads it for all lanes. Where narrow integers are multiplied and added
// up, instructions exist that do so for two adjacent ones at once.
//
// A matrix that is walked along its rows in a sum, with a lane for each row,
// has the next iterations side by side, too, and lanes far apart. A group has
// as many iterations as a register has lanes then.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_SUMGROUPS_H
#define LIB_TRANSFORMS_NESTS_SUMGROUPS_H

#include "AffineNest.h"
#include "Layout/Analysis/Target/Target.h"

namespace mlir::layout {

/// How an access goes through memory if iterations of a group follow each
/// other. All dimensions from `firstDim` on are contiguous, and no other one
/// depends on lanes or group.
struct GroupAccess {
  unsigned firstDim;
  int64_t laneStride; ///< in elements; the group's is 1

  bool isInterleaved(int64_t groupSize) const {
    return laneStride == groupSize;
  }
  bool isRepeated() const { return laneStride == 0; }
  /// Returns true if it may be a factor of products that are computed for all
  /// lanes and all steps of a group at once.
  bool isWide(int64_t groupSize) const {
    return isInterleaved(groupSize) || isRepeated();
  }
};

/// `map` goes to a row-major buffer of `type`; `lanes` and `group` are
/// dimensions of it. Nullopt where the iterations of a group do not lie side
/// by side.
std::optional<GroupAccess> findGroupAccess(AffineMap map, MemRefType type,
                                           unsigned lanes, unsigned group);

/// The coordinates of an access in a buffer whose dimensions from `firstDim`
/// on are one.
AffineMap collapseFrom(AffineMap map, MemRefType type, unsigned firstDim);

inline bool mayBeGroup(int64_t size) { return size == 2 || size == 4; }

/// The largest group of rows: its iterations are written one by one.
inline constexpr int64_t kMaxRowGroup = 16;

/// A sum of 32 bits to which each iteration adds the product of two integers of
/// 8 or 16 bits, minus zero points. It wraps around, so that the order in which
/// products are added makes no difference. Or a sum of f32, of products of bf16
/// that may be contracted and reassociated.
struct DotProduct {
  struct Factor {
    Operation *load;
    bool isSigned;
    int64_t zeroPoint; ///< which is subtracted from each element
    /// What is subtracted if it is no constant: an integer from outside of the
    /// nest, or a load in it, extended to 32 bits or as it is. Else null, and
    /// `zeroPoint` 0.
    Value unknownZero = {};
    /// True if the differences fit 16 bits with a sign.
    bool isShort = false;

    /// What `unknownZero` extends.
    Value getZeroSource() const;
    /// The load that `unknownZero` is in the nest; null if there is none.
    Operation *getZeroLoad() const;
  };
  unsigned store; ///< number of the access
  Factor left, right;
  bool isOfFloats = false;

  /// Returns true if both factors fit 16 bits with a sign.
  bool isOfShorts() const { return left.isShort && right.isShort; }
};

/// Returns true if the factor loads bytes.
bool isOfBytes(const DotProduct::Factor &factor);

/// One for each store of the nest, all of integers or all of floats; none if
/// one of them stores something else, or if the target has nothing that adds
/// several of them at once. That each goes to the element that is loaded, the
/// caller must know.
SmallVector<DotProduct> findDotProducts(const AffineNest &nest,
                                        const Target &target);

/// Returns true if the target adds `products` in pairs without a dot product:
/// of integers whose zero points are known, and their differences fit 16 bits.
bool mayAddPairs(ArrayRef<DotProduct> products, const Target &target);

/// A product for `layout.dot`: of bf16 as it is, or of bytes that have the
/// signs for which a processor has an instruction. Either factor may be taken
/// with its highest bit flipped, which adds or subtracts 128 and changes its
/// sign. With what then has to be added to either, its zero point included, the
/// product is
///
///     (l + a) * (r + b) = l * r + b * (l + a) + a * r
struct DotForm {
  struct Factor {
    DotProduct::Factor bytes;
    bool isFlipped = false;

    /// Of the bytes that are multiplied.
    bool isSigned() const { return bytes.isSigned != isFlipped; }
    /// What has to be added to them, a or b, but for an unknown zero point.
    int64_t getOffset() const {
      return -bytes.zeroPoint + (!isFlipped ? 0 : bytes.isSigned ? -128 : 128);
    }
    bool hasOffset() const { return bytes.unknownZero || getOffset() != 0; }
  };
  Factor left, right;
  DotInstruction dot = {};

  /// Returns true if the sum of the bytes of that factor is needed.
  bool needsSum(bool isLeft) const {
    return (isLeft ? right : left).hasOffset();
  }
};

/// The form of each of `products` in groups of `size`, where all have one: of
/// bytes, at most one of them repeated in all lanes. Of all that the target has
/// instructions for, the cheapest.
SmallVector<DotForm>
findDotForms(ArrayRef<DotProduct> products, int64_t size, const Target &target,
             function_ref<bool(Operation *)> isRepeated,
             function_ref<double(const DotForm &)> getCost);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_SUMGROUPS_H
