# Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions with long chains that must not be cut everywhere.

  @kept      the tensor of an early link is read after the last one
  @argument  the argument is read, and returned, after the last link
  @overwritten  another tensor is written to the place of an early link afterwards
  @constant  the chain begins with a constant
  @caller    overwrites what it passed to a function that returns its argument, changed
  @carried   a loop carries the chain, and reads what it was at first
  @nested    the innermost of ten loops reads what the outermost began with
"""

ROW = "tensor<8xf32>"
COUNT = 40


def chain(first, name, indent="  "):
    text, last = "", first
    for n in range(COUNT):
        text += (f"{indent}%{name}s{n} = tensor.extract {last}[%c{n % 8}] : {ROW}\n"
                 f"{indent}%{name}a{n} = arith.addf %{name}s{n}, %f{n % 4} : f32\n"
                 f"{indent}%{name}{n} = tensor.insert %{name}a{n} into {last}[%c{3 * n % 8}] : "
                 f"{ROW}\n")
        last = f"%{name}{n}"
    return text


LAST = f"%t{COUNT - 1}"
CONSTANTS = "".join(f"  %c{n} = arith.constant {n} : index\n" for n in range(8)) + "".join(
    f"  %f{n} = arith.constant {n}.5 : f32\n" for n in range(4))


def add(result, a, b, destination, indent="  "):
    return (f"{indent}{result} = linalg.map {{ arith.addf }} ins({a}, {b} : {ROW}, {ROW}) "
            f"outs({destination} : {ROW})\n")


def function(name, body, result, arguments=f"%x: {ROW}", results=ROW, access=""):
    print(f"func.func {access}@{name}({arguments}) -> ({results}) {{\n{CONSTANTS}{body}"
          f"  return {result} : {results}\n}}")


EMPTY = f"  %e = tensor.empty() : {ROW}\n"
function("kept", EMPTY + chain("%x", "t") + add("%r", "%t3", LAST, "%e"), "%r")
function("argument", EMPTY + chain("%x", "t") + add("%r", "%x", LAST, "%e"), "%r, %x",
         results=f"{ROW}, {ROW}")
function("overwritten", chain("%x", "t") + add("%r", "%y", "%y", "%t3"), f"%r, {LAST}",
         arguments=f"%x: {ROW}, %y: {ROW}", results=f"{ROW}, {ROW}")
function("constant", "  %k = arith.constant dense<2.0> : " + ROW + "\n" + chain("%k", "t"), LAST)
function("callee", chain("%x", "t"), LAST, access="private ")
function("caller", f"  %t = call @callee(%x) : ({ROW}) -> {ROW}\n" + add("%r", "%y", "%y", "%x"),
         "%r, %t", arguments=f"%x: {ROW}, %y: {ROW}", results=f"{ROW}, {ROW}")
function("carried", EMPTY +
         f"  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> {ROW} {{\n" +
         chain("%a", "t", "    ") + add("%s", "%x", LAST, "%e", "    ") +
         f"    scf.yield %s : {ROW}\n  }}\n", "%r")
nest, last = "", "%x"
for n in range(11):
    nest += (f"  %r{n} = scf.for %i{n} = %c0 to %c{2 if n > 7 else 1} step %c1 "
             f"iter_args(%a{n} = {last}) -> {ROW} {{\n")
    last = f"%a{n}"
nest += EMPTY + add("%r11", last, "%x", "%e")
for n in reversed(range(11)):
    nest += f"  scf.yield %r{n + 1} : {ROW}\n  }}\n"
function("nested", nest, "%r0")
