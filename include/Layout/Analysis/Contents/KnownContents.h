//===- KnownContents.h - Contents of buffer elements ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What does an element hold when control comes to a point? The search goes
// backwards from there, with the set of elements that is still open:
//
//     for i in 0..4, j in 0..4        where i == 3 and j >= 2: holds 0
//       if 4 i + j >= 14                   2. the rest: not written here
//         A[i, j] = 0
//     for k in 0..14                       1. nothing of i == 3 and j >= 2 is
//       A[k floordiv 4, k mod 4] = B[k]       written: the set stays as it is
//     here: A[i, j] where i == 3 and j >= 2?
//
// Each write takes out what it surely writes, by exact set difference, with the
// value it has there. What it only may write stays in, and must turn out to be
// the same further back. Facts come from stores, `layout.assume_padding`,
// assumptions about loads, earlier loads, and constant globals. Iterations of a
// loop are distinguished: what was written by an earlier one is written by a
// copy of its variables. A call ends what is known of the buffers that its
// callee may write, and of no others.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CONTENTS_KNOWNCONTENTS_H
#define LAYOUT_ANALYSIS_CONTENTS_KNOWNCONTENTS_H

#include "Layout/Analysis/Accesses/TouchedElements.h"
#include "mlir/IR/BuiltinAttributes.h"
#include <memory>

namespace mlir::layout {

class BufferAliases;
class CallEffects;

/// What all elements of a set hold, as far as it is one thing.
struct Contents {
  enum class Kind {
    Unknown,
    Constant,      ///< `constant`, an attribute of the element type, which
                   ///< is also in `value` where some value dominates the point
    Number,        ///< `number`, over variables; integer and index elements
    Value,         ///< what the SSA value `value` is; it dominates the point
    Undef,         ///< anything: undef was stored, or is the pad
    Uninitialized, ///< memory of an allocation, not written
    Nothing        ///< there is no such element: the set is empty
  };
  Kind kind = Kind::Unknown;
  TypedAttr constant;
  AffineExpr number;
  Value value;
  /// Some of the elements, or all on some path, may be undef instead. A load
  /// may be replaced all the same; memory does not hold the value there.
  bool mayBeUndef = false;
  /// Of Unknown: why, in words ("written by this op when %i = 3"), and the op.
  std::string why;
  Operation *culprit = nullptr;
  /// The answer is not known because a bound was hit.
  bool isBound = false;

  bool isKnown() const { return kind != Kind::Unknown; }
};

/// Which kind of padding is among some elements.
struct PaddingAnswer {
  /// `Yes` if some element is padding of that kind; the witness has the
  /// element, as "A[3, 2]", and values of variables: "[3, 2], when %i = 3, %j =
  /// 2".
  Decision decision;
  Operation *fact = nullptr; ///< the op that says so
};

/// What is known of the contents of buffers in one function.
///
/// Answers are proofs for all values of the variables that are possible at the
/// point and satisfy `Elements::where`. What cannot be proven is Unknown. The
/// function must not change while this lives.
///
/// What may be the same memory `BufferAliases` decides.
///
/// Cost: one walk over the function; per buffer the number of its uses, once;
/// per question at most `maxSteps` ops on the way and `maxQueries` bounded
/// emptiness queries; of these, for all questions
/// together, a number that is linear in the size of the function.
class KnownContents {
public:
  static constexpr unsigned maxSteps = 256;
  static constexpr unsigned maxQueries = 48;

  /// `function`: an op with a body, mostly a func.func. `facts` must be about
  /// it or what is around it, and live as long.
  /// `calls`: of the module around it; without, a call does everything.
  KnownContents(Operation *function, IntegerFacts &facts,
                CallEffects *calls = nullptr);
  ~KnownContents();

  IntegerFacts &getFacts();
  const BufferFlow &getFlow() const;
  BufferAliases &getAliases();

  /// What a load or store (affine, memref, vector) touches; nullopt if its
  /// indices or views cannot be followed, or if it is no access.
  std::optional<Elements> getElements(Operation *access);
  /// What the op of `operand`, a memref, touches of it, in each execution;
  /// nullopt if these elements, no more and no fewer, are not known.
  std::optional<Elements> getElements(OpOperand &operand);

  /// What all of `elements` hold just before `point`. The variables in
  /// `elements` must have a meaning there: they are loop variables around it,
  /// or values that dominate it.
  Contents getContents(const Elements &elements, Operation *point);
  /// Of what a load reads.
  Contents getContents(Operation *load);

  /// Decides whether memory holds `value` in all of `elements` just before
  /// `point`. Undef elements do not. No: some element provably or possibly
  /// holds something else; the witness says why. Unknown: a bound was reached.
  Decision holds(const Elements &elements, Operation *point, TypedAttr value);
  /// `value` is a value of the element type that dominates `point`.
  Decision holds(const Elements &elements, Operation *point, Value value);
  /// Decides whether the content of each of `elements` satisfies `condition`,
  /// in which the variable `subject` is that content. All other variables must
  /// have a meaning at `point`. Integers only; undef satisfies nothing.
  Decision satisfies(const Elements &elements, Operation *point,
                     const Condition &condition, unsigned subject);
  /// Undef or uninitialised, all of them: overwriting them changes nothing that
  /// the program may rely on, and reading them yields any value.
  Decision isUndef(const Elements &elements, Operation *point);

  /// Decides whether one of `elements` is padding of this kind
  /// (`PadKind::None`: must not be accessed), by a `layout.padding` or
  /// `layout.assume_padding` of the buffer. No is a proof. `point` is where the
  /// variables have their meaning.
  PaddingAnswer touchesPadding(const Elements &elements, PadKind kind,
                               Operation *point);
  /// Decides whether all of `elements` are inside the buffer. No comes with an
  /// index.
  Decision isInBounds(const Elements &elements, Operation *point);

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CONTENTS_KNOWNCONTENTS_H
