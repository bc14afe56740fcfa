//===- LoopsAttr.td - The plan of a nest ------------------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LOOPSATTR_TD
#define LAYOUT_IR_LOOPSATTR_TD

include "Layout/IR/LayoutDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Layout_LoopsAttr : AttrDef<Layout_Dialect, "Loops"> {
  let mnemonic = "loops";
  let summary = "the plan of a nest: which loops execute it, in which order";
  let description = [{
    States how a perfect nest is executed, as a map from its loops to *tile loops*:

    ```
    loops  ::= `#layout.loops<` ( `keep` | dims `->` `(` result,+ `)` [`,` `dot` `=` (`auto` | `none` | string)] )
               [`,` `for` extents] [`,` `by` who] `>`
    result ::= [`unroll`] digit
             | (`rows` | `lanes` | `steps`) [`<` (`mask` | `split` | `shift` | `whole` | `edge`) `>`] digit
    digit  ::= v | v `floordiv` c | v `mod` c | (v `floordiv` c) `mod` d
    v      ::= name | `merge(` name, name,+ `)`
    ```

    Tile loops run in sequence, outermost first, `unroll` without a loop; the last
    ones are a *register tile* of `rows` x `lanes` x `steps`, in which each statement
    is executed for all of them before the next is. Elements that a reduction changes
    are loaded before its first loop and stored after its last. `merge(h, w)` is the
    number of the common iteration of loops in a row. `keep` leaves the nest to LLVM.

    The word after a role says how a tile that lacks iterations is executed: `mask`,
    masked; `split`, by loops of its own; `shift`, from an earlier iteration on, so
    that some are executed twice; `edge`, as a smaller tile; `whole`, iterations that
    are missing included, which must be proven harmless. Without a word, as the
    compiler chooses.

    `dot` says by which instruction products of narrow integers are added up: `auto`,
    the default, `none`, or the name of one. `for` states the extents of the loops that
    the plan was made for, `?` for one that is not known, and `by` who made it: `user`,
    the default, `planner` or `tuned`. A plan that cannot be followed is an error where a
    user has written it, and a remark otherwise.

    As the discardable attribute `layout.loops`, the plan is on the outermost loop
    of a perfect nest (`affine.for` or `scf.for`) or on a `linalg` op, whose iterators
    are its loops. See [Loops.md](Loops.md).

    * (C1) Each loop of the nest is in a tile loop: the tile loops of one variable are
      a complete chain. The first has no `mod`, the step of each is the step of the next
      times the size of the next, and the step of the last is 1.
    * (C2) Roles come last, first rows, then lanes, then steps, of the last two one at
      most. Only they have a word for tiles that lack iterations.
    * (C3) `merge` joins two or more loops in a row, in their order, and these are nowhere
      else.
    * (C4) Steps and sizes are positive, and their product is less than 2^48.
    * (C5) There are as many extents as loops, and none is negative.
    * (C6) `dot` is `auto`, `none` or the name of an instruction; `keep` has neither tile
      loops nor `dot`.

    ```mlir
    #layout.loops<(i, j, k) -> (j floordiv 32, i floordiv 14, k, rows<edge> i mod 14, lanes j mod 32)>
    #layout.loops<(h, w, c, i, j) -> (c floordiv 32, h, w floordiv 7, (c floordiv 8) mod 4, unroll i, unroll j, rows w mod 7, lanes<whole> c mod 8)>
    #layout.loops<(o, h, w, l) -> (o, merge(h, w) floordiv 16, lanes<mask> l, steps<shift> merge(h, w) mod 16)>
    #layout.loops<keep>
    ```
  }];
  let parameters = (ins
    "bool":$keep,
    "unsigned":$numLoops, // of the nest; 0 if it is kept
    ArrayRefOfSelfAllocationParameter<"::mlir::layout::TileLoop", "">:$tileLoops,
    "::mlir::StringAttr":$dot,              // null if not stated
    ArrayRefParameter<"int64_t">:$extents,  // of loops, kDynamic for `?`; empty if not stated
    "::mlir::layout::PlanAuthor":$author);
  let builders = [
    // a plan without `dot`
    AttrBuilder<(ins "unsigned":$numLoops,
                     "::llvm::ArrayRef<::mlir::layout::TileLoop>":$tileLoops,
                     CArg<"::llvm::ArrayRef<int64_t>", "{}">:$extents,
                     CArg<"::mlir::layout::PlanAuthor",
                          "::mlir::layout::PlanAuthor::User">:$author), [{
      return $_get($_ctxt, /*keep=*/false, numLoops, tileLoops,
                   ::mlir::StringAttr(), extents, author);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The plan of a nest that is left to LLVM.
    static LoopsAttr getKeep(::mlir::MLIRContext *context,
                             ::mlir::layout::PlanAuthor author =
                                 ::mlir::layout::PlanAuthor::User) {
      return get(context, /*keep=*/true, 0, {}, ::mlir::StringAttr(), {}, author);
    }

    bool isUsers() const { return getAuthor() == PlanAuthor::User; }
    /// The same plan, by another author.
    LoopsAttr withAuthor(::mlir::layout::PlanAuthor author) const {
      return get(getContext(), getKeep(), getNumLoops(), getTileLoops(),
                 getDot(), getExtents(), author);
    }
    /// The number of the first tile loop of the register tile; that of all if
    /// there is none.
    unsigned getNumOuter() const;
    /// The tile loops of this role, as numbers.
    ::llvm::SmallVector<unsigned> getLoopsOf(::mlir::layout::LoopRole role) const;
  }];
}

#endif // LAYOUT_IR_LOOPSATTR_TD
