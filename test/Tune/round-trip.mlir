// A nest is measured, its file is read again, and what comes of it is right.
// RUN: rm -f %t.mlir
// RUN: layout-tune %s --entry=product -o %t.mlir --budget=60 --candidates=3 2>&1 | FileCheck %s --check-prefix=LOG
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.mlir
// RUN: layout-opt %t.mlir -o /dev/null
// RUN: layout-check %s --entry=product --pipeline="builtin.module(layout-compile{target=native to-llvm=false tuned=%t.mlir})"

// What the file has is not measured again, and stays.
// RUN: cp %t.mlir %t.before
// RUN: layout-tune %s --entry=product -o %t.mlir --budget=60 --candidates=3 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: diff %t.before %t.mlir

// LOG: layout-tune: nest 1 of 1, {{.*}}round-trip.mlir:[[@LINE+6]]:3: {{[0-9]+}} candidates
// FILE: module attributes {dlti.target_system_spec = {{.*}}, layout.tuned = {llvm = "22", planner = {{[0-9]+}} : i64, processor = "{{.+}}", threads = 1 : i64}}
// FILE: func.func @nest0(%{{.*}}: memref<64x48xf32>, %{{.*}}: memref<48x64xf32>, %{{.*}}: memref<64x64xf32> {llvm.noalias})
// FILE-COUNT-3: affine.for
// AGAIN: nest 1 of 1, {{.*}}: in the file already
func.func @product(%a: memref<64x48xf32>, %b: memref<48x64xf32>, %c: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 48 {
        %x = affine.load %a[%i, %k] : memref<64x48xf32>
        %y = affine.load %b[%k, %j] : memref<48x64xf32>
        %s = affine.load %c[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
