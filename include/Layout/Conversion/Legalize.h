//===- Legalize.h - What upstream does not lower ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_LEGALIZE_H
#define LAYOUT_CONVERSION_LEGALIZE_H

#include "mlir/Support/LLVM.h"
#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace mlir::layout {

/// The parts of `layout-legalize`, whose description says what each one is, in
/// the order in which they run.
enum class Legalization {
  Elementwise,
  Carried,
  EmptyLoops,
  Remainders,
  Slices,
  Lanes,
  Clones,
  Copies,
  Contractions,
  Vectors,
  Masks,
  Math,
  Floats,
  Views,
  Division,
  BF16,
  Names,
  Atomics,
  Functions,
  Library,
  Resources,
  MaskedAccesses,
};

/// Returns true if LLVM knows a function of the C library by this name: a
/// function of the program that has it would be called instead.
bool isOfCLibrary(StringRef name);

/// What is appended to the name of a symbol of the program that a library
/// needs, or that LLVM would take for one of the C library.
inline constexpr StringLiteral kRenamedSuffix = ".mlir";

/// Creates `layout-legalize`, which does only these.
std::unique_ptr<Pass> createLegalizeOnly(ArrayRef<Legalization> only);

} // namespace mlir::layout

#endif // LAYOUT_CONVERSION_LEGALIZE_H
