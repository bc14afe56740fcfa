// Buffers that memory or an address names are not freed at the end of their block.
// RUN: layout-opt %s --layout-drop-deallocs | FileCheck %s
// RUN: layout-opt %s --layout-compile=deallocate | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=OUT
// RUN: layout-opt %s --layout-drop-deallocs --remarks-filter=layout --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func private @in_slot(
// CHECK:         memref.alloc() : memref<1xmemref<8xf32>>
// CHECK:         scf.if
// CHECK:           memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
// CHECK:         memref.alloc() : memref<8xf32>
// REMARK: drop-deallocs-kept.mlir:[[@LINE+9]]:10: remark: {{.*}}layout-drop-deallocs/kept{{.*}}the buffer is stored in memory, or its address is taken: it is not freed
func.func private @in_slot(%a: memref<8xf32>, %is: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %five = arith.constant 5.0 : f32
  %s = memref.alloc() : memref<1xmemref<8xf32>>
  memref.store %a, %s[%c0] : memref<1xmemref<8xf32>>
  scf.if %is {
    // Under another name, too.
    %b = memref.alloc() : memref<8xf32>
    linalg.fill ins(%one : f32) outs(%b : memref<8xf32>)
    %d = memref.cast %b : memref<8xf32> to memref<?xf32>
    %e = memref.cast %d : memref<?xf32> to memref<8xf32>
    memref.store %e, %s[%c0] : memref<1xmemref<8xf32>>
  }
  %d = memref.alloc() : memref<8xf32>
  linalg.fill ins(%five : f32) outs(%d : memref<8xf32>)
  %l = memref.load %s[%c0] : memref<1xmemref<8xf32>>
  %x = memref.load %l[%c0] : memref<8xf32>
  %y = memref.load %d[%c0] : memref<8xf32>
  %z = arith.addf %x, %y : f32
  return %z : f32
}

// CHECK-LABEL: func private @keep(
func.func private @keep(%b: memref<8xf32>, %s: memref<1xmemref<8xf32>>) {
  %c0 = arith.constant 0 : index
  memref.store %b, %s[%c0] : memref<1xmemref<8xf32>>
  return
}

// CHECK-LABEL: func private @by_callee(
// CHECK:         scf.if
// CHECK:           memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
func.func private @by_callee(%a: memref<8xf32>, %is: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %five = arith.constant 5.0 : f32
  %s = memref.alloc() : memref<1xmemref<8xf32>>
  memref.store %a, %s[%c0] : memref<1xmemref<8xf32>>
  scf.if %is {
    %b = memref.alloc() : memref<8xf32>
    linalg.fill ins(%one : f32) outs(%b : memref<8xf32>)
    func.call @keep(%b, %s) : (memref<8xf32>, memref<1xmemref<8xf32>>) -> ()
  }
  %d = memref.alloc() : memref<8xf32>
  linalg.fill ins(%five : f32) outs(%d : memref<8xf32>)
  %l = memref.load %s[%c0] : memref<1xmemref<8xf32>>
  %x = memref.load %l[%c0] : memref<8xf32>
  %y = memref.load %d[%c0] : memref<8xf32>
  %z = arith.addf %x, %y : f32
  return %z : f32
}

// CHECK-LABEL: func private @by_address(
// CHECK:         scf.if
// CHECK:           memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
func.func private @by_address(%a: memref<8xf32>, %is: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %five = arith.constant 5.0 : f32
  %address = scf.if %is -> index {
    %b = memref.alloc() : memref<8xf32>
    linalg.fill ins(%one : f32) outs(%b : memref<8xf32>)
    %i = memref.extract_aligned_pointer_as_index %b : memref<8xf32> -> index
    scf.yield %i : index
  } else {
    %i = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
    scf.yield %i : index
  }
  %d = memref.alloc() : memref<8xf32>
  linalg.fill ins(%five : f32) outs(%d : memref<8xf32>)
  %n = arith.index_cast %address : index to i64
  %p = llvm.inttoptr %n : i64 to !llvm.ptr
  %x = llvm.load %p : !llvm.ptr -> f32
  %y = memref.load %d[%c0] : memref<8xf32>
  %z = arith.addf %x, %y : f32
  return %z : f32
}

// What the program frees itself, it frees where it does.
// CHECK-LABEL: func @frees_itself(
// CHECK:         memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
// CHECK:         memref.dealloc %{{.*}} {bufferization.manual_deallocation} : memref<8xf32>
func.func @frees_itself(%s: memref<1xmemref<8xf32>>) {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<8xf32>
  memref.store %b, %s[%c0] : memref<1xmemref<8xf32>>
  memref.dealloc %b : memref<8xf32>
  return
}

// OUT-COUNT-3: 6
func.func @main() {
  %true = arith.constant true
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%a : memref<8xf32>)
  %0 = call @in_slot(%a, %true) : (memref<8xf32>, i1) -> f32
  vector.print %0 : f32
  %1 = call @by_callee(%a, %true) : (memref<8xf32>, i1) -> f32
  vector.print %1 : f32
  %2 = call @by_address(%a, %true) : (memref<8xf32>, i1) -> f32
  vector.print %2 : f32
  return
}
