// A mark that nobody reads any more is remarked, not dropped in silence.
// RUN: layout-opt %s --layout-to-llvm --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s
// RUN: layout-opt %s --layout-require-physical=requests-only=true --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=EARLIER --implicit-check-not=mark-dropped

// CHECK-COUNT-4: mark-dropped{{.*}}'layout.sequential' is ignored from here on; run layout-sequential-access first
// CHECK-NOT:     mark-dropped
// EARLIER: func.func @argument
func.func @argument(%a: memref<14xi32> {layout.sequential}) {
  %b = memref.alloc() {layout.sequential} : memref<14xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] {layout.sequential} : memref<14xi32>
  } {layout.sequential}
  return
}
