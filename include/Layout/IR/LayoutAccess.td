//===- LayoutAccess.td - Interface of element accesses --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTACCESS_TD
#define LAYOUT_IR_LAYOUTACCESS_TD

include "mlir/IR/OpBase.td"

def LayoutAccessOpInterface : OpInterface<"LayoutAccessOpInterface"> {
  let cppNamespace = "::mlir::layout";
  let description = [{
    What an op does to the elements of its memrefs, and what is to become of it
    when one of them is laid out. All passes ask this interface, of upstream's ops
    (which have external models) as of those of any other dialect.

    Each method is about one operand, which is a memref. Indices are those of the
    operand as the op names it: logical, whatever its layout.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Which elements one execution of the op reads and writes through
        `operand`: no others, and all of them unless `isConditional`. Unless
        that is `Unknown`, the buffer is not forwarded under another name. That
        memory is touched at all is stated beside it, by
        `MemoryEffectOpInterface`.
      }],
      "::mlir::layout::OperandAccess", "getAccess",
      (ins "::mlir::OpOperand &":$operand)>,
    InterfaceMethod<
      /*desc=*/[{
        May the op be executed where the program does not, if all elements that
        it touches are in bounds, and no other operand is poison? It then ends,
        whatever the elements hold; it only reads, and only what `getAccess`
        says; and its results are not poison. Passes that remove a guard ask, of
        ops that have effects; those of an op must agree. False is always right.
      }],
      "bool", "isSpeculatableInBounds", (ins), /*body=*/"",
      [{ return false; }]>,
    InterfaceMethod<
      /*desc=*/"How the op is made over when `operand` becomes physical.",
      "::mlir::layout::LayoutRewrite", "getLayoutRewrite",
      (ins "::mlir::OpOperand &":$operand)>,
    InterfaceMethod<
      /*desc=*/[{
        Can this op, with these types, be made over as `getLayoutRewrite` says?
        Explains a refusal by an error at the op. Nothing is changed. Elements
        that move from one buffer to another, one after the other, would be
        overwritten before they are read, were both one storage:
        `mayBeOneStorage` tells.
      }],
      "::llvm::LogicalResult", "verifyLayoutRewrite",
      (ins "::mlir::layout::StorageQuery":$mayBeOneStorage), /*body=*/"",
      [{ return ::mlir::success(); }]>,
    InterfaceMethod<
      /*desc=*/[{
        For `LayoutRewrite::Indices`: makes the op access, through `operand`, the
        element that `place` says, in place. `redirectIndices` does it for ops
        that take one index operand per dimension. An op with only one such
        operand may be replaced instead. Cannot fail.
      }],
      "void", "redirect",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::OpOperand &":$operand,
           "const ::mlir::layout::NewPlace &":$place), /*body=*/"",
      [{ llvm_unreachable("an op that is rewritten by its indices redirects"); }]>,
    InterfaceMethod<
      /*desc=*/[{
        For `LayoutRewrite::Accesses`: replaces the op by accesses on the same
        memrefs, by logical index: loads and stores in loops, or any other ops
        that have this interface and are not decomposed. Cannot fail after
        `verifyLayoutRewrite`.
      }],
      "void", "decompose", (ins "::mlir::RewriterBase &":$rewriter),
      /*body=*/"",
      [{ llvm_unreachable("an op that is rewritten by accesses decomposes"); }]>,
  ];
}

#endif // LAYOUT_IR_LAYOUTACCESS_TD
