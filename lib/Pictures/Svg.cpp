//===- Svg.cpp - Pictures for browsers ------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Pictures/Svg.h"

#include "SvgParts.h"

#include "Layout/Map/Banks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::layout;

// Of the fonts, which have a fixed width.
static constexpr double kCharWidth = 6.2;  // of 10 pixels
static constexpr double kTitleWidth = 7.4; // of 12 pixels
static constexpr double kMargin = 16, kLine = 16, kGap = 7, kHang = 14;
// Above this width one side is below the other.
static constexpr double kWidest = 1500;
static constexpr size_t kMaxTexts = 800; // cells with a text, of one side

static std::string joinNumbers(ArrayRef<int64_t> numbers, StringRef between) {
  return llvm::join(
      llvm::map_range(numbers, [](int64_t i) { return std::to_string(i); }),
      between);
}

static std::string joinAxes(ArrayRef<PictureAxis> axes, char letter) {
  return llvm::join(llvm::map_range(axes,
                                    [&](const PictureAxis &axis) {
                                      return letter + std::to_string(axis.axis);
                                    }),
                    ", ");
}

namespace {

/// The positions of the tuples of axes of one side of a grid, in pixels.
struct Ruler {
  struct Mark {
    double at;
    std::string text;  ///< of the innermost axis
    std::string group; ///< of the others, at the first one of each
  };
  std::vector<Mark> marks;
  double length = 0;

  Ruler(ArrayRef<PictureAxis> axes, double cell);
};

/// Writes one picture, from top to bottom.
class SvgWriter {
public:
  explicit SvgWriter(const BufferPicture &picture)
      : picture(picture), os(body) {}

  void write(llvm::raw_ostream &out, bool withScript);

private:
  /// One side, with its left upper corner here.
  struct Side {
    const PictureGrid &grid;
    StringRef name;
    char letter;
    size_t rank; ///< how many axes the buffer has on this side
    bool hasTexts;
    double cellWidth, cellHeight, rowLabels;
    Ruler columns, rows;
    std::string getTitle() const;
    double getWidth() const;
    double getHeight() const { return 3 * kLine + rows.length; }
  };
  Side measure(const PictureGrid &grid, StringRef name, char letter) const;
  std::string getText(const Side &side, const PictureCell &cell) const;

  void writeWrapped(StringRef text, double left = kMargin);
  void writeSide(const Side &side, double left, double top);
  void writeLabels(const Side &side, double left, double top);
  void writeCell(const Side &side, const PictureCell &cell, double x, double y);
  void writeLegend();

  const BufferPicture &picture;
  std::string body;
  llvm::raw_string_ostream os;
  double width = 0, y = 0;
};

} // namespace

Ruler::Ruler(ArrayRef<PictureAxis> axes, double cell) {
  SmallVector<int64_t> sizes = llvm::map_to_vector(
      axes, [](const PictureAxis &axis) { return int64_t(axis.shown.size()); });
  SmallVector<int64_t> before, values(axes.size());
  forEachIndex(sizes, [&](ArrayRef<int64_t> index) {
    for (auto [i, axis] : llvm::enumerate(axes))
      values[i] = axis.shown[index[i]];
    // Wider gaps where outer axes go on, and where something is left out.
    size_t outermost = axes.size();
    for (size_t i = axes.size(); i-- > 0;)
      if (!before.empty() && values[i] != before[i])
        outermost = i;
    bool isFirst = before.empty();
    if (!isFirst && outermost + 1 < axes.size())
      length += kGap * double(axes.size() - 1 - outermost);
    if (!isFirst && values[outermost] != before[outermost] + 1)
      length += 2 * kGap;
    Mark mark{length, axes.empty() ? "" : std::to_string(values.back()), ""};
    if (axes.size() > 1 && (isFirst || outermost + 1 < axes.size()))
      mark.group = joinNumbers(ArrayRef(values).drop_back(), ",");
    marks.push_back(std::move(mark));
    length += cell;
    before = values;
    return true;
  });
}

std::string SvgWriter::Side::getTitle() const {
  std::string title = name.str();
  if (!grid.rows.empty())
    title += ", down: " + joinAxes(grid.rows, letter);
  if (!grid.columns.empty())
    title += ", right: " + joinAxes(grid.columns, letter);
  if (grid.rows.size() + grid.columns.size() < rank)
    title += ", others: 0";
  return title;
}

double SvgWriter::Side::getWidth() const {
  return std::max(rowLabels + columns.length,
                  kTitleWidth * double(getTitle().size()));
}

std::string SvgWriter::getText(const Side &side,
                               const PictureCell &cell) const {
  if (cell.kind == PictureCell::Kind::Padding)
    return "";
  if (&side.grid == &picture.logical)
    return std::to_string(cell.offset);
  SmallVector<int64_t> index;
  for (unsigned axis : picture.axes)
    index.push_back(cell.logical[axis]);
  return cell.kind == PictureCell::Kind::Data ? joinNumbers(index, ",") : "";
}

