//===- Registration.h - Registration of all dialects and passes -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_REGISTRATION_REGISTRATION_H
#define LAYOUT_REGISTRATION_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::layout {

/// Adds the dialect and everything that hangs on it to `registry`. Every door
/// (layout-opt, the plugin, any embedding compiler) comes through here, so that
/// all of them know the same things.
void registerAll(DialectRegistry &registry);

/// Makes all passes and pipelines known to textual pipelines of this process.
void registerAllPasses();

} // namespace mlir::layout

#endif // LAYOUT_REGISTRATION_REGISTRATION_H
