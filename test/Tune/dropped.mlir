// Candidates that crash, do not end or are wrong are dropped; the others are measured.
// RUN: rm -f %t.mlir
// RUN: layout-tune %s --entry=transpose -o %t.mlir --budget=120 --candidates=4 --timeout=8 --test-faults=crash,wrong,hang 2>&1 | FileCheck %s
// CHECK: nest 1 of 1
// CHECK-NEXT: layout-tune:   dropped #layout.loops<{{.*}}, by tuned>: crashed (Aborted)
// CHECK-NEXT: layout-tune:   dropped #layout.loops<{{.*}}, by tuned>: result differs at arg0[{{.*}}]: expected {{.*}}, got {{.*}}
// CHECK-NEXT: layout-tune:   dropped #layout.loops<{{.*}}, by tuned>: did not come to an end
// CHECK-NOT: layout-tune: {{ *}}dropped

// Where all are, the nest keeps the model's choice.
// RUN: rm -f %t.mlir
// RUN: layout-tune %s --entry=transpose -o %t.mlir --budget=60 --candidates=1 --test-faults=crash | FileCheck %s --check-prefix=ALL
// ALL: dropped.mlir:[[@LINE+4]]:3: the model's choice
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.mlir
// FILE-NOT: layout.loops
func.func @transpose(%a: memref<80x96xf32>, %b: memref<96x80xf32> {llvm.noalias}) {
  affine.for %i = 0 to 80 {
    affine.for %j = 0 to 96 {
      %x = affine.load %a[%i, %j] : memref<80x96xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %b[%j, %i] : memref<96x80xf32>
    }
  }
  return
}
