// What is known of memory behind a call: what its callee, with all that it
// calls, cannot have written is what it was.
//
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-check %s \
// RUN:   --entry=reads_only,writes_it,writes_another,same_twice,returned,nested,writes_global \
// RUN:   --entry=reads_global,recursive,writes_all,mutual,in_loop \
// RUN:   --pipeline="builtin.module(layout-simplify)"

func.func private @external(memref<4xi32>)
func.func private @unknown()
memref.global "private" @g : memref<4xi32> = dense<1>
memref.global "private" @names : memref<1xmemref<4xi32>> = uninitialized

func.func private @sum(%a: memref<4xi32>, %out: memref<1xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi32>
    %y = affine.load %out[0] : memref<1xi32>
    %s = arith.addi %x, %y : i32
    affine.store %s, %out[0] : memref<1xi32>
  }
  return
}
func.func private @set(%a: memref<4xi32>) {
  %c7 = arith.constant 7 : i32
  affine.store %c7, %a[2] : memref<4xi32>
  return
}
func.func private @set_global() {
  %c7 = arith.constant 7 : i32
  %g = memref.get_global @g : memref<4xi32>
  affine.store %c7, %g[2] : memref<4xi32>
  return
}
func.func private @get_global() -> i32 {
  %g = memref.get_global @g : memref<4xi32>
  %x = affine.load %g[2] : memref<4xi32>
  return %x : i32
}
func.func private @same(%a: memref<4xi32>) -> memref<4xi32> {
  return %a : memref<4xi32>
}
func.func private @sum_twice(%a: memref<4xi32>, %out: memref<1xi32>) {
  call @sum(%a, %out) : (memref<4xi32>, memref<1xi32>) -> ()
  call @sum(%a, %out) : (memref<4xi32>, memref<1xi32>) -> ()
  return
}
func.func private @down(%a: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %isMore = arith.cmpi sgt, %n, %c0 : index
  scf.if %isMore {
    %m = arith.subi %n, %c1 : index
    func.call @down(%a, %m) : (memref<4xi32>, index) -> ()
  }
  return
}
func.func private @keep(%a: memref<4xi32>) {
  %names = memref.get_global @names : memref<1xmemref<4xi32>>
  affine.store %a, %names[0] : memref<1xmemref<4xi32>>
  return
}
func.func private @set_kept() {
  %c7 = arith.constant 7 : i32
  %names = memref.get_global @names : memref<1xmemref<4xi32>>
  %a = affine.load %names[0] : memref<1xmemref<4xi32>>
  affine.store %c7, %a[2] : memref<4xi32>
  return
}

