//===- ReportBanks.cpp - Remarks about bank conflicts ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// %v = memref.load %a[%y, %x] : memref<64x64xf16, 3>    (blocks of 8 x 32)
//
// remark: a warp waits 4 cycles where 1 would do: threads 0 and 8 access
// elements (0, 0) and (1, 0), in different words of bank 0
//
//===----------------------------------------------------------------------===//

#include "BankText.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREPORTBANKS
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static void report(OpOperand &use, BankAccesses &banks) {
  Location loc = use.getOwner()->getLoc();
  auto buffer = cast<MemrefValue>(use.get());
  if (BufferAttr requested = getRequest(memref::skipViewLikeOps(buffer))) {
    std::string text;
    llvm::raw_string_ostream(text) << requested;
    remarkMissed(loc, "layout-report-banks/request-left")
        << "bank conflicts are not counted: 'layout.transform = " + text +
               "' is not applied to the buffer; run layout-assign first";
    return;
  }
  AccessBanks access = banks.count(use);
  if (!access.count.isKnown())
    remarkUnknown(loc, "layout-report-banks/unknown")
        << "bank conflicts are not counted: " + access.count.unknown;
  else if (access.count.getConflicts() > 0)
    remarkMissed(loc, "layout-report-banks/conflicts") << describe(access);
  else
    remarkDone(loc, "layout-report-banks/no-conflicts") << describe(access);
}

/// Buffers of workgroup memory whose type states another memory. No lowering of
/// upstream takes them.
static void reportOtherMemory(ArrayRef<BlockArgument> attributions) {
  for (BlockArgument buffer : attributions)
    if (!isWorkgroupMemory(buffer.getType()))
      remarkMissed(buffer.getLoc(), "layout-report-banks/other-memory")
          << "bank conflicts are not counted: the type of the buffer does not "
             "say that it is in workgroup memory; state 3 or "
             "#gpu.address_space<workgroup> in it";
}

static void reportOtherMemory(Operation *kernel) {
  if (auto function = dyn_cast<gpu::GPUFuncOp>(kernel))
    reportOtherMemory(function.getWorkgroupAttributions());
  else
    reportOtherMemory(cast<gpu::LaunchOp>(kernel).getWorkgroupAttributions());
}

namespace {

class LayoutReportBanksPass
    : public layout::impl::LayoutReportBanksBase<LayoutReportBanksPass> {
public:
  using LayoutReportBanksBase::LayoutReportBanksBase;

  void runOnOperation() override {
    bool isHeard = areRemarksEnabled(&getContext());
    auto reportKernel = [&](Operation *kernel, BankAccesses &banks) {
      if (!isHeard)
        return;
      reportOtherMemory(kernel);
      for (OpOperand *use : findWorkgroupUses(kernel))
        report(*use, banks);
    };
    if (failed(forEachKernel(getOperation(), rules, reportKernel)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
