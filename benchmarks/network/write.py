#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a network: write.py NETWORK FILE.mlir [--literals] [--nchw], or write.py NETWORK FILE.onnx."""

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
    arguments = parser.parse_args()
    graph = NETWORKS[arguments.network]()
    if arguments.file.suffix == ".onnx":
        from onnx_model import write_onnx
        arguments.file.write_bytes(write_onnx(graph))
    else:
        arguments.file.write_text(write_linalg(graph, not arguments.literals,
                                             arguments.nchw))


if __name__ == "__main__":
    main()
