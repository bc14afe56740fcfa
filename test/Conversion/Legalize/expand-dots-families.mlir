// Dot products of other families, and of what else x86 has: only assembled there.
//
// DEFINE: %{target} = cortex-a76
// DEFINE: %{text} = layout-opt %s --layout-set-target=target=%{target} --layout-legalize=only=vectors --canonicalize
// DEFINE: %{code} = layout-opt %s --layout-set-target=target=%{target} --layout-legalize=only=vectors --layout-to-llvm --layout-attach-target=target=%{target} | mlir-translate-22 --mlir-to-llvmir | llc-22 -O3 -o -
// RUN: %{text} | FileCheck %s --check-prefix=NEON
// RUN: %{code} | FileCheck %s --check-prefix=NEON-CODE
// REDEFINE: %{target} = neoverse-v1+sve=256
// RUN: %{text} | FileCheck %s --check-prefix=SVE
// RUN: %{code} | FileCheck %s --check-prefix=SVE-CODE
// REDEFINE: %{target} = rv64gcv+zvl256b+zvqdotq
// RUN: %{text} | FileCheck %s --check-prefix=RVV
// RUN: %{code} | FileCheck %s --check-prefix=RVV-CODE
// REDEFINE: %{target} = x86-64-v3+avxvnniint8+avxvnni
// RUN: %{text} | FileCheck %s --check-prefix=INT8
// RUN: %{code} | FileCheck %s --check-prefix=INT8-CODE
// REDEFINE: %{target} = armv8.6-a
// RUN: %{code} | FileCheck %s --check-prefix=V86-CODE
// REDEFINE: %{target} = cortex-a72
// RUN: %{text} | FileCheck %s --check-prefix=WITHOUT

// NEON-LABEL: func.func @signed
// NEON-SAME: "+dotprod"
// NEON-COUNT-2: llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"({{.*}}) : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
// NEON-CODE-LABEL: signed:
// NEON-CODE-COUNT-2: sdot v{{[0-9]+}}.4s
// SVE-LABEL: func.func @signed
// SVE: vector.scalable.insert %{{.*}}, %{{.*}}[0] : vector<8xi32> into vector<[4]xi32>
// SVE: llvm.call_intrinsic "llvm.aarch64.sve.sdot.nxv4i32"
// SVE: vector.scalable.extract %{{.*}}[0] : vector<8xi32> from vector<[4]xi32>
// SVE-CODE-LABEL: signed:
// SVE-CODE: sdot z{{[0-9]+}}.s
// RVV-LABEL: func.func @signed
// RVV: llvm.call_intrinsic "llvm.riscv.vqdot.nxv2i32.nxv8i8.i64"({{.*}}) : (vector<[2]xi32>, vector<[8]xi8>, vector<[8]xi8>, i64, i64) -> vector<[2]xi32>
// RVV-CODE-LABEL: signed:
// RVV-CODE: vqdot.vv
// INT8-LABEL: func.func @signed
// INT8-SAME: "+avxvnniint8"
// INT8: "llvm.x86.avx2.vpdpbssd.256"
// INT8-CODE-LABEL: signed:
// INT8-CODE: vpdpbssd
// WITHOUT-NOT: call_intrinsic
func.func @signed(%s: memref<8xi32>, %a: memref<32xi8>, %b: memref<32xi8>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<8xi32>, vector<8xi32>
  %1 = vector.load %a[%c0] : memref<32xi8>, vector<32xi8>
  %2 = vector.load %b[%c0] : memref<32xi8>, vector<32xi8>
  %r = layout.dot %0, signed %1, signed %2 : vector<8xi32>, vector<32xi8>
  vector.store %r, %s[%c0] : memref<8xi32>, vector<8xi32>
  return
}

// NEON-LABEL: func.func @unsigned
// NEON-COUNT-2: "llvm.aarch64.neon.udot.v4i32.v16i8"
// SVE-LABEL: func.func @unsigned
// SVE: "llvm.aarch64.sve.udot.nxv4i32"
// RVV-LABEL: func.func @unsigned
// RVV: "llvm.riscv.vqdotu.nxv2i32.nxv8i8.i64"
// NEON-CODE-LABEL: unsigned:
// NEON-CODE: udot v{{[0-9]+}}.4s
// SVE-CODE-LABEL: unsigned:
// SVE-CODE: udot z{{[0-9]+}}.s
// INT8-CODE-LABEL: unsigned:
// INT8-CODE: vpdpbuud
// RVV-CODE-LABEL: unsigned:
// RVV-CODE: vqdotu.vv
// INT8-LABEL: func.func @unsigned
// INT8: "llvm.x86.avx2.vpdpbuud.256"
func.func @unsigned(%s: vector<8xi32>, %a: vector<32xi8>, %b: vector<32xi8>) -> vector<8xi32> {
  %r = layout.dot %s, %a, %b : vector<8xi32>, vector<32xi8>
  return %r : vector<8xi32>
}

