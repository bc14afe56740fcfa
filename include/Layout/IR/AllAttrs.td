//===- AllAttrs.td - All attributes of the dialect ---------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Their definitions; declarations are by header.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_ALLATTRS_TD
#define LAYOUT_IR_ALLATTRS_TD

include "Layout/IR/LayoutAttrs.td"
include "Layout/IR/LoopsAttr.td"

#endif // LAYOUT_IR_ALLATTRS_TD
