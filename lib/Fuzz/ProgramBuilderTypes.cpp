//===- ProgramBuilderTypes.cpp - Element types, shapes, layouts -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Integers.h"
#include "Layout/Fuzz/RandomLayout.h"
#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

Type fuzz::makeSmallFloat(MLIRContext *context, Random &random) {
  const Type types[] = {
      Float8E5M2Type::get(context),     Float8E4M3FNType::get(context),
      Float8E4M3FNUZType::get(context), Float8E3M4Type::get(context),
      Float6E2M3FNType::get(context),   Float4E2M1FNType::get(context)};
  return random.any(types);
}

static Type makeElement(Feature kind, MLIRContext *context, Random &random) {
  Builder builder(context);
  switch (kind) {
  case F::I8:
    return builder.getI8Type();
  case F::I64:
    return builder.getI64Type();
  case F::Index:
    return builder.getIndexType();
  case F::F16:
    return builder.getF16Type();
  case F::F32:
    return builder.getF32Type();
  case F::F64:
    return builder.getF64Type();
  case F::OddInts:
    return builder.getIntegerType(pickWidth(random));
  case F::SmallFloats:
    return makeSmallFloat(context, random);
  default:
    return builder.getI32Type();
  }
}

void ProgramBuilder::chooseElement() {
  Feature kind = choose({F::I32, F::I8, F::I64, F::Index, F::F16, F::F32,
                         F::F64, F::OddInts, F::SmallFloats});
  element = makeElement(kind, context, random);
  llvm::raw_string_ostream(elementText) << element;
  isIndex = element.isIndex();
  isFloat = isa<FloatType>(element);
  isOdd = kind == F::OddInts;
  isArithmetic = kind != F::SmallFloats;
  if (element.isInteger())
    elementBits = element.getIntOrFloatBitWidth();
}

/// Every function takes, after its buffers, a condition, a number in [0, 4)
/// and, where there are widths, the bounds of a loop, of which the second may
/// be below the first.
void ProgramBuilder::chooseParameters() {
  parameters = "%cond: i1, %n: index";
  operands = "%cond, %n";
  types = "i1, index";
  if (!draw(F::Widths))
    return;
  width = pickWidth(random);
  std::string type = "i" + std::to_string(width);
  parameters += ", %from: " + type + ", %to: " + type;
  operands += ", %from, %to";
  types += ", " + type + ", " + type;
  maxTo = width < 4 ? (1 << (width - 1)) - 1 : 7;
}

/// One shape that most buffers have, and a second one that has to do with it.
void ProgramBuilder::chooseShapes() {
  int64_t rank = random.pick(1, random.percent(15) ? 4 : 3);
  int64_t limit = rank == 1 ? 20 : rank == 2 ? 9 : 5;
  Shape first;
  for (int64_t d = 0; d < rank; ++d) {
    first.sizes.push_back(draw(F::Empty) ? 0 : random.pick(1, limit));
    first.isDynamic.push_back(draw(F::Dynamic));
  }
  if (rank <= 2 && first.sizes.back() > 0 && draw(F::Remainders))
    first.sizes.back() = 16 * random.pick(1, 2) + 1;
  if (rank == 2 && random.percent(20))
    first.sizes[1] = first.sizes[0], first.isDynamic[1] = first.isDynamic[0];
  shapes.push_back(first);
  Shape second = first;
  if (rank > 1 && random.percent(50)) {
    second.sizes.pop_back();
    second.isDynamic.pop_back();
  } else {
    std::reverse(second.sizes.begin(), second.sizes.end());
    std::reverse(second.isDynamic.begin(), second.isDynamic.end());
  }
  shapes.push_back(second);
}

BufferAttr ProgramBuilder::makeLayout(const Shape &shape) {
  ArrayRef<TypedAttr> favoured;
  if (flaggedOp)
    favoured = flaggedOp->pads;
  lastLayout = makeRandomLayout(shape.sizes, shape.isDynamic, element, favoured,
                                weights, random, program.used);
  return lastLayout;
}

std::string ProgramBuilder::makeLayoutAlias(const Shape &shape) {
  BufferAttr layout = makeLayout(shape);
  program.hasCopyPads |= layout.hasCopyPad();
  std::string name = "#L" + std::to_string(numAliases++);
  llvm::raw_string_ostream stream(aliases);
  stream << name << " = " << layout << "\n";
  return name;
}

/// The first map of a layout, in the way that upstream writes layouts.
std::string ProgramBuilder::makePlainMap(const Shape &shape) {
  BufferAttr layout = makeLayout(shape);
  AffineMap map = layout.getIndexMaps().front().getMap();
  std::string text;
  llvm::raw_string_ostream(text) << AffineMapAttr::get(map);
  return text;
}

void ProgramBuilder::chooseType(Buffer &buffer) {
  const Shape &shape = buffer.shape;
  buffer.type = "memref<" + shape.getText() + elementText;
  buffer.isPlain = usesRequests || draw(F::Plain);
  if (!buffer.isPlain) {
    bool isMap = draw(F::PlainMaps);
    buffer.type +=
        ", " + (isMap ? makePlainMap(shape) : makeLayoutAlias(shape));
    if (!isMap)
      layouts[buffer.roots.front()] = lastLayout;
  }
  buffer.type += ">";
}

/// "layout.transform = ...", where no other op requests a layout for that
/// memory.
std::string ProgramBuilder::makeRequest(const Buffer &buffer) {
  bool isFree = buffer.isPlain && !buffer.isView &&
                llvm::none_of(buffer.roots, [&](unsigned root) {
                  return requested.contains(root);
                });
  if (!usesRequests || !isFree || draw(F::Plain))
    return "";
  requested.insert(buffer.roots.begin(), buffer.roots.end());
  std::string alias = makeLayoutAlias(buffer.shape);
  layouts[buffer.roots.front()] = lastLayout;
  return "layout.transform = " + alias;
}

std::string ProgramBuilder::makeAttributes(const Buffer &buffer,
                                           bool isArgument) {
  SmallVector<std::string> attributes;
  if (std::string request = makeRequest(buffer); !request.empty())
    attributes.push_back(request);
  bool isOwn = isArgument && buffer.isPlain && !buffer.isView;
  if (isOwn && attributes.empty() && usesCaches && draw(F::Caches))
    attributes.push_back("layout.cache = " + makeLayoutAlias(buffer.shape));
  if (usesWalks && draw(F::Sequential))
    attributes.push_back("layout.sequential");
  // No two arguments of a call are the same memory.
  if (isOwn && draw(F::NoAlias))
    attributes.push_back("llvm.noalias");
  return attributes.empty() ? "" : "{" + llvm::join(attributes, ", ") + "}";
}
