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
#include "Layout/IR/ElementBytes.h"
#include "Layout/IR/ExampleShape.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "Layout/Pictures/GraphPicture.h"
#include "Layout/Pictures/Svg.h"
#include "Layout/Registration/Registration.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory category{"layout-draw options"};

struct CommandLine {
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
  cl::list<std::string> dims{
      "dim", cl::cat(category), cl::CommaSeparated,
      cl::value_desc("number:extent"),
      cl::desc("The extent of this dimension, counted from 0, of buffers in "
               "which it is dynamic; if not given, one that shows the layout "
               "is chosen, and said")};
  cl::opt<bool> banks{
      "banks", cl::cat(category),
      cl::desc(
          "Colour elements by the bank of a GPU's workgroup memory in which "
          "they begin, with --svg and --html")};
  cl::opt<bool> all{"all", cl::cat(category),
                    cl::desc("Draw strided memrefs and linalg.pack, too")};

  /// Nothing is to be written into files.
  bool wantsText() const {
    return png.empty() && svg.empty() && html.empty() && graph.empty();
  }
};

/// A layout on a logical type, stated in the type or requested for it.
using LaidOut = std::pair<ShapedType, BufferAttr>;
/// Each once, with the place where it is found first.
using Found = llvm::MapVector<LaidOut, Location>;

/// What the options say of all pictures.
struct DrawOptions {
  SmallVector<unsigned> axes;
  /// Extents of dimensions, where these are dynamic.
  std::map<unsigned, int64_t> dims;
  bool banks = false;
};

} // namespace

static void collect(Type type, Attribute request, bool all, Location loc,
                    Found &found) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (auto requested = dyn_cast_or_null<BufferAttr>(request);
      requested && shaped)
    found.insert({{shaped, requested}, loc});
  else if (BufferAttr stated = shaped ? getLayoutToApply(shaped) : nullptr)
    found.insert({{shaped, stated}, loc});
  else if (BufferAttr strided = all ? getLayoutOfStrides(type) : nullptr)
    found.insert({{shaped, strided}, loc});
}

/// With `all`, also what is no layout of this dialect.
static Found collectLayouts(ModuleOp module, bool all) {
  Found found;
  StringRef name = LayoutDialect::kTransformAttrName;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
        Location loc = function.isExternal() ? op->getLoc()
                                             : function.getArgument(i).getLoc();
        collect(type, function.getArgAttr(i, name), all, loc, found);
      }
    if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op))
      for (BlockArgument attribution :
           kernel.getBody().getArguments().drop_front(kernel.getNumArguments()))
        collect(attribution.getType(), getRequestedLayout(attribution), all,
                attribution.getLoc(), found);
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      collect(global.getType(), global->getAttr(name), all, op->getLoc(),
              found);
    for (Type type : op->getResultTypes())
      collect(type, op->getAttr(name), all, op->getLoc(), found);
    if (auto pack = dyn_cast<linalg::PackOp>(op); pack && all)
      if (BufferAttr packed = getLayoutOfPack(pack))
        found.insert({{cast<ShapedType>(pack.getSource().getType()), packed},
                      op->getLoc()});
  });
  return found;
}

namespace {

/// One layout and how it is to be drawn.
class Drawer {
public:
  Drawer(const std::pair<LaidOut, Location> &found, const DrawOptions &options)
      : type(found.first.first), layout(found.first.second), loc(found.second),
        options(options), shape(type.getShape()) {
    for (auto [dim, extent] : options.dims)
      if (dim < shape.size() && type.isDynamicDim(dim))
        shape[dim] = extent;
  }

  LogicalResult drawText(llvm::raw_ostream &os) const {
    std::string why;
    if (failed(drawBuffer(layout, shape, os, why)))
      return fail(why);
    os << "\n";
    return success();
  }

