//===- Integers.h - Integers of any width -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_FUZZ_INTEGERS_H
#define LAYOUT_LIB_FUZZ_INTEGERS_H

#include "Layout/Fuzz/Random.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlir::layout::fuzz {

/// From 1 to 129, those around powers of two more often.
unsigned pickWidth(Random &random);

/// A number of `width` bits: small, or near to a power of two at which
/// something ends.
llvm::APInt pickInteger(unsigned width, Random &random);

/// In decimal, as a literal of that width.
std::string printInteger(const llvm::APInt &value);

/// The blob of a resource with these elements, as a program has it: "0x10...".
std::string printBlob(llvm::ArrayRef<llvm::APInt> elements);

/// What a program ends with whose resources are `entries`: "name: blob" each.
std::string printResources(llvm::ArrayRef<std::string> entries);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_LIB_FUZZ_INTEGERS_H
