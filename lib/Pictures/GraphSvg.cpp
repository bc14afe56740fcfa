//===- GraphSvg.cpp - Graphs for browsers ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Pictures/GraphPicture.h"

#include "SvgParts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr double kNodeWidth = 210, kNodeHeight = 22, kRowHeight = 56;
static constexpr double kBetween = 60, kEdge = 20, kRow = 18, kDetour = 34;
static constexpr double kLetter = 6.2; // of 10 pixels

static constexpr llvm::StringLiteral kConversion = "#e4572e";

/// The colour of a layout. Red is for conversions.
static std::string getLayoutColour(unsigned layout, size_t numLayouts) {
  if (layout == 0)
    return "#999";
  double hue = 90 + 210.0 * (layout - 1) / std::max<size_t>(numLayouts - 1, 1);
  return getColour(hue, 0.7, 0.45);
}

namespace {

class GraphSvgWriter {
public:
  GraphSvgWriter(const GraphPicture &picture, llvm::raw_ostream &os)
      : picture(picture), os(os) {}

  void write() {
    double below = kEdge + 2 * kRow + picture.getNumRows() * kRowHeight;
    double width = std::max(
        2 * kEdge + kDetour + picture.getNumColumns() * (kNodeWidth + kBetween),
        2 * kEdge + 2 * kRow + getLegendWidth());
    double height = below + (picture.layouts.size() + 1) * kRow + kEdge;
    writeStart(os, width, height, "<style>" + kStyle.str() + "</style>\n");
    writeText(os, kEdge, kEdge + kRow / 2, "@" + picture.name,
              TextAnchor::Start, /*isTitle=*/true);
    for (const GraphPicture::Edge &edge : picture.edges)
      writeEdge(edge);
    for (const GraphPicture::Node &node : picture.nodes)
      writeNode(node);
    writeLegend(below);
    os << "</svg>\n";
  }

private:
  double getLeft(const GraphPicture::Node &node) const {
    return kEdge + kDetour + node.column * (kNodeWidth + kBetween);
  }
  double getTop(const GraphPicture::Node &node) const {
    return kEdge + 2 * kRow + node.row * kRowHeight;
  }

  std::string getColour(unsigned layout) const {
    return getLayoutColour(layout, picture.layouts.size());
  }

  double getLegendWidth() const {
    size_t longest = 0;
    for (const std::string &layout : picture.layouts)
      longest = std::max(longest, layout.size());
    return longest * kLetter;
  }

  /// Past the nodes in between, if there are any.
  void writeEdge(const GraphPicture::Edge &edge) {
    const GraphPicture::Node &from = picture.nodes[edge.from],
                             &to = picture.nodes[edge.to];
    double x = getLeft(from) + kNodeWidth / 2,
           end = getLeft(to) + kNodeWidth / 2;
    double y = getTop(from) + kNodeHeight, last = getTop(to);
    bool isLong = to.row > from.row + 1 && from.column == to.column;
    // A curve of these ends comes three quarters of the way.
    double side = isLong ? x - kNodeWidth * 2 / 3 - kDetour : x;
    os << llvm::formatv(
        "<path fill=\"none\" stroke=\"{0}\" stroke-width=\"2.5\" d=\"M{1:f1} "
        "{2:f1} C{3:f1} {4:f1} "
        "{5:f1} {6:f1} {7:f1} {8:f1}\"><title>{9}</title></path>\n",
        getColour(edge.layout), x, y, side, y + kRowHeight / 2,
        isLong ? side : end, last - kRowHeight / 2, end, last,
        escape(edge.text + (edge.layout ? ", " : "") +
               picture.layouts[edge.layout]));
    if (!isLong)
      writeText(os, (x + end) / 2 + 6, (y + last) / 2 + 4, edge.text);
  }

  void writeNode(const GraphPicture::Node &node) {
    bool isConversion = node.kind == GraphPicture::Kind::Conversion;
    double left = getLeft(node), top = getTop(node);
    os << (isConversion ? "<g class=\"conversion\">" : "<g>")
       << llvm::formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" "
                        "height=\"{3:f1}\" rx=\"4\" ",
                        left, top, kNodeWidth, kNodeHeight);
    if (isConversion)
      os << llvm::formatv("fill=\"{0}\" stroke=\"{0}\"/>", kConversion);
    else
      os << llvm::formatv(
          "class=\"paper line\" fill=\"{0}\" stroke=\"{1}\"{2}/>", kPaper, kInk,
          node.kind == GraphPicture::Kind::Border ? " stroke-dasharray=\"4 3\""
                                                  : "");
    writeText(os, left + kNodeWidth / 2, top + kNodeHeight - 7, node.text,
              TextAnchor::Middle, /*isTitle=*/false,
              isConversion ? kPaper : kInk);
    for (auto [i, mark] : llvm::enumerate(node.marks))
      os << llvm::formatv(
          "<circle cx=\"{0:f1}\" cy=\"{1:f1}\" r=\"5\" fill=\"{2}\"><title>"
          "constant {3}</title></circle>\n",
          left + kNodeWidth - 10 - 12.0 * i, top + kNodeHeight,
          getColour(mark.layout),
          escape(mark.title + (mark.layout ? ", " : "") +
                 picture.layouts[mark.layout]));
    os << "</g>\n";
  }

  void writeLegend(double y) {
    for (auto [number, layout] : llvm::enumerate(picture.layouts)) {
      os << llvm::formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"12\" "
                          "height=\"12\" fill=\"{2}\"/>\n",
                          kEdge, y, getColour(number));
      writeText(os, kEdge + kRow, y + 10,
                number == 0 ? "plain" : StringRef(layout));
      y += kRow;
    }
  }

  const GraphPicture &picture;
  llvm::raw_ostream &os;
};

} // namespace

void layout::writeSvg(const GraphPicture &picture, llvm::raw_ostream &os) {
  GraphSvgWriter(picture, os).write();
}
