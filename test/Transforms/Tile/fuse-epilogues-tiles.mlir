// What a tile must not hold, and buffers that others know.
//
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues --remarks-filter-passed=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// Memory that was freed holds something else.
// DEFINE: %{check} = env MALLOC_PERTURB_=170 layout-check %s --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-fuse-epilogues,layout-finalize)" --entry
// RUN: grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | paste -sd, | xargs -I{} %{check}={}

// REMARK-COUNT-6: layout-fuse-epilogues/fused

// The sums of an iteration around go on from those of the one before.
// CHECK-LABEL: @goes_on
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @goes_on(%a: memref<5x48x48xi32> {llvm.noalias}, %b: memref<48x32xi32> {llvm.noalias}, %d: memref<5x48x32xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c = memref.alloc() : memref<48x32xi32>
  affine.for %n = 0 to 5 {
    %first = arith.cmpi eq, %n, %c0 : index
    affine.for %i = 0 to 48 {
      affine.for %j = 0 to 32 {
        %o = affine.load %c[%i, %j] : memref<48x32xi32>
        %s = arith.select %first, %zero, %o : i32
        affine.store %s, %c[%i, %j] : memref<48x32xi32>
      }
    }
    affine.for %i = 0 to 48 {
      affine.for %j = 0 to 32 {
        affine.for %k = 0 to 48 {
          %0 = affine.load %a[%n, %i, %k] : memref<5x48x48xi32>
          %1 = affine.load %b[%k, %j] : memref<48x32xi32>
          %2 = affine.load %c[%i, %j] : memref<48x32xi32>
          %3 = arith.muli %0, %1 : i32
          %4 = arith.addi %2, %3 : i32
          affine.store %4, %c[%i, %j] : memref<48x32xi32>
        }
      }
    }
    affine.for %i = 0 to 48 {
      affine.for %j = 0 to 32 {
        %0 = affine.load %c[%i, %j] : memref<48x32xi32>
        affine.store %0, %d[%n, %i, %j] : memref<5x48x32xi32>
      }
    }
  }
  memref.dealloc %c : memref<48x32xi32>
  return
}

// Two rows share a sum.
// CHECK-LABEL: @shares
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @shares(%a: memref<48x48xi32> {llvm.noalias}, %b: memref<48x32xi32> {llvm.noalias}, %d: memref<48x32xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %c = memref.alloc() : memref<24x32xi32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %c[%i floordiv 2, %j] : memref<24x32xi32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xi32>
        %1 = affine.load %b[%k, %j] : memref<48x32xi32>
        %2 = affine.load %c[%i floordiv 2, %j] : memref<24x32xi32>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i floordiv 2, %j] : memref<24x32xi32>
      }
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i floordiv 2, %j] : memref<24x32xi32>
      affine.store %0, %d[%i, %j] : memref<48x32xi32>
    }
  }
  memref.dealloc %c : memref<24x32xi32>
  return
}

// Each iteration has a buffer of its own, and they may run at the same time.
// CHECK-LABEL: @parallel
// CHECK-NOT: memref.alloca
// CHECK: affine.parallel
// CHECK: memref.alloc()
func.func @parallel(%a: memref<5x48x48xi32> {llvm.noalias}, %b: memref<48x32xi32> {llvm.noalias}, %d: memref<5x48x32xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.parallel (%n) = (0) to (5) {
    %c = memref.alloc() : memref<48x32xi32>
    affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
        affine.store %zero, %c[%i, %j] : memref<48x32xi32>
    } }
    affine.for %i = 0 to 48 { affine.for %j = 0 to 32 { affine.for %k = 0 to 48 {
          %0 = affine.load %a[%n, %i, %k] : memref<5x48x48xi32>
          %1 = affine.load %b[%k, %j] : memref<48x32xi32>
          %2 = affine.load %c[%i, %j] : memref<48x32xi32>
          %3 = arith.muli %0, %1 : i32
          %4 = arith.addi %2, %3 : i32
          affine.store %4, %c[%i, %j] : memref<48x32xi32>
    } } }
    affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
        %0 = affine.load %c[%i, %j] : memref<48x32xi32>
        affine.store %0, %d[%n, %i, %j] : memref<5x48x32xi32>
    } }
    memref.dealloc %c : memref<48x32xi32>
  }
  return
}

// Nothing reads %e, to which the nests around both sums store.
// CHECK-LABEL: @both
// CHECK-COUNT-2: memref.alloca
// CHECK-NOT: memref.alloc()
// CHECK: return
func.func @both(%a: memref<48x48xi32> {llvm.noalias}, %b: memref<48x32xi32> {llvm.noalias}, %d: memref<48x32xi32> {llvm.noalias}, %g: memref<48x32xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %e = memref.alloc() : memref<48x32xi32>
  %c = memref.alloc() : memref<48x32xi32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %c[%i, %j] : memref<48x32xi32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xi32>
        %1 = affine.load %b[%k, %j] : memref<48x32xi32>
        %2 = affine.load %c[%i, %j] : memref<48x32xi32>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<48x32xi32>
      }
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<48x32xi32>
      affine.store %0, %e[%i, %j] : memref<48x32xi32>
      affine.store %0, %d[%i, %j] : memref<48x32xi32>
    }
  }
  %h = memref.alloc() : memref<48x32xi32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %h[%i, %j] : memref<48x32xi32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xi32>
        %1 = affine.load %b[%k, %j] : memref<48x32xi32>
        %2 = affine.load %h[%i, %j] : memref<48x32xi32>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %h[%i, %j] : memref<48x32xi32>
      }
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %h[%i, %j] : memref<48x32xi32>
      affine.store %0, %e[%i, %j] : memref<48x32xi32>
      affine.store %0, %g[%i, %j] : memref<48x32xi32>
    }
  }
  return
}

// A buffer that is in memory itself has another name.
// CHECK-LABEL: @stored
// CHECK: affine.store %[[E:.*]], %{{.*}}[0] : memref<1xmemref<48x32xi32>>
// CHECK: affine.store %{{.*}}, %[[E]][
func.func @stored(%a: memref<48x48xi32> {llvm.noalias}, %b: memref<48x32xi32> {llvm.noalias}, %d: memref<48x32xi32> {llvm.noalias}, %g: memref<48x32xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %mm = memref.alloc() : memref<1xmemref<48x32xi32>>
  %c = memref.alloc() : memref<48x32xi32>
  %e = memref.alloc() : memref<48x32xi32>
  affine.store %e, %mm[0] : memref<1xmemref<48x32xi32>>
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    affine.store %zero, %c[%i, %j] : memref<48x32xi32>
  } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 { affine.for %k = 0 to 48 {
    %0 = affine.load %a[%i, %k] : memref<48x48xi32>
    %1 = affine.load %b[%k, %j] : memref<48x32xi32>
    %2 = affine.load %c[%i, %j] : memref<48x32xi32>
    %3 = arith.muli %0, %1 : i32
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %c[%i, %j] : memref<48x32xi32>
  } } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    %0 = affine.load %c[%i, %j] : memref<48x32xi32>
    affine.store %0, %d[%i, %j] : memref<48x32xi32>
    affine.store %0, %e[%i, %j] : memref<48x32xi32>
  } }
  %x = affine.load %mm[0] : memref<1xmemref<48x32xi32>>
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    %0 = affine.load %x[%i, %j] : memref<48x32xi32>
    affine.store %0, %g[%i, %j] : memref<48x32xi32>
  } }
  memref.dealloc %x : memref<48x32xi32>
  memref.dealloc %mm : memref<1xmemref<48x32xi32>>
  return
}
