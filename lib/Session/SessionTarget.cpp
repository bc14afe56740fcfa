//===- SessionTarget.cpp - Which processors this machine may have ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/Session.h"

#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;
using namespace mlir::layout;

std::string layout::whyNoTarget(const std::string &name) {
  if (name == "native" || name == "default" || name == "none")
    return "";
  llvm::Triple here(llvm::sys::getProcessTriple());
  bool isX86 =
      llvm::X86::parseArchX86(name, /*Only64Bit=*/true) != llvm::X86::CK_None;
  bool isArm = llvm::AArch64::parseCpu(name).has_value();
  if (here.isX86() ? isX86 : here.isAArch64() && isArm)
    return "";
  std::string family = here.getArchName().str();
  std::string expected = "expects 'native', 'default'";
  if (here.isX86())
    expected += " or an x86-64 processor as LLVM calls it, such as 'x86-64-v3' "
                "or 'znver4'";
  else if (here.isAArch64())
    expected += " or an AArch64 processor as LLVM calls it, such as "
                "'neoverse-n1' or 'cortex-a72'";
  if (!isX86 && !isArm)
    return "'" + name + "' is no processor that LLVM knows: " + expected;
  return "'" + name + "' is a processor of another kind than that of this " +
         "machine, on which the code runs (" + family + "): " + expected;
}
