//===- TransformOps.cpp - The extension of the transform dialect ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/TransformOps/TransformOps.h"

using namespace mlir;
using namespace mlir::layout;

static ParseResult parseLayout(OpAsmParser &parser, BufferAttr &layout) {
  return parser.parseAttribute(layout);
}
static void printLayout(OpAsmPrinter &printer, Operation *, BufferAttr layout) {
  printer.printAttribute(layout);
}

namespace {

/// Not a `TransformDialectExtension`, which with assertions calls what a
/// release build of MLIR does not have.
class LayoutTransformExtension
    : public DialectExtension<LayoutTransformExtension,
                              transform::TransformDialect> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LayoutTransformExtension)

  void apply(MLIRContext *context,
             transform::TransformDialect *dialect) const override {
    addOps<
#define GET_OP_LIST
#include "Layout/TransformOps/TransformOps.cpp.inc"
        >(dialect);
  }

private:
  template <typename... OpTs>
  static void addOps(transform::TransformDialect *dialect) {
    static_assert(
        (OpTs::template hasTrait<transform::TransformOpInterface::Trait>() &&
         ...));
    (RegisteredOperationName::insert<OpTs>(*dialect), ...);
    // A pass cannot load dialects while a schedule runs, which is a pass, too.
    DialectRegistry generated;
    (addGeneratedDialects<OpTs>(generated), ...);
    for (StringRef name : generated.getDialectNames())
      generated.getDialectAllocator(name)(dialect->getContext());
  }

  template <typename OpT>
  static void addGeneratedDialects(DialectRegistry &registry) {
    if constexpr (OpT::template hasTrait<schedule::StepTrait>())
      OpT::createPass()->getDependentDialects(registry);
  }
};

} // namespace

void layout::registerTransformOps(DialectRegistry &registry) {
  registry.addExtensions<LayoutTransformExtension>();
}

#define GET_OP_CLASSES
#include "Layout/TransformOps/TransformOps.cpp.inc"
