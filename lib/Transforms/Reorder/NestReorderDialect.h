//===- NestReorderDialect.h - The dialect of new loops ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_NESTREORDERDIALECT_H
#define LIB_TRANSFORMS_REORDER_NESTREORDERDIALECT_H

#include "NestReorderPlan.h"

namespace mlir::layout {

/// New loops are affine where all that they need is; else ops of the affine
/// dialect inside could not use them, and such a nest is refused.
LogicalResult chooseNestReorderDialect(const NestReorderRequest &request,
                                       NestReorderPlan &plan,
                                       NestReorderRefusal &refusal);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_NESTREORDERDIALECT_H
