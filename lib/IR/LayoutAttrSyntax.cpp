//===- LayoutAttrSyntax.cpp - Syntax of #layout.buffer --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Layout.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// Collects the parts of a `#layout.buffer` in their order.
class BufferParts {
public:
  explicit BufferParts(AsmParser &parser) : parser(parser) {}

  /// One part: a short form (`pad<undef>`), or an attribute or alias (`#pad`).
  ParseResult parse() {
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    Attribute part;
    if (succeeded(parser.parseOptionalKeyword(
            &keyword,
            {IndexMapAttr::getMnemonic(), ExtentAttr::getMnemonic(),
             PadAttr::getMnemonic(), AxisSeparatorAttr::getMnemonic()})))
      part = parseShortForm(keyword);
    // `(i) -> ..` would be taken for a function type.
    else if (succeeded(parser.parseOptionalLParen()))
      return emitUnexpected(loc);
    else if (OptionalParseResult written = parser.parseOptionalAttribute(part);
             !written.has_value())
      return emitUnexpected(loc);
    if (!part)
      return failure();
    return add(part, loc);
  }

  Attribute build(SMLoc loc) {
    MLIRContext *context = parser.getContext();
    for (PadAttr &pad : pads)
      if (!pad)
        pad = PadAttr::get(context, PadKind::None);
    // With the types that it takes: the storage is another file's.
    return parser.getChecked<BufferAttr>(loc, context, ArrayRef(indexMaps),
                                         ArrayRef(extents), ArrayRef(pads),
                                         separators);
  }

private:
  Attribute parseShortForm(StringRef keyword) {
    if (keyword == IndexMapAttr::getMnemonic())
      return IndexMapAttr::parse(parser, {});
    if (keyword == ExtentAttr::getMnemonic())
      return ExtentAttr::parse(parser, {});
    if (keyword == PadAttr::getMnemonic())
      return PadAttr::parse(parser, {});
    return AxisSeparatorAttr::parse(parser, {});
  }

  ParseResult emitUnexpected(SMLoc loc) {
    return parser.emitError(loc, "a buffer layout consists of index_map, "
                                 "extent, pad and axis_separator, and starts "
                                 "as index_map<(i) -> (i floordiv 4, i mod "
                                 "4)>, or with a layout string inside, as "
                                 "index_map<\"NCHW\" -> \"NCHW4c\">");
  }

  // buffer_c1
  ParseResult add(Attribute part, SMLoc loc) {
    if (separators)
      return parser.emitError(loc, "nothing follows the axis_separator");
    if (auto map = dyn_cast<IndexMapAttr>(part)) {
      indexMaps.push_back(map);
      extents.emplace_back();
      pads.emplace_back();
      return success();
    }
    if (!isa<ExtentAttr, PadAttr, AxisSeparatorAttr>(part))
      return emitUnexpected(loc);
    if (indexMaps.empty())
      return parser.emitError(loc, "a buffer layout starts with an index_map");
    if ((isa<ExtentAttr>(part) && extents.back()) ||
        (isa<PadAttr>(part) && pads.back()))
      return parser.emitError(loc) << (isa<PadAttr>(part) ? "pad" : "extent")
                                   << " is stated twice for one index_map";
    if (auto extent = dyn_cast<ExtentAttr>(part))
      extents.back() = extent;
    else if (auto pad = dyn_cast<PadAttr>(part))
      pads.back() = pad;
    else
      separators = cast<AxisSeparatorAttr>(part);
    return success();
  }

  AsmParser &parser;
  SmallVector<IndexMapAttr> indexMaps;
  SmallVector<ExtentAttr> extents;
  SmallVector<PadAttr> pads;
  AxisSeparatorAttr separators;
};
} // namespace

Attribute BufferAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  BufferParts parts(parser);
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalGreater()) &&
      (parser.parseCommaSeparatedList([&] { return parts.parse(); }) ||
       parser.parseGreater()))
    return {};
  return parts.build(loc);
}

void BufferAttr::print(AsmPrinter &printer) const {
  auto printPart = [&](auto part) {
    printer << part.getMnemonic();
    part.print(printer);
  };
  printer << '<';
  for (size_t step = 0; step < getNumSteps(); ++step) {
    if (step != 0)
      printer << ", ";
    printPart(getIndexMaps()[step]);
    if (ExtentAttr extent = getExtents()[step]) {
      printer << ", ";
      printPart(extent);
    }
    if (PadAttr pad = getPads()[step]; !pad.isNone()) {
      printer << ", ";
      printPart(pad);
    }
  }
  if (getSeparators()) {
    printer << ", ";
    printPart(getSeparators());
  }
  printer << '>';
}