  /// As a picture of its flattened buffer, into a file of this name.
  LogicalResult drawPixels(StringRef path) const;
  LogicalResult drawSvg(StringRef path) const;
  /// Both sides, and the text below; nothing after an error.
  std::optional<PagePart> makePart() const;

private:
  LogicalResult fail(const Twine &why) const {
    return emitError(loc) << "cannot draw " << layout << " for " << type << ": "
                          << why;
  }
  std::optional<BufferPicture> getPicture() const {
    std::string why;
    std::optional<int64_t> bytes = 0;
    if (options.banks)
      bytes = getElementBytes(type.getElementType(), why);
    std::optional<BufferPicture> picture;
    if (bytes)
      picture = makePicture(layout, shape, options.axes, why, *bytes);
    else
      why = "banks: " + why;
    if (!picture)
      (void)fail(why);
    return picture;
  }

  ShapedType type;
  BufferAttr layout;
  Location loc;
  const DrawOptions &options;
  SmallVector<int64_t> shape;
};

} // namespace

LogicalResult Drawer::drawPixels(StringRef path) const {
  std::string why = layout.getPhysicalLayout(shape).getFault();
  if (!why.empty())
    return fail(why);
  ExampleShape example = chooseExampleShape(layout, shape);
  std::optional<Picture> picture =
      drawTexture(layout.getPhysicalLayout(example.shape), why);
  if (!picture || failed(writePng(*picture, path, why)))
    return fail(why);
  llvm::outs() << path << ": " << picture->width << "x" << picture->height
               << " pixels, ";
  if (!example.words.empty())
    llvm::outs() << "for " << example.words << ": ";
  llvm::outs() << layout << "\n";
  return success();
}

/// Writes to a file; a failure to do so is an error.
static LogicalResult write(StringRef path,
                           function_ref<void(llvm::raw_ostream &)> print) {
  std::string error;
  auto file = openOutputFile(path, &error);
  if (!file) {
    llvm::errs() << "layout-draw: " << error << "\n";
    return failure();
  }
  print(file->os());
  file->keep();
  return success();
}

LogicalResult Drawer::drawSvg(StringRef path) const {
  std::optional<BufferPicture> picture = getPicture();
  if (!picture)
    return failure();
  if (failed(
          write(path, [&](llvm::raw_ostream &os) { writeSvg(*picture, os); })))
    return failure();
  llvm::outs() << path << ": " << picture->layout << "\n";
  return success();
}

std::optional<PagePart> Drawer::makePart() const {
  std::optional<BufferPicture> picture = getPicture();
  if (!picture)
    return std::nullopt;
  std::string text, why;
  llvm::raw_string_ostream os(text);
  // What is too large for a text may still be a picture.
  (void)drawBuffer(layout, shape, os, why);
  return PagePart{std::move(*picture), std::move(text)};
}

/// One page of all that can be drawn.
static LogicalResult drawPage(ArrayRef<Drawer> drawers, StringRef path) {
  std::vector<PagePart> parts;
  for (const Drawer &drawer : drawers)
    if (std::optional<PagePart> part = drawer.makePart())
      parts.push_back(std::move(*part));
  if (failed(write(path, [&](llvm::raw_ostream &os) { writeHtml(parts, os); })))
    return failure();
  return success(parts.size() == drawers.size());
}

/// Reads "K:value" of the option `--dim`, for a dimension that is dynamic
/// somewhere.
static LogicalResult readDim(StringRef text, const Found &found,
                             DrawOptions &options) {
  auto [number, value] = text.split(':');
  unsigned dim;
  int64_t extent;
  std::string why;
  if (number.getAsInteger(10, dim) || value.getAsInteger(10, extent) ||
      extent < 0)
    why = "expects the number of a dimension and its extent, as in --dim=0:6";
  else if (llvm::none_of(found, [&](const auto &entry) {
             ShapedType type = entry.first.first;
             return dim < type.getRank() && type.isDynamicDim(dim);
           }))
    why =
        ("no laid-out buffer here has a dynamic dimension " + Twine(dim)).str();
  else if (!options.dims.insert({dim, extent}).second)
    why = "is given twice";
  if (why.empty())
    return success();
  llvm::errs() << "layout-draw: --dim=" << text << ": " << why << "\n";
  return failure();
}

