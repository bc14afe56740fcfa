//===- Passes.td - Passes around the lowering to LLVM ------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_PASSES_TD
#define LAYOUT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def LayoutRequirePhysical : Pass<"layout-require-physical", "::mlir::ModuleOp"> {
  let summary = "fail by name where a layout is still to be applied";
  let description = [{
    Upstream lowering leaves ops on laid-out buffers unconverted and succeeds.
    This pass runs before it and makes such an op an error that says which
    pass would have removed the layout. So it does of a request that no pass has
    met (`layout.transform`, `layout.cache`), of tensors, which are no buffers yet,
    and of buffers in texture memory, which only kernels have. A mark
    `layout.sequential` is remarked, which means nothing after this pass.

    It is an error, too, to allocate or copy elements whose size the target decides,
    as `i65`, which takes 12 or 16 bytes, in a module that has neither
    `llvm.data_layout` nor a `dlti` entry for integers of more than 64 bits:
    upstream's lowering would write the smaller number down. Changes nothing.
  }];
  let options = [
    Option<"requestsOnly", "requests-only", "bool", /*default=*/"false",
           "Only a request that no pass has met is an error; a layout in a type "
           "that is not applied is remarked, all else may be left">
  ];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutLowerIndices : Pass<"layout-lower-indices", "::mlir::ModuleOp"> {
  let summary = "compute indices that divide by shifts, masks and xor";
  let description = [{
    Rewrites affine accesses, and `affine.apply`, of which an index divides
    (`floordiv`, `ceildiv`, `mod`). Upstream's `lower-affine` makes signed
    divisions with corrections for negative numbers out of these. With what is
    proven of the values (bounds of loops, sizes of blocks and grids), divisions
    by powers of two become shifts and masks, others unsigned divisions; sums of
    numbers that have no bit in common become `arith.ori`, and sums of bits modulo
    2 `arith.xori`. The bits are found in the composed index, however a layout was
    written, so of an `xor`, a part that was folded away does not matter.

    A transfer of a vector of at most 16 bytes to a workgroup attribution of a kernel
    becomes a `vector.load` or `vector.store` with an alignment, if it is in bounds
    and proven to begin at a multiple of its bytes; the attribution then states
    `llvm.align = 16`. Without that, LLVM moves each element on its own.

    Indices without divisions are left to `lower-affine`, which is to run after
    this pass, and so are divisions by other numbers than powers of two of what
    may be negative, and what upstream computes by as few instructions. Bits that
    are those of a number which is computed anyway, as the row of a swizzled element,
    are taken from it. Outside of
    kernels, numbers without a bit in common are added: in loops on a CPU, LLVM
    follows additions better than `or`. `cse` after it merges what accesses have in
    common. With x in [0, 8) and y in [0, 4):

    ```mlir
    affine.load %a[(%x floordiv 4) * 4 + ((%x floordiv 2 + %y floordiv 2) mod 2) * 2 + (%x + %y) mod 2]
    // becomes
    %0 = arith.xori %x, %y : index
    memref.load %a[%0]
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::vector::VectorDialect"];
}

def LayoutRequireLLVM : Pass<"layout-require-llvm", "::mlir::ModuleOp"> {
  let summary = "fail by name where upstream's lowering to LLVM left an op";
  let description = [{
    Upstream's conversions leave an op that they cannot convert, as a function with
    an argument whose type LLVM does not have, and succeed. This pass runs after
    them and makes an op of a dialect that they are for an error. Ops of other
    dialects (`gpu`, `async`, `omp`, ...), the conversions between types that these
    still need, and what is inside of a `gpu.module` are left to others. Changes
    nothing.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def LayoutLegalize : Pass<"layout-legalize"> {
  let summary = "what upstream's lowering to LLVM leaves alone or fails on, as what it has";
  let description = [{
    Upstream's passes between here and LLVM leave some ops as they are, and crash or do not
    end on others. Each part of this pass rewrites one kind of them, as a word of
    `only` says; without it, all but `bf16` and `contractions` run, in the order below. `layout-compile` and
    `layout-to-llvm` contain the parts where they are needed: a pipeline of your own runs
    the pass before upstream's canonicalization, before and after loops are lowered, and
    after the conversion to the LLVM dialect. Where there is nothing of a kind, its part
    changes nothing.

    **`elementwise`**: ops of `arith` and `math` on tensors of unknown extents, as linalg ops; `tensor.bitcast`, as `arith.bitcast`.

    Upstream's folders make a constant of `x == x`, `x - x` and the like, also where an
    extent is unknown: that constant has no extents, and cannot become a buffer. So these ops
    become `linalg.generic` before anything folds them. Upstream's
    `convert-elementwise-to-linalg` does the same, but folds.

    Before:
    ```mlir
    %r = arith.cmpi eq, %x, %x : tensor<?xi32>
    ```
    After:
    ```mlir
    %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%x, %x : tensor<?xi32>, tensor<?xi32>) outs(%empty : tensor<?xi1>) {
    ^bb0(%a: i32, %b: i32, %out: i1):
      %e = arith.cmpi eq, %a, %b : i32
      linalg.yield %e : i1
    } -> tensor<?xi1>
    ```

    **`carried`**: affine loops and branches that carry tensors or buffers, as those of `scf`.

    Upstream's one-shot bufferization and its buffer deallocation know an `affine.for` or
    `affine.if` whose results are tensors or buffers not, or fail on it. It becomes an
    `scf.for` or `scf.if`, and the affine ops inside of it ops of `arith`, `memref` and `scf`.
    `layout-raise-loops` makes affine loops of them again.

    Before:
    ```mlir
    %r = affine.for %i = 0 to 8 iter_args(%t = %x) -> tensor<8xf32> {
      %y = tensor.insert %z into %t[%i] : tensor<8xf32>
      affine.yield %y : tensor<8xf32>
    }
    ```
    After:
    ```mlir
    %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %x) -> (tensor<8xf32>) {
      %y = tensor.insert %z into %t[%i] : tensor<8xf32>
      scf.yield %y : tensor<8xf32>
    }
    ```

    **`empty-loops`**: affine loops that are never entered, and loops that upstream takes for such.

    An `affine.for` whose lower bound is not below its upper bound, whatever values
    the variables of the loops around it have, has no iteration: it goes, and its
    results are its initial values. That is decided by the ranges of these
    variables and by constants that bounds are computed from, in time linear in
    the bounds. Upstream's canonicalization takes all bounds away from loops inside
    of such a loop that depend on its variable, and fails; `layout-optimize` does
    this before it.

    Before:
    ```mlir
    affine.for %i = 10 to 5 {
      affine.for %j = 0 to min affine_map<(i) -> (8, -i + 20)>(%i) {
        affine.store %x, %a[%j] : memref<8xf32>
      }
    }
    affine.store %x, %a[0] : memref<8xf32>
    ```
    After:
    ```mlir
    affine.store %x, %a[0] : memref<8xf32>
    ```

    An `scf.for` whose bounds are constants, or fold to such, counts from 0 in `index` or `i64`
    where the distance of the bounds has no value in the type of the loop, such as 255 in `i8`:
    upstream's canonicalization computes -1, and erases the loop. So does one whose variable would
    have no value after the last iteration, such as 200 in `i8`: it wraps around, and the loop
    does not end.

    Before:
    ```mlir
    scf.for %i = %c-128 to %c127 step %c5 : i8 {
      "use"(%i) : (i8) -> ()
    }
    ```
    After:
    ```mlir
    scf.for %n = %c0 to %c51 step %c1 {
      %0 = arith.index_cast %n : index to i8
      %1 = arith.muli %0, %c5 : i8
      %i = arith.addi %1, %c-128 : i8
      "use"(%i) : (i8) -> ()
    }
    ```

    **`remainders`**: quotients and bounds with remainders, whose range upstream misjudges.

    Upstream's canonicalization, and each of its passes that folds, takes `x mod c` to be
    at least the remainder of the least `x`, also where `x` goes beyond a multiple of `c`:
    with `i` and `j` in [0, 3), it makes the constant 1 of `((i - j) mod 6) floordiv 4`, which is
    0 for `i = j`. Maps are composed, and quotients of remainders become differences of
    quotients; in bounds of loops, and in terms of minima and maxima, no remainder is left.
    A divisor that is computed from constants counts as the constant. An access whose divisor
    may become one in another way, as by inlining, gets arithmetic as its index; a bound like
    that is an error. So is a number beyond 2^48 that upstream's passes would multiply,
    as they do without regard to overflow.

    Before:
    ```mlir
    affine.store %x, %a[((%i - %j) mod 6) floordiv 4] : memref<2xf32>
    ```
    After:
    ```mlir
    affine.store %x, %a[(%i - %j + 2) floordiv 6 - (%i - %j) floordiv 6] : memref<2xf32>
    ```

    **`slices`**: slices that upstream fails on, as two.

    A `memref.subview` whose steps are not all 1, and that drops some of its
    dimensions of size 1 but not all, becomes two: one drops, the other one steps. A
    size that is an operand counts as 1, since it may be a constant, and steps of 1 as
    others where upstream would drop another dimension of equal stride.
    Upstream's patterns for `memref.subview` and `memref.dim`, those of canonicalization
    too, crash, as they look for the strides of the result among those of the source.

    Before:
    ```mlir
    %s = memref.subview %a[0, %i, %j] [1, 4, 1] [1, 2, 1] : memref<1x8x8xf32> to memref<1x4xf32, strided<[64, 16], offset: ?>>
    ```
    After:
    ```mlir
    %0 = memref.subview %a[0, 0, %j] [1, 8, 1] [1, 1, 1] : memref<1x8x8xf32> to memref<1x8xf32, strided<[64, 8], offset: ?>>
    %s = memref.subview %0[0, %i] [1, 4] [1, 2] : memref<1x8xf32, strided<[64, 8], offset: ?>> to memref<1x4xf32, strided<[64, 16], offset: ?>>
    ```

    **`lanes`**: lanes whose bits LLVM packs, one by one.

    In memory, LLVM packs the lanes of a vector bit by bit: eight of `i1` are one
    byte, four of `i65` are 260 bits. The elements of a `memref` lie apart, each in
    bytes of its own. So an access of `vector` or `affine` to a buffer of such
    elements, whose width is no power of two from 8 on, becomes accesses to its
    elements, in a loop over the lanes: loads, stores, transfers, gathers and
    scatters, masked or not.

    A buffer whose elements are vectors, as `memref<8xvector<4xi4>>`, is left alone:
    all accesses pack and unpack alike. A `vector.type_cast` that takes
    such elements for lanes, or any elements for lanes of several rows whose size is
    no power of two, which LLVM pads to one, is an error, and so are an access with a scalable vector and
    one that has no form as accesses to elements.

    Before:
    ```mlir
    vector.store %v, %a[%i] : memref<?xi65>, vector<4xi65>
    ```
    After:
    ```mlir
    scf.for %lane = %c0 to %c4 step %c1 {
      %j = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%lane)[%i]
      %x = vector.extract %v[%lane] : i65 from vector<4xi65>
      memref.store %x, %a[%j] : memref<?xi65>
    }
    ```

    **`clones`**: clones of views with strides, as views of new buffers.

    A `bufferization.clone` of a view whose type states an offset or strides other than
    those of a contiguous buffer becomes an allocation, a view of it of that type, and a
    copy. Upstream's `convert-bufferization-to-memref` fails on it. Buffer
    deallocation makes such a clone of a view that a function returns of its argument.
    A type with negative strides whose offset leaves no room for the elements before
    the first one is an error.

    Before:
    ```mlir
    %c = bufferization.clone %v : memref<8xf32, strided<[2], offset: 1>> to memref<8xf32, strided<[2], offset: 1>>
    ```
    After:
    ```mlir
    %a = memref.alloc(%c16) : memref<?xf32>
    %c = memref.reinterpret_cast %a to offset: [1], sizes: [8], strides: [2] : memref<?xf32> to memref<8xf32, strided<[2], offset: 1>>
    memref.copy %v, %c : memref<8xf32, strided<[2], offset: 1>> to memref<8xf32, strided<[2], offset: 1>>
    ```

    **`copies`**: copies of views as structured ops.

    A `memref.copy` from or to a buffer that is not one piece of memory, such as a
    view of a part of another, becomes a `linalg.generic`. Upstream's lowering to
    LLVM calls a function of its runtime library for it, which copies element by
    element, and which a program need not be linked with. Copies of pieces of memory
    and of buffers of unknown rank stay. A `linalg.softmax` on buffers becomes the
    structured ops of which it is an aggregate, and its temporary.

    **`vectors`**: ops of the vector dialect.

    Upstream's conversion to LLVM leaves these alone, or fails on what its other
    passes make of them. They become ops that it has:

    * `vector.contract` of all kinds, also masked, and also of operands whose elements
      are narrower than those of the accumulator: products and combinations in
      the type of the accumulator, in the order of the reduction dimensions. Integers are
      extended by their sign. Elements that are wider than those of the accumulator
      are left alone.
    * `vector.scan`.
    * Transfers and gathers in `vector.mask`: they get the mask as an operand.
    * Transfers under a mask that skip a dimension of the buffer: a write moves along it by
      an extent of 1, and what is read in another order than the buffer's is transposed.
      Upstream puts such extents of a write's mask after the others, which it then refuses,
      and takes the mask's rows in the order of the vector that is read.
    * `vector.load`, `store`, `maskedload`, `maskedstore`, `scatter`,
      `affine.vector_load` and `vector_store` with several rows: one access for each row.
    * `vector.extract` and `insert` at dynamic positions, in other dimensions than
      the last one.
    * Masked reductions, and `vector.deinterleave`, of indices: the same of `i64`. Of floats of
      at most 8 bits, a `vector.deinterleave` is one of their bits.
    * `vector.maskedload` and `maskedstore` of adjacent lanes (`vector.create_mask`, its complement, and
      conjunctions of these and of conditions of all lanes), where
      the target that is stated has no instruction for them (`layout.masked_store_bits`): a
      branch for each bit of the number of lanes, in place of one for each lane.
    * `layout.dot`: the instruction of the target that is stated, whose features the
      function then names in `target_features`; arithmetic without one.
    * Multiply-adds of floats by one number of a register, on targets with SVE of the stated length
      (`layout.multiplies_by_element`), and of extended `bf16` by a scalar (`layout.multiplies_bf16`): LLVM
      does not find these instructions by itself. A sum and a product are one only where both may be contracted.

    Vectors of scalable length are left alone. `contractions` is the first three of these, and
    masks of nothing, only; `layout-compile` does them before the passes that grant
    rounding freedom, so that these hold for the arithmetic, too.

    Before:
    ```mlir
    %r = vector.mask %m { vector.transfer_read %a[%i, %j], %z : memref<?x?xf32>, vector<4x8xf32> }
        : vector<4x8xi1> -> vector<4x8xf32>
    ```
    After:
    ```mlir
    %r = vector.transfer_read %a[%i, %j], %z, %m : memref<?x?xf32>, vector<4x8xf32>
    ```

    **`masks`**: masks of more than 2^31 elements.

    An operand of `vector.create_mask` that is not known to fit 32 bits becomes one that
    does, with the same lanes: upstream's conversion to LLVM truncates it, so that of
    2^32 + 3 elements three lanes would be left. So does a transfer to or from a buffer
    that may end within the vector, which gets such a mask. `vectors` does the first for
    numbers whose range loops still tell.

    Before:
    ```mlir
    %m = vector.create_mask %n : vector<8xi1>
    ```
    After:
    ```mlir
    %0 = arith.minsi %n, %c2147483647 : index
    %1 = arith.maxsi %0, %c0 : index
    %m = vector.create_mask %1 : vector<8xi1>
    ```

    **`math`**: ops of the math dialect, and functions of complex numbers.

    Upstream's conversions of the math dialect leave these alone, or fail on them:

    * `math.isinf`, `isnormal`, `isnan` and `isfinite` become comparisons with infinities and
      the least normal number, which hold for all types of floats.
    * `math.clampf` becomes `arith.maximumf` and `minimumf`: NaNs stay.
    * The exponent of `math.fpowi` is extended to 32 bits. `math.ipowi` of `index` is
      one of `i64`; of `i1` it is a logical or.
    * Functions that only a library has, of vectors, are called for each element;
      ops that LLVM has for vectors of one dimension are applied to each row.

    Upstream's conversions of these have results without a right digit:

    * `complex.sin` and `complex.cos` compute sinh y and cosh y by one `math.expm1` of the
      imaginary part; upstream subtracts exponentials, which are equal near 0. In f32 they take
      2.6 times as long as upstream's by it, in f64 1.6.
    * The real part of `complex.log` is half of `math.log1p` of x * x + y * y - 1, whose errors are
      added up, too, where the absolute value is from 0.75 to 1.25; upstream takes the logarithm of the
      rounded absolute value. It takes twice as long.

    Vectors of scalable length are left alone. Functions that become polynomials
    (`functions`) are, too.

    Before:
    ```mlir
    %r = math.isinf %x : f32
    ```
    After:
    ```mlir
    %0 = arith.cmpf oeq, %x, %infinity : f32
    %1 = arith.cmpf oeq, %x, %minus_infinity : f32
    %r = arith.ori %0, %1 : i1
    ```

    **`floats`**: floats of a byte or less, and bf16, as integers and f32.

    LLVM has no type for `f8E4M3FN` and other floats of at most 8 bits, and upstream converts
    few of them. `arith.extf` and `arith.truncf` become operations on integers: exact
    to `f32`, `f64` and `bf16`, and rounded once, to the nearest, from `f16`,
    `bf16`, `f32` and `f64`, and from one such float to another. What is beyond the largest
    value becomes infinity, NaN in a type that has no infinity, and the largest value in one that has
    neither, as in LLVM's `APFloat`, which folds constants. Truncations with
    another rounding mode are left alone.

    `f8E8M0FNU` has the powers of two, without zero and sign. To it, too, numbers are rounded
    to the nearest, halfway to the greater one, as `APFloat` does; upstream's `arith-expand`
    takes the exponent, so that 1.75 becomes 1, not 2. Zero becomes the least power, which is
    the nearest. Of a negative number upstream says nothing, and `APFloat` makes bits without
    a meaning: the sign is dropped, as instructions do that read the exponent. Integers are
    rounded to it as their `f32` is. Arithmetic in `f8E8M0FNU` is left alone, as its results may
    have a sign.

    `bf16` is a type of LLVM, but to round to it most processors have no instruction, and LLVM
    calls a function for each number that libraries of older compilers do not have. So
    truncations to `bf16` become operations on integers, too: rounded once, also from `f64`, on
    all processors alike, and subnormal numbers are not lost. Extensions from it stay: LLVM
    shifts the bits.
    A number of `bf16` that is carried by a loop, or used in another block, still makes LLVM call
    that function.

    Other ops of `arith` and `math`, and reductions of `vector`, compute in `f32`, and
    round each result: so an integer of more than 24 bits is rounded twice, to `bf16` as LLVM's code
    generators do it. Sums and products of `vector.reduction` of `bf16` are one op after
    another, each rounded, unless they may be reassociated. `arith.negf`,
    `math.absf` and `math.copysign` of `bf16` are ops on bits, but for vectors of scalable
    length: of these ops, too, LLVM calls a library to round what another block uses.
    Loads, stores and other ops that only move numbers stay: to them such floats are integers.

    `arith.maximumf` and `arith.minimumf` of `f80` and `f128`, and reductions of `vector` without a mask, become
    comparisons: LLVM's code generator for x86-64 ends with an error of them.

    Before:
    ```mlir
    %r = arith.addf %x, %y : f8E5M2
    ```
    After, with the conversions shown as such:
    ```mlir
    %0 = arith.extf %x : f8E5M2 to f32
    %1 = arith.extf %y : f8E5M2 to f32
    %2 = arith.addf %0, %1 : f32
    %r = arith.truncf %2 : f32 to f8E5M2
    ```

    **`views`**: expanded shapes of unknown sizes, elements at negative strides, and
    allocations with strides, as offsets and strides.

    A `memref.expand_shape` to a shape that is not static becomes a
    `memref.reinterpret_cast` whose sizes are those of `output_shape`. Upstream's
    `expand-strided-metadata` divides the size of the source by the known sizes of a
    group instead, and crashes where two of a group are unknown. A buffer with a layout
    of this dialect keeps its op.

    Before:
    ```mlir
    %e = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
    ```
    After:
    ```mlir
    %base, %offset, %sizes, %strides = memref.extract_strided_metadata %a : memref<?xf32> -> memref<f32>, index, index, index
    %e = memref.reinterpret_cast %base to offset: [0], sizes: [%m, %n], strides: [%n, 1] : memref<f32> to memref<?x?xf32>
    ```

    An access to one element of a view with a stride that is or may be negative becomes
    one of a view of that element. Upstream's conversion to LLVM marks the product of
    index and stride `nuw`, from which LLVM infers that no element is before the first
    one, and that a store to it leaves what is there as it is.

    Before:
    ```mlir
    %x = memref.load %v[%i] : memref<8xf32, strided<[-1], offset: 7>>
    ```
    After:
    ```mlir
    %base, %offset, %size, %stride = memref.extract_strided_metadata %v : memref<8xf32, strided<[-1], offset: 7>> -> memref<f32>, index, index, index
    %0 = arith.muli %i, %c-1 overflow<nsw> : index
    %1 = arith.addi %c7, %0 overflow<nsw> : index
    %e = memref.reinterpret_cast %base to offset: [%1], sizes: [], strides: [] : memref<f32> to memref<f32, strided<[], offset: ?>>
    %x = memref.load %e[] : memref<f32, strided<[], offset: ?>>
    ```

    An allocation whose type states strides, and an offset, of at least 0 becomes a view of
    one that reaches to the last element. Upstream's conversion to LLVM refuses it.

    Before:
    ```mlir
    %a = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
    ```
    After:
    ```mlir
    %0 = memref.alloc() : memref<28xf32>
    %a = memref.reinterpret_cast %0 to offset: [0], sizes: [4, 4], strides: [8, 1] : memref<28xf32> to memref<4x4xf32, strided<[8, 1]>>
    ```

    **`division`**: divisions that round up or down.

    `arith.ceildivsi`, `ceildivui`, `floordivsi` and scaling conversions become
    ops that convert to LLVM. Upstream's `arith-expand` does so too, and besides
    makes a comparison and a select of `arith.maximumf` and `minimumf`, which loses
    what they say of zeros: the greater of 0.0 and -0.0 is 0.0. LLVM has these.

    `bf16` is the same, and the conversions from and to bf16 as arithmetic on integers.

    **`names`**: functions with the name of a function of the C library.

    A program with a function `tanh` that computes a `math.tanh` would call itself, as would
    each program of C that it is linked with. The function gets the name `tanh.mlir`, if it is
    private or has a C interface (`llvm.emit_c_interface`), whose name stays
    `_mlir_ciface_tanh`. In the LLVM dialect, where that is made, it gets its name back.

    Before:
    ```mlir
    func.func private @tanh(%a: memref<4xf64>) {
      return
    }
    ```
    After:
    ```mlir
    func.func private @tanh.mlir(%a: memref<4xf64>) {
      return
    }
    ```

    **`atomics`**: atomic updates that upstream's lowering to LLVM refuses.

    A `memref.generic_atomic_rmw` whose region yields a value that is defined outside
    of it, such as a constant that upstream's canonicalization has moved out, becomes
    `memref.atomic_rmw assign`. Upstream's lowering to LLVM takes what is yielded for
    a result of the region. Other updates of floats compare and exchange their bits,
    since `llvm.cmpxchg` takes integers, and `memref.atomic_rmw mulf` and `muli` become
    such an update, as do those with floats of 8 bits, which LLVM does not have.

    **`functions`**: functions that may be approximated, as polynomials.

    `math.exp`, `expm1`, `erf`, `erfc`, `tanh` and `log1p` of f32, or of vectors of them,
    with `fastmath<afn>`, become arithmetic: upstream's approximations, which are quotients
    of polynomials. Others stay, and so do all without the flag, which
    [`layout-set-fastmath`](Passes.md#-layout-set-fastmath) sets. A result is the same
    whether it is computed alone or in a lane. How far it is from the exact one, at most,
    over all 2^32 numbers (`benchmarks/functions/run.py` compares them):

    | function | units in the last place |
    |---|---|
    | `exp`, `expm1` | 5.6 |
    | `tanh` | 4.9 |
    | `erf` | 4.8 |
    | `erfc` | 2.7 |
    | `log1p` | 2.5 |

    That is where the exact result is no subnormal number; those may become zeros.
    Infinities, and zeros and NaNs as they come, are the right ones.
    For targets that multiply and add in one instruction: for others LLVM calls a library.

    Before:
    ```mlir
    %e = math.erf %x fastmath<afn> : vector<16xf32>
    ```
    After, shortened:
    ```mlir
    %23 = math.fma %2, %22, %16 : vector<16xf32>
    %24 = math.fma %2, %23, %14 : vector<16xf32>
    %25 = arith.divf %24, %21 : vector<16xf32>
    ```

    **`library`**: `math.expm1` and `math.log1p`, as calls of the C library.

    Upstream's conversion to LLVM makes `exp(x) - 1` and `log(1 + x)` of them, which have no
    digit right where `x` is near to 0: of 1e-8 it is 0 in f32, and of -0.0 it is 0.0. So scalars of
    f16, bf16, f32 and f64, and each element of a vector, become calls; f16 and bf16 are
    computed in f32. Vectors of scalable length are left alone, and so are the modules in
    the op that the pass runs on, as those of kernels. Upstream makes `math.expm1`
    and `math.log1p` of functions of complex numbers, too: that comes before.

    First, names are cleared that what is outside of the program needs: those of functions
    of the C library and of MLIR's runtime that an op becomes a call of, here or in a
    later pass or in LLVM's code generator (`erff`, `cos`, `fmodf`, `malloc`, `memrefCopy`,
    `printF32`, `puts`, `memset`). A private function or a private buffer of such a name
    gets another one (`cos.mlir`). Others are an error, unless they are that function: a
    declaration of it, of the right type, or an `llvm.func` of that type.

    Before:
    ```mlir
    %r = math.expm1 %x : f32
    ```
    After:
    ```mlir
    %r = call @expm1f(%x) : (f32) -> f32
    ```

    **`resources`**: resources of one element, or of numbers that LLVM has no arrays of
    bytes for, as constants.

    A `memref.global` or constant vector of rank 0, or without elements, whose value is a `dense_resource` gets a `dense`
    value: upstream's lowering to LLVM needs the element as an attribute, which a
    resource does not have, and aborts. Resources of complex numbers, and of those that do not
    have 8, 16, 32 or 64 bits, such as `i1`, become `dense`, too: upstream cannot translate
    them. Others stay where they are.
    It is an error if the bytes of such a resource are not in the module, or are
    more or fewer than its type needs: whole bytes for each number, one for an `i1`.

    Before:
    ```mlir
    memref.global constant @c : memref<i8> = dense_resource<blob>
    ```
    After:
    ```mlir
    memref.global constant @c : memref<i8> = dense<1>
    ```

    **`masked-accesses`**: masked loads and stores, safe from faults of LLVM 22.

    For AVX-512, LLVM 22 stores the whole i32 of an i32 that is truncated to i8, if the
    store has a mask and LLVM finds that the mask is a constant with one lane set: it writes
    3 bytes too many, perhaps after the end of the buffer (llvm/llvm-project#179489). LLVM may
    unroll loops and inline functions before it finds that. So, of stores of integers with
    fewer than 64 bits:

    * A lane that is set in a constant mask, while the other one of its pair of lanes is not,
      becomes a scalar store. LLVM then finds no single lane, even if it splits the vector.
    * A mask that is computed is combined with a `true` that LLVM does not know.
      The latter is loaded once, at the entry of the function.

    A mask of 3, 5 or another number of lanes that is no power of two is frozen (`llvm.freeze`): LLVM drops
    some that it finds to be constant.

    A masked load, store, gather or scatter of one lane becomes a scalar load or store, under a branch unless
    the mask is a constant: for AArch64 with registers of 256 bits or more, LLVM cannot compile it if the lane has 64 bits.
    In a region that must have one block, such as that of `scf.for`, it stays.

    Masked loads and stores of f16 and bf16, also gathers, scatters and those that expand or compress,
    become accesses to i16: LLVM cannot compile some of them, and calls a library to convert to bf16
    in others, which changes signalling NaNs. So do loads, stores, selections, shuffles, insertions
    and extractions of vectors of 33, 65 and other numbers of these that are no powers of two. Values of bf16
    that live in several blocks go from one to the next as i16, as those that a loop carries: LLVM keeps them as f32,
    and calls the same library where they are defined. A single bf16 is extended by its bits, and so is
    a vector that becomes f64 or f128, or of which a maximum, a minimum, a rounding, a sign or a square root is taken:
    for AArch64 with registers of 256 bits or more, LLVM cannot compile what it makes of some. Nor can it truncate vectors
    of 9, 12 and other numbers of floats that are no powers of two there: they get lanes up to the next one.

    Before:
    ```mlir
    llvm.intr.masked.store %x, %p, %mask {alignment = 1 : i32} : vector<16xi8>, vector<16xi1> into !llvm.ptr
    ```
    After, shortened:
    ```mlir
    %1 = llvm.load volatile %0 : !llvm.ptr -> i8
    %2 = llvm.trunc %1 : i8 to i1
    %5 = llvm.and %mask, %4 : vector<16xi1>
    llvm.intr.masked.store %x, %p, %5 {alignment = 1 : i32} : vector<16xi8>, vector<16xi1> into !llvm.ptr
    ```
    This works on the LLVM dialect: `layout-to-llvm` runs it after the conversion; lowerings
    of your own need it there, too.
  }];
  let options = [
    ListOption<"only", "only", "std::string",
               "The parts that run, by their names; all but bf16 and contractions if none is stated">,
    Option<"dotInstructions", "dot-instructions", "bool", /*default=*/"true",
           "Use the instructions for dot products that the target has">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def LayoutParallelToOpenMP
    : Pass<"layout-parallel-to-openmp", "::mlir::ModuleOp"> {
  let summary = "give the iterations of outermost parallel loops to threads";
  let description = [{
    Each `scf.parallel` of the host that is in no other one and has no results
    becomes what OpenMP shares among `threads` threads, in equal parts that are known
    before (a static schedule); upstream's `convert-scf-to-openmp` does so. All
    others become `scf.for`: inside of a parallel loop all threads have work already,
    and a reduction would add up in another order in each run.

    `convert-openmp-to-llvm` then belongs to the other conversions to the LLVM
    dialect. The program needs LLVM's OpenMP runtime, `libomp`.
  }];
  let options = [
    Option<"threads", "threads", "unsigned", /*default=*/"2",
           "How many threads share the iterations, from 1 to 4096">
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::omp::OpenMPDialect",
                           "::mlir::scf::SCFDialect"];
}

def LayoutOutlineNests : Pass<"layout-outline-nests", "::mlir::ModuleOp"> {
  let summary = "make functions of loop nests, so that LLVM's time is linear";
  let description = [{
    Makes a private function of each outermost loop without results that executes
    some 500 ops or more, and a call of the loop, in modules that have several
    loops of 8192 ops or more. The time of LLVM's
    optimizer and code generator is superlinear in the loops of one function: 32
    convolutions in one take several times as long as in 32. Loops of the whole
    module that are equal share one function; constants that they use are cloned
    into it, all else becomes arguments.

    Functions are not inlined, have internal linkage, and the processor and
    features of their caller. An argument gets `llvm.noalias` where it shares no
    byte with any other one: by distinct allocations, guarantees on arguments of
    the caller, or disjoint ranges of one allocation (`layout-plan-memory`).

    A loop stays where it uses other values than memrefs, integers, indices,
    floats and constants. Belongs before the lowering to LLVM, after all that
    changes loops.

    ```mlir
    func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
      call @f_nest(%a, %b) : (memref<64x64xf32>, memref<64x64xf32>) -> ()
      call @f_nest(%b, %a) : (memref<64x64xf32>, memref<64x64xf32>) -> ()
      return
    }
    ```
  }];
  let options = [
    Option<"leastNests", "least-nests", "int64_t", /*default=*/"8",
           "Leaves modules alone that have fewer loops of 8192 ops or more">
  ];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def LayoutRecordNoAlias : Pass<"layout-record-noalias", "::mlir::ModuleOp"> {
  let summary = "remember which arguments do not alias, across func-to-llvm";
  let description = [{
    Upstream drops `llvm.noalias` on memref arguments when it expands them into
    descriptors. This pass runs before that and records, on the function as
    `layout.noalias`, which arguments of the expanded signature are the aligned
    pointers of such memrefs. `layout-restore-noalias` runs after it.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutRestoreNoAlias : Pass<"layout-restore-noalias", "::mlir::ModuleOp"> {
  let summary = "put recorded noalias facts on the pointers";
  let description = [{
    Consumes `layout.noalias` on `llvm.func` and puts `llvm.noalias` on the
    arguments that it names.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def LayoutAttachTarget : Pass<"layout-attach-target", "::mlir::ModuleOp"> {
  let summary = "say which processor functions are compiled for";
  let description = [{
    Writes `target_cpu` and `target_features` on each `llvm.func` with a body, and
    the triple and the layout of data on the module, as clang does with `-march`: `llc` and
    clang then make code for that processor, whatever their options. Such code does not run
    on a processor that lacks these features, as that of `-march` does not: `layout-check` and
    Python refuse it.

    `target` is `native`, this machine, [the name of a processor](Target.md#processors), or
    `stated`: the processor that the closest `layout.processor` of a spec names, without one
    none; modules in this one may not state another then. `layout-compile` runs it near its
    end, with its own target or else `stated`. The triple of a name is that of this process
    if it is of the same family, else that of Linux. A length of SVE becomes `vscale_range`;
    RISC-V gets its way of calling as a module flag. A function, or module, that states its
    own keeps it, and so does all of a `gpu.module`. Features that a function states without
    a processor come after those of this one, and win: it may be one of several versions.

    It is an error if the processor cannot run what the program
    [is made for](Target.md#one-processor-for-a-program): a triple of another family, a
    processor that specs or functions name and that has more, or another length of vectors. The module is
    then what it was. Else `layout.processor` is the name of this processor afterwards, or
    removed for `native`.

    After, with `target=znver4`, shortened:
    ```mlir
    module attributes {llvm.target_triple = "x86_64-pc-linux-gnu"} {
      llvm.func @f() attributes {target_cpu = "znver4"} {
        llvm.return
      }
    }
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"native\"",
           "`native`, `stated`, or the name of a processor">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ConvertLayoutToSPIRV : Pass<"convert-layout-to-spirv", "::mlir::ModuleOp"> {
  let summary = "kernels, with buffers in texture memory as images, to SPIR-V";
  let description = [{
    Puts into each `gpu.module` the `spirv.module` that its kernels become. The
    kernels stay, for those who launch them; a module that has its `spirv.module`
    already, that has no kernels, or that names targets of which none is SPIR-V, is left
    alone. Layouts
    must be applied and flattened, four channels be vectors, affine ops be lowered.
    The pipeline `layout-to-spirv` does all of it.

    A buffer in texture memory, `#layout.texture<..>` or
    `#spirv.storage_class<Image>`, is an `image2D`: of rank 2 one of rows and
    columns, of rank 3 an array of them. Its elements are the texels: vectors of 4,
    or scalars for images of one channel, of f32, f16, or integers of 32, 16 or 8
    bits (signless ones are unsigned formats, `si32` and the like are signed ones).
    What a kernel only reads is a sampled image, read by `spirv.ImageFetch`; what it
    writes is a storage image of explicit format, decorated with what the kernel does
    not do. All other buffers and scalars are storage buffers, as upstream has them.

    Argument *i* of a kernel has descriptor set 0 and binding *i*. The workgroup size
    is that of `spirv.entry_point_abi`, else `known_block_size`. The target is that of
    the `gpu.module` or the `spirv.target_env` around it, taken as version 1.3 where
    it is later; by default Vulkan 1.1. After this pass run `spirv-lower-abi-attrs`
    and `spirv-update-vce`.

    It is an error, and nothing is changed, if a texture cannot be an image (another
    rank, an element without a format, too many rows, columns or layers), is used
    against its memory space or otherwise than by whole texels, or is not an argument
    of a kernel; if a buffer has other extents than the first that vary
    (`layout-kernel-extents`) or more elements than 32 bits count, and if a constant
    index has more; if a workgroup is beyond the limits that the module states for its
    target; if a kernel is in an inner module; and if an op or a type has no
    counterpart in SPIR-V: that error says what to do.

    Before:
    ```mlir
    gpu.func @double(%a: memref<64x32xvector<4xf32>, #layout.texture<read>>,
                     %b: memref<64x32xvector<4xf32>, #layout.texture<write>>)
        kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
      %x = gpu.global_id x
      %y = gpu.global_id y
      %t = memref.load %a[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<read>>
      %u = arith.addf %t, %t : vector<4xf32>
      memref.store %u, %b[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<write>>
      gpu.return
    }
    ```
    After, the essence:
    ```mlir
    %c = spirv.CompositeConstruct %x, %y : (i32, i32) -> vector<2xi32>
    %t = spirv.ImageFetch %image, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, vector<2xi32> -> vector<4xf32>
    %u = spirv.FAdd %t, %t : vector<4xf32>
    spirv.ImageWrite %out, %c, %u : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, vector<2xi32>, vector<4xf32>
    ```
  }];
  let options = [
    Option<"maxExtent", "max-extent", "int64_t", "16384",
           "The most rows and columns that an image of the target has">,
    Option<"maxLayers", "max-layers", "int64_t", "2048",
           "The most layers that an array of images of the target has">,
    Option<"sampledImages", "sampled-images", "bool", "true",
           "What a kernel only reads is a sampled image, which a GPU reads through "
           "its texture cache; false, to compare: a storage image">
  ];
  let dependentDialects = ["::mlir::layout::LayoutDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

def LayoutPlaceTextures : Pass<"layout-place-textures", "::mlir::ModuleOp"> {
  let summary = "move buffers to texture memory where all who use them allow it";
  let description = [{
    Chooses which buffers of the host live in images. A candidate is an allocation
    in plain memory whose innermost physical axis is a texel of four, stated by a
    layout (`NCHW4c`) or lying so already. It moves to `#layout.texture<readwrite>`,
    and each kernel gets it as what it does with it, `read`, `write` or `readwrite`, if

    * only kernels access it, in place (`gpu.launch`) or launched
      (`gpu.launch_func`), and `layout.convert`; arguments and results of functions
      and what any other op of the host touches stay buffers;
    * no kernel argument is this buffer and, in another launch, one that
      stays: those of one argument move together or not at all;
    * it splits into less than `max-extent` rows and columns, as
      `layout-split-textures` would split it or its separators say;
    * no kernel with a barrier writes it;
    * the passes of `trial` accept the module so. They are run on copies; this tells
      what only they know: whether texels are written whole, which element types
      have formats, what images can be used for.

    Every decision is a remark: `placed`, with rows and columns, or `stays-buffer`,
    with the op that needs one. Nothing but types and casts of memory spaces
    changes. Run this after `layout-assign`, with `layout-split-textures` and
    `layout-apply` to follow.

    Before:
    ```mlir
    %b = memref.alloc() : memref<1x8x6x6xf32, #nchw4c>
    gpu.launch_func @kernels::@conv ... args(%a : memref<1x8x6x6xf32, #nchw4c>, %b : memref<1x8x6x6xf32, #nchw4c>)
    gpu.launch_func @kernels::@pool ... args(%b : memref<1x8x6x6xf32, #nchw4c>, %c : memref<1x8x6x6xf32, #nchw4c>)
    ```
    After, where `%a` and `%c` are arguments of the function:
    ```mlir
    %b = memref.alloc() : memref<1x8x6x6xf32, #nchw4c, #layout.texture<readwrite>>
    %w = memref.memory_space_cast %b : memref<1x8x6x6xf32, #nchw4c, #layout.texture<readwrite>> to memref<1x8x6x6xf32, #nchw4c, #layout.texture<write>>
    gpu.launch_func @kernels::@conv ... args(%a : memref<1x8x6x6xf32, #nchw4c>, %w : memref<1x8x6x6xf32, #nchw4c, #layout.texture<write>>)
    %r = memref.memory_space_cast %b : memref<1x8x6x6xf32, #nchw4c, #layout.texture<readwrite>> to memref<1x8x6x6xf32, #nchw4c, #layout.texture<read>>
    gpu.launch_func @kernels::@pool ... args(%r : memref<1x8x6x6xf32, #nchw4c, #layout.texture<read>>, %c : memref<1x8x6x6xf32, #nchw4c>)
    ```
  }];
  let options = [
    Option<"maxExtent", "max-extent", "int64_t", "16384",
           "Rows and columns are less than this">,
    Option<"trial", "trial", "std::string",
           "\"layout-split-textures,layout-apply,layout-to-spirv,layout-stage-launches\"",
           "The passes that must accept a placement: those that will follow">
  ];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutHostTextures : Pass<"layout-host-textures", "::mlir::ModuleOp"> {
  let summary = "keep the host's buffers in memory, for launches to see as textures";
  let description = [{
    The host packs a texture, by `layout.convert` or by hand, number by number;
    kernels see it by whole texels. So outside of `gpu.module`, buffers in texture
    memory move to memory as they are, without axis separators, and each launch gets
    `layout.as_texture` of them. `layout-flatten` and `layout-vectorize-elements` then
    change what the kernels see, and leave the host's side alone: the numbers have the
    same order.

    It is an error, and nothing is changed, if a layout is not applied
    (`layout-apply`), if a `gpu.launch` uses textures in place
    (`gpu-kernel-outlining`), if a cast relates a texture to memory that is not
    contiguous, and if anything but a launch uses a `layout.as_texture`.

    Before:
    ```mlir
    %t = memref.alloc() : memref<8x8x32x4xf32, #separated, #layout.texture<read>>
    gpu.launch_func @kernels::@k ... args(%t : memref<8x8x32x4xf32, #separated, #layout.texture<read>>)
    ```
    After:
    ```mlir
    %m = memref.alloc() : memref<8x8x32x4xf32>
    %t = layout.as_texture %m : memref<8x8x32x4xf32> to memref<8x8x32x4xf32, #separated, #layout.texture<read>>
    gpu.launch_func @kernels::@k ... args(%t : memref<8x8x32x4xf32, #separated, #layout.texture<read>>)
    ```
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutScalarizeAccesses : Pass<"layout-scalarize-accesses", "::mlir::ModuleOp"> {
  let summary = "load and store vectors of kernels number by number";
  let description = [{
    SPIR-V for Vulkan accesses a buffer by its elements. An access in a kernel to a
    vector of contiguous elements in a buffer of numbers becomes accesses to each of them:
    `vector.load`, `vector.store`, and transfers of one axis that are in bounds and
    not masked, as `layout-apply` makes them where a vector meets the end of a tile.
    `convert-vector-to-scf` lowers the others. Buffers whose elements are vectors,
    textures and everything outside of `gpu.module` are left alone.

    Before:
    ```mlir
    %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<8xf32>, vector<2xf32>
    ```
    After:
    ```mlir
    %x = memref.load %a[%i] : memref<8xf32>
    %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    %y = memref.load %a[%j] : memref<8xf32>
    %v = vector.from_elements %x, %y : vector<2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::vector::VectorDialect"];
}

def LayoutKernelExtents : Pass<"layout-kernel-extents", "::mlir::ModuleOp"> {
  let summary = "hand kernels the extents that they need to know";
  let description = [{
    On the device a buffer is an address: extents that vary are not known there. A
    kernel that reads one of an argument (`memref.dim`), or indexes a buffer of
    several axes of which another than the first varies, gets these extents as
    arguments of type `index`, appended to its others by argument and axis, and all
    its launches pass them. Such a buffer becomes one of a single axis, indexed by
    its row-major place.

    Only kernels that are to become SPIR-V change, and only those whose launches are
    all there. A texture keeps its axes, and so does a buffer that is used otherwise than
    by `memref.load`, `memref.store` and `memref.dim`: `convert-layout-to-spirv` says
    what is wrong with it. Affine ops must be lowered.

    Before:
    ```mlir
    gpu.func @k(%a: memref<?x?xf32>) kernel {
      %x = memref.load %a[%i, %j] : memref<?x?xf32>
    ```
    After:
    ```mlir
    gpu.func @k(%a: memref<?xf32>, %n: index) kernel {
      %r = arith.muli %i, %n : index
      %p = arith.addi %r, %j : index
      %x = memref.load %a[%p] : memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LayoutStageLaunches : Pass<"layout-stage-launches", "::mlir::ModuleOp"> {
  let summary = "give launches copies of their buffers on the device";
  let description = [{
    Each `gpu.launch_func` of a SPIR-V kernel gets, for each buffer of the host that
    it uses, a copy on the device: an image for a texture, by
    `layout.image_create`; a storage buffer for any other, by `gpu.alloc`. The copy
    is filled before the launch, also where the kernel only writes, since what it
    does not write must survive; copied back after it, if the kernel may write; and
    destroyed. A buffer that is used twice gets one copy. What `gpu.alloc` made is on
    the device already, and scalars are passed as they are.

    Kernels keep their names and signatures, for the launches; their code is the
    `spirv.module` beside them. A kernel that is a `gpu.binary` already may write
    all its buffers. Memory spaces of the device are taken from what remains, since
    it is host memory; so this pass runs after `convert-layout-to-spirv`.
    Launches of kernels for other targets are left alone. A `gpu.module` without
    functions is erased, since there is nothing to compile.

    Two buffers of a launch, one of which it may write, must be different memory.
    Where that is proven (allocations, `llvm.noalias` arguments, globals of two
    names) nothing is said; where only the running program knows, a call of the
    runtime before the launch compares the addresses, and ends the program if
    they share a byte. A remark names such pairs. An argument of type `index` has 32
    bits on the device: another call of the runtime ends the program if they do not
    hold the number, or the number of elements of a buffer of bytes whose size varies.

    It is an error, and nothing is changed, if a buffer has strides or an offset, has
    elements that lie otherwise on the device (`index`, `i1`, vectors of 3), is a
    texture that can be no image, or is for sure one under two names and may be
    written; if a launch is asynchronous and uses host memory; if a constant is no
    index of 32 bits; and if its kernel has no SPIR-V.

    Before:
    ```mlir
    gpu.launch_func @kernels::@double blocks in (%x, %y, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<64x32xvector<4xf32>, #layout.texture<read>>, %b : memref<64xf32>)
    ```
    After:
    ```mlir
    %i = layout.image_create : !layout.image<64x32xvector<4xf32>>
    layout.image_upload %a to %i : memref<64x32xvector<4xf32>> to !layout.image<64x32xvector<4xf32>>
    %d = gpu.alloc () : memref<64xf32>
    gpu.memcpy %d, %b : memref<64xf32>, memref<64xf32>
    gpu.launch_func @kernels::@double blocks in (%x, %y, %c1) threads in (%c1, %c1, %c1)
        args(%i : !layout.image<64x32xvector<4xf32>>, %d : memref<64xf32>)
    gpu.memcpy %b, %d : memref<64xf32>, memref<64xf32>
    gpu.dealloc %d : memref<64xf32>
    layout.image_destroy %i : !layout.image<64x32xvector<4xf32>>
    ```
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect", "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def ConvertLayoutImagesToLLVM
    : Pass<"convert-layout-images-to-llvm", "::mlir::ModuleOp"> {
  let summary = "images as pointers, and calls of the Vulkan runtime";
  let description = [{
    `layout.image_create`, `_upload`, `_download` and `_destroy` become calls of the
    C functions of `liblayout_vulkan_runtime` (`Layout/Runtime/Vulkan.h`), and handles
    become `!llvm.ptr`: in functions, calls, branches, `scf`, and in launches, which
    hand the pointer to the runtime. Because a launch and its kernel must agree, run
    this once kernels are binaries (`gpu-module-to-binary`) or
    signatures (`layout-stage-launches`).

    Before:
    ```mlir
    %i = layout.image_create : !layout.image<64x32xvector<4xf32>>
    ```
    After, with 1 for Rgba32f, and the width first:
    ```mlir
    %i = llvm.call @layoutImageCreate(%c1_i32, %c32_i64, %c64_i64, %c0_i64)
        : (i32, i64, i64, i64) -> !llvm.ptr
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LayoutReportBanks : Pass<"layout-report-banks", "::mlir::ModuleOp"> {
  let summary = "count the bank conflicts of kernels, as remarks";
  let description = [{
    The memory that the threads of a block share has 32 banks of 4 bytes; lanes of
    a warp that access different words of one bank wait for each other. Of each
    access to a workgroup buffer in a `gpu.func` or `gpu.launch`, this pass remarks
    how many cycles a warp waits at worst, how many would do, and two threads that
    meet in a bank:

    ```
    a warp waits 32 cycles where 1 would do: threads 0 and 1 access elements (0, 0)
    and (1, 0), in different words of bank 0
    ```

    Counts are exact: all warps of a block are enumerated, and all iterations of the
    loops that decide about banks. If only some threads take part, as under an
    `scf.if`, it is *at most* that many. The base of each buffer is taken to be
    aligned to the bytes of an access, at least to 4.

    Layouts need not be applied: the buffer lies where its layout says. Not counted,
    with the reason, are accesses of kernels without `known_block_size`, those whose
    index is computed from what is not known, such as loaded numbers, and those of a
    buffer with a request, which `layout-assign` makes a layout. Changes nothing.
  }];
  let options = [
    Option<"rules", "rules", "std::string", /*default=*/"\"\"",
           "Whose banks: `nvidia`, `amd` or `amd-cdna4`. If empty, those of the "
           "target of the gpu.module, `nvidia` if it has none">
  ];
  // A layout that is a plain affine map does not name the dialect.
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutChooseSwizzle : Pass<"layout-choose-swizzle", "::mlir::ModuleOp"> {
  let summary = "give workgroup buffers layouts without bank conflicts";
  let description = [{
    Tries layouts for each workgroup buffer of a kernel that has none, and states
    the best in its type: the one for which warps wait the fewest cycles for bank
    conflicts, over all accesses and as often as they are executed
    ([counted as by](#-layout-report-banks) `layout-report-banks`), then the one
    that takes the least memory. What is tried: `swizzle<B, M, S>` of the row-major
    offset with B <= 5 and S <= 8, which keeps what one thread accesses contiguous,
    and pads at the end of rows. `layout-apply` then makes the buffer physical.

    Before, with blocks of 8 x 8 threads:
    ```mlir
    gpu.func @k(%v: vector<8xf16>) workgroup(%a: memref<64x64xf16, 3>) ... {
      vector.store %v, %a[%y, %x8] : memref<64x64xf16, 3>, vector<8xf16>
      %t = vector.load %a[%x, %y8] : ...
    ```
    After:
    ```mlir
    gpu.func @k(%v: vector<8xf16>)
        workgroup(%a: memref<64x64xf16, #layout.buffer<index_map<
            (i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>, 3>) ... {
      vector.transfer_write %v, %a[%y, %x8] {in_bounds = [true]} : ...
    ```

    A buffer stays as it is if it has a layout or a request for one, if it is not an
    attribution or an allocation of the kernel, if an access cannot be counted, if an
    op is not an access to its elements or to those of a `memref.subview` of it, or if
    nothing has fewer conflicts. A remark says which. Where a layout is chosen, the
    subviews are folded into their accesses. To count what no period shortens may take
    long; then not all layouts are tried, and the remark says how many were not.
  }];
  let options = [
    Option<"rules", "rules", "std::string", /*default=*/"\"\"",
           "Whose banks: `nvidia`, `amd` or `amd-cdna4`. If empty, those of the "
           "target of the gpu.module, `nvidia` if it has none">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect",
                           "::mlir::layout::LayoutDialect"];
}

#endif // LAYOUT_CONVERSION_PASSES_TD
