// Loops of which no affine one can be made say so.
// RUN: layout-opt %s --layout-raise-loops --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s

// CHECK: [[# @LINE+4]]:8: remark: [Missed] layout-raise-loops/kind {{.*}}"'scf.while' stays; write it as scf.for, if the number of its iterations is known before it"
// CHECK: [[# @LINE+12]]:3: remark: [Missed] layout-raise-loops/kind {{.*}}"'scf.forall' stays; run scf-forall-to-for first"
func.func @kinds(%a: memref<16xf32>, %n: index, %x: f32) {
  %c1 = arith.constant 1 : index
  %0 = scf.while (%i = %n) : (index) -> index {
    %c = arith.cmpi sgt, %i, %c1 : index
    scf.condition(%c) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.subi %i, %c1 : index
    memref.store %x, %a[%next] : memref<16xf32>
    scf.yield %next : index
  }
  scf.forall (%i) in (16) {
    memref.store %x, %a[%i] : memref<16xf32>
  }
  return
}
