# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A network in ONNX Runtime."""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


class Session:
    """ONNX Runtime, in a process of its own. Bytes have 128 more there, and no sign."""

    def __init__(self, modules, threads, graph, folder, x, qlinear=False):
        import numpy
        from onnx_model import write_onnx
        if x.ndim == 4:
            x = x.transpose(0, 3, 1, 2)
        offset, kind = (128, numpy.uint8) if x.dtype == numpy.int8 else (0, x.dtype)
        x = (x + numpy.int16(offset)).astype(kind) if offset else x
        (folder / "network.onnx").write_bytes(write_onnx(graph, qlinear))
        numpy.ascontiguousarray(x).tofile(folder / "input")
        environment = dict(os.environ, NODE_PATH=modules / "node_modules")
        self.process = subprocess.Popen(
            ["node", HERE / "session.js", folder / "network.onnx", folder / "input",
             folder / "output", str(threads), x.dtype.name, *map(str, x.shape)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        self.column = 0 if threads == 1 else 1  # processor time, the clock
        ready, *memory = self.process.stdout.readline().split() or [""]
        if ready != "ready":
            raise SystemExit("ONNX Runtime does not run; see --session")
        # Resident bytes: before the model is read, after a run, and the most until then.
        self.memory = [int(number) for number in memory]
        result = numpy.fromfile(folder / "output", kind).reshape(graph.result.shape)
        self.result = (result - numpy.int16(offset)).astype(numpy.int8) if offset else result

    def measure(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline().split()[self.column])

    def close(self):
        self.process.stdin.close()
        self.process.wait()
