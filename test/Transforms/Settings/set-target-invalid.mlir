// A target that is wrong is an error where it stands, and nothing is written.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-set-target=target=default

// A target that there is not.
// RUN: not layout-opt --layout-set-target=target=x86-64-v9 %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not layout-opt --layout-target= %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not layout-opt --layout-target=native %S/../../Inputs/absent.mlir 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not layout-opt --layout-target=native --pass-pipeline="func.func(cse)" %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not layout-opt --layout-set-target=target=x86-64-v3+dotprod %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=FAMILY
// RUN: not layout-opt --layout-target=armv9-a+sve=any %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=AGNOSTIC
// RUN: not layout-opt --layout-target=cortex-a67 %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not layout-opt --layout-target=nativ %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=ALMOST
// RUN: not layout-opt --layout-target=+avx2 %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=NAMELESS
// RUN: not layout-opt --layout-target=rv64gcv+zvl100b %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=LENGTH
// RUN: not layout-opt --layout-target=rv64gcv+zvqdot %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=EXPERIMENTAL
// RUN: not layout-opt --layout-target=cortex-a76+fp1 %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=EXTENSION
// RUN: not layout-opt --layout-target=x86-64-v3+ %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=FEATURELESS
// EXPERIMENTAL: LLVM knows no feature "zvqdot" of RISC-V processors; a near one is "zvqdotq"
// EXTENSION: LLVM knows no feature "fp1" of AArch64 processors; near ones are {{.*}}"fp16"
// FEATURELESS: "x86-64-v3+": a "+" has no feature after it: expects one
// ALMOST: of this name; a near one is "native"
// NAMELESS: "+avx2": it names no processor
// LENGTH: registers of V have a power of two of bits from 32 to 65536, found "zvl100b": expects it as in "zvl256b"
// Extensions of RISC-V that LLVM makes no code for: it would end the process.
// RUN: not layout-opt --layout-target=rv64gc+zvl256b %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: not layout-opt --layout-target=rva23u6 %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: not layout-opt --layout-target=rv64gcv+zcmp %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=TOGETHER
// RUN: not layout-opt --layout-target=rv64gc+rvi20u32 %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not layout-opt --layout-target=rva23u64+nov %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=VECTORS
// RUN: not layout-opt --layout-target=native+noavx512f %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=NATIVE
// A file of measured costs that is not one.
// RUN: cp %S/../../Inputs/empty.mlir %t.costs
// RUN: not env LAYOUT_COSTS=%t.costs layout-opt --layout-target=native %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=COSTS
// COSTS: cannot be for target "native": LAYOUT_COSTS names '{{.*}}.costs', and line 1 expects what the file is of, found '// Nothing.'; remove that file to measure anew, name another one, or set LAYOUT_COSTS=off
// RUN: rm -rf %t.nowhere
// RUN: not env LAYOUT_COSTS=%t.nowhere/costs layout-opt --layout-target=native %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: LAYOUT_COSTS names '{{.*}}.nowhere/costs', and it cannot be written: No such file or directory; remove that file
// RUN: not ls %t.nowhere
// LACKS: cannot be for target "rv64gc+zvl256b": LLVM makes no code for these features: 'zvl*b' requires 'v' or 'zve*'
// PROFILE: cannot be for target "rva23u6": {{.*}} or a supported profile name; near ones are {{.*}}"rva23u64"
// TOGETHER: LLVM makes no code for these features: 'zcmp' extension is incompatible with 'c'
// BITS: LLVM makes no code for these features: features of 32-bit code are stated
// VECTORS: "nov" leaves vectors, or a length of them, that other features state: expects "nozve32x"
// NATIVE: "native" takes no features: expects it alone
// FAMILY: cannot be for target "x86-64-v3+dotprod": "dotprod" is a feature of AArch64 processors, and "x86-64-v3" is an x86-64 one; expects "native"
// AGNOSTIC: cannot be for target "armv9-a+sve=any": "sve=any" expects a length in bits: code whose vectors get their length when it runs is not made. State it, as in "sve=256", or leave it out, for vectors of 128 bits
// NEAR: cannot be for target "cortex-a67": LLVM knows no processor of 64 bits of this name; near ones are "cortex-a
// NAME: error: cannot be for target "x86-64-v9": LLVM knows no processor of 64 bits of this name; near ones are "x86-64-v2", "x86-64-v3", "x86-64-v4"; expects "native", "default", "none" or a processor as LLVM has it, such as "x86-64-v3", "neoverse-n1", "armv9-a+sve=256" or "rv64gcv+zvl256b"
// EMPTY: error: cannot be for target "": it names no processor; expects "native"
// ABSENT: absent.mlir': No such file or directory
// ANCHOR: --layout-target expects a pipeline on builtin.module, found func.func(cse)

// expected-error @below {{'builtin.module' op target entry "L1_cache_size_in_bytes" expects an integer from 1 to 281474976710656, found 0 : i32}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 0 : i32>>} {}

// -----

