//===- LayoutDialect.td - The layout dialect -*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTDIALECT_TD
#define LAYOUT_IR_LAYOUTDIALECT_TD

include "mlir/IR/OpBase.td"

def Layout_Dialect : Dialect {
  let name = "layout";
  let cppNamespace = "::mlir::layout";
  let summary = "Where the elements of a buffer lie, and what its padding holds";
  let description = [{
    A compiler knows two shapes of every buffer: the *logical* one that the
    algorithm indexes, and the *physical* one that lies in memory. This dialect
    states the second once, on the buffer, as `#layout.buffer`: the layout of a
    memref type or the encoding of a tensor type. Passes derive the rest.

    ```mlir
    memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>>
    ```

    | term | meaning |
    |---|---|
    | logical index, shape | what the program uses: one index per dimension of the type |
    | physical index, shape | where the element lies: the value of the index map; and the box around all of them |
    | padding | physical indices inside the physical shape to which no logical index maps |
    | step | one index map, with the pad of the padding that this map introduces |
    | contract | what padding must hold at returns and calls |

    These discardable attributes belong to the dialect; any other `layout.*`
    attribute is an error, and so is one of these elsewhere than said here.

    * `layout.transform`, a `#layout.buffer` on a function argument, a memory
      attribution of a kernel, `memref.alloc`, `memref.alloca` or
      `memref.global`, *requests* that layout of a buffer of plain type.
    * `layout.access`, a string `"read"`, `"write"` or `"readwrite"` on a function
      argument that is a buffer, says how the function uses it; `layout-apply`
      writes it.
    * `layout.sequential`, a unit attribute on a function argument that is a
      buffer, `memref.alloc`, `memref.alloca`, an op that touches one element of
      one buffer, `affine.for` or `scf.for`, marks what is to be walked in physical
      order. An `scf.while` may have it, too: upstream copies it from `scf.for`.
    * `layout.cache`, a `#layout.buffer` on a function argument that is a memref,
      `memref.alloc` or `memref.alloca`, requests a local copy of that layout; as a
      unit attribute on a loop it says where.
    * `layout.prefer`, an array with a `#layout.buffer` or `unit` for each operand
      of an op on tensors, says which layouts `layout-choose` gives them; `unit` is
      none. It leaves a unit attribute: the op keeps the layouts that its tensors
      have. `layout-bufferize` takes that away.
    * `layout.weight`, a unit attribute or a name on a function argument that is a
      tensor, says that it is a weight, which callers lay out before they call the
      function. `layout-choose` takes it for a constant, and `layout-bufferize` takes
      the attribute away.
    * `layout.loops`, a `#layout.loops` on an `affine.for`, an `scf.for` or a `linalg`
      op, is the plan of that nest ([Loops.md](Loops.md)).
    * `layout.tuned`, a dictionary on a module and its functions, makes it a file of
      `layout-tune` ([Tuning.md](Tuning.md)).
    * `layout.noalias`, numbers of arguments on a function, is between
      `layout-record-noalias`, which writes it, and `layout-restore-noalias`.

    Constraints are numbered: `(C1)` of an attribute or operation is checked where
    its verifier says so. What a verifier rejects is proven wrong, with an index as
    witness where there is one. What cannot be decided is accepted there, and
    refused by the pass that needs to know.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasCanonicalizer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
    "::mlir::arith::ArithDialect"
  ];
  let extraClassDeclaration = [{
    /// Name of the attribute that requests a layout.
    static constexpr ::llvm::StringLiteral kTransformAttrName = "layout.transform";
    /// Name of the attribute that requests a local copy.
    static constexpr ::llvm::StringLiteral kCacheAttrName = "layout.cache";
    /// Name of the attribute that states how a function uses an argument.
    static constexpr ::llvm::StringLiteral kAccessAttrName = "layout.access";
    /// Name of the mark on what is to be walked in physical order.
    static constexpr ::llvm::StringLiteral kSequentialAttrName = "layout.sequential";
    /// On an op on tensors: the layouts that its operands are to have.
    static constexpr ::llvm::StringLiteral kPreferAttrName = "layout.prefer";
    /// Name of the record of noalias pointers, between the passes
    /// `layout-record-noalias` and `layout-restore-noalias`.
    static constexpr ::llvm::StringLiteral kNoAliasAttrName = "layout.noalias";

    /// Derived facts, computed once per (layout, logical shape). Thread-safe; the
    /// reference lives as long as the context. `BufferAttr::getPhysicalLayout`.
    const PhysicalLayout &getPhysicalLayout(BufferAttr layout,
                                            ::llvm::ArrayRef<int64_t> shape);
  private:
    void registerAttributes();
    void registerTypes();
    void registerOps();
    class LayoutCache;
    std::unique_ptr<LayoutCache> cache;
  public:
  }];
}

#endif // LAYOUT_IR_LAYOUTDIALECT_TD
