// At most 8 copies of a loop are made, by all runs together.
// RUN: layout-opt %s --layout-hoist-conditions -o %t.once
// RUN: layout-opt %t.once --layout-hoist-conditions -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: FileCheck %s < %t.once
// RUN: layout-check %s --entry=five --arg=1:true --arg=2:false --arg=3:true --arg=4:false --arg=5:false --pipeline="builtin.module(layout-hoist-conditions)"
// RUN: layout-check %s --entry=five --arg=1:false --arg=2:true --arg=3:false --arg=4:true --arg=5:true --pipeline="builtin.module(layout-hoist-conditions,layout-hoist-conditions)"

// CHECK-LABEL:   @five
// CHECK-COUNT-9: affine.for
// CHECK-NOT:     affine.for
func.func @five(%a: memref<8xindex>, %c1: i1, %c2: i1, %c3: i1, %c4: i1, %c5: i1) {
  %x = arith.constant 3 : index
  affine.for %i = 0 to 8 {
    scf.if %c5 {
      scf.if %c4 {
        scf.if %c3 {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        } else {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        }
      } else {
        scf.if %c3 {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        } else {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        }
      }
    } else {
      scf.if %c4 {
        scf.if %c3 {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        } else {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        }
      } else {
        scf.if %c3 {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        } else {
          scf.if %c2 {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          } else {
            scf.if %c1 {
              memref.store %i, %a[%i] : memref<8xindex>
            } else {
              memref.store %x, %a[%i] : memref<8xindex>
            }
          }
        }
      }
    }
  }
  return
}

// Two loops of the program, one in each arm, count as well.
// CHECK-LABEL:   @in_arms
// CHECK-COUNT-3: affine.for
// CHECK-NOT:     affine.for
func.func @in_arms(%a: memref<8xindex>, %c1: i1, %c2: i1) {
  %x = arith.constant 3 : index
  scf.if %c1 {
    affine.for %i = 0 to 8 {
      scf.if %c2 {
        memref.store %i, %a[%i] : memref<8xindex>
      } else {
        memref.store %x, %a[%i] : memref<8xindex>
      }
    }
  } else {
    affine.for %i = 0 to 8 {
      memref.store %x, %a[%i] : memref<8xindex>
    }
  }
  return
}
