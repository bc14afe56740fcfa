//===- LayoutAttrs.cpp - Syntax of the attributes -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the parts of a layout are read and printed; LayoutAttrSyntax.cpp has the
// whole. What they may say is checked in LayoutAttrVerifiers.cpp.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LoopsAttr.h"
#include "Layout/Map/LayoutString.h"
#include "Layout/Map/Xor.h"
#include "MapParser.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

using EmitError = function_ref<InFlightDiagnostic()>;

#include "Layout/IR/LayoutEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "Layout/IR/AllAttrs.cpp.inc"

void LayoutDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Layout/IR/AllAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Maps with names of their own
//===----------------------------------------------------------------------===//

using NamedExprs = SmallVector<std::pair<StringRef, AffineExpr>>;

static ParseResult parseName(AsmParser &parser, StringRef what,
                             StringRef &name) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&name)))
    return success();
  return parser.emitError(loc) << "expected the name of " << what;
}

/// The names of the indices, up to the closing parenthesis.
static ParseResult parseIndexNames(AsmParser &parser, NamedExprs &names) {
  if (succeeded(parser.parseOptionalRParen()))
    return success();
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parseName(parser, "an index", name))
      return failure();
    if (llvm::is_contained(llvm::make_first_range(names), name))
      return parser.emitError(loc) << "two indices are named '" << name << "'";
    names.emplace_back(name,
                       getAffineDimExpr(names.size(), parser.getContext()));
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseRParen();
}

/// Symbols are read only to be refused by name.
static ParseResult refuseSymbols(AsmParser &parser, StringRef what) {
  if (failed(parser.parseOptionalLSquare()))
    return success();
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parseName(parser, "a symbol", name))
    return failure();
  return parser.emitError(loc)
         << what << " has no symbols, but names the symbol '" << name << "'";
}

/// `i, j) -> (i floordiv 4, j)`, the rest of a map after its first parenthesis.
static FailureOr<AffineMap>
parseMapAfterLParen(AsmParser &parser, StringRef what, bool isPad = false) {
  NamedExprs names;
  SmallVector<AffineExpr> results;
  auto parseResult = [&] {
    return MapExprParser(parser, names, isPad).parse(results.emplace_back());
  };
  if (parseIndexNames(parser, names) || refuseSymbols(parser, what) ||
      parser.parseArrow() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseResult))
    return failure();
  return AffineMap::get(names.size(), 0, results, parser.getContext());
}

static FailureOr<AffineMap> parseMap(AsmParser &parser, StringRef what) {
  if (parser.parseLParen())
    return failure();
  return parseMapAfterLParen(parser, what);
}

//===----------------------------------------------------------------------===//
// index_map
//===----------------------------------------------------------------------===//

static FailureOr<LayoutString> readLayoutString(EmitError emitError,
                                                StringRef text) {
  std::string why;
  FailureOr<LayoutString> layout = LayoutString::parse(text, why);
  if (failed(layout))
    return emitError() << "layout string \"" << text << "\": " << why;
  return layout;
}

/// The errors are distinguished by their string; an error about both is
/// reported for the first.
static FailureOr<AffineMap>
readLayoutStrings(MLIRContext *context, StringRef fromText, EmitError fromError,
                  StringRef toText, EmitError toError) {
  FailureOr<LayoutString> from = readLayoutString(fromError, fromText);
  FailureOr<LayoutString> to = readLayoutString(toError, toText);
  if (failed(from) || failed(to))
    return failure();
  std::string why;
  FailureOr<AffineMap> map = convertLayout(*from, *to, context, why);
  if (failed(map))
    return fromError() << "no index map leads from \"" << fromText << "\" to \""
                       << toText << "\": " << why;
  return map;
}

IndexMapAttr IndexMapAttr::getOfStrings(EmitError emitError,
                                        MLIRContext *context, StringRef from,
                                        StringRef to) {
  FailureOr<AffineMap> map =
      readLayoutStrings(context, from, emitError, to, emitError);
  return succeeded(map) ? get(*map) : IndexMapAttr();
}

/// `-> "NCHW4c"` after `"NHWC"`.
static FailureOr<AffineMap> parseLayoutStrings(AsmParser &parser, SMLoc fromLoc,
                                               StringRef fromText) {
  std::string toText;
  if (parser.parseArrow())
    return failure();
  SMLoc toLoc = parser.getCurrentLocation();
  if (parser.parseString(&toText))
    return failure();
  return readLayoutStrings(
      parser.getContext(), fromText, [&] { return parser.emitError(fromLoc); },
      toText, [&] { return parser.emitError(toLoc); });
}

/// `<3, 4, 3>` after `swizzle`: the map (i) -> (swizzle<3, 4, 3>(i)).
static FailureOr<AffineMap> parseSwizzleMap(AsmParser &parser, SMLoc loc) {
  AffineExpr expr = getAffineDimExpr(0, parser.getContext());
  if (parser.parseLess() || MapExprParser(parser, {}).parseSwizzle(loc, expr))
    return failure();
  return AffineMap::get(1, 0, expr);
}

