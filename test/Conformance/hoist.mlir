// The rows of hoist (HO), by id. Each function is run before and after.
// RUN: layout-opt %s --layout-hoist-conditions | FileCheck %s
// RUN: layout-opt %s --layout-hoist-conditions --remarks-filter=layout --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=ho01,ho05 --arg=0:0 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=ho01,ho05 --arg=0:3 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=ho07,ho10,ho12,ho13,ho15,ho17,ho23,ho25,sum --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=ho21 --arg=0:4 --arg=1:2 --arg=2:3 --dim=arg3.dim0:4 --dim=arg3.dim1:2 --dim=arg3.dim2:3 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=ho26 --arg=0:7 --arg=1:9 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=ho27 --arg=0:7 --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=not_the_same --arg=0:2 --pipeline="builtin.module(layout-hoist-conditions)"

// HO-01
// CHECK-LABEL: @ho01
// CHECK:       %[[C:.*]] = arith.cmpi ne, %arg0
// CHECK-NEXT:  scf.if %[[C]] {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
func.func @ho01(%n: i32, %a: memref<16xi32>) {
  %v0 = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    %c = arith.cmpi ne, %n, %v0 : i32
    scf.if %c {
      affine.store %v0, %a[%i] : memref<16xi32>
    }
  }
  return
}

// HO-05: out of the loops over threads.
// CHECK-LABEL: @ho05
// CHECK:       scf.if
// CHECK-NEXT:    scf.forall
// CHECK-NOT:       scf.if
// CHECK:           memref.store
// CHECK:       affine.if
// CHECK-NEXT:    affine.parallel
// CHECK-NEXT:      affine.for
// CHECK:       scf.if
// CHECK-NEXT:    scf.parallel
// CHECK-NEXT:      affine.for
func.func @ho05(%n: index, %a: memref<16x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v0 = arith.constant 0 : i32
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %v3 = arith.constant 3 : i32
  scf.forall (%i) in (16) {
    %c = arith.cmpi eq, %n, %c0 : index
    scf.if %c {
      affine.for %j = 0 to 16 {
        memref.store %v0, %a[%i, %j] : memref<16x16xi32>
      }
    }
  }
  affine.parallel (%i) = (0) to (16) {
    affine.if affine_set<()[n] : (n == 0)>()[%n] {
      affine.for %j = 0 to 16 {
        affine.store %v1, %a[%i, %j] : memref<16x16xi32>
      }
    }
  }
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %c = arith.cmpi eq, %n, %c0 : index
    scf.if %c {
      affine.for %j = 0 to 16 {
        memref.store %v2, %a[%i, %j] : memref<16x16xi32>
      }
    }
  }
  return
}

