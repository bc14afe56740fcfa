//===- LayoutHover.cpp - Hover texts of layouts ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutHover.h"

#include "Layout/IR/DrawBuffer.h"
#include "Layout/IR/LaidOut.h"
#include "Tokens.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::lsp::Hover;
using llvm::lsp::Position;

/// How many shapes of one alias are drawn, and how many lines of a drawing.
static constexpr unsigned kMaxShapes = 3, kMaxLines = 60;

namespace {

/// From one word to another, both included.
struct Words {
  Tokens::Index first, last;
};

/// A layout and the shape on which to show it; none is known of a layout that
/// no type has.
using Shown = std::pair<BufferAttr, ShapedType>;

/// The layout at a position of a text.
class Finder {
public:
  Finder(StringRef text, MLIRContext &context)
      : context(context), text(text), tokens(text) {}

  /// The layouts to show for this offset, and their words.
  llvm::SetVector<Shown> find(size_t offset, Words &range);
  StringRef getText(Words words) const {
    return tokens.getText(words.first, words.last);
  }

private:
  using Index = Tokens::Index;

  bool isAlias(Index i) const;
  bool isTypeAlias(Index i) const {
    return isAlias(i) && tokens[i].starts_with("!");
  }
  /// `memref<..>`, `tensor<..>` or an alias of a type, that starts here.
  std::optional<Words> getTypeAt(Index i) const;
  std::optional<Words> getTypeEndingAt(Index i) const;
  std::optional<Words> getTypeAround(Index i) const;
  std::optional<Words> getBufferAttrAround(Index i) const;
  /// The type for which a layout at these words is requested.
  std::optional<Words> getTypeOfRequest(Words layout) const;

  /// The definition of an alias, with its name.
  std::optional<Words> getDefinition(StringRef alias) const;
  /// The definitions of all aliases named from `first` on, in their order.
  std::string getDefinitions(Words words) const;
  /// The layout of these words; null if they do not parse.
  Attribute parse(Words words) const;
  ShapedType parseType(std::optional<Words> words) const;

  llvm::SetVector<Shown> findTypesThatName(StringRef alias, BufferAttr layout);

  MLIRContext &context;
  StringRef text;
  Tokens tokens;
};

} // namespace

bool Finder::isAlias(Index i) const {
  StringRef word = tokens[i];
  return word.size() > 1 && (word[0] == '#' || word[0] == '!') &&
         !word.contains('.') && tokens[i + 1] != "<";
}

std::optional<Words> Finder::getTypeAt(Index i) const {
  if (isTypeAlias(i))
    return Words{i, i};
  if ((tokens[i] != "memref" && tokens[i] != "tensor") || tokens[i + 1] != "<")
    return std::nullopt;
  std::optional<Index> end = tokens.getPartner(i + 1);
  return end ? std::optional<Words>({i, *end}) : std::nullopt;
}

std::optional<Words> Finder::getTypeEndingAt(Index i) const {
  std::optional<Index> opening = tokens.getPartner(i);
  if (isTypeAlias(i))
    return Words{i, i};
  return tokens[i] == ">" && opening && *opening > 0 ? getTypeAt(*opening - 1)
                                                     : std::nullopt;
}

std::optional<Words> Finder::getTypeAround(Index i) const {
  if (std::optional<Words> type = getTypeAt(i))
    return type;
  std::optional<Words> found;
  // Of a memref of memrefs the inner one is meant.
  for (auto parent = tokens.getParent(i); parent && !found;
       parent = tokens.getParent(*parent))
    if (*parent > 0)
      found = getTypeAt(*parent - 1);
  return found ? found : getTypeEndingAt(i);
}

std::optional<Words> Finder::getBufferAttrAround(Index i) const {
  if (tokens[i] != "#layout.buffer") {
    auto parent = tokens.getParent(i);
    while (parent && (*parent == 0 || tokens[*parent - 1] != "#layout.buffer"))
      parent = tokens.getParent(*parent);
    if (!parent)
      return std::nullopt;
    i = *parent - 1;
  }
  std::optional<Index> end = tokens.getPartner(i + 1);
  return end ? std::optional<Words>({i, *end}) : std::nullopt;
}

