//===- LayoutPropagation.td - Interface of layout propagation -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTPROPAGATION_TD
#define LAYOUT_IR_LAYOUTPROPAGATION_TD

include "mlir/IR/OpBase.td"

def LayoutPropagationOpInterface : OpInterface<"LayoutPropagationOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    Which tensors of an op lie in one order of elements, and what the op makes of
    their padding. `layout-reflow` moves conversions through ops that have this
    interface, and steps around all others; `layout-choose` queries which
    layouts they want.

    Nothing that is said here can make a program wrong: a tensor type says where
    its elements lie and what its padding holds, and whoever makes a tensor of a
    type owes both. What is said wrongly makes it slow, or its remarks untrue.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        The tensors whose layouts go together: one group for each set of them
        that could have other layouts than the rest. A tensor in no group keeps
        its type, and so does each tensor of a group in which a value has no
        ranked tensor type. Types of values in a group, and of operands, may be
        changed by others, all of a group at once, then `updateTypes` is called.
        Must not depend on the layouts that the tensors have.
      }],
      "::llvm::SmallVector<::mlir::layout::TensorLinks>", "getTensorLinks">,
    InterfaceMethod<
      /*desc=*/[{
        What padding of one step holds in each of `links.values` if it is
        computed as data is. `pads` has what it holds in each of
        `links.operands`, in order; null is a pad of which nothing is
        known, in the answer, too. A pad that is a number, or `undef`, speaks of
        all padding of the step; others are functions of the place, and hold for
        the answer only if it has elements at the same places.
      }],
      "::llvm::SmallVector<::mlir::layout::PadAttr>", "foldPads",
      (ins "const ::mlir::layout::TensorLinks &":$links,
           "::llvm::ArrayRef<::mlir::layout::PadAttr>":$pads), /*body=*/"",
      [{ return ::llvm::SmallVector<::mlir::layout::PadAttr>(links.values.size()); }]>,
    InterfaceMethod<
      /*desc=*/[{
        The pad of `operand` with which the op can be computed on padding, too,
        without harm: 0 for a sum over it. Null if there is none, or any will do.
      }],
      "::mlir::layout::PadAttr", "getWantedPad",
      (ins "::mlir::OpOperand &":$operand), /*body=*/"", [{ return {}; }]>,
    InterfaceMethod<
      /*desc=*/[{
        Layouts in which the op, on plain tensors, is fast enough to convert for
        it: one for each operand, then one for each result, null for none. A
        destination and its result must have the same. Nullopt if there are
        none; `why` may then say why, and is not looked at if it is empty. An op
        whose tensors are linked goes over to whatever layout saves conversions:
        one that is to keep what it prefers links nothing.
      }],
      "::std::optional<::llvm::SmallVector<::mlir::layout::BufferAttr>>",
      "getPreferredLayouts", (ins "::std::string &":$why), /*body=*/"",
      [{ return ::std::nullopt; }]>,
    InterfaceMethod<
      /*desc=*/[{
        Called when the types of linked tensors have changed: what else states
        them follows, as the type of a function.
      }],
      "void", "updateTypes", (ins), /*body=*/"", [{ return; }]>,
  ];
}

#endif // LAYOUT_IR_LAYOUTPROPAGATION_TD
