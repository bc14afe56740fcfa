//===- MapParser.cpp - Affine maps with names and xor ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapParser.h"
#include "Layout/Map/Xor.h"
#include "llvm/Support/MathExtras.h"
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

/// The sum of the absolute values of all coefficients of `expr`, saturated: a
/// bound on each number that MLIR writes when it merges terms of `expr`.
uint64_t MapExprParser::getMagnitude(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return llvm::AbsoluteValue(constant.getValue());
  if (expr.getKind() != AffineExprKind::Add &&
      expr.getKind() != AffineExprKind::Mul)
    return 1;
  if (auto known = magnitudes.find(expr); known != magnitudes.end())
    return known->second;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  uint64_t lhs = getMagnitude(binary.getLHS()),
           rhs = getMagnitude(binary.getRHS());
  return magnitudes[expr] = expr.getKind() == AffineExprKind::Add
                                ? llvm::SaturatingAdd(lhs, rhs)
                                : llvm::SaturatingMultiply(lhs, rhs);
}

/// The largest absolute value of a coefficient of an index, or of a constant
/// alone, saturated.
static uint64_t getLargestCoefficient(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return llvm::AbsoluteValue(constant.getValue());
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Mul)
    return llvm::SaturatingMultiply(getLargestCoefficient(binary.getLHS()),
                                    getLargestCoefficient(binary.getRHS()));
  if (expr.getKind() != AffineExprKind::Add)
    return 1;
  bool hasConstant = isa<AffineConstantExpr>(binary.getRHS());
  uint64_t left = getLargestCoefficient(binary.getLHS());
  return hasConstant
             ? left
             : std::max(left, getLargestCoefficient(binary.getRHS()));
}

/// MLIR wraps the constants of sums and products that it folds: d0 * 2^62 * 4
/// would be 0. Values of pads are computed modulo 2^64, so what is added may
/// wrap: (b - 3) * 2^62 is right where it fits.
ParseResult MapExprParser::checkConstants(SMLoc loc, AffineExpr lhs,
                                          char symbol, AffineExpr rhs) {
  if (isPad && symbol != '*')
    return success();
  auto measure = [&](AffineExpr expr) {
    return isPad ? getLargestCoefficient(expr) : getMagnitude(expr);
  };
  uint64_t left = measure(lhs), right = measure(rhs);
  uint64_t result = symbol == '*' ? llvm::SaturatingMultiply(left, right)
                                  : llvm::SaturatingAdd(left, right);
  if (result <= uint64_t(std::numeric_limits<int64_t>::max()))
    return success();
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
  while (true) {
    SMLoc loc = parser.getCurrentLocation();
    bool isDifference = succeeded(parser.parseOptionalMinus());
    if (!isDifference && failed(parser.parseOptionalPlus()))
      return success();
    AffineExpr rhs;
    if (parseProduct(rhs) ||
        checkConstants(loc, expr, isDifference ? '-' : '+', rhs))
      return failure();
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
  if (isProduct && checkConstants(loc, lhs, '*', rhs))
    return failure();
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
    return parser.emitError(loc) << "expects an expression of at most "
                                 << kMaxDepth << " levels";
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