// CHECK-LABEL: @reads_only
// CHECK:       call @sum
// CHECK-NOT:   affine.load
// CHECK:       return %c5
func.func @reads_only(%a: memref<4xi32> {llvm.noalias}, %out: memref<1xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @sum(%a, %out) : (memref<4xi32>, memref<1xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// CHECK-LABEL: @writes_it
// CHECK:       call @set
// CHECK-NEXT:  affine.load
func.func @writes_it(%a: memref<4xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @set(%a) : (memref<4xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// CHECK-LABEL: @writes_another
// CHECK:       call @set
// CHECK-NEXT:  return %c5
func.func @writes_another(%a: memref<4xi32> {llvm.noalias}, %b: memref<4xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @set(%b) : (memref<4xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

func.func private @fill(%a: memref<4xi32>) {
  %c7 = arith.constant 7 : i32
  affine.for %i = 0 to 4 {
    affine.store %c7, %a[%i] : memref<4xi32>
  }
  return
}
// CHECK-LABEL: @writes_all
// CHECK:       call @fill
// CHECK-NEXT:  affine.load
func.func @writes_all(%a: memref<4xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @fill(%a) : (memref<4xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// Two arguments of unknown origin may be one buffer.
// CHECK-LABEL: @may_be_the_same
// CHECK:       call @set
// CHECK-NEXT:  affine.load
func.func @may_be_the_same(%a: memref<4xi32>, %b: memref<4xi32>) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @set(%b) : (memref<4xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

func.func private @copy(%a: memref<4xi32>, %b: memref<4xi32>) {
  %x = affine.load %a[1] : memref<4xi32>
  affine.store %x, %b[2] : memref<4xi32>
  return
}
// Read as one argument, written as another.
// CHECK-LABEL: @same_twice
// CHECK:       call @copy
// CHECK-NEXT:  affine.load
func.func @same_twice(%a: memref<4xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @copy(%a, %a) : (memref<4xi32>, memref<4xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// What comes back may be the buffer.
// CHECK-LABEL: @returned
// CHECK:       call @same
// CHECK:       affine.load
func.func @returned(%a: memref<4xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %b = call @same(%a) : (memref<4xi32>) -> memref<4xi32>
  affine.store %c5, %a[2] : memref<4xi32>
  affine.store %c7, %b[2] : memref<4xi32>
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// Through two levels of calls.
// CHECK-LABEL: @nested
// CHECK:       call @sum_twice
// CHECK-NOT:   affine.load
// CHECK:       return %c5
func.func @nested(%a: memref<4xi32> {llvm.noalias}, %out: memref<1xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @sum_twice(%a, %out) : (memref<4xi32>, memref<1xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// CHECK-LABEL: @writes_global
// CHECK:       call @set_global
// CHECK-NEXT:  affine.load
func.func @writes_global() -> i32 {
  %c5 = arith.constant 5 : i32
  %g = memref.get_global @g : memref<4xi32>
  affine.store %c5, %g[2] : memref<4xi32>
  call @set_global() : () -> ()
  %x = affine.load %g[2] : memref<4xi32>
  return %x : i32
}

// CHECK-LABEL: @reads_global
// CHECK:       call @get_global
// CHECK-NOT:   affine.load
// CHECK:       return %{{.*}}, %c5
func.func @reads_global() -> (i32, i32) {
  %c5 = arith.constant 5 : i32
  %g = memref.get_global @g : memref<4xi32>
  affine.store %c5, %g[2] : memref<4xi32>
  %y = call @get_global() : () -> i32
  %x = affine.load %g[2] : memref<4xi32>
  return %y, %x : i32, i32
}

// Nothing is said of what a recursive function does.
// CHECK-LABEL: @recursive
// CHECK:       call @down
// CHECK-NEXT:  affine.load
func.func @recursive(%a: memref<4xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  %c3 = arith.constant 3 : index
  affine.store %c5, %a[2] : memref<4xi32>
  call @down(%a, %c3) : (memref<4xi32>, index) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// Nor of two that call each other, whichever is asked first.
func.func private @one(%n: index) {
  call @other(%n) : (index) -> ()
  call @set_global() : () -> ()
  return
}
func.func private @other(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %isMore = arith.cmpi sgt, %n, %c0 : index
  scf.if %isMore {
    %m = arith.subi %n, %c1 : index
    func.call @one(%m) : (index) -> ()
  }
  return
}
// CHECK-LABEL: @mutual
// CHECK:       call @one
// CHECK:       call @other
// CHECK-NEXT:  affine.load
func.func @mutual() -> i32 {
  %c5 = arith.constant 5 : i32
  %c3 = arith.constant 3 : index
  %g = memref.get_global @g : memref<4xi32>
  call @one(%c3) : (index) -> ()
  affine.store %c5, %g[2] : memref<4xi32>
  call @other(%c3) : (index) -> ()
  %x = affine.load %g[2] : memref<4xi32>
  return %x : i32
}

// CHECK-LABEL: @no_body
// CHECK:       call @external
// CHECK-NEXT:  affine.load
func.func @no_body(%a: memref<4xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  affine.store %c5, %a[2] : memref<4xi32>
  call @external(%a) : (memref<4xi32>) -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// A local buffer that was only read by others is not known to them.
// CHECK-LABEL: @not_kept
// CHECK:       call @unknown
// CHECK-NOT:   affine.load
// CHECK:       return %c5
func.func @not_kept(%out: memref<1xi32> {llvm.noalias}) -> i32 {
  %c5 = arith.constant 5 : i32
  %a = memref.alloca() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %c5, %a[%i] : memref<4xi32>
  }
  call @sum(%a, %out) : (memref<4xi32>, memref<1xi32>) -> ()
  call @unknown() : () -> ()
  %x = affine.load %a[2] : memref<4xi32>
  return %x : i32
}

// One that somebody keeps is.
// CHECK-LABEL: @kept
// CHECK:       call @keep
// CHECK:       call @set_kept
// CHECK-NEXT:  affine.load
func.func @kept() -> i32 {
  %c5 = arith.constant 5 : i32
  %a = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %c5, %a[%i] : memref<4xi32>
  }
  call @keep(%a) : (memref<4xi32>) -> ()
  affine.store %c5, %a[2] : memref<4xi32>
  call @set_kept() : () -> ()
  %x = affine.load %a[2] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return %x : i32
}

// CHECK-LABEL: @in_loop
// CHECK:       affine.for
// CHECK-NEXT:    affine.store %c5
// CHECK-NEXT:    func.call @sum
// CHECK-NEXT:    affine.store %c5
// CHECK-NOT:     affine.load
func.func @in_loop(%a: memref<4xi32> {llvm.noalias}, %b: memref<4xi32> {llvm.noalias}, %out: memref<1xi32> {llvm.noalias}) {
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 4 {
    affine.store %c5, %a[%i] : memref<4xi32>
    func.call @sum(%a, %out) : (memref<4xi32>, memref<1xi32>) -> ()
    %x = affine.load %a[%i] : memref<4xi32>
    affine.store %x, %b[%i] : memref<4xi32>
  }
  return
}
