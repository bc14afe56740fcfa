// Products by a number that all lanes share: by an element of a register of SVE, and by a bf16 of
// RISC-V. LLVM finds such instructions by itself for NEON, and for other numbers of RISC-V.
// DEFINE: %{target} = neoverse-v1+sve=256
// DEFINE: %{registers} = -mattr=+sve
// DEFINE: %{text} = layout-opt %s --layout-set-target=target=%{target} --layout-legalize=only=vectors --canonicalize
// DEFINE: %{code} = layout-opt %s --layout-set-target=target=%{target} --layout-legalize=only=vectors --layout-to-llvm --layout-attach-target=target=%{target} | mlir-translate-22 --mlir-to-llvmir | opt-22 -O1 -S | llc-22 -O3 %{registers} -o -
// RUN: %{text} | FileCheck %s --check-prefix=SVE
// RUN: %{code} | FileCheck %s --check-prefix=SVE-CODE
// REDEFINE: %{target} = rv64gcv+zvl128b+zvfbfwma
// REDEFINE: %{registers} = -mattr=+d
// RUN: %{text} | FileCheck %s --check-prefix=RVV
// RUN: %{code} | FileCheck %s --check-prefix=RVV-CODE
// REDEFINE: %{target} = rv64gcv
// RUN: %{text} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{target} = cortex-a76
// RUN: %{text} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{target} = x86-64-v4
// RUN: %{text} | FileCheck %s --check-prefix=NONE
// RUN: layout-opt %s --layout-set-target=target=neoverse-v1+sve=256 "--layout-legalize=only=vectors dot-instructions=false" | FileCheck %s --check-prefix=NONE
// NONE-NOT: call_intrinsic

// Two registers of sums.
// SVE-LABEL: func.func @fused
// SVE-SAME: "+sve"
// SVE: %[[ROW:.*]] = vector.scalable.insert %{{.*}}, %{{.*}}[0] : vector<4xf32> into vector<[4]xf32>
// SVE: %[[ROWS:.*]] = llvm.call_intrinsic "llvm.aarch64.sve.dupq.lane.nxv4f32"(%[[ROW]], %{{.*}})
// SVE: llvm.call_intrinsic "llvm.aarch64.sve.fmla.lane.nxv4f32"(%{{.*}}, %{{.*}}, %[[ROWS]], %c2_i32) : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xf32>, i32) -> vector<[4]xf32>
// SVE: llvm.call_intrinsic "llvm.aarch64.sve.fmla.lane.nxv4f32"
// SVE-NOT: arith.
// SVE: return
// SVE-CODE-LABEL: fused:
// SVE-CODE: ld1rqw
// SVE-CODE-COUNT-2: fmla z{{[0-9]+}}.s, z{{[0-9]+}}.s, z{{[0-7]}}.s[2]
// SVE-CODE: ret
func.func @fused(%s: memref<16xf32>, %a: memref<4xf32>, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<16xf32>, vector<16xf32>
  %1 = vector.load %a[%c0] : memref<4xf32>, vector<4xf32>
  %2 = vector.load %b[%c0] : memref<16xf32>, vector<16xf32>
  %3 = vector.extract %1[2] : f32 from vector<4xf32>
  %4 = vector.broadcast %3 : f32 to vector<16xf32>
  %5 = arith.mulf %4, %2 fastmath<contract> : vector<16xf32>
  %6 = arith.addf %0, %5 fastmath<contract> : vector<16xf32>
  vector.store %6, %s[%c0] : memref<16xf32>, vector<16xf32>
  return
}

// SVE-LABEL: func.func @subtracted
// SVE: "llvm.aarch64.sve.fmls.lane.nxv8f16"({{.*}}, %c7_i32)
// SVE-CODE-LABEL: subtracted:
// SVE-CODE: ld1rqh
// SVE-CODE: fmls z{{[0-9]+}}.h, z{{[0-9]+}}.h, z{{[0-7]}}.h[7]
func.func @subtracted(%s: memref<16xf16>, %a: memref<8xf16>, %b: memref<16xf16>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<16xf16>, vector<16xf16>
  %1 = vector.load %a[%c0] : memref<8xf16>, vector<8xf16>
  %2 = vector.load %b[%c0] : memref<16xf16>, vector<16xf16>
  %3 = vector.extract %1[7] : f16 from vector<8xf16>
  %4 = vector.broadcast %3 : f16 to vector<16xf16>
  %5 = arith.mulf %2, %4 fastmath<contract> : vector<16xf16>
  %6 = arith.subf %0, %5 fastmath<contract> : vector<16xf16>
  vector.store %6, %s[%c0] : memref<16xf16>, vector<16xf16>
  return
}

