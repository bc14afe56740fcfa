// RUN: layout-opt %s --layout-distribute-loops --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// A second run finds nothing.
// RUN: layout-opt %s --layout-distribute-loops -o %t.once
// RUN: layout-opt %t.once --layout-distribute-loops | diff %t.once -
//
// Executed before and after.
// DEFINE: %{run} = --pipeline="builtin.module(layout-distribute-loops)"
// RUN: layout-check %s %{run} --entry=gemm --arg=3:1.5 --arg=4:0.5
// RUN: layout-check %s %{run} --entry=product --arg=3:7
// RUN: layout-check %s %{run} --entry=forward --arg=2:7
// RUN: layout-check %s %{run} --entry=three --arg=3:7
// RUN: layout-check %s %{run} --entry=stores_between --arg=3:7
// RUN: layout-check %s %{run} --entry=shared_load
// RUN: layout-check %s %{run} --entry=trmm --arg=2:1.5
// RUN: layout-check %s %{run} --entry=doitgen
// RUN: layout-check %s %{run} --entry=gramschmidt
// RUN: layout-check %s %{run} --entry=last_first --arg=2:7
// RUN: layout-check %s %{run} --entry=between
// RUN: layout-check %s %{run} --entry=covariance --arg=2:3.0
// RUN: layout-check %s %{run} --entry=lu_rows
// RUN: layout-check %s %{run} --entry=empty_inside --arg=0:0
// RUN: layout-check %s %{run} --entry=empty_inside --arg=0:5
// RUN: layout-check %s %{run} --entry=may_trap --arg=2:3
// RUN: layout-check %s %{run} --entry=branches --arg=2:7
// RUN: layout-check %s %{run} --entry=steps --arg=2:7
// RUN: layout-check %s %{run} --entry=view --arg=2:7
// RUN: layout-check %s %{run} --entry=own_buffer --arg=2:7
// RUN: layout-check %s %{run} --entry=within_parallel --arg=2:7

// PolyBench, as a C front end writes it.
// CHECK-LABEL: @gemm
// CHECK-SAME:    %[[C:.*]]: memref<6x7xf64> {llvm.noalias}, %[[A:.*]]: memref<6x5xf64> {llvm.noalias}, %[[B:.*]]: memref<5x7xf64> {llvm.noalias}
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 7 {
// CHECK-NEXT:      affine.load %[[C]][%[[I]], %[[J]]]
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      affine.store %{{.*}}, %[[C]][%[[I]], %[[J]]]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT:    affine.for %[[K:.*]] = 0 to 5 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 7 {
// CHECK-NEXT:        %[[X:.*]] = affine.load %[[A]][%[[I]], %[[K]]]
// CHECK-NEXT:        %[[Y:.*]] = arith.mulf %{{.*}}, %[[X]]
// CHECK-NEXT:        affine.load %[[B]][%[[K]], %[[J]]]
// CHECK-NEXT:        arith.mulf %[[Y]]
// CHECK-NEXT:        affine.load %[[C]][%[[I]], %[[J]]]
// CHECK-NEXT:        arith.addf
// CHECK-NEXT:        affine.store %{{.*}}, %[[C]][%[[I]], %[[J]]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return
// REMARK: [Passed] layout-distribute-loops/sunk {{.*}}"values computed before the loop, 2 operations, moved into its innermost loop"
// REMARK: [Passed] layout-distribute-loops/distributed {{.*}}"distributed into 2 loops"
func.func @gemm(%c: memref<6x7xf64> {llvm.noalias}, %a: memref<6x5xf64> {llvm.noalias}, %b: memref<5x7xf64> {llvm.noalias}, %alpha: f64, %beta: f64) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %o = affine.load %c[%i, %j] : memref<6x7xf64>
      %p = arith.mulf %o, %beta : f64
      affine.store %p, %c[%i, %j] : memref<6x7xf64>
    }
    affine.for %k = 0 to 5 {
      %x = affine.load %a[%i, %k] : memref<6x5xf64>
      %y = arith.mulf %alpha, %x : f64
      affine.for %j = 0 to 7 {
        %z = affine.load %b[%k, %j] : memref<5x7xf64>
        %p = arith.mulf %y, %z : f64
        %o = affine.load %c[%i, %j] : memref<6x7xf64>
        %s = arith.addf %o, %p : f64
        affine.store %s, %c[%i, %j] : memref<6x7xf64>
      }
    }
  }
  return
}

