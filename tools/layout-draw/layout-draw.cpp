//===- layout-draw.cpp - Draws the layouts of a module --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLayouts.h"
#include "Png.h"
#include "TexturePicture.h"

#include "Layout/IR/DrawBuffer.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Pictures/GraphPicture.h"
#include "Layout/Pictures/Svg.h"
#include "Layout/Registration/Registration.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::layout;
namespace cl = llvm::cl;

namespace {

/// A layout on a logical type, stated in the type or requested for it.
using LaidOut = std::pair<ShapedType, BufferAttr>;

void collect(Type type, Attribute request, bool all,
             llvm::SetVector<LaidOut> &found) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (auto requested = dyn_cast_or_null<BufferAttr>(request);
      requested && shaped)
    found.insert({shaped, requested});
  else if (BufferAttr stated = shaped ? getLayoutToApply(shaped) : nullptr)
    found.insert({shaped, stated});
  else if (BufferAttr strided = all ? getLayoutOfStrides(type) : nullptr)
    found.insert({shaped, strided});
}

/// With `all`, also what is no layout of this dialect.
llvm::SetVector<LaidOut> collectLayouts(ModuleOp module, bool all) {
  llvm::SetVector<LaidOut> found;
  StringRef name = LayoutDialect::kTransformAttrName;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        collect(type, function.getArgAttr(i, name), all, found);
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      collect(global.getType(), global->getAttr(name), all, found);
    for (Type type : op->getResultTypes())
      collect(type, op->getAttr(name), all, found);
    if (auto pack = dyn_cast<linalg::PackOp>(op); pack && all)
      if (BufferAttr packed = getLayoutOfPack(pack))
        found.insert({cast<ShapedType>(pack.getSource().getType()), packed});
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

/// Writes to a file; a failure to do so is an error.
LogicalResult write(StringRef path,
                    function_ref<void(llvm::raw_ostream &)> print) {
  std::string error;
  auto file = openOutputFile(path, &error);
  if (!file) {
    llvm::errs() << error << "\n";
    return failure();
  }
  print(file->os());
  file->keep();
  return success();
}

/// Both sides of a layout; an error if there is no picture.
std::optional<BufferPicture> getPicture(const LaidOut &laidOut,
                                        ArrayRef<unsigned> axes) {
  auto [type, layout] = laidOut;
  std::string why;
  std::optional<BufferPicture> picture =
      makePicture(layout, type.getShape(), axes, why);
  if (!picture)
    emitError(UnknownLoc::get(type.getContext()))
        << "cannot draw " << layout << " for " << type << ": " << why;
  return picture;
}

LogicalResult drawSvg(const LaidOut &laidOut, ArrayRef<unsigned> axes,
                      StringRef path) {
  std::optional<BufferPicture> picture = getPicture(laidOut, axes);
  if (!picture)
    return failure();
  llvm::outs() << path << ": " << picture->layout << "\n";
  return write(path, [&](llvm::raw_ostream &os) { writeSvg(*picture, os); });
}

/// One page of all that can be drawn.
LogicalResult drawPage(ArrayRef<LaidOut> found, ArrayRef<unsigned> axes,
                       StringRef path) {
  std::vector<PagePart> parts;
  LogicalResult result = success();
  for (const LaidOut &laidOut : found) {
    std::optional<BufferPicture> picture = getPicture(laidOut, axes);
    if (!picture) {
      result = failure();
      continue;
    }
    std::string text, why;
    llvm::raw_string_ostream os(text);
    // What is too large for a text may still be a picture.
    (void)drawBuffer(laidOut.second, laidOut.first.getShape(), os, why);
    parts.push_back({std::move(*picture), std::move(text)});
  }
  if (failed(write(path, [&](llvm::raw_ostream &os) { writeHtml(parts, os); })))
    return failure();
  return result;
}

/// The ops of each function, with the layouts of the tensors between them.
LogicalResult drawGraphs(ModuleOp module, StringRef prefix) {
  LogicalResult result = success();
  unsigned number = 0;
  module.walk([&](FunctionOpInterface function) {
    std::optional<GraphPicture> picture = makeGraphPicture(function);
    if (!picture)
      return;
    std::string path = (prefix + Twine(number++) + ".svg").str();
    llvm::outs() << path << ": @" << picture->name << ", "
                 << picture->nodes.size() << " nodes, "
                 << llvm::count_if(picture->nodes,
                                   [](const GraphPicture::Node &node) {
                                     return node.kind ==
                                            GraphPicture::Kind::Conversion;
                                   })
                 << " conversions\n";
    if (failed(write(path,
                     [&](llvm::raw_ostream &os) { writeSvg(*picture, os); })))
      result = failure();
  });
  return result;
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
  cl::opt<std::string> svg{
      "svg", cl::cat(category), cl::value_desc("prefix"),
      cl::desc("Draw both sides of each layout as prefix0.svg, prefix1.svg, "
               "...")};
  cl::opt<std::string> html{
      "html", cl::cat(category), cl::value_desc("file"),
      cl::desc("Draw both sides of all layouts on one page")};
  cl::opt<std::string> graph{
      "graph", cl::cat(category), cl::value_desc("prefix"),
      cl::desc("Draw the ops of each function on tensors, with the layouts of "
               "the tensors between them, as prefix0.svg, prefix1.svg, ...")};
  cl::list<unsigned> axes{
      "axes", cl::cat(category), cl::CommaSeparated,
      cl::value_desc("row,column"),
      cl::desc(
          "The logical axes to show with --svg and --html, counted from 0; "
          "if not given, those whose places change most")};
  cl::opt<bool> all{"all", cl::cat(category),
                    cl::desc("Draw strided memrefs and linalg.pack, too")};
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
  if (!graph.empty())
    return failed(drawGraphs(*module, graph));
  llvm::SetVector<LaidOut> found = collectLayouts(*module, all);
  LogicalResult result = success();
  if (!html.empty())
    result = drawPage(found.getArrayRef(), axes, html);
  for (auto [i, laidOut] : llvm::enumerate(found)) {
    std::string number = std::to_string(i);
    if (!png.empty() && failed(drawPicture(laidOut, png + number + ".png")))
      result = failure();
    if (!svg.empty() && failed(drawSvg(laidOut, axes, svg + number + ".svg")))
      result = failure();
    if (png.empty() && svg.empty() && html.empty() &&
        failed(draw(laidOut, llvm::outs())))
      result = failure();
  }
  return failed(result);
}
