//===- SessionTarget.cpp - Targets of a session ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/Session.h"

#include "Layout/Analysis/Target/Processor.h"

using namespace mlir;
using namespace mlir::layout;

std::string layout::whyNoTarget(const std::string &name) {
  if (name == "native" || name == "default" || name == "none")
    return "";
  std::string why;
  std::optional<Processor> processor = getNamedProcessor(name, &why);
  if (!processor)
    return "'" + name + "': " + why +
           "; expects 'native', 'default' or a processor that this machine "
           "can stand for, such as 'x86-64-v3'";
  why = whyNotRunHere(*processor);
  return why.empty() ? ""
                     : "'" + name + "' is not for this machine, on which the "
                       "code runs: " + why;
}
