//===- PhysicalLayoutBuilder.h - Deriving and verifying a layout *- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_PHYSICALLAYOUTBUILDER_H
#define LAYOUT_LIB_MAP_PHYSICALLAYOUTBUILDER_H

#include "Layout/Map/Condition.h"
#include "Layout/Map/PhysicalLayout.h"
#include "Witness.h"

namespace mlir::layout {

/// Derives the facts of a layout step by step, and verifies what is stated
/// beside its index maps. It stops at the first fault; what cannot be derived
/// is left unknown. In two files: boxes, maps and inverses are derived in
/// PhysicalLayoutBuilder.cpp; which places are padding, and what they copy, in
/// PhysicalLayoutBuilderPadding.cpp.
class PhysicalLayoutBuilder {
public:
  PhysicalLayoutBuilder(const LayoutSpec &spec, ArrayRef<int64_t> shape,
                        MLIRContext *context) {
    layout.spec = spec;
    layout.context = context;
    layout.boxes.push_back(Box::ofShape(shape, context));
  }

  PhysicalLayout build();

private:
  unsigned getNumSteps() const { return layout.getNumSteps(); }
  const LayoutStep &getStep(unsigned k) const {
    return layout.spec.steps[k - 1];
  }

  /// What step k is called in a message; steps are counted from 1.
  std::string nameStep(unsigned k) const;
  bool fault(unsigned k, const std::string &what);
  void unknown(unsigned k, const std::string &what);

  // Each returns false once a fault was found, or nothing more can be derived.
  bool deriveStep(unsigned k);
  bool checkStatedMaps(unsigned k);
  bool addBox(unsigned k);
  bool addStatedExtents(unsigned k, MutableArrayRef<AffineExpr> extents);
  std::string nameExtent(unsigned k, unsigned dim) const;
  bool checkExtent(unsigned k, unsigned dim, AffineExpr derived);
  bool checkBorder(unsigned k, unsigned dim, AffineExpr derived);
  bool checkSize(unsigned k);
  bool checkXors(unsigned k);
  bool checkMap(unsigned k);
  bool checkGivenInverse(unsigned k);
  bool checkSeparators();
  bool composeMaps();
  bool checkCopy(unsigned k);
  void findBadCopies(unsigned k, WitnessSearch &search);

  void composeInverses();
  void deriveConditions();
  void deriveOwnCondition(unsigned k);
  void deriveCondition(unsigned k);
  Truth decidePadding(unsigned k) const;
  bool isPaddingForAll(unsigned k, ArrayRef<AffineExpr> place) const;
  ConstraintSystem getContext(unsigned k) const;
  void explainNoInverse(unsigned k);

  PhysicalLayout layout;
  /// True if all boxes up to here are those that the maps need, so that a
  /// witness is a proof.
  bool boxesAreKnown = true;
  /// For each map, true if it is proven injective on the whole box before it.
  SmallVector<bool> isInjective;
  /// Of step k over Box_k; none if it is not known.
  SmallVector<std::optional<SmallVector<IndexConstraint>>> ownConditions;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_PHYSICALLAYOUTBUILDER_H
