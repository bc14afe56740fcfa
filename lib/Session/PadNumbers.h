//===- PadNumbers.h - Value pads as arrays ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SESSION_PADNUMBERS_H
#define LAYOUT_LIB_SESSION_PADNUMBERS_H

#include "Layout/Map/PhysicalLayout.h"
#include "Layout/Session/LayoutHandle.h"

namespace mlir::layout {

/// Finds a place of padding of a static layout at which the value map of its
/// pad is not within [least, most]; `found` is empty if there is none. Queries
/// the Presburger library, and where that hits a bound tries each slot of
/// buffers of at most 2^20. Fails if that decides nothing either, with the
/// reason in `why`. Padding that lacks an inverse is left to the passes, which
/// refuse it.
LogicalResult findPadOutside(const PhysicalLayout &layout, int64_t least,
                             int64_t most,
                             std::optional<LayoutHandle::PadNumber> &found,
                             std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SESSION_PADNUMBERS_H