// The example of the reference.
// CHECK-LABEL: @product
// CHECK:       affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:        affine.load
func.func @product(%c: memref<4x8xi32> {llvm.noalias}, %A: memref<4x16xi32> {llvm.noalias}, %B: memref<16x8xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.store %x, %c[%i, %j] : memref<4x8xi32>
    }
    affine.for %k = 0 to 16 {
      %a = affine.load %A[%i, %k] : memref<4x16xi32>
      affine.for %j = 0 to 8 {
        %b = affine.load %B[%k, %j] : memref<16x8xi32>
        %p = arith.muli %a, %b : i32
        %o = affine.load %c[%i, %j] : memref<4x8xi32>
        %s = arith.addi %o, %p : i32
        affine.store %s, %c[%i, %j] : memref<4x8xi32>
      }
    }
  }
  return
}

// The second reads what this and earlier iterations of the first wrote.
// CHECK-LABEL: @forward
// CHECK:       affine.for %{{.*}} = 1 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 1 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
func.func @forward(%a: memref<8x4xi32>, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %y = affine.load %a[%i - 1, %j] : memref<8x4xi32>
      affine.store %y, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// Only the second and the third part depend on each other over the iterations.
// CHECK-LABEL: @three
// CHECK:       affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 7 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]], %{{.*}}]
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store %{{.*}}[%[[I]] + 1, %{{.*}}]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// REMARK: [Missed] layout-distribute-loops/dependence {{.*}}"kept in one loop with what precedes it: iteration {{.*}} reads {{.*}} that iteration {{.*}} wrote"
// REMARK: "distributed into 3 loops"
func.func @three(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %c: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 4 {
      affine.store %x, %c[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %y = affine.load %a[%i, %j] : memref<8x4xi32>
      affine.store %y, %b[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %y = affine.load %b[%i, %j] : memref<8x4xi32>
      affine.store %y, %a[%i + 1, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %y = affine.load %a[%i, %j] : memref<8x4xi32>
      affine.store %y, %c[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// Statements between loops get one loop, in their order.
// CHECK-LABEL: @stores_between
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.store %{{.*}}, %[[B:.*]][%[[I]]]
// CHECK-NEXT:    %[[Y:.*]] = affine.load %[[B]][%[[I]]]
// CHECK-NEXT:    affine.store %[[Y]]
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
func.func @stores_between(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}, %c: memref<8xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<8x4xi32>
    }
    affine.store %x, %b[%i] : memref<8xi32>
    %y = affine.load %b[%i] : memref<8xi32>
    affine.store %y, %c[%i] : memref<8xi32>
    %z = affine.load %c[%i] : memref<8xi32>
    affine.for %j = 0 to 4 {
      %u = affine.load %a[%i, %j] : memref<8x4xi32>
      %v = arith.addi %u, %z : i32
      affine.store %v, %a[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// A load for two parts, and a number that depends on the loop.
// CHECK-LABEL: @shared_load
// CHECK-SAME:    %[[A:.*]]: memref<8xi32> {llvm.noalias}
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      %[[X:.*]] = affine.load %[[A]][%[[I]]]
// CHECK-NEXT:      affine.store %[[X]]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      %[[X:.*]] = affine.load %[[A]][%[[I]]]
// CHECK-NEXT:      %[[N:.*]] = arith.index_cast %[[I]]
// CHECK-NEXT:      arith.addi %[[X]], %[[N]]
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
func.func @shared_load(%a: memref<8xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %c: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xi32>
    %unused = affine.load %b[%i, 0] : memref<8x4xi32>
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
    %n = arith.index_cast %i : index to i32
    affine.for %j = 0 to 4 {
      %y = arith.addi %x, %n : i32
      affine.store %y, %c[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// A triangle; the row %k > %i is not touched before.
// CHECK-LABEL: @trmm
// CHECK:       affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 5 {
// CHECK-NEXT:      affine.for %[[K:.*]] = #{{.*}}(%[[I]]) to 6 {
// CHECK-COUNT-3:     affine.load
// CHECK:             affine.store
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 5 {
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.mulf
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
func.func @trmm(%a: memref<6x6xf64> {llvm.noalias}, %b: memref<6x5xf64> {llvm.noalias}, %alpha: f64) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 5 {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to 6 {
        %x = affine.load %a[%k, %i] : memref<6x6xf64>
        %y = affine.load %b[%k, %j] : memref<6x5xf64>
        %p = arith.mulf %x, %y : f64
        %o = affine.load %b[%i, %j] : memref<6x5xf64>
        %s = arith.addf %o, %p : f64
        affine.store %s, %b[%i, %j] : memref<6x5xf64>
      }
      %o = affine.load %b[%i, %j] : memref<6x5xf64>
      %p = arith.mulf %alpha, %o : f64
      affine.store %p, %b[%i, %j] : memref<6x5xf64>
    }
  }
  return
}

// The loops over %r and %q use the array %sum again; those inside are perfect.
// CHECK-LABEL: @doitgen
// CHECK:       affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.for %[[P:.*]] = 0 to 5 {
// CHECK-NEXT:        affine.store %{{.*}}, %[[SUM:.*]][%[[P]]]
// CHECK-NEXT:      }
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT:        affine.for %{{.*}} = 0 to 5 {
// CHECK:             }
// CHECK-NEXT:      }
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 5 {
// CHECK-NEXT:        affine.load %[[SUM]]
// CHECK-NEXT:        affine.store
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
func.func @doitgen(%a: memref<3x4x5xf64> {llvm.noalias}, %c4: memref<5x5xf64> {llvm.noalias}, %sum: memref<5xf64> {llvm.noalias}) {
  %c0 = arith.constant 0.0 : f64
  affine.for %r = 0 to 3 {
    affine.for %q = 0 to 4 {
      affine.for %p = 0 to 5 {
        affine.store %c0, %sum[%p] : memref<5xf64>
        affine.for %s = 0 to 5 {
          %x = affine.load %a[%r, %q, %s] : memref<3x4x5xf64>
          %y = affine.load %c4[%s, %p] : memref<5x5xf64>
          %z = arith.mulf %x, %y : f64
          %o = affine.load %sum[%p] : memref<5xf64>
          %t = arith.addf %o, %z : f64
          affine.store %t, %sum[%p] : memref<5xf64>
        }
      }
      affine.for %p = 0 to 5 {
        %t = affine.load %sum[%p] : memref<5xf64>
        affine.store %t, %a[%r, %q, %p] : memref<3x4x5xf64>
      }
    }
  }
  return
}

// The second loop zeroes what iterations behind read in the first: it may not come
// behind it, but in front. So may the load, which reads what was there.
// CHECK-LABEL: @last_first
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]] + 1]
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @last_first(%a: memref<9xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    %y = affine.load %a[%i] : memref<9xi32>
    affine.for %j = 0 to 4 {
      affine.store %y, %b[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i + 1] : memref<9xi32>
    }
  }
  return
}

// The first and the last stay together, and what stands between them goes behind:
// it reads what the last wrote. REMARK: "distributed into 2 loops"
// CHECK-LABEL: @between
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for
// CHECK:         affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.load %[[B:.*]][%[[I]], %[[J]]]
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]] + 1, %[[J]]]
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @between(%a: memref<9x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %c: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %a[%i, %j] : memref<9x4xi32>
      affine.store %0, %b[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %0 = affine.load %a[%i, %j] : memref<9x4xi32>
      affine.store %0, %c[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %0 = affine.load %b[%i, %j] : memref<8x4xi32>
      affine.store %0, %a[%i + 1, %j] : memref<9x4xi32>
    }
  }
  return
}

// Columns depend on those before; only the zeros in R do not.
// CHECK-LABEL: @gramschmidt
// CHECK:       affine.for %[[K:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.store %{{.*}}, %[[R:.*]][%[[K]], %[[K]]]
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %[[K:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[J:.*]] = #{{.*}}(%[[K]]) to 4 {
// CHECK-NEXT:      affine.store %{{.*}}, %[[R]][%[[K]], %[[J]]]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %[[K:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 6 {
// CHECK:         }
// CHECK:         math.sqrt
// CHECK-NEXT:    affine.store
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT:      affine.load %[[R]][%[[K]], %[[K]]]
// CHECK:         }
// CHECK-NEXT:    affine.for %[[J:.*]] = #{{.*}}(%[[K]]) to 4 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 6 {
// CHECK:           }
// CHECK-NEXT:    }
// CHECK-NEXT:    affine.for %[[J:.*]] = #{{.*}}(%[[K]]) to 4 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 6 {
// CHECK:           }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @gramschmidt(%a: memref<6x4xf64> {llvm.noalias}, %r: memref<4x4xf64> {llvm.noalias}, %q: memref<6x4xf64> {llvm.noalias}) {
  %c0 = arith.constant 0.0 : f64
  affine.for %k = 0 to 4 {
    affine.store %c0, %r[%k, %k] : memref<4x4xf64>
    affine.for %i = 0 to 6 {
      %x = affine.load %a[%i, %k] : memref<6x4xf64>
      %y = arith.mulf %x, %x : f64
      %o = affine.load %r[%k, %k] : memref<4x4xf64>
      %s = arith.addf %o, %y : f64
      affine.store %s, %r[%k, %k] : memref<4x4xf64>
    }
    %n = affine.load %r[%k, %k] : memref<4x4xf64>
    %w = math.sqrt %n : f64
    affine.store %w, %r[%k, %k] : memref<4x4xf64>
    affine.for %i = 0 to 6 {
      %v = affine.load %r[%k, %k] : memref<4x4xf64>
      %x = affine.load %a[%i, %k] : memref<6x4xf64>
      %y = arith.divf %x, %v : f64
      affine.store %y, %q[%i, %k] : memref<6x4xf64>
    }
    affine.for %j = affine_map<(k) -> (k + 1)>(%k) to 4 {
      affine.store %c0, %r[%k, %j] : memref<4x4xf64>
      affine.for %i = 0 to 6 {
        %x = affine.load %q[%i, %k] : memref<6x4xf64>
        %y = affine.load %a[%i, %j] : memref<6x4xf64>
        %z = arith.mulf %x, %y : f64
        %o = affine.load %r[%k, %j] : memref<4x4xf64>
        %s = arith.addf %o, %z : f64
        affine.store %s, %r[%k, %j] : memref<4x4xf64>
      }
      affine.for %i = 0 to 6 {
        %x = affine.load %q[%i, %k] : memref<6x4xf64>
        %y = affine.load %r[%k, %j] : memref<4x4xf64>
        %z = arith.mulf %x, %y : f64
        %o = affine.load %a[%i, %j] : memref<6x4xf64>
        %s = arith.subf %o, %z : f64
        affine.store %s, %a[%i, %j] : memref<6x4xf64>
      }
    }
  }
  return
}

// Both triangles are written at the end; the loads read one of them.
// CHECK-LABEL: @covariance
// CHECK-COUNT-2: affine.for
// CHECK-NEXT:  affine.store
// CHECK-COUNT-3: affine.for
// CHECK:       affine.store
// CHECK-NEXT:  }
// CHECK-COUNT-2: affine.for
// CHECK-COUNT-2: affine.store
// CHECK-NOT:   affine.for
// CHECK:       return
func.func @covariance(%d: memref<6x4xf64> {llvm.noalias}, %c: memref<4x4xf64> {llvm.noalias}, %f: f64) {
  %c0 = arith.constant 0.0 : f64
  affine.for %i = 0 to 4 {
    affine.for %j = affine_map<(i) -> (i)>(%i) to 4 {
      affine.store %c0, %c[%i, %j] : memref<4x4xf64>
      affine.for %k = 0 to 6 {
        %x = affine.load %d[%k, %i] : memref<6x4xf64>
        %y = affine.load %d[%k, %j] : memref<6x4xf64>
        %z = arith.mulf %x, %y : f64
        %o = affine.load %c[%i, %j] : memref<4x4xf64>
        %s = arith.addf %o, %z : f64
        affine.store %s, %c[%i, %j] : memref<4x4xf64>
      }
      %o = affine.load %c[%i, %j] : memref<4x4xf64>
      %q = arith.divf %o, %f : f64
      affine.store %q, %c[%i, %j] : memref<4x4xf64>
      affine.store %q, %c[%j, %i] : memref<4x4xf64>
    }
  }
  return
}

// The half of an LU decomposition that only reads the rows above: the loop over
// %j is split, and nothing else.
// CHECK-LABEL: @lu_rows
// CHECK:       affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT:    affine.for %{{.*}} = #{{.*}}(%[[I]]) to 6 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to #{{.*}}(%[[I]]) {
// CHECK:           }
// CHECK-NEXT:    }
// CHECK-NEXT:    affine.for %{{.*}} = #{{.*}}(%[[I]]) to 6 {
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.negf
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @lu_rows(%a: memref<6x6xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = affine_map<(i) -> (i)>(%i) to 6 {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %x = affine.load %a[%i, %k] : memref<6x6xf64>
        %y = affine.load %a[%k, %j] : memref<6x6xf64>
        %p = arith.mulf %x, %y : f64
        %o = affine.load %a[%i, %j] : memref<6x6xf64>
        %s = arith.subf %o, %p : f64
        affine.store %s, %a[%i, %j] : memref<6x6xf64>
      }
      %o = affine.load %a[%i, %j] : memref<6x6xf64>
      %n = arith.negf %o : f64
      affine.store %n, %a[%i, %j] : memref<6x6xf64>
    }
  }
  return
}

// What goes into a loop that is never entered is not executed any more.
// CHECK-LABEL: @empty_inside
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]]]
func.func @empty_inside(%n: index, %a: memref<8xi32> {llvm.noalias}, %b: memref<8x5xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xi32>
    affine.for %j = 0 to %n {
      affine.store %x, %b[%i, %j] : memref<8x5xi32>
    }
  }
  return
}

