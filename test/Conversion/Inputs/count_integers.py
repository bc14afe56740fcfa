# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares integer instructions of kernels with layouts and of those by hand.

  count_integers.py PROGRAM.mlir PIPELINE [MOST]

PROGRAM has kernels `name` and `name_by_hand`, which store to their workgroup buffer; so
that LLVM keeps the store, an element is loaded and stored outside. PIPELINE lowers the
accesses. Fails if the PTX or the AMDGCN of a kernel, where an index has 32 bits or 64, has
over MOST (1) integer instructions more than that by hand in 32 bits.
"""

import re
import subprocess
import sys

KERNEL = re.compile(r"gpu\.func @(\w+)\(%v: f16\)\s*workgroup\(%a: memref<([\dx]+)xf16(.*?)"
                    r"gpu\.return", re.DOTALL)
PTX = re.compile(r"^\s+(add|sub|mul|mad|shl|shr|and|or|xor|not|lop3|bfe|bfi|prmt|shf|div|rem|"
                 r"cvt|min|max|selp|setp)\.", re.MULTILINE)
AMDGCN = re.compile(r"^\s+[sv]_(add|sub|mul|mad|lshl|lshr|ashr|and|or|xor|xad|not|bfe|bfi|bfm|perm|"
                    r"alignbit|cndmask|cmp|min|max)", re.MULTILINE)
TARGETS = {
    "PTX": ("nvvm-attach-target{chip=sm_80 features=+ptx76 O=3}",
            "convert-gpu-to-nvvm{index-bitwidth=%d use-bare-ptr-memref-call-conv=1}", PTX),
    "AMDGCN": ("rocdl-attach-target{chip=gfx942 O=3}",
               "convert-gpu-to-rocdl{index-bitwidth=%d use-bare-ptr-memref-call-conv=1}", AMDGCN),
}


def use_store(match):
    name, shape, rest = match.groups()
    zeros = ", ".join(["%c0"] * (shape.count("x") + 1))
    memref = re.search(r"memref<.*?>(?=\)\s*kernel)", match.group(0), re.DOTALL).group(0)
    return (f"gpu.func @{name}(%v: f16, %out: memref<1xf16>) workgroup(%a: memref<{shape}xf16{rest}"
            f"gpu.barrier\n%c0 = arith.constant 0 : index\n"
            f"%used = memref.load %a[{zeros}] : {memref}\n"
            f"memref.store %used, %out[%c0] : memref<1xf16>\ngpu.return")


def assemble(text, pipeline, target, bits):
    attach, convert, _ = TARGETS[target]
    lowered = subprocess.run(["layout-opt", "-", f"--pass-pipeline=builtin.module({pipeline})"],
                             input=text, check=True, text=True, stdout=subprocess.PIPE).stdout
    passes = (f"builtin.module({attach},gpu.module(lower-affine,{convert % bits}),"
              "reconcile-unrealized-casts,canonicalize,cse,gpu-module-to-binary{format=isa})")
    # Upstream's tool knows how to translate kernels.
    output = subprocess.run(["mlir-opt", "-", "--pass-pipeline=" + passes], input=lowered,
                            check=True, text=True, stdout=subprocess.PIPE).stdout
    return output.replace("\\0A", "\n").replace("\\09", "\t")


def split(assembly, target):
    """Kernel -> its instructions."""
    start = r"\.entry (\w+)\(" if target == "PTX" else r"^(\w+):[^\n]*\n"
    end = r"^\}" if target == "PTX" else r"s_endpgm"
    return {match.group(1): match.group(0) for match in
            re.finditer(start + r".*?" + end, assembly, re.DOTALL | re.MULTILINE)}


def main():
    program, pipeline = sys.argv[1:3]
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with open(program, encoding="utf-8") as file:
        text = KERNEL.sub(use_store, file.read())
    failed = False
    for target, (_, _, integers) in TARGETS.items():
        counts = {bits: {name: len(integers.findall(kernel)) for name, kernel in
                         split(assemble(text, pipeline, target, bits), target).items()}
                  for bits in (32, 64)}
        names = [name for name in counts[32] if name + "_by_hand" in counts[32]]
        if not names:
            sys.exit(f"no kernels in the {target}")
        for name in names:
            by_hand = counts[32][name + "_by_hand"]
            ours = [counts[bits][name] for bits in (32, 64)]
            print(f"{target} {name}: {ours[0]} integer instructions, {ours[1]} of 64-bit "
                  f"indices, by hand {by_hand}")
            failed |= max(ours) > by_hand + most or by_hand == 0
    sys.exit(failed)


main()
