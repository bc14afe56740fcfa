#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tiles in workgroup memory on a GPU of NVIDIA: plain, swizzled, padded.
#
#   BUILD_DIR=build benchmarks/gpu/run.sh [sm_80]
#
# Blocks of 32 threads store rows of a tile and read it row per thread, 16 bytes at a time.
# The script counts bank conflicts, makes PTX by layout-opt and stock mlir-opt, loads it by
# the CUDA driver, compares what each kernel wrote with what it must write, and times the
# kernels in turns. Needs Python 3, and on the machine with the GPU its driver (libcuda.so.1);
# no network, no CUDA toolkit. Without a GPU it does all but running, and says so.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export BUILD=${BUILD_DIR:-$root/build} CHIP=${1:-sm_80}
export PATH=$BUILD/bin:$PATH:/usr/lib/llvm-22/bin
exec python3 - <<'PYTHON'
import array
import ctypes
import os
import re
import statistics
import subprocess
import sys

BLOCKS, REPEATS, ROUNDS = 1024, 256, 11
LAYOUTS = {
    "plain": "",
    "swizzled": ", #layout.buffer<index_map<(s, i, j) -> (s, i, (j floordiv 8) xor (i mod 8), "
                "j mod 8)>>",
    "padded": ", #layout.buffer<index_map<(s, i, j) -> (s, i, j)>, extent<[?, ?, ? + 8]>>",
}
KERNEL = """
#row = affine_map<(x, p) -> (p * 4 + x floordiv 8)>
#column = affine_map<(x) -> (x mod 8 * 8)>
#stage = affine_map<(k) -> (k mod 2)>
#chunk = affine_map<(c) -> (c * 8)>
gpu.module @kernels {
  gpu.func @tile(%in: memref<BLOCKSx32x64xi16>, %out: memref<BLOCKSx32x64xi16>)
      workgroup(%a: memref<2x32x64xi16LAYOUT, 3>)
      kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %x = gpu.thread_id x
    %b = gpu.block_id x
    %pad = arith.constant 0 : i16
    %none = arith.constant dense<0> : vector<8xi16>
    %column = affine.apply #column(%x)
    affine.for %k = 0 to REPEATS {
      %stage = affine.apply #stage(%k)
      affine.for %p = 0 to 8 {
        %row = affine.apply #row(%x, %p)
        %v = vector.load %in[%b, %row, %column] {alignment = 16 : i64} : memref<BLOCKSx32x64xi16>, vector<8xi16>
        vector.transfer_write %v, %a[%stage, %row, %column] {in_bounds = [true]} : vector<8xi16>, memref<2x32x64xi16LAYOUT, 3>
      }
      gpu.barrier
      %sums = affine.for %c = 0 to 8 iter_args(%sum = %none) -> vector<8xi16> {
        %chunk = affine.apply #chunk(%c)
        %w = vector.transfer_read %a[%stage, %x, %chunk], %pad {in_bounds = [true]} : memref<2x32x64xi16LAYOUT, 3>, vector<8xi16>
        %next = arith.addi %sum, %w : vector<8xi16>
        affine.yield %next : vector<8xi16>
      }
      %o = arith.constant 0 : index
      vector.store %sums, %out[%b, %x, %o] {alignment = 16 : i64} : memref<BLOCKSx32x64xi16>, vector<8xi16>
    }
    gpu.return
  }
}
"""
OURS = "layout-to-gpu"
STOCK = ("gpu.module(convert-vector-to-scf,lower-affine),convert-scf-to-cf,convert-nvgpu-to-nvvm,"
         "gpu.module(convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1}),convert-vector-to-llvm,"
         "convert-ub-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts,canonicalize,cse,"
         "nvvm-attach-target{chip=%s features=+ptx76 O=3},gpu-module-to-binary{format=isa}")