// A division that may trap is executed in the iterations in which it was.
// CHECK-LABEL: @may_trap
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.divsi
// CHECK-NEXT:      affine.store
func.func @may_trap(%a: memref<8xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %d: i32) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xi32>
    %q = arith.divsi %x, %d : i32
    affine.for %j = 0 to 4 {
      affine.store %q, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// A branch with a loop in it is a part; one without is a statement among others.
// CHECK-LABEL: @branches
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.if
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.store
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.store
// CHECK-NEXT:    affine.if
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
func.func @branches(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {
      affine.for %j = 0 to 4 {
        affine.store %x, %a[%i, %j] : memref<8x4xi32>
      }
    }
    affine.store %x, %b[%i] : memref<8xi32>
    affine.if affine_set<(i) : (5 - i >= 0)>(%i) {
      %y = affine.load %a[%i, 2] : memref<8x4xi32>
      affine.store %y, %b[%i] : memref<8xi32>
    }
  }
  return
}

// With steps of 2 the second part stays below what the first is still to write.
// CHECK-LABEL: @steps
// CHECK:       affine.for %{{.*}} = 0 to 8 step 2 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 8 step 2 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
func.func @steps(%a: memref<9x4xi32>, %b: memref<9x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 step 2 {
    affine.for %j = 0 to 4 {
      %y = affine.load %a[%i, %j] : memref<9x4xi32>
      affine.store %y, %b[%i, %j] : memref<9x4xi32>
    }
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i + 1, %j] : memref<9x4xi32>
    }
  }
  return
}

