# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module that computes on extreme numbers, on a device and on the host.

Usage: extreme_numbers.py [--list]

For each type of integer, as a scalar and in a vector, all ops are given all pairs of
the numbers where signs, carries and overflows change: the least, the greatest, those
around zero. Left out is what has no result: division by zero, of the least number by
-1, shifts by the width or more, sums of indices that 32 bits do not hold. @main prints
in how many places device and host differ: one number per op, in the order of --list.
"""

import sys

WIDTHS = [8, 16, 32, 64]
PREDICATES = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]


def numbers(width):
    most = (1 << (width - 1)) - 1
    return [0, 1, -1, 2, -2, 3, -3, 7, -7, 100, most, most - 1, -most, -most - 1]


class Code:
    """What one thread computes of %x and %y: `results` are its numbers, by op."""

    def __init__(self, element, lanes):
        self.element, self.lanes = element, lanes
        self.type = f"vector<{lanes}x{element}>" if lanes > 1 else element
        self.lines, self.results = [], []

    def add(self, text):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def typed(self, element):
        return f"vector<{self.lanes}x{element}>" if self.lanes > 1 else element

    def number(self, value):
        text = f"dense<{value}>" if self.lanes > 1 else str(value)
        return self.add(f"arith.constant {text} : {self.type}")

    def lanes_of(self, value, others):
        """A vector with `value` at both ends, or that itself."""
        if self.lanes == 1:
            return value
        other = self.add(f"arith.constant {others} : {self.element}")
        parts = [value] + [other] * (self.lanes - 2) + [value]
        return self.add(f"vector.from_elements {', '.join(parts)} : {self.type}")

    def result(self, op, value, element=None):
        """`value` is what `op` yields; of a vector, its last number."""
        element = element or self.element
        if self.lanes > 1:
            value = self.add(f"vector.extract {value}[{self.lanes - 1}] : {element} "
                             f"from {self.typed(element)}")
        if element == "i1":
            value = self.add(f"arith.extui {value} : i1 to i64")
        elif element == "index":
            value = self.add(f"arith.index_cast {value} : index to i64")
        elif element != "i64":
            value = self.add(f"arith.extsi {value} : {element} to i64")
        self.results.append((f"{op} {self.type}", value))

    def compare(self, predicate, x, y):
        return self.add(f"arith.cmpi {predicate}, {x}, {y} : {self.type}")

    def select(self, condition, x, y):
        condition_type = self.typed("i1") + ", " if self.lanes > 1 else ""
        return self.add(f"arith.select {condition}, {x}, {y} : {condition_type}{self.type}")

    def binary(self, op, x, y):
        return self.add(f"{op} {x}, {y} : {self.type}")


def divisor(code, x, y, least):
    """`y`, or 1 where the quotient is undefined."""
    one = code.number(1)
    y = code.select(code.compare("eq", y, code.number(0)), one, y)
    of_least = code.compare("eq", x, code.number(least))
    by_minus_one = code.compare("eq", y, code.number(-1))
    both = code.add(f"arith.andi {of_least}, {by_minus_one} : {code.typed('i1')}")
    return code.select(both, one, y)


def integers(width, lanes):
    code = Code(f"i{width}", lanes)
    x, y = code.lanes_of("%x", 5), code.lanes_of("%y", 3)
    for op in ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui",
               "minui"]:
        code.result(op, code.binary(f"arith.{op}", x, y))
    by = divisor(code, x, y, -(1 << (width - 1)))
    for op in ["divsi", "remsi", "floordivsi", "ceildivsi", "divui", "remui", "ceildivui"]:
        code.result(op, code.binary(f"arith.{op}", x, by))
    for op, number in [("divsi", -3), ("remsi", -3), ("remsi", 3), ("floordivsi", 3),
                       ("ceildivsi", 3)]:
        code.result(f"{op} by {number}", code.binary(f"arith.{op}", x, code.number(number)))
    by = code.binary("arith.andi", y, code.number(width - 1))
    for op in ["shli", "shrsi", "shrui"]:
        code.result(op, code.binary(f"arith.{op}", x, by))
    for predicate in PREDICATES:
        code.result(f"cmpi {predicate}", code.compare(predicate, x, y), "i1")
    code.result("absi", code.add(f"math.absi {x} : {code.type}"))
    for other in WIDTHS:
        change = "trunci" if other < width else "ext"
        for op in {"trunci": ["trunci"], "ext": ["extsi", "extui"]}[change]:
            if other != width:
                to = code.typed(f"i{other}")
                code.result(f"{op} i{other}",
                            code.add(f"arith.{op} {x} : {code.type} to {to}"), f"i{other}")
    # Where f32 holds the number; else device and host may round.
    if width < 32:
        for op in ["sitofp", "uitofp"]:
            f = code.add(f"arith.{op} {x} : {code.type} to {code.typed('f32')}")
            i = code.add(f"arith.bitcast {f} : {code.typed('f32')} to {code.typed('i32')}")
            code.result(op, i, "i32")
        f = code.add(f"arith.sitofp {x} : {code.type} to {code.typed('f32')}")
        i = code.add(f"arith.fptosi {f} : {code.typed('f32')} to {code.type}")
        code.result("fptosi", i)
    bit = code.compare("slt", x, y)
    for op in ["extsi", "extui"]:
        i = code.add(f"arith.{op} {bit} : {code.typed('i1')} to {code.type}")
        code.result(f"{op} i1", i)
    code.result("trunci i1", code.add(f"arith.trunci {x} : {code.type} to {code.typed('i1')}"),
                "i1")
    return code


def indices():
    code = Code("index", 1)
    x, y = (code.add(f"arith.index_cast %{v} : i32 to index") for v in "xy")
    for op in ["arith.maxsi", "arith.minsi", "index.maxs", "index.mins"]:
        code.result(op, code.add(f"{op} {x}, {y}" +
                                 (" : index" if op[0] == "a" else "")))
    by = divisor(code, x, y, -(1 << 31))
    for op in ["divsi", "remsi", "floordivsi", "ceildivsi"]:
        code.result(op, code.binary(f"arith.{op}", x, by))
    for op in ["divs", "rems", "floordivs", "ceildivs"]:
        code.result(f"index.{op}", code.add(f"index.{op} {x}, {by}"))
    for predicate in PREDICATES:
        code.result(f"index.cmp {predicate}", code.add(
            f"index.cmp {predicate}({x}, {y})"), "i1")
    for expr in ["floordiv 3", "mod 3", "mod 2147483647"]:
        code.result(f"affine {expr}", code.add(
            f"affine.apply affine_map<(x) -> (x {expr})>({x})"))
    # MLIR's lowering negates it.
    above = code.binary("arith.maxsi", x, code.number(1 - (1 << 31)))
    code.result("affine ceildiv", code.add(
        f"affine.apply affine_map<(x) -> (x ceildiv 3)>({above})"))
    # Indices without sign are below 2^31 on both.
    xu = code.binary("arith.maxsi", x, code.number(0))
    yu = code.binary("arith.maxsi", y, code.number(1))
    for op in ["divu", "remu", "ceildivu", "maxu", "minu"]:
        code.result(f"index.{op}", code.add(f"index.{op} {xu}, {yu}"))
    for op in ["divui", "remui", "ceildivui"]:
        code.result(op, code.binary(f"arith.{op}", xu, yu))
    return code


def function(name, width, code):
    values, count, ops = numbers(width), len(numbers(width)), len(code.results)
    table, results = f"memref<{count}xi{width}>", f"memref<{count}x{count}x{ops}xi64>"
    lines = ["%x = memref.load %table[%i] : " + table, "%y = memref.load %table[%j] : " + table,
             *code.lines]
    for number, (_, value) in enumerate(code.results):
        lines.append(f"%at{number} = arith.constant {number} : index")
        lines.append(f"memref.store {value}, %out[%i, %j, %at{number}] : {results}")
    body = "\n".join("    " + line for line in lines)
    return f"""
