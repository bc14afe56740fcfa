//===- Simplify.cpp - Simpler layouts and shorter pipelines ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

#include "Layout/IR/Layout.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

void fuzz::reducePasses(const RandomProgram &program,
                        std::vector<std::string> &passes,
                        IsInteresting isInteresting) {
  for (size_t i = 0; i < passes.size();) {
    std::vector<std::string> fewer = passes;
    fewer.erase(fewer.begin() + i);
    if (!fewer.empty() && isInteresting(program, fewer))
      passes = std::move(fewer);
    else
      ++i;
  }
}

static llvm::SetVector<BufferAttr> collectLayouts(ModuleOp module) {
  llvm::SetVector<BufferAttr> found;
  AttrTypeWalker walker;
  walker.addWalk([&](BufferAttr layout) { found.insert(layout); });
  module.walk([&](Operation *op) {
    walker.walk(op->getAttrDictionary());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          walker.walk(type);
    for (Type type : op->getResultTypes())
      walker.walk(type);
  });
  return found;
}

/// Layouts with one thing less, the simplest first.
static SmallVector<BufferAttr> makeSimpler(BufferAttr layout) {
  MLIRContext *context = layout.getContext();
  SmallVector<BufferAttr> simpler;
  SmallVector<IndexMapAttr> maps(layout.getIndexMaps());
  SmallVector<ExtentAttr> extents(layout.getExtents());
  SmallVector<PadAttr> pads(layout.getPads());
  AxisSeparatorAttr separators = layout.getSeparators();
  auto add = [&](ArrayRef<IndexMapAttr> m, ArrayRef<ExtentAttr> e,
                 ArrayRef<PadAttr> p, AxisSeparatorAttr s) {
    BufferAttr made = BufferAttr::get(context, m, e, p, s);
    if (made != layout && !llvm::is_contained(simpler, made))
      simpler.push_back(made);
  };
  PadAttr none = PadAttr::get(context, PadKind::None);
  IndexMapAttr identity = IndexMapAttr::get(
      AffineMap::getMultiDimIdentityMap(layout.getLogicalRank(), context));
  add({identity}, {ExtentAttr()}, {none}, {});
  size_t numSteps = maps.size();
  if (numSteps > 1) {
    auto droppedLast = [&](auto &list) { return ArrayRef(list).drop_back(); };
    add(droppedLast(maps), droppedLast(extents), droppedLast(pads), {});
  }
  add(maps, extents, pads, {});
  for (size_t k = 0; k < numSteps; ++k) {
    SmallVector<ExtentAttr> fewerExtents(extents);
    fewerExtents[k] = {};
    add(maps, fewerExtents, pads, separators);
    SmallVector<PadAttr> fewerPads(pads);
    fewerPads[k] = none;
    add(maps, extents, fewerPads, separators);
    SmallVector<IndexMapAttr> fewerInverses(maps);
    fewerInverses[k] = IndexMapAttr::get(maps[k].getMap());
    add(fewerInverses, extents, pads, separators);
  }
  return simpler;
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  return text;
}

static std::string replaceLayout(ModuleOp module, BufferAttr from,
                                 BufferAttr to) {
  OwningOpRef<ModuleOp> changed = module.clone();
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](BufferAttr layout) -> std::optional<Attribute> {
    return layout == from ? Attribute(to) : Attribute(layout);
  });
  replacer.recursivelyReplaceElementsIn(*changed, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return print(*changed);
}

void fuzz::reduceLayouts(MLIRContext *context, RandomProgram &program,
                         ArrayRef<std::string> passes,
                         IsInteresting isInteresting) {
  ScopedDiagnosticHandler silent(context, [](Diagnostic &) {});
  for (bool changed = true; changed;) {
    changed = false;
    auto module = parseSourceString<ModuleOp>(program.text, context);
    if (!module)
      return;
    for (BufferAttr layout : collectLayouts(*module)) {
      for (BufferAttr simpler : makeSimpler(layout)) {
        RandomProgram smaller = program;
        smaller.text = replaceLayout(*module, layout, simpler);
        if (!isInteresting(smaller, passes))
          continue;
        program = std::move(smaller);
        changed = true;
        break;
      }
      if (changed)
        break;
    }
  }
}

/// The text of `module` without the operation of that number, counted from the
/// end; empty if others need it, nothing if there is no such operation.
static std::optional<std::string> eraseOperation(ModuleOp module,
                                                 unsigned number) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) { ops.push_back(op); });
  // The last one is the module itself.
  if (number + 1 >= ops.size())
    return std::nullopt;
  Operation *op = ops[ops.size() - 2 - number];
  if (!op->use_empty() || op->hasTrait<OpTrait::IsTerminator>())
    return "";
  op->erase();
  return print(module);
}

void fuzz::reduceOperations(MLIRContext *context, RandomProgram &program,
                            ArrayRef<std::string> passes,
                            IsInteresting isInteresting) {
  ScopedDiagnosticHandler silent(context, [](Diagnostic &) {});
  for (unsigned number = 0;;) {
    auto module = parseSourceString<ModuleOp>(program.text, context);
    std::optional<std::string> text =
        module ? eraseOperation(*module, number) : std::nullopt;
    if (!text)
      return;
    RandomProgram smaller = program;
    smaller.text = *text;
    if (!text->empty() && isInteresting(smaller, passes))
      program = std::move(smaller);
    else
      ++number;
  }
}
