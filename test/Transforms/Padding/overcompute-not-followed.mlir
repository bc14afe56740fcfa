// Reasons that are seldom met: what the body is in, or does, is not followed.
//
// RUN: layout-opt %s --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-overcompute --split-input-file -o %t.after
// RUN: layout-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t.after

// The iterations that would be added come after the buffer is freed.
// REMARK:      [Missed] layout-overcompute/may-be-freed
// REMARK-SAME: the buffer may be freed before this access in executions that the condition excludes; free it after the branch
func.func @freed(%a: memref<16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      affine.store %x, %a[%i] : memref<16xi32>
    }
    affine.if affine_set<(i) : (i - 13 == 0)>(%i) {
      memref.dealloc %a : memref<16xi32>
    }
  }
  return
}

// -----

// With a step of 0 the inner loop would not end; now it is not reached then.
// REMARK:      [Missed] layout-overcompute/may-not-end
// REMARK-SAME: this loop may not terminate: its step is not a positive constant
func.func @step(%n: index, %a: memref<16xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      scf.for %j = %c0 to %c4 step %n {
        %x = affine.load %a[%i] : memref<16xi32>
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// -----

// REMARK:      [Analysis] layout-overcompute/unknown-region
// REMARK-SAME: cannot determine how often, and by which threads, the body of linalg.generic is executed
func.func @inside(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : memref<16xi32>) outs(%b : memref<16xi32>) {
  ^bb0(%x: i32, %y: i32):
    %i = linalg.index 0 : index
    %c14 = arith.constant 14 : index
    %c = arith.cmpi slt, %i, %c14 : index
    scf.if %c {
      %z = memref.load %a[%i] : memref<16xi32>
      memref.store %z, %a[%i] : memref<16xi32>
    }
    linalg.yield %x : i32
  }
  return
}

// -----

// REMARK:      [Analysis] layout-overcompute/unknown-access
// REMARK-SAME: cannot determine which element is accessed: the index is not affine, or the view is not supported
func.func @view(%p: index, %a: memref<16xi32> {llvm.noalias}) {
  %v = memref.reinterpret_cast %a to offset: [%p], sizes: [4], strides: [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: ?>>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      %x = affine.load %v[%i] : memref<4xi32, strided<[1], offset: ?>>
      affine.store %x, %v[%i] : memref<4xi32, strided<[1], offset: ?>>
    }
  }
  return
}