SvgWriter::Side SvgWriter::measure(const PictureGrid &grid, StringRef name,
                                   char letter) const {
  const PictureCell &any = grid.cells.front();
  size_t rank = letter == 'd' ? any.logical.size() : any.place.size();
  bool hasTexts = grid.cells.size() <= kMaxTexts;
  Side side{grid,
            name,
            letter,
            rank,
            hasTexts,
            /*cellWidth=*/11,
            /*cellHeight=*/11,
            /*rowLabels=*/0,
            Ruler({}, 0),
            Ruler({}, 0)};
  size_t longest = 1;
  for (const PictureCell &cell : grid.cells)
    longest = std::max(longest, getText(side, cell).size());
  double wide = std::max(18.0, kCharWidth * double(longest) + 8);
  side.hasTexts &= Ruler(grid.columns, wide).length <= kWidest / 1.5;
  if (side.hasTexts) {
    side.cellWidth = wide;
    side.cellHeight = 18;
  }
  side.columns = Ruler(grid.columns, side.cellWidth);
  side.rows = Ruler(grid.rows, side.cellHeight);
  size_t inner = 0, outer = 0;
  for (const Ruler::Mark &mark : side.rows.marks) {
    inner = std::max(inner, mark.text.size());
    outer = std::max(outer, mark.group.size());
  }
  side.rowLabels = kCharWidth * double(inner + outer) + (outer ? 14 : 6);
  return side;
}

/// Breaks a text into lines that fit; all but the first are indented.
void SvgWriter::writeWrapped(StringRef text, double left) {
  double x = left, room = width - kMargin - left - kHang;
  size_t most = std::max(20.0, room / kTitleWidth);
  while (!text.empty()) {
    StringRef line = text.take_front(most);
    // Between two words, where there are two.
    if (size_t space = line.rfind(' ');
        line.size() < text.size() && space != StringRef::npos && space > 0)
      line = line.take_front(space);
    writeText(os, x, y += kLine, line, TextAnchor::Start, /*isTitle=*/true);
    text = text.drop_front(line.size()).ltrim();
    x = left + kHang;
  }
}

/// What a cell of padding of this step is filled with.
static std::string getPaddingFill(unsigned step) {
  return "url(#padding" + std::to_string(std::min(step, 3u)) + ")";
}

/// Adjacent banks differ in lightness, others in hue.
static std::string getBankFill(int64_t bank) {
  return getColour(360.0 * double(bank) / BankRules::numBanks, 0.65,
                   bank % 2 == 0 ? 0.8 : 0.62);
}

static std::string getFill(const PictureCell &cell) {
  switch (cell.kind) {
  case PictureCell::Kind::Padding:
    return getPaddingFill(cell.step);
  case PictureCell::Kind::Other:
    return kOther.str();
  case PictureCell::Kind::Data:
    if (cell.bank)
      return getBankFill(*cell.bank);
    return getColour(300 * cell.column, 0.65, 0.86 - 0.26 * cell.row);
  }
  llvm_unreachable("all kinds of cells are above");
}

void SvgWriter::writeCell(const Side &side, const PictureCell &cell, double x,
                          double y) {
  bool isPadding = cell.kind == PictureCell::Kind::Padding;
  os << "<g class=\"cell"
     << (isPadding                               ? " padding"
         : cell.kind == PictureCell::Kind::Other ? " other"
                                                 : "")
     << "\"";
  if (cell.key >= 0)
    os << " data-k=\"" << cell.key << "\"";
  os << "><title>";
  if (isPadding)
    os << "padding of step " << cell.step;
  else
    os << "logical (" << joinNumbers(cell.logical, ", ") << ")";
  os << " at physical (" << joinNumbers(cell.place, ", ") << "), offset "
     << cell.offset;
  if (cell.bank)
    os << ", bank " << *cell.bank;
  os << "</title>";
  os << llvm::formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" "
                      "height=\"{3:f1}\" fill=\"{4}\" stroke=\"{5}\" "
                      "stroke-opacity=\"0.35\"/>",
                      x, y, side.cellWidth, side.cellHeight, getFill(cell),
                      kInk);
  std::string text = side.hasTexts ? getText(side, cell) : "";
  if (!text.empty())
    writeText(os, x + side.cellWidth / 2, y + side.cellHeight / 2 + 3.5, text,
              TextAnchor::Middle, /*isTitle=*/false, kCellInk);
  os << "</g>\n";
}

