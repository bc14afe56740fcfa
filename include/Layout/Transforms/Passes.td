//===- Passes.td - Passes of the layout dialect -----------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PASSES_TD
#define LAYOUT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LayoutAssign : Pass<"layout-assign", "::mlir::ModuleOp"> {
  let summary = "turn layout requests into layouts in types";
  let description = [{
    Consumes `layout.transform` attributes: the buffer they sit on, all its
    aliases and the arguments of private functions that it reaches get the
    requested layout in their types. Before a type changes, accesses through
    views are folded to the root and `vector.load`, `vector.store` and the
    affine vector ops become in-bounds `vector.transfer_*`, which alone are
    allowed on such types. `nvgpu.device_async_copy` and
    `gpu.subgroup_mma_load_matrix` and `store_matrix` access the physical buffer
    from then on (`layout.as_physical`), if the layout is proven to keep together
    what they move by one address; where it does not, an error names the break.

    A request on an argument of a public function, or on a public global, is
    met through a local buffer: converted at entry unless the function writes
    all of it first, converted back at every return unless it only reads it,
    freed there. For a global that takes a function that is alone with it: no
    calls, and no other buffer that may be the same memory. With
    `change-interface` the type changes instead. Calls of functions whose type
    stays get conversions around them.

    Views that are seen through: `memref.subview`, `cast` between ranked types,
    `expand_shape`, `collapse_shape`, `transpose`, `assume_alignment`,
    `memory_space_cast`; and, where the buffer is contiguous, those that speak
    of places instead of indices: `reinterpret_cast`, `reshape` to a static
    shape, `view` of bytes as bytes, `extract_strided_metadata`. A
    reinterpretation of a function argument must be proven to stay inside of it;
    outside of an allocation or a global behaviour is undefined.
    `memref.distinct_objects` is another name, and `bufferization.clone` becomes
    a copy of plain type.

    Calls that pass buffers of different requests to one private function get a
    copy of it for each combination of layouts, remarked; calls for which nothing
    is requested then keep the plain function. Where all requests agree, buffers
    without one take on the layout of the others instead, and nothing is copied.
    At most 16 copies are made of a function and 64 in a module. Beyond that, and
    for recursive functions, different requests are an error.

    A kernel (`gpu.func`) changes with all `gpu.launch_func` of it, whatever its
    visibility, and is copied like a private function. As threads can have no
    local copy, an asynchronous op that may be under way on what gets a local copy
    or is converted, a request that reaches a kernel without launches in the module, or one in a
    `gpu.binary`, is an error. A `gpu.memcpy` from or to a plain buffer goes
    through a buffer of the layout beside that one, converted on the host; this
    takes a synchronous one. Functions of nested modules are followed within
    their module. A request beside a memory attribution of a kernel becomes the
    layout of its type.

    All or nothing: an alias or user that cannot be rewritten for the layout is an
    error that names it, and the module is then what it was.

    Before:
    ```mlir
    func.func @f(%a: memref<14xi32> {layout.transform = #L}, %v: i32) {
      affine.store %v, %a[3] : memref<14xi32>
      return
    }
    ```
    After:
    ```mlir
    func.func @f(%a: memref<14xi32>, %v: i32) {
      %l = memref.alloc() : memref<14xi32, #L>
      layout.convert ins(%a : memref<14xi32>) outs(%l : memref<14xi32, #L>)
      affine.store %v, %l[3] : memref<14xi32, #L>
      layout.convert ins(%l : memref<14xi32, #L>) outs(%a : memref<14xi32>)
      memref.dealloc %l : memref<14xi32, #L>
      return
    }
    ```
  }];
  let options = [
    Option<"changeInterface", "change-interface", "bool", "false",
           "Change the types of public functions and globals instead of "
           "converting at their interfaces; for programs that own all callers">,
    Option<"requirePad", "require-pad", "bool", "false",
           "Make padding for which nothing is stated an error that names a "
           "padding element">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::layout::LayoutDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LayoutAvoidOvercompute
    : Pass<"layout-avoid-overcompute", "::mlir::ModuleOp"> {
  let summary = "skip what only touches padding";
  let description = [{
    Where a load or store of one element directly in a loop may touch padding
    (`layout.padding`), and what the body of the loop stores then makes no
    difference, the body is executed only where data is touched. Each store in it
    must be dead in the iterations that are skipped, as `layout-remove-noop` proves
    it, or store what is there already: a sum over padding that holds 0. A call
    beside it, or a store that is needed, keeps the loop as it is, with a remark;
    of a floating-point sum it says which flag would have sufficed. What to do with
    the guard is for others to say: `layout-partition-loops` makes loop bounds of
    it.

    Before:
    ```mlir
    layout.padding %b : memref<4x4xf32> of memref<14xf32, #undef_pad>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %0 = affine.load %a[%i, %j] : memref<4x4xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %b[%i, %j] : memref<4x4xf32>
      }
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(i, j) : (i * -4 - j + 13 >= 0)>(%i, %j) {
          %0 = affine.load %a[%i, %j] : memref<4x4xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %b[%i, %j] : memref<4x4xf32>
        }
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutBufferize : Pass<"layout-bufferize", "::mlir::ModuleOp"> {
  let summary = "turn tensors into buffers that keep their layouts";
  let description = [{
    One-shot bufferisation of a whole module, functions included: a tensor whose
    encoding is a layout becomes a memref of that layout, a plain tensor a plain
    memref. Upstream's pass drops encodings silently.

    An op whose buffer form takes a view of a tensor, or makes a buffer by
    itself, takes another way where one of its tensors is laid out.
    `tensor.extract_slice` and `insert_slice` copy the elements of the slice, each
    from and to where it lies; so do `tensor.pad` with one number, `concat`, and
    `expand_shape` and `collapse_shape` from a layout to a layout. Every other op that
    upstream bufferizes, but of which the pass does not know that it keeps layouts,
    works on a plain copy, which is remarked: other reshapes, `pad`, `generate`,
    `from_elements`, `splat`, `scf.forall` with its insertions, ops of other dialects.
    `linalg.softmax` becomes the linalg ops of which it is an aggregate, on plain tensors; ops of
    `arith` and `math` on tensors are errors, as all else that upstream cannot bufferize,
    with what to do first. A `tensor.cast`, `bufferization.to_tensor` or `to_buffer` that
    adds, drops or changes a layout is an error, and so is an op that is not valid on
    plain tensors, or whose blocks take or yield laid-out ones: convert by
    `layout.convert`.

    A conversion that changes only pads is none where a linalg op or another
    conversion makes its source for it alone: the tensor is made with the other pads,
    and only its padding is written. Nothing is copied then. An op with `layout.prefer`
    makes what it states; the attribute is taken away here.

    Nested modules are bufferised each by itself. What has a tensor in a
    `gpu.module` is an error there.

    So that time is linear in the size of large graphs, a `tensor.empty` of many uses
    becomes one for each, and buffers become one again where the first is dead when
    the other is written; slices that are inserted into an empty tensor one after the
    other, as those of a `concat`, and what the branches of an `scf.index_switch`
    yield, are copied into one allocation.

    As upstream, arguments of a function may be written unless they say
    `bufferization.writable = false`, and a result may be an argument: `math.absf`
    of an argument overwrites it. With `keep-arguments`, public functions write
    only arguments that say `bufferization.writable = true`, and return none of the
    others. Where `bufferization.materialize_in_destination` names one that says nothing, that is
    an error. An argument of a public function that requests a layout is kept so, too, where the
    function itself shows that a result is a part of it, or one of several buffers: of a local copy
    with the layout, neither could be returned. Where a callee or a region decides that,
    `layout-assign` says to state `keep-arguments`. One that is overwritten and always returned is a destination, and stays one, as
    does one that is named. Tensors are values, so that a caller from outside of the module must not
    pass one memory for two arguments of which one is overwritten: these are marked
    `llvm.noalias`. What is allocated is not freed: run
    buffer deallocation after `layout-apply`. An error leaves the module as it
    was.

    Upstream's buffer deallocation returns a copy of each buffer that a function does not own: an argument,
    the buffer of a global, one that is loaded from memory, a view of these. Of tensors no caller can tell. With
    `returns-copies`, which `layout-compile` states where it deallocates, a call that returns a buffer is an error if a
    caller in the module might tell: if, after the call, it may write to the result, under any name, and the
    original may be read, also by others, or if it may write to the original and then read the result. So results
    may be read; to write, have the callee return nothing and write into an argument, or inline it.

    Before:
    ```mlir
    func.func @f(%a: tensor<14xi32>, %b: tensor<14xi32, #L>) -> tensor<14xi32, #L> {
      %e = tensor.empty() : tensor<14xi32, #L>
      %r = linalg.add ins(%a, %b : tensor<14xi32>, tensor<14xi32, #L>) outs(%e : tensor<14xi32, #L>) -> tensor<14xi32, #L>
      return %r : tensor<14xi32, #L>
    }
    ```
    After:
    ```mlir
    func.func @f(%a: memref<14xi32>, %b: memref<14xi32, #L>) -> memref<14xi32, #L> {
      %e = memref.alloc() {alignment = 64 : i64} : memref<14xi32, #L>
      linalg.add ins(%a, %b : memref<14xi32>, memref<14xi32, #L>) outs(%e : memref<14xi32, #L>)
      return %e : memref<14xi32, #L>
    }
    ```

    An argument of a public function with `layout.weight` is laid out as a constant would
    be, by the caller of the function. It gets the type in which it is used, and the ops at
    the beginning that only move its elements (conversions, transpositions, reshapes) go
    into a function of their own, which the caller calls once. Its name is that of the
    function and that of the weight: `@f_pack_arg1` for argument 1 of `@f`, or, with
    `layout.weight = "w"`, `@f_pack_w`. Its arguments are the weight as the program had it,
    and the memory of the one that is laid out, which do not overlap.

    Before:
    ```mlir
    func.func @f(%x: tensor<8x64xf32>, %w: tensor<64x96xf32> {layout.weight = "w"}) -> tensor<8x96xf32> {
      %0 = layout.convert %w : tensor<64x96xf32> to tensor<64x96xf32, #panels>
      %1 = linalg.matmul ins(%x, %0 : ...
    ```
    After:
    ```mlir
    func.func @f(%x: memref<8x64xf32>, %w: memref<64x96xf32, #panels>) -> memref<8x96xf32> {
      linalg.matmul ins(%x, %w : ...
    func.func @f_pack_w(%plain: memref<64x96xf32>, %packed: memref<64x96xf32, #panels>) {
      layout.convert ins(%plain : ...) outs(%packed : ...)
    ```

    A weight that is used in several forms, that is returned or written, an argument of a
    function that is private, external or used within the module, and one name for weights
    that get different layouts are errors.
  }];
  let options = [
    Option<"returnsCopies", "returns-copies", "bool", /*default=*/"false",
           "Refuse calls of which a caller can tell whether buffer deallocation "
           "returns a copy">,
    Option<"keepArguments", "keep-arguments", "bool", /*default=*/"false",
           "Public functions neither write nor return their arguments">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def LayoutDropDeallocs : Pass<"layout-drop-deallocs", "::mlir::ModuleOp"> {
  let summary = "leave all freeing to buffer deallocation";
  let description = [{
    Upstream's `ownership-based-buffer-deallocation` frees each buffer that a function
    allocates, or that a call returns, and fails where the program frees one
    itself. `layout-assign` does so for the local copies by which it meets requests, and so does
    `layout-cache`. This pass erases each `memref.dealloc` of such a buffer, which
    upstream's pass then frees after its last use. `layout-compile{deallocate=true}`
    runs it.

    Upstream's pass follows values. A buffer that is stored in memory, under any name or by a
    callee, or whose address may be used again, would be freed at the end of its block, though it may be
    reached after that. So such allocations are marked `bufferization.manual_deallocation`, and so is
    what frees them: they are left as they are, and perhaps never freed (a remark, `kept`). A call
    that returns such a buffer is an error, and so is a function that returns one that it keeps: upstream's pass
    would return a copy. A function without a body is taken not to keep its arguments, an unknown callee
    to keep them.

    It is an error, and nothing is changed, if an op frees a buffer that may have come
    in another way, such as an argument, which upstream's pass would not free; and if
    another op than `memref.dealloc` frees one. So it is if upstream's pass would fail on an op: on
    loops of branches and on `cf.switch`, for which `lift-cf-to-scf` has other forms, and on ops that do not
    state their effects. Functions with more than 8 `cf.cond_br` get `scf.if` in their place, as
    `lift-cf-to-scf` makes them: upstream's pass follows each path from branch to branch. Affine ops
    whose symbols are of other blocks than the first would lose these: such functions stay, and are
    refused from 25 branches on.

    Before:
    ```mlir
    %a = memref.alloc() : memref<3x4xi32>
    call @use(%a) : (memref<3x4xi32>) -> ()
    memref.dealloc %a : memref<3x4xi32>
    ```
    After:
    ```mlir
    %a = memref.alloc() : memref<3x4xi32>
    call @use(%a) : (memref<3x4xi32>) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect"];
}

def LayoutPlanMemory : Pass<"layout-plan-memory"> {
  let summary = "buffers of a block share one allocation";
  let description = [{
    Buffers of known size that are allocated and freed in one block become parts of
    one allocation, from the first `memref.alloc` to the last `memref.dealloc`; those
    that are not alive at the same time share memory. Large ones are placed first, at
    the least offset that is free, each at a multiple of 64 bytes. Stays: what is freed
    in another block or not at all, is in another memory space, is a view of
    other strides, or requires a larger alignment.

    Before that, each buffer that is allocated and freed in one block is freed after its last use.
    It stays where an op may keep the buffer or forward it: one that stores it, returns it, takes
    its address, or states no effects. If the pass runs on a module, it looks into callees.

    A program that runs again and again then gets memory from the system once: an
    allocator gives large buffers back when they are freed, and the pages of the next
    ones have to be made anew. That may take longer than what is computed.

    Before:
    ```mlir
    %a = memref.alloc() : memref<16xf32>
    %b = memref.alloc() : memref<8xf32>
    "use"(%a, %b) : (memref<16xf32>, memref<8xf32>) -> ()
    memref.dealloc %a : memref<16xf32>
    %c = memref.alloc() : memref<16xf32>
    "use"(%b, %c) : (memref<8xf32>, memref<16xf32>) -> ()
    memref.dealloc %b : memref<8xf32>
    memref.dealloc %c : memref<16xf32>
    ```
    After:
    ```mlir
    %memory = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
    %a = memref.view %memory[%c0][] : memref<128xi8> to memref<16xf32>
    %b = memref.view %memory[%c64][] : memref<128xi8> to memref<8xf32>
    "use"(%a, %b) : (memref<16xf32>, memref<8xf32>) -> ()
    %c = memref.view %memory[%c0][] : memref<128xi8> to memref<16xf32>
    "use"(%b, %c) : (memref<8xf32>, memref<16xf32>) -> ()
    memref.dealloc %memory : memref<128xi8>
    ```

    With `workspace=argument`, on a module, public functions allocate none of these
    buffers. Each gets a last argument, bytes of its caller at a multiple of 64, which no other
    argument overlaps and no other call uses at the same time; a last result, 0,
    or 1 if there are too few bytes and 2 if they are not aligned, where nothing has been computed and the other
    results are poison; and a function that says how many bytes there have to be. Buffers
    within loops, and of private functions that are called, get a part of them; so do buffers of the first block whose
    size can be computed from arguments. What is allocated within parallel loops, or returned, stays allocated, and
    a remark names it.

    ```mlir
    func.func @f(%x: memref<16xf32>, %memory: memref<?xi8> {llvm.noalias}) -> i32
    func.func @f_workspace_bytes() -> index
    ```
    Of `@f(%x: memref<?x?xf32>, %n: i32)` it is `@f_workspace_bytes(index, index, i32)`: unknown extents
    and integers, in the order of the arguments.
  }];
  let options = [
    Option<"workspace", "workspace", "::mlir::layout::WorkspaceChoice",
           "::mlir::layout::WorkspaceChoice::None",
           "Where buffers have their memory from: `none` (default), they are allocated, or "
           "`argument`, public functions get it from their callers",
           [{::llvm::cl::values(
               clEnumValN(::mlir::layout::WorkspaceChoice::None, "none",
                          "they are allocated"),
               clEnumValN(::mlir::layout::WorkspaceChoice::Argument, "argument",
                          "public functions get it from their callers"))}]>
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect"];
}

def LayoutInferExtents : Pass<"layout-infer-extents", "::mlir::ModuleOp"> {
  let summary = "make extents of tensors constant where casts say them";
  let description = [{
    Front ends put ops between a `tensor.cast` to extents that are not known and one
    back. In functions that have a `tensor.cast` this pass folds casts into the ops around
    them and takes the types of structured ops, reshapes, pads and concatenations from
    operands whose extents are known, by upstream's patterns for canonicalization. So
    `layout-choose` sees all extents, and casts do not keep layouts apart. Functions
    with tensors that have an encoding, such as a layout, are left alone.

    Before:
    ```mlir
    %0 = tensor.cast %x : tensor<4x8xf32> to tensor<?x?xf32>
    %1 = tensor.cast %y : tensor<4x8xf32> to tensor<?x?xf32>
    %2 = linalg.exp ins(%0 : tensor<?x?xf32>) outs(%1 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %3 = tensor.cast %2 : tensor<?x?xf32> to tensor<4x8xf32>
    ```
    After:
    ```mlir
    %3 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%y : tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
}

def LayoutFuseProducers : Pass<"layout-fuse-producers", "::mlir::ModuleOp"> {
  let summary = "extend elements of tensors where they are added up";
  let description = [{
    Front ends write products with quantised weights in two steps: a `linalg.generic`
    makes floats of all weights, times the scale of their group, and a second op multiplies
    and adds up. If each weight is used once, or by up to 4 rows, this pass makes one op of the
    two, so that the wide weights are never in memory. They are computed by the same ops in the
    same order.

    The first op is elementwise, yields elements with more bits than those of one
    operand, computes by ops of `arith` other than divisions, and has no other user. It may be
    several ops, transpositions and broadcasts of scales among them.
    Between the two there may be a `tensor.collapse_shape`; the second op then gets the loops of
    the first.

    Before:
    ```mlir
    %0 = linalg.generic {...} ins(%w, %s : tensor<64x32xi8>, tensor<64xf32>) outs(%e : tensor<64x32xf32>) {
    ^bb0(%a: i8, %b: f32, %o: f32):
      %1 = arith.sitofp %a : i8 to f32
      %2 = arith.mulf %1, %b : f32
      linalg.yield %2 : f32
    } -> tensor<64x32xf32>
    %3 = linalg.matvec ins(%0, %x : tensor<64x32xf32>, tensor<32xf32>) outs(%i : tensor<64xf32>) -> tensor<64xf32>
    ```
    After:
    ```mlir
    %3 = linalg.generic {...} ins(%w, %s, %x : tensor<64x32xi8>, tensor<64xf32>, tensor<32xf32>) outs(%i : tensor<64xf32>) {
    ^bb0(%a: i8, %b: f32, %c: f32, %o: f32):
      %1 = arith.sitofp %a : i8 to f32
      %2 = arith.mulf %1, %b : f32
      %4 = arith.mulf %2, %c : f32
      %5 = arith.addf %o, %4 : f32
      linalg.yield %5 : f32
    } -> tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::affine::AffineDialect"];
}

def LayoutWideAccumulate : Pass<"layout-wide-accumulate", "::mlir::ModuleOp"> {
  let summary = "add up floats of 16 bits in 32 bits";
  let description = [{
    A sum whose type is `bf16` or `f16` rounds to 8 or 11 bits after each addition. This pass
    lets a linalg op on tensors that adds up such numbers, or products of them, do so in `f32`: the
    first value, the factors and the summands are extended, and what comes out is rounded
    once. Results differ from those of the program, for the better as a rule; nothing is
    bit for bit what it was. Nothing else in the project does that unasked.

    Ops on buffers, loops, and ops with tensors that have an encoding, such as a layout, stay.

    Before:
    ```mlir
    %0 = linalg.matmul ins(%a, %b : tensor<4x64xbf16>, tensor<64x8xbf16>) outs(%c : tensor<4x8xbf16>) -> tensor<4x8xbf16>
    ```
    After:
    ```mlir
    %1 = linalg.generic {...} ins(%c : tensor<4x8xbf16>) outs(%e : tensor<4x8xf32>) { arith.extf }
    %2 = linalg.matmul ins(%a, %b : tensor<4x64xbf16>, tensor<64x8xbf16>) outs(%1 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %0 = linalg.generic {...} ins(%2 : tensor<4x8xf32>) outs(%d : tensor<4x8xbf16>) { arith.truncf }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
}

def LayoutChoose : Pass<"layout-choose", "::mlir::ModuleOp"> {
  let summary = "give contractions the layouts that make them fast";
  let description = [{
    Puts `layout.convert` around contractions on plain tensors: operands are
    converted before the op to layouts in which `layout-vectorize-loops` makes
    fast code of it for the target, and its result back after it. Nothing else
    changes; `layout-reflow` moves and cancels the conversions.

    A contraction adds up products of two tensors: matrix products, with batches, transposed
    or not, convolutions and depthwise convolutions of any rank and in any order of
    dimensions (NHWC, NCHW, groups), and each `linalg.generic` or `linalg.contract` that is
    one. No list has their names: which loops index which operands says what each dimension
    is, and that says how it lies.

    | | from the outside to the inside |
    |---|---|
    | images and other data | batch, groups; blocks of input channels; rows and columns of the image; channels of a block |
    | weights | groups; blocks of output channels; window; blocks of input channels; channels of a block; output channels of a block |
    | result | batch, groups; blocks of output channels; rows and columns of the image; channels of a block |

    Columns of a matrix product are its output channels, its depth the input channels, and
    each matrix of a batch a group; there, weights have no blocks along the depth. Lanes run over the last output channel, or over
    groups where a convolution has fewer output channels for each than a vector has lanes, as a depthwise
    one has. Of a matrix product either factor may be the weights: the second is, unless only the
    first is a constant, or only its dimensions fill a vector. A constant that is transposed or
    reshaped in front is one, too, as `layout-reflow` makes one of it.

    Blocks are two vectors of elements of the result wide; one vector where that holds all channels; and three
    where blocks of two would leave a vector empty and those of three do not, as for 40 channels and 16 lanes. Of
    integers whose products are added in pairs or groups, blocks of three need full vectors. Of bytes whose products
    are summed up in 32 bits, data has the blocks that the result has, and
    what makes the next product's bytes of sums finds both in one order. Of fewer input channels than a vector has lanes, such as colours, there are no
    blocks of vectors; those of an image lie side by side. Padding of data is `undef`, as no loop runs over it
    and whole vectors of it are stored; padding of weights is 0. A dimension whose extent is not
    known stays whole, and counts as large; so batches, images and sequences of any size have the layouts of
    their channels.

    Elements are extended, if the result has longer ones, and a zero point may be subtracted from them,
    as `linalg.quantized_matmul` does. Where both factors then fit 16 bits with a sign and sums have 32 (bytes of either
    sign, shorts with a sign, zero points that are constants), the last digit of weights is
    a [group](Performance.md#blocks-of-sums) of the sum: `(k, n) -> (n floordiv 32, k floordiv 2, n mod 32, k mod 2)`.
    It has four iterations where registers are left for their parts, in blocks of one vector and where there are at most
    two rows, if four divide the sum; else two. For [dot products](Target.md#dot-products) of bytes it has four, if four divide
    the sum or it has 32 steps or more, whatever their zero points are, if these are the same in all steps of a sum; for
    those of bf16, where flags permit them and the target has fast ones, two. The few channels of an image are in whole groups, too: three bytes become four where there are dot products, of
    which the weight of the last one is their zero point, so that it adds nothing. Two and six that lie side by
    side, without a zero point, stay as they are, in pairs, where the target does several bitwise operations beside a
    multiply-add. For pairs without dot products
    it takes registers of more than 128 bits, and no zero point of the image if more than a sixth would be padding.
    Extents of image and window have to be known, and so has the zero point of weights. Other input
    channels that have no blocks are in groups only if they lie side by side as they come,
    and no rest is left; a sum of unknown length has no groups. Integers are added up in the order that is fastest, unless `overflow` flags speak of the one
    that there is.

    Conversions cost time, and what they cost is [estimated](CostModel.md#contractions-with-and-without-layouts):
    the pass tries which of them would be left by `layout-reflow`. A part of the program that laid-out
    tensors connect keeps its layouts if it then takes less than 0.9 of the time without. If it does not, its
    contractions lose their layouts, beginning with the one that loses most. Constants are packed when
    the program is compiled, and cost nothing. Weights that are no constants are packed each time: if the
    number of rows is not known, either, the op is in both arms of an `scf.if`, with layouts where there are enough rows.
    `layouts=always` takes all layouts without asking, and `layouts=none` only those of `layout.prefer`.

    Contractions are left alone, with a remark, whose output channels and groups fill no vector, or are of
    unknown number; that add up fewer than 16 products, or 8 where lanes run over groups that lie side
    by side as they come; whose elements are neither floats of one type nor integers of 8, 16, 32 or 64 bits or
    floats of 16, 32 or 64, as those of the result; or of which a tensor has
    a layout already. So are those whose body has an op that is no product, sum, cast or zero point, and sums
    of squares. Pooling is no contraction: `layout-reflow` carries layouts through it.
    Ops of other dialects get the layouts that they [prefer](OtherDialects.md). Aggregates
    of several linalg ops, such as `linalg.softmax`, become these, so that layouts pass through.

    Sums run over the window and the channels in the order of the op. Weights are
    read one after the other where the window comes first, as in NHWC. With `reassociate`, or of integers, a
    convolution that has the channels first, as NCHW ones have, becomes a `linalg.generic` with the window first,
    and adds up in that order.

    `layout.prefer` on a linalg op on tensors is an array with a layout, or `unit`
    for none, for each operand, destinations included. It takes the place of what
    the rule says. On an op that cannot have it, it is an error, and the module is
    what it was. What is left of it, `layout.prefer` without a value, says that the op
    keeps the layouts that its tensors have: this pass leaves it alone, and
    `layout-reflow` and `layout-bufferize` change none of its types. It can be
    stated in the first place, too.

    Before:
    ```mlir
    %r = linalg.exp {layout.prefer = [#L, #L]} ins(%x : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
    ```
    After:
    ```mlir
    %0 = layout.convert %x : tensor<14xf32> to tensor<14xf32, #L>
    %1 = layout.convert %e : tensor<14xf32> to tensor<14xf32, #L>
    %2 = linalg.exp {layout.prefer} ins(%0 : tensor<14xf32, #L>) outs(%1 : tensor<14xf32, #L>) -> tensor<14xf32, #L>
    %r = layout.convert %2 : tensor<14xf32, #L> to tensor<14xf32>
    ```
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", /*default=*/"false",
           "permit convolutions to add up in another order">,
    Option<"layouts", "layouts", "::mlir::layout::LayoutChoice",
           "::mlir::layout::LayoutChoice::Auto",
           "Which contractions get layouts: `auto` (default), `always`, as to measure what "
           "layouts gain, or `none`; `layout.prefer` is met in any case",
           [{::llvm::cl::values(
               clEnumValN(::mlir::layout::LayoutChoice::Auto, "auto",
                          "those that are estimated to gain, conversions included"),
               clEnumValN(::mlir::layout::LayoutChoice::Always, "always",
                          "all for which layouts are known"),
               clEnumValN(::mlir::layout::LayoutChoice::None, "none",
                          "only ops with layout.prefer"))}]>,
    Option<"threads", "threads", "unsigned", "1",
           "How many threads there will be, from 1 to 4096, which share what conversions cost">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::layout::LayoutDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def LayoutLowerConvert : Pass<"layout-lower-convert", "::mlir::ModuleOp"> {
  let summary = "turn conversions of buffers into loops";
  let description = [{
    Each `layout.convert` of buffers becomes loops over the destination in its
    physical order: data is copied, padding written as the layout of the
    destination says. The source is read where its own map says; no pair of
    layouts needs a buffer in between. If the map of the destination has no
    inverse, the loops follow the logical index, and a pad that holds something
    is refused. Between two buffers of one layout all of the storage is copied,
    padding too, unless it must not be touched. After the loops
    `layout.assume_padding` states that the padding holds, so that
    `layout-apply` does not write it again; it also sees that the loops write
    all of the buffer. Refused, too, is a conversion that may be in place, of
    one storage from one layout to another, where control flow or a function of
    the module hands that storage on under two names, and a conversion of
    tensors: run `layout-bufferize` first.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::layout::LayoutDialect", "::mlir::memref::MemRefDialect"
  ];
}

def LayoutApply : Pass<"layout-apply", "::mlir::ModuleOp"> {
  let summary = "make laid-out buffers physical";
  let description = [{
    Every memref whose type states a layout becomes the memref that lies in
    memory; every access is rewritten through the index map; pad stages,
    `layout.padding` and `layout.assume_padding` are inserted where the contract
    of the padding needs them. Arguments get `layout.access` and
    `llvm.noalias`.

    A vector access is split into the fewest runs of lanes that lie side by side
    in the innermost physical dimension; each run is an in-bounds
    `vector.transfer` of one dimension on the physical memref, masked where lanes
    may be out of bounds. Where the index decides at which lane a tile ends, a
    `scf.index_switch` over `index mod tile` has the runs of each case, if they are
    always fewer than without. What is left is accessed lane by lane, with a remark.

    An op that cannot be rewritten is an error that names it, and the
    module is then what it was.

    What is rewritten: loads and stores, `memref.atomic_rmw` and
    `generic_atomic_rmw`, prefetches, `memref.dim` and `rank` (of the logical
    type), linalg ops, copies, clones and vector transfers; allocations and
    globals; calls and returns; casts to the same type, `memory_space_cast`,
    `assume_alignment` and `distinct_objects`, which speak of the storage.

    So do nested modules, `gpu.func` with every `gpu.launch_func` of it, and what
    a `gpu.launch` captures. All threads share these buffers, so no padding is
    written on a device: a kernel is `read` or `readwrite`, constants and values
    are written before the launch, copies of what a kernel writes after it. What
    relies on padding that would have to be written in between is an error, as is
    an asynchronous op that may be under way there, and a memory attribution
    whose pad holds something.

    Memory of a `gpu.alloc` that is not `host_shared` gets its padding written by
    one thread of a launch. `gpu.memcpy` moves storage with its padding, so it
    needs one layout on both sides; `gpu.memset` sets the padding too. Neither
    may touch `pad<none>`.

    Before:
    ```mlir
    func.func @f(%a: memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>, %i: index) -> i32 {
      %x = memref.load %a[%i] : memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>
      return %x : i32
    }
    ```
    After:
    ```mlir
    func.func @f(%a: memref<4x4xi32> {layout.access = "read", llvm.noalias}, %i: index) -> i32 {
      layout.padding %a : memref<4x4xi32> of memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>
      %0 = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%i]
      %1 = affine.apply affine_map<()[s0] -> (s0 mod 4)>()[%i]
      %x = memref.load %a[%0, %1] : memref<4x4xi32>
      return %x : i32
    }
    ```
  }];
  let options = [
    Option<"padPlacement", "pad-placement", "::mlir::layout::PadPlacement",
           "::mlir::layout::PadPlacement::After",
           "`after` (default): write pads after the last write; `before`: "
           "right where they become due, before the data; refused for copying "
           "pads",
           [{::llvm::cl::values(
               clEnumValN(::mlir::layout::PadPlacement::After, "after",
                          "after the last write"),
               clEnumValN(::mlir::layout::PadPlacement::Before, "before",
                          "right where they become due"))}]>
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::layout::LayoutDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def LayoutNormalizeMemRefs
    : Pass<"layout-normalize-memrefs", "::mlir::ModuleOp"> {
  let summary = "make buffers with plain affine_map layouts physical";
  let description = [{
    Does what upstream's `normalize-memrefs` is for, and can replace it:
    every memref whose layout is a plain `affine_map` becomes the memref that
    lies in memory, in all functions, public, private and external alike, and
    every access is rewritten through the map. Nothing of this dialect is left
    in the module, and nothing is guaranteed of arguments that their types did not
    guarantee: one buffer may be passed as two of them.

    What differs from upstream's pass:

    * A map that gives a negative index, or two elements one place, is an error
      at the op or argument with the type, and names the index or the two.
      Symbols that a result of a map uses are an error.
    * `memref.dim` stays the logical size. Dynamic sizes are computed where the
      buffer is allocated; a function that is given such a buffer is given its
      logical size, too, as one more `index` argument.
    * Copies, linalg ops and vector transfers are rewritten, too, and so are globals.
    * An op that cannot be rewritten is an error that names it, and the module is
      then what it was. Upstream leaves the function alone, and all that call it.
    * `strided<..>` layouts stay. A map that only states strides and an offset
      gets that spelling where an op of the module takes or yields its type as
      a view of memory (the result of a `memref.subview`, say).
    * Layouts of this dialect stay.

    Each layout that becomes physical and each that stays is remarked, requests
    (`layout.transform`) among the latter.

    Before:
    ```mlir
    func.func @f(%a: memref<14xi32, affine_map<(i) -> (i floordiv 4, i mod 4)>>) -> i32 {
      %x = affine.load %a[6] : memref<14xi32, affine_map<(i) -> (i floordiv 4, i mod 4)>>
      return %x : i32
    }
    ```
    After:
    ```mlir
    func.func @f(%a: memref<4x4xi32>) -> i32 {
      %x = affine.load %a[1, 2] : memref<4x4xi32>
      return %x : i32
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::layout::LayoutDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def LayoutFinalize : Pass<"layout-finalize", "::mlir::ModuleOp"> {
  let summary = "remove facts, assumptions and undefined values";
  let description = [{
    Removes `layout.assume`, `layout.assume_padding` and `layout.padding`;
    erases stores of `layout.undef`, keeps the data arm of a select between
    undef and data, and replaces what is left of `layout.undef` by zero. An
    undefined index is an error. Tensors without uses, and private declarations
    of functions on tensors without calls, are erased, too: they are no buffers.

    `layout.dot` becomes the instruction of the target that is stated, or arithmetic,
    so that no op of the dialect is left that upstream's conversions do not know.
    Passes that ask what memory ops touch know nothing of instructions: `keep-dots`
    leaves that to a later run.
  }];
  let options = [
    Option<"keepDots", "keep-dots", "bool", /*default=*/"false",
           "Leave layout.dot alone">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::vector::VectorDialect"];
}

def LayoutFlatten : Pass<"layout-flatten", "::mlir::ModuleOp"> {
  let summary = "join the physical axes between axis separators";
  let description = [{
    The physical axes between separators become one axis, in row-major order:
    an access gets the offsets of its groups as index, an allocation the flat
    extents. What comes from elsewhere or goes there (arguments, results,
    globals, values that loops and branches carry) keeps its shape and is
    addressed through an aliasing view, so no caller changes. With dynamic
    extents the offsets are computed by `arith`. Buffers without separators
    are left alone, so running the pass twice changes nothing;
    `axis_separator<[]>` makes one axis of all. What `layout.padding` says of
    such a buffer is dropped, as it speaks of places before flattening: run it
    after the passes that use them.

    Contiguous elements of an innermost axis stay contiguous, so an access to a vector of
    elements stays one, at the flat index: every form of one dimension, and transfers
    along the innermost axes of the last groups, in order. Other transfers are split into
    1-D ones of the fewest rows, several rows in one where extents tell that they meet;
    what may be outside of an axis in the middle of a group is masked off. Only lanes
    that are contiguous with no other are accessed alone, with a remark; in kernels also those of
    gathers and their like. Contiguous accesses to lanes of one vector, as
    `layout-apply` makes of a vector that goes beyond the end of a physical row,
    become one, in host code. All elements keep their addresses, so an
    `affine.vector_load` that continues after the end of a row reads there what it read
    in the row-major buffer.

    Of texture memory there are no views: a buffer there (`#layout.texture<..>` or
    `#spirv.storage_class<Image>`) gets the flat type wherever it is named. Its
    innermost axis is the channels of a texel, 1 or 4; four stay an axis of their own,
    and accesses to all four stay whole.

    Before:
    ```mlir
    %a = memref.alloc() : memref<4x8x2xf32, #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[2]>>>
    %x = memref.load %a[%i, %j, %k] : memref<4x8x2xf32, #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[2]>>>
    ```
    After:
    ```mlir
    %a = memref.alloc() : memref<32x2xf32>
    %0 = affine.apply affine_map<()[s0, s1] -> (s0 * 8 + s1)>()[%i, %j]
    %x = memref.load %a[%0, %k] : memref<32x2xf32>
    ```
  }];
  let options = [
    Option<"maxRank", "max-rank", "unsigned", "0",
           "The highest rank that the target can address; to address a buffer "
           "that is of higher rank when flattened is an error (0: any rank)">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::layout::LayoutDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def LayoutHoistConditions : Pass<"layout-hoist-conditions", "::mlir::ModuleOp"> {
  let summary = "move conditions out of loops in which they do not change";
  let description = [{
    Where an `affine.if` or `scf.if` is all that the body of a loop does but for
    computing and reading, and its condition does not change there, the condition
    moves before the loop, with the pure ops that compute it; and so on
    outwards. So does the condition of a select, or of an `if` that yields values
    and has no effect, in a loop that does at most one thing. Of a conjunction
    without `else` the part that does not change moves. So does a condition that is
    tested below others, if it can be tested where the program does not come to it.
    With an `else`, or where the loop yields values, the loop is cloned into both arms; at
    most 8 copies of it are made. Loops in the other arms of branches around it, or
    around a loop that does nothing but it, count as copies if the first loops of
    both arms have the same bounds: another run makes no further ones. By copies,
    the function gets at most 128 loops more, or has 3 times as many if that is more;
    of two such arms, one counts.
    Conditions are the same if they mean the same, however they are written; of a
    loop, at most 16384 pairs are compared, those of about 120 nested conditions, and
    from there on, with a remark, what is written the same is the same. An
    `if` beside other ops stays, with a remark.

    Before:
    ```mlir
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (1 - i >= 0, 2 - j >= 0)>(%i, %j) {
        affine.store %x, %a[%i, %j] : memref<4x4xf32>
      }
    }
    ```
    After:
    ```mlir
    affine.if affine_set<(i) : (1 - i >= 0)>(%i) {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(i) : (-i + 2 >= 0)>(%j) {
          affine.store %x, %a[%i, %j] : memref<4x4xf32>
        }
      }
    }
    ```
  }];
  let options = [
    Option<"split", "split", "bool", "true",
           "Move the parts of a conjunction that do not change">,
    Option<"selects", "selects", "bool", "true",
           "Move the condition of an `arith.select`, or of an `if` that yields "
           "values, too">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutSequentialAccess : Pass<"layout-sequential-access", "::mlir::ModuleOp"> {
  let summary = "walk marked buffers in their physical order";
  let description = [{
    Rewrites the loops around the accesses of a buffer that carries the unit
    attribute `layout.sequential` (a function argument, a `memref.alloc` or
    `memref.alloca`, or one access alone), so that it is walked in the order in
    which it lies in memory. Runs after `layout-apply`. Of several marked
    accesses in a nest, one marked itself comes first, then the buffer that is
    defined first.

    Before:
    ```mlir
    affine.for %i = 0 to 14 {
      affine.store %x, %a[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    }
    ```
    After:
    ```mlir
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 4 {
        affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
          affine.store %x, %a[%io, %ii] : memref<4x4xf32>
        }
      }
    }
    ```

    There is no condition where the extents divide. Loops that the index does
    not replace stay, in their order, inside of the new ones; where that would
    change results, those around them stay around. Statements between the loops
    are split off, with loops of their own, before the new nest or after it:
    so the initialisation of a reduction. Values that are only computed between
    the loops are computed again.

    Every change of order is proven to keep all dependences. Updates of an element
    by one associative and commutative operation may change places: of integers
    and of `minimumf` and `maximumf` always (`nsw` and `nuw` are dropped where
    the order changes), of other floating-point operations only with `reassoc`
    or with `reassociate=true`. A nest is left as it is, with a remark,
    where results would change (the remark has the two iterations), where the
    loops cannot be computed from the index, where a loop carries values, or
    where a bound on the work was hit. Each marked buffer, access or loop gets at
    least one remark, also where nothing is to be done; so does each op that takes a
    marked buffer to where its accesses are not looked for: a call of a function that
    does not mark the argument, a view, a loop that carries it, a linalg op.

    With `nest-map="(i, j) -> (j, i)"` the loops of a marked nest (a marked loop,
    or the loops around a marked access) are rewritten by this map instead. A
    map that is not injective on the nest is an error that shows two
    iterations that collide. With `reorder-only=true` a nest is left alone that
    already visits the buffer in order, as a sum over rows that lie in runs
    does: other loops and conditions around the same accesses in the same order
    cost time and bring nothing nearer together.
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Permit another order of sums and products of floating-point numbers">,
    Option<"nestMap", "nest-map", "std::string", "",
           "Rewrite marked nests by this map of their loop variables, not by "
           "the index of an access">,
    Option<"reorderOnly", "reorder-only", "bool", "false",
           "Leave alone nests that already visit the buffer in order: "
           "for programs that are to get faster, not more regular">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutHoistInvariants : Pass<"layout-hoist-invariants", "::mlir::ModuleOp"> {
  let summary = "move what a loop does not change before it";
  let description = [{
    Loop-invariant code motion, as upstream's `loop-invariant-code-motion`, but for
    arithmetic that may end the program: a remainder by a number that may be 0 stays
    in the loop, which may have no iteration. Upstream declares remainders
    speculatable. Inner loops first.

    A `memref.load` or `affine.load` of an element that is the same in each iteration
    leaves a loop that has one for sure, if nothing in the loop may write its buffer, under
    any name. Other reads, and all writes, stay.

    A `memref.alloca` of known size in loops that run in sequence is moved before them, if only
    accesses use it: `layout-vectorize-loops` allocates room for factors beside the loop over
    them, after which `layout-parallelize-loops` may still run. Run this pass after both, since nothing else gives
    back the stack of an iteration.

    Before:
    ```mlir
    affine.for %i = 0 to %n {
      %s = arith.muli %m, %m : index
      memref.store %x, %a[%s] : memref<?xf32>
    }
    ```
    After:
    ```mlir
    %s = arith.muli %m, %m : index
    affine.for %i = 0 to %n {
      memref.store %x, %a[%s] : memref<?xf32>
    }
    ```
  }];
}

def LayoutMergeLoops : Pass<"layout-merge-loops", "::mlir::ModuleOp"> {
  let summary = "fuse adjacent loops over equal ranges";
  let description = [{
    Fuses an `affine.for` or `scf.for` with a later one of its block that has the
    same bounds and step, where every dependence keeps its order: no iteration
    `j` of the second may depend on an iteration `i > j` of the first. Loops
    inside of the fused one that are adjacent now are fused likewise. What
    is between the two is stepped over where it does not interfere.

    Before:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.store %x, %a[%i] : memref<4xf32>
    }
    affine.for %j = 0 to 4 {
      %y = affine.load %a[%j] : memref<4xf32>
      affine.store %y, %b[%j] : memref<4xf32>
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.store %x, %a[%i] : memref<4xf32>
      %y = affine.load %a[%i] : memref<4xf32>
      affine.store %y, %b[%i] : memref<4xf32>
    }
    ```

    Loops that carry values and parallel loops are left alone. A pair that a
    dependence keeps apart gets a remark with the two iterations.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutRaiseLoops : Pass<"layout-raise-loops", "::mlir::ModuleOp"> {
  let summary = "make affine loops of scf loops";
  let description = [{
    Turns loops and accesses that many front ends emit, `scf.for` with `memref.load`
    and `memref.store`, into `affine.for`, `affine.load` and `affine.store`, which
    the passes that make loops fast look at. In such loops an `scf.if` without
    results becomes an `affine.if`, and an `scf.parallel` without reductions becomes
    loops, as its iterations may run in any order.

    Before:
    ```mlir
    func.func @above(%a: memref<?x64xf32>, %x: f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c64 = arith.constant 64 : index
      %n = memref.dim %a, %c0 : memref<?x64xf32>
      scf.for %i = %c0 to %n step %c1 {
        %first = arith.addi %i, %c1 : index
        scf.for %j = %first to %c64 step %c1 {
          %k = arith.subi %j, %c1 : index
          memref.store %x, %a[%i, %k] : memref<?x64xf32>
        }
      }
      return
    }
    ```
    After:
    ```mlir
    func.func @above(%a: memref<?x64xf32>, %x: f32) {
      %c0 = arith.constant 0 : index
      %n = memref.dim %a, %c0 : memref<?x64xf32>
      affine.for %i = 0 to %n {
        affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 64 {
          affine.store %x, %a[%i, %j - 1] : memref<?x64xf32>
        }
      }
      return
    }
    ```

    Bounds and subscripts are read through constants, sums, products by a constant,
    quotients and remainders by a positive one (also as `lower-affine` writes them),
    shifts, masks, casts and `affine.apply`; an upper bound may be a minimum, a lower
    one a maximum. Arithmetic on `index` is that of numbers; arithmetic on a fixed
    width must have `nsw`, or ranges that show that it does not wrap around. So a loop
    over `i32` is raised where no step goes beyond the largest number, and a
    comparison without sign where both bounds are at least 0.

    A subscript that arithmetic of floats computes, as that of a nearest-neighbour
    resize, `floor(i / 2.0)`, is read, too, where it depends on one loop variable with
    constant bounds: the expression is evaluated in each of at most 65536 iterations as
    it is written, and must be one quotient `(a * i + b) floordiv c` in all of them; limits
    may cut it off.

    Operands of affine ops are loop variables and what is computed outside of all
    loops; what a loop computes anew from these, without a trap, is moved out. All
    else stays, with a remark that names the number in the way: a subscript that is
    loaded, a product of two variables, a step that is not a constant. A loop is
    raised whatever is in it.

    With `linalg`, ops of that dialect on buffers without layouts become such loops,
    as those on buffers with layouts do when these are applied. `layout-compile` does
    so; after other pipelines they may be tiled by upstream's transforms.
  }];
  let options = [
    Option<"keepParallel", "keep-parallel", "bool", "false",
           "Make the first dimension of an scf.parallel an affine.parallel, for "
           "threads">,
    Option<"linalg", "linalg", "bool", "false",
           "Make loops of linalg ops on buffers, too">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def LayoutDistributeLoops : Pass<"layout-distribute-loops", "::mlir::ModuleOp"> {
  let summary = "make perfect nests of loops out of imperfect ones";
  let description = [{
    Gives each loop in the body of an `affine.for`, and the statements between two
    of them, a loop of its own (loop distribution, or fission), inner loops first:
    each of the nests may then be reordered by itself. What only computes or loads
    for several is copied. What is then between two loops of a nest goes
    into the innermost one, where that makes the nest perfect: the product of two
    matrices as C front ends write it.

    Before:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        affine.store %x, %c[%i, %j] : memref<4x8xi32>
      }
      affine.for %k = 0 to 16 {
        %a = affine.load %A[%i, %k] : memref<4x16xi32>
        affine.for %j = 0 to 8 {
          %b = affine.load %B[%k, %j] : memref<16x8xi32>
          %p = arith.muli %a, %b : i32
          %o = affine.load %c[%i, %j] : memref<4x8xi32>
          %s = arith.addi %o, %p : i32
          affine.store %s, %c[%i, %j] : memref<4x8xi32>
        }
      }
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        affine.store %x, %c[%i, %j] : memref<4x8xi32>
      }
    }
    affine.for %i = 0 to 4 {
      affine.for %k = 0 to 16 {
        affine.for %j = 0 to 8 {
          %a = affine.load %A[%i, %k] : memref<4x16xi32>
          %b = affine.load %B[%k, %j] : memref<16x8xi32>
          %p = arith.muli %a, %b : i32
          %o = affine.load %c[%i, %j] : memref<4x8xi32>
          %s = arith.addi %o, %p : i32
          affine.store %s, %c[%i, %j] : memref<4x8xi32>
        }
      }
    }
    ```

    Every dependence keeps its order: parts of which a later one, in some
    iteration, touches what an earlier one touches in an iteration after it, stay
    in one loop, with a remark that has the two iterations, unless the later one
    may come first. So do parts of which one uses a value of the other that more than arithmetic and loads make. Loops
    that carry values or attributes, have assumptions (`layout.assume`, facts about
    padding) in their body, or ops that may not come to an end, are left alone, as
    are parallel loops.

    Whether a program becomes faster depends on what is made of the nests.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def LayoutFuseEpilogues : Pass<"layout-fuse-epilogues", "::mlir::ModuleOp"> {
  let summary = "compute what precedes and follows a reduction while its tile is in registers";
  let description = [{
    A contraction gets the order that `layout-tile-loops` would give it, and the
    elementwise nests around it go into the loops over its tiles: the one that
    initialises the sums, and those that are computed of them, one after the other,
    such as an activation, a residual sum, and the copy into a larger buffer that the
    next convolution wants.

    Before:
    ```mlir
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        %0 = affine.load %bias[%j] : memref<32xf32>
        affine.store %0, %c[%i, %j] : memref<32x32xf32>
      }
    }
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 48 { /* %c[%i, %j] += %a[%i, %k] * %b[%k, %j] */ }
      }
    }
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        %0 = affine.load %c[%i, %j] : memref<32x32xf32>
        %1 = arith.maximumf %0, %zero : f32
        affine.store %1, %d[%i, %j] : memref<32x32xf32>
      }
    }
    ```
    After, for vectors of 512 bits; `%t` is a buffer of one tile, which becomes registers:
    ```mlir
    affine.for %io = 0 to 4 {
      affine.for %jo = 0 to 1 {
        affine.for %i = 0 to 8 { affine.for %j = 0 to 32 { /* %t[%i, %j] = %bias[%j] */ } }
        affine.for %k = 0 to 48 {
          affine.for %i = 0 to 8 { affine.for %j = 0 to 32 { /* %t[%i, %j] += .. */ } }
        }
        affine.for %i = 0 to 8 { affine.for %j = 0 to 32 { /* %d[..] = max(%t[%i, %j], 0) */ } }
      }
    }
    ```

    A nest goes along if it has an execution for each element of the sum, names the
    element as the contraction does, and its buffers are contiguous along the lanes.
    Extents need not be known: bounds that are one number, as extents of buffers that
    were allocated with it are, make equal ranges. No loop may bound another one.
    That all executions that depend on each other keep their order is proven for each
    pair of nests; ops between them go before or after them. Each sum is added up in the
    order in which it was. What one nest stores and the next one loads in the same
    iteration is a value; a buffer that nothing reads any more goes, and one that is
    nothing but the sum becomes one of a tile. All tiles share it, in the first block of
    the function; threads that compute several at once must not, so with `own-tiles` each
    iteration of the loops over tiles allocates one. `layout-parallelize-loops` has to
    follow, which moves it out of loops that do not become parallel: the stack would grow
    with each of their iterations.

    Contractions without such contiguous lanes are left to `layout-tile-loops`, and so are
    those that read a buffer larger than the second cache of the target, whose panels
    `layout-vectorize-loops` prefetches in perfect nests only.
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", /*default=*/"false",
           "permit another order of sums and products of floating-point numbers">,
    Option<"ownTiles", "own-tiles", "bool", /*default=*/"false",
           "let each iteration allocate its tile, for layout-parallelize-loops">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LayoutTileLoops : Pass<"layout-tile-loops", "::mlir::ModuleOp"> {
  let summary = "give loops the digits of layouts";
  let description = [{
    Where accesses divide a loop variable, as they do once a layout is applied, the
    loop becomes loops over the digits of the variable in the radices by which they
    divide, and no access divides any more. Radices of several accesses are refined
    to one mixed-radix system: with 32 and 16, `floordiv 32`, `(mod 32) floordiv 16`
    and `mod 16`. What does not divide is rounded up; each condition of the nest
    bounds each digit in it, so that the nest executes its original
    iterations and no others.

    Before, for vectors of 512 bits (with shorter ones, the last tile, of known extent, is a
    loop of its own):
    ```mlir
    affine.for %i = 0 to 127 {
      affine.store %x, %a[%i floordiv 32, %i mod 32] : memref<4x32xf32>
    }
    ```
    After:
    ```mlir
    affine.for %o = 0 to 4 {
      affine.for %i = 0 to min affine_map<(d0) -> (32, d0 * -32 + 127)>(%o) {
        affine.store %x, %a[%o, %i] : memref<4x32xf32>
      }
    }
    ```

    The loops of a perfect nest (`layout-distribute-loops` makes such) are put into
    the order that suits vectors, if the cost model finds one that costs less: the
    outer digits as the result lies in memory, then sums in the order in which they
    were added up, then a block of *rows* x *lanes* for `layout-vectorize-loops`.
    All executions that depend on each other must keep their order, which is proven;
    a nest that may not be reordered is remarked with the two that may not, and its
    loops are split in place, which changes no order. An innermost loop that
    reads elements across a tile boundary is split there, too; one over a tile
    of 7 or less, the last tile of which is partial, has that tile peeled. Where what all
    iterations of the outermost loop read is more than half of the second cache of the
    target, parts of the sum go around all loops, of which each reads at most a quarter
    of that cache; sums wait in memory from one part to the next. Where a nest reads rows once, as the
    product of a vector and a matrix does, parts of as many rows as half of the first cache holds
    go around the blocks of lanes, so that each row is read from memory as a whole.

    In kernels, loops stay as they are, but for an innermost loop of constant bounds
    over full tiles of a size that is no power of two: it is split in place, to get rid
    of divisions. Others are shifts and masks there (`layout-lower-indices`).

    Where each iteration of an innermost loop loads one element, changes and stores
    it, and provably nothing else in the loop touches the element, it is loaded
    before the loop, carried through it and stored after it. Where the loop may have
    no iteration, a branch leaves the element alone then.

    With `reassociate`, lanes may go along a reduction of floats that reads contiguous
    elements. Then the loop is strip-mined by as many lanes as four registers have, and
    the op that combines gets `fastmath<reassoc>`, by which `layout-vectorize-loops`
    knows that each lane may have a part of the reduction. That is done if it is
    estimated to cost less than blocks of rows and lanes.

    Before:
    ```mlir
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%j floordiv 8, %j mod 8] : memref<3x8xf32>
      %1 = affine.load %sum[0, 0] : memref<1x8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %sum[0, 0] : memref<1x8xf32>
    }
    ```
    After:
    ```mlir
    %0 = affine.load %sum[0, 0] : memref<1x8xf32>
    %1 = affine.for %o = 0 to 3 iter_args(%2 = %0) -> (f32) {
      %3 = affine.for %i = 0 to min affine_map<(d0) -> (8, d0 * -8 + 21)>(%o) iter_args(%4 = %2) -> (f32) {
        %5 = affine.load %a[%o, %i] : memref<3x8xf32>
        %6 = arith.addf %4, %5 : f32
        affine.yield %6 : f32
      }
      affine.yield %3 : f32
    }
    affine.store %1, %sum[0, 0] : memref<1x8xf32>
    ```

    Values that a loop carries (`iter_args`) go to a buffer with an element for each
    iteration of the loops around it, where that lets these be lanes; the buffer is
    made by `memref.alloc` before all loops, and freed after them. Where one
    iteration prevents that, as that of `A[%k, %j]` in a nest that stores to
    `A[%i, %j]`, the index set of `%i` is split there. Where a row needs all rows
    before it, as in the solution of a triangle, the loop over rows becomes one over
    tiles and one inside, and loops that end or begin at the row are split at the
    border of its tile: what rows of one tile take from earlier tiles is a nest of
    its own then, of which rows may be lanes. Each is done only if a copy
    of the nest, rewritten so, distributed and planned, costs less than 0.8 times as
    much; loops that carry values otherwise are split, and not reordered.

    Before:
    ```mlir
    affine.for %j = 0 to 37 {
      %0 = affine.for %i = 0 to 29 iter_args(%t = %zero) -> (f64) {
        %1 = affine.load %a[%j floordiv 16, %i, %j mod 16] : memref<3x29x16xf64>
        %2 = arith.addf %t, %1 : f64
        affine.yield %2 : f64
      }
      affine.store %0, %b[%j] : memref<37xf64>
    }
    ```
    What the digits are then given to:
    ```mlir
    %t = memref.alloc() {alignment = 64 : i64} : memref<64xf64>
    affine.for %j = 0 to 37 {
      affine.store %zero, %t[%j] : memref<64xf64>
    }
    affine.for %j = 0 to 37 {
      affine.for %i = 0 to 29 {
        %0 = affine.load %t[%j] : memref<64xf64>
        %1 = affine.load %a[%j floordiv 16, %i, %j mod 16] : memref<3x29x16xf64>
        %2 = arith.addf %0, %1 : f64
        affine.store %2, %t[%j] : memref<64xf64>
      }
    }
    affine.for %j = 0 to 37 {
      %0 = affine.load %t[%j] : memref<64xf64>
      affine.store %0, %b[%j] : memref<37xf64>
    }
    memref.dealloc %t : memref<64xf64>
    ```

    The cost model counts instructions for the target that the module states
    (docs/Target.md); `lib/Transforms/Tile/CostModel.h` says how. A nest with
    `layout.loops` gets the loops that this plan states (docs/Loops.md), and the plan
    of what it has become then. With the option `stop-after=plan`, the plans that the
    search finds are written so, to be read or changed, and no loops are changed by
    them. With `tuned=FILE`, nests that `layout-tune` has measured take their plans from
    its file (docs/Tuning.md). Loops with other attributes are left alone. Those with steps other than 1 count their
    iterations first, but for those whose number may wrap around.
  }];
  let options = [
    Option<"reassociate", "reassociate", "bool", "false",
           "Permit another order of sums and products of floating-point numbers">,
    Option<"tuned", "tuned", "std::string", "",
           "A file of layout-tune: nests that it has measured take their plans from "
           "there">,
    Option<"threads", "threads", "unsigned", "1",
           "With tuned, for how many threads the program is made">,
    Option<"stopAfter", "stop-after", "std::string", "",
           "With plan, write the plans of nests as layout.loops, and change no loops "
           "by them">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::layout::LayoutDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def LayoutVectorizeCopies
    : Pass<"layout-vectorize-copies", "::mlir::ModuleOp"> {
  let summary = "make vector code of loops that copy between layouts";
  let description = [{
    A perfect nest of `affine.for` of which each iteration stores one element of
    another buffer, or a value from around the nest, or nothing, as conditions on the
    loop variables say, is what `layout.convert` becomes. Such a nest gets the digits
    of both layouts (see `layout-tile-loops`), and copies blocks of *rows* x *lanes*:
    lanes lie side by side in the destination. Where they do in the source, too,
    vectors are read and written. Where other elements do, these are the rows, and
    the block is transposed in registers.

    Before:
    ```mlir
    affine.for %o = 0 to 4 {
      affine.for %h = 0 to 28 {
        affine.for %i = 0 to 16 {
          affine.if affine_set<(d0, d1) : (60 - d0 * 16 - d1 >= 0)>(%o, %i) {
            %0 = affine.load %a[%h, %o * 16 + %i] : memref<28x61xf32>
            affine.store %0, %b[%o, %h, %i] : memref<4x28x16xf32>
          } else {
            affine.store %zero, %b[%o, %h, %i] : memref<4x28x16xf32>
          }
        }
      }
    }
    ```
    After, with vectors of 512 bits, for each block of 14 x 16 of which all elements are data,
    ```mlir
    %0 = vector.load %a[%h, %c] : memref<28x61xf32>, vector<16xf32>
    vector.store %0, %b[%o, %h, %c0] : memref<4x28x16xf32>, vector<16xf32>
    ...
    ```
    and for others the same with a mask for what is read, a select between data and
    the value, and a mask for what is stored. Nothing is read or written that the
    nest does not; so padding that must not be touched (`pad<none>`) is not, and the
    ends of buffers are kept. Where only constant bounds end a loop, its last block
    begins earlier instead, and copies some elements twice.

    Where both buffers together exceed the last cache of the target (docs/Target.md),
    full blocks are stored past the caches, if these consist of whole lines, each
    stored in one piece or in pieces one after the other, and the destination turns
    out to begin with a line; a fence follows.

    Iterations must not depend on each other, which is proven. A nest of this form
    that stays as it is is remarked, with the reason.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LayoutParallelizeLoops
    : Pass<"layout-parallelize-loops", "::mlir::ModuleOp"> {
  let summary = "make parallel loops of those whose iterations may run at once";
  let description = [{
    An `affine.for` becomes `affine.parallel` if no iteration touches an element
    that another one touches while one of them writes, which is proven, and if it
    has enough to do for several threads, as the cost model estimates: all such loops
    of a function together, and each of them. Only the
    outermost such loop does; where one stays, those inside are looked at. What an
    iteration allocates is its own; on the stack, where only elements of it are
    accessed, it moves out of the loops that stay. Loops that carry values stay: the
    order of sums is kept. `layout-parallel-to-openmp` makes threads of it.

    Before:
    ```mlir
    affine.for %i = 0 to 1024 {
      affine.for %j = 0 to 1024 {
        %0 = affine.load %a[%i, %j] : memref<1024x1024xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %b[%j, %i] : memref<1024x1024xf32>
      }
    }
    ```
    After:
    ```mlir
    affine.parallel (%i) = (0) to (1024) {
      affine.for %j = 0 to 1024 {
        %0 = affine.load %a[%i, %j] : memref<1024x1024xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %b[%j, %i] : memref<1024x1024xf32>
      }
    }
    ```

    Where `threads` cannot share the iterations of one loop evenly, as 3 of them by 2,
    loops right inside of it are taken in. Where an inner loop grows or shrinks with
    the parallel one, as in a triangle, the parallel loop is over threads, and each
    takes every n-th iteration:
    ```mlir
    affine.parallel (%t) = (0) to (2) {
      affine.for %i = affine_map<(d0) -> (d0)>(%t) to 1024 step 2 {
        affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
    ```

    How much there is to do may depend on extents or arguments. Then a branch decides
    when the program runs, with the loop as it was in its other arm. A loop that stays
    is remarked: with two iterations that depend on each other, or with the
    estimate. Loops with attributes are left alone, and so are those that allocate
    more than 256 KiB on the stack.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", "2",
           "How many threads there will be, from 1 to 4096; 1 changes nothing">,
    Option<"minWork", "min-work", "int64_t", "0",
           "From how many instructions on, estimated, a loop becomes parallel; 0: "
           "what the cost model says, ten thousand where the parallel loops of "
           "the function have a million together">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}
def LayoutVectorizeLoops
    : Pass<"layout-vectorize-loops", "::mlir::ModuleOp"> {
  let summary = "make vector code of the innermost loops of nests";
  let description = [{
    The innermost loop of a perfect nest becomes *lanes* of a vector if it goes from
    0 to at most 64 and stores to contiguous elements. Around it, loops in which
    the stored elements stay the same are *sums*: the elements are in registers
    meanwhile. A loop between the two of at most 16 iterations becomes *rows*, of
    which each has registers of its own, if the target has as many.

    Before:
    ```mlir
    affine.for %k = 0 to 8 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%k] : memref<8xf32>
        %1 = affine.load %b[%k, %j] : memref<8x16xf32>
        %2 = affine.load %c[%j] : memref<16xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%j] : memref<16xf32>
      }
    }
    ```
    After:
    ```mlir
    %first = vector.load %c[%c0] : memref<16xf32>, vector<16xf32>
    %r = affine.for %k = 0 to 8 iter_args(%s = %first) -> (vector<16xf32>) {
      %0 = affine.load %a[%k] : memref<8xf32>
      %1 = vector.broadcast %0 : f32 to vector<16xf32>
      %2 = vector.load %b[%k, %c0] : memref<8x16xf32>, vector<16xf32>
      %3 = arith.mulf %1, %2 : vector<16xf32>
      %4 = arith.addf %s, %3 : vector<16xf32>
      affine.yield %4 : vector<16xf32>
    }
    vector.store %r, %c[%c0] : memref<16xf32>, vector<16xf32>
    ```

    Every element is computed by the same operations in the same order, so results
    are the same to the last bit. That iterations of rows and lanes do not depend on
    each other, and that nothing else touches what is in registers, is proven; else
    the nest stays, with a remark. What lanes read may lie anywhere: contiguous elements are
    read at once, others one by one.

    Where bounds leave out rows or lanes, in the last tile or in a triangle, all are
    computed and the others left out of stores, provided that their operands lie in
    the buffers and outside of padding that must not be read (`pad<none>`). Else full
    tiles are vector code, and others go row by row, with masks for what is read.
    Rows of a reduction that read the same vector go together there: as many rows and
    lanes as all partial tiles have, if extents are known. Where they are known when
    the program runs only, rows go in parts of 8, 4, 2 and 1, of which each vector that
    is loaded serves all rows; masks are for lanes only, and there is a copy for tiles
    of no more lanes than one register has.

    A buffer that is larger than the second cache of the target, and of which all
    blocks of rows read one panel before they come to the next, is prefetched: each
    block prefetches its part of the next panel while it computes.

    The last loop of sums may have 2 or 4 iterations which a factor has side by side
    between those of the lanes, as with `(k, n) -> (k floordiv 4, n, k mod 4)`. Then
    it is read at once for all lanes, and the iterations follow each other without
    a loop; an incomplete one keeps the loop. Products of two integers of 8 bits, or
    of 16 with a sign, that are added up in 32 bits are added up by the pair, since
    integers wrap around and so give the same sum in any order; `nsw` goes.

    Before:
    ```mlir
    affine.for %g = 0 to 2 {
      affine.for %j = 0 to 16 {
        %0 = affine.load %a[%g] : memref<2xi16>
        %1 = affine.load %b[%j, %g] : memref<16x2xi16>
        %2 = affine.load %c[%j] : memref<16xi32>
        %3 = arith.extsi %0 : i16 to i32
        %4 = arith.extsi %1 : i16 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%j] : memref<16xi32>
      }
    }
    ```
    After, where `even` is `vector.shuffle %5, %5 [0, 2, .. 30]`, and `odd`
    for the others; LLVM makes one instruction of it where there is one:
    ```mlir
    %view = memref.collapse_shape %b [[0, 1]] : memref<16x2xi16> into memref<32xi16>
    %first = vector.load %c[%c0] : memref<16xi32>, vector<16xi32>
    %0 = vector.load %a[%c0] : memref<2xi16>, vector<2xi16>
    %1 = vector.shuffle %0, %0 [0, 1, 0, 1, .. 0, 1] : vector<2xi16>, vector<2xi16>
    %2 = vector.load %view[%c0] : memref<32xi16>, vector<32xi16>
    %3 = arith.extsi %1 : vector<32xi16> to vector<32xi32>
    %4 = arith.extsi %2 : vector<32xi16> to vector<32xi32>
    %5 = arith.muli %3, %4 : vector<32xi32>
    %6 = arith.addi even, odd : vector<16xi32>
    %7 = arith.addi %first, %6 : vector<16xi32>
    vector.store %7, %c[%c0] : memref<16xi32>, vector<16xi32>
    ```

    A lane may have the iterations of that loop in a row of its own instead, as
    with `%a[%i, %k]` where `%i` is lanes. If there are 4, 8 or 16 of them (2 of 64
    bits), rows are loaded whole and transposed in registers, where these hold the
    block beside the sums. Without sums, as in `%c[%k, %i] = %a[%i, %k] + 1`, it is the
    loop around the lanes of which blocks are read, before all that its
    iterations store.

    Loops that carry sums of integers, or sums with `reassoc`, and whose last one
    goes from 0 to at most 8, 16, 32 or 64 and reads contiguous elements, carry as many
    lanes, too, each with a part of the sum. Parts may overflow where the sum does
    not: `nsw` goes here as well.

    Before:
    ```mlir
    %s = affine.for %o = 0 to 3 iter_args(%a = %first) -> i32 {
      %t = affine.for %d = 0 to min affine_map<(o) -> (16, o * -16 + 45)>(%o)
          iter_args(%b = %a) -> i32 {
        %0 = affine.load %x[%o, %d] : memref<3x16xi32>
        %1 = arith.addi %b, %0 : i32
        affine.yield %1 : i32
      }
      affine.yield %t : i32
    }
    ```
    After:
    ```mlir
    %p:2 = affine.for %o = 0 to 3 iter_args(%a = %first, %l = %zeros)
        -> (i32, vector<16xi32>) {
      // If the tile is full: %a, and
      %0 = vector.load %x[%o, %c0] : memref<3x16xi32>, vector<16xi32>
      %1 = arith.addi %l, %0 : vector<16xi32>
      // Else the same under a mask.
    }
    %s = vector.reduction <add>, %p#1, %p#0 : vector<16xi32> into i32
    ```

    A load in a sum that walks once through a buffer larger than the second cache
    of the target, by tiles that do not follow each other in memory or in another
    order inside of them, prefetches what it will read in the next tile. So do, in a
    stencil over tiles, the access that is ahead of others and the store.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutCache : Pass<"layout-cache", "::mlir::ModuleOp"> {
  let summary = "work on a local copy of a buffer, with a layout of its own";
  let description = [{
    A buffer with the attribute `layout.cache = #layout.buffer<...>` (a function
    argument, a `memref.alloc` or `memref.alloca`) is replaced by a local copy
    around the loops of its function that carry the unit attribute
    `layout.cache`; for an argument, around the whole body if there is no such
    loop. The copy requests the layout by `layout.transform`. Runs before
    `layout-assign`.

    The copy is filled at the start, unless every element is written before it
    is read, and written back at the end, if it is written.

    Before:
    ```mlir
    func.func @sum(%a: memref<14xi32> {layout.cache = #layout.buffer<
        index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>}, %b: memref<1xi32>) {
      affine.for %i = 0 to 14 {
        %x = affine.load %a[%i] : memref<14xi32>
        "use"(%x) : (i32) -> ()
      }
      return
    }
    ```
    After:
    ```mlir
    func.func @sum(%a: memref<14xi32>, %b: memref<1xi32>) {
      %c = memref.alloc() {layout.transform = #layout.buffer<...>} : memref<14xi32>
      affine.for %i = 0 to 14 {
        %x = affine.load %a[%i] : memref<14xi32>
        affine.store %x, %c[%i] : memref<14xi32>
      }
      affine.for %i = 0 to 14 {
        %x = affine.load %c[%i] : memref<14xi32>
        "use"(%x) : (i32) -> ()
      }
      memref.dealloc %c : memref<14xi32>
      return
    }
    ```

    On an argument the attribute guarantees, as a layout does, that no element that
    anyone writes is reached otherwise. It is an error, and nothing is changed,
    if a use of the buffer cannot be made one of the copy, or if nothing can come of
    a mark: on a loop of a function without a marked buffer, on an allocation
    without a marked loop, in a kernel, on a declaration. A buffer that is not used
    in a marked loop has no copy there, with a remark.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutOvercompute : Pass<"layout-overcompute", "::mlir::ModuleOp"> {
  let summary = "drop branches whose body may be executed everywhere";
  let description = [{
    The branch of an `affine.if` or `scf.if` goes where running its body always
    is proven to change no result. In the executions that are added,

    * loads are in bounds, and of no padding of kind `none`; or of an image whose
      memory space guarantees zeros outside (`#layout.texture<read, outside = zero>`),
      where they become `layout.fetch`;
    * stores leave what is there already, fall on undefined elements (padding of
      kind `undef`, unwritten memory), or are not needed, as
      they are overwritten before they are read;
    * nothing else happens: no division by zero, no poison, no call, no assumption,
      no race in a parallel loop.

    With an `else`, one arm must do what the other does: store the same to the
    same elements and yield the same. A select goes where its operands are the
    same. Of a conjunction parts go where the whole cannot.

    Outside of an image means outside of its rows, columns or layers, not of a
    loop: where a row index of -1 is the last row of the channels before, the
    branch stays, with that index. So the pass is of use on images once
    `layout-vectorize-elements` has made them. Branches in kernels (`gpu.func`,
    `gpu.launch`) go too, where they store nothing new.

    What padding holds is known from `layout.padding`, `layout.assume_padding`,
    `layout.assume` and what the program stores. Floats are taken as IEEE 754 has
    them: `x + 0.0` is `x` only with `nsz`, or where x is known not to be -0.0,
    as is a sum that starts at +0.0; `0.0 * y` is zero only where y is known to be
    finite, as a number in padding, or an integer, is.

    Flags that make poison (`nsw`, `nuw`, `exact`, `nnan`, `ninf`) are guarantees
    about the executions that the program has. In those that are added they prove
    nothing: an op of which the flag is not known to hold there loses it, whether
    it is in the body or before the branch. Indices, bounds, conditions
    and divisors that rest on `nsw` keep the branch, and so does what may be poison
    without any flag, as a float that fits no integer. Flags that allow other
    results, `reassoc`, `contract`, `arcp` and `afn`, stay; where they leave open
    what comes out, it is not taken for a number. A branch that stays has a remark
    with the element, the flag or the bound that it fails at.

    Before:
    ```mlir
    layout.padding %b : memref<4x4xf32> of memref<14xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>>
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
          affine.store %x, %b[%i, %j] : memref<4x4xf32>
        }
      }
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.store %x, %b[%i, %j] : memref<4x4xf32>
      }
    }
    ```
  }];
  let options = [
    Option<"wrapIndices", "wrap-indices", "bool", "false",
           "Take indices that would be out of bounds modulo the extent, where "
           "what is read there does not matter: a branch less, a remainder more">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutWidenLoops : Pass<"layout-widen-loops", "::mlir::ModuleOp"> {
  let summary = "let loops run into padding where that fills vectors or groups";
  let description = [{
    An `affine.for` of constant bounds, over elements that lie in tiles, of which
    the last is not full, runs to the end of that tile, or to the end of its last
    vector, where the additional iterations are proven to change no result. Then
    no vector needs a mask. The proof is that of `layout-overcompute` for the
    longer loop, with its body under the condition that the iteration is one of
    the program. In the iterations that are added,

    * loads are in bounds, and of no padding of kind `none`;
    * stores fall on undefined elements (padding of kind `undef`), leave what is
      there, or are not needed, as they are overwritten before they are
      read: the padding of kind value or copy, which is written later;
    * nothing else happens: no trap, no poison in an index, a bound or a divisor,
      no race in a parallel loop. Flags such as `nsw` go where they are not known
      to hold; a loop with `nnan` or `ninf` on such an op keeps its extent.

    Only loops are considered whose iterations become lanes of vectors: stores
    are contiguous along the variable, and iterations touch elements of their own.
    Where nothing is added up they keep their extent on targets that have masked
    stores of the elements, in registers shorter than a line: these cost nothing.
    The loop runs to the end of its tile if that is at most an eighth more, and
    else to the end of a vector of the target, which executes no vector more than
    before. A buffer of one dimension without room for these iterations, such as a
    bias, is copied to a longer one before the nest, if the nest reads each of
    its elements at least eight times and stores to no memory that it may be.
    Loops that pass a buffer on element by element, as a sum, what
    initialises it and what is computed of it, are all widened, or none is, so
    that `layout-fuse-epilogues` still finds equal extents.

    Sums are widened first: an innermost loop from 0 that adds up products of
    integers which the target multiplies in pairs or groups of four (dot products, and
    pairs in registers of more than 128 bits), if both factors lie side by side, one of them in whole groups of which the
    last one is not full. There a product adds 0, as one factor is its zero point.

    A remark says of each such loop what was proven, or which rule it fails at.

    Before, for vectors of 128 or 512 bits:
    ```mlir
    layout.padding %b : memref<4x4xf32> of memref<13xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>>
    affine.for %i = 0 to 13 {
      affine.store %x, %b[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 16 {
      affine.store %x, %b[%i floordiv 4, %i mod 4] : memref<4x4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LayoutPartitionLoops : Pass<"layout-partition-loops", "::mlir::ModuleOp"> {
  let summary = "shrink and split loops where conditions in them change";
  let description = [{
    An `affine.for` or `scf.for`, over indices or signed integers of 2 to 64 bits, is
    shrunk to the iterations in which what it guards can happen, and split where
    conditions on its variable change, so that these are decided in the pieces and
    go away. Bounds may be computed of what does not change in the loop, products
    of variables included; a loop gets no more than 16. The iterations are executed
    in the same order. Attributes of the loop stay on every piece.

    Pieces of an outer loop in which conditions are left are not split further
    than needed: their inner loops get bounds that depend on the outer variable.

    Pieces are looked at again while something is decided in them and the nest they
    come from has fewer than 16 loops. Loops that follow each other, each of which
    begins where the one before it ends, or later, count as pieces of one,
    in any case; so a second run finds nothing to do. A condition that comes and
    goes, as `i mod 2 == 0` does, makes no pieces.

    A function gets at most 128 loops more by this, or 3 times as many as before if
    that is more. Outer loops are split before inner ones, and the first nests before
    later ones; loops that would exceed the bound stay whole, with their conditions.

    Before:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
          affine.store %x, %a[%i, %j] : memref<4x4xf32>
        }
      }
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 4 {
        affine.store %x, %a[%i, %j] : memref<4x4xf32>
      }
    }
    affine.for %i = 3 to 4 {
      affine.for %j = 0 to 2 {
        affine.store %x, %a[%i, %j] : memref<4x4xf32>
      }
    }
    ```
  }];
  let options = [
    Option<"always", "always", "bool", "false",
           "Make it an error, and change nothing, if a condition on a loop "
           "variable would be left">,
    Option<"maxPieces", "max-pieces", "unsigned", "8",
           "Leave a loop whole that would become more pieces than this">,
    Option<"onlyFills", "only-fills", "bool", "false",
           "Leave nests that read elements, or do more than to store, as they "
           "are">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutCollapseDims : Pass<"layout-collapse-dims", "::mlir::ModuleOp"> {
  let summary = "give buffers whose indices are digits of one index that index";
  let description = [{
    A vector in tiles, `(i) -> (i floordiv 32, i mod 32)`, lies in memory as one
    without: its elements are where they were, and padding is after them. Its
    accesses go to a `memref.collapse_shape` of the buffer with one dimension, by
    the index that they divide, so that loops over it are as simple, and as fast,
    as without the layout.

    A buffer is collapsed if all of its accesses are to single elements, one of
    them divides, and those that divide have the digits of one index in row-major
    order. Of `A[i, j floordiv 32, j mod 32]`, which has an index of its own in
    front, the loops over `j` get the digits (`layout-tile-loops`); only where no
    vector of 128 bits fits the last digit a whole number of times, as for
    `(j floordiv 5, j mod 5)`, these dimensions become one, too, and `i` stays.
    Buffers without the identity layout, with a size after the first of these
    dimensions that is dynamic, or of kernels are left alone.

    Before:
    ```mlir
    affine.for %i = 0 to 61 {
      %x = affine.load %v[%i floordiv 32, %i mod 32] : memref<2x32xf32>
      affine.store %x, %w[%i] : memref<61xf32>
    }
    ```
    After:
    ```mlir
    %row = memref.collapse_shape %v [[0, 1]] : memref<2x32xf32> into memref<64xf32>
    affine.for %i = 0 to 61 {
      %x = affine.load %row[%i] : memref<64xf32>
      affine.store %x, %w[%i] : memref<61xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LayoutReflow : Pass<"layout-reflow", "::mlir::ModuleOp"> {
  let summary = "move conversions of tensors through ops and cancel them";
  let description = [{
    Most ops on tensors can work in any order of elements: it is all one where the
    elements lie. Such an op takes the layout of the ops around it where fewer bits are
    then converted; what is left of the conversions is at the border to what has
    its layout fixed: arguments and results of public functions, contractions, ops of
    which nothing is known, and those with `layout.prefer`. No result of a conversion is converted again, and a tensor
    is converted once to each order and padding in which it is used. Constants, and tensors whose elements are not read, are made in
    the layout in which they are used.

    First, what only moves the elements of a constant becomes a constant: `linalg.transpose`,
    a `linalg.generic` that permutes dimensions and computes nothing, `tensor.expand_shape`,
    `collapse_shape`, `cast` and `layout.convert`, one after the other, where all extents are
    known. Front ends transpose the weights of each linear layer so. Elements are moved bit for bit,
    a resource becomes a resource, a splat stays one, and what moves one constant in the same way
    shares one resource. It is done where a contraction reads what is moved, or where
    that takes the place of the constant. A constant that has other uses would be there twice, and
    is not moved for any other op. Constants of more than 2^26 elements, or whose elements are no
    integers, `index` or floats, stay.
    What `bufferization.to_tensor` reads from a private constant `memref.global` is such a constant,
    too, if a conversion is made of it; a global that nothing names any more goes.

    | layouts pass through | if |
    |---|---|
    | linalg ops, named or generic, that compute each element by itself | always, and a dimension of extent 1 may be indexed by 0; an operand that has less dimensions, as a bias, is taken along if it is a constant, and read where it lies if not |
    | those that reduce one tensor, pooling and transposes among them | dimensions that share an axis both stay or both go; dimensions under a window are axes of their own |
    | `tensor.pad`, `concat`, `extract_slice`, `insert_slice` | the dimensions that change are axes of their own, not split; or split into blocks, and each tensor begins at a whole block of the other one, and ends at one, or where the other does. So of concatenated tensors the last alone may have padding |
    | `tensor.collapse_shape`, `expand_shape` | the layout can be written in the other indices, so that no element moves: columns in blocks of 32 as 12 heads of 2 blocks. It has one step; a dimension whose extent is not known, as that of a batch, is an axis of its own, and no part of a dimension that is split or joined |
    | `scf.for`, `while`, `if`; `arith.select` of tensors | a forwarded tensor gets one type everywhere; what a block inside takes from around it is converted around it |
    | functions | private ones that are only called |
    | ops of other dialects | as their [`LayoutPropagationOpInterface`](OtherDialects.md) says |

    In a module that converts tensors, an aggregate of several linalg ops on plain ones, as
    `linalg.softmax`, becomes these. What is read where it lies is converted to no other layout if
    it has the one in which the op works: so row sums lie in the blocks of their rows.
    A factor without padding whose *summed* dimensions alone lie in other digits is none that needs a
    conversion, either: the sums of a 1 x 1 convolution go over channels as a grouped convolution
    has left them, unless the other factor has numbers of one sum side by side, for lanes along it.

    What only moves elements, as `linalg.transpose`, can as well read one layout and write
    another: a conversion of what it takes alone, or of what it makes, is left to it.
    So are layouts that name the same storage, as "block 0 of 1" and "all", where an op gives
    elements other indices.

    No execution converts more bits than before: a conversion in a loop that may have
    no iteration is no reason for one outside. Where extents are not known, they are
    the same in all tensors that are compared. Among equals, conversions go to ops that
    only move elements, else to borders; and then all stays where it is.

    The op that defines a tensor fills its padding as its type says. The op states what it
    makes of the pads of its operands: `max(x, 0.0)` of padding that holds 0.0 makes
    0.0, `exp` makes 1.0, a sum of it from 0.0 makes 0.0, an integer division by it
    nothing that is known. Where users fix the type, and this is what they need,
    the padding is right as it is computed; else it is *written*: the result
    states the pad, of which `layout-apply` makes a stage that writes padding
    only. Where no user fixes the type, the result states what is computed, if
    a later op depends on it, else `pad<undef>`. If users need different
    pads of one tensor, one gets the tensor and each other a conversion. Who only reads,
    as a contraction does with its factors, takes a tensor whose padding holds more
    than it needs as it is: 0.0 where anything may be, anything where it is not read. Not so
    a destination, or a result of a function: `undef` lets its users write what another
    one needs. Each such case is remarked, with the place, what is needed, and what is there.

    For ops of `arith` and `math` on tensors, run `convert-elementwise-to-linalg`
    first, as `layout-compile` does. Run `canonicalize` before this pass, where what it folds moves no
    elements yet. After it, too, it makes valid programs: upstream folds a
    `collapse_shape` of an `expand_shape` to a `tensor.cast`, and concatenates plain
    tensors, without a look at layouts, of which a `layout.convert` is made then;
    but run this pass again to have such conversions move. One case is not mended: where
    a slice gets a constant size by folding, and a pad of its layout copies elements that
    are outside of it, `layout-bufferize` refuses the result.

    Before:
    ```mlir
    %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
    %d = tensor.empty() : tensor<3x2xf32>
    %t = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%d : tensor<3x2xf32>) permutation = [1, 0]
    %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
    %e = tensor.empty() : tensor<14xf32>
    %y = linalg.exp ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
    %z = layout.convert %y : tensor<14xf32> to tensor<14xf32, #zero>
    ```
    After:
    ```mlir
    %t = arith.constant dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
    %e = tensor.empty() : tensor<14xf32, #zero>
    %z = linalg.exp ins(%x : tensor<14xf32, #zero>) outs(%e : tensor<14xf32, #zero>) -> tensor<14xf32, #zero>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::layout::LayoutDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LayoutSpecialize : Pass<"layout-specialize", "::mlir::ModuleOp"> {
  let summary = "give functions private specializations for the layouts that callers have";
  let description = [{
    After `layout-reflow`, which must leave the types of a public function alone, and
    gives a private one one type at all calls. Where a call is the only one to use a
    conversion of an argument, or of its result nothing but a conversion is used, it
    calls a private specialization of the function that takes and yields the layouts on the other
    side: the conversions move into the specialization, where `layout-reflow`, run again, cancels
    them or puts them where they cost least. No more is converted than before. Calls with
    the same layouts have one specialization, others another one; a call of a function in itself
    stays.

    A public function whose body converts each argument to what the specialization takes, and
    each result from what it yields, becomes a thunk: it converts, and calls the specialization. Any
    other keeps its body. A private function without remaining calls is erased.

    Before:
    ```mlir
    func.func @relu(%a: tensor<14xf32>) -> tensor<14xf32> {
      ...
    }
    func.func @f(%a: tensor<14xf32, #L>) -> tensor<14xf32, #L> {
      %0 = layout.convert %a : tensor<14xf32, #L> to tensor<14xf32>
      %1 = call @relu(%0) : (tensor<14xf32>) -> tensor<14xf32>
      %2 = layout.convert %1 : tensor<14xf32> to tensor<14xf32, #L>
      return %2 : tensor<14xf32, #L>
    }
    ```
    After, with `layout-reflow`:
    ```mlir
    func.func @relu(%a: tensor<14xf32>) -> tensor<14xf32> {
      ...
    }
    func.func private @relu_0(%a: tensor<14xf32, #L>) -> tensor<14xf32, #L> {
      ...
    }
    func.func @f(%a: tensor<14xf32, #L>) -> tensor<14xf32, #L> {
      %0 = call @relu_0(%a) : (tensor<14xf32, #L>) -> tensor<14xf32, #L>
      return %0 : tensor<14xf32, #L>
    }
    ```
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutFromPack : Pass<"layout-from-pack", "::mlir::ModuleOp"> {
  let summary = "turn linalg.pack and unpack into conversions of layouts";
  let description = [{
    Programs that were packed by another compiler come in: `linalg.pack` becomes a
    `layout.convert` to a tensor whose layout says where each element lies, with the
    padding value as its pad, and `layout.as_physical`, which is the packed tensor;
    `linalg.unpack` becomes `layout.as_logical` and a conversion back. What packs and
    unpacks in turn is one tensor then, constants are packed at compile time, and the
    copies are those of [`layout-vectorize-copies`](#-layout-vectorize-copies).

    Of each op it is proven that its layout puts every element where the op does,
    and has as many tiles, for every extent. What has no padding value has `pad<undef>`:
    it has no padding, or no meaning. Stays, with a remark: an op with a tile that is
    a value, with a padding value that is no constant, or with a tensor that has an
    encoding, and `linalg.unpack` of an argument for which a layout is requested.

    Before:
    ```mlir
    %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xf32> -> tensor<4x4xf32>
    ```
    After:
    ```mlir
    %0 = layout.convert %a : tensor<14xf32> to tensor<14xf32, #L>
    %p = layout.as_physical %0 : tensor<14xf32, #L> to tensor<4x4xf32>
    ```
    where `#L` is `#layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>`.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LayoutToPack : Pass<"layout-to-pack", "::mlir::ModuleOp"> {
  let summary = "turn tensors with layouts into packed ones, conversions into linalg.pack and unpack";
  let description = [{
    Programs go out to pipelines that know `linalg.pack`: every tensor whose encoding
    is a layout becomes the plain tensor of its places, functions included, and
    `layout.convert` becomes `linalg.pack`, `linalg.unpack`, or both in turn.

    A layout is one that `linalg.pack` can say if its first axes are the dimensions,
    in any order, or their tiles, and the others the places in these tiles; of several
    steps, if they come to that together. It is proven that the op puts every element
    where the layout does, and makes as many tiles, for every extent. Pads are a
    number, or `undef`, for which the value 0 is taken.

    | op on tensors with layouts | becomes |
    |---|---|
    | `layout.convert` | `linalg.pack`, `linalg.unpack` |
    | `layout.as_physical`, `as_logical` | nothing: the packed tensor itself |
    | `tensor.empty`; `arith.constant`, `arith.select` | one of the packed type; a constant is packed |
    | functions, calls, `scf.for`, `while`, `if`, branches of `cf` | the same, of packed tensors |
    | linalg ops, named or generic | `linalg.generic` over tiles and places in tiles |
    | `tensor.pad`, `concat`, reshapes, slices, and all other ops | the same on plain tensors: unpacked before it, packed after it, and remarked |

    A loop of a linalg op is split where a tensor has tiles. If they do not divide the
    extent, its body is computed for padding, too; an op that may trap there, would read
    padding that is `pad<none>`, or has another reason not to be split, works on plain
    tensors, and the remark says why. A reduction over such a loop, of known extent,
    keeps what it has where there is padding, by an `arith.select`, whatever padding holds:
    it is of the elements alone. Loops that reduce keep their order, so that sums are made
    as before. A factor that has no tiles there gets zeros
    after it, by `tensor.pad`. What a result must hold in its padding is written by unpacking and
    packing it again.

    A type that cannot be packed is an error that says why: other maps, stated
    extents, separators, pads that are a function of the place or a copy, `pad<none>` where there
    is padding to write. So is an op that is not valid on plain tensors, or whose
    regions take or yield tensors with layouts. The module is what it was then.

    Before:
    ```mlir
    func.func @f(%a: tensor<14xf32, #L>) -> tensor<14xf32> {
      %r = layout.convert %a : tensor<14xf32, #L> to tensor<14xf32>
      return %r : tensor<14xf32>
    }
    ```
    After:
    ```mlir
    func.func @f(%a: tensor<4x4xf32>) -> tensor<14xf32> {
      %e = tensor.empty() : tensor<14xf32>
      %r = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<4x4xf32> -> tensor<14xf32>
      return %r : tensor<14xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LayoutRemoveNoOp : Pass<"layout-remove-noop", "::mlir::ModuleOp"> {
  let summary = "erase what has no effect";
  let description = [{
    Erases

    * stores of which every element is overwritten, or whose buffer ends, before
      anyone may read it, in loops, across loops and branches. What surely writes
      is taken away from what a store leaves by exact set difference; the last
      use of a local buffer or its deallocation counts as writing all of it.
      Padding of kind `undef` is not needed;
    * stores of what is there already;
    * stores of undef. A store of undef or data stores the data only;
    * loops and branches with nothing in them, loops that never have an
      iteration, unused buffers, loads and computations without use;
    * iterations at either end of a loop over constants in which it stores only
      what is overwritten in time.

    Calls stay, and so does a store that may be read under another name: pass
    arguments as `llvm.noalias` where they are distinct. A store that another op
    reads, or that is overwritten only in part, gets a remark with the element
    and the iteration for which it is needed. An index that is undef is an error.

    Before:
    ```mlir
    affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
    affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
        affine.store %y, %a[%i] : memref<16xi32>
      }
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
        affine.store %y, %a[%i] : memref<16xi32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutSimplify : Pass<"layout-simplify", "::mlir::ModuleOp"> {
  let summary = "decide conditions and loads by what is known of integers and memory";
  let description = [{
    What loop bounds and steps, the branches around, `layout.assume`, extents,
    minima and selects say of integer and boolean values decides:

    * an `affine.if`, `scf.if` or `arith.select` that always goes one way, a
      boolean that is a constant where it is used;
    * parts of a conjunction that follow from the rest, parts of a disjunction
      from which the rest follows; `<=`, `>=` and `!=` that are `==`, `<` or `>`
      under the branches around, or beside the rest of a conjunction which then
      follows from them;
    * a minimum or maximum that is always the same operand;
    * a load of known contents, as of stores, pad stages, `layout.assume_padding`,
      assumptions about loads and constant globals, through loops and branches;
    * adjacent branches with equal or complementary conditions, which become one
      branch, and branches whose arms do the same.

    Exact, and bounded per question; a condition that stays has a remark with
    values for which it does not hold; so has a load that a branch depends on. A
    write to what may be the same memory ends what is known of it.
    A `layout.assume` that is false whenever its function is called is an error.

    Before:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 3 {
        affine.if affine_set<(i, j) : (11 - 3 * i - j >= 0)>(%i, %j) {
          affine.store %x, %a[%i, %j] : memref<4x4xf32>
        }
      }
    }
    ```
    After:
    ```mlir
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 3 {
        affine.store %x, %a[%i, %j] : memref<4x4xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutSplitTextures : Pass<"layout-split-textures", "::mlir::ModuleOp"> {
  let summary = "choose which axes of a texture are its rows and its columns";
  let description = [{
    A buffer in texture memory whose layout states no axis separators gets them: the
    axes before the separator become the rows of an image, those after it the
    columns, and the innermost one, of extent 1 or 4, is the channels of a texel.
    The three splits of TVM's Adreno backend are known:

    | split | rows | columns |
    |---|---|---|
    | `weight` | the first axis | all others |
    | `nhwc` | the first two (of rank 3 the first) | all others |
    | `plain` | all but the last | the last |

    `auto` takes, among those with less than `max-extent` rows and columns, the one
    with the smallest difference of the two; of equal ones weight before nhwc before
    plain. What counts are the physical axes, so this runs before `layout-apply`
    as well as after it. The type changes wherever it is named, in calls and launches
    too; the elements lie where they lay.

    It is an error at the buffer, and nothing is changed, if the innermost axis is
    neither 1 nor 4, there are less than three axes, an extent is dynamic, or no
    split fits. With `otherwise-buffer` such a texture is moved to ordinary memory
    instead, with a remark.

    Before:
    ```mlir
    gpu.func @f(%a: memref<1x8x40x40x4xf32, #layout.texture<read>>) kernel
    ```
    After, 320 rows and 40 columns:
    ```mlir
    gpu.func @f(%a: memref<1x8x40x40x4xf32, #layout.buffer<index_map<(a, b, c, d, e) -> (a, b, c, d, e)>,
                                                           axis_separator<[3]>>, #layout.texture<read>>) kernel
    ```
  }];
  let options = [
    Option<"split", "split", "::mlir::layout::TextureSplitChoice",
           "::mlir::layout::TextureSplitChoice::Auto",
           "Which split to take: `auto` (default, the most square one), "
           "`weight`, `nhwc` or `plain`",
           [{::llvm::cl::values(
               clEnumValN(::mlir::layout::TextureSplitChoice::Auto, "auto",
                          "the most square one"),
               clEnumValN(::mlir::layout::TextureSplitChoice::Weight, "weight",
                          "the first axis alone is the rows"),
               clEnumValN(::mlir::layout::TextureSplitChoice::NHWC, "nhwc",
                          "the first two axes are the rows"),
               clEnumValN(::mlir::layout::TextureSplitChoice::Plain, "plain",
                          "the last axis before the channels is the columns"))}]>,
    Option<"maxExtent", "max-extent", "int64_t", "16384",
           "Rows and columns are less than this">,
    Option<"otherwiseBuffer", "otherwise-buffer", "bool", "false",
           "A texture without a split becomes an ordinary buffer">
  ];
  let dependentDialects = ["::mlir::layout::LayoutDialect",
                           "::mlir::vector::VectorDialect"];
}

def LayoutUnrollChannels : Pass<"layout-unroll-channels", "::mlir::ModuleOp"> {
  let summary = "unroll the loops that store the channels of a texel one by one";
  let description = [{
    An `affine.for` or `scf.for` of at most four iterations, counted at compile time,
    in which an element of a buffer in texture memory is stored, is unrolled. The four
    stores of a texel are then together, and `layout-vectorize-elements` makes them
    one. Innermost loops only; loops with more iterations are left alone. Does nothing
    where there is no texture.

    Before:
    ```mlir
    affine.for %k = 0 to 4 {
      affine.store %x, %b[%i, %j, %k] : memref<8x8x4xf32, #layout.texture<write>>
    }
    ```
    After:
    ```mlir
    affine.store %x, %b[%i, %j, 0] : memref<8x8x4xf32, #layout.texture<write>>
    affine.store %x, %b[%i, %j, 1] : memref<8x8x4xf32, #layout.texture<write>>
    affine.store %x, %b[%i, %j, 2] : memref<8x8x4xf32, #layout.texture<write>>
    affine.store %x, %b[%i, %j, 3] : memref<8x8x4xf32, #layout.texture<write>>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutVectorizeElements
    : Pass<"layout-vectorize-elements", "::mlir::ModuleOp"> {
  let summary = "make the innermost axis of buffers one vector";
  let description = [{
    `memref<..x4xf32>` becomes `memref<..xvector<4xf32>>` where the innermost axis
    is accessed whole: by `vector.load` and `vector.store`, transfers and
    `affine.vector_*` of all of it, by copies and fills, and by stores of all
    elements of one vector that are together, which become one. A load of a
    single element reads the vector and takes the element out of it. Nothing else
    becomes whole: a store of a single element would have to read and write the
    others, which other threads may be writing.

    Buffers of 2, 4, 8 or 16 elements of 8 to 64 bits (or index) are looked at, for
    which vectors lie in memory as the elements did. Layouts must be applied and axes
    joined before (`layout-apply`, `layout-flatten`): a buffer that waits for that is
    left alone, with a remark, or is an error with `require`. Local buffers, arguments and
    results of private functions change with all their names. What public
    functions take, globals, and what external functions yield keeps its type and
    is seen through `vector.type_cast`. Allocations state the alignment of the
    vector; accesses through such a view state that of the element.

    In texture memory the elements are texels, whatever accesses them: a buffer there
    with an innermost axis of 4 changes wherever it is named, in public functions,
    declarations and launches, and a store of one channel that is not together with the
    other three is an error.

    Any other buffer that cannot change is left alone, with a remark that names the
    access, or is an error there with `require`. A buffer that nothing accesses
    whole is left alone, with a remark, unless `require` is given. What
    `layout.padding` says of a buffer that changes is dropped: run this after
    the passes that want to know.

    Before:
    ```mlir
    %a = memref.alloc() : memref<8x4xf32>
    vector.store %v, %a[%i, %c0] : memref<8x4xf32>, vector<4xf32>
    %x = memref.load %a[%i, %c] : memref<8x4xf32>
    ```
    After:
    ```mlir
    %a = memref.alloc() {alignment = 16 : i64} : memref<8xvector<4xf32>>
    memref.store %v, %a[%i] : memref<8xvector<4xf32>>
    %0 = memref.load %a[%i] : memref<8xvector<4xf32>>
    %x = vector.extract %0[%c] : f32 from vector<4xf32>
    ```
  }];
  let options = [
    Option<"vectorSize", "vector-size", "int64_t", "0",
           "The innermost extent of the buffers to change, 2, 4, 8 or 16; 0: all of "
           "these">,
    Option<"require", "require", "bool", "false",
           "A buffer of that extent that cannot change is an error at the access "
           "that is not whole">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::layout::LayoutDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LayoutSetTarget : Pass<"layout-set-target", "::mlir::ModuleOp"> {
  let summary = "state what the machine offers that the program will run on";
  let description = [{
    Writes the vector width, the number of vector registers and the sizes of the
    caches into the `dlti.target_system_spec` of the module, as entries of the device
    `"CPU"`. Passes that rewrite for speed read them from there; no result of a program
    depends on it. See [Target](Target.md) for the keys.

    `target` is `native`, this machine, whose costs are
    [measured once](Target.md#measured-costs); `default`, what is taken where nothing is
    stated; or [the name of a processor](Target.md#processors), such as `x86-64-v4`,
    `znver4`, `cortex-a76`, `armv9-a+sve=256` or `rv64gcv+zvl256b`: its vectors, as LLVM's
    costs have them, and caches of the default sizes. `none` takes the
    entries away again, stated or written, and leaves those of others: upstream's
    `mlir-runner` does not know the dialect `dlti`.

    The name of a processor is written, too: it is what the program is then
    [made for](Target.md#one-processor-for-a-program), in place of the one that is stated.

    What else the module states already stays, as the attributes of a function go before
    the options of LLVM's tools; the pass only adds what is missing, and a
    second one changes nothing. It is an error if the processor cannot run programs for
    the one that the module states. How masked stores and products of pairs differ from those of
    x86 with vectors of that length is written, too. A nested module with a spec of its own is completed,
    too; one without reads that around it. A spec that is wrong is an error, as is a
    name that is not known, and the module is then what it was.

    Before, with `target=x86-64-v4`:
    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
      "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64>>} {}
    ```
    After:
    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
      "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64,
        "layout.num_vector_registers" = 32 : i64, "L1_cache_size_in_bytes" = 32768 : i64,
        "L2_cache_size_in_bytes" = 1048576 : i64, "L3_cache_size_in_bytes" = 33554432 : i64,
        "layout.processor" = "x86-64-v4">>} {}
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"native\"",
           "`native`, `default`, `none`, or the name of a processor">
  ];
  let dependentDialects = ["::mlir::DLTIDialect",
                           "::mlir::layout::LayoutDialect"];
}

def LayoutSetFastMath : Pass<"layout-set-fastmath", "::mlir::ModuleOp"> {
  let summary = "allow fused multiplications and additions, and approximations";
  let description = [{
    Sets flags of `fastmath`, on the bodies of linalg ops, too, beside the flags that are
    there:

    * `contract`, on the multiplications, additions and subtractions of floating-point and
      complex numbers. A product that is only added may then be added without being
      rounded first, one instruction instead of two on most machines: what C compilers do
      with `-ffp-contract=fast`. Results may differ by that rounding, and in nothing else:
      sums keep their order.
    * `afn`, on `math.exp`, `expm1`, `erf`, `erfc`, `tanh` and `log1p` of f32. Such a function
      is no call of a library for each element any more: `layout-vectorize-loops` makes lanes
      of it, and [`layout-legalize`](ConversionPasses.md#-layout-legalize) polynomials, with
      the error that is said there. All else, and functions of other types, stays exact.

    Without an option it is an error: the pass would do nothing.

    Before:
    ```mlir
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p fastmath<nsz> : f32
    %e = math.exp %s fastmath<nnan> : f32
    ```
    After `contract approximate`:
    ```mlir
    %p = arith.mulf %a, %b fastmath<contract> : f32
    %s = arith.addf %c, %p fastmath<nsz,contract> : f32
    %e = math.exp %s fastmath<nnan,afn> : f32
    ```
  }];
  let options = [
    Option<"contract", "contract", "bool", /*default=*/"false",
           "Permit that products are not rounded before they are added">,
    Option<"approximate", "approximate", "bool", /*default=*/"false",
           "Permit functions of f32 to be approximated">
  ];
}

#endif // LAYOUT_TRANSFORMS_PASSES_TD