// What is subtracted from a product is no sum of it.
// SVE-LABEL: func.func @subtracted_from
// SVE: %[[P:.*]] = llvm.call_intrinsic "llvm.aarch64.sve.fmul.lane.nxv2f64"
// SVE: arith.subf
func.func @subtracted_from(%s: vector<4xf64>, %a: vector<2xf64>, %b: vector<4xf64>) -> vector<4xf64> {
  %0 = vector.extract %a[1] : f64 from vector<2xf64>
  %1 = vector.broadcast %0 : f64 to vector<4xf64>
  %2 = arith.mulf %b, %1 fastmath<contract> : vector<4xf64>
  %3 = arith.subf %2, %s fastmath<contract> : vector<4xf64>
  return %3 : vector<4xf64>
}

// Each op must round where one of them does not say that it may be contracted.
// SVE-LABEL: func.func @rounded
// SVE-COUNT-2: "llvm.aarch64.sve.fmul.lane.nxv2f64"(%{{.*}}, %{{.*}}, %c1_i32) : (vector<[2]xf64>, vector<[2]xf64>, i32)
// SVE: arith.addf {{.*}} fastmath<contract> : vector<8xf64>
// SVE: "llvm.aarch64.sve.fmul.lane.nxv2f64"
// SVE: arith.addf {{.*}} : vector<8xf64>
// SVE-CODE-LABEL: rounded:
// SVE-CODE: fmul z{{[0-9]+}}.d, z{{[0-9]+}}.d, z{{[0-9]|1[0-5]}}.d[1]
func.func @rounded(%s: memref<8xf64>, %a: memref<2xf64>, %b: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<8xf64>, vector<8xf64>
  %1 = vector.load %a[%c0] : memref<2xf64>, vector<2xf64>
  %2 = vector.load %b[%c0] : memref<8xf64>, vector<8xf64>
  %3 = vector.extract %1[1] : f64 from vector<2xf64>
  %4 = vector.broadcast %3 : f64 to vector<8xf64>
  %5 = arith.mulf %2, %4 : vector<8xf64>
  %6 = arith.addf %0, %5 fastmath<contract> : vector<8xf64>
  %7 = arith.mulf %6, %4 fastmath<contract> : vector<8xf64>
  %8 = arith.addf %0, %7 : vector<8xf64>
  vector.store %8, %s[%c0] : memref<8xf64>, vector<8xf64>
  return
}

// Ops that are fused already.
// SVE-LABEL: func.func @fma
// SVE-COUNT-2: "llvm.aarch64.sve.fmla.lane.nxv4f32"
// SVE-NOT: fma %
// SVE: return
func.func @fma(%s: vector<8xf32>, %a: vector<4xf32>, %b: vector<8xf32>) -> vector<8xf32> {
  %0 = vector.extract %a[0] : f32 from vector<4xf32>
  %1 = vector.broadcast %0 : f32 to vector<8xf32>
  %2 = vector.fma %1, %b, %s : vector<8xf32>
  %3 = math.fma %b, %1, %2 : vector<8xf32>
  return %3 : vector<8xf32>
}

