//===- PhysicalLayout.h - Physical shape, padding, inverse ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_PHYSICALLAYOUT_H
#define LAYOUT_MAP_PHYSICALLAYOUT_H

#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/IndexMap.h"
#include "Layout/Map/StatedExtent.h"
#include "mlir/IR/IntegerSet.h"
#include <memory>
#include <vector>

namespace mlir::layout {

/// What the padding of one step holds, as far as geometry is concerned. The
/// value of a constant is of no interest here.
enum class PadKind {
  None,     ///< must be neither read nor written
  Undef,    ///< may be read (any value) and written at will
  Constant, ///< holds one value
  Value,    ///< holds a number computed from its place
  Copy      ///< holds a copy of another element
};

/// One step of a layout, as stated.
struct LayoutStep {
  AffineMap map;
  AffineMap givenInverse;            ///< null if not stated
  SmallVector<StatedExtent> extents; ///< empty, or one per result
  PadKind pad = PadKind::None;
  AffineMap padMap; ///< of Value (one result) and Copy; else null
};

/// A layout as stated: one or more steps, then axis separators.
struct LayoutSpec {
  SmallVector<LayoutStep> steps;
  SmallVector<int64_t> separators;
};

/// How a physical extent tells a dynamic logical one, s, for every s >= 0:
/// s = (P[axis] - offset) floordiv factor.
struct ExtentSource {
  unsigned axis;
  int64_t factor, offset;
};

/// All that follows from a layout and a logical shape. Derived once, then
/// immutable; the dialect caches it per (attribute, shape).
///
///   Box_0 --map_1--> Box_1 --map_2--> ... --map_n--> Box_n = physical box
///
/// Box_k is the box around map_k(Box_(k-1)), or what is stated of it. Padding
/// of step k is Box_k minus map_k(Box_(k-1)), carried to Box_n by the later
/// maps. Laws: these paddings and the data are disjoint and fill Box_n (RFC
/// 0077, "Multiple buffer semantics").
///
/// Example: [5] under (i) -> (i floordiv 2, i mod 2), pad a, then
/// (a, b) -> (a floordiv 2, a mod 2, b), pad b:
///
///       0 1 | 2 3          rows: first index; "a" is padding of step 1,
///       4 a | b b          "b" of step 2.
class PhysicalLayout {
public:
  /// Derives everything. Never fails: ask `getFault` and `getUnknown`.
  /// Cost: some Presburger queries per step, each bounded.
  static PhysicalLayout derive(const LayoutSpec &spec, ArrayRef<int64_t> shape,
                               MLIRContext *context);

  /// What is *proven* wrong, with a witness; empty if nothing is. If not empty,
  /// nothing else here is valid.
  const std::string &getFault() const { return fault; }

  /// What could not be decided, with the bound that was hit; empty if
  /// everything was. A pass that needs the layout refuses with this text. An
  /// extent that is not known counts as dynamic then.
  const std::string &getUnknown() const { return unknown; }

  const LayoutSpec &getSpec() const { return spec; }
  unsigned getNumSteps() const { return spec.steps.size(); }

  /// Box_k; 0 is the logical box, `getNumSteps()` the physical one.
  const Box &getBox(unsigned k) const { return boxes[k]; }
  const Box &getLogicalBox() const { return boxes.front(); }
  const Box &getPhysicalBox() const { return boxes.back(); }
  SmallVector<int64_t> getLogicalShape() const {
    return boxes.front().getShape();
  }
  SmallVector<int64_t> getPhysicalShape() const {
    return boxes.back().getShape();
  }

  /// The first physical axis whose extent alone determines parameter `param`,
  /// as it is `factor * s + offset`; nullopt if there is none, as for the tiles
  /// of `s ceildiv 4`. It must then be passed beside the physical buffer.
  std::optional<ExtentSource> getExtentSource(unsigned param) const;