/// Labels that would touch the one before are left out.
void SvgWriter::writeLabels(const Side &side, double left, double top) {
  double endOfText = 0, endOfGroup = 0;
  for (const Ruler::Mark &mark : side.columns.marks) {
    double middle = left + mark.at + side.cellWidth / 2;
    double half = kCharWidth * double(mark.text.size()) / 2;
    if (middle - half >= endOfText + 3) {
      writeText(os, middle, top - 5, mark.text, TextAnchor::Middle);
      endOfText = middle + half;
    }
    if (!mark.group.empty() && left + mark.at >= endOfGroup + 5) {
      writeText(os, left + mark.at, top - 5 - kLine + 3, mark.group);
      endOfGroup = left + mark.at + kCharWidth * double(mark.group.size());
    }
  }
  double group = left - side.rowLabels + 2;
  for (const Ruler::Mark &mark : side.rows.marks) {
    double base = top + mark.at + side.cellHeight / 2 + 3.5;
    writeText(os, left - 4, base, mark.text, TextAnchor::End);
    if (!mark.group.empty())
      writeText(os, group, base, mark.group);
  }
}

void SvgWriter::writeSide(const Side &side, double left, double top) {
  writeText(os, left, top + kLine - 4, side.getTitle(), TextAnchor::Start,
            /*isTitle=*/true);
  left += side.rowLabels;
  top += 3 * kLine;
  writeLabels(side, left, top);
  auto cell = side.grid.cells.begin();
  for (const Ruler::Mark &row : side.rows.marks)
    for (const Ruler::Mark &column : side.columns.marks)
      writeCell(side, *cell++, left + column.at, top + row.at);
}

void SvgWriter::writeLegend() {
  auto writeSwatch = [&](StringRef kind, StringRef fill) {
    os << llvm::formatv("<rect class=\"{0}\" x=\"{1:f1}\" y=\"{2:f1}\" "
                        "width=\"12\" height=\"12\" fill=\"{3}\" "
                        "stroke=\"{4}\"/>\n",
                        kind, kMargin, y + kLine - 11, fill, kInk);
  };
  for (const auto &[step, holds] : picture.padding) {
    writeSwatch("line", getPaddingFill(step));
    writeWrapped("padding of step " + std::to_string(step) + ", " + holds,
                 kMargin + 20);
  }
  if (llvm::any_of(picture.physical.cells, [](const PictureCell &cell) {
        return cell.kind == PictureCell::Kind::Other;
      })) {
    writeSwatch("line other", kOther);
    writeWrapped("elements that the logical side does not show", kMargin + 20);
  }
  bool showsBanks = picture.logical.cells.front().bank.has_value();
  std::string legend = showsBanks ? "One colour, one of 32 banks of 4 bytes."
                                  : "One colour, one element.";
  writeWrapped(legend + " Numbers: on the logical side the offset in memory, on "
                        "the physical side the logical index.");
  if (picture.logical.isCut || picture.physical.isCut)
    writeWrapped("Cut: of long axes the first and the last places.");
}

void SvgWriter::write(llvm::raw_ostream &out, bool withScript) {
  Side logical = measure(picture.logical, "logical", 'd');
  Side physical = measure(picture.physical, "physical", 'p');
  double both = logical.getWidth() + 3 * kMargin + physical.getWidth();
  bool isBeside = both + 2 * kMargin <= kWidest;
  width =
      std::max(420.0, 2 * kMargin + (isBeside ? both
                                              : std::max(logical.getWidth(),
                                                         physical.getWidth())));
  y = kMargin / 2;
  writeWrapped(picture.layout);
  writeWrapped(picture.facts);
  y += kLine;
  writeSide(logical, kMargin, y);
  if (isBeside) {
    writeSide(physical, 4 * kMargin + logical.getWidth(), y);
    y += std::max(logical.getHeight(), physical.getHeight());
  } else {
    y += logical.getHeight() + 2 * kMargin;
    writeSide(physical, kMargin, y);
    y += physical.getHeight();
  }
  y += kMargin / 2;
  writeLegend();
  y += kMargin;
  std::string definitions = kPatterns.str();
  if (withScript)
    definitions = "<style>" + kStyle.str() + "</style>\n" + definitions;
  writeStart(out, width, y, definitions);
  out << body;
  if (withScript)
    out << "<script><![CDATA[" << kScript << "]]></script>\n";
  out << "</svg>\n";
}

void layout::writeSvg(const BufferPicture &picture, llvm::raw_ostream &os) {
  SvgWriter(picture).write(os, /*withScript=*/true);
}

void layout::writeHtml(ArrayRef<PagePart> parts, llvm::raw_ostream &os) {
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<title>Layouts</title>\n<style>"
     << kStyle
     << "body { margin: 1em; }\npre { overflow-x: auto; }\n"
        "section { overflow-x: auto; margin-bottom: 2em; }\n</style>\n"
        "</head>\n<body>\n";
  for (const PagePart &part : parts) {
    os << "<section>\n";
    SvgWriter(part.picture).write(os, /*withScript=*/false);
    if (!part.text.empty())
      os << "<details><summary>as text</summary><pre>" << escape(part.text)
         << "</pre></details>\n";
    os << "</section>\n";
  }
  os << "<script>" << kScript << "</script>\n</body>\n</html>\n";
}