// HO-07
// CHECK-LABEL: @ho07
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store
func.func @ho07(%a: memref<4x4xi32>) {
  %v0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
        affine.store %v0, %a[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// HO-10; what is read beside the branch goes along.
// CHECK-LABEL: @ho10
// CHECK:       scf.for %[[I:.*]] =
// CHECK-NEXT:    %[[C:.*]] = arith.cmpi slt, %[[I]]
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        memref.load
// CHECK-NEXT:        memref.store
// CHECK-NEXT:      }
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        memref.load
// CHECK-NEXT:        arith.addi
// CHECK-NEXT:        memref.store
func.func @ho10(%a: memref<4x4xi32>, %b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v0 = arith.constant 0 : i32
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %v3 = arith.constant 3 : i32
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %x = memref.load %b[%j] : memref<4xi32>
      %c = arith.cmpi slt, %i, %c3 : index
      scf.if %c {
        memref.store %x, %a[%i, %j] : memref<4x4xi32>
      } else {
        %y = arith.addi %x, %v1 : i32
        memref.store %y, %a[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// HO-12
// CHECK-LABEL: @ho12
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if #{{.*}}(%[[J]]) {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store
func.func @ho12(%a: memref<4x4x4xi32>) {
  %v0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(j) : (2 - j >= 0)>(%j) {
          affine.if affine_set<(i) : (1 - i >= 0)>(%i) {
            affine.store %v0, %a[%i, %j, %k] : memref<4x4x4xi32>
          }
        }
      }
    }
  }
  return
}

// HO-13, as a set and as a conjunction of values
// CHECK-LABEL: @ho13
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if #{{.*}}(%[[J]]) {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    %[[CI:.*]] = arith.cmpi slt, %[[I]]
// CHECK-NEXT:    scf.if %[[CI]] {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:        %[[CJ:.*]] = arith.cmpi slt, %[[J]]
// CHECK:             scf.if %[[CJ]] {
// CHECK-NEXT:          affine.for
// CHECK:                 affine.store
func.func @ho13(%a: memref<4x4x4xi32>) {
  %v0 = arith.constant 0 : i32
  %v1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(i, j) : (2 - j >= 0, 1 - i >= 0)>(%i, %j) {
          affine.store %v0, %a[%i, %j, %k] : memref<4x4x4xi32>
        }
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        %cj = arith.cmpi slt, %j, %c3 : index
        %ci = arith.cmpi slt, %i, %c2 : index
        %c = arith.andi %cj, %ci : i1
        scf.if %c {
          affine.store %v1, %a[%i, %j, %k] : memref<4x4x4xi32>
        }
      }
    }
  }
  return
}

// HO-15. The inner condition is written in three ways.
// CHECK-LABEL: @ho15
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NOT:   affine.for
// CHECK:         scf.if
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK:             scf.if
// CHECK:               affine.for
// CHECK-NEXT:            affine.store %c0_i32
// CHECK:             } else {
// CHECK:               affine.for
// CHECK-NEXT:            affine.store %c2_i32
// CHECK:         } else {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK:             scf.if
// CHECK:               affine.for
// CHECK-NEXT:            affine.store %c1_i32
// CHECK:             } else {
// CHECK:               affine.for
// CHECK-NEXT:            affine.store %c3_i32
func.func @ho15(%a: memref<4x4x4xi32>) {
  %v0 = arith.constant 0 : i32
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %v3 = arith.constant 3 : i32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        %cj = arith.cmpi slt, %j, %c3 : index
        scf.if %cj {
          %ci = arith.cmpi slt, %i, %c2 : index
          scf.if %ci {
            affine.store %v0, %a[%i, %j, %k] : memref<4x4x4xi32>
          } else {
            affine.store %v1, %a[%i, %j, %k] : memref<4x4x4xi32>
          }
        } else {
          %no = arith.cmpi sgt, %i, %c1 : index
          scf.if %no {
            affine.if affine_set<(i) : (i - 2 >= 0)>(%i) {
              affine.store %v3, %a[%i, %j, %k] : memref<4x4x4xi32>
            }
          } else {
            affine.store %v2, %a[%i, %j, %k] : memref<4x4x4xi32>
          }
        }
      }
    }
  }
  return
}