// expected-error @below {{op target entry "L2_cache_size_in_bytes" expects an integer from 1 to 281474976710656, found -1 : i32}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = -1 : i32>>} {}

// -----

// expected-error @below {{op target entry "L3_cache_size_in_bytes" expects an integer from 1 to 281474976710656, found 18446744073709551615 : ui64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = 18446744073709551615 : ui64>>} {}

// -----

// expected-error @below {{op target entry "L3_cache_size_in_bytes" expects an integer from 1 to 281474976710656, found 18446744073709551617 : i128}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = 18446744073709551617 : i128>>} {}

// -----

// Cut to 64 bits this is 4096.
// expected-error @below {{op target entry "L3_cache_size_in_bytes" expects an integer from 1 to 281474976710656, found 18446744073709555712 : ui128}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L3_cache_size_in_bytes" = 18446744073709555712 : ui128>>} {}

// -----

// expected-error @below {{op target entry "L1_cache_size_in_bytes" expects an integer from 1 to 281474976710656, found "32768"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = "32768">>} {}

// -----

// expected-error @below {{op target entry "L1_cache_size_in_bytes" expects an integer from 1 to 281474976710656, found true}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = true>>} {}

// -----

// expected-error @below {{op target entry "L1_cache_size_in_bytes" (65536) exceeds "L3_cache_size_in_bytes" (32768)}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : i64, "L3_cache_size_in_bytes" = 32768 : i64>>} {}

// -----

// expected-error @below {{op target entry "max_vector_op_width" expects a power of two from 8 to 65536, found 96 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 96 : i64>>} {}

// -----

// expected-error @below {{op target entry "max_vector_op_width" expects a power of two from 8 to 65536, found 4 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 4 : i64>>} {}

// -----

// expected-error @below {{op target entry "max_vector_op_width" expects a power of two from 8 to 65536, found 131072 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 131072 : i64>>} {}

// -----

// expected-error @below {{op target entry "max_vector_op_width" expects a power of two from 8 to 65536, found 2.560000e+02 : f32}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256.0 : f32>>} {}

// -----

// expected-error @below {{op target entry "layout.vector_registers" is not known; keys with this prefix are: "layout.num_vector_registers" "layout.shuffles_per_cycle" "layout.loads_per_cycle" "layout.instructions_per_cycle" "layout.multiply_adds_per_cycle" "layout.multiply_add_latency" "layout.dot_product_latency" "layout.broadcast_instructions" "layout.streaming_store_bytes" "layout.bitwise_per_multiply_add" "layout.vpdpbusd" "layout.vpdpbssd" "layout.vpdpbuud" "layout.vdpbf16ps" "layout.usdot" "layout.sdot" "layout.udot" "layout.bfdot" "layout.vqdotsu" "layout.vqdot" "layout.vqdotu" "layout.masked_store_bits" "layout.multiplies_pairs" "layout.multiplies_by_element" "layout.unrolls_vector_loops" "layout.multiplies_bf16" "layout.multiplies_f16"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.vector_registers" = 32 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.num_vector_registers" expects an integer from 1 to 1024, found 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.num_vector_registers" = 0 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.num_vector_registers" expects an integer from 1 to 1024, found 1025 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.num_vector_registers" = 1025 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.instructions_per_cycle" expects an integer from 1 to 16, found 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.instructions_per_cycle" = 0 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.multiply_adds_per_cycle" expects an integer from 1 to 16, found 17 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.multiply_adds_per_cycle" = 17 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.multiply_add_latency" expects an integer from 1 to 64, found 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.multiply_add_latency" = 0 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.dot_product_latency" expects an integer from 1 to 64, found 65 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.dot_product_latency" = 65 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.broadcast_instructions" expects an integer from 0 to 4, found 5 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.broadcast_instructions" = 5 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.streaming_store_bytes" expects a power of two from 16 to 256, found 96 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.streaming_store_bytes" = 96 : i64>>} {}

// -----

// expected-error @below {{op target system spec expects the device "CPU", found "cpu"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"cpu" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64>>} {}

// -----

// Wrong in a nested module: nothing is written around it either.
module {
  // expected-error @below {{op target entry "max_vector_op_width" expects a power of two}}
  module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 0 : i64>>} {}
}

// -----

// A slip, of which nothing would be read.
// expected-error @below {{op target entry "L1_cache_size_in_byte" is not known; did you mean "L1_cache_size_in_bytes"?}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_byte" = 32768 : i64>>} {}

// -----

// expected-error @below {{op target entry "Max_vector_op_widht" is not known; did you mean "max_vector_op_width"?}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"Max_vector_op_widht" = 128 : i64>>} {}

// -----

// Another level of caches, and what stands beside the key that is read, is of
// somebody else.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "L1_cache_size_in_bytes" = 32768 : i64, "L1_icache_size_in_bytes" = 32768 : i64,
    "L4_cache_size_in_bytes" = 134217728 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.sdot" expects an integer from 0 to 16, found 17 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.sdot" = 17 : i64>>} {}
