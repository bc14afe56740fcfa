//===- LoopsAttr.cpp - The plan of a nest ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LoopsAttr.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kRoles[] = {"", "unroll", "rows", "lanes",
                                           "steps"};
static constexpr StringLiteral kPartials[] = {"",      "mask",  "split",
                                              "shift", "whole", "edge"};
static constexpr StringLiteral kAuthors[] = {"user", "planner", "tuned"};

StringRef layout::stringify(LoopRole role) { return kRoles[unsigned(role)]; }
StringRef layout::stringify(PartialTile partial) {
  return kPartials[unsigned(partial)];
}
StringRef layout::stringify(PlanAuthor author) {
  return kAuthors[unsigned(author)];
}

static bool isReserved(StringRef name) {
  return llvm::is_contained({"floordiv", "mod", "merge", "keep"}, name) ||
         llvm::is_contained(kRoles, name);
}

//===----------------------------------------------------------------------===//
// Accessors
//===----------------------------------------------------------------------===//

static bool isTogether(const TileLoop &loop) {
  return loop.role != LoopRole::Sequential && loop.role != LoopRole::Unroll;
}

unsigned LoopsAttr::getNumOuter() const {
  return llvm::find_if(getTileLoops(), isTogether) - getTileLoops().begin();
}

SmallVector<unsigned> LoopsAttr::getLoopsOf(LoopRole role) const {
  SmallVector<unsigned> numbers;
  for (auto [number, loop] : llvm::enumerate(getTileLoops()))
    if (loop.role == role)
      numbers.push_back(number);
  return numbers;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printVariable(raw_ostream &os, ArrayRef<unsigned> loops) {
  bool isMerged = loops.size() != 1;
  os << (isMerged ? "merge(" : "");
  llvm::interleaveComma(loops, os, [&](unsigned loop) { os << 'd' << loop; });
  os << (isMerged ? ")" : "");
}

void layout::printDigit(raw_ostream &os, const TileLoop &loop) {
  bool hasBoth = loop.step != 1 && loop.size;
  os << (hasBoth ? "(" : "");
  printVariable(os, loop.loops);
  if (loop.step != 1)
    os << " floordiv " << loop.step;
  os << (hasBoth ? ")" : "");
  if (loop.size)
    os << " mod " << *loop.size;
}

static void printTileLoop(raw_ostream &os, const TileLoop &loop) {
  os << stringify(loop.role);
  if (loop.partial != PartialTile::Any)
    os << '<' << stringify(loop.partial) << '>';
  if (loop.role != LoopRole::Sequential)
    os << ' ';
  printDigit(os, loop);
}

static void printExtent(raw_ostream &os, int64_t extent) {
  if (ShapedType::isDynamic(extent))
    os << '?';
  else
    os << extent;
}

void LoopsAttr::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  os << '<';
  if (getKeep()) {
    os << "keep";
  } else {
    os << '(';
    llvm::interleaveComma(llvm::seq(getNumLoops()), os,
                          [&](unsigned loop) { os << 'd' << loop; });
    os << ") -> (";
    llvm::interleaveComma(getTileLoops(), os, [&](const TileLoop &loop) {
      printTileLoop(os, loop);
    });
    os << ')';
  }
  if (StringAttr dot = getDot()) {
    bool isWord = dot.getValue() == "auto" || dot.getValue() == "none";
    printer << ", dot = ";
    if (isWord)
      printer << dot.getValue();
    else
      printer << dot;
  }
  if (!getExtents().empty()) {
    os << ", for [";
    llvm::interleaveComma(getExtents(), os,
                          [&](int64_t extent) { printExtent(os, extent); });
    os << ']';
  }
  if (!isUsers())
    os << ", by " << stringify(getAuthor());
  os << '>';
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

class LoopsParser {
public:
  explicit LoopsParser(AsmParser &parser) : parser(parser) {}

  Attribute parse();

private:
  ParseResult parseNames();
  ParseResult parseResult();
  ParseResult parseRole(TileLoop &loop);
  ParseResult parsePartial(TileLoop &loop);
  ParseResult parseDigit(TileLoop &loop, unsigned depth = 0);
  ParseResult parseVariable(TileLoop &loop);
  ParseResult parseName(unsigned &number);
  ParseResult parseFactor(StringRef what, int64_t &number);
  ParseResult parseOption();
  ParseResult parseDot();
  ParseResult parseExtents();
  ParseResult parseAuthor();

  AsmParser &parser;
  SmallVector<StringRef> names;
  std::vector<TileLoop> tileLoops;
  std::vector<SmallVector<unsigned>> variables; ///< of each tile loop
  bool keep = false;
  StringAttr dot;
  SmallVector<int64_t> extents;
  PlanAuthor author = PlanAuthor::User;
  unsigned numOptions = 0; ///< how many of `dot`, `for` and `by` are parsed
};

} // namespace

