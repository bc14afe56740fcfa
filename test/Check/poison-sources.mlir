// Each flag, shift and conversion that can make poison: the first operands with
// which it does, and the last ones with which it does not. What a pipeline makes
// is written by hand: it does nothing but that, and stores it.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{args} =
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} %{args} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})"

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

func.func @of_i8(%a: i8, %b: i8) {
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = addi_nsw
// REDEFINE: %{args} = --arg=0:127 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=ADDI-NSW
// ADDI-NSW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.addi' (nsw) is poison and reaches a store
func.func @addi_nsw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.addi %a, %b overflow<nsw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = addi_nuw
// REDEFINE: %{args} = --arg=0:-1 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=ADDI-NUW
// ADDI-NUW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.addi' (nuw) is poison and reaches a store
func.func @addi_nuw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.addi %a, %b overflow<nuw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = subi_nsw
// REDEFINE: %{args} = --arg=0:-128 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SUBI-NSW
// SUBI-NSW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.subi' (nsw) is poison and reaches a store
func.func @subi_nsw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.subi %a, %b overflow<nsw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = subi_nuw
// REDEFINE: %{args} = --arg=0:0 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SUBI-NUW
// SUBI-NUW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.subi' (nuw) is poison and reaches a store
func.func @subi_nuw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.subi %a, %b overflow<nuw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = muli_nsw
// REDEFINE: %{args} = --arg=0:64 --arg=1:2
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MULI-NSW
// MULI-NSW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.muli' (nsw) is poison and reaches a store
func.func @muli_nsw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.muli %a, %b overflow<nsw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = muli_nuw
// REDEFINE: %{args} = --arg=0:-128 --arg=1:2
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MULI-NUW
// MULI-NUW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.muli' (nuw) is poison and reaches a store
func.func @muli_nuw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.muli %a, %b overflow<nuw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

func.func @of_i129(%a: i129, %b: i129) {
  return
}

// REDEFINE: %{name} = of_i129
// REDEFINE: %{by} = muli_wide
// REDEFINE: %{args} = --arg=0:680564733841876926926749214863536422911 --arg=1:-1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MULI-WIDE
// MULI-WIDE: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.muli' (nuw) is poison and reaches a store
func.func @muli_wide(%a: i129, %b: i129) {
  %m = memref.alloca() : memref<i129>
  %r = arith.muli %a, %b overflow<nuw> : i129
  memref.store %r, %m[] : memref<i129>
  return
}

func.func @of_index(%a: index, %b: index) {
  return
}

// REDEFINE: %{name} = of_index
// REDEFINE: %{by} = addi_index
// REDEFINE: %{args} = --arg=0:9223372036854775807 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=ADDI-INDEX
// ADDI-INDEX: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.addi' (nsw) is poison and reaches a store
func.func @addi_index(%a: index, %b: index) {
  %m = memref.alloca() : memref<index>
  %r = arith.addi %a, %b overflow<nsw> : index
  memref.store %r, %m[] : memref<index>
  return
}

// REDEFINE: %{name} = of_index
// REDEFINE: %{by} = muli_index
// REDEFINE: %{args} = --arg=0:4611686018427387904 --arg=1:2
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MULI-INDEX
// MULI-INDEX: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.muli' (nsw) is poison and reaches a store
func.func @muli_index(%a: index, %b: index) {
  %m = memref.alloca() : memref<index>
  %r = arith.muli %a, %b overflow<nsw> : index
  memref.store %r, %m[] : memref<index>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = shli_nsw
// REDEFINE: %{args} = --arg=0:64 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SHLI-NSW
// SHLI-NSW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.shli' (nsw) is poison and reaches a store
func.func @shli_nsw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.shli %a, %b overflow<nsw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = shli_nuw
// REDEFINE: %{args} = --arg=0:-128 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SHLI-NUW
// SHLI-NUW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.shli' (nuw) is poison and reaches a store
func.func @shli_nuw(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.shli %a, %b overflow<nuw> : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = shli_far
// REDEFINE: %{args} = --arg=0:1 --arg=1:8
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SHLI-FAR
// SHLI-FAR: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.shli' (shift by the width or more) is poison and reaches a store
func.func @shli_far(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.shli %a, %b : i8
  memref.store %r, %m[] : memref<i8>
  return
}

func.func @of_i1(%a: i1, %b: i1) {
  return
}

// REDEFINE: %{name} = of_i1
// REDEFINE: %{by} = shrui_far
// REDEFINE: %{args} = --arg=0:0 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SHRUI-FAR
// SHRUI-FAR: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.shrui' (shift by the width or more) is poison and reaches a store
func.func @shrui_far(%a: i1, %b: i1) {
  %m = memref.alloca() : memref<i1>
  %r = arith.shrui %a, %b : i1
  memref.store %r, %m[] : memref<i1>
  return
}

func.func @of_i65(%a: i65, %b: i65) {
  return
}

// REDEFINE: %{name} = of_i65
// REDEFINE: %{by} = shrsi_far
// REDEFINE: %{args} = --arg=0:1 --arg=1:65
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SHRSI-FAR
// SHRSI-FAR: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.shrsi' (shift by the width or more) is poison and reaches a store
func.func @shrsi_far(%a: i65, %b: i65) {
  %m = memref.alloca() : memref<i65>
  %r = arith.shrsi %a, %b : i65
  memref.store %r, %m[] : memref<i65>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = shrui_exact
// REDEFINE: %{args} = --arg=0:5 --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SHRUI-EXACT
// SHRUI-EXACT: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.shrui' (exact) is poison and reaches a store
func.func @shrui_exact(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.shrui %a, %b exact : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = shrsi_exact
// REDEFINE: %{args} = --arg=0:-2 --arg=1:2
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SHRSI-EXACT
// SHRSI-EXACT: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.shrsi' (exact) is poison and reaches a store
func.func @shrsi_exact(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.shrsi %a, %b exact : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = divui_exact
// REDEFINE: %{args} = --arg=0:5 --arg=1:3
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=DIVUI-EXACT
// DIVUI-EXACT: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.divui' (exact) is poison and reaches a store
func.func @divui_exact(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.divui %a, %b exact : i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = divsi_exact
// REDEFINE: %{args} = --arg=0:-5 --arg=1:3
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=DIVSI-EXACT
// DIVSI-EXACT: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.divsi' (exact) is poison and reaches a store
func.func @divsi_exact(%a: i8, %b: i8) {
  %m = memref.alloca() : memref<i8>
  %r = arith.divsi %a, %b exact : i8
  memref.store %r, %m[] : memref<i8>
  return
}

func.func @of_i9(%a: i9, %b: i9) {
  return
}

// REDEFINE: %{name} = of_i9
// REDEFINE: %{by} = trunci_nsw
// REDEFINE: %{args} = --arg=0:8 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=TRUNCI-NSW
// TRUNCI-NSW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.trunci' (nsw) is poison and reaches a store
func.func @trunci_nsw(%a: i9, %b: i9) {
  %m = memref.alloca() : memref<i9>
  %t = arith.trunci %a overflow<nsw> : i9 to i4
  %r = arith.extui %t : i4 to i9
  memref.store %r, %m[] : memref<i9>
  return
}

// REDEFINE: %{name} = of_i9
// REDEFINE: %{by} = trunci_nuw
// REDEFINE: %{args} = --arg=0:-1 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=TRUNCI-NUW
// TRUNCI-NUW: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.trunci' (nuw) is poison and reaches a store
func.func @trunci_nuw(%a: i9, %b: i9) {
  %m = memref.alloca() : memref<i9>
  %t = arith.trunci %a overflow<nuw> : i9 to i4
  %r = arith.extui %t : i4 to i9
  memref.store %r, %m[] : memref<i9>
  return
}

// REDEFINE: %{name} = of_index
// REDEFINE: %{by} = index_shl
// REDEFINE: %{args} = --arg=0:1 --arg=1:64
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=INDEX-SHL
// INDEX-SHL: [[#@LINE+3]]:8: error: after the pipeline, the value of 'index.shl' (shift by the width or more) is poison and reaches a store
func.func @index_shl(%a: index, %b: index) {
  %m = memref.alloca() : memref<index>
  %r = index.shl %a, %b
  memref.store %r, %m[] : memref<index>
  return
}

func.func @of_i32(%a: i32, %b: i32) {
  return
}

// REDEFINE: %{name} = of_i32
// REDEFINE: %{by} = llvm_add
// REDEFINE: %{args} = --arg=0:-2147483648 --arg=1:-1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=LLVM-ADD
// LLVM-ADD: [[#@LINE+3]]:8: error: after the pipeline, the value of 'llvm.add' (nsw) is poison and reaches a store
func.func @llvm_add(%a: i32, %b: i32) {
  %m = memref.alloca() : memref<i32>
  %r = llvm.add %a, %b overflow<nsw> : i32
  memref.store %r, %m[] : memref<i32>
  return
}

// REDEFINE: %{name} = of_i32
// REDEFINE: %{by} = llvm_udiv
// REDEFINE: %{args} = --arg=0:7 --arg=1:3
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=LLVM-UDIV
// LLVM-UDIV: [[#@LINE+3]]:8: error: after the pipeline, the value of 'llvm.udiv' (exact) is poison and reaches a store
func.func @llvm_udiv(%a: i32, %b: i32) {
  %m = memref.alloca() : memref<i32>
  %r = llvm.udiv exact %a, %b : i32
  memref.store %r, %m[] : memref<i32>
  return
}

// REDEFINE: %{name} = of_i32
// REDEFINE: %{by} = llvm_or
// REDEFINE: %{args} = --arg=0:5 --arg=1:4
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=LLVM-OR
// LLVM-OR: [[#@LINE+3]]:8: error: after the pipeline, the value of 'llvm.or' (disjoint) is poison and reaches a store
func.func @llvm_or(%a: i32, %b: i32) {
  %m = memref.alloca() : memref<i32>
  %r = llvm.or disjoint %a, %b : i32
  memref.store %r, %m[] : memref<i32>
  return
}

// REDEFINE: %{name} = of_i32
// REDEFINE: %{by} = llvm_zext
// REDEFINE: %{args} = --arg=0:-5 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=LLVM-ZEXT
// LLVM-ZEXT: [[#@LINE+3]]:8: error: after the pipeline, the value of 'llvm.zext' (nneg) is poison and reaches a store
func.func @llvm_zext(%a: i32, %b: i32) {
  %m = memref.alloca() : memref<i32>
  %t = llvm.zext nneg %a : i32 to i64
  %r = llvm.trunc %t : i64 to i32
  memref.store %r, %m[] : memref<i32>
  return
}

// REDEFINE: %{name} = of_i32
// REDEFINE: %{by} = llvm_uitofp
// REDEFINE: %{args} = --arg=0:-5 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=LLVM-UITOFP
// LLVM-UITOFP: [[#@LINE+3]]:8: error: after the pipeline, the value of 'llvm.uitofp' (nneg) is poison and reaches a store
func.func @llvm_uitofp(%a: i32, %b: i32) {
  %m = memref.alloca() : memref<i32>
  %t = llvm.uitofp nneg %a : i32 to f64
  %r = llvm.fptoui %t : f64 to i32
  memref.store %r, %m[] : memref<i32>
  return
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

func.func @of_f32(%a: f32, %b: f32) {
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = addf_nnan
// REDEFINE: %{args} = --arg=0:inf --arg=1:-inf
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=ADDF-NNAN
// ADDF-NNAN: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.addf' (nnan) is poison and reaches a store
func.func @addf_nnan(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %r = arith.addf %a, %b fastmath<nnan> : f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = mulf_ninf
// REDEFINE: %{args} = --arg=0:3e38 --arg=1:2
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MULF-NINF
// MULF-NINF: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.mulf' (ninf) is poison and reaches a store
func.func @mulf_ninf(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %r = arith.mulf %a, %b fastmath<ninf> : f32
  memref.store %r, %m[] : memref<f32>
  return
}

func.func @of_bf16(%a: bf16, %b: bf16) {
  return
}

// REDEFINE: %{name} = of_bf16
// REDEFINE: %{by} = mulf_bf16
// REDEFINE: %{args} = --arg=0:nan --arg=1:1
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MULF-BF16
// MULF-BF16: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.mulf' (nnan) is poison and reaches a store
func.func @mulf_bf16(%a: bf16, %b: bf16) {
  %m = memref.alloca() : memref<bf16>
  %r = arith.mulf %a, %b fastmath<nnan> : bf16
  memref.store %r, %m[] : memref<bf16>
  return
}

func.func @of_f16(%a: f16, %b: f16) {
  return
}

// REDEFINE: %{name} = of_f16
// REDEFINE: %{by} = negf_f16
// REDEFINE: %{args} = --arg=0:nan --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=NEGF-F16
// NEGF-F16: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.negf' (nnan) is poison and reaches a store
func.func @negf_f16(%a: f16, %b: f16) {
  %m = memref.alloca() : memref<f16>
  %r = arith.negf %a fastmath<nnan> : f16
  memref.store %r, %m[] : memref<f16>
  return
}

func.func @of_f64(%a: f64, %b: f64) {
  return
}

// REDEFINE: %{name} = of_f64
// REDEFINE: %{by} = max_f64
// REDEFINE: %{args} = --arg=0:1 --arg=1:inf
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MAX-F64
// MAX-F64: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.maxnumf' (ninf) is poison and reaches a store
func.func @max_f64(%a: f64, %b: f64) {
  %m = memref.alloca() : memref<f64>
  %r = arith.maxnumf %a, %b fastmath<ninf> : f64
  memref.store %r, %m[] : memref<f64>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = sqrt
// REDEFINE: %{args} = --arg=0:-1 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SQRT
// SQRT: [[#@LINE+3]]:8: error: after the pipeline, the value of 'math.sqrt' (nnan) is poison and reaches a store
func.func @sqrt(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %r = math.sqrt %a fastmath<nnan> : f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = atan2
// REDEFINE: %{args} = --arg=0:1 --arg=1:nan
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=ATAN2
// ATAN2: [[#@LINE+3]]:8: error: after the pipeline, the value of 'math.atan2' (nnan) is poison and reaches a store
func.func @atan2(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %r = math.atan2 %a, %b fastmath<fast> : f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f64
// REDEFINE: %{by} = truncf
// REDEFINE: %{args} = --arg=0:65520 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=TRUNCF
// TRUNCF: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.truncf' (ninf) is poison and reaches a store
func.func @truncf(%a: f64, %b: f64) {
  %m = memref.alloca() : memref<f64>
  %t = arith.truncf %a fastmath<ninf> : f64 to f16
  %r = arith.extf %t : f16 to f64
  memref.store %r, %m[] : memref<f64>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = cmpf
// REDEFINE: %{args} = --arg=0:1 --arg=1:nan
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=CMPF
// CMPF: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.cmpf' (nnan) is poison and reaches a store
func.func @cmpf(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %t = arith.cmpf olt, %a, %b fastmath<nnan> : f32
  %r = arith.uitofp %t : i1 to f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = llvm_fadd
// REDEFINE: %{args} = --arg=0:1 --arg=1:nan
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=LLVM-FADD
// LLVM-FADD: [[#@LINE+3]]:8: error: after the pipeline, the value of 'llvm.fadd' (nnan) is poison and reaches a store
func.func @llvm_fadd(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %r = llvm.fadd %a, %b {fastmathFlags = #llvm.fastmath<nnan>} : f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = complex
// REDEFINE: %{args} = --arg=0:1 --arg=1:nan
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: [[#@LINE+4]]:8: error: after the pipeline, the value of 'complex.neg' (nnan) is poison and reaches a store
func.func @complex(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %t = complex.create %a, %b : complex<f32>
  %u = complex.neg %t fastmath<nnan> : complex<f32>
  %r = complex.re %u : complex<f32>
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = fptosi
// REDEFINE: %{args} = --arg=0:-129 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=FPTOSI
// FPTOSI: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.fptosi' (out of range) is poison and reaches a store
func.func @fptosi(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %t = arith.fptosi %a : f32 to i8
  %r = arith.sitofp %t : i8 to f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = fptosi_nan
// REDEFINE: %{args} = --arg=0:nan --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=FPTOSI-NAN
// FPTOSI-NAN: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.fptosi' (out of range) is poison and reaches a store
func.func @fptosi_nan(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %t = arith.fptosi %a : f32 to i8
  %r = arith.sitofp %t : i8 to f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f16
// REDEFINE: %{by} = fptosi_wide
// REDEFINE: %{args} = --arg=0:inf --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=FPTOSI-WIDE
// FPTOSI-WIDE: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.fptosi' (out of range) is poison and reaches a store
func.func @fptosi_wide(%a: f16, %b: f16) {
  %m = memref.alloca() : memref<f16>
  %t = arith.fptosi %a : f16 to i32
  %r = arith.sitofp %t : i32 to f16
  memref.store %r, %m[] : memref<f16>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = fptosi_i32
// REDEFINE: %{args} = --arg=0:2147483648 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=FPTOSI-I32
// FPTOSI-I32: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.fptosi' (out of range) is poison and reaches a store
func.func @fptosi_i32(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %t = arith.fptosi %a : f32 to i32
  %r = arith.sitofp %t : i32 to f32
  memref.store %r, %m[] : memref<f32>
  return
}

// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = fptoui
// REDEFINE: %{args} = --arg=0:-1 --arg=1:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=FPTOUI
// FPTOUI: [[#@LINE+3]]:8: error: after the pipeline, the value of 'arith.fptoui' (out of range) is poison and reaches a store
func.func @fptoui(%a: f32, %b: f32) {
  %m = memref.alloca() : memref<f32>
  %t = arith.fptoui %a : f32 to i8
  %r = arith.uitofp %t : i8 to f32
  memref.store %r, %m[] : memref<f32>
  return
}

//===----------------------------------------------------------------------===//
// All of them, with the last operands that are right
//===----------------------------------------------------------------------===//

// RUN: sed -e 's@^//RIGHT @@' %s | layout-check - --load-pass-plugin=%test_plugin --entry=nothing \
// RUN:   --pipeline="builtin.module(test-layout-substitute{name=nothing by=right})" | FileCheck %s --check-prefix=AGREES
// AGREES: 4 runs agree (2 data sets x 2 poison patterns)
func.func @nothing() {
  return
}
//RIGHT func.func @right() {
//RIGHT   %addi_nsw_a = arith.constant 126 : i8
//RIGHT   %addi_nsw_b = arith.constant 1 : i8
//RIGHT   func.call @addi_nsw(%addi_nsw_a, %addi_nsw_b) : (i8, i8) -> ()
//RIGHT   %addi_nuw_a = arith.constant -2 : i8
//RIGHT   %addi_nuw_b = arith.constant 1 : i8
//RIGHT   func.call @addi_nuw(%addi_nuw_a, %addi_nuw_b) : (i8, i8) -> ()
//RIGHT   %subi_nsw_a = arith.constant -127 : i8
//RIGHT   %subi_nsw_b = arith.constant 1 : i8
//RIGHT   func.call @subi_nsw(%subi_nsw_a, %subi_nsw_b) : (i8, i8) -> ()
//RIGHT   %subi_nuw_a = arith.constant 1 : i8
//RIGHT   %subi_nuw_b = arith.constant 1 : i8
//RIGHT   func.call @subi_nuw(%subi_nuw_a, %subi_nuw_b) : (i8, i8) -> ()
//RIGHT   %muli_nsw_a = arith.constant -64 : i8
//RIGHT   %muli_nsw_b = arith.constant 2 : i8
//RIGHT   func.call @muli_nsw(%muli_nsw_a, %muli_nsw_b) : (i8, i8) -> ()
//RIGHT   %muli_nuw_a = arith.constant 127 : i8
//RIGHT   %muli_nuw_b = arith.constant 2 : i8
//RIGHT   func.call @muli_nuw(%muli_nuw_a, %muli_nuw_b) : (i8, i8) -> ()
//RIGHT   %muli_wide_a = arith.constant 9223372036854775807 : i129
//RIGHT   %muli_wide_b = arith.constant 9223372036854775807 : i129
//RIGHT   func.call @muli_wide(%muli_wide_a, %muli_wide_b) : (i129, i129) -> ()
//RIGHT   %addi_index_a = arith.constant 9223372036854775806 : index
//RIGHT   %addi_index_b = arith.constant 1 : index
//RIGHT   func.call @addi_index(%addi_index_a, %addi_index_b) : (index, index) -> ()
//RIGHT   %muli_index_a = arith.constant 4611686018427387903 : index
//RIGHT   %muli_index_b = arith.constant 2 : index
//RIGHT   func.call @muli_index(%muli_index_a, %muli_index_b) : (index, index) -> ()
//RIGHT   %shli_nsw_a = arith.constant 63 : i8
//RIGHT   %shli_nsw_b = arith.constant 1 : i8
//RIGHT   func.call @shli_nsw(%shli_nsw_a, %shli_nsw_b) : (i8, i8) -> ()
//RIGHT   %shli_nuw_a = arith.constant 64 : i8
//RIGHT   %shli_nuw_b = arith.constant 1 : i8
//RIGHT   func.call @shli_nuw(%shli_nuw_a, %shli_nuw_b) : (i8, i8) -> ()
//RIGHT   %shli_far_a = arith.constant 1 : i8
//RIGHT   %shli_far_b = arith.constant 7 : i8
//RIGHT   func.call @shli_far(%shli_far_a, %shli_far_b) : (i8, i8) -> ()
//RIGHT   %shrui_far_a = arith.constant true
//RIGHT   %shrui_far_b = arith.constant false
//RIGHT   func.call @shrui_far(%shrui_far_a, %shrui_far_b) : (i1, i1) -> ()
//RIGHT   %shrsi_far_a = arith.constant 1 : i65
//RIGHT   %shrsi_far_b = arith.constant 64 : i65
//RIGHT   func.call @shrsi_far(%shrsi_far_a, %shrsi_far_b) : (i65, i65) -> ()
//RIGHT   %shrui_exact_a = arith.constant 6 : i8
//RIGHT   %shrui_exact_b = arith.constant 1 : i8
//RIGHT   func.call @shrui_exact(%shrui_exact_a, %shrui_exact_b) : (i8, i8) -> ()
//RIGHT   %shrsi_exact_a = arith.constant -4 : i8
//RIGHT   %shrsi_exact_b = arith.constant 2 : i8
//RIGHT   func.call @shrsi_exact(%shrsi_exact_a, %shrsi_exact_b) : (i8, i8) -> ()
//RIGHT   %divui_exact_a = arith.constant 6 : i8
//RIGHT   %divui_exact_b = arith.constant 3 : i8
//RIGHT   func.call @divui_exact(%divui_exact_a, %divui_exact_b) : (i8, i8) -> ()
//RIGHT   %divsi_exact_a = arith.constant -6 : i8
//RIGHT   %divsi_exact_b = arith.constant 3 : i8
//RIGHT   func.call @divsi_exact(%divsi_exact_a, %divsi_exact_b) : (i8, i8) -> ()
//RIGHT   %trunci_nsw_a = arith.constant -8 : i9
//RIGHT   %trunci_nsw_b = arith.constant 0 : i9
//RIGHT   func.call @trunci_nsw(%trunci_nsw_a, %trunci_nsw_b) : (i9, i9) -> ()
//RIGHT   %trunci_nuw_a = arith.constant 15 : i9
//RIGHT   %trunci_nuw_b = arith.constant 0 : i9
//RIGHT   func.call @trunci_nuw(%trunci_nuw_a, %trunci_nuw_b) : (i9, i9) -> ()
//RIGHT   %index_shl_a = arith.constant 1 : index
//RIGHT   %index_shl_b = arith.constant 63 : index
//RIGHT   func.call @index_shl(%index_shl_a, %index_shl_b) : (index, index) -> ()
//RIGHT   %llvm_add_a = arith.constant -2147483648 : i32
//RIGHT   %llvm_add_b = arith.constant 0 : i32
//RIGHT   func.call @llvm_add(%llvm_add_a, %llvm_add_b) : (i32, i32) -> ()
//RIGHT   %llvm_udiv_a = arith.constant 6 : i32
//RIGHT   %llvm_udiv_b = arith.constant 3 : i32
//RIGHT   func.call @llvm_udiv(%llvm_udiv_a, %llvm_udiv_b) : (i32, i32) -> ()
//RIGHT   %llvm_or_a = arith.constant 5 : i32
//RIGHT   %llvm_or_b = arith.constant 10 : i32
//RIGHT   func.call @llvm_or(%llvm_or_a, %llvm_or_b) : (i32, i32) -> ()
//RIGHT   %llvm_zext_a = arith.constant 5 : i32
//RIGHT   %llvm_zext_b = arith.constant 0 : i32
//RIGHT   func.call @llvm_zext(%llvm_zext_a, %llvm_zext_b) : (i32, i32) -> ()
//RIGHT   %llvm_uitofp_a = arith.constant 5 : i32
//RIGHT   %llvm_uitofp_b = arith.constant 0 : i32
//RIGHT   func.call @llvm_uitofp(%llvm_uitofp_a, %llvm_uitofp_b) : (i32, i32) -> ()
//RIGHT   %addf_nnan_a = arith.constant 0x7F800000 : f32
//RIGHT   %addf_nnan_b = arith.constant 1.0 : f32
//RIGHT   func.call @addf_nnan(%addf_nnan_a, %addf_nnan_b) : (f32, f32) -> ()
//RIGHT   %mulf_ninf_a = arith.constant 0x7FC00000 : f32
//RIGHT   %mulf_ninf_b = arith.constant 1.0 : f32
//RIGHT   func.call @mulf_ninf(%mulf_ninf_a, %mulf_ninf_b) : (f32, f32) -> ()
//RIGHT   %mulf_bf16_a = arith.constant 2.0 : bf16
//RIGHT   %mulf_bf16_b = arith.constant 2.0 : bf16
//RIGHT   func.call @mulf_bf16(%mulf_bf16_a, %mulf_bf16_b) : (bf16, bf16) -> ()
//RIGHT   %negf_f16_a = arith.constant 0x7C00 : f16
//RIGHT   %negf_f16_b = arith.constant 0.0 : f16
//RIGHT   func.call @negf_f16(%negf_f16_a, %negf_f16_b) : (f16, f16) -> ()
//RIGHT   %max_f64_a = arith.constant 1.0 : f64
//RIGHT   %max_f64_b = arith.constant 2.0 : f64
//RIGHT   func.call @max_f64(%max_f64_a, %max_f64_b) : (f64, f64) -> ()
//RIGHT   %sqrt_a = arith.constant 4.0 : f32
//RIGHT   %sqrt_b = arith.constant 0.0 : f32
//RIGHT   func.call @sqrt(%sqrt_a, %sqrt_b) : (f32, f32) -> ()
//RIGHT   %atan2_a = arith.constant 1.0 : f32
//RIGHT   %atan2_b = arith.constant 2.0 : f32
//RIGHT   func.call @atan2(%atan2_a, %atan2_b) : (f32, f32) -> ()
//RIGHT   %truncf_a = arith.constant 65504.0 : f64
//RIGHT   %truncf_b = arith.constant 0.0 : f64
//RIGHT   func.call @truncf(%truncf_a, %truncf_b) : (f64, f64) -> ()
//RIGHT   %cmpf_a = arith.constant 1.0 : f32
//RIGHT   %cmpf_b = arith.constant 2.0 : f32
//RIGHT   func.call @cmpf(%cmpf_a, %cmpf_b) : (f32, f32) -> ()
//RIGHT   %llvm_fadd_a = arith.constant 1.0 : f32
//RIGHT   %llvm_fadd_b = arith.constant 2.0 : f32
//RIGHT   func.call @llvm_fadd(%llvm_fadd_a, %llvm_fadd_b) : (f32, f32) -> ()
//RIGHT   %complex_a = arith.constant 1.0 : f32
//RIGHT   %complex_b = arith.constant 2.0 : f32
//RIGHT   func.call @complex(%complex_a, %complex_b) : (f32, f32) -> ()
//RIGHT   %fptosi_a = arith.constant -128.9 : f32
//RIGHT   %fptosi_b = arith.constant 0.0 : f32
//RIGHT   func.call @fptosi(%fptosi_a, %fptosi_b) : (f32, f32) -> ()
//RIGHT   %fptosi_nan_a = arith.constant 127.9 : f32
//RIGHT   %fptosi_nan_b = arith.constant 0.0 : f32
//RIGHT   func.call @fptosi_nan(%fptosi_nan_a, %fptosi_nan_b) : (f32, f32) -> ()
//RIGHT   %fptosi_wide_a = arith.constant 65504.0 : f16
//RIGHT   %fptosi_wide_b = arith.constant 0.0 : f16
//RIGHT   func.call @fptosi_wide(%fptosi_wide_a, %fptosi_wide_b) : (f16, f16) -> ()
//RIGHT   %fptosi_i32_a = arith.constant -2147483648.0 : f32
//RIGHT   %fptosi_i32_b = arith.constant 0.0 : f32
//RIGHT   func.call @fptosi_i32(%fptosi_i32_a, %fptosi_i32_b) : (f32, f32) -> ()
//RIGHT   %fptoui_a = arith.constant -0.9 : f32
//RIGHT   %fptoui_b = arith.constant 0.0 : f32
//RIGHT   func.call @fptoui(%fptoui_a, %fptoui_b) : (f32, f32) -> ()
//RIGHT   return
//RIGHT }