memref.global "private" constant @{name}_table : {table} = dense<{values}>

func.func private @{name}_host(%table: {table}, %out: {results}) {{
  affine.for %i = 0 to {count} {{
    affine.for %j = 0 to {count} {{
{body}
    }}
  }}
  return
}}

func.func private @{name}_device(%table: {table}, %out: {results} {{llvm.noalias}}) {{
  %c1 = arith.constant 1 : index
  %n = arith.constant {count} : index
  gpu.launch blocks(%i, %j, %bz) in (%gx = %n, %gy = %n, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {{
{body}
    gpu.terminator
  }}
  return
}}

func.func private @{name}() {{
  %given = memref.get_global @{name}_table : {table}
  %table = memref.alloc() : {table}
  memref.copy %given, %table : {table} to {table}
  %expected = memref.alloc() : {results}
  %got = memref.alloc() : {results}
  call @{name}_host(%table, %expected) : ({table}, {results}) -> ()
  call @{name}_device(%table, %got) : ({table}, {results}) -> ()
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  affine.for %op = 0 to {ops} {{
    %differ = affine.for %i = 0 to {count} iter_args(%a = %none) -> i64 {{
      %row = affine.for %j = 0 to {count} iter_args(%b = %a) -> i64 {{
        %e = affine.load %expected[%i, %j, %op] : {results}
        %g = affine.load %got[%i, %j, %op] : {results}
        %ne = arith.cmpi ne, %e, %g : i64
        %more = arith.select %ne, %one, %none : i64
        %sum = arith.addi %b, %more : i64
        affine.yield %sum : i64
      }}
      affine.yield %row : i64
    }}
    func.call @printI64(%differ) : (i64) -> ()
    func.call @printNewline() : () -> ()
  }}
  return
}}"""


def main():
    tests = [(f"i{width}_{lanes}", width, integers(width, lanes))
             for width in WIDTHS for lanes in (1, 4)] + [("index", 32, indices())]
    if "--list" in sys.argv:
        for _, _, code in tests:
            print("\n".join(op for op, _ in code.results))
        return
    print("func.func private @printI64(i64)\nfunc.func private @printNewline()")
    for test in tests:
        print(function(*test))
    calls = "\n".join(f"  call @{name}() : () -> ()" for name, _, _ in tests)
    print(f"\nfunc.func @main() {{\n{calls}\n  return\n}}")


if __name__ == "__main__":
    main()
