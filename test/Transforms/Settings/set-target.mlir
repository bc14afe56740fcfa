// The target is written where it is missing; what is stated stays.
// RUN: layout-opt %s --split-input-file --layout-set-target=target=default | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-set-target=target=default --layout-set-target=target=x86-64-v4 | sed 's/, "layout.processor" = "x86-64-v4"//' | FileCheck %s

// With a stock mlir-opt, too, and with the flag of layout-opt, whatever the
// pipeline is.
// RUN: %mlir_opt_with_plugin %s --split-input-file --pass-pipeline="builtin.module(layout-set-target{target=default})" | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-target=default | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-target=default --canonicalize | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-target=default --pass-pipeline="builtin.module(layout-optimize{padding=true},func.func(cse))" | FileCheck %s

// Where nothing is read, the flag does nothing.
// RUN: layout-opt --layout-target=default --show-dialects | FileCheck %s --check-prefix=DIALECTS
// DIALECTS: Available Dialects:

// Processors by name.
// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64 2>&1 | FileCheck %s --check-prefixes=NAMED -DBITS=128 -DREGISTERS=16
// RUN: layout-opt %s --split-input-file --layout-set-target=target=sandybridge | FileCheck %s --check-prefixes=NAMED -DBITS=256 -DREGISTERS=16
// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v3 | FileCheck %s --check-prefixes=NAMED -DBITS=256 -DREGISTERS=16
// RUN: layout-opt %s --split-input-file --layout-set-target=target=znver4 | FileCheck %s --check-prefixes=NAMED -DBITS=512 -DREGISTERS=32
// RUN: layout-opt %s --split-input-file --layout-set-target=target=znver4 | FileCheck %s --check-prefix=LOADS
// RUN: layout-opt %s --split-input-file --layout-set-target=target=cortex-a76 | FileCheck %s --check-prefixes=NEON
// RUN: layout-opt %s --split-input-file --layout-set-target=target=neoverse-v1+sve=256 | FileCheck %s --check-prefixes=SVE -DBITS=256
// RUN: layout-opt %s --split-input-file --layout-set-target=target=armv9-a+sve=2048 | FileCheck %s --check-prefixes=SVE -DBITS=2048
// RUN: layout-opt %s --split-input-file --layout-set-target=target=rv64gcv | FileCheck %s --check-prefixes=LONG -DBITS=128
// RUN: layout-opt %s --split-input-file --layout-set-target=target=rv64gcv+zvl256b | FileCheck %s --check-prefixes=LONG -DBITS=256
// RUN: layout-opt %s --split-input-file --layout-set-target=target=rv64gcv+zvfbfwma | FileCheck %s --check-prefixes=BF16
// RUN: layout-opt %s --split-input-file --layout-set-target=target=rv64gcv+zvfh | FileCheck %s --check-prefixes=F16
// LOADS: module @nothing {{.*}}"layout.num_vector_registers" = 32 : i64, "layout.loads_per_cycle" = 1 : i64,
// NEON: module @nothing {{.*}}"max_vector_op_width" = 128 : i64, "layout.num_vector_registers" = 32 : i64, "layout.sdot" = 1 : i64, "layout.udot" = 1 : i64, "layout.multiplies_pairs" = 0 : i64, "layout.multiplies_by_element" = 1 : i64, "L1
// SVE: module @nothing {{.*}}"max_vector_op_width" = [[BITS]] : i64, {{.*}}"layout.multiplies_by_element" = 2 : i64, "L1
// BF16: module @nothing {{.*}}"layout.multiplies_pairs" = 0 : i64, "layout.unrolls_vector_loops" = 0 : i64, "layout.multiplies_bf16" = 1 : i64, "L1
// F16: module @nothing {{.*}}"layout.multiplies_pairs" = 0 : i64, "layout.unrolls_vector_loops" = 0 : i64, "layout.multiplies_f16" = 1 : i64, "L1
// LONG: module @nothing {{.*}}"max_vector_op_width" = [[BITS]] : i64, "layout.num_vector_registers" = 32 : i64, {{("layout.[a-z]+dot" = 1 : i64, )*("layout.masked_store_bits" = 8 : i64, )?}}"layout.multiplies_pairs" = 0 : i64, "layout.unrolls_vector_loops" = 0 : i64, "L1

// This machine, whichever it is; the flag is this pass.
// RUN: layout-opt %s --split-input-file --layout-set-target | FileCheck %s --check-prefix=NATIVE
// RUN: layout-opt %s --split-input-file --layout-set-target=target=native > %t.pass
// RUN: layout-opt %s --split-input-file --layout-target=native > %t.flag
// RUN: diff %t.pass %t.flag

