//===- SvgParts.h - What every picture has ------------------- -*- C++ -*--===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_PICTURES_SVGPARTS_H
#define LIB_PICTURES_SVGPARTS_H

#include "llvm/ADT/StringExtras.h"

namespace mlir::layout {

/// A text in XML.
inline std::string escape(llvm::StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printHTMLEscaped(text, os);
  return escaped;
}

inline constexpr llvm::StringLiteral kStyle = R"(
.layout-picture { --fg: #222; --bg: #fff; --pad: #777; --other: #ddd; }
@media (prefers-color-scheme: dark) {
  .layout-picture { --fg: #ddd; --bg: #1b1b1b; --pad: #999; --other: #444; }
}
.layout-picture .paper { fill: var(--bg); }
.layout-picture text { fill: var(--fg); font: 10px "DejaVu Sans Mono",
  "Liberation Mono", Menlo, Consolas, monospace; }
.layout-picture .title { font-size: 12px; }
.layout-picture .cell text, .layout-picture .end { text-anchor: middle; }
.layout-picture .left { text-anchor: end; }
.layout-picture .cell rect { stroke: var(--fg); stroke-opacity: 0.35; }
.layout-picture .cell text { fill: #111; pointer-events: none; }
.layout-picture .other rect, .layout-picture rect.other { fill: var(--other); }
.layout-picture .other text { fill: var(--fg); }
.layout-picture .on rect { stroke: var(--fg); stroke-width: 3; stroke-opacity: 1; }
.layout-picture .hatch { stroke: var(--pad); stroke-width: 1.5; }
)";

// Padding of step 1, 2, and of any later one.
inline constexpr llvm::StringLiteral kPatterns = R"(<defs>
<pattern id="padding1" width="5" height="5" patternUnits="userSpaceOnUse"><path class="hatch" d="M-1 6 L6 -1"/></pattern>
<pattern id="padding2" width="5" height="5" patternUnits="userSpaceOnUse"><path class="hatch" d="M-1 -1 L6 6"/></pattern>
<pattern id="padding3" width="5" height="5" patternUnits="userSpaceOnUse"><path class="hatch" d="M-1 6 L6 -1 M-1 -1 L6 6"/></pattern>
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