std::optional<Words> Finder::getTypeOfRequest(Words layout) const {
  std::optional<Index> brace = tokens.getParent(layout.first);
  if (layout.first < 2 || tokens[layout.first - 1] != "=" ||
      tokens[layout.first - 2] != LayoutDialect::kTransformAttrName || !brace ||
      tokens[*brace] != "{")
    return std::nullopt;
  // `%a: memref<..> {..}`, or `{..} : memref<..>` after an operation.
  if (std::optional<Words> type =
          *brace > 0 ? getTypeEndingAt(*brace - 1) : std::nullopt)
    return type;
  std::optional<Index> end = tokens.getPartner(*brace);
  return end && tokens[*end + 1] == ":" ? getTypeAt(*end + 2) : std::nullopt;
}

std::optional<Words> Finder::getDefinition(StringRef alias) const {
  for (Index i = 0; i < tokens.size(); ++i)
    if (tokens[i] == alias && tokens[i + 1] == "=" && tokens.startsLine(i) &&
        !tokens.getParent(i) && i + 2 < tokens.size()) {
      // One attribute or type: up to the end of the line, out of brackets.
      Index last = i + 2;
      while (last + 1 < tokens.size() &&
             (tokens.getParent(last + 1) ||
              (tokens.getPartner(last + 1) &&
               *tokens.getPartner(last + 1) < last) ||
              !tokens.startsLine(last + 1)))
        ++last;
      return Words{i, last};
    }
  return std::nullopt;
}

std::string Finder::getDefinitions(Words words) const {
  SmallVector<Words> definitions, toLook{words};
  llvm::StringSet<> known;
  while (!toLook.empty()) {
    Words look = toLook.pop_back_val();
    for (Index i = look.first; i <= look.last; ++i) {
      if (!isAlias(i) || !known.insert(tokens[i]).second)
        continue;
      if (std::optional<Words> definition = getDefinition(tokens[i])) {
        definitions.push_back(*definition);
        toLook.push_back(*definition);
      }
    }
  }
  llvm::sort(definitions, [](Words a, Words b) { return a.first < b.first; });
  std::string result;
  for (Words definition : definitions)
    result += (getText(definition) + "\n").str();
  return result;
}

Attribute Finder::parse(Words words) const {
  // An editor has seen the errors, from the server itself.
  ScopedDiagnosticHandler silent(&context,
                                 [](Diagnostic &) { return success(); });
  std::string program =
      getDefinitions(words) +
      ("\"layout.at\"() {value = " + getText(words) + "} : () -> ()\n").str();
  Block block;
  if (failed(parseSourceString(program, &block,
                               ParserConfig(&context,
                                            /*verifyAfterParse=*/false))) ||
      block.empty())
    return {};
  return block.back().getAttr("value");
}

ShapedType Finder::parseType(std::optional<Words> words) const {
  auto parsed =
      words ? dyn_cast_if_present<TypeAttr>(parse(*words)) : TypeAttr();
  return parsed ? dyn_cast<ShapedType>(parsed.getValue()) : ShapedType();
}

llvm::SetVector<Shown> Finder::findTypesThatName(StringRef alias,
                                                 BufferAttr layout) {
  llvm::SetVector<Shown> found;
  for (Index i = 0; i < tokens.size() && found.size() <= kMaxShapes; ++i) {
    if (tokens[i] != alias || tokens[i + 1] == "=")
      continue;
    ShapedType type = parseType(getTypeAround(i));
    if (type && getLayoutToApply(type) == layout)
      found.insert({layout, type});
    else if (ShapedType requested = parseType(getTypeOfRequest({i, i})))
      found.insert({layout, requested});
  }
  return found;
}

