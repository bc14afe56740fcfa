// The dialect and every pass are there in a stock mlir-opt with the plugin.
// RUN: %mlir_opt_with_plugin %s | FileCheck %s
// RUN: %mlir_opt_with_plugin --help | FileCheck %s --check-prefix=HELP
// RUN: layout-opt %s | FileCheck %s

// CHECK: memref<14xi32, #layout.buffer<
func.func private @f(memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)

// HELP-DAG: --layout-assign
// HELP-DAG: --layout-apply