// The byte without a sign is the first one, but on RISC-V.
// NEON-LABEL: func.func @mixed
// NEON-NOT: call_intrinsic
// SVE-LABEL: func.func @mixed
// SVE-SAME: %[[S:.*]]: vector<8xi32>, %[[A:.*]]: vector<32xi8>, %[[B:.*]]: vector<32xi8>
// SVE: %[[X:.*]] = vector.scalable.insert %[[B]]
// SVE: %[[Y:.*]] = vector.scalable.insert %[[A]]
// SVE: "llvm.aarch64.sve.usdot.nxv4i32"(%{{.*}}, %[[X]], %[[Y]])
// RVV-LABEL: func.func @mixed
// RVV-SAME: %[[S:.*]]: vector<8xi32>, %[[A:.*]]: vector<32xi8>, %[[B:.*]]: vector<32xi8>
// RVV: %[[X:.*]] = vector.scalable.insert %[[A]]
// RVV: %[[Y:.*]] = vector.scalable.insert %[[B]]
// RVV: "llvm.riscv.vqdotsu.nxv2i32.nxv8i8.i64"(%{{.*}}, %[[X]], %[[Y]], %c8_i64, %c3_i64)
// INT8-LABEL: func.func @mixed
// INT8-SAME: %[[S:.*]]: vector<8xi32>, %[[A:.*]]: vector<32xi8>, %[[B:.*]]: vector<32xi8>
// INT8: "llvm.x86.avx512.vpdpbusd.256"(%[[S]], %[[B]], %[[A]])
// SVE-CODE-LABEL: mixed:
// SVE-CODE: usdot z{{[0-9]+}}.s
// RVV-CODE-LABEL: mixed:
// RVV-CODE: vqdotsu.vv
// INT8-CODE-LABEL: mixed:
// INT8-CODE: vpdpbusd
// V86-CODE-LABEL: mixed:
// V86-CODE: usdot v{{[0-9]+}}.4s
func.func @mixed(%s: vector<8xi32>, %a: vector<32xi8>, %b: vector<32xi8>) -> vector<8xi32> {
  %r = layout.dot %s, signed %a, %b : vector<8xi32>, vector<32xi8>
  return %r : vector<8xi32>
}

// NEON-LABEL: func.func @floats
// NEON: %[[L:.*]] = arith.extf %{{.*}} : vector<32xbf16> to vector<32xf32>
// NEON: arith.mulf %[[L]], %{{.*}} fastmath<contract>
// NEON-COUNT-2: arith.addf {{.*}} : vector<16xf32>
// SVE-LABEL: func.func @floats
// SVE-COUNT-2: "llvm.aarch64.sve.bfdot"({{.*}}) : (vector<[4]xf32>, vector<[8]xbf16>, vector<[8]xbf16>) -> vector<[4]xf32>
// SVE-CODE-LABEL: floats:
// SVE-CODE-COUNT-2: bfdot z{{[0-9]+}}.s
// V86-CODE-LABEL: floats:
// V86-CODE-COUNT-4: bfdot v{{[0-9]+}}.4s
func.func @floats(%s: memref<16xf32>, %a: memref<32xbf16>, %b: memref<32xbf16>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<16xf32>, vector<16xf32>
  %1 = vector.load %a[%c0] : memref<32xbf16>, vector<32xbf16>
  %2 = vector.load %b[%c0] : memref<32xbf16>, vector<32xbf16>
  %r = layout.dot %0, %1, %2 : vector<16xf32>, vector<32xbf16>
  vector.store %r, %s[%c0] : memref<16xf32>, vector<16xf32>
  return
}