def call(tool, *arguments, program):
    result = subprocess.run([tool, "-", *arguments], input=program, text=True, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode:
        sys.exit(f"{tool} failed:\n{result.stderr}")
    return result.stdout, result.stderr


def count_cycles(program):
    _, remarks = call("layout-opt", "--layout-report-banks", "--remarks-filter=layout",
                      "--remark-policy=all", program=program)
    return [int(number) for number in re.findall(r"a warp waits (\d+) cycle", remarks)]


def make_ptx(program):
    lowered, _ = call("layout-opt", f"--pass-pipeline=builtin.module({OURS})", program=program)
    binary, _ = call("mlir-opt", f"--pass-pipeline=builtin.module({STOCK % os.environ['CHIP']})",
                     program=lowered)
    text = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', binary).group(1)
    return re.sub(r"\\([0-9A-F]{2})", lambda code: chr(int(code.group(1), 16)), text)


class Driver:
    """The few functions of the CUDA driver that are needed; None where there is no GPU."""

    def __init__(self):
        self.library = ctypes.CDLL("libcuda.so.1")
        self("cuInit", 0)
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(100)
        self("cuDeviceGetName", name, 100, device)
        self.name = name.value.decode()
        self("cuCtxCreate_v2", ctypes.byref(context), 0, device)

    def __call__(self, function, *arguments):
        error = getattr(self.library, function)(*arguments)
        if error:
            raise OSError(f"{function} fails with CUDA's error {error}")

    def load(self, ptx):
        module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self("cuModuleLoadData", ctypes.byref(module), ptx.encode() + b"\0")
        self("cuModuleGetFunction", ctypes.byref(kernel), module, b"tile")
        return kernel

    def allocate(self, number_of_bytes):
        address = ctypes.c_uint64()
        self("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(number_of_bytes))
        return address

    def launch(self, kernel, *buffers):
        pointers = (ctypes.c_void_p * len(buffers))(
            *(ctypes.cast(ctypes.byref(buffer), ctypes.c_void_p) for buffer in buffers))
        self("cuLaunchKernel", kernel, BLOCKS, 1, 1, 32, 1, 1, 0, None, pointers, None)

    def time(self, kernel, *buffers):
        """Milliseconds of one launch."""
        events = [ctypes.c_void_p(), ctypes.c_void_p()]
        for event in events:
            self("cuEventCreate", ctypes.byref(event), 0)
        self("cuEventRecord", events[0], None)
        self.launch(kernel, *buffers)
        self("cuEventRecord", events[1], None)
        self("cuEventSynchronize", events[1])
        elapsed = ctypes.c_float()
        self("cuEventElapsedTime", ctypes.byref(elapsed), *events)
        return elapsed.value


def wrap(number):
    return (number + 32768) % 65536 - 32768


def run(driver, kernels):
    size = BLOCKS * 32 * 64
    inputs = array.array("h", (wrap(i * 31 + i // 64 * 7) for i in range(size)))
    # Row by row: element l is the sum of the elements l of the 8 chunks; the rest stays.
    expected = array.array("h", [-1]) * size
    for row in range(0, size, 64):
        for l in range(8):
            expected[row + l] = wrap(sum(inputs[row + l:row + 64:8]))
    bytes_of = size * 2
    source, result = driver.allocate(bytes_of), driver.allocate(bytes_of)
    driver("cuMemcpyHtoD_v2", source, (ctypes.c_char * bytes_of).from_buffer(inputs),
           ctypes.c_size_t(bytes_of))
    failed = False
    for name, kernel in kernels.items():
        written = array.array("h", [-1]) * size
        view = (ctypes.c_char * bytes_of).from_buffer(written)
        driver("cuMemcpyHtoD_v2", result, view, ctypes.c_size_t(bytes_of))
        driver.launch(kernel, source, result)
        driver("cuCtxSynchronize")
        driver("cuMemcpyDtoH_v2", view, result, ctypes.c_size_t(bytes_of))
        wrong = [i for i in range(size) if written[i] != expected[i]]
        if wrong:
            failed = True
            print(f"{name}: {len(wrong)} wrong elements; element {wrong[0]} is {written[wrong[0]]}, "
                  f"expected {expected[wrong[0]]}")
        else:
            print(f"{name}: all {size} elements are right")
    times = {name: [] for name in kernels}
    for _ in range(ROUNDS):
        for name, kernel in kernels.items():
            times[name].append(driver.time(kernel, source, result))
    plain = statistics.median(times["plain"])
    for name, measured in times.items():
        median = statistics.median(measured)
        print(f"{name}: {median:.3f} ms (median of {ROUNDS}), {plain / median:.2f} times as fast "
              "as plain")
    return failed


def main():
    assembly = {}
    for name, layout in LAYOUTS.items():
        program = (KERNEL.replace("LAYOUT", layout).replace("BLOCKS", str(BLOCKS))
                   .replace("REPEATS", str(REPEATS)))
        store, load = count_cycles(program)
        assembly[name] = make_ptx(program)
        print(f"{name}: a warp waits {store} cycles for a store of 16 bytes, {load} for a load")
        for access in ("st.shared.v4", "ld.shared.v4"):
            if access not in assembly[name]:
                sys.exit(f"{name}: no {access} in the PTX, so 16 bytes take several accesses")
    try:
        driver = Driver()
    except OSError as error:
        print(f"NOT RUN: there is no GPU of NVIDIA here ({error}). Nothing was executed, compared "
              "or timed; the PTX of the three kernels was made.")
        return 0
    print(f"on {driver.name}:")
    return run(driver, {name: driver.load(ptx) for name, ptx in assembly.items()})


sys.exit(main())
PYTHON
