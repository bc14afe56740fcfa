//===- LayoutHandle.cpp - Layouts for other languages ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/LayoutHandle.h"

#include "Diagnostics.h"
#include "Layout/IR/DrawBuffer.h"
#include "Layout/Map/Banks.h"
#include "Layout/Map/Evaluate.h"
#include "Layout/Map/Xor.h"
#include "Layout/Pictures/Svg.h"
#include "PadNumbers.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/ScopedPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

using Shape = LayoutHandle::Shape;

static BufferAttr getLayout(const void *attribute) {
  return cast<BufferAttr>(Attribute::getFromOpaquePointer(attribute));
}

/// A lock on the session of all layouts.
static std::unique_lock<std::mutex> lockShared() {
  return std::unique_lock<std::mutex>(Session::getShared()->getMutex());
}

/// An extent of -1 is dynamic here, whatever it is there.
static Shape translate(ArrayRef<int64_t> shape, int64_t from, int64_t to) {
  Shape result(shape);
  llvm::replace(result, from, to);
  return result;
}
static Shape takeShape(const Shape &shape) {
  return translate(shape, -1, ShapedType::kDynamic);
}
static Shape giveShape(ArrayRef<int64_t> shape) {
  return translate(shape, ShapedType::kDynamic, -1);
}

Result<LayoutHandle> LayoutHandle::parse(const std::string &text) {
  if (std::string why = whyNotParsed(text); !why.empty())
    return fail(why);
  auto lock = lockShared();
  MLIRContext *context = &Session::getShared()->getContext();
  DiagnosticCollector diagnostics(context);
  Attribute attribute = parseAttribute(text, context);
  if (!attribute || diagnostics.hasError()) {
    Failure failure = diagnostics.getFailure("expected a #layout.buffer");
    failure.location.clear(); // of a text that the user has not seen
    return failure;
  }
  if (!isa<BufferAttr>(attribute))
    return fail("expected a #layout.buffer, found '" +
                llvm::to_string(attribute) + "'");
  return LayoutHandle(attribute.getAsOpaquePointer());
}

std::string LayoutHandle::str() const {
  auto lock = lockShared();
  return llvm::to_string(getLayout(attribute));
}

static std::string writeMap(AffineMap map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printMap(os, map);
  return text;
}

std::vector<std::string> LayoutHandle::getMaps() const {
  auto lock = lockShared();
  std::vector<std::string> maps;
  for (IndexMapAttr map : getLayout(attribute).getIndexMaps())
    maps.push_back(writeMap(map.getMap()));
  return maps;
}

std::vector<std::string> LayoutHandle::getPads() const {
  auto lock = lockShared();
  std::vector<std::string> pads;
  for (PadAttr pad : getLayout(attribute).getPads()) {
    std::string text = llvm::to_string(pad);
    pads.push_back(text.substr(text.find("pad<")));
  }
  return pads;
}

unsigned LayoutHandle::getLogicalRank() const {
  return getLayout(attribute).getLogicalRank();
}

unsigned LayoutHandle::getPhysicalRank() const {
  return getLayout(attribute).getPhysicalRank();
}

std::string LayoutHandle::whyNoShape(const Shape &shape) const {
  if (shape.size() != getLogicalRank())
    return "the layout takes " + std::to_string(getLogicalRank()) +
           " indices, found a shape of " + std::to_string(shape.size()) +
           " dimensions";
  for (int64_t extent : shape)
    if (extent < -1)
      return "expects extents of at least 0, or -1 for a dynamic one, found " +
             std::to_string(extent);
  const PhysicalLayout &facts =
      getLayout(attribute).getPhysicalLayout(takeShape(shape));
  return facts.getFault().empty() ? facts.getUnknown() : facts.getFault();
}

Result<LayoutHandle::Facts> LayoutHandle::getFacts(const Shape &shape) const {
  auto lock = lockShared();
  if (std::string why = whyNoShape(shape); !why.empty())
    return fail(why);
  const PhysicalLayout &layout =
      getLayout(attribute).getPhysicalLayout(takeShape(shape));
  Facts facts;
  facts.physicalShape = giveShape(layout.getPhysicalShape());
  facts.flattenedShape = giveShape(layout.getFlattenedShape());
  facts.numPadding = layout.getNumPadding();
  if (AffineMap inverse = layout.getInverse())
    facts.inverse = writeMap(inverse);
  else
    facts.whyNoInverse = layout.getWhyNoInverse();
  return facts;
}

/// The values of `maps`, one after the other.
static Result<Shape> evaluateMaps(ArrayRef<AffineMap> maps,
                                  const Shape &index) {
  SmallVector<int64_t> place(index.begin(), index.end());
  for (AffineMap map : maps) {
    if (map.getNumDims() != place.size() || map.getNumSymbols() != 0)
      return fail("expects an index of " + std::to_string(map.getNumDims()) +
                  " numbers, found " + std::to_string(place.size()));
    std::optional<SmallVector<int64_t>> next = evaluate(map, place);
    if (!next)
      return fail("'" + llvm::to_string(map) +
                  "' has no value of 64 bits at this index");
    place = std::move(*next);
  }
  return Shape(place.begin(), place.end());
}

