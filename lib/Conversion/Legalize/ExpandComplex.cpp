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
    return create(multiply(apply<math::SinOp>(x), apply<math::CoshOp>(y)),
                  multiply(apply<math::CosOp>(x), apply<math::SinhOp>(y)));
  }

  Value buildCos() {
    Value im = multiply(apply<math::SinOp>(x), apply<math::SinhOp>(y));
    return create(multiply(apply<math::CosOp>(x), apply<math::CoshOp>(y)),
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
  /// Returns x * x + y * y - 1 for |z| from 0.75 to 1.25, with all of its
  /// digits: the errors of both squares and of the last sum are added to it.
  Value buildSquaresLessOne() {
    Value a = apply<math::AbsFOp>(x), b = apply<math::AbsFOp>(y);
    Value large = arith::MaximumFOp::create(builder, a, b),
          small = arith::MinimumFOp::create(builder, a, b);
    Value square = multiply(large, large), other = multiply(small, small);
    Value errors =
        add(buildSquareError(large, square), buildSquareError(small, other));
    // Exact: the larger square is from 0.28 to 1.57. Below 0.5 nothing cancels.
    Value rest = subtract(square, constant(1.0));
    Value sum = add(rest, other);
    Value added = subtract(sum, rest);
    Value error =
        add(subtract(rest, subtract(sum, added)), subtract(other, added));
    return add(sum, add(error, errors));
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