// One of four groups is the factor of all lanes: by element on AArch64, a number on RISC-V.
// NEON-CODE-LABEL: element:
// NEON-CODE-COUNT-2: sdot v{{[0-9]+}}.4s, v{{[0-9]+}}.16b, v{{[0-9]+}}.4b[2]
// SVE-LABEL: func.func @element
// SVE: %[[Q:.*]] = llvm.call_intrinsic "llvm.aarch64.sve.dupq.lane.nxv4i32"({{.*}}) : (vector<[4]xi32>, i64) -> vector<[4]xi32>
// SVE: %[[G:.*]] = vector.bitcast %[[Q]] : vector<[4]xi32> to vector<[16]xi8>
// SVE: llvm.call_intrinsic "llvm.aarch64.sve.sdot.lane.nxv4i32"(%{{.*}}, %{{.*}}, %[[G]], %c2_i32)
// SVE-CODE-LABEL: element:
// SVE-CODE: sdot z{{[0-9]+}}.s, z{{[0-9]+}}.b, z{{[0-7]}}.b[2]
// RVV-CODE-LABEL: element:
// RVV: %[[P:.*]] = llvm.call_intrinsic "llvm.riscv.vslidedown.nxv1i64.i64"
// RVV: %[[N:.*]] = llvm.call_intrinsic "llvm.riscv.vmv.x.s.nxv1i64"(%[[P]])
// RVV: "llvm.riscv.vqdot.nxv2i32.nxv8i8.i64.i64"(%{{.*}}, %{{.*}}, %[[N]], %c8_i64, %c3_i64)
// RVV-CODE-NOT: lb
// RVV-CODE: vle8.v
// RVV-CODE: vslidedown.vi
// RVV-CODE: vmv.x.s
// RVV-CODE: vqdot.vx
func.func @element(%s: memref<8xi32>, %a: memref<16xi8>, %b: memref<32xi8>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<8xi32>, vector<8xi32>
  %1 = vector.load %a[%c0] : memref<16xi8>, vector<16xi8>
  %2 = vector.load %b[%c0] : memref<32xi8>, vector<32xi8>
  %3 = vector.bitcast %1 : vector<16xi8> to vector<4xi32>
  %4 = vector.extract %3[2] : i32 from vector<4xi32>
  %5 = vector.broadcast %4 : i32 to vector<8xi32>
  %6 = vector.bitcast %5 : vector<8xi32> to vector<32xi8>
  %r = layout.dot %0, signed %2, signed %6 : vector<8xi32>, vector<32xi8>
  vector.store %r, %s[%c0] : memref<8xi32>, vector<8xi32>
  return
}

// The same as the first factor: it becomes the second one, which alone may be an element.
// NEON-CODE-LABEL: first_element:
// NEON-CODE-COUNT-2: sdot v{{[0-9]+}}.4s, v{{[0-9]+}}.16b, v{{[0-9]+}}.4b[3]
// SVE-CODE-LABEL: first_element:
// SVE-CODE: sdot z{{[0-9]+}}.s, z{{[0-9]+}}.b, z{{[0-7]}}.b[3]
// RVV-CODE-LABEL: first_element:
// RVV-CODE: srli
// RVV-CODE: vqdot.vx
func.func @first_element(%s: memref<8xi32>, %a: memref<16xi8>, %b: memref<32xi8>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<8xi32>, vector<8xi32>
  %1 = vector.load %a[%c0] : memref<16xi8>, vector<16xi8>
  %2 = vector.load %b[%c0] : memref<32xi8>, vector<32xi8>
  %3 = vector.bitcast %1 : vector<16xi8> to vector<4xi32>
  %4 = vector.extract %3[3] : i32 from vector<4xi32>
  %5 = vector.broadcast %4 : i32 to vector<8xi32>
  %6 = vector.bitcast %5 : vector<8xi32> to vector<32xi8>
  %r = layout.dot %0, signed %6, signed %2 : vector<8xi32>, vector<32xi8>
  vector.store %r, %s[%c0] : memref<8xi32>, vector<8xi32>
  return
}

