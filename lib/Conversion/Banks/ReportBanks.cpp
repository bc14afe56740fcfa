//===- ReportBanks.cpp - Remarks about bank conflicts ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// %v = memref.load %a[%y, %x] : memref<64x64xf16, 3>    (blocks of 8 x 32)
//
// remark: a warp waits 4 cycles where 1 would do: threads 0 and 8 access elements
// (0, 0) and (1, 0), in different words of bank 0
//
//===----------------------------------------------------------------------===//

#include "BankText.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREPORTBANKS
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static void report(OpOperand &use, BankAccesses &banks) {
  Location loc = use.getOwner()->getLoc();
  AccessBanks access = banks.count(use);
  if (!access.count.isKnown())
    remarkUnknown(loc, "layout-report-banks/unknown")
        << "bank conflicts are not counted: " + access.count.unknown;
  else if (access.count.getConflicts() > 0)
    remarkMissed(loc, "layout-report-banks/conflicts") << describe(access);
  else
    remarkDone(loc, "layout-report-banks/no-conflicts") << describe(access);
}

namespace {

class LayoutReportBanksPass
    : public layout::impl::LayoutReportBanksBase<LayoutReportBanksPass> {
public:
  using LayoutReportBanksBase::LayoutReportBanksBase;

  void runOnOperation() override {
    bool isHeard = areRemarksEnabled(&getContext());
    auto reportKernel = [&](Operation *kernel, BankAccesses &banks) {
      if (isHeard)
        for (OpOperand *use : findWorkgroupUses(kernel))
          report(*use, banks);
    };
    if (failed(forEachKernel(getOperation(), rules, reportKernel)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
