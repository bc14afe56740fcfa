// The estimate of work in front of a nest computes nothing that the program does
// not: no divisor that may be 0 there.
// RUN: layout-check %s --entry=guarded --arg=1:20 --arg=2:0 --pipeline="builtin.module(layout-parallelize-loops{threads=2})"
// RUN: layout-check %s --entry=not_entered --dim=arg0.dim0:8 --arg=1:0 --arg=2:20 --arg=3:0 --pipeline="builtin.module(layout-parallelize-loops{threads=2 min-work=1000})"
// Steps of all threads at once are numbers, too.
// RUN: layout-opt %s --layout-parallelize-loops="threads=3 min-work=1" -o /dev/null
// It is linear in the loops, whose bounds depend on each other.
// RUN: layout-opt %s --layout-parallelize-loops="threads=2 min-work=1000" | sed -n '/@chain/,/^  }/p' | grep -c "" | FileCheck %s --check-prefix=LINES
// LINES: {{^[0-9]?[0-9]?[0-9]$}}

func.func @guarded(%a: memref<64x64xf32> {llvm.noalias}, %m: index, %s: index) {
  %c0 = arith.constant 0 : index
  %pos = arith.cmpi sgt, %s, %c0 : index
  affine.for %i = 0 to 64 {
    scf.if %pos {
      affine.for %j = 0 to affine_map<()[s0, s1] -> (s0 ceildiv s1)>()[%m, %s] {
        %0 = affine.load %a[%i, %j] : memref<64x64xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %a[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}

func.func @not_entered(%a: memref<?x64xf32> {llvm.noalias}, %n: index, %m: index, %s: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<()[s0, s1] -> (s0 floordiv s1)>()[%m, %s] {
      %0 = affine.load %a[%i, %j] : memref<?x64xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<?x64xf32>
    }
  }
  return
}

func.func @huge_step(%a: memref<8xi32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to %n step 4611686018427387904 {
    affine.for %j = 0 to affine_map<(d) -> (d + 7)>(%i) {
      %0 = affine.load %a[%i] : memref<8xi32>
      affine.store %0, %a[%i] : memref<8xi32>
    }
  }
  return
}

func.func @chain(%a: memref<?xf32>, %n: index) {
  affine.for %i0 = 0 to %n {
    affine.for %i1 = affine_map<(d) -> (d)>(%i0) to affine_map<(d) -> (d + 4)>(%i0) {
      affine.for %i2 = affine_map<(d) -> (d)>(%i1) to affine_map<(d) -> (d + 4)>(%i1) {
        affine.for %i3 = affine_map<(d) -> (d)>(%i2) to affine_map<(d) -> (d + 4)>(%i2) {
          affine.for %i4 = affine_map<(d) -> (d)>(%i3) to affine_map<(d) -> (d + 4)>(%i3) {
            affine.for %i5 = affine_map<(d) -> (d)>(%i4) to affine_map<(d) -> (d + 4)>(%i4) {
              affine.for %i6 = affine_map<(d) -> (d)>(%i5) to affine_map<(d) -> (d + 4)>(%i5) {
                affine.for %i7 = affine_map<(d) -> (d)>(%i6) to affine_map<(d) -> (d + 4)>(%i6) {
                  affine.for %i8 = affine_map<(d) -> (d)>(%i7) to affine_map<(d) -> (d + 4)>(%i7) {
                    %0 = affine.load %a[%i0] : memref<?xf32>
                    %1 = arith.addf %0, %0 : f32
                    affine.store %1, %a[%i0] : memref<?xf32>
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  return
}
