# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs masked accesses as machine code, on data that end at a page which cannot be
accessed, or that begin behind one.

Each case calls a function with one masked store or load of a vector: of a vector of
narrowed elements, or one that is widened after the load. All are lowered by
`layout-to-llvm`, optimized by `opt` and compiled by `llc` for each processor and each
level. A mask is a constant, an argument, or an argument that becomes a constant when
LLVM inlines the function. The lanes that are set are the first ones, the last ones, or
one alone. Cases of one text, as those whose mask is an argument, call one function.
For processors of other families, the sample and what has few lanes and an argument for
a mask is compiled, and not run.

`--count` is the size of a sample, which all processors and levels get; `--all` tries
everything that `list_cases` has, in half an hour.
"""

import argparse
import ctypes
import itertools
import mmap
import multiprocessing.pool
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import traceback

PROCESSORS = {  # and the flag that Linux gives for one that has what these need
    "x86-64": "sse2", "x86-64-v3": "avx2", "x86-64-v4": "avx512vl",
    "sapphirerapids": "avx512_fp16"}
LEVELS = ["-O1", "-O3"]
FOREIGN = {
    "NEON": ["-mtriple=aarch64-linux-gnu", "-mattr=+fullfp16,+bf16"],
    "SVE of 256 bits": ["-mtriple=aarch64-linux-gnu", "-mattr=+sve2,+bf16",
                        "-aarch64-sve-vector-bits-min=256"],
    "RVV of 256 bits": ["-mtriple=riscv64-linux-gnu", "-mattr=+m,+a,+f,+d,+c,+v,+zvl256b"]}
FEW = 3  # lanes
BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "bf16": 16, "f16": 16, "f32": 32,
        "f64": 64}
# What becomes of an element, by op: from, to. Saturations are min, max and truncation.
INTEGERS = ["i8", "i16", "i32", "i64"]
NARROWING = [(a, b) for a in INTEGERS for b in INTEGERS if BITS[b] < BITS[a]]
CHANGES = ([("trunci", a, b) for a, b in NARROWING] +
           [("saturate_s", a, b) for a, b in NARROWING] +
           [("saturate_u", a, b) for a, b in NARROWING] +
           [("truncf", "f64", "f32"), ("truncf", "f32", "f16"), ("fptosi", "f32", "i8"),
            ("fptosi", "f32", "i16"), ("fptosi", "f64", "i32")] +
           [("keep", a, a) for a in BITS] +
           [("extsi", b, a) for a, b in NARROWING] +
           [("extui", b, a) for a, b in NARROWING] +
           [("extf", "f16", "f32"), ("extf", "f32", "f64")])
LANES = [1, 2, 3, 4, 5, 8, 16, 32, 64]
KINDS = ["constant", "argument", "inlined"]
SHAPES = ["first", "last", "single"]
STORES = ["store", "transfer_write", "scatter", "compressstore"]
ACCESSES = STORES + ["load", "transfer_read", "gather", "expandload"]
RARE = ["scatter", "gather", "compressstore", "expandload"]
ONLY_FIRST = ["transfer_write", "transfer_read", "compressstore", "expandload"]
BATCH = 4000  # functions in a module: a few hundred MB for the tools
PAGE = mmap.PAGESIZE


class Case:
    def __init__(self, access, change, lanes, kind, shape, count):
        self.access, self.change = access, change
        self.lanes, self.kind, self.shape, self.count = lanes, kind, shape, count

    @property
    def begin(self):
        return {"first": 0, "last": self.lanes - self.count, "single": self.count - 1}[self.shape]

    @property
    def end(self):
        return {"first": self.count, "last": self.lanes, "single": self.count}[self.shape]

    @property
    def key(self):
        """Cases of one key are the same."""
        return self.access, self.change, self.lanes, self.kind, self.begin, self.end

    def is_set(self, lane):
        return self.begin <= lane < self.end

    def __str__(self):
        op, source, dest = self.change
        return (f"{self.access} of {self.lanes} {op} {source} to {dest}, {self.kind} mask, "
                f"lanes {self.begin} to {self.end - 1}")


def is_store(access):
    return access in STORES


def list_counts(lanes):
    """All numbers of lanes that are set; of long vectors those near a part that LLVM
    may split off."""
    return [n for n in range(1, lanes + 1) if n <= 17 or n % 8 in (0, 1, 7)]


def is_tried(access, change, kind, shape):
    # What is stored is narrowed before, what is loaded is widened after.
    if change[0] != "keep" and change[0].startswith("ext") == is_store(access):
        return False
    # A transfer that is partly out of bounds has its first lanes; what is compressed
    # lies where it would lie anyway if these are the first.
    if access in ONLY_FIRST and shape != "first":
        return False
    if access in RARE:
        return kind == "constant" or kind == "argument" and change[0] == "keep"
    # An inlined mask is a constant like others, of which a sample is enough.
    return kind != "inlined" or is_store(access) and shape != "last"


def list_cases():
    """All cases, each once: the first lane alone is also the first lanes, of one."""
    cases = {}
    for access, change, kind, shape in itertools.product(ACCESSES, CHANGES, KINDS, SHAPES):
        if is_tried(access, change, kind, shape):
            for lanes in LANES:
                for count in list_counts(lanes):
                    case = Case(access, change, lanes, kind, shape, count)
                    cases.setdefault(case.key, case)
    return list(cases.values())


# ---- Text ----


def literal(kind, value):
    return f"{value}.0" if "f" in kind else str(value)


def change_text(case):
    op, source, dest = case.change
    long, short = f"vector<{case.lanes}x{source}>", f"vector<{case.lanes}x{dest}>"
    if op == "keep":
        return f"%y = arith.bitcast %x : {long} to {short}"
    if not op.startswith("saturate"):
        return f"%y = arith.{op} %x : {long} to {short}"
    bits, sign = BITS[dest], op[-1]
    low, high = (-2 ** (bits - 1), 2 ** (bits - 1) - 1) if sign == "s" else (0, 2 ** bits - 1)
    lower = f"%l = arith.maxsi %x, %low : {long}" if sign == "s" else \
            f"%l = arith.bitcast %x : {long} to {long}"
    return f"""%low = arith.constant dense<{low}> : {long}
    %high = arith.constant dense<{high}> : {long}
    {lower}
    %m = arith.min{sign}i %l, %high : {long}
    %y = arith.trunci %m : {long} to {short}"""


def mask_text(case):
    lanes = f"vector<{case.lanes}xi1>"
    if case.kind == "constant":
        bits = ", ".join(str(case.is_set(lane)).lower() for lane in range(case.lanes))
        return f"%mask = arith.constant dense<[{bits}]> : {lanes}"
    return f"""%to = vector.create_mask %end : {lanes}
    %before = vector.create_mask %begin : {lanes}
    %all = arith.constant dense<true> : {lanes}
    %from = arith.xori %before, %all : {lanes}
    %mask = arith.andi %to, %from : {lanes}"""


def transfer_text(case, load, store):
    """Of a view that ends where the lanes that are set do."""
    op, source, dest = case.change
    inside = f"%inside = arith.constant {case.end} : index" if case.kind == "constant" \
        else "%inside = arith.addi %end, %c0 : index"
    buffer, kind = ("b", dest) if is_store(case.access) else ("a", source)
    view = f"%v = memref.reinterpret_cast %{buffer} to offset: [0], sizes: [%inside], " \
           f"strides: [1] : memref<?x{kind}> to memref<?x{kind}, strided<[1]>>"
    transfer = f"memref<?x{kind}, strided<[1]>>, vector<{case.lanes}x{kind}>"
    if is_store(case.access):
        memory, vector = transfer.split(", vec")
        store = f"vector.transfer_write %y, %v[%c0] : vec{vector}, {memory}"
    else:
        load = f"""%seven = arith.constant {literal(source, 7)} : {source}
    %x = vector.transfer_read %v[%c0], %seven : {transfer}"""
    return inside + "\n    " + view, load, store


def body_text(case):
    op, source, dest = case.change
    long, short = f"vector<{case.lanes}x{source}>", f"vector<{case.lanes}x{dest}>"
    load, store = f"%x = vector.load %a[%c0] : memref<?x{source}>, {long}", \
        f"vector.store %y, %b[%c0] : memref<?x{dest}>, {short}"
    mask = mask_text(case)
    lanes, passed = f"vector<{case.lanes}xi1>", f"dense<{literal(source, 7)}> : {long}"
    places, steps = f"vector<{case.lanes}xindex>", ""
    if case.access in ("scatter", "gather"):
        steps = f"%places = vector.step : {places}\n    "
    masked = {
        "store": f"vector.maskedstore %b[%c0], %mask, %y : memref<?x{dest}>, {lanes}, {short}",
        "compressstore": f"vector.compressstore %b[%c0], %mask, %y : memref<?x{dest}>, "
                         f"{lanes}, {short}",
        "scatter": f"vector.scatter %b[%c0][%places], %mask, %y : memref<?x{dest}>, {places}, "
                   f"{lanes}, {short}",
        "load": f"%x = vector.maskedload %a[%c0], %mask, %seven : memref<?x{source}>, {lanes}, "
                f"{long} into {long}",
        "expandload": f"%x = vector.expandload %a[%c0], %mask, %seven : memref<?x{source}>, "
                      f"{lanes}, {long} into {long}",
        "gather": f"%x = vector.gather %a[%c0][%places], %mask, %seven : memref<?x{source}>, "
                  f"{places}, {lanes}, {long} into {long}"}
    if case.access in masked and is_store(case.access):
        store = steps + masked[case.access]
    elif case.access in masked:
        load = f"{steps}%seven = arith.constant {passed}\n    {masked[case.access]}"
    else:
        mask, load, store = transfer_text(case, load, store)
    return "\n    ".join(["%c0 = arith.constant 0 : index", mask, load, change_text(case), store])


def case_text(case, name="NAME"):
    op, source, dest = case.change
    arguments = f"%a: memref<?x{source}>, %b: memref<?x{dest}>"
    inner = f"({arguments}, %begin: index, %end: index)"
    if case.kind != "inlined":
        return f"func.func @{name}{inner} {{\n    {body_text(case)}\n    return\n}}\n"
    return f"""func.func private @inner_{name}{inner} {{
    {body_text(case)}
    return
}}
func.func @{name}({arguments}) {{
    %begin = arith.constant {case.begin} : index
    %end = arith.constant {case.end} : index
    call @inner_{name}(%a, %b, %begin, %end)
        : (memref<?x{source}>, memref<?x{dest}>, index, index) -> ()
    return
}}
"""


# ---- Data ----


def pack(kind, values):
    if kind == "bf16":
        return b"".join(struct.pack("<f", value)[2:] for value in values)
    code = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "f16": "e", "f32": "f", "f64": "d"}
    return struct.pack(f"<{len(values)}{code[kind]}", *values)


def wrap(value, bits):
    return (value + 2 ** (bits - 1)) % 2 ** bits - 2 ** (bits - 1)


def change(case, value):
    op, source, dest = case.change
    bits = BITS[dest]
    if op == "saturate_s":
        return max(-2 ** (bits - 1), min(2 ** (bits - 1) - 1, value))
    if op == "saturate_u":
        return wrap(min(value % 2 ** BITS[source], 2 ** bits - 1), bits)
    if op == "extui":
        return value % 2 ** BITS[source]
    return wrap(value, bits) if op == "trunci" else value


def random_element(rng, case):
    op, source, dest = case.change
    if "f" in source:  # exact in every type, small enough for all integers
        return rng.randrange(-100, 100)
    return rng.randrange(-2 ** (BITS[source] - 1), 2 ** (BITS[source] - 1))


class Memory:
    """A few pages between two that must not be touched."""

    def __init__(self, pages=2):
        self.map = mmap.mmap(-1, (pages + 2) * PAGE)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.map))
        self.begin, self.end = PAGE, (pages + 1) * PAGE
        libc = ctypes.CDLL(None)
        for page in (0, self.end):
            if libc.mprotect(ctypes.c_void_p(self.base + page), PAGE, 0):
                raise OSError("mprotect")

    def fill(self, byte):
        self.map[self.begin:self.end] = bytes([byte]) * (self.end - self.begin)

    def read(self, address, size):
        return self.map[address - self.base:address - self.base + size]


def place(memory, size, case, masked, at_end):
    """Address of lane 0: the first or last lane that is set is at a forbidden page."""
    if not masked:
        return memory.base + memory.begin + PAGE // 2
    return memory.base + (memory.end - case.end * size if at_end
                          else memory.begin - case.begin * size)


def write(memory, address, data):
    begin = max(address - memory.base, memory.begin)
    end = min(address - memory.base + len(data), memory.end)
    skip = begin - (address - memory.base)
    memory.map[begin:end] = data[skip:skip + end - begin]


def call(function, case, a, b):
    arguments = []
    for address in (a, b):
        arguments += [ctypes.c_void_p(address)] * 2
        arguments += [ctypes.c_int64(n) for n in (0, case.lanes, 1)]
    if case.kind != "inlined":
        arguments += [ctypes.c_int64(case.begin), ctypes.c_int64(case.end)]
    function(*arguments)


def run_once(library, case, rng, memories, at_end):
    """Returns what is wrong, or an empty text."""
    op, source, dest = case.change
    sizes = BITS[source] // 8, BITS[dest] // 8
    stores = is_store(case.access)
    values = [random_element(rng, case) for _ in range(case.lanes)]
    for memory in memories:
        memory.fill(0xA5)
    a = place(memories[0], sizes[0], case, not stores, at_end)
    b = place(memories[1], sizes[1], case, stores, at_end)
    write(memories[0], a, pack(source, values))
    expected_memory = Memory.read(memories[1], memories[1].base + PAGE, memories[1].end - PAGE)
    call(library[case.name], case, a, b)
    got = Memory.read(memories[1], memories[1].base + PAGE, memories[1].end - PAGE)
    expected = bytearray(expected_memory)
    for lane in range(case.lanes):
        if stores and not case.is_set(lane):
            continue
        value = values[lane] if case.is_set(lane) else 7
        at = b - memories[1].base - PAGE + lane * sizes[1]
        expected[at:at + sizes[1]] = pack(dest, [change(case, value)])
    if bytes(expected) == got:
        return ""
    first = next(i for i in range(len(got)) if got[i] != expected[i])
    return f"byte {first + PAGE + memories[1].base - b} from lane 0: " \
           f"expected {expected[first]}, got {got[first]}"


# ---- Compilation ----


def run_tool(args, name, *rest):
    subprocess.run([os.path.join(args.llvm_bin, name), *rest], check=True)


def lower(args, base, functions):
    """Writes LLVM IR, which is the same for all processors."""
    with open(base + ".mlir", "w") as file:
        file.write("\n".join(functions))
    subprocess.run([args.layout_opt, base + ".mlir", "-o", base + ".llvm.mlir",
                    f"--pass-pipeline=builtin.module({args.lowering})"], check=True)
    run_tool(args, "mlir-translate", "--mlir-to-llvmir", base + ".llvm.mlir", "-o", base + ".ll")


def compile(args, base, processor, level):
    # A library of another name is another one for the loader.
    own = f"{base}.{processor}{level}"
    run_tool(args, "opt", level, f"-mcpu={processor}", base + ".ll", "-o", own + ".bc")
    run_tool(args, "llc", level, f"-mcpu={processor}", "-relocation-model=pic", "-filetype=obj",
             own + ".bc", "-o", own + ".o")
    subprocess.run([args.cxx, "-shared", own + ".o", "-o", own + ".so"], check=True)
    return own + ".so"


def try_foreign(args, base, processor):
    """Returns what LLVM says if it fails, or else an empty text."""
    for command in (["opt", "-O3", base + ".ll", "-o", base + ".bc"],
                    ["llc", "-O3", "-filetype=obj", base + ".bc", "-o", base + ".o"]):
        done = subprocess.run([os.path.join(args.llvm_bin, command[0]), *command[1:],
                               *FOREIGN[processor]], stderr=subprocess.PIPE, text=True)
        if done.returncode:
            return done.stderr
    return ""


def compile_foreign(args, cases):
    """Returns the number of failures of functions that are compiled, and not run."""
    texts = sorted({case_text(case) for case in cases})
    num_failures = 0
    with tempfile.TemporaryDirectory() as folder:
        base = os.path.join(folder, "cases")
        lower(args, base, [text.replace("NAME", f"f{i}") for i, text in enumerate(texts)])
        for processor in FOREIGN:
            wrong = try_foreign(args, base, processor)
            num_failures += bool(wrong)
            print(f"{len(texts)} functions for {processor}: {'fails' if wrong else 'compiled'}")
            named = re.search(r"function '@(?:inner_)?f(\d+)'", wrong)
            if wrong:
                print(wrong.splitlines()[0], texts[int(named[1])] if named else wrong, sep="\n")
    return num_failures


def run_batch(path, cases, seed, report):
    """In a process of its own: `report` gets the number of each case before it runs,
    and then what is wrong with it."""
    library = ctypes.CDLL(path)
    memories = [Memory(), Memory()]
    rng = random.Random(seed)
    for number, case in enumerate(cases):
        report.write(f"{number}\n")
        report.flush()
        for at_end in (False, True):
            wrong = run_once(library, case, rng, memories, at_end)
            if wrong:
                report.write(f"{number} {wrong}\n")
                report.flush()
                break


def read_report(lines, status):
    """Returns what is wrong, by number, and where to go on after a crash."""
    wrong, last = {}, -1
    for line in lines:
        number, _, text = line.strip().partition(" ")
        last = int(number)
        if text:
            wrong[last] = text
    if status:
        wrong[last] = f"ends with status {status}"
    return wrong, last + 1


def run_cases(path, cases, seed):
    """A case that crashes does not keep the ones behind it from running."""
    failures, begin = [], 0
    while begin < len(cases):
        read_end, write_end = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read_end)
            status = 1
            try:
                with os.fdopen(write_end, "w") as report:
                    run_batch(path, cases[begin:], seed, report)
                status = 0
            except Exception:
                traceback.print_exc()
            finally:
                os._exit(status)
        os.close(write_end)
        with os.fdopen(read_end) as report:
            lines = report.readlines()
        wrong, done = read_report(lines, os.waitpid(child, 0)[1])
        failures += [(cases[begin + number], text) for number, text in wrong.items()]
        begin = begin + done if done else len(cases)
    return failures


def split_batches(cases):
    """Returns lists of cases with the names of their functions, and the texts of these."""
    by_text = {}
    for case in cases:
        by_text.setdefault(case_text(case), []).append(case)
    texts = list(by_text)
    for begin in range(0, len(texts), BATCH):
        batch, functions = [], []
        for number, text in enumerate(texts[begin:begin + BATCH]):
            functions.append(case_text(by_text[text][0], f"f{number}"))
            for case in by_text[text]:
                case.name = f"f{number}"
                batch.append(case)
        yield batch, functions


def list_processors():
    with open("/proc/cpuinfo") as file:
        flags = next((line for line in file if line.startswith("flags")), "").split()
    return [name for name, flag in PROCESSORS.items() if flag in flags]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layout-opt", default="layout-opt")
    parser.add_argument("--llvm-bin", default="")
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--lowering", default="layout-to-llvm")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--processor", default="", help="only this one")
    parser.add_argument("--skip", default="", help="not with elements of this type")
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    configurations = [(processor, level) for processor in list_processors() for level in LEVELS
                      if args.processor in ("", processor)]
    cases = [case for case in list_cases() if args.skip not in case.change[1:]]
    few = [case for case in cases if case.lanes <= FEW and case.kind == "argument"]
    sample = random.Random(args.seed).sample(cases, args.count)
    if not args.all:
        cases = sample
    failures = {configuration: [] for configuration in configurations}
    num_functions = 0
    for batch, functions in split_batches(cases):
        num_functions += len(functions)
        with tempfile.TemporaryDirectory() as folder:
            base = os.path.join(folder, "cases")
            lower(args, base, functions)
            with multiprocessing.pool.ThreadPool(os.cpu_count()) as pool:
                paths = pool.starmap(compile, [(args, base, *its) for its in configurations])
            for configuration, path in zip(configurations, paths):
                failures[configuration] += run_cases(path, batch, args.seed)
        if args.all:
            print(f"{num_functions} functions, {sum(map(len, failures.values()))} failures",
                  flush=True)
    print(f"{len(cases)} cases of {num_functions} functions, {sum(os.times()[:4]):.0f} s of processor time")
    for (processor, level), found in failures.items():
        print(f"{processor} {level}: {len(found)} failures")
        for case, text in found[:20]:
            print(f"  {case}: {text}")
    foreign = 0 if args.processor else compile_foreign(args, few + sample)
    return any(failures.values()) or foreign > 0


if __name__ == "__main__":
    sys.exit(main())
