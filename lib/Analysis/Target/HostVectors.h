//===- HostVectors.h - Vectors of the host of unknown length ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_TARGET_HOSTVECTORS_H
#define LAYOUT_LIB_ANALYSIS_TARGET_HOSTVECTORS_H

namespace mlir::layout {

/// Returns the bits of a register of SVE or of RISC-V's V, as this thread has
/// them and threads that it starts get them; 0 if there are none, and on other
/// systems than Linux. LLVM knows a machine by its name, which does not say it.
unsigned getHostVectorBits();

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_TARGET_HOSTVECTORS_H
