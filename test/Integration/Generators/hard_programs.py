# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles programs that are made to be hard to reason about: deep nests, guards in
guards, long conditions, equations with many solutions of fractions and none of
integers, values with more ways to them than there are numbers. Every pass must come to an end; what it cannot decide stays as it is.

Each pass takes at most about a second on each of these, and took minutes, or never
ended, where a search had no bound. The limit is generous, for machines at work.
"""

import argparse
import random
import resource
import subprocess
import sys

LIMIT = 20  # seconds of processor time, for one pass on one program
PASSES = ["raise-loops", "assign{change-interface=true}", "apply", "sequential-access", "merge-loops",
          "simplify", "overcompute", "avoid-overcompute", "remove-noop",
          "hoist-conditions", "partition-loops", "finalize"]
ROWS = ("#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>\n")
TYPE = "memref<64xi32>"
REQUEST = "{layout.transform = #L}"


def function(layout, arguments, body):
    return f"{layout}func.func @f({arguments}) {{\n{body}return\n}}\n"


def nest(extents, body):
    loops = "".join(f"affine.for %i{n} = 0 to {extent} {{\n"
                    for n, extent in enumerate(extents))
    return loops + body + "}\n" * len(extents)


def names(prefix, count):
    return ", ".join(f"{prefix}{n}" for n in range(count))


def guards_around_each_other(depth):
    opened = "".join(f"affine.for %i{n} = 0 to 9 {{\n"
                     f"affine.if affine_set<(i) : (7 - i >= 0)>(%i{n}) {{\n"
                     for n in range(depth))
    place = " + ".join(f"%i{n}" for n in range(depth))
    body = (f"%x = affine.load %a[({place}) mod 64] : {TYPE}\n"
            "%y = arith.addi %x, %x : i32\n"
            f"affine.store %y, %a[({place}) mod 64] {{layout.sequential}} : {TYPE}\n")
    return function(ROWS, f"%a: {TYPE} {REQUEST}", opened + body + "}\n}\n" * depth)


def disjunctions_in_each_other(depth):
    constants = "".join(f"%k{n} = arith.constant {3 * n + 5} : index\n"
                        for n in range(depth))
    opened = "".join(
        f"%a{n} = arith.cmpi slt, %i0, %k{n} : index\n"
        f"%b{n} = arith.cmpi sgt, %i1, %k{n} : index\n"
        f"%c{n} = arith.cmpi eq, %i0, %k{(n + 3) % depth} : index\n"
        f"%d{n} = arith.ori %a{n}, %b{n} : i1\n"
        f"%e{n} = arith.ori %d{n}, %c{n} : i1\n"
        f"scf.if %e{n} {{\n" for n in range(depth))
    body = f"%x = memref.load %a[%i0] : {TYPE}\nmemref.store %x, %b[%i1] : {TYPE}\n"
    return function(ROWS, f"%a: {TYPE} {REQUEST}, %b: {TYPE} {{llvm.noalias}}",
                    constants + nest([64, 64], opened + body + "}\n" * depth))


def equations(rows, columns):
    """Sums of some of the coefficients that shall be half of all: a market split."""
    rng = random.Random(1)
    sums = []
    for _ in range(rows):
        factors = [rng.randrange(100) for _ in range(columns)]
        terms = " + ".join(f"{f} * d{n}" for n, f in enumerate(factors))
        sums.append(f"{terms} - {sum(factors) // 2} == 0")
    body = (f"affine.if affine_set<({names('d', columns)}) : ({', '.join(sums)})>"
            f"({names('%i', columns)}) {{\n"
            f"affine.store %x, %a[%i0] : {TYPE}\n}}\n")
    return function("", f"%a: {TYPE}, %x: i32", nest([2] * columns, body))


def eight_dimensions(results):
    extents = [10, 10, 10, 12, 14, 18, 2, 24]
    linear = ("a * 14515200 + b * 1451520 + c * 145152 + d * 12096 + e * 864 + f * 48 "
              "+ g * 24 + h")
    layout = (f"#L = #layout.buffer<index_map<(a, b, c, d, e, f, g, h) -> "
              f"({results.replace('X', '(' + linear + ')')})>, pad<0 : i32>>\n")
    type = f"memref<{'x'.join(map(str, extents))}xi32>"
    place = names("%i", 8)
    body = (f"%x = affine.load %a[{place}] {{layout.sequential}} : {type}\n"
            f"affine.store %x, %b[{place}] : {type}\n")
    return function(layout, f"%a: {type} {REQUEST}, %b: {type} {{llvm.noalias}}",
                    nest(extents, body))


def stores_over_each_other(count):
    body = "".join(
        f"affine.if affine_set<()[s] : (13 - s >= 0, s - {n % 13} >= 0)>()[%i] {{\n"
        f"%x{n} = affine.load %a[symbol(%i) - {n % 13}] : {TYPE}\n"
        f"affine.store %x{n}, %b[symbol(%i)] : {TYPE}\n"
        f"affine.store %x{n}, %a[symbol(%i)] : {TYPE}\n}}\n" for n in range(count))
    return function(ROWS, f"%i: index, %a: {TYPE} {REQUEST}, "
                    f"%b: {TYPE} {{llvm.noalias}}", body)


def conditions_around_each_other(depth):
    """Each could be a bound of the loop, and where it changes depends on %n."""
    opened = "".join(
        f"affine.if affine_set<(d0)[s0] : (d0 * {n + 2} - s0 + {n * n} >= 0, "
        f"-d0 * {n + 3} + s0 + {7 * n} >= 0)>(%i0)[%n] {{\n" for n in range(depth))
    return function("", f"%a: {TYPE}, %x: i32, %n: index", nest(
        [64], opened + f"affine.store %x, %a[%i0] : {TYPE}\n" + "}\n" * depth))


def choices_around_each_other(depth):
    opened = "".join(
        f"%t{n} = arith.muli %i0, %k{n} : index\n"
        f"%q{n} = arith.cmpi slt, %t{n}, %n : index\nscf.if %q{n} {{\n"
        f"affine.store %x, %b[%i0] : {TYPE}\n}} else {{\n" for n in range(depth))
    constants = "".join(f"%k{n} = arith.constant {n + 1} : index\n" for n in range(depth))
    return function("", f"%a: {TYPE}, %b: {TYPE}, %x: i32, %n: index", constants + nest(
        [64], opened + f"affine.store %x, %a[%i0] : {TYPE}\n" + "}\n" * depth))


def conditions_in_a_row(count):
    body = "".join(
        f"affine.if affine_set<(d0)[s0] : (d0 * {n + 2} - s0 + {n * n} >= 0, "
        f"-d0 * {n + 3} + s0 + {7 * n} >= 0)>(%i0)[%n] {{\n"
        f"affine.store %x, %a[%i0] : {TYPE}\n}}\n" for n in range(count))
    return function("", f"%a: {TYPE}, %x: i32, %n: index", nest([64], body))


def pairs(operation, depth):
    """Of the last two values there are 2^depth ways to the first two."""
    return "".join(f"%p{n + 1} = {operation(f'%p{n}', f'%q{n}')}\n"
                   f"%q{n + 1} = {operation(f'%q{n}', f'%p{n}')}\n" for n in range(depth))


def shared_bounds(name, depth, is_lower=False):
    chain = pairs(lambda a, b: f"arith.{name} {a}, {b} : index", depth)
    low, high = (f"%p{depth}", "%c64") if is_lower else ("%c0", f"%p{depth}")
    return function("", f"%a: {TYPE}, %x: i32, %p0: index, %q0: index", "".join(
        f"%c{n} = arith.constant {n} : index\n" for n in (0, 1, 64)) + chain +
        f"scf.for %i = {low} to {high} step %c1 {{\n"
        f"memref.store %x, %a[%i] : {TYPE}\n}}\n")


def shared_conditions(name, depth):
    def combine(a, b):
        return (f"arith.select {a}, {b}, {a} : i1" if name == "select"
                else f"arith.{name} {a}, {b} : i1")
    return function("", f"%a: {TYPE}, %x: i32, %m: index, %n: index", nest(
        [64], "%p0 = arith.cmpi slt, %i0, %m : index\n%q0 = arith.cmpi slt, %n, %i0 : index\n"
        + pairs(combine, depth) +
        f"scf.if %p{depth} {{\naffine.store %x, %a[%i0] : {TYPE}\n}}\n"))


def long_sum(length):
    """Longer than a stack is deep."""
    chain = "".join(f"%s{n + 1} = arith.addi %s{n}, %s{n} : index\n" for n in range(length))
    return function("", f"%a: {TYPE}, %x: i32, %s0: index", "".join(
        f"%c{n} = arith.constant {n} : index\n" for n in (0, 1)) + chain +
        f"scf.for %i = %c0 to %s{length} step %c1 {{\n"
        f"memref.store %x, %a[%i] : {TYPE}\n}}\n")


PROGRAMS = {
    "guards-6": guards_around_each_other(6),
    "guards-10": guards_around_each_other(10),
    "disjunctions-12": disjunctions_in_each_other(12),
    "disjunctions-30": disjunctions_in_each_other(30),
    "equations-3-20": equations(3, 20),
    "eight-fused": eight_dimensions("X floordiv 1009, X mod 1009"),
    "eight-coprime": eight_dimensions("X mod 7, X mod 11, X mod 13, X mod 17, "
                                      "X floordiv 17017"),
    "stores-40": stores_over_each_other(40),
    "conditions-60": conditions_around_each_other(60),
    "choices-60": choices_around_each_other(60),
    "conditions-in-a-row-60": conditions_in_a_row(60),
    **{f"shared-{name}-400": shared_bounds(name, 400)
       for name in ("minsi", "minui", "addi", "muli")},
    "shared-maxsi-400": shared_bounds("maxsi", 400, is_lower=True),
    **{f"shared-{name}-100": shared_conditions(name, 100)
       for name in ("andi", "ori", "xori", "select")},
    "long-sum-30000": long_sum(30000),
}


def set_limit():
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))


def compile(layout_opt, text):
    """What is wrong, if anything. Each pass gets what the one before it leaves."""
    for name in PASSES:
        result = subprocess.run(
            [layout_opt, f"--pass-pipeline=builtin.module(layout-{name})"], input=text,
            text=True, capture_output=True, preexec_fn=set_limit)
        if result.returncode < 0:
            return f"layout-{name} takes more than {LIMIT} s, or crashes"
        if result.returncode > 0:
            return f"layout-{name} fails: {result.stderr[:500]}"
        text = result.stdout
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--layout-opt", default="layout-opt")
    arguments = parser.parse_args()
    faults = 0
    for name, text in PROGRAMS.items():
        fault = compile(arguments.layout_opt, text)
        print(f"{name}: {fault or 'ends'}", flush=True)
        faults += fault is not None
    return faults > 0


if __name__ == "__main__":
    sys.exit(main())