Attribute LoopsParser::parse() {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  keep = succeeded(parser.parseOptionalKeyword("keep"));
  if (!keep && (parseNames() || parser.parseArrow() ||
                parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                               [&] { return parseResult(); })))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseOption())
      return {};
  if (parser.parseGreater())
    return {};
  for (auto [loop, its] : llvm::zip_equal(tileLoops, variables))
    loop.loops = its;
  // With other types, the template of `getChecked` would need the definition of
  // the storage class.
  return parser.getChecked<LoopsAttr>(
      loc, parser.getContext(), bool(keep), unsigned(names.size()),
      ArrayRef<TileLoop>(tileLoops), StringAttr(dot),
      ArrayRef<int64_t>(extents), PlanAuthor(author));
}

ParseResult LoopsParser::parseNames() {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        StringRef name;
        if (parser.parseOptionalKeyword(&name))
          return parser.emitError(loc) << "expected the name of a loop";
        if (isReserved(name))
          return parser.emitError(loc)
                 << "'" << name
                 << "' is a word of the notation, and names no loop";
        if (llvm::is_contained(names, name))
          return parser.emitError(loc)
                 << "two loops are named '" << name << "'";
        names.push_back(name);
        return success();
      });
}

ParseResult LoopsParser::parseResult() {
  TileLoop loop;
  variables.emplace_back();
  if (parseRole(loop) || parseDigit(loop))
    return failure();
  tileLoops.push_back(loop);
  return success();
}

ParseResult LoopsParser::parseRole(TileLoop &loop) {
  for (LoopRole role :
       {LoopRole::Unroll, LoopRole::Rows, LoopRole::Lanes, LoopRole::Steps})
    if (succeeded(parser.parseOptionalKeyword(stringify(role)))) {
      loop.role = role;
      return parsePartial(loop);
    }
  return success();
}

ParseResult LoopsParser::parsePartial(TileLoop &loop) {
  if (failed(parser.parseOptionalLess()))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  (void)parser.parseOptionalKeyword(&word);
  const auto *it = llvm::find(ArrayRef(kPartials).drop_front(), word);
  if (it == std::end(kPartials))
    return parser.emitError(loc)
           << "expected 'mask', 'split', 'shift', 'whole' or 'edge'";
  loop.partial = PartialTile(it - std::begin(kPartials));
  return parser.parseGreater();
}

ParseResult LoopsParser::parseDigit(TileLoop &loop, unsigned depth) {
  // More parentheses would take all of the stack.
  constexpr unsigned maxDepth = 100;
  auto refuse = [&](SMLoc loc) {
    return parser.emitError(loc)
           << "expected a tile loop: a loop, or one with 'floordiv' and 'mod'";
  };
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLParen())) {
    if (parseVariable(loop))
      return failure();
  } else if (depth == maxDepth) {
    return refuse(loc);
  } else if (parseDigit(loop, depth + 1) || parser.parseRParen()) {
    return failure();
  }
  loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("floordiv"))) {
    if (!loop.isWhole())
      return refuse(loc);
    if (parseFactor("floordiv", loop.step))
      return failure();
  }
  loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("mod")))
    return success();
  return loop.size ? refuse(loc) : parseFactor("mod", loop.size.emplace());
}

ParseResult LoopsParser::parseVariable(TileLoop &loop) {
  SmallVector<unsigned> &numbers = variables.back();
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("merge")))
    return parseName(numbers.emplace_back());
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parseName(numbers.emplace_back());
      }))
    return failure();
  if (numbers.size() < 2)
    return parser.emitError(loc) << "'merge' expects two loops or more";
  return success();
}

ParseResult LoopsParser::parseName(unsigned &number) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseOptionalKeyword(&name))
    return parser.emitError(loc)
           << "expected a tile loop: a loop, or one with 'floordiv' and 'mod'";
  auto *it = llvm::find(names, name);
  if (it == names.end())
    return parser.emitError(loc)
           << "there is no loop '" << name << "' in the list before '->'";
  number = it - names.begin();
  return success();
}

ParseResult LoopsParser::parseFactor(StringRef what, int64_t &number) {
  SMLoc loc = parser.getCurrentLocation();
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (!parsed.has_value())
    return parser.emitError(loc)
           << "expected a number after '" << what << "'";
  return *parsed;
}

ParseResult LoopsParser::parseOption() {
  SMLoc loc = parser.getCurrentLocation();
  if (numOptions < 1 && succeeded(parser.parseOptionalKeyword("dot"))) {
    numOptions = 1;
    return parseDot();
  }
  if (numOptions < 2 && succeeded(parser.parseOptionalKeyword("for"))) {
    numOptions = 2;
    return parseExtents();
  }
  if (numOptions < 3 && succeeded(parser.parseOptionalKeyword("by"))) {
    numOptions = 3;
    return parseAuthor();
  }
  return parser.emitError(loc)
         << "expected 'dot', 'for' or 'by', each at most once and in this order";
}