// HO-17, as a select and as an `if` that yields
// CHECK-LABEL: @ho17
// CHECK:       affine.for
// CHECK:         scf.if
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store %c1_i32
// CHECK:         } else {
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store %c2_i32
// CHECK:       affine.for
// CHECK-NEXT:    affine.if
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.load
// CHECK-NEXT:        affine.store
// CHECK:         } else {
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store %c2_i32
func.func @ho17(%a: memref<4x4xi32>, %b: memref<2xi32>) {
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %c = arith.cmpi slt, %i, %c2 : index
      %v = arith.select %c, %v1, %v2 : i32
      affine.store %v, %a[%i, %j] : memref<4x4xi32>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.if affine_set<(i) : (1 - i >= 0)>(%i) -> i32 {
        %x = affine.load %b[%i] : memref<2xi32>
        affine.yield %x : i32
      } else {
        affine.yield %v2 : i32
      }
      affine.store %v, %a[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// HO-21
// CHECK-LABEL: @ho21
// CHECK:       scf.for %[[I:.*]] = %{{.*}} to %arg0
// CHECK-NEXT:    %[[C:.*]] = arith.cmpi slt, %[[I]]
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        scf.for
// CHECK-NEXT:          memref.store %arg1
// CHECK:         } else {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        scf.for
// CHECK-NEXT:          memref.store %arg2
func.func @ho21(%l: index, %m: index, %n: index, %a: memref<?x?x?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %l step %c1 {
    scf.for %j = %c0 to %m step %c1 {
      scf.for %k = %c0 to %n step %c1 {
        %c = arith.cmpi slt, %i, %c2 : index
        scf.if %c {
          memref.store %m, %a[%i, %j, %k] : memref<?x?x?xindex>
        } else {
          memref.store %n, %a[%i, %j, %k] : memref<?x?x?xindex>
        }
      }
    }
  }
  return
}

// HO-23: it may not pass the store beside the loop over k.
// CHECK-LABEL: @ho23
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 3 {
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      affine.store
// CHECK-NEXT:      affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT:        affine.for
// REMARK:      hoist.mlir:[[#@LINE+10]]:{{.*}}[Missed] layout-hoist-conditions/not-whole-body
// REMARK-SAME: the condition is loop-invariant, but guards only a part of the body; distribute the loop first (layout-distribute-loops)
func.func @ho23(%data: memref<12xf32>, %b: memref<4x3x5xf32>) {
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 3 {
      %x = affine.load %data[3 * %i + %j] : memref<12xf32>
      %y = arith.addf %x, %half : f32
      affine.store %y, %data[3 * %i + %j] : memref<12xf32>
      affine.for %k = 0 to 5 {
        affine.if affine_set<(i) : (1 - i >= 0)>(%i) {
          affine.store %half, %b[%i, %j, %k] : memref<4x3x5xf32>
        }
      }
    }
  }
  return
}

// HO-25: no change, and why.
// CHECK-LABEL: @ho25
// CHECK:       affine.for
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.if
// CHECK-NEXT:          affine.store
// CHECK-NEXT:        }
// CHECK-NEXT:        affine.store
// REMARK:      hoist.mlir:[[#@LINE+6]]:{{.*}}[Missed] layout-hoist-conditions/not-whole-body
func.func @ho25(%a: memref<4x4x4xi32>, %b: memref<4x4x4xi32>) {
  %v0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
          affine.store %v0, %a[%i, %j, %k] : memref<4x4x4xi32>
        }
        affine.store %v0, %b[%i, %j, %k] : memref<4x4x4xi32>
      }
    }
  }
  return
}

// HO-26
// CHECK-LABEL: @ho26
// CHECK:       affine.for %[[I:.*]] = 0 to 5 {
// CHECK-NEXT:    %[[CI:.*]] = arith.cmpi sge, %[[I]]
// CHECK-NEXT:    scf.if %[[CI]] {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 10 {
// CHECK-NEXT:        affine.store
// CHECK-NEXT:        %[[P:.*]] = arith.cmpi slt, %[[I]]
// CHECK-NEXT:        %[[Q:.*]] = arith.cmpi sge, %[[J]]
// CHECK-NEXT:        %[[R:.*]] = arith.ori %[[P]], %[[Q]]
// CHECK-NEXT:        scf.if %[[R]] {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.for
// CHECK-NEXT:              affine.store %arg0
// CHECK:             } else {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.for
// CHECK-NEXT:              affine.store %arg1
func.func @ho26(%x: i32, %y: i32, %b: memref<5x10xi32>, %a: memref<5x10x15x20xi32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 10 {
      %ci = arith.cmpi sge, %i, %c3 : index
      scf.if %ci {
        affine.store %x, %b[%i, %j] : memref<5x10xi32>
        affine.for %k = 0 to 15 {
          affine.for %l = 0 to 20 {
            %p = arith.cmpi slt, %i, %c4 : index
            %q = arith.cmpi sge, %j, %c8 : index
            %r = arith.ori %p, %q : i1
            scf.if %r {
              affine.store %x, %a[%i, %j, %k, %l] : memref<5x10x15x20xi32>
            } else {
              affine.store %y, %a[%i, %j, %k, %l] : memref<5x10x15x20xi32>
            }
          }
        }
      }
    }
  }
  return
}

