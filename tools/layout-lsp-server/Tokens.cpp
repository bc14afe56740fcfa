//===- Tokens.cpp - The words of MLIR text and their brackets -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::layout;
using llvm::StringRef;

Tokens::Tokens(StringRef text) : text(text) {
  split();
  pairBrackets();
}

static bool isWordChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

/// How many characters of `rest`, which starts with a quote, are one string.
static size_t getStringSize(StringRef rest) {
  size_t size = 1;
  while (size < rest.size() && rest[size] != '"' && rest[size] != '\n')
    size += rest[size] == '\\' ? 2 : 1;
  return std::min(size + 1, rest.size());
}

/// How many characters of `rest` are its first word.
static size_t getWordSize(StringRef rest) {
  if (rest.front() == '"')
    return getStringSize(rest);
  // These hold brackets that are none.
  for (StringRef operation : {"->", ">=", "<=", "=="})
    if (rest.starts_with(operation))
      return operation.size();
  size_t prefix = StringRef("#!%@^").contains(rest.front()) ? 1 : 0;
  size_t size = rest.drop_front(prefix).take_while(isWordChar).size() + prefix;
  return std::max<size_t>(size, 1);
}

void Tokens::split() {
  StringRef rest = text;
  while (true) {
    rest = rest.ltrim();
    if (rest.empty())
      return;
    if (rest.starts_with("//")) {
      rest = rest.drop_until([](char c) { return c == '\n'; });
      continue;
    }
    size_t size = getWordSize(rest);
    words.push_back(rest.take_front(size));
    rest = rest.drop_front(size);
  }
}

void Tokens::pairBrackets() {
  parents.resize(words.size());
  partners.resize(words.size());
  llvm::SmallVector<Index> open;
  for (Index i = 0; i < size(); ++i) {
    size_t closing = words[i].size() == 1 ? StringRef(">)]}").find(words[i][0])
                                          : StringRef::npos;
    if (closing != StringRef::npos) {
      // Brackets that are open between the two remain open.
      const auto *partner =
          llvm::find_if(llvm::reverse(open), [&](Index opening) {
            return words[opening][0] == "<([{"[closing];
          }).base();
      if (partner != open.begin()) {
        partners[i] = *std::prev(partner);
        partners[*partners[i]] = i;
        open.erase(std::prev(partner), open.end());
      }
    }
    if (!open.empty())
      parents[i] = open.back();
    if (words[i].size() == 1 && StringRef("<([{").contains(words[i][0]))
      open.push_back(i);
  }
}

std::optional<Tokens::Index> Tokens::find(size_t offset) const {
  const char *at = text.data() + std::min(offset, text.size());
  const auto *word = llvm::partition_point(
      words, [&](StringRef word) { return word.end() < at; });
  // Between two words without a space the second is meant.
  if (word != words.end() && word->end() == at &&
      std::next(word) != words.end() && std::next(word)->begin() == at)
    ++word;
  if (word == words.end() || word->begin() > at)
    return std::nullopt;
  return word - words.begin();
}

bool Tokens::startsLine(Index i) const {
  const char *before = i == 0 ? text.begin() : words[i - 1].end();
  return i == 0 || StringRef(before, words[i].begin() - before).contains('\n');
}

StringRef Tokens::getText(Index first, Index last) const {
  return StringRef(words[first].begin(),
                   words[last].end() - words[first].begin());
}
