//===- TransformOps.td - Schedules of layouts --------------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op runs one pass. Its summary and its options are read from the
// definition of that pass: an option has one name and one default, which is
// the pass's, as options that are not stated here are not passed on.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMOPS_TRANSFORMOPS_TD
#define LAYOUT_TRANSFORMOPS_TRANSFORMOPS_TD

include "Layout/IR/AllAttrs.td"
include "Layout/Transforms/Passes.td"
include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// What all ops have
//===----------------------------------------------------------------------===//

// What is not there is left to the pass.
def Layout_BoolOption : OptionalAttr<BoolAttr>;
def Layout_IntOption : OptionalAttr<I64Attr>;
def Layout_TextOption : OptionalAttr<StrAttr>;

class Layout_OptionAttr<Option option> {
  Attr value = !cond(
    !eq(option.type, "bool") : Layout_BoolOption,
    !eq(option.type, "unsigned") : Layout_IntOption,
    !eq(option.type, "int64_t") : Layout_IntOption,
    true : Layout_TextOption);
}

def Layout_StepTrait : NativeOpTrait<"StepTrait"> {
  let cppNamespace = "::mlir::layout::schedule";
}

// What an op does, and its options, as the pass states them.
class Layout_Runs<PassBase pass, string scope> {
  string text = "\n    Runs [`" # pass.argument # "`](Passes.md#-" # pass.argument #
    ")" # scope # !foldl("", pass.options, all, option, all # "\n    * `" #
      !subst("-", "_", option.argument) # "`: " # option.description #
      !cond(!empty(option.defaultValue) : "",
            !ge(!find(option.defaultValue, "::"), 0) : "",
            true : " (default: `" # !subst("\"", "", option.defaultValue) # "`)")) #
    !if(!empty(pass.options), "", "\n");
}

def Layout_Function {
  string text = [{
    on the functions that `target` points to, or on all functions of a module. Of
    other functions the pass knows what they do; they stay as they are.
  }];
}

def Layout_Module {
  string text = [{
    on `target`, a module, or on the module around the functions that `target`
    points to: a layout is part of a function's interface, so callers and callees
    change, too.
  }];
}

// A step: a pass, the scope in which it may change the payload (`Layout_Function`
// or `Layout_Module`), and what the op takes beside the options of the pass.
class Layout_Step<string mnemonic, PassBase pass, string scope, dag more = (ins)>
    : TransformDialectOp<"layout." # mnemonic,
        [TransformOpInterface, MemoryEffectsOpInterface,
         FunctionalStyleTransformOpTrait, Layout_StepTrait]> {
  let cppNamespace = "::mlir::layout::schedule";
  let summary = pass.summary;
  /// What is wrong where the pass changes nothing, and has no remark on it.
  string nothing = "found nothing to work on";
  string runs = Layout_Runs<pass, scope>.text;
  let description = runs;
  // The target is the last operand: what is consumed with it lies in it, and would be
  // gone if it came later.
  let arguments = !con(
    more, (ins TransformHandleTypeInterface:$target),
    !dag(ins, !foreach(option, pass.options, Layout_OptionAttr<option>.value),
         !foreach(option, pass.options, !subst("-", "_", option.argument))),
    (ins UnitAttr:$optional));
  let results = (outs TransformHandleTypeInterface:$transformed,
                      Optional<TransformHandleTypeInterface>:$made);
  let assemblyFormat =
    "$target attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = [{
    static ::std::unique_ptr<::mlir::Pass> createPass() {
      return ::mlir::layout::create}] # !cast<string>(pass) # [{();
    }
    static ::llvm::ArrayRef<::llvm::StringRef> getPassOptionNames() {
      static const ::llvm::StringRef names[] = {}] #
        !interleave(!foreach(option, pass.options, "\"" # option.argument # "\", "), "") #
        [{""};
      return ::llvm::ArrayRef(names).drop_back();
    }
    static constexpr ::llvm::StringLiteral kNothingToDo = "}] # nothing # [{";
    static constexpr bool kChangesInterfaces = }] #
      !if(!eq(scope, Layout_Module.text), "true", "false") # [{;
  }];
}

class Layout_FunctionStep<string mnemonic, PassBase pass, dag more = (ins)>
    : Layout_Step<mnemonic, pass, Layout_Function.text, more>;
class Layout_ModuleStep<string mnemonic, PassBase pass, dag more = (ins)>
    : Layout_Step<mnemonic, pass, Layout_Module.text, more>;

//===----------------------------------------------------------------------===//
// Ops on a buffer
//===----------------------------------------------------------------------===//

// Which buffer of the target: an argument of a function, by number; what it
// returns, if that is allocated in it; a global, by name. None of them where the
// target is the allocation or the global itself.
defvar Layout_Buffer = (ins OptionalAttr<I64Attr>:$argument,
                            OptionalAttr<I64Attr>:$result,
                            OptionalAttr<StrAttr>:$name);

