//===- MapParser.h - Affine maps with names and xor -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_IR_MAPPARSER_H
#define LAYOUT_LIB_IR_MAPPARSER_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::layout {

/// Reads affine expressions over named indices, as MLIR does, with two forms
/// more:
///
///     xor     ::= sum (`xor` sum)*
///     operand ::= .. | `swizzle` `<` bits `,` base `,` shift `>` `(` xor `)`
///
/// `xor` binds less than everything else; in parentheses it may be part of any
/// expression.
class MapExprParser {
public:
  using Names = ArrayRef<std::pair<StringRef, AffineExpr>>;

  /// `isPad`: of the values of a pad, not of places.
  MapExprParser(AsmParser &parser, Names names, bool isPad = false)
      : parser(parser), names(names), isPad(isPad) {}

  /// Reads an expression; the error names the position, as MLIR's does.
  ParseResult parse(AffineExpr &expr) { return parseXor(expr); }
  /// Reads `3, 4, 3>(x)` after `swizzle<`, or without `(x)` if `expr` is x.
  ParseResult parseSwizzle(SMLoc loc, AffineExpr &expr);

private:
  ParseResult parseXor(AffineExpr &expr);
  ParseResult parseSum(AffineExpr &expr);
  ParseResult parseProduct(AffineExpr &expr);
  ParseResult parseOperand(AffineExpr &expr);
  ParseResult parseName(SMLoc loc, StringRef name, AffineExpr &expr);
  std::optional<AffineExprKind> parseOptionalOperator();
  ParseResult combine(SMLoc loc, AffineExprKind kind, AffineExpr &lhs,
                      AffineExpr rhs);
  /// The coefficient of each term of a sum; of 1, the constant.
  using Terms = DenseMap<AffineExpr, __int128>;
  bool addTerms(AffineExpr expr, __int128 factor, Terms &terms);
  ParseResult refuseConstants(SMLoc loc, AffineExpr lhs, char symbol,
                              AffineExpr rhs);

  /// An operand in so many parentheses, or after so many signs, is refused:
  /// reading it would take all of the stack.
  static constexpr unsigned kMaxDepth = 1000;

  AsmParser &parser;
  Names names;
  bool isPad;
  unsigned depth = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_IR_MAPPARSER_H