Result<Shape> LayoutHandle::map(const Shape &index) const {
  auto lock = lockShared();
  SmallVector<AffineMap> maps;
  for (IndexMapAttr map : getLayout(attribute).getIndexMaps())
    maps.push_back(map.getMap());
  return evaluateMaps(maps, index);
}

Result<std::optional<LayoutHandle::PadNumber>>
LayoutHandle::findPadOutside(const Shape &shape, int64_t least,
                             int64_t most) const {
  auto lock = lockShared();
  std::string why = whyNoShape(shape);
  if (!why.empty())
    return fail(why);
  if (llvm::is_contained(shape, -1))
    return fail("expects a shape whose extents are all known");
  std::optional<PadNumber> found;
  if (failed(
          layout::findPadOutside(getLayout(attribute).getPhysicalLayout(shape),
                                 least, most, found, why)))
    return fail(why);
  return found;
}

Result<std::string> LayoutHandle::draw(const Shape &shape) const {
  auto lock = lockShared();
  std::string picture, why = whyNoShape(shape);
  llvm::raw_string_ostream os(picture);
  if (!why.empty() ||
      failed(drawBuffer(getLayout(attribute), takeShape(shape), os, why)))
    return fail(why);
  return picture;
}

Result<std::string> LayoutHandle::drawSvg(
    const Shape &shape, const std::vector<unsigned> &axes,
    const std::vector<std::pair<std::string, std::string>> &words,
    int64_t bytesOfElement) const {
  auto lock = lockShared();
  std::string why = whyNoShape(shape);
  std::optional<BufferPicture> picture;
  if (why.empty())
    picture = makePicture(getLayout(attribute), takeShape(shape), axes, why,
                          bytesOfElement);
  if (!picture)
    return fail(why);
  auto rewrite = [&](std::string &text) {
    for (const auto &[from, to] : words)
      for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
           at += to.size())
        text.replace(at, from.size(), to);
  };
  rewrite(picture->layout);
  for (auto &[step, holds] : picture->padding)
    rewrite(holds);
  std::string svg;
  llvm::raw_string_ostream os(svg);
  writeSvg(*picture, os);
  return svg;
}

/// Parses a map such as `(d0, d1) -> (d0 * 4 + d1)`. The session is locked.
static Result<AffineMap> parseMap(const std::string &map) {
  MLIRContext *context = &Session::getShared()->getContext();
  DiagnosticCollector diagnostics(context);
  auto parsed = dyn_cast_or_null<IndexMapAttr>(
      parseAttribute("#layout.index_map<" + map + ">", context));
  if (!parsed)
    return diagnostics.getFailure("expected a map, found '" + map + "'");
  return parsed.getMap();
}

Result<LayoutHandle::BankConflicts>
LayoutHandle::countBankConflicts(const Shape &shape,
                                 const BankAccess &access) const {
  if (std::string why = whyNotParsed(access.index); !why.empty())
    return fail(why);
  auto lock = lockShared();
  if (std::string why = whyNoShape(shape); !why.empty())
    return fail(why);
  Result<AffineMap> index = parseMap(access.index);
  if (auto *failure = std::get_if<Failure>(&index))
    return *failure;
  std::optional<BankRules> rules = BankRules::get(access.rules);
  if (!rules)
    return fail("there are no rules of banks for '" + access.rules +
                "'; expects nvidia, amd or amd-cdna4");
  BankQuery query;
  query.counts.assign(access.counts.begin(), access.counts.end());
  query.numThreads = access.numThreads;
  query.bytesPerElement = access.bytesPerElement;
  query.isStore = access.isStore;
  BankCount count = layout::countBankConflicts(
      getLayout(attribute).getPhysicalLayout(takeShape(shape)),
      std::get<AffineMap>(index), access.width, query, *rules);
  if (!count.isKnown())
    return fail("bank conflicts are not counted: " + count.unknown);
  BankConflicts conflicts{count.cycles, count.least, std::nullopt};
  if (count.witness)
    conflicts.witness = {count.witness->thread, count.witness->other,
                         count.witness->bank};
  return conflicts;
}

Result<Shape> layout::evaluateMap(const std::string &map, const Shape &index) {
  if (std::string why = whyNotParsed(map); !why.empty())
    return fail(why);
  auto lock = lockShared();
  Result<AffineMap> parsed = parseMap(map);
  if (auto *failure = std::get_if<Failure>(&parsed))
    return *failure;
  return evaluateMaps(std::get<AffineMap>(parsed), index);
}
