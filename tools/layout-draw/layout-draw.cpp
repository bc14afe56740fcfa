//===- layout-draw.cpp - Draws the layouts of a module --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Png.h"
#include "TexturePicture.h"

#include "Layout/IR/DrawBuffer.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Registration/Registration.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;
namespace cl = llvm::cl;

namespace {

/// A layout on a logical type, stated in the type or requested for it.
using LaidOut = std::pair<ShapedType, BufferAttr>;

void collect(Type type, Attribute request, llvm::SetVector<LaidOut> &found) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (auto requested = dyn_cast_or_null<BufferAttr>(request);
      requested && shaped)
    found.insert({shaped, requested});
  else if (BufferAttr stated = shaped ? getLayoutToApply(shaped) : nullptr)
    found.insert({shaped, stated});
}

llvm::SetVector<LaidOut> collectLayouts(ModuleOp module) {
  llvm::SetVector<LaidOut> found;
  StringRef name = LayoutDialect::kTransformAttrName;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        collect(type, function.getArgAttr(i, name), found);
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      collect(global.getType(), global->getAttr(name), found);
    for (Type type : op->getResultTypes())
      collect(type, op->getAttr(name), found);
  });
  return found;
}

LogicalResult draw(const LaidOut &laidOut, llvm::raw_ostream &os) {
  auto [type, layout] = laidOut;
  std::string why;
  if (failed(drawBuffer(layout, type.getShape(), os, why)))
    return emitError(UnknownLoc::get(type.getContext()))
           << "cannot draw " << layout << " for " << type << ": " << why;
  os << "\n";
  return success();
}

/// Draws one layout as a picture, into a file of this name.
LogicalResult drawPicture(const LaidOut &laidOut, StringRef path) {
  auto [type, layout] = laidOut;
  std::string why;
  std::optional<Picture> picture =
      drawTexture(layout.getPhysicalLayout(type.getShape()), why);
  if (!picture || failed(writePng(*picture, path, why)))
    return emitError(UnknownLoc::get(type.getContext()))
           << "cannot draw " << layout << " for " << type << ": " << why;
  llvm::outs() << path << ": " << picture->width << "x" << picture->height
               << " pixels, " << layout << "\n";
  return success();
}

} // namespace

int main(int argc, char **argv) {
  cl::OptionCategory category{"layout-draw options"};
  cl::opt<std::string> input{cl::Positional, cl::cat(category), cl::init("-"),
                             cl::desc("<input.mlir>")};
  cl::opt<std::string> png{
      "png", cl::cat(category), cl::value_desc("prefix"),
      cl::desc("Draw each layout as a picture of its flattened buffer, into "
               "prefix0.png, prefix1.png, ...")};
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv, "Draws where the elements of laid-out buffers lie\n");
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAll(registry);
  MLIRContext context(registry);
  // A module of plain affine_map layouts does not name the dialect.
  context.loadDialect<LayoutDialect>();
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  std::string error;
  auto file = openInputFile(input, &error);
  if (!file) {
    llvm::errs() << error << "\n";
    return 1;
  }
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;
  LogicalResult result = success();
  for (auto [i, laidOut] : llvm::enumerate(collectLayouts(*module)))
    if (failed(png.empty()
                   ? draw(laidOut, llvm::outs())
                   : drawPicture(laidOut, png + std::to_string(i) + ".png")))
      result = failure();
  return failed(result);
}
