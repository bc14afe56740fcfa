//===- Session.cpp - Text interface for other languages -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/Session.h"

#include "Layout/Check/Check.h"
#include "Layout/IR/Layout.h"
#include "Layout/Object/CompileFile.h"
#include "Layout/Registration/Registration.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllPasses.h"

using namespace mlir;
using namespace mlir::layout;

Session::Session() {
  static std::once_flag once;
  std::call_once(once, [] {
    mlir::registerAllPasses();
    layout::registerAllPasses();
  });
  DialectRegistry registry;
  registerCheckDependencies(registry);
  registerAll(registry);
  registerObjectDependencies(registry);
  // Without threads of its own, so that the caller may fork.
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->printOpOnDiagnostic(false);
  context->loadDialect<LayoutDialect>();
}

Session::~Session() = default;

const std::shared_ptr<Session> &Session::getShared() {
  // Handles may outlive everything that is destroyed at exit.
  static const auto *session =
      new std::shared_ptr<Session>(std::make_shared<Session>());
  return *session;
}
