# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a graph of many ops on tensors: large_graphs.py KIND COUNT.

  shared       elementwise ops in a row, all with one tensor.empty as destination
  own          the same with a destination each
  elementwise  ops of arith in a row
  unknown      the same on a tensor of unknown extents
  reductions   row sums and what is subtracted by them, with two shared destinations
  in-loop      as shared, the ops in a loop and the destination outside of it
  alive        ops whose results are all alive at the end, with one destination
  slices       slices that are inserted one after the other
  holes        the same, which leave rows that nothing writes
  filled       the same, where these rows keep the number that a fill wrote
  overlapping  each slice overwrites half of the one before it
  concat       slices that are put together by tensor.concat
  switch       branches of which each yields a tensor
  in-place     slices that are computed in their place in the tensor
  argument     slices of one argument that are inserted into another
  updated      slices of an argument that are changed and inserted again
  read-between slices inserted into what a fill wrote, each computed from the one before
  elements     elements that are read, changed and inserted again
  reshaped     a tensor that is reshaped and changed in turns
  loops        loops in a row that carry one tensor
  branches     branches in a row that may change one tensor
  calls        calls in a row
  nest         loops in each other that carry one tensor
  from-first   slices of an argument that are changed and inserted into it
  rows         all rows of an argument, then each of them inserted elsewhere
  else-ifs     a chain of conditions each of which has a tensor of its own
  unknown-ifs  the same, of unknown extent
  switches     switches in each other's default
  loops-ifs    loops and conditions in turns, which carry one tensor
  loops-updated  loops in each other, with work before and after the inner one
  loops-regions  loops and scf.execute_region in turns
  loops-swapped  loops in each other that carry two tensors and exchange them
