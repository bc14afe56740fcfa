//===- SvgParts.h - Shared parts of SVG drawings ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PICTURES_SVGPARTS_H
#define LIB_PICTURES_SVGPARTS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace mlir::layout {

/// A text in XML.
inline std::string escape(llvm::StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

// Colours on a light background. Each element has its own as an attribute:
// viewers that know no style sheets, or none with variables, draw what has none
// in black.
inline constexpr llvm::StringLiteral kInk = "#222", kPaper = "#fff",
                                     kCellInk = "#111", kOther = "#ddd";

/// The colour of this hue, in degrees, as "#rrggbb": `hsl()` is for browsers.
/// `saturation` and `lightness` are between 0 and 1.
inline std::string getColour(double hue, double saturation, double lightness) {
  double range = saturation * std::min(lightness, 1 - lightness);
  std::string text = "#";
  for (double channel : {0.0, 8.0, 4.0}) {
    double k = std::fmod(channel + hue / 30, 12);
    double rise = std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
    auto value = unsigned(std::lround(255 * (lightness - range * rise)));
    text += llvm::utohexstr(value, /*LowerCase=*/true, /*Width=*/2);
  }
  return text;
}

/// Writes the start of a picture of this size, in pixels, and its background
/// after `definitions`.
inline void writeStart(llvm::raw_ostream &os, double width, double height,
                       llvm::StringRef definitions) {
  os << llvm::formatv(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" "
            "class=\"layout-picture\" width=\"{0:f0}\" height=\"{1:f0}\" "
            "viewBox=\"0 0 {0:f0} {1:f0}\" font-size=\"10\" "
            "font-family=\"DejaVu Sans Mono, Liberation Mono, Menlo, Consolas, "
            "monospace\">\n",
            width, height)
     << definitions
     << "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"" << kPaper
     << "\"/>\n";
}

/// Where a text is relative to its position.
enum class TextAnchor { Start, Middle, End };

/// Writes a text of one line. Titles are larger.
inline void writeText(llvm::raw_ostream &os, double x, double y,
                      llvm::StringRef text,
                      TextAnchor anchor = TextAnchor::Start,
                      bool isTitle = false, llvm::StringRef colour = kInk) {
  os << llvm::formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" fill=\"{2}\"", x, y,
                      colour);
  if (isTitle)
    os << " font-size=\"12\"";
  if (anchor != TextAnchor::Start)
    os << " text-anchor=\"" << (anchor == TextAnchor::Middle ? "middle" : "end")
       << "\"";
  os << ">" << escape(text) << "</text>\n";
}

// Only what attributes cannot say: the colours on a dark background, and of the
// cells that are pointed at.
inline constexpr llvm::StringLiteral kStyle = R"(
.layout-picture .cell text { pointer-events: none; }
.layout-picture .on rect { stroke-width: 3; stroke-opacity: 1; }
@media (prefers-color-scheme: dark) {
  .layout-picture .paper { fill: #1b1b1b; }
  .layout-picture text { fill: #ddd; }
  .layout-picture .line, .layout-picture .cell rect { stroke: #ddd; }
  .layout-picture .cell text { fill: #111; }
  .layout-picture .conversion text { fill: #fff; }
  .layout-picture .other rect, .layout-picture rect.other { fill: #444; }
  .layout-picture .hatch { stroke: #999; }
}
)";

// Padding of step 1, 2, and of any later one.
inline constexpr llvm::StringLiteral kPatterns = R"(<defs>
<pattern id="padding1" width="5" height="5" patternUnits="userSpaceOnUse"><path class="hatch" stroke="#777" stroke-width="1.5" fill="none" d="M-1 6 L6 -1"/></pattern>
<pattern id="padding2" width="5" height="5" patternUnits="userSpaceOnUse"><path class="hatch" stroke="#777" stroke-width="1.5" fill="none" d="M-1 -1 L6 6"/></pattern>
<pattern id="padding3" width="5" height="5" patternUnits="userSpaceOnUse"><path class="hatch" stroke="#777" stroke-width="1.5" fill="none" d="M-1 6 L6 -1 M-1 -1 L6 6"/></pattern>
</defs>
)";

inline constexpr llvm::StringLiteral kScript = R"(
document.querySelectorAll('.layout-picture').forEach(function (picture) {
  picture.addEventListener('mouseover', function (event) {
    picture.querySelectorAll('.on').forEach(function (cell) {
      cell.classList.remove('on');
    });
    var cell = event.target.closest('[data-k]');
    if (cell)
      picture.querySelectorAll('[data-k="' + cell.getAttribute('data-k') + '"]')
          .forEach(function (same) { same.classList.add('on'); });
  });
});
)";

} // namespace mlir::layout

#endif // LIB_PICTURES_SVGPARTS_H