def TransformLayoutOp
    : Layout_ModuleStep<"transform_layout", LayoutAssign,
        !con(Layout_Buffer, (ins Layout_BufferAttr:$layout))> {
  let nothing = "the buffer has that layout";
  let summary = "give a buffer a layout";
  let description = [{
    Requests `layout` for one buffer and meets the request at once: TVM's
    `transform_layout`. The buffer is `argument` number N of the function, the
    allocation that is its result `result`, the `memref.global` called
    `name`, or the allocation or global that `target` itself points to, whose function, or
    module, the result then points to. Other
    requests (`layout.transform`) in the module are met as well.

    ```mlir
    %f1 = transform.layout.transform_layout %f {argument = 0}
        with #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>>
        : (!transform.any_op) -> !transform.any_op
    ```
  }] # "\n" # runs;
  let assemblyFormat = [{
    $target attr-dict `with`
    custom<Layout>($layout, type($target), type($transformed), type($made))
  }];
}

def SetAxisSeparatorsOp
    : Layout_ModuleStep<"set_axis_separators", LayoutAssign,
        !con(Layout_Buffer, (ins DenseI64ArrayAttr:$separators))> {
  let nothing = "the buffer has these axis separators";
  let summary = "say which axes of a buffer become one when it is flattened";
  let description = [{
    For a buffer that has no layout, or whose layout is applied and made no
    padding: axes between two separators become one by
    `transform.layout.flatten`. The separators of a layout that is not applied
    yet, or that makes padding, are stated with the layout
    (`axis_separator<[..]>`): once it is applied, `layout.padding` says which
    elements of the buffer are padding, which no op can say of a buffer that has
    a layout again. The buffer is named as in
    `transform.layout.transform_layout`.

    ```mlir
    %f1 = transform.layout.set_axis_separators %f at [3] {argument = 0}
        : (!transform.any_op) -> !transform.any_op
    ```
  }] # "\n" # runs;
  let assemblyFormat = [{
    $target `at` $separators attr-dict `:` functional-type(operands, results)
  }];
}

// Both kinds of copies.
class Layout_CacheStep<string mnemonic>
    : Layout_FunctionStep<mnemonic, LayoutCache,
        !con((ins Optional<TransformHandleTypeInterface>:$loops), Layout_Buffer,
             (ins Layout_BufferAttr:$layout))> {
  string more = [{

    The copy is made around `loops`, or around the body of the function; it
    requests `layout`, which `transform.layout.assign` then meets. The second
    result, if there is one, points to the copies. The buffer is named as in
    `transform.layout.transform_layout`.

  }];
  let assemblyFormat = [{
    $target (`around` $loops^)? attr-dict `with`
    custom<Layout>($layout, type($loops), type($target), type($transformed), type($made))
  }];
}

def CacheReadOp : Layout_CacheStep<"cache_read"> {
  let summary = "read a buffer through a local copy with a layout of its own";
  let description = "\n    For a buffer that is only read.\n" # runs # more # [{
    ```mlir
    %f1, %copy = transform.layout.cache_read %f {argument = 0}
        with #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];
}

def CacheWriteOp : Layout_CacheStep<"cache_write"> {
  let summary = "write a buffer through a local copy with a layout of its own";
  let description = "\n    For a buffer that is written.\n" # runs # more # [{
    ```mlir
    %f1 = transform.layout.cache_write %f around %loop {argument = 1}
        with #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
  }];
}