ParseResult LoopsParser::parseDot() {
  std::string text;
  StringRef word;
  if (parser.parseEqual())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalString(&text)))
    word = text;
  else if (parser.parseOptionalKeyword(&word) ||
           !llvm::is_contained({"auto", "none"}, word))
    return parser.emitError(loc)
           << "expected 'auto', 'none' or the name of an instruction in quotes";
  dot = StringAttr::get(parser.getContext(), word);
  return success();
}

ParseResult LoopsParser::parseExtents() {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        int64_t extent = ShapedType::kDynamic;
        SMLoc loc = parser.getCurrentLocation();
        if (failed(parser.parseOptionalQuestion()) &&
            parser.parseInteger(extent))
          return failure();
        // The least integer is the mark of an unknown extent.
        if (extent < 0 && extent != ShapedType::kDynamic)
          return parser.emitError(loc) << "extent " << extent << " is negative";
        extents.push_back(extent);
        return success();
      });
}

ParseResult LoopsParser::parseAuthor() {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  (void)parser.parseOptionalKeyword(&word);
  const auto *it = llvm::find(kAuthors, word);
  if (it == std::end(kAuthors))
    return parser.emitError(loc) << "expected 'user', 'planner' or 'tuned'";
  author = PlanAuthor(it - std::begin(kAuthors));
  return success();
}

Attribute LoopsAttr::parse(AsmParser &parser, Type) {
  return LoopsParser(parser).parse();
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Products and sums of a few numbers below this do not overflow 64 bits.
static constexpr int64_t kMost = int64_t(1) << 48;

static std::string toString(const TileLoop &loop) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '\'';
  printDigit(os, loop);
  os << '\'';
  return text;
}

static std::string toString(ArrayRef<unsigned> loops) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printVariable(os, loops);
  return text;
}

/// Verifies that steps and sizes are positive, and products of them below
/// `kMost`. (loops_c4)
static LogicalResult verifyNumbers(EmitError emitError, const TileLoop &loop) {
  int64_t product;
  if (loop.step < 1 || (loop.size && *loop.size < 1))
    return emitError() << toString(loop)
                       << " divides by a number that is not positive";
  if (loop.step >= kMost ||
      llvm::MulOverflow(loop.step, loop.size.value_or(1), product) ||
      product >= kMost)
    return emitError() << "the numbers of " << toString(loop)
                       << " are too large; expects a product less than 2^48";
  return success();
}

/// Verifies that rows, lanes and steps come last, in this order, and that at
/// most one tile loop is lanes and one is steps. (loops_c2)
static LogicalResult verifyRoles(EmitError emitError,
                                 ArrayRef<TileLoop> loops) {
  const TileLoop *last = nullptr;
  for (const TileLoop &loop : loops) {
    if (!isTogether(loop) && loop.partial != PartialTile::Any)
      return emitError() << "'" << stringify(loop.partial)
                         << "' follows 'unroll'; expects it after "
                            "'rows', 'lanes' or 'steps'";
    if (isTogether(loop) && last && loop.role < last->role)
      return emitError() << "the " << stringify(loop.role) << " "
                         << toString(loop) << " come after the "
                         << stringify(last->role) << " " << toString(*last)
                         << "; expects rows, then lanes, then steps";
    if (!isTogether(loop) && last)
      return emitError() << toString(loop) << " comes after the "
                         << stringify(last->role) << " " << toString(*last)
                         << "; expects rows, lanes and steps at the end";
    if (last && loop.role == last->role && loop.role != LoopRole::Rows)
      return emitError() << "there are two tile loops of "
                         << stringify(loop.role) << ", " << toString(*last)
                         << " and " << toString(loop) << "; expects one";
    if (isTogether(loop))
      last = &loop;
  }
  return success();
}

/// Verifies that each loop of the nest is in one variable, and that a variable
/// joins adjacent loops. (loops_c3)
static LogicalResult verifyVariables(EmitError emitError, unsigned numLoops,
                                     ArrayRef<TileLoop> loops) {
  SmallVector<ArrayRef<unsigned>> variableOf(numLoops);
  for (const TileLoop &loop : loops) {
    for (auto [i, number] : llvm::enumerate(loop.loops)) {
      if (number >= numLoops)
        return emitError() << "there is no loop d" << number << " among "
                           << numLoops;
      if (i && number != loop.loops[i - 1] + 1)
        return emitError() << "'" << toString(loop.loops)
                           << "' joins loops that are not nested directly in "
                              "each other, in this order";
      ArrayRef<unsigned> &known = variableOf[number];
      if (known.empty())
        known = loop.loops;
      else if (known != loop.loops)
        return emitError() << "d" << number << " is in '"
                           << toString(loop.loops) << "' and in '"
                           << toString(known) << "'; expects it in one of them";
    }
    if (loop.loops.empty())
      return emitError() << "expects a loop in each tile loop";
  }
  return success();
}

