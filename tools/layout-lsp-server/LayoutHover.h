//===- LayoutHover.h - Hover texts of layouts -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LSP_SERVER_LAYOUTHOVER_H
#define LAYOUT_LSP_SERVER_LAYOUTHOVER_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/LSP/Protocol.h"

namespace mlir::layout {

/// Describes the layout at a position of a text: shapes, padding, a drawing.
/// The place may be in a type that has a layout, an alias of a layout or of
/// such a type, or a layout by itself, as in a request. Only that text and the
/// aliases that it names must parse. For an alias, the types of the file that
/// name it are shown.
class LayoutHover {
public:
  explicit LayoutHover(MLIRContext &context) : context(context) {}

  /// Nothing if there is no layout. Files are parts between lines `// -----`.
  std::optional<llvm::lsp::Hover> find(StringRef file,
                                       llvm::lsp::Position position);

private:
  MLIRContext &context;
};

} // namespace mlir::layout

#endif // LAYOUT_LSP_SERVER_LAYOUTHOVER_H
