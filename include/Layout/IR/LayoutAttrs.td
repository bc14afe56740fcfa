//===- LayoutAttrs.td - Attributes of the layout dialect -*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTATTRS_TD
#define LAYOUT_IR_LAYOUTATTRS_TD

include "Layout/IR/LayoutDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"

class Layout_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Layout_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Layout_IndexMapAttr : Layout_Attr<"IndexMap", "index_map"> {
  let summary = "where each element lies: logical index to physical index";
  let description = [{
    An affine map without symbols, optionally with its inverse. A stated inverse
    is verified, not trusted. Layout strings are another way to write the map;
    it prints in affine form.

    `a xor b` is notation for an affine expression, the bits of which are
    `(a floordiv 2^t + b floordiv 2^t) mod 2`. It binds less than all other
    operators: `j xor i mod 8` is `j xor (i mod 8)`. All operands but one must be
    bounded by their structure: `e mod c`, a constant, sums and quotients of those.
    `swizzle<B, M, S>(x)` is CuTe's: `x` with the bits [M + S, M + S + B) xor'ed into
    the bits [M, M + B), or, for S < 0, the bits [M, M + B) into those -S higher.
    By itself, it is a map of one index. An expression that is an `xor`, however it
    was written, prints as one.

    * (C1) There are no symbols.
    * (C2) Every divisor is a positive constant.
    * (C3) A stated inverse takes as many indices as the map has results, and has
      as many results as the map takes indices.
    * (C4) Of the operands of `xor`, one at most is not bounded, and no constant is
      negative; written out, an index is named 20000 times at most. The parameters
      of `swizzle` have B >= 0, M >= 0 and |S| >= B.

    ```mlir
    #layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>
    #layout.index_map<"NHWC" -> "NCHW4c">
    #layout.index_map<(i, j) -> (i, ((j floordiv 8) mod 8) xor (i mod 8), j mod 8)>
    #layout.index_map<(i, j) -> (swizzle<3, 3, 3>(64 * i + j))>
    #layout.index_map<(i, j) -> (i floordiv 64, j, i mod 64), inverse (a, b, c) -> (64 * a + c, b)>
    ```
  }];
  let parameters = (ins "::mlir::AffineMap":$map,
                        "::mlir::AffineMap":$inverse); // null if not stated
  let builders = [AttrBuilderWithInferredContext<(ins "::mlir::AffineMap":$map), [{
    return $_get(map.getContext(), map, ::mlir::AffineMap());
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Why `map` can be no map of this dialect, whatever the shape: "symbolic
    /// divisor s0 in 'd0 floordiv s0'". Empty if it can.
    static std::string describeFault(::mlir::AffineMap map);

    /// The map from one layout string to another, such as "NHWC" to "NCHW4c".
    /// Null, with an error that says what is wrong with which, if there is none.
    static IndexMapAttr
    getOfStrings(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
                 ::mlir::MLIRContext *context, ::llvm::StringRef from,
                 ::llvm::StringRef to);
  }];
}

def Layout_ExtentAttr : Layout_Attr<"Extent", "extent"> {
  let summary = "physical extents, at least the derived ones";
  let description = [{
    One extent per result of the index map of the same step; `?` keeps the
    derived one. Larger ones give alignment and spare tiles; smaller ones are an
    error of the buffer that has them. `? + 1` adds a border of one slot after
    the derived extent, dynamic or not; `? + 0` is `?`.

    * (C1) No extent and no border is negative.

    ```mlir
    #layout.extent<[?, 40]>
    #layout.extent<[? + 1, ?]>
    ```

    In C++ an extent is a `StatedExtent`:
    `ExtentAttr::get(context, {StatedExtent::derived(1), StatedExtent::derived()})`.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::layout::StatedExtent">:$extents);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Layout_AxisSeparatorAttr : Layout_Attr<"AxisSeparator", "axis_separator"> {
  let summary = "groups of physical axes that become one axis each when flattened";
  let description = [{
    Each number is the first axis of the next group: `[3]` makes one axis of
    [0, 3) and one of [3, ..). `[]` makes one axis of all.

    * (C1) None is less than 1.
    * (C2) They ascend.

    ```mlir
    #layout.axis_separator<[3]>
    #layout.axis_separator<[]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$separators);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Layout_PadAttr : Layout_Attr<"Pad", "pad"> {
  let summary = "what the padding of one step holds";
  let description = [{
    | form | the padding |
    |---|---|
    | `pad<none>` | must be neither read nor written (the default) |
    | `pad<undef>` | may be read (any value) and written at will |
    | `pad<0.0 : f32>` | holds this value |
    | `pad<value (io, ii) -> (4 * io + ii)>` | holds this number, a function of where it lies, in the element type |
    | `pad<(io, ii) -> (0, (4 * io + ii - 14) mod 4)>` | holds a copy of that element of the same buffer |

    Maps speak in the result space of the index map of their own step.

    * (C1) A value map has exactly one result.
    * (C2) A copying map has as many results as it takes indices.
    * (C3) A map has no symbols, and its divisors are positive constants.
    * (C4) A constant is an integer, a float or a dense vector.
    * (C5) A constant has the element type of the buffer; a value map needs a
      signless integer, an index, or a float with a sign and a zero. Checked at
      tensor types, at operations of this dialect, at `layout.transform` and by the
      first pass: a memref layout does not know the element type.

    ```mlir
    #layout.pad<undef>
    #layout.pad<0.0 : f32>
    #layout.pad<value (io, ii) -> (io * 4 + ii)>
    #layout.pad<(io, ii) -> (0, (io * 4 + ii - 14) mod 4)>
    ```
  }];
  let parameters = (ins "::mlir::layout::PadKind":$kind,
                        "::mlir::TypedAttr":$value,   // of Constant; else null
                        "::mlir::AffineMap":$map);    // of Value and Copy; else null
  let builders = [
    // none and undef
    AttrBuilder<(ins "::mlir::layout::PadKind":$kind), [{
      return $_get($_ctxt, kind, ::mlir::TypedAttr(), ::mlir::AffineMap());
    }]>,
    // a constant
    AttrBuilderWithInferredContext<(ins "::mlir::TypedAttr":$value), [{
      return $_get(value.getContext(), ::mlir::layout::PadKind::Constant, value,
                   ::mlir::AffineMap());
    }]>,
    // a value map or a copy map
    AttrBuilderWithInferredContext<(ins "::mlir::layout::PadKind":$kind, "::mlir::AffineMap":$map), [{
      return $_get(map.getContext(), kind, ::mlir::TypedAttr(), map);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    bool isNone() const { return getKind() == PadKind::None; }
    bool isUndef() const { return getKind() == PadKind::Undef; }
    bool isCopy() const { return getKind() == PadKind::Copy; }
    /// Constant, value or copy: there is something that must be in memory.
    bool holdsSomething() const { return !isNone() && !isUndef(); }
    /// Can a buffer of this element type have this pad? If not, `why` says so:
    /// a constant of another type, a value map on an element type that is
    /// neither integer, index nor float.
    bool isValidFor(::mlir::Type elementType, std::string &why) const;
  }];
}

def Layout_BufferAttr : Layout_Attr<"Buffer", "buffer", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface,
      ["isIdentity", "verifyLayout", "getStridesAndOffset"]>,
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "the layout of a buffer: steps, then axis separators";
  let description = [{
    The one attribute of the dialect that can be the layout of a memref type or
    the encoding of a tensor type: one or more steps, each an `index_map`,
    optionally its `extent` and its `pad`; then optionally axis separators. Map
    *k* is applied to the whole box of step *k* - 1, padding included. Attributes
    inside are written without `#layout.`; aliases of them may be used.

    * (C1) There is at least one step; an extent or a pad follows the index map it
      belongs to, once each; separators come last.
    * (C2) Each index map takes as many indices as the one before has results.
    * (C3) There is one extent per result of the index map of the step.
    * (C4) A pad map takes as many indices as the index map of its step has
      results.
    * (C5) Separators are less than the physical rank.
    * (C6) The index expressions of all steps together, composed, name an index
      20000 times at most: composing maps can double them with each step.

    On the shape of a type:

    * (C7) The first index map takes as many indices as the type has dimensions.
    * (C8) No index map leads to a negative index.
    * (C9) No index map leads two indices to one place.
    * (C10) A stated extent is at least the derived one. One that has a border is
      derived for every size of the dynamic dimensions: a formula that is negative
      for an empty buffer, as `2 * s0 - 1` of `(i) -> (2 * i)` is, cannot have one.
    * (C11) A stated inverse is the inverse.
    * (C12) A copying pad leads from padding to data, on a static shape.
    * (C13) No operand of an `xor` in an index map is negative.

    ```mlir
    #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
    #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<undef>,
                   index_map<(a, b, j) -> (a, b, j floordiv 8, j mod 8)>, pad<0 : i32>>
    #layout.buffer<index_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>, axis_separator<[3]>>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::layout::IndexMapAttr">:$indexMaps, // one per step
    ArrayRefParameter<"::mlir::layout::ExtentAttr">:$extents,     // one per step, may be null
    ArrayRefParameter<"::mlir::layout::PadAttr">:$pads,           // one per step, never null
    "::mlir::layout::AxisSeparatorAttr":$separators);             // null if none
  let builders = [
    // one step; a null pad is `none`
    AttrBuilderWithInferredContext<(ins "::mlir::layout::IndexMapAttr":$map,
        CArg<"::mlir::layout::PadAttr", "{}">:$pad,
        CArg<"::mlir::layout::AxisSeparatorAttr", "{}">:$separators), [{
      ::mlir::MLIRContext *context = map.getContext();
      if (!pad)
        pad = ::mlir::layout::PadAttr::get(context, ::mlir::layout::PadKind::None);
      return $_get(context, ::llvm::ArrayRef(map),
                   ::llvm::ArrayRef(::mlir::layout::ExtentAttr()),
                   ::llvm::ArrayRef(pad), separators);
    }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    size_t getNumSteps() const { return getIndexMaps().size(); }
    /// Rank of the types that can have this layout.
    unsigned getLogicalRank() const { return getIndexMaps().front().getMap().getNumDims(); }
    unsigned getPhysicalRank() const { return getIndexMaps().back().getMap().getNumResults(); }

    /// The layout of one step with this map, which must be one that can be an
    /// index map (`IndexMapAttr::describeFault`). A null pad is `none`.
    static BufferAttr get(::mlir::AffineMap map, ::mlir::layout::PadAttr pad = {},
                          ::mlir::layout::AxisSeparatorAttr separators = {}) {
      return get(::mlir::layout::IndexMapAttr::get(map), pad, separators);
    }

    /// The layout of one step with this map and nothing else stated. Null if the
    /// map cannot be an index map.
    static BufferAttr getOfMap(::mlir::AffineMap map);

    /// The layout without attributes, as the mathematics sees it.
    LayoutSpec getSpec() const;

    /// All that follows from this layout on a logical shape; from the cache.
    /// The reference lives as long as the context.
    const PhysicalLayout &getPhysicalLayout(::llvm::ArrayRef<int64_t> shape) const;

    /// Does this layout do nothing but state separators: one identity map without
    /// extent or pad? Such a buffer is already physical.
    bool isPhysical() const;

    /// What remains of this layout once the buffer is physical: identity map and
    /// separators. Null if there are no separators.
    BufferAttr getPhysicalSeparators() const;

    /// Does some step have a pad that is a constant, a value or a copy?
    bool holdsSomething() const;
    bool hasCopyPad() const;
  }];
}

def Layout_TextureAccess : I32EnumAttr<"TextureAccess", "how kernels use a texture", [
    I32EnumAttrCase<"Read", 0, "read">, I32EnumAttrCase<"Write", 1, "write">,
    I32EnumAttrCase<"ReadWrite", 2, "readwrite">]> {
  let cppNamespace = "::mlir::layout";
  let genSpecializedAttr = 0;
}

def Layout_TextureOutside : I32EnumAttr<"TextureOutside", "what is read outside of an image", [
    I32EnumAttrCase<"Undefined", 0, "undefined">, I32EnumAttrCase<"Zero", 1, "zero">,
    I32EnumAttrCase<"Clamp", 2, "clamp">]> {
  let cppNamespace = "::mlir::layout";
  let genSpecializedAttr = 0;
}

def Layout_TextureOutsideParameter : EnumParameter<Layout_TextureOutside> {
  let defaultValue = "::mlir::layout::TextureOutside::Undefined";
}

def Layout_TextureAttr : Layout_Attr<"Texture", "texture"> {
  let summary = "texture memory, a memory space";
  let description = [{
    Buffers in this space live in images; the keyword says whether kernels read
    them, write them, or both.

    `outside` is what the target guarantees for `layout.fetch` at an index outside of
    the image: `zero`, all channels 0; `clamp`, the nearest texel, each coordinate
    by itself; `undefined`, the default, nothing. It speaks of the image: rows,
    columns and layers of texels, after all layouts, and licenses no `load` outside
    of a buffer.

    * (C1) Only for a texture that is `read` is there a guarantee.

    ```mlir
    memref<64x64xvector<4xf32>, #layout.texture<read>>
    memref<64x64xvector<4xf32>, #layout.texture<read, outside = zero>>
    ```
  }];
  let parameters = (ins EnumParameter<Layout_TextureAccess>:$access,
                        Layout_TextureOutsideParameter:$outside);
  let assemblyFormat = "`<` $access (`,` `outside` `=` $outside^)? `>`";
  let genVerifyDecl = 1;
}

#endif // LAYOUT_IR_LAYOUTATTRS_TD
