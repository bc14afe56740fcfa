//===- Passes.td - Towards LLVM ----------------------------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_PASSES_TD
#define LAYOUT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def LayoutRequirePhysical : Pass<"layout-require-physical", "::mlir::ModuleOp"> {
  let summary = "fail by name where a layout is still to be applied";
  let description = [{
    Upstream lowering leaves ops on laid-out buffers unconverted and succeeds.
    This pass stands before it and makes such an op an error that says which
    pass would have removed the layout. Changes nothing.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutRecordNoAlias : Pass<"layout-record-noalias", "::mlir::ModuleOp"> {
  let summary = "remember which arguments do not alias, across func-to-llvm";
  let description = [{
    Upstream drops `llvm.noalias` on memref arguments when it expands them into
    descriptors. This pass stands before that and records, on the function as
    `layout.noalias`, which arguments of the expanded signature are the aligned
    pointers of such memrefs. `layout-restore-noalias` stands behind it.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutRestoreNoAlias : Pass<"layout-restore-noalias", "::mlir::ModuleOp"> {
  let summary = "put recorded noalias facts on the pointers";
  let description = [{
    Consumes `layout.noalias` on `llvm.func` and puts `llvm.noalias` on the
    arguments that it names.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // LAYOUT_CONVERSION_PASSES_TD
