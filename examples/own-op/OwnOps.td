//===- OwnOps.td - Ops of one's own on buffers -*- tablegen -*-------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Layout/IR/LayoutAccess.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Own_Dialect : Dialect {
  let name = "own";
  let cppNamespace = "::own";
}

class Own_Op<string mnemonic, list<Trait> traits = []>
    : Op<Own_Dialect, mnemonic, traits>;

// MemRead and MemWrite say that memory is touched, the interface which elements.
def Own_AddToOp : Own_Op<"add_to",
    [DeclareOpInterfaceMethods<LayoutAccessOpInterface, ["redirect"]>]> {
  let summary = "Adds a number to one element";
  let arguments = (ins F32:$value,
                       Arg<MemRefOf<[F32]>, "", [MemRead, MemWrite]>:$memref,
                       Variadic<Index>:$indices);
  let assemblyFormat = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)";
}

def Own_ClampOp : Own_Op<"clamp",
    [DeclareOpInterfaceMethods<LayoutAccessOpInterface, ["decompose"]>]> {
  let summary = "Puts each element between two numbers";
  let arguments = (ins Arg<MemRefOf<[F32]>, "", [MemRead, MemWrite]>:$memref,
                       F32:$low, F32:$high);
  let assemblyFormat = "$memref `,` $low `,` $high attr-dict `:` type($memref)";
}