  /// Logical index -> physical index, all steps composed. One step is left as
  /// stated; several are simplified under the logical shape.
  AffineMap getMap() const { return map; }

  /// Physical index -> logical index, right at every place that holds data; no
  /// symbols. Null if some step has no
  /// structural inverse; then `getWhyNoInverse` names that step's map.
  AffineMap getInverse() const { return inverse; }
  const std::string &getWhyNoInverse() const { return whyNoInverse; }

  /// The places of Box_k in the physical box (maps k+1..n composed).
  AffineMap getMapFromStep(unsigned k) const { return mapFromStep[k]; }
  /// The way back: physical index -> index in Box_k, right where the place
  /// comes from Box_k. Null if a later step has no inverse.
  AffineMap getMapToStep(unsigned k) const { return mapToStep[k]; }

  /// The condition, over physical indices (dims) and parameters (symbols),
  /// that a place *which comes from Box_k* comes from Box_(k-1), k in [1, n]:
  /// false means padding of step k. Constraints implied by the physical box
  /// and by the conditions of later steps are left out. If step k provably adds
  /// no padding, the set is the one constraint `0 == 0`, as an IntegerSet
  /// cannot be without any: ask `hasPadding(k)`. Null if there is no inverse.
  /// Test in the order n, n-1, ..., 1.
  IntegerSet getDataCondition(unsigned k) const {
    return dataConditions[k - 1];
  }

  /// Decides whether step k adds padding. Exact for static shapes. With
  /// parameters: `No` if for none of their values, `Yes` only if for all, else
  /// `Unknown`; the data condition is exact in each case.
  Truth hasPadding(unsigned k) const { return paddingOfStep[k - 1]; }
  /// Decides whether any step adds padding.
  Truth hasPadding() const;
  /// True if every place holds data.
  bool isBijective() const { return hasPadding() == Truth::No; }

  /// Number of places that are padding of step k, or of all; static shapes
  /// only (then exact, from the volumes of the boxes, as maps are injective).
  std::optional<int64_t> getNumPadding(unsigned k) const;
  std::optional<int64_t> getNumPadding() const;

  /// Which step's padding a place of the physical box is: k in [1, n], 0 for
  /// data; nullopt if no inverse. Static shapes, or given parameters.
  std::optional<unsigned> getStepOfPlace(ArrayRef<int64_t> place,
                                         ArrayRef<int64_t> params = {}) const;

  /// Padding of step k as a set over physical indices and parameters.
  /// Fails if there is no inverse.
  FailureOr<presburger::PresburgerSet> getPaddingSet(unsigned k) const;
  FailureOr<presburger::PresburgerSet> getPaddingSet() const;

  /// First place, in row-major order, that is padding of step k; nullopt if
  /// there is none, it is not known, or the shape is dynamic.
  std::optional<SmallVector<int64_t>> getFirstPadding(unsigned k) const;

  /// Logical index -> row-major offset in elements, one result per group of
  /// physical axes between separators. Null if an extent that it needs is
  /// dynamic.
  AffineMap getLinearOffset() const;
  /// Shape after the axes between separators are joined: RFC 0039.
  SmallVector<int64_t> getFlattenedShape() const;

private:
  /// The padding of step k as disjoint conjunctions; fails as `getPaddingSet`.
  FailureOr<std::vector<ConstraintSystem>> getPaddingParts(unsigned k) const;

  LayoutSpec spec;
  MLIRContext *context = nullptr;
  std::string fault, unknown, whyNoInverse;
  SmallVector<Box> boxes;
  AffineMap map, inverse;
  SmallVector<AffineMap> mapFromStep, mapToStep, stepInverses;
  SmallVector<IntegerSet> dataConditions;
  SmallVector<Truth> paddingOfStep;
  friend class PhysicalLayoutBuilder;
};

} // namespace mlir::layout

#endif // LAYOUT_MAP_PHYSICALLAYOUT_H
