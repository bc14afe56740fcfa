//===- LayoutOps.td - Operations of the layout dialect -*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTOPS_TD
#define LAYOUT_IR_LAYOUTOPS_TD

include "Layout/IR/ImageOps.td"
include "Layout/IR/AllAttrs.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

class Layout_Op<string mnemonic, list<Trait> traits = []>
    : Op<Layout_Dialect, mnemonic, traits>;

/// A fact or an assumption is made here. An effect that is an allocation,
/// of no value, on a resource of its own: so facts are neither erased nor merged,
/// and are no barrier to memory. A write to that resource would be one: upstream's
/// CSE and store-to-load forwarding look at the kind of effect only.
def Layout_FactResource : Resource<"::mlir::layout::FactResource">;

def Layout_UndefOp : Layout_Op<"undef"> {
  let summary = "an arbitrary but valid value";
  let description = [{
    Each execution yields one arbitrary but fixed value, never poison; all uses
    see the same one. Storing it gives permission to leave anything there. Its
    effect is an allocation on the result: two ops stay two, an unused one dies.

    * (C1) The result is a number, a complex number or a vector.

    ```mlir
    %u = layout.undef : f32
    ```
  }];
  let results = (outs Res<AnyTypeOf<[AnySignlessInteger, Index, AnyFloat, AnyComplex,
                                     AnyVectorOfAnyRank]>,
                         "", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Layout_AssumeOp : Layout_Op<"assume",
    [MemoryEffects<[MemAlloc<Layout_FactResource>]>]> {
  let summary = "states that a condition holds here";
  let description = [{
    ```mlir
    layout.assume %cond : i1
    ```
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict `:` type($condition)";
}

def Layout_DotOp : Layout_Op<"dot", [Pure,
    AllTypesMatch<["sums", "result"]>,
    AllTypesMatch<["left", "right"]>]> {
  let summary = "adds the products of a group of narrow numbers to each sum";
  let description = [{
    Lane `i` of the result is lane `i` of `sums`, plus the products of bytes `4 * i`
    to `4 * i + 3` of one vector with those of the other. The bytes of a vector after
    `signed` have a sign, others have none. All of it wraps around, modulo 2^32.

    Pairs of `bf16` are added to sums of `f32` likewise. The products may be rounded, in
    which order and how often is not said, and denormal numbers may be taken for zeros:
    it is made of operations that permit it, by `contract` and `reassoc`.

    `layout-legalize` lowers it to an instruction of processors that have one
    for such factors ([targets](Target.md)), and to arithmetic elsewhere.

    | factors | x86 | AArch64 | RISC-V |
    |---|---|---|---|
    | bytes, one signed | `vpdpbusd` | `usdot` | `vqdotsu` |
    | bytes, both signed | `vpdpbssd` | `sdot` | `vqdot` |
    | bytes, none signed | `vpdpbuud` | `udot` | `vqdotu` |
    | `bf16` | `vdpbf16ps` | `bfdot` | |

    * (C1) There are four bytes for each sum of `i32`, or two `bf16` for each of `f32`.
    * (C2) Only bytes are `signed`.

    ```mlir
    %r = layout.dot %sums, %a, signed %b : vector<16xi32>, vector<64xi8>
    ```
  }];
  let arguments = (ins VectorOfRankAndType<[1], [I32, F32]>:$sums,
                       VectorOfRankAndType<[1], [I8, BF16]>:$left,
                       VectorOfRankAndType<[1], [I8, BF16]>:$right,
                       UnitAttr:$leftSigned, UnitAttr:$rightSigned);
  let results = (outs VectorOfRankAndType<[1], [I32, F32]>:$result);
  let assemblyFormat = [{
    $sums `,` (`signed` $leftSigned^)? $left `,` (`signed` $rightSigned^)? $right
    attr-dict `:` type($sums) `,` type($left)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Products of bytes that are added to each sum.
    static constexpr int64_t kGroupSize = 4;

    bool isOfFloats() {
      return ::llvm::isa<::mlir::FloatType>(getLeft().getType().getElementType());
    }
    /// Returns how many products are added to each sum.
    int64_t getGroupSize() { return isOfFloats() ? 2 : kGroupSize; }
  }];
}

class Layout_PaddingFactOp<string mnemonic> : Layout_Op<mnemonic,
    [MemoryEffects<[MemAlloc<Layout_FactResource>]>]> {
  let arguments = (ins AnyMemRef:$physical, Variadic<Index>:$sizes,
                       TypeAttrOf<AnyMemRef>:$logicalType);
  let assemblyFormat = [{
    $physical (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($physical) `of` $logicalType
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::MemRefType getLaidOutType() {
      return ::llvm::cast<::mlir::MemRefType>(getLogicalType());
    }
  }];
}

def Layout_PaddingOp : Layout_PaddingFactOp<"padding"> {
  let summary = "says which elements of a physical buffer are padding, and of which kind";
  let description = [{
    A fact: `layout-apply` inserts one after the root of every buffer that has
    padding, as a physical memref looks like any other. A memref without one
    has only data.

    * (C1) The type after `of` is laid out.
    * (C2) The operand has the physical type of that type.
    * (C3) There is one size per dynamic extent of the type after `of`: the
      logical extent, which the physical buffer need not tell.

    ```mlir
    layout.padding %A : memref<4x4xi32> of memref<14xi32, #L>
    layout.padding %B sizes(%n) : memref<?x4xi32> of memref<?xi32, #L>
    ```
  }];
}

def Layout_AssumePaddingOp : Layout_PaddingFactOp<"assume_padding"> {
  let summary = "states that the padding holds now what the layout says";
  let description = [{
    * (C1) The type after `of` is laid out.
    * (C2) The operand has the physical type of that type.
    * (C3) There is one size per dynamic extent of the type after `of`: the
      logical extent, which the physical buffer need not tell.

    ```mlir
    layout.assume_padding %A : memref<4x4xi32> of memref<14xi32, #L>
    layout.assume_padding %B sizes(%n) : memref<?x4xi32> of memref<?xi32, #L>
    ```
  }];
}

def Layout_MemRefOrTensor : AnyTypeOf<[AnyMemRef, AnyRankedTensor]>;

def Layout_AsPhysicalOp : Layout_Op<"as_physical",
    [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "the storage of a laid-out buffer, as a buffer";
  let description = [{
    An alias, no copy: the bridge to code that knows nothing of layouts. A store
    through it that may touch padding ends every fact about the padding; the
    function then owes the pad again. Of a tensor it is the tensor of all its
    places, padding included; what is written there is written to a copy.

    * (C1) The source is laid out.
    * (C2) The result has the physical type of the source.

    ```mlir
    %p = layout.as_physical %a : memref<14xi32, #L> to memref<4x4xi32>
    %q = layout.as_physical %t : tensor<14xi32, #L> to tensor<4x4xi32>
    ```
  }];
  let arguments = (ins Layout_MemRefOrTensor:$source);
  let results = (outs Layout_MemRefOrTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Layout_AsLogicalOp : Layout_Op<"as_logical",
    [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "a buffer seen as the storage of a laid-out buffer";
  let description = [{
    An alias, no copy. Of a tensor it is the tensor of which these are the places.
    The program that contains this op guarantees that padding holds what the type
    of the result says. `pad<none>` requires nothing.

    * (C1) The result is laid out.
    * (C2) The source has the physical type of the result.
    * (C3) There is one size per dynamic extent of the result.

    ```mlir
    %a = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #L>
    %b = layout.as_logical %q sizes(%n) : memref<?x4xi32> to memref<?xi32, #L>
    %t = layout.as_logical %u : tensor<4x4xi32> to tensor<14xi32, #L>
    ```
  }];
  let arguments = (ins Layout_MemRefOrTensor:$source, Variadic<Index>:$sizes);
  let results = (outs Layout_MemRefOrTensor:$result);
  let assemblyFormat = [{
    $source (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Layout_ConvertOp : Layout_Op<"convert",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "the same values in another layout; padding is written";
  let description = [{
    On tensors a value of the new layout; on buffers a copy into `outs`. The
    logical shape and the element type stay; each element keeps its value; the
    padding of the destination is written as its layout says. Two buffers of
    different layouts must not overlap.

    * (C1) The source is a tensor and there is a result, or source and `outs` are
      memrefs and there is none; ranked.
    * (C2) Both have one logical shape.
    * (C3) Both have one element type.
    * (C4) Tensors are plain or have a `#layout.buffer` as encoding.

    ```mlir
    %t1 = layout.convert %t0 : tensor<14xi32> to tensor<14xi32, #L>
    layout.convert ins(%m0 : memref<14xi32>) outs(%m1 : memref<14xi32, #L>)
    ```
  }];
  let arguments = (ins AnyShaped:$source, Optional<AnyMemRef>:$dest);
  let results = (outs Optional<AnyTensor>:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source, "::mlir::Value":$dest)>,
    OpBuilder<(ins "::mlir::RankedTensorType":$type, "::mlir::Value":$source)>];
  let extraClassDeclaration = [{
    bool isOnBuffers() { return static_cast<bool>(getDest()); }
    ::mlir::ShapedType getSourceType() { return ::llvm::cast<::mlir::ShapedType>(getSource().getType()); }
    ::mlir::ShapedType getDestType() {
      ::mlir::Value value = isOnBuffers() ? ::mlir::Value(getDest()) : ::mlir::Value(getResult());
      return ::llvm::cast<::mlir::ShapedType>(value.getType());
    }
  }];
}

#endif // LAYOUT_IR_LAYOUTOPS_TD
