//===- AccessModels.h - What analyses know of ops ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_UNITTESTS_ANALYSIS_ACCESSMODELS_H
#define LAYOUT_UNITTESTS_ANALYSIS_ACCESSMODELS_H

#include "Layout/Transforms/AccessModels/AccessModels.h"

namespace mlir::layout::test {

/// For contexts of analyses, which know the accesses of an op from
/// `LayoutAccessOpInterface` alone.
inline DialectRegistry getAccessModels() {
  DialectRegistry registry;
  registerLayoutAccessExternalModels(registry);
  return registry;
}

} // namespace mlir::layout::test

#endif // LAYOUT_UNITTESTS_ANALYSIS_ACCESSMODELS_H
