// A target that is wrong is an error where it stands, and nothing is written.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-set-target=target=default

// A target that there is not.
// RUN: not layout-opt --layout-set-target=target=x86-64-v9 %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not layout-opt --layout-target= %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not layout-opt --layout-target=native %S/../../Inputs/absent.mlir 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not layout-opt --layout-target=native --pass-pipeline="func.func(cse)" %S/../../Inputs/empty.mlir 2>&1 | FileCheck %s --check-prefix=ANCHOR
// NAME: error: 'builtin.module' op cannot be for target "x86-64-v9": expects "native", "default", "none" or the name of an x86-64 or AArch64 processor as LLVM has it, such as "x86-64-v3" or "neoverse-n1"
// EMPTY: error: 'builtin.module' op cannot be for target ""
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

// expected-error @below {{op target entry "layout.vector_registers" is not known; keys with this prefix are: "layout.num_vector_registers" "layout.shuffles_per_cycle"}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.vector_registers" = 32 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.num_vector_registers" expects an integer from 1 to 1024, found 0 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.num_vector_registers" = 0 : i64>>} {}

// -----

// expected-error @below {{op target entry "layout.num_vector_registers" expects an integer from 1 to 1024, found 1025 : i64}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.num_vector_registers" = 1025 : i64>>} {}

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
