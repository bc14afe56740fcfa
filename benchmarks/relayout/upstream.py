# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same conversions by upstream: linalg.pack and linalg.unpack, with a schedule."""

import collections

# `options` of the op; sizes of the tiles of its loops, and of the vectors that each becomes
# (upstream counts inner tiles among them), for an image of `w` columns in a tile.
Pack = collections.namedtuple("Pack", "op options tiles vectors")

PIPELINE = ("transform-preload-library{{transform-library-paths={0}}},transform-interpreter,"
            "canonicalize,cse,one-shot-bufferize,canonicalize,fold-memref-alias-ops,canonicalize,"
            "func.func(convert-vector-to-scf{{full-unroll=true}}),canonicalize,cse,layout-to-llvm")

COLUMNS = "inner_dims_pos = [1] inner_tiles = [16]"
PANELS = "outer_dims_perm = [1, 0] " + COLUMNS
TILES = "inner_dims_pos = [0, 1] inner_tiles = [32, 32]"
CHANNELS = "outer_dims_perm = [0, 3, 1, 2] inner_dims_pos = [3] inner_tiles = [16]"

PACKS = {
    "pack": lambda w: Pack("pack", PANELS, [1, 16], [1, 16, 16]),
    "unpack": lambda w: Pack("unpack", PANELS, [16, 16], [1, 16, 16]),
    "tiles": lambda w: Pack("pack", TILES, [1, 1], [1, 1, 32, 32]),
    "untile": lambda w: Pack("unpack", TILES, [32, 32], [1, 1, 32, 32]),
    "transposed-tiles": lambda w: Pack(
        "pack", "outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [16, 16]",
        [1, 1], [1, 1, 16, 16]),
    "nhwc-to-blocks": lambda w: Pack("pack", CHANNELS, [1, 1, 1, w], [1, 1, 1, w, 16]),
    "blocks-to-nhwc": lambda w: Pack("unpack", CHANNELS, [1, 1, w, 16], [1, 1, 1, w, 16]),
    "nchw-to-blocks": lambda w: Pack("pack", COLUMNS, [1, 1, 1, w], [1, 1, 1, w, 16]),
    "blocks-to-nchw": lambda w: Pack("unpack", COLUMNS, [1, 16, 1, w], [1, 1, 1, w, 16]),
}


def get_pack(name, shape):
    """None if upstream has no such op."""
    columns = shape[2] if len(shape) == 4 else 16
    width = max(w for w in range(1, 17) if columns % w == 0)
    return PACKS[name](width) if name in PACKS else None


def write_program(pack, source, dest, element):
    source, dest = ("x".join(map(str, shape)) + f"x{element}" for shape in (source, dest))
    zero = "0.0" if element.startswith("f") else "0"
    padding = f"padding_value(%zero : {element}) " if pack.op == "pack" else ""
    return f"""
func.func @kernel(%source: memref<{source}> {{llvm.noalias}}, %dest: memref<{dest}> {{llvm.noalias}}) {{
  %zero = arith.constant {zero} : {element}
  %0 = bufferization.to_tensor %source restrict : memref<{source}> to tensor<{source}>
  %1 = bufferization.to_tensor %dest restrict writable : memref<{dest}> to tensor<{dest}>
  %2 = linalg.{pack.op} %0 {padding}{pack.options} into %1 : tensor<{source}> -> tensor<{dest}>
  bufferization.materialize_in_destination %2 in restrict writable %dest : (tensor<{dest}>, memref<{dest}>) -> ()
  return
}}
"""


def write_schedule(pack):
    """Tiles of one vector each, transposed by shuffles, masked where they are not full."""
    loops = len(pack.tiles)
    results = ", ".join(["!transform.any_op"] * (loops + 1))
    patterns = "".join(
        f"    transform.apply_patterns to %f {{ transform.apply_patterns.{name} }} : !transform.any_op\n"
        for name in ("canonicalization", "vector.lower_masked_transfers",
                     'vector.lower_transpose lowering_strategy = "shuffle_16x16"',
                     "canonicalization"))
    return f"""
module attributes {{transform.with_named_sequence}} {{
  transform.named_sequence @__transform_main(%m: !transform.any_op {{transform.readonly}}) {{
    %op = transform.structured.match ops{{["linalg.{pack.op}"]}} in %m : (!transform.any_op) -> !transform.any_op
    %tile, %loops:{loops} = transform.structured.tile_using_for %op tile_sizes {pack.tiles} : (!transform.any_op) -> ({results})
    transform.structured.vectorize %tile vector_sizes {pack.vectors} : !transform.any_op
    %f = transform.structured.match ops{{["func.func"]}} in %m : (!transform.any_op) -> !transform.any_op
{patterns}    transform.yield
  }}
}}
"""
