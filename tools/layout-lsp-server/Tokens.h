//===- Tokens.h - The words of MLIR text and their brackets -- -*- C++ -*--===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LSP_SERVER_TOKENS_H
#define LAYOUT_LSP_SERVER_TOKENS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::layout {

/// The words of a text in MLIR's syntax, and which bracket belongs to which.
/// Never fails: while it is edited, a text is seldom right, and of what is said
/// about it nothing depends on more than a type and the aliases that it names.
/// Comments are no words. The text must outlive this.
class Tokens {
public:
  using Index = unsigned;

  explicit Tokens(llvm::StringRef text);

  Index size() const { return words.size(); }
  /// The word; empty after the last one.
  llvm::StringRef operator[](Index i) const {
    return i < words.size() ? words[i] : llvm::StringRef();
  }

  /// The word that holds this offset of the text, or that ends there.
  std::optional<Index> find(size_t offset) const;

  /// The bracket around a word.
  std::optional<Index> getParent(Index i) const { return parents[i]; }
  /// The bracket that closes this one or, of a closing one, opens it.
  std::optional<Index> getPartner(Index i) const {
    return i < size() ? partners[i] : std::nullopt;
  }

  /// Returns true if there is a line end between this word and the one before
  /// it.
  bool startsLine(Index i) const;
  /// The text from one word to another, both included.
  llvm::StringRef getText(Index first, Index last) const;

private:
  void split();
  void pairBrackets();

  llvm::StringRef text;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SmallVector<std::optional<Index>> parents, partners;
};

} // namespace mlir::layout

#endif // LAYOUT_LSP_SERVER_TOKENS_H
