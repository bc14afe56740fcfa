//===- HoverProxy.cpp - Proxy for hovers in editors -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoverProxy.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <unistd.h>

using namespace mlir::layout;
namespace lsp = llvm::lsp;
using llvm::StringRef;

llvm::LogicalResult HoverProxy::start(lsp::JSONStreamStyle inputStyle) {
  int toServer[2], fromServer[2];
  if (pipe(toServer) != 0 || pipe(fromServer) != 0)
    return llvm::failure();
  // A server that is gone is noticed by what it does not answer.
  std::signal(SIGPIPE, SIG_IGN);
  style = inputStyle;
  editorInput = fdopen(dup(STDIN_FILENO), "rb");
  editorOutput = dup(STDOUT_FILENO);
  dup2(toServer[0], STDIN_FILENO);
  dup2(fromServer[1], STDOUT_FILENO);
  close(toServer[0]);
  close(fromServer[1]);
  // The editor may never close its end.
  std::thread([this, input = toServer[1]] { forwardToServer(input); }).detach();
  toEditor =
      std::thread([this, output = fromServer[0]] { forwardToEditor(output); });
  return llvm::success();
}

void HoverProxy::finish() {
  llvm::outs().flush();
  close(STDOUT_FILENO);
  toEditor.join();
}

static void write(int file, StringRef text) {
  while (!text.empty()) {
    ssize_t written = ::write(file, text.data(), text.size());
    if (written <= 0)
      return;
    text = text.drop_front(written);
  }
}

static std::string addHeader(StringRef message) {
  return llvm::formatv("Content-Length: {0}\r\n\r\n{1}", message.size(),
                       message);
}

void HoverProxy::forwardToServer(int serverInput) {
  lsp::JSONTransportInputOverFile input(editorInput, style);
  std::string message;
  while (!input.isEndOfInput() && !input.hasError()) {
    message.clear();
    if (failed(input.readMessage(message)))
      continue;
    watch(message);
    write(serverInput, style == lsp::Standard ? addHeader(message)
                                              : message + "\n// -----\n");
  }
  close(serverInput);
}

void HoverProxy::forwardToEditor(int serverOutput) {
  std::FILE *file = fdopen(serverOutput, "rb");
  lsp::JSONTransportInputOverFile input(file);
  std::string message;
  while (!input.isEndOfInput() && !input.hasError()) {
    message.clear();
    if (succeeded(input.readMessage(message)))
      write(editorOutput, addHeader(answer(std::move(message))));
  }
  std::fclose(file);
}

/// The parameters of a request or a notification, if they are as they should
/// be.
template <typename Params>
static std::optional<Params> read(const llvm::json::Value &value) {
  Params params;
  llvm::json::Path::Root root;
  if (!fromJSON(value, params, root))
    return std::nullopt;
  return params;
}

void HoverProxy::watch(StringRef message) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(message);
  if (!value)
    return llvm::consumeError(value.takeError());
  llvm::json::Object *object = value->getAsObject();
  llvm::json::Value *params = object ? object->get("params") : nullptr;
  if (!params)
    return;
  StringRef method = object->getString("method").value_or("");
  std::lock_guard<std::mutex> lock(mutex);
  if (method == "textDocument/didOpen")
    open(*params);
  else if (method == "textDocument/didChange")
    change(*params);
  else if (method == "textDocument/didClose") {
    if (auto closed = read<lsp::DidCloseTextDocumentParams>(*params))
      texts.erase(closed->textDocument.uri.file());
  } else if (method == "textDocument/hover" && object->get("id"))
    ask(*object->get("id"), *params);
}

void HoverProxy::open(const llvm::json::Value &params) {
  if (auto opened = read<lsp::DidOpenTextDocumentParams>(params))
    texts[opened->textDocument.uri.file()] =
        std::make_shared<const std::string>(opened->textDocument.text);
}

void HoverProxy::change(const llvm::json::Value &params) {
  auto changed = read<lsp::DidChangeTextDocumentParams>(params);
  // As the server itself, which requests whole documents.
  if (changed && changed->contentChanges.size() == 1)
    texts[changed->textDocument.uri.file()] =
        std::make_shared<const std::string>(
            changed->contentChanges.front().text);
}

void HoverProxy::ask(const llvm::json::Value &id,
                     const llvm::json::Value &params) {
  auto asked = read<lsp::TextDocumentPositionParams>(params);
  if (!asked)
    return;
  auto text = texts.find(asked->textDocument.uri.file());
  if (text != texts.end())
    questions[llvm::formatv("{0}", id).str()] = {text->second, asked->position};
}

/// Adds a hover to the answer of the server, which may be null.
static void addHover(llvm::json::Value &result, const lsp::Hover &hover) {
  llvm::json::Object *answered = result.getAsObject();
  llvm::json::Object *contents =
      answered ? answered->getObject("contents") : nullptr;
  std::optional<StringRef> words =
      contents ? contents->getString("value") : std::nullopt;
  if (words)
    (*contents)["value"] = (*words + "\n" + hover.contents.value).str();
  else
    result = toJSON(hover);
}

std::string HoverProxy::answer(std::string message) {
  Question question;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (questions.empty())
      return message;
  }
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(message);
  if (!value) {
    llvm::consumeError(value.takeError());
    return message;
  }
  llvm::json::Object *object = value->getAsObject();
  llvm::json::Value *id = object ? object->get("id") : nullptr;
  llvm::json::Value *result = object ? object->get("result") : nullptr;
  if (!id)
    return message;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto asked = questions.find(llvm::formatv("{0}", *id).str());
    if (asked == questions.end())
      return message;
    question = asked->second;
    questions.erase(asked);
  }
  std::optional<lsp::Hover> hover =
      result ? find(*question.text, question.position) : std::nullopt;
  if (!hover)
    return message;
  addHover(*result, *hover);
  bool isPretty = StringRef(message).starts_with("{\n");
  return isPretty ? llvm::formatv("{0:2}\n", *value).str()
                  : llvm::formatv("{0}", *value).str();
}
