//===- RandomGraph.h - Graphs of tensor ops at random --------- -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_RANDOMGRAPH_H
#define LAYOUT_FUZZ_RANDOMGRAPH_H

#include "Layout/Fuzz/RandomPipeline.h"

namespace mlir::layout::fuzz {

/// A function on tensors: ops through which layouts may pass, and some through
/// which they may not, with conversions between them, and preferences. Layouts
/// are few in one program, so that many conversions can cancel; their pads are
/// many.
RandomProgram makeRandomGraph(Random &random);

/// Passes that move conversions, make buffers, and layouts physical; `broken`
/// as for `makeRandomPipeline`.
std::vector<std::string> makeGraphPipeline(const RandomProgram &program,
                                           StringRef broken, Random &random);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_RANDOMGRAPH_H
