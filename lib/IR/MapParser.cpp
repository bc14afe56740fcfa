//===- MapParser.cpp - Affine maps with names and xor ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapParser.h"
#include "Layout/Map/Xor.h"
#include "llvm/Support/SaveAndRestore.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

ParseResult MapExprParser::parseXor(AffineExpr &expr) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<AffineExpr> operands;
  do {
    if (parseSum(operands.emplace_back()))
      return failure();
  } while (succeeded(parser.parseOptionalKeyword("xor")));
  expr = operands.front();
  if (operands.size() == 1)
    return success();
  std::string why;
  expr = expandXor(operands, why);
  if (!expr)
    return parser.emitError(loc) << why;
  return success();
}

/// Adds `factor` times the terms of `expr`. Returns false if the coefficient of
/// one, or the constant, does not fit into 64 bits: MLIR wraps those that it
/// folds, so that d0 * 2^62 * 4 would be 0. Values of pads are computed modulo
/// 2^64, so their constant may wrap: (b - 3) * 2^62 is right where it fits.
bool MapExprParser::addTerms(AffineExpr expr, __int128 factor, Terms &terms) {
  constexpr __int128 most = std::numeric_limits<int64_t>::max();
  auto fits = [&](__int128 number) {
    return number <= most && number >= ~most;
  };
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, terms) &&
           addTerms(binary.getRHS(), factor, terms);
  if (expr.getKind() == AffineExprKind::Mul)
    if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
      factor *= constant.getValue();
      return fits(factor) && addTerms(binary.getLHS(), factor, terms);
    }
  AffineExpr term = expr;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    factor *= constant.getValue();
    term = getAffineConstantExpr(1, expr.getContext());
    if (isPad)
      return true;
  }
  __int128 &sum = terms[term];
  return fits(factor) && fits(sum += factor);
}

ParseResult MapExprParser::refuseConstants(SMLoc loc, AffineExpr lhs,
                                           char symbol, AffineExpr rhs) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '\'' << lhs << "' " << symbol << " '" << rhs << '\'';
  return parser.emitError(loc)
         << "the constants of an index expression must fit into 64 bits, also "
            "when its terms are summed up, which those of "
         << text << " do not";
}

ParseResult MapExprParser::parseSum(AffineExpr &expr) {
  if (parseProduct(expr))
    return failure();
  Terms terms;
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    bool isDifference = succeeded(parser.parseOptionalMinus());
    if (!isDifference && failed(parser.parseOptionalPlus()))
      return success();
    AffineExpr rhs;
    if (parseProduct(rhs))
      return failure();
    if ((terms.empty() && !addTerms(expr, 1, terms)) ||
        !addTerms(rhs, isDifference ? -1 : 1, terms))
      return refuseConstants(loc, expr, isDifference ? '-' : '+', rhs);
    expr = isDifference ? expr - rhs : expr + rhs;
  }
}

std::optional<AffineExprKind> MapExprParser::parseOptionalOperator() {
  if (succeeded(parser.parseOptionalStar()))
    return AffineExprKind::Mul;
  if (succeeded(parser.parseOptionalKeyword("floordiv")))
    return AffineExprKind::FloorDiv;
  if (succeeded(parser.parseOptionalKeyword("ceildiv")))
    return AffineExprKind::CeilDiv;
  if (succeeded(parser.parseOptionalKeyword("mod")))
    return AffineExprKind::Mod;
  return std::nullopt;
}

ParseResult MapExprParser::parseProduct(AffineExpr &expr) {
  if (parseOperand(expr))
    return failure();
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    std::optional<AffineExprKind> kind = parseOptionalOperator();
    if (!kind)
      return success();
    AffineExpr rhs;
    if (parseOperand(rhs) || combine(loc, *kind, expr, rhs))
      return failure();
  }
}

/// The errors are MLIR's.
ParseResult MapExprParser::combine(SMLoc loc, AffineExprKind kind,
                                   AffineExpr &lhs, AffineExpr rhs) {
  bool isProduct = kind == AffineExprKind::Mul;
  if (!rhs.isSymbolicOrConstant() &&
      !(isProduct && lhs.isSymbolicOrConstant())) {
    if (isProduct)
      return parser.emitError(loc, "non-affine expression: at least one of the "
                                   "multiply operands has to be either a "
                                   "constant or symbolic");
    StringRef name = kind == AffineExprKind::FloorDiv  ? "floordiv"
                     : kind == AffineExprKind::CeilDiv ? "ceildiv"
                                                       : "mod";
    return parser.emitError(loc)
           << "non-affine expression: right operand of " << name
           << " has to be either a constant or symbolic";
  }
  auto left = dyn_cast<AffineConstantExpr>(lhs),
       right = dyn_cast<AffineConstantExpr>(rhs);
  if (isProduct && (left || right)) {
    llvm::SaveAndRestore mayWrap(isPad, isPad && !(left && right));
    Terms terms;
    if (!addTerms(right ? lhs : rhs, (right ? right : left).getValue(), terms))
      return refuseConstants(loc, lhs, '*', rhs);
  }
  lhs = getAffineBinaryOpExpr(kind, lhs, rhs);
  return success();
}

ParseResult MapExprParser::parseName(SMLoc loc, StringRef name,
                                     AffineExpr &expr) {
  for (const auto &[known, index] : names)
    if (known == name) {
      expr = index;
      return success();
    }
  return parser.emitError(loc, "use of undeclared identifier");
}

ParseResult MapExprParser::parseOperand(AffineExpr &expr) {
  SMLoc loc = parser.getCurrentLocation();
  llvm::SaveAndRestore nesting(depth, depth + 1);
  if (depth > kMaxDepth)
    return parser.emitError(loc)
           << "expects an expression of at most " << kMaxDepth << " levels";
  if (succeeded(parser.parseOptionalMinus())) {
    if (parseOperand(expr))
      return failure();
    expr = -expr;
    return success();
  }
  if (succeeded(parser.parseOptionalLParen()))
    return failure(failed(parseXor(expr)) || failed(parser.parseRParen()));
  StringRef name;
  if (succeeded(parser.parseOptionalKeyword(&name))) {
    if (name != "swizzle" || failed(parser.parseOptionalLess()))
      return parseName(loc, name, expr);
    expr = {};
    return parseSwizzle(loc, expr);
  }
  int64_t value;
  OptionalParseResult number = parser.parseOptionalInteger(value);
  if (!number.has_value())
    return parser.emitError(loc, "expected affine expression");
  if (failed(*number))
    return failure();
  expr = getAffineConstantExpr(value, parser.getContext());
  return success();
}

ParseResult MapExprParser::parseSwizzle(SMLoc loc, AffineExpr &expr) {
  int64_t bits, base, shift;
  if (parser.parseInteger(bits) || parser.parseComma() ||
      parser.parseInteger(base) || parser.parseComma() ||
      parser.parseInteger(shift) || parser.parseGreater())
    return failure();
  if (!expr && (parser.parseLParen() || parseXor(expr) || parser.parseRParen()))
    return failure();
  std::string why;
  expr = expandSwizzle(expr, bits, base, shift, why);
  if (!expr)
    return parser.emitError(loc) << why;
  return success();
}