/// Returns the hint of an error about a variable whose tile loops of the steps
/// `outer` and `inner` do not follow each other: the tile loop that is missing
/// between them.
static std::string describeNext(int64_t outer, int64_t inner,
                                ArrayRef<unsigned> loops) {
  if (outer % inner)
    return "expects a step that divides " + std::to_string(outer);
  TileLoop expected;
  expected.loops = loops;
  expected.step = inner;
  expected.size = outer / inner;
  return "expects " + toString(expected);
}

/// Verifies that the tile loops of one variable are a complete chain: the step
/// of each is the step times the size of the next one. (loops_c1)
static LogicalResult verifyChain(EmitError emitError,
                                 SmallVector<const TileLoop *> chain) {
  llvm::sort(chain, [](const TileLoop *a, const TileLoop *b) {
    return std::pair(-a->step, a->size) < std::pair(-b->step, b->size);
  });
  const TileLoop &first = *chain.front();
  auto emitAt = [&] {
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "the tile loops of " << toString(first.loops)
               << " are no complete chain: ";
    return diagnostic;
  };
  if (first.size) {
    TileLoop expected;
    expected.loops = first.loops;
    expected.step = first.step * *first.size;
    return emitAt() << toString(first) << " has only " << *first.size
                    << " values; expects " << toString(expected) << ", too";
  }
  for (auto [outer, inner] : llvm::zip(chain, ArrayRef(chain).drop_front()))
    if (!inner->size || inner->step * *inner->size != outer->step)
      return emitAt() << toString(*outer) << " and " << toString(*inner)
                      << " overlap or leave iterations out; "
                      << describeNext(outer->step, inner->step, inner->loops);
  if (chain.back()->step != 1)
    return emitAt() << "nothing goes through the iterations of "
                    << toString(*chain.back()) << "; "
                    << describeNext(chain.back()->step, 1, first.loops)
                    << ", too";
  return success();
}

static LogicalResult verifyChains(EmitError emitError, unsigned numLoops,
                                  ArrayRef<TileLoop> loops) {
  llvm::MapVector<unsigned, SmallVector<const TileLoop *>> chains;
  SmallVector<bool> isThere(numLoops, false);
  for (const TileLoop &loop : loops) {
    chains[loop.loops.front()].push_back(&loop);
    for (unsigned number : loop.loops)
      isThere[number] = true;
  }
  const auto *missing = llvm::find(isThere, false);
  if (missing != isThere.end())
    return emitError() << "d" << missing - isThere.begin()
                       << " is in no tile loop";
  for (auto &[number, chain] : chains)
    if (failed(verifyChain(emitError, chain)))
      return failure();
  return success();
}

LogicalResult LoopsAttr::verify(EmitError emitError, bool keep,
                                unsigned numLoops, ArrayRef<TileLoop> loops,
                                StringAttr dot, ArrayRef<int64_t> extents,
                                PlanAuthor) {
  // loops_c6
  if (keep)
    return loops.empty() && !numLoops && !dot
               ? success()
               : emitError() << "'keep' leaves the nest to LLVM, and has "
                                "neither tile loops nor 'dot'";
  if (dot && dot.getValue().empty())
    return emitError() << "'dot' expects the name of an instruction, found \"\"";
  if (!numLoops)
    return emitError() << "expects the loops of a nest, found none";
  for (const TileLoop &loop : loops)
    if (failed(verifyNumbers(emitError, loop)))
      return failure();
  if (failed(verifyVariables(emitError, numLoops, loops)) ||
      failed(verifyRoles(emitError, loops)) ||
      failed(verifyChains(emitError, numLoops, loops)))
    return failure();
  // loops_c5
  if (!extents.empty() && extents.size() != numLoops)
    return emitError() << "there are " << extents.size() << " extents for "
                       << numLoops << " loops";
  return success();
}

//===----------------------------------------------------------------------===//
// On ops
//===----------------------------------------------------------------------===//

LoopsAttr layout::getPlan(Operation *op) {
  return op->getAttrOfType<LoopsAttr>(kLoopsAttrName);
}

void layout::setPlan(Operation *op, LoopsAttr plan) {
  op->setDiscardableAttr(kLoopsAttrName, plan);
}

void layout::removePlan(Operation *op) {
  op->removeDiscardableAttr(kLoopsAttrName);
}

bool layout::hasOtherAttributes(Operation *op) {
  return llvm::any_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return attribute.getName() != kLoopsAttrName;
  });
}

bool layout::containsPlan(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return getPlan(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}
