//===- LaunchSizes.h - Workgroup sizes of launches --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LAYOUTTOSPIRV_LAUNCHSIZES_H
#define LIB_CONVERSION_LAYOUTTOSPIRV_LAUNCHSIZES_H

#include "Layout/Conversion/LayoutToSPIRV.h"

namespace mlir::layout {

/// Refuses, by an error at it, a kernel whose workgroup is larger than the
/// limits of the target that its module states. Without one, a device has to
/// say.
LogicalResult checkWorkgroupSize(gpu::GPUFuncOp kernel,
                                 spirv::EntryPointABIAttr entryPoint);

/// Refuses, by an error at it, a launch of another constant block size than the
/// kernel has, as the device would run as many threads as the kernel says; and
/// one that passes a constant index which 32 bits do not hold.
LogicalResult checkLaunches(const LayoutToSPIRVPlan &plan);

} // namespace mlir::layout

#endif // LIB_CONVERSION_LAYOUTTOSPIRV_LAUNCHSIZES_H