def SequentialAccessOp
    : Layout_FunctionStep<"sequential_access", LayoutSequentialAccess, Layout_Buffer> {
  let nothing =
    "no buffer, access or loop is marked 'layout.sequential'; mark one, or "
    "name a buffer by 'argument', 'result' or 'name'";
  let description = runs # [{

    The buffer is named as in `transform.layout.transform_layout`; if none is,
    those that are marked `layout.sequential` in the program are walked.

    ```mlir
    %f1, %loops = transform.layout.sequential_access %f {argument = 0}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Ops on functions and modules
//===----------------------------------------------------------------------===//

def AssignOp : Layout_ModuleStep<"assign", LayoutAssign> {
  let nothing = "no buffer has 'layout.transform'";
}
def ApplyOp : Layout_ModuleStep<"apply", LayoutApply> {
  let nothing = "no type has a #layout.buffer";
}
def ChooseOp : Layout_ModuleStep<"choose", LayoutChoose> {
  let nothing = "found no contraction of tensors";
}
def ReflowOp : Layout_ModuleStep<"reflow", LayoutReflow> {
  let nothing = "found no layout.convert of tensors to move";
}
def SpecializeOp : Layout_ModuleStep<"specialize", LayoutSpecialize> {
  let nothing = "no call passes on tensors with layouts";
}
def FromPackOp : Layout_ModuleStep<"from_pack", LayoutFromPack> {
  let nothing = "found no linalg.pack and no linalg.unpack";
}
def ToPackOp : Layout_ModuleStep<"to_pack", LayoutToPack> {
  let nothing = "found no tensors with layouts";
}
def FlattenOp : Layout_ModuleStep<"flatten", LayoutFlatten> {
  let nothing = "no buffer has axis separators";
}
def CollapseDimsOp : Layout_FunctionStep<"collapse_dims", LayoutCollapseDims> {
  let nothing = "no buffer lies in memory as one with fewer dimensions";
}
def RaiseLoopsOp : Layout_FunctionStep<"raise_loops", LayoutRaiseLoops> {
  let nothing = "found no loops or accesses of scf and memref that could be affine ones";
}
def TileLoopsOp : Layout_FunctionStep<"tile_loops", LayoutTileLoops> {
  let nothing = "found no affine.for to tile; run raise_loops first for other loops";
}
def ParallelizeLoopsOp : Layout_FunctionStep<"parallelize_loops", LayoutParallelizeLoops> {
  let nothing =
    "found no affine.for to execute in parallel; run raise_loops first for "
    "other loops, and state 'threads'";
}
def VectorizeLoopsOp : Layout_FunctionStep<"vectorize_loops", LayoutVectorizeLoops> {
  let nothing = "found no affine.for to vectorize; run raise_loops first for other loops";
}
def MergeLoopsOp : Layout_FunctionStep<"merge_loops", LayoutMergeLoops> {
  let nothing = "found no two loops of one dialect with equal ranges beside each other";
}
def SimplifyOp : Layout_FunctionStep<"simplify", LayoutSimplify> {
  let nothing = "found no condition that is always or never true, and no branches to merge";
}
def HoistConditionsOp : Layout_FunctionStep<"hoist_conditions", LayoutHoistConditions> {
  let nothing = "no condition is in a loop";
}
def PartitionLoopsOp : Layout_FunctionStep<"partition_loops", LayoutPartitionLoops> {
  let nothing = "no condition is in a loop";
}
def OvercomputeOp : Layout_FunctionStep<"overcompute", LayoutOvercompute> {
  let nothing = "no condition is around a body that could be executed without it";
}
def AvoidOvercomputeOp : Layout_FunctionStep<"avoid_overcompute", LayoutAvoidOvercompute> {
  let nothing =
    "found no loop that computes padding; expects layout.padding before "
    "it, which layout-apply writes";
}
def RemoveNoOpOp : Layout_FunctionStep<"remove_noop", LayoutRemoveNoOp> {
  let nothing = "found no store, loop or buffer that nothing needs";
}

//===----------------------------------------------------------------------===//
// Plans of nests
//===----------------------------------------------------------------------===//

def LoopsOp
    : TransformDialectOp<"layout.loops",
        [DeclareOpInterfaceMethods<TransformOpInterface>,
         DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let cppNamespace = "::mlir::layout::schedule";
  let summary = "state the plan of a nest";
  let description = [{
    Puts `plan` on what `target` points to as `layout.loops`: outermost loops of
    nests (`affine.for`, `scf.for`) or `linalg` ops. With `nest`, the target is a
    function, of which that nest or `linalg` op gets the plan, counted from 0 in the
    order of the text. `layout-tile-loops`, which `transform.layout.tile_loops` runs,
    checks and follows it ([Loops.md](Loops.md)). Another plan takes its place.

    ```mlir
    transform.layout.loops %f with <(i, j, k) -> (i floordiv 4, j floordiv 16, k,
        rows i mod 4, lanes j mod 16)> {nest = 0} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       Layout_LoopsAttr:$plan, OptionalAttr<I64Attr>:$nest);
  let assemblyFormat = "$target `with` $plan attr-dict `:` type($target)";
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

def CheckOp
    : TransformDialectOp<"layout.check",
        [DeclareOpInterfaceMethods<TransformOpInterface>,
         DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let cppNamespace = "::mlir::layout::schedule";
  let summary = "run a function before and after, and compare";
  let description = [{
    What [`layout-check`](Checking.md) does: runs each function of `target` with
    all layouts erased, and after the named sequence `schedule` and then the
    passes of `pipeline`, and fails where the results differ. The payload stays
    as it is. What the two make must have no layouts left; `schedule` is in
    the module of this op.

    `arguments` gives values of scalar arguments (`"2:40"`), `dims` dynamic
    extents (`"arg0.dim1:17"`), `rtol` the relative difference of floats that is
    none, `timeout` the longest processor time of one run in seconds.

    ```mlir
    transform.layout.check %f {schedule = @tiles} : !transform.any_op
    transform.layout.check %f {pipeline = "builtin.module(layout-apply)"} : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<FlatSymbolRefAttr>:$schedule,
                       OptionalAttr<StrAttr>:$pipeline,
                       OptionalAttr<StrArrayAttr>:$arguments,
                       OptionalAttr<StrArrayAttr>:$dims,
                       OptionalAttr<I64Attr>:$seed,
                       OptionalAttr<F64Attr>:$rtol,
                       OptionalAttr<I64Attr>:$timeout);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

#endif // LAYOUT_TRANSFORMOPS_TRANSFORMOPS_TD
