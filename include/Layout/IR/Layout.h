//===- Layout.h - The layout dialect ----------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// One include for the dialect: attributes, operations, derived facts.
#ifndef LAYOUT_IR_LAYOUT_H
#define LAYOUT_IR_LAYOUT_H

#include "Layout/Map/PhysicalLayout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::layout {
class BufferAttr;

/// The resource of facts and assumptions: no op reads or writes it.
struct FactResource : public SideEffects::Resource::Base<FactResource> {
  StringRef getName() final { return "<LayoutFacts>"; }
};

/// Where the texels of images live, out of the host's reach.
struct ImageResource : public SideEffects::Resource::Base<ImageResource> {
  StringRef getName() final { return "<LayoutImages>"; }
};
} // namespace mlir::layout

#include "Layout/IR/LayoutDialect.h.inc"
#include "Layout/IR/LayoutEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "Layout/IR/LayoutAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "Layout/IR/LayoutTypes.h.inc"
#define GET_OP_CLASSES
#include "Layout/IR/LayoutOps.h.inc"

#endif // LAYOUT_IR_LAYOUT_H
