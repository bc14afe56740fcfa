// Where a pass would make too many loops of one it stops, and says so.
// RUN: layout-opt %s --layout-hoist-conditions --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=HOIST
// RUN: layout-opt %s --layout-partition-loops=max-pieces=1 --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=PIECES

// HOIST: [Analysis] layout-hoist-conditions/too-many-copies | Category:layout | Remark="not moved: it would take more than 8 copies of the loop"
func.func @copies(%a: memref<9xi32>, %x: i32, %y: i32, %c0: i1, %c1: i1, %c2: i1, %c3: i1, %c4: i1, %c5: i1, %c6: i1, %c7: i1, %c8: i1) {
  affine.for %i = 0 to 9 {
    scf.if %c0 {
      scf.if %c1 {
        scf.if %c2 {
          scf.if %c3 {
            scf.if %c4 {
              scf.if %c5 {
                scf.if %c6 {
                  scf.if %c7 {
                    scf.if %c8 {
                      memref.store %x, %a[%i] : memref<9xi32>
                    } else {
                      memref.store %y, %a[%i] : memref<9xi32>
                    }
                  } else {
                    memref.store %y, %a[%i] : memref<9xi32>
                  }
                } else {
                  memref.store %y, %a[%i] : memref<9xi32>
                }
              } else {
                memref.store %y, %a[%i] : memref<9xi32>
              }
            } else {
              memref.store %y, %a[%i] : memref<9xi32>
            }
          } else {
            memref.store %y, %a[%i] : memref<9xi32>
          }
        } else {
          memref.store %y, %a[%i] : memref<9xi32>
        }
      } else {
        memref.store %y, %a[%i] : memref<9xi32>
      }
    } else {
      memref.store %y, %a[%i] : memref<9xi32>
    }
  }
  return
}

// PIECES: [Analysis] layout-partition-loops/too-many-pieces | Category:layout | Remark="not split: the loop would become 2 loops, the limit is 1"
func.func @pieces(%a: memref<9xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 9 {
    affine.if affine_set<(i) : (i - 4 >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<9xi32>
    } else {
      affine.store %y, %a[%i] : memref<9xi32>
    }
  }
  return
}