"""

import sys

ROW, ROWS = "tensor<8xf32>", "tensor<4x8xf32>"


def map_op(result, source, destination, op="math.absf"):
    return (f"  {result} = linalg.map {{ {op} }} ins({source} : {ROW}) "
            f"outs({destination} : {ROW})\n")


def shared(count, own=False):
    text = f"func.func @f(%x0: {ROW}) -> {ROW} {{\n  %e = tensor.empty() : {ROW}\n"
    for n in range(count):
        if own:
            text += f"  %e{n} = tensor.empty() : {ROW}\n"
        text += map_op(f"%x{n + 1}", f"%x{n}", f"%e{n}" if own else "%e",
                       "arith.negf" if n % 2 else "math.absf")
    return text + f"  return %x{count} : {ROW}\n}}\n"


def elementwise(count, type=ROW):
    text = f"func.func @f(%x0: {type}) -> {type} {{\n"
    for n in range(count):
        text += f"  %x{n + 1} = {'arith.negf' if n % 2 else 'math.absf'} %x{n} : {type}\n"
    return text + f"  return %x{count} : {type}\n}}\n"


def in_loop(count):
    text = (f"func.func @f(%x: {ROW}, %y: {ROW}) -> {ROW} {{\n"
            f"  %e = tensor.empty() : {ROW}\n"
            "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
            "  %c3 = arith.constant 3 : index\n"
            f"  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %y) -> {ROW} {{\n")
    text += map_op("%x0", "%x", "%e")
    for n in range(count):
        text += map_op(f"%x{n + 1}", f"%x{n}", "%e", "arith.negf" if n % 2 else "math.absf")
    return text + (f"  %s = linalg.map {{ arith.addf }} ins(%a, %x{count} : {ROW}, {ROW}) "
                   f"outs(%a : {ROW})\n  scf.yield %s : {ROW}\n  }}\n  return %r : {ROW}\n}}\n")


def alive(count):
    text = f"func.func @f(%x: {ROW}, %y: {ROW}) -> {ROW} {{\n  %e = tensor.empty() : {ROW}\n"
    text += "".join(map_op(f"%x{n}", "%x" if n % 2 else "%y", "%e",
                           "arith.negf" if n % 3 else "math.absf") for n in range(count))
    last = "%y"
    for n in range(count):
        text += (f"  %s{n} = linalg.map {{ arith.addf }} ins({last}, %x{n} : {ROW}, {ROW}) "
                 f"outs(%e : {ROW})\n")
        last = f"%s{n}"
    return text + f"  return {last} : {ROW}\n}}\n"


def reductions(count):
    text = (f"func.func @f(%x0: {ROWS}) -> {ROWS} {{\n  %z = arith.constant 0.0 : f32\n"
            f"  %e = tensor.empty() : {ROWS}\n  %s = tensor.empty() : tensor<4xf32>\n")
    for n in range(count):
        text += (
            f"  %f{n} = linalg.fill ins(%z : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>\n"
            f"  %s{n} = linalg.reduce {{ arith.maximumf }} ins(%x{n} : {ROWS}) "
            f"outs(%f{n} : tensor<4xf32>) dimensions = [1]\n"
            f"  %b{n} = linalg.broadcast ins(%s{n} : tensor<4xf32>) outs(%e : {ROWS}) "
            "dimensions = [1]\n"
            f"  %x{n + 1} = linalg.map {{ arith.subf }} ins(%x{n}, %b{n} : {ROWS}, {ROWS}) "
            f"outs(%e : {ROWS})\n")
    return text + f"  return %x{count} : {ROWS}\n}}\n"


def slices(count, rows=1, step=1, height=None, in_place=False):
    height = height or count
    whole, part = f"tensor<{height}x8xf32>", f"tensor<{rows}x8xf32>"
    text = f"func.func @f(%x: {whole}) -> {whole} {{\n  %t0 = tensor.empty() : {whole}\n"
    for n in range(count):
        at = f"[{n * step}, 0] [{rows}, 8] [1, 1]"
        text += (f"  %s{n} = tensor.extract_slice %x[{height - rows - n * step}, 0] [{rows}, 8] "
                 f"[1, 1] : {whole} to {part}\n")
        if in_place:
            text += (f"  %d{n} = tensor.extract_slice %t{n}{at} : {whole} to {part}\n"
                     f"  %y{n} = linalg.map {{ arith.negf }} ins(%s{n} : {part}) "
                     f"outs(%d{n} : {part})\n")
        else:
            text += f"  %y{n} = arith.negf %s{n} : {part}\n"
        text += (f"  %t{n + 1} = tensor.insert_slice %y{n} into %t{n}{at} : {part} into "
                 f"{whole}\n")
    return text + f"  return %t{count} : {whole}\n}}\n"


def holes(count):
    """Nothing may be said of rows that nothing writes, so they are left out."""
    whole, half = f"tensor<{2 * count}x8xf32>", f"tensor<{count}x8xf32>"
    text = slices(count, 1, 2, 2 * count)
    text = text.replace(f"-> {whole} {{", f"-> {half} {{", 1)
    return text.replace(f"  return %t{count} : {whole}\n",
                        f"  %r = tensor.extract_slice %t{count}[0, 0] [{count}, 8] [2, 1] : "
                        f"{whole} to {half}\n  return %r : {half}\n")


def filled(count):
    whole = f"tensor<{2 * count}x8xf32>"
    return slices(count, 1, 2, 2 * count).replace(
        f"  %t0 = tensor.empty() : {whole}\n",
        f"  %e = tensor.empty() : {whole}\n  %three = arith.constant 3.0 : f32\n"
        f"  %t0 = linalg.fill ins(%three : f32) outs(%e : {whole}) -> {whole}\n")


def concat(count):
    whole, part = f"tensor<{count}x8xf32>", "tensor<1x8xf32>"
    text = f"func.func @f(%x: {whole}) -> {whole} {{\n"
    for n in range(count):
        text += (f"  %s{n} = tensor.extract_slice %x[{count - 1 - n}, 0] [1, 8] [1, 1] : "
                 f"{whole} to {part}\n  %y{n} = arith.negf %s{n} : {part}\n")
    names = ", ".join(f"%y{n}" for n in range(count))
    types = ", ".join([part] * count)
    return text + (f"  %r = tensor.concat dim(0) {names} : ({types}) -> {whole}\n"
                   f"  return %r : {whole}\n}}\n")


def switch(count):
    text = (f"func.func @f(%x: {ROW}, %i: index) -> {ROW} {{\n"
            f"  %r = scf.index_switch %i -> {ROW}\n")
    for n in range(count):
        text += (f"  case {n} {{\n    %c = arith.constant dense<{n}.0> : {ROW}\n"
                 f"    %s = arith.addf %x, %c : {ROW}\n    scf.yield %s : {ROW}\n  }}\n")
    return text + (f"  default {{\n    scf.yield %x : {ROW}\n  }}\n"
                   f"  %s = arith.subf %r, %x : {ROW}\n  return %s : {ROW}\n}}\n")


def updates(count, kind):
    whole, part = f"tensor<{count}x8xf32>", "tensor<1x8xf32>"
    text = f"func.func @f(%x: {whole}, %t0: {whole}) -> {whole} {{\n"
    if kind == "from-first":
        text = text.replace("%x: ", "%y: ")
    if kind == "read-between":
        text = (f"func.func @f(%x: {whole}) -> {whole} {{\n  %e = tensor.empty() : {whole}\n"
                "  %three = arith.constant 3.0 : f32\n"
                f"  %t0 = linalg.fill ins(%three : f32) outs(%e : {whole}) -> {whole}\n")
    for n in range(count):
        source, row = {"argument": ("%x", count - 1 - n), "updated": (f"%t{n}", count - 1 - n),
                       "from-first": ("%t0", count - 1 - n),
                       "read-between": (f"%t{n}", max(n - 1, 0))}[kind]
        text += (f"  %s{n} = tensor.extract_slice {source}[{row}, 0] [1, 8] [1, 1] : {whole} to "
                 f"{part}\n  %c{n} = arith.constant dense<{n}.0> : {part}\n"
                 f"  %y{n} = arith.addf %s{n}, %c{n} : {part}\n"
                 f"  %t{n + 1} = tensor.insert_slice %y{n} into %t{n}[{n}, 0] [1, 8] [1, 1] : "
                 f"{part} into {whole}\n")
    return text + f"  return %t{count} : {whole}\n}}\n"


def elements(count):
    text = f"func.func @f(%x0: {ROW}, %v: f32) -> {ROW} {{\n"
    for n in range(count):
        text += (f"  %i{n} = arith.constant {n * 3 % 8} : index\n"
                 f"  %r{n} = tensor.extract %x{n}[%i{n}] : {ROW}\n"
                 f"  %s{n} = arith.addf %r{n}, %v : f32\n"
                 f"  %x{n + 1} = tensor.insert %s{n} into %x{n}[%i{n}] : {ROW}\n")
    return text + f"  return %x{count} : {ROW}\n}}\n"


def reshaped(count):
    matrix = "tensor<2x4xf32>"
    text = f"func.func @f(%x0: {ROW}) -> {ROW} {{\n"
    for n in range(count):
        text += (f"  %m{n} = tensor.expand_shape %x{n} [[0, 1]] output_shape [2, 4] : {ROW} into "
                 f"{matrix}\n  %n{n} = arith.addf %m{n}, %m{n} : {matrix}\n"
                 f"  %x{n + 1} = tensor.collapse_shape %n{n} [[0, 1]] : {matrix} into {ROW}\n")
    return text + f"  return %x{count} : {ROW}\n}}\n"


BOUNDS = ("  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
          "  %c2 = arith.constant 2 : index\n")


def loops(count):
    text = f"func.func @f(%x0: {ROW}) -> {ROW} {{\n" + BOUNDS
    for n in range(count):
        text += (f"  %x{n + 1} = scf.for %i{n} = %c0 to %c2 step %c1 iter_args(%a{n} = %x{n}) -> "
                 f"{ROW} {{\n    %y{n} = arith.addf %a{n}, %a{n} : {ROW}\n"
                 f"    scf.yield %y{n} : {ROW}\n  }}\n")
    return text + f"  return %x{count} : {ROW}\n}}\n"


def branches(count):
    text = f"func.func @f(%x0: {ROW}, %b: i1) -> {ROW} {{\n"
    for n in range(count):
        text += (f"  %x{n + 1} = scf.if %b -> {ROW} {{\n    %y{n} = arith.negf %x{n} : {ROW}\n"
                 f"    scf.yield %y{n} : {ROW}\n  }} else {{\n    scf.yield %x{n} : {ROW}\n"
                 "  }\n")
    return text + f"  return %x{count} : {ROW}\n}}\n"


def calls(count):
    text = (f"func.func private @g(%x: {ROW}) -> {ROW} {{\n  %y = arith.addf %x, %x : {ROW}\n"
            f"  return %y : {ROW}\n}}\nfunc.func @f(%x0: {ROW}) -> {ROW} {{\n")
    for n in range(count):
        text += f"  %x{n + 1} = call @g(%x{n}) : ({ROW}) -> {ROW}\n"
    return text + f"  return %x{count} : {ROW}\n}}\n"


def nest(count):
    """The outer loops have one iteration, so that it can be executed."""
    text = f"func.func @f(%x: {ROW}) -> {ROW} {{\n" + BOUNDS
    for n in range(count):
        text += (f"  %r{n} = scf.for %i{n} = %c0 to %c{2 if n > count - 4 else 1} step %c1 "
                 f"iter_args(%a{n} = %{f'a{n - 1}' if n else 'x'}) -> {ROW} {{\n")
    text += f"  %r{count} = arith.addf %a{count - 1}, %a{count - 1} : {ROW}\n"
    for n in reversed(range(count)):
        text += f"  scf.yield %r{n + 1} : {ROW}\n  }}\n"
    return text + f"  return %r0 : {ROW}\n}}\n"


def rows(count):
    whole, part = f"tensor<{count}x8xf32>", "tensor<1x8xf32>"
    text = f"func.func @f(%t0: {whole}) -> {whole} {{\n"
    for n in range(count):
        text += (f"  %s{n} = tensor.extract_slice %t0[{count - 1 - n}, 0] [1, 8] [1, 1] : "
                 f"{whole} to {part}\n")
    for n in range(count):
        text += (f"  %t{n + 1} = tensor.insert_slice %s{n} into %t{n}[{n}, 0] [1, 8] [1, 1] : "
                 f"{part} into {whole}\n")
    return text + f"  return %t{count} : {whole}\n}}\n"


def else_ifs(count, type=ROW):
    """%i is 0 or 1 when it is executed: any of all branches may be taken."""
    text = f"func.func @f(%x: {type}, %i: index) -> {type} {{\n"
    for n in range(count):
        text += (f"  %k{n} = arith.constant {n} : index\n"
                 f"  %b{n} = arith.cmpi eq, %i, %k{n} : index\n"
                 f"  %r{n} = scf.if %b{n} -> {type} {{\n"
                 f"    %n{n} = {'arith.negf' if n % 2 else 'math.absf'} %x : {type}\n"
                 f"    scf.yield %{f'n{n}' if n % 5 else 'x'} : {type}\n  }} else {{\n")
    text += f"  %r{count} = arith.addf %x, %x : {type}\n"
    for n in reversed(range(count)):
        text += f"  scf.yield %r{n + 1} : {type}\n  }}\n"
    return text + f"  %s = arith.subf %r0, %x : {type}\n  return %s : {type}\n}}\n"


def switches(count):
    text = f"func.func @f(%x: {ROW}, %i: index) -> {ROW} {{\n"
    for n in range(count):
        text += (f"  %r{n} = scf.index_switch %i -> {ROW}\n  case {n} {{\n"
                 f"    %n{n} = {'arith.negf' if n % 2 else 'math.absf'} %x : {ROW}\n"
                 f"    scf.yield %n{n} : {ROW}\n  }} default {{\n")
    text += f"  %r{count} = arith.addf %x, %x : {ROW}\n"
    for n in reversed(range(count)):
        text += f"  scf.yield %r{n + 1} : {ROW}\n  }}\n"
    return text + f"  return %r0 : {ROW}\n}}\n"


def loops_ifs(count):
    """The outer loops have one iteration."""
    text = f"func.func @f(%x: {ROW}, %b: i1) -> {ROW} {{\n" + BOUNDS
    for n in range(count):
        text += (f"  %r{n} = scf.for %i{n} = %c0 to %c{2 if n > count - 4 else 1} step %c1 "
                 f"iter_args(%a{n} = %{f'a{n - 1}' if n else 'x'}) -> {ROW} {{\n"
                 f"  %s{n} = scf.if %b -> {ROW} {{\n")
    text += f"  %r{count} = arith.addf %a{count - 1}, %x : {ROW}\n"
    for n in reversed(range(count)):
        text += (f"  scf.yield %r{n + 1} : {ROW}\n  }} else {{\n"
                 f"  %n{n} = arith.negf %a{n} : {ROW}\n  scf.yield %n{n} : {ROW}\n  }}\n"
                 f"  scf.yield %s{n} : {ROW}\n  }}\n")
    return text + f"  return %r0 : {ROW}\n}}\n"


def mixed_nest(count, kind):
    """The outer loops have one iteration. What they carry is also computed in their bodies."""
    text = f"func.func @f(%x: {ROW}, %y: {ROW}) -> {ROW} {{\n" + BOUNDS
    last = "%x"
    carried = f"{ROW}, {ROW}" if kind == "swapped" else ROW
    for n in range(count):
        other = f", %b{n} = {f'%b{n - 1}' if n else '%y'}" if kind == "swapped" else ""
        text += (f"  %r{n}{':2' if other else ''} = scf.for %i{n} = %c0 to "
                 f"%c{2 if n > count - 4 else 1} step %c1 "
                 f"iter_args(%a{n} = {last}{other}) -> ({carried}) {{\n")
        last = f"%a{n}"
        if kind == "updated":
            text += f"  %u{n} = arith.addf {last}, %y : {ROW}\n"
            last = f"%u{n}"
        elif kind == "regions":
            text += f"  %s{n} = scf.execute_region -> {ROW} {{\n"
    text += f"  %e = arith.addf {last}, %y : {ROW}\n"
    for n in reversed(range(count)):
        inner = "%e" if n == count - 1 else f"%r{n + 1}"
        if kind == "updated":
            text += f"  %v{n} = arith.mulf {inner}, %y : {ROW}\n  scf.yield %v{n} : {ROW}\n  }}\n"
        elif kind == "regions":
            text += f"  scf.yield {inner} : {ROW}\n  }}\n  scf.yield %s{n} : {ROW}\n  }}\n"
        elif n == count - 1:
            text += f"  scf.yield %b{n}, %e : {carried}\n  }}\n"
        else:
            text += f"  scf.yield {inner}#1, {inner}#0 : {carried}\n  }}\n"
    return text + f"  return %r0{'#0' if kind == 'swapped' else ''} : {ROW}\n}}\n"


KINDS = {
    "shared": shared,
    "own": lambda count: shared(count, own=True),
    "elementwise": elementwise,
    "unknown": lambda count: elementwise(count, "tensor<?x?xf32>"),
    "in-loop": in_loop,
    "alive": alive,
    "reductions": reductions,
    "slices": slices,
    "holes": holes,
    "filled": filled,
    "overlapping": lambda count: slices(count, 2, 1, count + 1),
    "concat": concat,
    "switch": switch,
    "in-place": lambda count: slices(count, in_place=True),
    "argument": lambda count: updates(count, "argument"),
    "updated": lambda count: updates(count, "updated"),
    "read-between": lambda count: updates(count, "read-between"),
    "elements": elements,
    "reshaped": reshaped,
    "loops": loops,
    "branches": branches,
    "calls": calls,
    "nest": nest,
    "from-first": lambda count: updates(count, "from-first"),
    "rows": rows,
    "else-ifs": else_ifs,
    "unknown-ifs": lambda count: else_ifs(count, "tensor<?xf32>"),
    "switches": switches,
    "loops-ifs": loops_ifs,
    "loops-updated": lambda count: mixed_nest(count, "updated"),
    "loops-regions": lambda count: mixed_nest(count, "regions"),
    "loops-swapped": lambda count: mixed_nest(count, "swapped"),
}

print(KINDS[sys.argv[1]](int(sys.argv[2])), end="")
