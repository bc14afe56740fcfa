// Numbers of threads that cannot be meant.
// RUN: not layout-opt %s --layout-parallelize-loops=threads=0 2>&1 | FileCheck %s --check-prefix=PASS
// PASS: error: layout-parallelize-loops expects threads from 1 to 4096, found threads=0
// RUN: not layout-opt %s --layout-parallelize-loops=threads=4097 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: error: layout-parallelize-loops expects threads from 1 to 4096, found threads=4097
// RUN: not layout-opt %s --layout-parallelize-loops=min-work=-1 2>&1 | FileCheck %s --check-prefix=WORK
// WORK: error: layout-parallelize-loops expects min-work of at least 0, found min-work=-1
// RUN: not layout-opt %s --layout-parallelize-loops=threads=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: '-1' value invalid for uint argument!
// RUN: not layout-opt %s --layout-optimize=threads=0 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not layout-opt %s --layout-to-llvm=threads=0 2>&1 | FileCheck %s --check-prefix=LLVM
// LLVM: error: layout-parallel-to-openmp expects threads from 1 to 4096, found threads=0
// RUN: not layout-opt %s --layout-compile=threads=0 2>&1 | FileCheck %s --check-prefix=COMPILE
// COMPILE: error: layout-compile expects threads from 1 to 4096, found threads=0
func.func @f() {
  return
}
