//===- ExpandComplex.cpp - Functions of complex numbers -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %r = complex.sin %z : complex<f64>
// ->  sin x cosh y + i cos x sinh y, of the parts x and y of %z
//
//===----------------------------------------------------------------------===//

#include "Expand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Builds functions of a complex number from its parts x and y. Nothing is
/// contracted or reassociated: the logarithm needs each rounding as it is.
class ComplexFunction {
public:
  ComplexFunction(OpBuilder &rewriter, Operation *op)
      : builder(op->getLoc(), rewriter),
        type(cast<ComplexType>(op->getResult(0).getType())),
        x(complex::ReOp::create(builder, op->getOperand(0))),
        y(complex::ImOp::create(builder, op->getOperand(0))) {}

  Value buildSin() {
    auto [sinh, cosh] = buildHyperbolic();
    return create(multiply(apply<math::SinOp>(x), cosh),
                  multiply(apply<math::CosOp>(x), sinh));
  }

  Value buildCos() {
    auto [sinh, cosh] = buildHyperbolic();
    Value im = multiply(apply<math::SinOp>(x), sinh);
    return create(multiply(apply<math::CosOp>(x), cosh),
                  arith::NegFOp::create(builder, im));
  }

  /// Where |z| is near to 1, log |z| is half of log1p(x * x + y * y - 1); the
  /// logarithm of the rounded |z| has no digit right there.
  Value buildLog(Value number) {
    Value size = complex::AbsOp::create(builder, number);
    Value isNear = arith::AndIOp::create(
        builder, compare(arith::CmpFPredicate::OGT, size, constant(0.75)),
        compare(arith::CmpFPredicate::OLT, size, constant(1.25)));
    Value half =
        multiply(constant(0.5), apply<math::Log1pOp>(buildSquaresLessOne()));
    Value re = arith::SelectOp::create(builder, isNear, half,
                                       apply<math::LogOp>(size));
    return create(re, math::Atan2Op::create(builder, y, x));
  }

private:
  /// Returns sinh y and cosh y by one function: with e = expm1 |y| they are
  /// (e + e / (e + 1)) / 2, of the sign of y, and 1 + e * e / (e + 1) / 2.
  std::pair<Value, Value> buildHyperbolic() {
    Value one = constant(1.0), half = constant(0.5);
    Value e = apply<math::ExpM1Op>(apply<math::AbsFOp>(y));
    Value isInfinite =
        compare(arith::CmpFPredicate::OEQ, e,
                constant(std::numeric_limits<double>::infinity()));
    Value ratio = arith::SelectOp::create(
        builder, isInfinite, one,
        arith::DivFOp::create(builder, e, add(e, one)));
    Value sinh = multiply(half, add(e, ratio));
    return {math::CopySignOp::create(builder, sinh, y),
            add(one, multiply(half, multiply(e, ratio)))};
  }

  /// A sum and what it lacks, which is a number, too.
  struct Sum {
    Value rounded, error;
  };
  Sum addExactly(Value a, Value b) {
    Value sum = add(a, b);
    Value added = subtract(sum, a);
    return {sum,
            add(subtract(a, subtract(sum, added)), subtract(b, added))};
  }

  /// Returns x * x + y * y - 1 for |z| from 0.75 to 1.25. The numbers that are
  /// added up are exact; where they cancel, it is the errors that are left, and
  /// these are added up exactly, too.
  Value buildSquaresLessOne() {
    Value a = apply<math::AbsFOp>(x), b = apply<math::AbsFOp>(y);
    Value large = arith::MaximumFOp::create(builder, a, b),
          small = arith::MinimumFOp::create(builder, a, b);
    Value square = multiply(large, large), other = multiply(small, small);
    Sum rest = addExactly(constant(-1.0), square);
    Sum sum = addExactly(rest.rounded, other);
    Value result = sum.rounded, errors;
    for (Value error :
         {sum.error, rest.error, buildSquareError(large, square),
          buildSquareError(small, other)}) {
      Sum next = addExactly(result, error);
      result = next.rounded;
      errors = errors ? add(errors, next.error) : next.error;
    }
    return add(result, errors);
  }

  Value buildSquareError(Value number, Value square) {
    return math::FmaOp::create(builder, number, number,
                               arith::NegFOp::create(builder, square));
  }

  template <typename Function>
  Value apply(Value number) {
    return Function::create(builder, number);
  }
  Value constant(double number) {
    return arith::ConstantOp::create(
        builder, builder.getFloatAttr(type.getElementType(), number));
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, predicate, a, b);
  }
  Value add(Value a, Value b) { return arith::AddFOp::create(builder, a, b); }
  Value subtract(Value a, Value b) {
    return arith::SubFOp::create(builder, a, b);
  }
  Value multiply(Value a, Value b) {
    return arith::MulFOp::create(builder, a, b);
  }
  Value create(Value re, Value im) {
    return complex::CreateOp::create(builder, type, re, im);
  }

  ImplicitLocOpBuilder builder;
  ComplexType type;
  Value x, y;
};

} // namespace

void layout::expandComplex(Operation *root) {
  IRRewriter rewriter(root->getContext());
  for (Operation *op : collectOps(
           root,
           llvm::IsaPred<complex::SinOp, complex::CosOp, complex::LogOp>)) {
    if (!isa<ComplexType>(op->getResult(0).getType()))
      continue;
    rewriter.setInsertionPoint(op);
    ComplexFunction function(rewriter, op);
    if (isa<complex::SinOp>(op))
      rewriter.replaceOp(op, function.buildSin());
    else if (isa<complex::CosOp>(op))
      rewriter.replaceOp(op, function.buildCos());
    else
      rewriter.replaceOp(op, function.buildLog(op->getOperand(0)));
  }
}
