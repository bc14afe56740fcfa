#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a network: write.py NETWORK FILE.mlir [--literals] [--nchw] [--unsigned], or
write.py NETWORK FILE.onnx [--qlinear]."""

import argparse
import pathlib

from linalg import write_linalg
from networks import NETWORKS


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=NETWORKS)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--literals", action="store_true",
                        help="weights as dense<..>, not as resources")
    parser.add_argument("--nchw", action="store_true",
                        help="images as (1, channels, height, width), as torch-mlir writes them")
    parser.add_argument("--unsigned", action="store_true",
                        help="bytes without sign where a quantized network is not negative")
    parser.add_argument("--qlinear", action="store_true",
                        help="a quantized network by ops on bytes, and not on what they say")
    arguments = parser.parse_args()
    graph = NETWORKS[arguments.network]()
    if arguments.file.suffix == ".onnx":
        from onnx_model import write_onnx
        arguments.file.write_bytes(write_onnx(graph, arguments.qlinear))
    else:
        arguments.file.write_text(write_linalg(graph, not arguments.literals,
                                               arguments.nchw, arguments.unsigned))


if __name__ == "__main__":
    main()