// HO-27
// CHECK-LABEL: @ho27
// CHECK:       affine.for %[[I:.*]] = 0 to 10 {
// CHECK-NEXT:    %[[CI:.*]] = arith.cmpi sle, %{{.*}}, %[[I]]
// CHECK-NEXT:    scf.if %[[CI]] {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 10 {
// CHECK-NEXT:        %[[CJ:.*]] = arith.cmpi sle, %{{.*}}, %[[J]]
// CHECK-NEXT:        scf.if %[[CJ]] {
// CHECK-NEXT:          affine.for
// CHECK-NEXT:            affine.store
func.func @ho27(%x: i32, %a: memref<10x10x10xi32>) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      affine.for %k = 0 to 10 {
        %ci = arith.cmpi sle, %c3, %i : index
        scf.if %ci {
          %cj = arith.cmpi sle, %c3, %j : index
          scf.if %cj {
            affine.store %x, %a[%i, %j, %k] : memref<10x10x10xi32>
          }
        }
      }
    }
  }
  return
}

// A loop that carries a sum; what it yields comes out of the branch.
// CHECK-LABEL: @sum
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    %[[R:.*]] = affine.if #{{.*}}(%[[I]]) -> i32 {
// CHECK-NEXT:      %[[S:.*]] = affine.for
// CHECK:           affine.yield %[[S]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.yield
// CHECK:         affine.store %[[R]]
func.func @sum(%p: memref<4x4xi32>, %a: memref<4xi32>) {
  %v0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    %r = affine.for %j = 0 to 4 iter_args(%s = %v0) -> i32 {
      %v = affine.if affine_set<(i) : (1 - i >= 0)>(%i) -> i32 {
        %x = affine.load %p[%i, %j] : memref<4x4xi32>
        %y = arith.addi %x, %s : i32
        affine.yield %y : i32
      } else {
        affine.yield %s : i32
      }
      affine.yield %v : i32
    }
    affine.store %r, %a[%i] : memref<4xi32>
  }
  return
}

// Conditions that differ for some i are two, and leave one by one.
// CHECK-LABEL: @not_the_same
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    arith.cmpi slt, %[[I]], %c2
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      arith.cmpi slt, %[[I]], %c3
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        affine.for %[[J:.*]] = 0 to 4 {
// CHECK:               scf.if
// CHECK:                 affine.store %c0_i32
// CHECK:               } else {
// CHECK:                 affine.store %c1_i32
// CHECK:           } else {
// CHECK-NEXT:        affine.for
// CHECK:               scf.if
// CHECK:                 affine.store %c0_i32
// CHECK-NOT:             affine.store
// CHECK:           arith.cmpi slt, %[[I]], %c3
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        affine.for
// CHECK:               scf.if
// CHECK:               else
// CHECK:                 affine.store %c1_i32
func.func @not_the_same(%n: index, %a: memref<4x4xi32>) {
  %v0 = arith.constant 0 : i32
  %v1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %cj = arith.cmpi slt, %j, %n : index
      scf.if %cj {
        %ci = arith.cmpi slt, %i, %c2 : index
        scf.if %ci {
          affine.store %v0, %a[%i, %j] : memref<4x4xi32>
        }
      } else {
        %ci = arith.cmpi slt, %i, %c3 : index
        scf.if %ci {
          affine.store %v1, %a[%i, %j] : memref<4x4xi32>
        }
      }
    }
  }
  return
}
