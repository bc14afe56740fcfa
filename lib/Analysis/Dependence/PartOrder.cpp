//===- PartOrder.cpp - Legal orders of the parts of a loop ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Dependence/PartOrder.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace mlir;
using namespace mlir::layout;

llvm::SmallVector<llvm::SmallVector<unsigned>>
layout::orderParts(unsigned count,
                   llvm::function_ref<bool(unsigned, unsigned)> mustPrecede) {
  // What each number leads to, first directly, then in any number of steps.
  std::vector<llvm::BitVector> leadsTo(count, llvm::BitVector(count));
  for (unsigned a = 0; a < count; ++a)
    for (unsigned b = 0; b < count; ++b)
      if (a != b && mustPrecede(a, b))
        leadsTo[a].set(b);
  for (unsigned middle = 0; middle < count; ++middle)
    for (unsigned a = 0; a < count; ++a)
      if (leadsTo[a].test(middle))
        leadsTo[a] |= leadsTo[middle];
  // Parts that must each precede the other, on any way, stay together.
  auto isOneGroup = [&](unsigned a, unsigned b) {
    return a == b || (leadsTo[a].test(b) && leadsTo[b].test(a));
  };
  llvm::SmallVector<llvm::SmallVector<unsigned>> groups;
  llvm::BitVector done(count);
  while (!done.all()) {
    // The first one, in the order of the text, before which only its own group
    // is left: so the text keeps its order as far as it may.
    unsigned first = *llvm::find_if(llvm::seq(count), [&](unsigned number) {
      return !done.test(number) &&
             llvm::all_of(llvm::seq(count), [&](unsigned other) {
               return done.test(other) || !leadsTo[other].test(number) ||
                      isOneGroup(other, number);
             });
    });
    groups.emplace_back();
    for (unsigned number = 0; number < count; ++number)
      if (isOneGroup(first, number))
        groups.back().push_back(number);
    for (unsigned number : groups.back())
      done.set(number);
  }
  return groups;
}