static LogicalResult drawGraph(const GraphPicture &picture, StringRef path) {
  if (failed(
          write(path, [&](llvm::raw_ostream &os) { writeSvg(picture, os); })))
    return failure();
  auto isConversion = [](const GraphPicture::Node &node) {
    return node.kind == GraphPicture::Kind::Conversion;
  };
  llvm::outs() << path << ": @" << picture.name << ", " << picture.nodes.size()
               << " nodes, " << llvm::count_if(picture.nodes, isConversion)
               << " conversions\n";
  return success();
}

/// The ops of each function, with the layouts of the tensors between them.
static LogicalResult drawGraphs(ModuleOp module, StringRef prefix) {
  LogicalResult result = success();
  unsigned number = 0;
  module.walk([&](FunctionOpInterface function) {
    if (std::optional<GraphPicture> picture = makeGraphPicture(function))
      if (failed(
              drawGraph(*picture, (prefix + Twine(number++) + ".svg").str())))
        result = failure();
  });
  if (number == 0)
    llvm::errs() << "layout-draw: --graph: no function here is on tensors\n";
  return result;
}

/// Nothing if it cannot be read, which is said.
static OwningOpRef<ModuleOp>
readModule(StringRef path, llvm::SourceMgr &sources, MLIRContext &context) {
  std::string error;
  auto file = openInputFile(path, &error);
  if (!file) {
    llvm::errs() << "layout-draw: " << error << "\n";
    return nullptr;
  }
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, &context);
}

static LogicalResult readDrawOptions(const CommandLine &line,
                                     const Found &found, DrawOptions &options) {
  options.axes.assign(line.axes.begin(), line.axes.end());
  options.banks = line.banks;
  if (line.banks && line.svg.empty() && line.html.empty()) {
    llvm::errs() << "layout-draw: --banks colours pictures; expects --svg or "
                    "--html\n";
    return failure();
  }
  for (const std::string &dim : line.dims)
    if (failed(readDim(dim, found, options)))
      return failure();
  return success();
}

/// Each layout by itself, as the command line says.
static LogicalResult drawEach(ArrayRef<Drawer> drawers,
                              const CommandLine &line) {
  LogicalResult result = success();
  for (auto [i, drawer] : llvm::enumerate(drawers)) {
    std::string number = std::to_string(i);
    if (!line.png.empty() &&
        failed(drawer.drawPixels(line.png + number + ".png")))
      result = failure();
    if (!line.svg.empty() && failed(drawer.drawSvg(line.svg + number + ".svg")))
      result = failure();
    if (line.wantsText() && failed(drawer.drawText(llvm::outs())))
      result = failure();
  }
  return result;
}

/// What can be drawn is, after an error too.
static LogicalResult draw(ModuleOp module, const Found &found,
                          const DrawOptions &options, const CommandLine &line) {
  if (found.empty() && line.graph.empty())
    llvm::errs() << "layout-draw: no layout is stated or requested here"
                 << (line.all ? ""
                              : "; --all shows those of other ops and types")
                 << "\n";
  std::vector<Drawer> drawers;
  for (const auto &entry : found)
    drawers.emplace_back(entry, options);
  LogicalResult result = success();
  if (!line.graph.empty())
    result = drawGraphs(module, line.graph);
  if (!line.html.empty() && failed(drawPage(drawers, line.html)))
    result = failure();
  if (failed(drawEach(drawers, line)))
    result = failure();
  return result;
}

int main(int argc, char **argv) {
  CommandLine line;
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
  OwningOpRef<ModuleOp> module = readModule(line.input, sources, context);
  if (!module)
    return 1;
  Found found = collectLayouts(*module, line.all);
  DrawOptions options;
  if (failed(readDrawOptions(line, found, options)))
    return 1;
  return failed(draw(*module, found, options, line));
}
