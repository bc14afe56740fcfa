//===- TransformOps.cpp - The extension of the transform dialect ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/TransformOps/TransformOps.h"

#include "LayoutSyntax.h"

using namespace mlir;
using namespace mlir::layout;

// `custom<Layout>` of the assembly formats.

static ParseResult parseLayout(OpAsmParser &parser, BufferAttr &layout,
                               Type &target, Type &transformed, Type &made) {
  Type results[2];
  ParseResult parsed =
      schedule::parseLayoutAndTypes(parser, layout, target, results);
  transformed = results[0];
  made = results[1];
  return parsed;
}
static void printLayout(OpAsmPrinter &printer, Operation *, BufferAttr layout,
                        Type target, Type transformed, Type made) {
  schedule::printLayoutAndTypes(printer, layout, target, {transformed, made});
}

/// With loops around which a copy is made.
static ParseResult parseLayout(OpAsmParser &parser, BufferAttr &layout,
                               Type &loops, Type &target, Type &transformed,
                               Type &made) {
  Type operands[2], results[2];
  ParseResult parsed =
      schedule::parseLayoutAndTypes(parser, layout, operands, results);
  target = operands[0];
  loops = operands[1];
  transformed = results[0];
  made = results[1];
  return parsed;
}
static void printLayout(OpAsmPrinter &printer, Operation *, BufferAttr layout,
                        Type loops, Type target, Type transformed, Type made) {
  schedule::printLayoutAndTypes(printer, layout, {target, loops},
                                {transformed, made});
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
