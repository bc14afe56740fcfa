#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times kernels whose buffers are textures against the same on storage buffers.

  run.py [kernel ...] [--large] [--runs N] [--launches N] [--build DIR]

Each kernel of kernels/ is compiled by the passes three times: what it reads is a
sampled image, or a storage image, or all of it is storage buffers of the same
vectors. They run in turns, each launch timed by the device's own timestamps
(LAYOUT_VULKAN_TIME), the first launch of each run left out. Prints the device,
medians, and ratios to the sampled image. The variants must compute the same.

LAYOUT_VULKAN_DEVICE chooses the device. Sizes are small, as for a driver that runs
on the CPU, which says nothing of how fast textures are; --large is for a GPU.
"""

import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LLVM = "/usr/lib/llvm-22"
TEXTURE = re.compile(r", #layout\.texture<\w+>")

# Per kernel: the pixels of a side, small and large; what follows from them.
KERNELS = {"convolution": (8, 56), "gather": (64, 2048)}


def get_values(side, launches):
    wide = side + 2
    return {"SIDE": side, "WIDE": wide, "XROWS": 32 * wide, "YROWS": 32 * side,
            "GROUPS": side // 8, "LAST": side - 2, "LAUNCHES": launches}


# Per variant: what is done to the source, and the options of the pipeline.
VARIANTS = {
    "sampled image": (lambda text: text, ""),
    "storage image": (lambda text: text, "{sampled-images=false}"),
    "storage buffer": (lambda text: TEXTURE.sub("", text), ""),
}


def lower(build, source, options):
    passes = f"builtin.module(layout-apply,layout-to-vulkan{options})"
    return subprocess.run(
        [build / "bin/layout-opt", f"--pass-pipeline={passes}"], input=source, text=True,
        stdout=subprocess.PIPE, check=True).stdout


def run(build, lowered):
    """What the program prints, the device, and the microseconds of each launch."""
    libraries = [build / "lib/liblayout_vulkan_runtime.so"] + [
        f"{LLVM}/lib/libmlir_{name}runner_utils.so" for name in ("", "c_")]
    result = subprocess.run(
        ["mlir-runner-22", "-O3", "--entry-point-result=void",
         *[f"--shared-libs={library}" for library in libraries]],
        input=lowered, text=True, capture_output=True,
        env=dict(os.environ, LAYOUT_VULKAN_TIME="1", LAYOUT_VULKAN_VERBOSE="1"))
    if result.returncode:
        sys.exit(result.stderr)
    device = re.search(r"runs on (.*)", result.stderr).group(1)
    times = [float(time) for time in re.findall(r"took ([0-9.]+) us", result.stderr)]
    return result.stdout, device, times


def measure(arguments, kernel):
    side = KERNELS[kernel][arguments.large]
    source = (HERE / "kernels" / f"{kernel}.mlir").read_text()
    for name, value in get_values(side, arguments.launches + 1).items():
        source = source.replace(f"${name}", str(value))
    lowered = {name: lower(arguments.build, change(source), options)
               for name, (change, options) in VARIANTS.items()}
    times = {name: [] for name in VARIANTS}
    results = {}
    for _ in range(arguments.runs):
        for name, module in lowered.items():
            results[name], device, launches = run(arguments.build, module)
            times[name] += launches[1:]
    if len(set(results.values())) != 1:
        sys.exit(f"{kernel}: results differ: {results}")
    medians = {name: statistics.median(all) for name, all in times.items()}
    print(f"{kernel}, {side} x {side}, on {device}")
    for name, median in medians.items():
        print(f"  {name:15}{median:12.1f} us{median / medians['sampled image']:8.2f} "
              "times the sampled image", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kernels", nargs="*", metavar="kernel",
                        help=f"of {', '.join(KERNELS)}; all by default")
    parser.add_argument("--large", action="store_true", help="sizes for a GPU")
    parser.add_argument("--runs", type=int, default=5, help="of each variant")
    parser.add_argument("--launches", type=int, default=5, help="in a run")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    arguments = parser.parse_args()
    for kernel in arguments.kernels or KERNELS:
        if kernel not in KERNELS:
            parser.error(f"no kernel {kernel}; there are {', '.join(KERNELS)}")
        measure(arguments, kernel)


if __name__ == "__main__":
    main()
