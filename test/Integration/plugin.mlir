// A stock mlir-opt with the plugin has the dialect, every pass and every pipeline
// that layout-opt has, whose own options are two.
// RUN: %mlir_opt_with_plugin %s | FileCheck %s
// RUN: layout-opt %s | FileCheck %s
// RUN: %mlir_opt_with_plugin --show-dialects | FileCheck %s --check-prefix=DIALECTS

// RUN: %mlir_opt_with_plugin --help | grep "^ *--layout-" | grep -v "^ *--layout-kind=" | tr -s " " > %t.stock
// RUN: layout-opt --help | grep "^ *--layout-" | grep -v "^  --layout-\(target\|report\)=" | tr -s " " > %t.own
// RUN: diff %t.stock %t.own
// RUN: FileCheck %s --check-prefix=PASSES --input-file=%t.own

// Passes of a plugin run by --pass-pipeline; in layout-opt by flag too.
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="builtin.module(layout-apply)" | FileCheck %s --check-prefix=APPLIED
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply)" | FileCheck %s --check-prefix=APPLIED
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLIED

// Without the plugin, the dialect is not there.
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=STOCK

// The dialect alone is enough to read and write.
// RUN: %stock_mlir_opt --load-dialect-plugin=%plugin %s | FileCheck %s

// CHECK: #[[LAYOUT:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
// CHECK: func.func private @f(memref<14xi32, #[[LAYOUT]]>)
// APPLIED: func.func private @f(memref<4x4xi32>
// DIALECTS: ,layout,
// PASSES-DAG: --layout-apply
// PASSES-DAG: --layout-assign
// PASSES-DAG: --layout-finalize
// PASSES-DAG: --layout-lower-convert
// PASSES-DAG: --layout-normalize-memrefs
// PASSES-DAG: --layout-optimize
// PASSES-DAG: --layout-to-llvm
// STOCK: created with unregistered dialect
func.func private @f(memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)
