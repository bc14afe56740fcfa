# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The steps of a schedule on one function: what each takes, and what it does."""

import functools


def _step(method):
    """The step with the name of this method, which only says what it takes."""
    op = method.__name__

    @functools.wraps(method)
    def step(self, *arguments, **options):
        return self._do_step(op, arguments, options)
    return step


class Steps:
    """Steps on one function: a method for each op of docs/TransformOps.md.

    What all of them have in common:

    buffer    the number of an argument; ("result", 0): the allocation that the function
              returns; a text: the name of a global; or the `Handle` of copies
    layout    a `Layout`, whose pads take the type of the buffer, or the text of a
              `#layout.buffer`
    dtype     the numpy type of the elements, where a layout has a number as pad and the
              buffer is a `Handle`
    optional  with True, a step that finds nothing to do is no error

    A step returns a `Handle` to the outermost loops of what it has changed, `cache_read` and
    `cache_write` to their copies. One that is refused or finds nothing to do is a
    `LayoutError` with the reason; the module is then what it was. A wrong option is a
    TypeError or a ValueError.

    >>> import mlir_layout as ml
    >>> program = '''
    ... func.func private @square(%a: memref<14xf32>, %b: memref<14xf32> {llvm.noalias}) {
    ...   affine.for %i = 0 to 14 {
    ...     %x = affine.load %a[%i] : memref<14xf32>
    ...     %y = arith.mulf %x, %x : f32
    ...     affine.store %y, %b[%i] : memref<14xf32>
    ...   }
    ...   return
    ... }
    ... func.func @main(%a: memref<14xf32>, %b: memref<14xf32> {llvm.noalias}) {
    ...   call @square(%a, %b) : (memref<14xf32>, memref<14xf32>) -> ()
    ...   return
    ... }'''
    >>> rows = ml.layout(lambda i: (i // 4, i % 4), pad=0.0)
    >>> m = ml.parse(program)
    >>> schedule = ml.schedule(m)
    >>> s = schedule["square"]
    >>> _ = s.transform_layout(0, rows)
    >>> _ = s.apply()
    >>> loops = s.sequential_access(0)
    >>> schedule["main"].check()

    The examples of the steps go on with `program` and `rows`.
    """

    __slots__ = ()

    # Layouts.

    @_step
    def transform_layout(self, buffer, layout, *, dtype=None, change_interface=False,
                         require_pad=False, optional=False):
        """Gives a buffer a layout (TVM's `transform_layout`). Its shape stays the logical one
        until `apply`.

        change_interface  change the types of public functions and globals, whose callers then
                          pass physical buffers, instead of converting at their borders
        require_pad       padding of which the layout says nothing is an error

        >>> m = ml.parse(program)
        >>> _ = ml.schedule(m)["square"].transform_layout(0, rows)
        >>> "memref<14xf32, #layout>" in str(m)
        True
        """

    @_step
    def set_axis_separators(self, buffer, separators, *, change_interface=False,
                            require_pad=False, optional=False):
        """Says which physical axes of a buffer `flatten` joins: those between two separators.

        separators        the first axis of each group but the first: [2] of four axes makes
                          two groups of two; [] makes one
        change_interface  as of `transform_layout`
        require_pad       as of `transform_layout`

        >>> m = ml.parse('''
        ... func.func private @f(%a: memref<2x3x4x5xf32>, %x: f32) {
        ...   affine.store %x, %a[0, 0, 0, 0] : memref<2x3x4x5xf32>
        ...   return
        ... }''')
        >>> s = ml.schedule(m)["f"]
        >>> _ = s.set_axis_separators(0, [2])
        >>> _ = s.flatten()
        >>> "memref<6x20xf32>" in str(m)
        True
        """

    @_step
    def assign(self, *, change_interface=False, require_pad=False, optional=False):
        """Turns requests (`layout.transform` in the program, and those of the copies that
        `cache_read` and `cache_write` make) into layouts in types.

        change_interface  as of `transform_layout`
        require_pad       as of `transform_layout`

        >>> m = ml.parse(program)
        >>> s = ml.schedule(m)["square"]
        >>> _ = s.cache_read(0, rows)
        >>> _ = s.assign()
        >>> "memref.alloc() : memref<14xf32, #layout>" in str(m)
        True
        """

    @_step
    def apply(self, *, pad_placement="after", optional=False):
        """Makes laid-out buffers physical, of the whole module, since a layout is part of the
        interface of a function: shapes, indices, and stores of what padding must hold.

        pad_placement  "after": padding is written after the last write of a buffer; "before":
                       where it becomes due, before the data, refused for pads that copy

        >>> m = ml.parse(program)
        >>> s = ml.schedule(m)["square"]
        >>> _ = s.transform_layout(0, rows)
        >>> _ = s.apply()
        >>> "memref<4x4xf32>" in str(m)
        True
        """

    @_step
    def flatten(self, *, max_rank=0, optional=False):
        """Joins the physical axes between axis separators, of the whole module.

        max_rank  a buffer of more axes than these afterwards is an error; 0: any is right

        >>> m = ml.parse('''
        ... func.func private @f(%a: memref<2x3x4xf32>, %x: f32) {
        ...   affine.store %x, %a[0, 0, 0] : memref<2x3x4xf32>
        ...   return
        ... }''')
        >>> s = ml.schedule(m)["f"]
        >>> _ = s.set_axis_separators(0, [])
        >>> _ = s.flatten(max_rank=1)
        >>> "memref<24xf32>" in str(m)
        True
        """

    @_step
    def choose(self, *, reassociate=False, layouts="auto", threads=1, optional=False):
        """Gives contractions on tensors the layouts that make them fast on the target.

        reassociate  permit convolutions to add up in another order, as those with channels
                     first do
        threads      how many there will be
        layouts      "auto": where they are estimated to gain, conversions included; "always":
                     where layouts are known; "none": only of ops with `layout.prefer`

        >>> m = ml.parse('''
        ... func.func @f(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>,
        ...              %c: tensor<512x512xf32>) -> tensor<512x512xf32> {
        ...   %d = linalg.matmul ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>)
        ...       outs(%c : tensor<512x512xf32>) -> tensor<512x512xf32>
        ...   return %d : tensor<512x512xf32>
        ... }''')
        >>> _ = ml.schedule(m)["f"].choose()
        >>> str(m).count("layout.convert")
        4
        """

    @_step
    def reflow(self, *, optional=False):
        """Moves conversions of tensors (`layout.convert`) through ops, and cancels those that
        meet their inverse.

        >>> m = ml.parse('''
        ... #L = #layout.buffer<index_map<(i, j) -> (j, i)>>
        ... func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
        ...   %b = layout.convert %a : tensor<4x8xf32> to tensor<4x8xf32, #L>
        ...   %c = layout.convert %b : tensor<4x8xf32, #L> to tensor<4x8xf32>
        ...   return %c : tensor<4x8xf32>
        ... }''')
        >>> _ = ml.schedule(m)["f"].reflow()
        >>> "layout.convert" in str(m)
        False
        """

    @_step
    def specialize(self, *, optional=False):
        """Gives a function that converts what it gets and yields a specialization that does not,
        which its callers with such layouts call; `reflow` then moves conversions through them.

        >>> m = ml.parse('''
        ... #L = #layout.buffer<index_map<(i, j) -> (j, i)>>
        ... func.func private @g(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
        ...   %b = layout.convert %a : tensor<4x8xf32> to tensor<4x8xf32, #L>
        ...   %c = math.absf %b : tensor<4x8xf32, #L>
        ...   %d = layout.convert %c : tensor<4x8xf32, #L> to tensor<4x8xf32>
        ...   return %d : tensor<4x8xf32>
        ... }
        ... func.func @f(%a: tensor<4x8xf32, #L>) -> tensor<4x8xf32, #L> {
        ...   %b = layout.convert %a : tensor<4x8xf32, #L> to tensor<4x8xf32>
        ...   %c = call @g(%b) : (tensor<4x8xf32>) -> tensor<4x8xf32>
        ...   %d = layout.convert %c : tensor<4x8xf32> to tensor<4x8xf32, #L>
        ...   return %d : tensor<4x8xf32, #L>
        ... }''')
        >>> _ = ml.schedule(m)["f"].specialize(optional=True)
        """

    @_step
    def from_pack(self, *, optional=False):
        """Makes conversions and layouts of `linalg.pack` and `linalg.unpack`.

        >>> m = ml.parse('''
        ... func.func @f(%a: tensor<8x16xf32>, %b: tensor<1x16x8xf32>) -> tensor<1x16x8xf32> {
        ...   %c = linalg.pack %a inner_dims_pos = [0] inner_tiles = [8] into %b
        ...       : tensor<8x16xf32> -> tensor<1x16x8xf32>
        ...   return %c : tensor<1x16x8xf32>
        ... }''')
        >>> _ = ml.schedule(m)["f"].from_pack()
        >>> "layout.convert" in str(m), "linalg.pack" in str(m)
        (True, False)
        """

    @_step
    def to_pack(self, *, optional=False):
        """Makes `linalg.pack` and `linalg.unpack` of conversions, and packed tensors of
        laid-out ones, in the whole module.

        >>> m = ml.parse('''
        ... #L = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j, i mod 8)>, pad<0.0 : f32>>
        ... func.func @f(%a: tensor<13x16xf32>) -> tensor<13x16xf32, #L> {
        ...   %b = layout.convert %a : tensor<13x16xf32> to tensor<13x16xf32, #L>
        ...   return %b : tensor<13x16xf32, #L>
        ... }''')
        >>> _ = ml.schedule(m)["f"].to_pack()
        >>> "layout.convert" in str(m), "linalg.pack" in str(m)
        (False, True)
        """

    # Copies.

    @_step
    def cache_read(self, buffer, layout, *, around=None, dtype=None, optional=False):
        """Reads a buffer, which is only read there, through a local copy with a layout of its
        own (packing). The copy requests its layout: `assign` and `apply` follow.

        around  the `Handle` of the loops around which the copy is made; None: around the
                body of the function

        Returns a `Handle` to the copies.

        >>> m = ml.parse(program)
        >>> s = ml.schedule(m)["square"]
        >>> copies = s.cache_read(0, rows)
        >>> "memref.alloc() {layout.transform = #layout} : memref<14xf32>" in str(m)
        True
        """

    @_step
    def cache_write(self, buffer, layout, *, around=None, dtype=None, optional=False):
        """Writes a buffer through a local copy with a layout of its own, which is copied back.
        The copy requests its layout: `assign` and `apply` follow.

        around  as of `cache_read`

        Returns a `Handle` to the copies.

        >>> m = ml.parse(program)
        >>> s = ml.schedule(m)["square"]
        >>> copies = s.cache_write(1, rows)
        >>> "affine.store %0, %arg1[%arg2]" in str(m)  # back, after the loop
        True
        """

    # Loops.

    @_step
    def sequential_access(self, buffer=None, *, nest_map="", reassociate=False,
                          reorder_only=False, optional=False):
        """Makes the loops around the accesses to a physical buffer walk it in the order of
        memory (loop permutation and strip-mining), padding under a condition.

        buffer        None: those that are marked `layout.sequential` in the program
        nest_map      a map of loop variables to order the loops by, in place of the index of
                      an access: "(i) -> (i floordiv 4, i mod 4)"
        reassociate   permit another order of sums and products of floats
        reorder_only  leave alone loops that visit the buffer in order as they are

        >>> m = ml.parse(program)
        >>> s = ml.schedule(m)["square"]
        >>> _ = s.transform_layout(0, rows)
        >>> _ = s.apply()
        >>> _ = s.sequential_access(0)
        >>> "affine.for %arg3 = 0 to 4" in str(m)
        True
        """

    @_step
    def raise_loops(self, *, keep_parallel=False, linalg=False, optional=False):
        """Makes affine loops, branches and accesses of those of `scf` and `memref` that are
        proven to be affine.

        keep_parallel  the first dimension of an `scf.parallel` stays parallel
        linalg         loops of `linalg` ops on buffers, too

        >>> m = ml.parse('''
        ... func.func @f(%a: memref<64xf32>, %x: f32) {
        ...   %zero = arith.constant 0 : index
        ...   %one = arith.constant 1 : index
        ...   %n = arith.constant 64 : index
        ...   scf.for %i = %zero to %n step %one {
        ...     memref.store %x, %a[%i] : memref<64xf32>
        ...   }
        ...   return
        ... }''')
        >>> _ = ml.schedule(m)["f"].raise_loops()
        >>> "scf.for" in str(m), "affine.for" in str(m)
        (False, True)
        """

    @_step
    def tile_loops(self, *, reassociate=False, tuned="", threads=1, stop_after="",
                   optional=False):
        """Gives loops the digits of the layouts that they walk (strip-mining), in the order
        that suits vectors (interchange).

        reassociate  permit another order of sums and products of floats
        tuned        a file of `Module.tune`: nests that it has measured take their plans from
                     there
        threads      with `tuned`, for how many threads the program is made
        stop_after   "plan": write the plans of nests as layout.loops, and change no loops

        >>> m = ml.parse('''
        ... func.func @turn(%a: memref<64x64xf32>, %b: memref<4x64x16xf32>) {
        ...   affine.for %i = 0 to 64 {
        ...     affine.for %j = 0 to 64 {
        ...       %x = affine.load %a[%i, %j] : memref<64x64xf32>
        ...       %y = arith.addf %x, %x : f32
        ...       affine.store %y, %b[%j floordiv 16, %i, %j mod 16] : memref<4x64x16xf32>
        ...     }
        ...   }
        ...   return
        ... }''')
        >>> _ = ml.schedule(m)["turn"].tile_loops()
        >>> "floordiv" in str(m)
        False
        """

    @_step
    def vectorize_loops(self, *, optional=False):
        """Makes vector code of innermost loops.

        >>> m = ml.parse(program.replace("14", "64"))
        >>> _ = ml.schedule(m)["square"].vectorize_loops()
        >>> "vector.load" in str(m)
        True
        """

    @_step
    def parallelize_loops(self, *, threads=2, min_work=0, optional=False):
        """Makes `affine.parallel` of loops whose iterations may run at once.

        threads   how many there will be, from 1 to 4096
        min_work  from how many instructions on, estimated; 0: a million

        >>> m = ml.parse(program)
        >>> _ = ml.schedule(m)["square"].parallelize_loops(threads=2, min_work=1)
        >>> "affine.parallel" in str(m)
        True
        """

    @_step
    def collapse_dims(self, *, optional=False):
        """Gives buffers of the function whose indices are digits of one index that index, so
        that vectors in tiles are vectors.

        >>> m = ml.parse('''
        ... func.func @f(%a: memref<64xf32>, %b: memref<64xf32>) {
        ...   %0 = memref.alloc() : memref<4x16xf32>
        ...   affine.for %i = 0 to 64 {
        ...     %x = affine.load %a[%i] : memref<64xf32>
        ...     affine.store %x, %0[%i floordiv 16, %i mod 16] : memref<4x16xf32>
        ...   }
        ...   affine.for %i = 0 to 64 {
        ...     %x = affine.load %0[%i floordiv 16, %i mod 16] : memref<4x16xf32>
        ...     affine.store %x, %b[%i] : memref<64xf32>
        ...   }
        ...   return
        ... }''')
        >>> _ = ml.schedule(m)["f"].collapse_dims()
        >>> "floordiv" in str(m)
        False
        """

    @_step
    def merge_loops(self, *, optional=False):
        """Fuses neighbouring loops over equal ranges, and merges conditions within.

        >>> begin, end = program.index("  affine.for"), program.index("  return")
        >>> loop = program[begin:end]
        >>> m = ml.parse(program.replace(loop, loop + loop.replace("mulf", "addf")))
        >>> str(m).count("affine.for")
        2
        >>> _ = ml.schedule(m)["square"].merge_loops()
        >>> str(m).count("affine.for")
        1
        """

    # Conditions and padding.

    @_step
    def simplify(self, *, optional=False):
        """Decides conditions and loads by what is known of integers and memory.

        >>> m = ml.parse('''
        ... func.func @f(%a: memref<14xf32>, %c: f32) {
        ...   affine.for %i = 0 to 14 {
        ...     affine.if affine_set<(i) : (20 - i >= 0)>(%i) {
        ...       affine.store %c, %a[%i] : memref<14xf32>
        ...     }
        ...   }
        ...   return
        ... }''')
        >>> _ = ml.schedule(m)["f"].simplify()
        >>> "affine.if" in str(m)
        False
        """

    @_step
    def hoist_conditions(self, *, selects=True, split=True, optional=False):
        """Moves conditions out of loops in which they do not change (loop unswitching).

        selects  also of `arith.select`, and of an `if` that yields values
        split    also the parts of a conjunction that do not change

        >>> m = ml.parse('''
        ... func.func @f(%a: memref<14xf32>, %c: f32, %n: index) {
        ...   affine.for %i = 0 to 14 {
        ...     affine.if affine_set<()[n] : (n - 4 >= 0)>()[%n] {
        ...       affine.store %c, %a[%i] : memref<14xf32>
        ...     }
        ...   }
        ...   return
        ... }''')
        >>> _ = ml.schedule(m)["f"].hoist_conditions()
        >>> str(m).index("affine.if") < str(m).index("affine.for")
        True
        """

    @_step
    def partition_loops(self, *, always=False, max_pieces=8, only_fills=False, optional=False):
        """Shrinks and splits loops where conditions in them change (index-set splitting).

        always      a condition on a loop variable that would be left is an error
        max_pieces  leave a loop whole that would become more
        only_fills  leave nests that read elements, or do more than to store

        >>> m = ml.parse('''
        ... func.func @f(%a: memref<14xf32>, %c: f32) {
        ...   affine.for %i = 0 to 16 {
        ...     affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
        ...       affine.store %c, %a[%i] : memref<14xf32>
        ...     }
        ...   }
        ...   return
        ... }''')
        >>> _ = ml.schedule(m)["f"].partition_loops()
        >>> "affine.if" in str(m), "0 to 14" in str(m)
        (False, True)
        """

    @_step
    def overcompute(self, *, wrap_indices=False, optional=False):
        """Drops conditions whose body may be executed everywhere, as padding allows: the
        proof needs physical buffers (`apply`).

        wrap_indices  take indices that would be out of bounds modulo the extent, where what
                      is read there does not matter

        >>> m = ml.parse(program)
        >>> s = ml.schedule(m)["square"]
        >>> for number in (0, 1):
        ...     _ = s.transform_layout(number, rows)
        >>> _ = s.apply()
        >>> _ = s.sequential_access(0)
        >>> str(m).count("affine.if")
        3
        >>> _ = s.overcompute()
        >>> str(m).count("affine.if")
        2
        """

    @_step
    def avoid_overcompute(self, *, optional=False):
        """Skips what only touches padding: the contrary of `overcompute`.

        >>> m = ml.parse('''
        ... #L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
        ... func.func @f(%a: memref<4x4xf32>, %c: f32) {
        ...   layout.padding %a : memref<4x4xf32> of memref<14xf32, #L>
        ...   affine.for %i = 0 to 4 {
        ...     affine.for %j = 0 to 4 {
        ...       affine.store %c, %a[%i, %j] : memref<4x4xf32>
        ...     }
        ...   }
        ...   return
        ... }''')
        >>> _ = ml.schedule(m)["f"].avoid_overcompute()
        >>> "affine.if" in str(m)
        True
        """

    @_step
    def remove_noop(self, *, optional=False):
        """Erases what has no effect: stores that are overwritten before they are read
        (dead-store elimination), and what only fed them.

        >>> begin, end = program.index("  affine.for"), program.index("  return")
        >>> loop = program[begin:end]
        >>> m = ml.parse(program.replace(loop, loop.replace("mulf", "addf") + loop))
        >>> _ = ml.schedule(m)["square"].remove_noop()
        >>> "addf" in str(m)
        False
        """
