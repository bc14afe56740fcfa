//===- TestOps.td - Ops of a dialect that this project does not know ------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Layout/IR/LayoutAccess.td"
include "Layout/IR/LayoutPropagation.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def LayoutTest_Dialect : Dialect {
  let name = "layout_test";
  let cppNamespace = "::mlir::layout::test";
}

class LayoutTest_Op<string mnemonic, list<Trait> traits = []>
    : Op<LayoutTest_Dialect, mnemonic, traits>;

def LayoutTest_LoadAtOp : LayoutTest_Op<"load_at",
    [TypesMatchWith<"an element", "memref", "result",
                    "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">,
     DeclareOpInterfaceMethods<LayoutAccessOpInterface,
                               ["redirect", "isSpeculatableInBounds"]>]> {
  let summary = "One element, by one index per dimension";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$memref,
                       Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$memref `[` $indices `]` attr-dict `:` type($memref)";
}

def LayoutTest_CheckedAtOp : LayoutTest_Op<"checked_at",
    [TypesMatchWith<"an element", "memref", "result",
                    "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">,
     DeclareOpInterfaceMethods<LayoutAccessOpInterface, ["redirect"]>]> {
  let summary = "One element, which must not be 0";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$memref,
                       Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$memref `[` $indices `]` attr-dict `:` type($memref)";
}

def LayoutTest_SwapOp : LayoutTest_Op<"swap",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<LayoutAccessOpInterface, ["redirect"]>]> {
  let summary = "Exchanges an element of one buffer and one of another";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead, MemWrite]>:$left,
                       Variadic<Index>:$leftIndices,
                       Arg<AnyMemRef, "", [MemRead, MemWrite]>:$right,
                       Variadic<Index>:$rightIndices);
  let assemblyFormat = [{
    $left `[` $leftIndices `]` `,` $right `[` $rightIndices `]` attr-dict
    `:` type($left) `,` type($right)
  }];
}

def LayoutTest_ScaleOp : LayoutTest_Op<"scale",
    [DeclareOpInterfaceMethods<LayoutAccessOpInterface, ["decompose"]>]> {
  let summary = "Multiplies every element";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead, MemWrite]>:$memref,
                       F32:$factor);
  let assemblyFormat = "$memref `,` $factor attr-dict `:` type($memref)";
}

def LayoutTest_MakeOp : LayoutTest_Op<"make"> {
  let summary = "A new buffer";
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$memref);
  let assemblyFormat = "attr-dict `:` type($memref)";
}

def LayoutTest_MakeTwiceOp : LayoutTest_Op<"make_twice"> {
  let summary = "A new buffer, by two names";
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$memref,
                      Res<AnyMemRef, "", [MemAlloc]>:$same);
  let assemblyFormat = "attr-dict `:` type($memref) `,` type($same)";
}

def LayoutTest_FreeOp : LayoutTest_Op<"free",
    [DeclareOpInterfaceMethods<LayoutAccessOpInterface>]> {
  let summary = "The end of a buffer";
  let arguments = (ins Arg<AnyMemRef, "", [MemFree]>:$memref);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

def LayoutTest_CountOp : LayoutTest_Op<"count",
    [DeclareOpInterfaceMethods<LayoutAccessOpInterface, ["decompose"]>]> {
  let summary = "The number of elements";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$memref);
  let results = (outs Index:$number);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

def LayoutTest_FirstExtentOp : LayoutTest_Op<"first_extent",
    [DeclareOpInterfaceMethods<LayoutAccessOpInterface>]> {
  let summary = "An extent, which it asks of the storage";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$memref);
  let results = (outs Index:$extent);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

def LayoutTest_NegateOp : LayoutTest_Op<"negate", [MemRefsNormalizable]> {
  let summary = "Negates every element, wherever it lies";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead, MemWrite]>:$memref);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

def LayoutTest_RowsOp : LayoutTest_Op<"rows", [MemRefsNormalizable]> {
  let summary = "Looks at a buffer of rank 2";
  let arguments = (ins Arg<MemRefRankOf<[F32], [2]>, "", [MemRead]>:$memref);
  let assemblyFormat = "$memref attr-dict `:` type($memref)";
}

def LayoutTest_HalveOp : LayoutTest_Op<"halve",
    [Pure, SameOperandsAndResultShape,
     DeclareOpInterfaceMethods<LayoutPropagationOpInterface,
                               ["foldPads", "getPreferredLayouts"]>]> {
  let summary = "Half of each element of a tensor";
  let arguments = (ins AnyRankedTensor:$tensor, OptionalAttr<AnyAttr>:$fast);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
    "$tensor attr-dict `:` type($tensor) `to` type($result)";
}

def LayoutTest_ReverseOp : LayoutTest_Op<"reverse",
    [Pure, SameOperandsAndResultShape,
     DeclareOpInterfaceMethods<LayoutPropagationOpInterface>]> {
  let summary = "The elements of a tensor, backwards in one dimension";
  let arguments = (ins AnyRankedTensor:$tensor, I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
    "$tensor attr-dict `:` type($tensor) `to` type($result)";
}