// Two registers are one operand on RISC-V; a group by itself is a number, too.
// RVV-LABEL: func.func @two_registers
// RVV-NOT: extract_strided_slice
// RVV: "llvm.riscv.vmv.x.s.nxv2i32"
// RVV: "llvm.riscv.vqdotu.nxv4i32.nxv16i8.i64.i64"(%{{.*}}, %{{.*}}, %{{.*}}, %c16_i64, %c3_i64) : (vector<[4]xi32>, vector<[16]xi8>, i64, i64, i64) -> vector<[4]xi32>
// RVV-CODE-LABEL: two_registers:
// RVV-CODE-COUNT-1: vqdotu.vx
// RVV-CODE-NOT: vqdotu
// RVV-CODE: ret
func.func @two_registers(%s: vector<16xi32>, %a: memref<4xi8>, %b: memref<64xi8>) -> vector<16xi32> {
  %c0 = arith.constant 0 : index
  %1 = vector.load %a[%c0] : memref<4xi8>, vector<4xi8>
  %2 = vector.load %b[%c0] : memref<64xi8>, vector<64xi8>
  %3 = vector.bitcast %1 : vector<4xi8> to vector<1xi32>
  %4 = vector.extract %3[0] : i32 from vector<1xi32>
  %5 = vector.broadcast %4 : i32 to vector<16xi32>
  %6 = vector.bitcast %5 : vector<16xi32> to vector<64xi8>
  %r = layout.dot %s, %2, %6 : vector<16xi32>, vector<64xi8>
  return %r : vector<16xi32>
}

// Of mixed signs the element is the second factor of either instruction.
// SVE-CODE-LABEL: mixed_elements:
// SVE-CODE-DAG: usdot z{{[0-9]+}}.s, z{{[0-9]+}}.b, z{{[0-7]}}.b[1]
// SVE-CODE-DAG: sudot z{{[0-9]+}}.s, z{{[0-9]+}}.b, z{{[0-7]}}.b[3]
// RVV-CODE-LABEL: mixed_elements:
// RVV-CODE: vqdotus.vx
// RVV-CODE: vqdotsu.vx
func.func @mixed_elements(%s: vector<8xi32>, %a: vector<4xi32>, %b: vector<32xi8>) -> vector<8xi32> {
  %0 = vector.extract %a[1] : i32 from vector<4xi32>
  %1 = vector.broadcast %0 : i32 to vector<8xi32>
  %2 = vector.bitcast %1 : vector<8xi32> to vector<32xi8>
  %3 = layout.dot %s, signed %2, %b : vector<8xi32>, vector<32xi8>
  %4 = vector.extract %a[3] : i32 from vector<4xi32>
  %5 = vector.broadcast %4 : i32 to vector<8xi32>
  %6 = vector.bitcast %5 : vector<8xi32> to vector<32xi8>
  %r = layout.dot %3, %6, signed %b : vector<8xi32>, vector<32xi8>
  return %r : vector<8xi32>
}

// LLVM finds the form by element of floats where the register of the element is one of bf16: a loaded one is
// kept so.
// V86-CODE-LABEL: float_elements:
// V86-CODE-NOT: dup
// V86-CODE-COUNT-2: bfdot v{{[0-9]+}}.4s, v{{[0-9]+}}.8h, v{{[0-9]+}}.2h[1]
// V86-CODE-COUNT-2: bfdot v{{[0-9]+}}.4s, v{{[0-9]+}}.8h, v{{[0-9]+}}.2h[2]
// V86-CODE-NOT: dup
// V86-CODE: ret
// SVE-CODE-LABEL: float_elements:
// SVE-CODE: bfdot z{{[0-9]+}}.s, z{{[0-9]+}}.h, z{{[0-7]}}.h[1]
func.func @float_elements(%s: memref<8xf32>, %a: memref<8xbf16>, %b: memref<16xbf16>) {
  %c0 = arith.constant 0 : index
  %0 = vector.load %s[%c0] : memref<8xf32>, vector<8xf32>
  %1 = vector.load %a[%c0] : memref<8xbf16>, vector<8xbf16>
  %2 = vector.load %b[%c0] : memref<16xbf16>, vector<16xbf16>
  %3 = vector.bitcast %1 : vector<8xbf16> to vector<4xi32>
  %4 = vector.extract %3[1] : i32 from vector<4xi32>
  %5 = vector.broadcast %4 : i32 to vector<8xi32>
  %6 = vector.bitcast %5 : vector<8xi32> to vector<16xbf16>
  %7 = layout.dot %0, %2, %6 : vector<8xf32>, vector<16xbf16>
  %8 = vector.extract %3[2] : i32 from vector<4xi32>
  %9 = vector.broadcast %8 : i32 to vector<8xi32>
  %10 = vector.bitcast %9 : vector<8xi32> to vector<16xbf16>
  %r = layout.dot %7, %10, %2 : vector<8xf32>, vector<16xbf16>
  vector.store %r, %s[%c0] : memref<8xf32>, vector<8xf32>
  return
}
