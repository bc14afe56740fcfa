// Dot products are those of the processor, on registers of the length that the module states.
// RUN: layout-opt %s --split-input-file --layout-set-target=target=znver4 | FileCheck %s
// RUN: not layout-opt %s --split-input-file --layout-set-target=target=armv9-a+sve=512 2>&1 | FileCheck %s --check-prefix=SVE
// RUN: layout-opt %s --split-input-file --layout-set-target=target=znver5 | FileCheck %s --check-prefix=ZEN5
// RUN: not layout-opt %s --split-input-file --layout-set-target=target=x86-64-v3 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

// Zen 4 has that of AVX-512, and not that of AVX-VNNI.
// CHECK-NOT: vpdpbusd
// CHECK:     func private @short
// Nor are registers of SVE longer or shorter than they are: 256 bits are two of NEON.
// SVE-NOT: layout.sdot
// SVE-NOT: "layout.multiplies_by_element" = 2
// SVE:     func private @short
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64>>} {
  func.func private @short()
}

// -----

// Zen 5 has vdpbf16ps as fast as a multiply-add, and units that flip bytes beside dot products.
// ZEN5-LABEL: func private @short
// ZEN5-DAG: "layout.vdpbf16ps" = 1
// ZEN5-DAG: "layout.bitwise_per_multiply_add" = 2
// ZEN5: func private @stated
// CHECK: "layout.vpdpbusd" = 2
// CHECK: func private @stated
// ERROR: error: 'builtin.module' op states the instruction layout.vpdpbusd, and target "x86-64-v3" does not have what it needs for 512 bits (+avx512vnni,+avx512vl); remove the entry, or name a processor that has it
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.vpdpbusd" = 2 : i64>>} {
  func.func private @stated()
}