// It is taken away again, and what others have stays.
// RUN: layout-opt %s --split-input-file --layout-set-target --layout-set-target=target=none | FileCheck %s --check-prefix=GONE
// GONE: module @nothing {
// GONE: module @stated attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"num_threads" = "56">>, other.attribute} {
// GONE: module @devices attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"max_vector_op_width" = 3 : i32>, "NPU" = #dlti.target_device_spec<"x" = 1 : i64>>} {
// GONE: module @no_cpu attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"x" = 3 : i32>>} {
// GONE: module @small_last {
// GONE: module @outer {
// GONE: module @with {

// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v4 -o /dev/null --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: module @nothing
// CHECK-SAME: dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
// CHECK-SAME: "max_vector_op_width" = 256 : i64, "layout.num_vector_registers" = 16 : i64,
// CHECK-SAME: "L1_cache_size_in_bytes" = 32768 : i64, "L2_cache_size_in_bytes" = 1048576 : i64, "L3_cache_size_in_bytes" = 33554432 : i64>>
// NAMED-LABEL: module @nothing
// NAMED-SAME: "max_vector_op_width" = [[BITS]] : i64, "layout.num_vector_registers" = [[REGISTERS]] : i64,
// NAMED-SAME: "L1_cache_size_in_bytes" = 32768 : i64, "L2_cache_size_in_bytes" = 1048576 : i64, "L3_cache_size_in_bytes" = 33554432 : i64, "layout.processor" = "{{[a-z0-9-]+}}">>
// NATIVE: "max_vector_op_width" = {{(128|256|512)}} : i64, "layout.num_vector_registers" = {{(16|32)}} : i64, {{("layout.(shuffles|loads)_per_cycle" = [1-9] : i64, )*("layout.bitwise_per_multiply_add" = 2 : i64, )?("layout.v[a-z0-9]+" = [1-9] : i64, )*}}"L1_cache_size_in_bytes" = {{[1-9][0-9]+}} : i64
// REMARK: remark: [Passed] layout-set-target/target-set
// REMARK-SAME: vectors of 512 bits in 32 registers, caches of 32768, 1048576 and 33554432 bytes
module @nothing {
  func.func private @f()
}

// -----

// Entries of any integer type, in any order, and those of others.
// CHECK-LABEL: module @stated
// CHECK-SAME: <"CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 262144 : ui32, "max_vector_op_width" = 128 : index, "num_threads" = "56", "layout.num_vector_registers" = 8 : i8,
// CHECK-SAME: "L1_cache_size_in_bytes" = 32768 : i64, "L3_cache_size_in_bytes" = 33554432 : i64>>, other.attribute}
module @stated attributes {other.attribute, dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = 262144 : ui32, "max_vector_op_width" = 128 : index,
                                   "num_threads" = "56", "layout.num_vector_registers" = 8 : i8>>} {
}

// -----

// Other devices stay, and are not looked at.
// CHECK-LABEL: module @devices
// CHECK-SAME: <"GPU" = #dlti.target_device_spec<"max_vector_op_width" = 3 : i32>, "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 49152 : i64, "max_vector_op_width" = 256 : i64,
// CHECK-SAME: "L3_cache_size_in_bytes" = 33554432 : i64>, "NPU" = #dlti.target_device_spec<"x" = 1 : i64>>
module @devices attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"max_vector_op_width" = 3 : i32>,
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 49152 : i64>,
  "NPU" = #dlti.target_device_spec<"x" = 1 : i64>>} {
}

// -----

// CHECK-LABEL: module @no_cpu
// CHECK-SAME: <"GPU" = #dlti.target_device_spec<"x" = 3 : i32>, "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64,
module @no_cpu attributes {dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"x" = 3 : i32>>} {
}

// -----

// Levels that are not stated lie between those that are.
// CHECK-LABEL: module @small_last
// CHECK-SAME: "L3_cache_size_in_bytes" = 16384 : i64, {{.*}}"L1_cache_size_in_bytes" = 16384 : i64, "L2_cache_size_in_bytes" = 16384 : i64
module @small_last attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = 16384 : i64>>} {
}

// -----

// CHECK-LABEL: module @large_first
// CHECK-SAME: "L1_cache_size_in_bytes" = 67108864 : i64, {{.*}}"L2_cache_size_in_bytes" = 67108864 : i64, "L3_cache_size_in_bytes" = 67108864 : i64
module @large_first attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 67108864 : i64>>} {
}

// -----

// A nested module has its own, or that around it.
// CHECK-LABEL: module @outer
// CHECK-SAME: "max_vector_op_width" = 128 : i64
// CHECK: module @without {
// CHECK: module @with attributes
// CHECK-SAME: "L1_cache_size_in_bytes" = 8192 : i64, "max_vector_op_width" = 256 : i64
module @outer attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64>>} {
  module @without {
  }
  module @with attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 8192 : i64>>} {
  }
}