static FailureOr<AffineMap> parseIndexMap(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string from;
  if (succeeded(parser.parseOptionalString(&from)))
    return parseLayoutStrings(parser, loc, from);
  if (succeeded(parser.parseOptionalKeyword("swizzle")))
    return parseSwizzleMap(parser, loc);
  return parseMap(parser, "an index map");
}

Attribute IndexMapAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<AffineMap> map = parseIndexMap(parser);
  if (failed(map))
    return {};
  AffineMap inverse;
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("inverse"))
      return {};
    FailureOr<AffineMap> stated = parseMap(parser, "an inverse");
    if (failed(stated))
      return {};
    inverse = *stated;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<IndexMapAttr>(loc, parser.getContext(), *map,
                                         inverse);
}

void IndexMapAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printMap(printer.getStream(), getMap());
  if (getInverse()) {
    printer << ", inverse ";
    printMap(printer.getStream(), getInverse());
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// extent and axis_separator
//===----------------------------------------------------------------------===//

/// A number that is not negative. Said here and not by the verifier only, as
/// the least integer is the mark of a dynamic extent.
static ParseResult parseCount(AsmParser &parser, StringRef what,
                              int64_t &count) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(count))
    return failure();
  if (count < 0)
    return parser.emitError(loc) << what << " " << count << " is negative";
  return success();
}

/// `40`, `?` or `? + 1`.
static ParseResult parseStatedExtent(AsmParser &parser,
                                     SmallVectorImpl<StatedExtent> &extents) {
  int64_t count = 0;
  if (failed(parser.parseOptionalQuestion())) {
    if (parseCount(parser, "extent", count))
      return failure();
    extents.emplace_back(count);
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalMinus()))
    return parser.emitError(loc) << "expected '+' after '?', as an extent is "
                                    "at least the derived one";
  if (succeeded(parser.parseOptionalPlus()) &&
      parseCount(parser, "border", count))
    return failure();
  extents.push_back(StatedExtent::derived(count));
  return success();
}

Attribute ExtentAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<StatedExtent> extents;
  auto parseExtent = [&] { return parseStatedExtent(parser, extents); };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseExtent) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<ExtentAttr>(loc, parser.getContext(), extents);
}

void ExtentAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getExtents(), printer,
                        [&](StatedExtent extent) { printer << extent.str(); });
  printer << "]>";
}

Attribute AxisSeparatorAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> separators;
  auto parseSeparator = [&] {
    return parseCount(parser, "separator", separators.emplace_back());
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseSeparator) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<AxisSeparatorAttr>(loc, parser.getContext(),
                                              separators);
}

void AxisSeparatorAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getSeparators(), printer);
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

static Attribute parsePadConstant(AsmParser &parser, SMLoc loc) {
  SMLoc valueLoc = parser.getCurrentLocation();
  Attribute value;
  OptionalParseResult written = parser.parseOptionalAttribute(value);
  if (written.has_value() && failed(*written))
    return {};
  auto typed = dyn_cast_if_present<TypedAttr>(value);
  if (!typed) {
    parser.emitError(valueLoc)
        << "a pad is 'none', 'undef', a constant, 'value' with a map, or a map";
    return {};
  }
  return parser.getChecked<PadAttr>(loc, typed);
}

static Attribute parsePadContent(AsmParser &parser, SMLoc loc) {
  MLIRContext *context = parser.getContext();
  if (succeeded(parser.parseOptionalKeyword("none")))
    return PadAttr::get(context, PadKind::None);
  if (succeeded(parser.parseOptionalKeyword("undef")))
    return PadAttr::get(context, PadKind::Undef);
  bool isValue = succeeded(parser.parseOptionalKeyword("value"));
  // The parenthesis is taken before anything else is tried: as an attribute,
  // `(io, ii) -> ...` would be read as a function type.
  if (!isValue && failed(parser.parseOptionalLParen()))
    return parsePadConstant(parser, loc);
  if (isValue && parser.parseLParen())
    return {};
  FailureOr<AffineMap> map =
      parseMapAfterLParen(parser, "a pad", /*isPad=*/true);
  if (failed(map))
    return {};
  return parser.getChecked<PadAttr>(
      loc, isValue ? PadKind::Value : PadKind::Copy, *map);
}

Attribute PadAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  Attribute pad = parsePadContent(parser, loc);
  if (!pad || parser.parseGreater())
    return {};
  return pad;
}

void PadAttr::print(AsmPrinter &printer) const {
  printer << '<';
  switch (getKind()) {
  case PadKind::None:
    printer << "none";
    break;
  case PadKind::Undef:
    printer << "undef";
    break;
  case PadKind::Constant:
    printer << getValue();
    break;
  case PadKind::Value:
    printer << "value ";
    [[fallthrough]];
  case PadKind::Copy:
    printMap(printer.getStream(), getMap());
    break;
  }
  printer << '>';
}
