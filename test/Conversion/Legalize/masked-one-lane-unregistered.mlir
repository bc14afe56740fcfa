// A region of an op that is not registered may be one of a single block: what is in it does not become a branch.
// RUN: layout-opt %s --allow-unregistered-dialect --layout-legalize=only=masked-accesses | FileCheck %s

// CHECK-LABEL: llvm.func @last(
// CHECK:       "test.region"() ({
// CHECK-NEXT:    llvm.intr.masked.store
// CHECK-NEXT:  }) : () -> ()
llvm.func @last(%p: !llvm.ptr, %mask: vector<1xi1>, %v: vector<1xf64>) {
  "test.region"() ({
    llvm.intr.masked.store %v, %p, %mask {alignment = 4 : i32} : vector<1xf64>, vector<1xi1> into !llvm.ptr
  }) : () -> ()
  llvm.return
}