llvm::SetVector<Shown> Finder::find(size_t offset, Words &range) {
  llvm::SetVector<Shown> found;
  std::optional<Index> at = tokens.find(offset);
  if (!at)
    return found;
  std::optional<Words> around = getTypeAround(*at);
  if (ShapedType type = parseType(around)) {
    range = *around;
    if (BufferAttr layout = getLayoutToApply(type))
      found.insert({layout, type});
    return found;
  }
  range = {*at, *at};
  auto layout = isAlias(*at) ? dyn_cast_if_present<BufferAttr>(parse(range))
                             : BufferAttr();
  if (layout && !getTypeOfRequest(range))
    found = findTypesThatName(tokens[*at], layout);
  if (std::optional<Words> stated = getBufferAttrAround(*at);
      stated && !layout) {
    range = *stated;
    layout = dyn_cast_if_present<BufferAttr>(parse(range));
    // `#rows = #layout.buffer<..>`
    if (layout && range.first >= 2 && tokens[range.first - 1] == "=" &&
        isAlias(range.first - 2))
      found = findTypesThatName(tokens[range.first - 2], layout);
  }
  if (layout && found.empty())
    found.insert({layout, parseType(getTypeOfRequest(range))});
  return found;
}

/// The first lines of `words`.
static std::string shorten(StringRef words) {
  SmallVector<StringRef> lines;
  words.split(lines, '\n');
  if (lines.size() <= kMaxLines)
    return words.str();
  return llvm::join(ArrayRef(lines).take_front(kMaxLines), "\n") + "\n...\n";
}

/// What is to be said of a layout on the shape of a type.
static std::string describe(BufferAttr layout, ArrayRef<int64_t> shape) {
  std::string words, why;
  llvm::raw_string_ostream os(words);
  if (shape.size() != layout.getLogicalRank())
    return "the layout takes " + std::to_string(layout.getLogicalRank()) +
           " indices\n";
  if (succeeded(drawBuffer(layout, shape, os, why)))
    return shorten(words);
  os << layout << "\n";
  const PhysicalLayout &facts = layout.getPhysicalLayout(shape);
  auto printShape = [&](ArrayRef<int64_t> extents) {
    llvm::interleave(
        extents, os,
        [&](int64_t extent) {
          if (ShapedType::isDynamic(extent))
            os << '?';
          else
            os << extent;
        },
        "x");
  };
  if (facts.getFault().empty()) {
    os << "logical ";
    printShape(shape);
    os << ", physical ";
    printShape(facts.getPhysicalShape());
    os << "\n";
  }
  os << "not drawn: " << why << "\n";
  return words;
}

/// The part between lines `// -----` that holds `offset`, which becomes one of
/// that part. A line between two counts as the end of the first.
static StringRef getPart(StringRef file, size_t &offset) {
  static constexpr StringLiteral kSplit = "// -----";
  size_t begin = 0, end;
  while ((end = file.find(kSplit, begin)) != StringRef::npos &&
         offset >= end + kSplit.size())
    begin = end + kSplit.size();
  StringRef part = file.slice(begin, end);
  offset = std::min(offset - begin, part.size());
  return part;
}

static std::optional<size_t> getOffset(StringRef file, Position position) {
  size_t offset = 0;
  for (int line = 0; line < position.line; ++line) {
    offset = file.find('\n', offset);
    if (offset == StringRef::npos)
      return std::nullopt;
    ++offset;
  }
  return std::min(offset + std::max(position.character, 0), file.size());
}

static Position getPosition(StringRef file, const char *at) {
  StringRef before(file.begin(), at - file.begin());
  return Position(before.count('\n'), before.size() - (before.rfind('\n') + 1));
}

std::optional<Hover> LayoutHover::find(StringRef file, Position position) {
  std::optional<size_t> offset = getOffset(file, position);
  if (!offset)
    return std::nullopt;
  StringRef part = getPart(file, *offset);
  Finder finder(part, context);
  Words words = {0, 0};
  llvm::SetVector<Shown> found = finder.find(*offset, words);
  if (found.empty())
    return std::nullopt;
  StringRef range = finder.getText(words);
  Hover hover(llvm::lsp::Range(getPosition(file, range.begin()),
                               getPosition(file, range.end())));
  llvm::raw_string_ostream os(hover.contents.value);
  for (auto [layout, type] :
       ArrayRef(found.getArrayRef()).take_front(kMaxShapes)) {
    os << "```text\n";
    SmallVector<int64_t> unknown(layout.getLogicalRank(), ShapedType::kDynamic);
    if (!type)
      os << "no type here has this layout: its shape is not known\n";
    os << describe(layout, type ? type.getShape() : ArrayRef(unknown));
    os << "```\n";
  }
  if (found.size() > kMaxShapes)
    os << "and more types with this layout\n";
  return hover;
}
