//===- SwitchDestinations.h - Tensors of many branches ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_BUFFERIZE_SWITCHDESTINATIONS_H
#define LAYOUT_TRANSFORMS_BUFFERIZE_SWITCHDESTINATIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Copies the tensors of static shape that the branches of a long
/// `scf.index_switch` yield into one allocation before it:
///
///     %r = scf.index_switch %i              %m = memref.alloc()
///     case 0 { scf.yield %a }           ->  scf.index_switch %i
///     case 1 { scf.yield %b }               case 0 {
///                                             materialize_in_destination %a
///                                               in writable %m }
///                                           %r = to_tensor %m restrict
///
/// What a branch yields is copied in any case (see `copyMissedAliases`). As
/// results, the tensors of all branches may have one buffer, each two of which
/// one-shot analysis compares: 200 branches took 8 s. Tensors with layouts
/// stay. Cost: linear.
void buildSwitchDestinations(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_BUFFERIZE_SWITCHDESTINATIONS_H
