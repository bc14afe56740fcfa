//===- HoverProxy.h - Proxy for hovers in editors ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LSP_SERVER_HOVERPROXY_H
#define LAYOUT_LSP_SERVER_HOVERPROXY_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Transport.h"
#include <functional>
#include <mutex>
#include <thread>

namespace mlir::layout {

/// Filters the messages between the standard streams of this process and a
/// language server that reads and writes them, and adds to its answers to hover
/// requests: that server has no hook for it. Every other message passes as it
/// is, byte by byte.
class HoverProxy {
public:
  /// What to add for a position of a text; nothing to add nothing.
  using Find = std::function<std::optional<llvm::lsp::Hover>(
      llvm::StringRef text, llvm::lsp::Position position)>;

  explicit HoverProxy(Find find) : find(std::move(find)) {}

  /// Replaces the standard streams. Failure if the system gives no pipes; then
  /// these are as they were. Messages of the editor are written in `style`,
  /// those of the server always in the standard one.
  llvm::LogicalResult start(llvm::lsp::JSONStreamStyle style);

  /// To be called when the server has returned: waits until all that it wrote
  /// is written. What the editor still sends is not read.
  void finish();

private:
  /// Both run in threads, until their input ends.
  void forwardToServer(int serverInput);
  void forwardToEditor(int serverOutput);

  void watch(llvm::StringRef message);
  void open(const llvm::json::Value &params);
  void change(const llvm::json::Value &params);
  void ask(const llvm::json::Value &id, const llvm::json::Value &params);
  /// The message to send for one of the server.
  std::string answer(std::string message);

  Find find;
  llvm::lsp::JSONStreamStyle style = llvm::lsp::Standard;
  std::FILE *editorInput = nullptr;
  int editorOutput = -1;
  std::thread toEditor;

  std::mutex mutex; ///< of what follows
  llvm::StringMap<std::shared_ptr<const std::string>> texts; ///< by file
  struct Question {
    std::shared_ptr<const std::string> text;
    llvm::lsp::Position position;
  };
  llvm::StringMap<Question> questions; ///< by the id of the request
};

} // namespace mlir::layout

#endif // LAYOUT_LSP_SERVER_HOVERPROXY_H