// A product with two uses, a number that is no element of 128 bits, a register of NEON, and two
// numbers.
// SVE-LABEL: func.func @others
// SVE: "llvm.aarch64.sve.fmul.lane.nxv4f32"
// SVE-NOT: call_intrinsic
// SVE: return
func.func @others(%s: vector<8xf32>, %a: vector<4xf32>, %b: vector<8xf32>, %c: vector<2xf32>, %d: vector<4xf32>)
    -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<4xf32>, vector<8xf32>) {
  %0 = vector.extract %a[0] : f32 from vector<4xf32>
  %1 = vector.broadcast %0 : f32 to vector<8xf32>
  %2 = arith.mulf %1, %b fastmath<contract> : vector<8xf32>
  %3 = arith.addf %2, %s fastmath<contract> : vector<8xf32>
  %4 = vector.extract %c[0] : f32 from vector<2xf32>
  %5 = vector.broadcast %4 : f32 to vector<8xf32>
  %6 = arith.mulf %5, %b fastmath<contract> : vector<8xf32>
  %7 = vector.broadcast %0 : f32 to vector<4xf32>
  %8 = arith.mulf %7, %d fastmath<contract> : vector<4xf32>
  %9 = arith.mulf %5, %1 fastmath<contract> : vector<8xf32>
  return %2, %3, %6, %8, %9 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<4xf32>, vector<8xf32>
}

// A bf16 is the factor of all lanes; the sums are two registers.
// SVE-LABEL: func.func @bf16
// SVE-NOT: call_intrinsic
// SVE: return
// RVV-LABEL: func.func @bf16
// RVV-SAME: "+zvfbfwma"
// RVV: %[[X:.*]] = memref.load
// RVV: %[[S:.*]] = vector.scalable.insert %{{.*}}, %{{.*}}[0] : vector<8xf32> into vector<[4]xf32>
// RVV: %[[B:.*]] = vector.scalable.insert %{{.*}}, %{{.*}}[0] : vector<8xbf16> into vector<[4]xbf16>
// RVV: %[[R:.*]] = llvm.call_intrinsic "llvm.riscv.vfwmaccbf16.nxv4f32.bf16.nxv4bf16.i64"(%[[S]], %[[X]], %[[B]], %c7_i64, %c8_i64, %c3_i64)
// RVV: vector.scalable.extract %[[R]][0] : vector<8xf32> from vector<[4]xf32>
// RVV-CODE-LABEL: bf16:
// RVV-CODE: flh [[X:fa[0-9]+]]
// RVV-CODE: vfwmaccbf16.vf v{{[0-9]+}}, [[X]], v
// RVV-CODE: ret
func.func @bf16(%s: memref<8xf32>, %a: memref<1xbf16>, %b: memref<8xbf16>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<8xf32>, vector<8xf32>
  %1 = memref.load %a[%c0] : memref<1xbf16>
  %2 = vector.load %b[%c0] : memref<8xbf16>, vector<8xbf16>
  %3 = arith.extf %1 : bf16 to f32
  %4 = arith.extf %2 : vector<8xbf16> to vector<8xf32>
  %5 = vector.broadcast %3 : f32 to vector<8xf32>
  %6 = arith.mulf %5, %4 fastmath<contract> : vector<8xf32>
  %7 = arith.addf %0, %6 fastmath<contract> : vector<8xf32>
  vector.store %7, %s[%c0] : memref<8xf32>, vector<8xf32>
  return
}

// Products that must be rounded, or are of f16, or by a number of f32.
// RVV-LABEL: func.func @not_fused
// RVV-NOT: call_intrinsic
// RVV: return
func.func @not_fused(%s: vector<8xf32>, %a: bf16, %b: vector<8xbf16>, %c: f32, %d: vector<8xf16>)
    -> (vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %0 = arith.extf %a : bf16 to f32
  %1 = arith.extf %b : vector<8xbf16> to vector<8xf32>
  %2 = vector.broadcast %0 : f32 to vector<8xf32>
  %3 = arith.mulf %2, %1 : vector<8xf32>
  %4 = arith.addf %s, %3 fastmath<contract> : vector<8xf32>
  %5 = vector.broadcast %c : f32 to vector<8xf32>
  %6 = arith.mulf %5, %1 fastmath<contract> : vector<8xf32>
  %7 = arith.addf %s, %6 fastmath<contract> : vector<8xf32>
  %8 = arith.extf %d : vector<8xf16> to vector<8xf32>
  %9 = arith.mulf %2, %8 fastmath<contract> : vector<8xf32>
  %10 = arith.addf %s, %9 fastmath<contract> : vector<8xf32>
  return %4, %7, %10 : vector<8xf32>, vector<8xf32>, vector<8xf32>
}