// CHECK-LABEL: @view
// CHECK:       affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      memref.subview %{{.*}}[%[[I]], 0]
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.store
func.func @view(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xi32> to memref<4xi32, strided<[1], offset: ?>>
    affine.for %j = 0 to 4 {
      memref.store %x, %row[%j] : memref<4xi32, strided<[1], offset: ?>>
    }
    affine.store %x, %b[%i] : memref<8xi32>
  }
  return
}

// A buffer of each iteration stays with all that uses it.
// CHECK-LABEL: @own_buffer
// CHECK:       affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    memref.alloc
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc
// CHECK-NEXT:  }
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
// REMARK: [Missed] layout-distribute-loops/value {{.*}}"kept in one loop with what precedes it: it uses a value of 'memref.alloc'; make the buffer before the loop"
func.func @own_buffer(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    %t = memref.alloc() : memref<4xi32>
    affine.for %j = 0 to 4 {
      affine.store %x, %t[%j] : memref<4xi32>
    }
    affine.for %j = 0 to 4 {
      %y = affine.load %t[%j] : memref<4xi32>
      affine.store %y, %a[%i, %j] : memref<8x4xi32>
    }
    memref.dealloc %t : memref<4xi32>
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// A parallel loop is left alone, and one in it distributed.
// CHECK-LABEL: @within_parallel
// CHECK:       affine.parallel (%[[P:.*]]) = (0) to (3) {
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.store %{{.*}}[%[[P]], %[[I]], %[[J]]]
func.func @within_parallel(%a: memref<3x8x4xi32> {llvm.noalias}, %b: memref<3x8xi32> {llvm.noalias}, %x: i32) {
  affine.parallel (%p) = (0) to (3) {
    affine.for %i = 0 to 8 {
      affine.store %x, %b[%p, %i] : memref<3x8xi32>
      affine.for %j = 0 to 4 {
        affine.store %x, %a[%p, %i, %j] : memref<3x8x4xi32>
      }
    }
  }
  return
}
