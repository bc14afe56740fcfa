//===- RegisterTilePrint.cpp - The text of a register tile ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     outer 2, reductions 1, rows 4, lanes 16, steps 1, lanes may be missing:
//     all rows
//       accumulator 0: accesses 2 and 3
//       access 0: load, uniform
//       ...
//
//===----------------------------------------------------------------------===//

#include "ElementSteps.h"

using namespace mlir;
using namespace mlir::layout;

static StringRef getName(TileTails::Execution execution) {
  switch (execution) {
  case TileTails::Execution::Loops:
    return "loops";
  case TileTails::Execution::Masked:
    return "masked";
  case TileTails::Execution::AllLanes:
    return "all lanes";
  case TileTails::Execution::AllRows:
    return "all rows";
  }
  llvm_unreachable("unknown execution");
}

static StringRef getName(const AccessForm &form) {
  switch (form.steps) {
  case AccessForm::Steps::Interleaved:
    return "interleaved";
  case AccessForm::Steps::Repeated:
    return "repeated";
  case AccessForm::Steps::Transposed:
    return "transposed";
  case AccessForm::Steps::Single:
    break;
  }
  switch (form.lanes) {
  case AccessForm::Lanes::Uniform:
    return "uniform";
  case AccessForm::Lanes::Contiguous:
    return "contiguous";
  case AccessForm::Lanes::Reversed:
    return "reversed";
  case AccessForm::Lanes::Runs:
    return "runs";
  }
  llvm_unreachable("unknown form");
}

static void printTails(raw_ostream &os, const TileTails &tails) {
  if (tails.lacksSteps)
    os << ", steps may be missing";
  if (!tails.isPartial())
    return;
  os << ", " << (tails.lacksRows ? "rows" : "")
     << (tails.lacksRows && tails.lacksLanes ? " and " : "")
     << (tails.lacksLanes ? "lanes" : "")
     << " may be missing: " << getName(tails.execution);
  if (tails.takesRowsTogether)
    os << ", several rows";
  if (tails.dependsOnReductions)
    os << ", by reduction";
}

void RegisterTile::print(raw_ostream &os) const {
  os << "outer " << numOuter << ", reductions "
     << (isCarried() ? carrying.size() : numSums) << ", rows " << numRows
     << ", lanes " << numLanes << ", steps " << groupSize;
  if (entry != RegisterTile::Entry::Always)
    os << (entry == RegisterTile::Entry::Guarded ? ", guarded"
                                                 : ", perhaps empty");
  printTails(os, tails);
  for (auto [number, its] : llvm::enumerate(kept)) {
    os << "\n  accumulator " << number << ": ";
    if (its.isCarried())
      os << "carried, " << its.combiner->getName();
    else
      os << "accesses " << its.load << " and " << its.store;
  }
  for (auto [number, access] : llvm::enumerate(nest.accesses)) {
    const AccessForm &form = forms[number];
    os << "\n  access " << number << ": " << (access.isStore ? "store" : "load")
       << ", " << getName(form);
    if (form.accumulator)
      os << ", accumulator " << *form.accumulator;
    if (form.prefetch)
      os << ", prefetched by loop " << form.prefetch->loop;
  }
  if (!products.empty())
    os << "\n  " << products.size()
       << (dotForms.empty() ? " products in pairs" : " dot products")
       << (countElementSteps(*this) != 0 ? " by element" : "");
  os << "\n";
}
