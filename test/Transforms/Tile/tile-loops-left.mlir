// RUN: layout-opt %s --layout-apply --layout-tile-loops -o /dev/null --remarks-filter=layout 2>&1 | FileCheck %s
//
// What is left as it is, though accesses divide, is told why.

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>
#runs = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<undef>>

func.func private @f(f64) -> f64

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/body {{.*}}"not reordered for vectors: 'func.call' has no known vector form: expects elementwise ops on integers and floats; move it to a loop of its own"
func.func @call(%a: memref<64x64xf64, #tiles>, %b: memref<64x64xf64, #tiles>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf64, #tiles>
      %1 = func.call @f(%0) : (f64) -> f64
      affine.store %1, %b[%i, %j] : memref<64x64xf64, #tiles>
    }
  }
  return
}

// CHECK: [[#@LINE+3]]:8: remark: [Missed] layout-tile-loops/loops {{.*}}"not reordered for vectors: the loop carries values; store them to memory instead"
func.func @carries(%a: memref<64x64xf64, #tiles>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %r = affine.for %i = 0 to 64 iter_args(%s = %zero) -> (f64) {
    %0 = affine.load %a[%i, %i] : memref<64x64xf64, #tiles>
    %1 = arith.addf %0, %s : f64
    affine.yield %1 : f64
  }
  return %r : f64
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/loops {{.*}}"not reordered for vectors: a bound divides, or has numbers beyond 2^48; use sums of variables and constants"
func.func @divided_bound(%a: memref<64x64xf64, #tiles>, %b: memref<64x64xf64, #tiles>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(i) -> (i floordiv 3)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<64x64xf64, #tiles>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %b[%i, %j] : memref<64x64xf64, #tiles>
    }
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/loops {{.*}}"not reordered for vectors: bounds may be so far from 0 that sums of them wrap around; use extents of buffers as bounds"
func.func @far_bounds(%a: memref<64x64xf64, #tiles>, %b: memref<64x64xf64, #tiles>, %n: index, %m: index) {
  affine.for %i = 0 to affine_map<()[n, m] -> (n + m)>()[%n, %m] {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<64x64xf64, #tiles>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %b[%i, %j] : memref<64x64xf64, #tiles>
    }
  }
  return
}

// Lanes would lie apart in each order.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/gain {{.*}}"not reordered for vectors: no block of lanes is estimated to take less than 0.8 of the 15.00 instructions of an iteration of the original nest; choose a layout in which stores are contiguous along a loop, and loads along the same one"
func.func @apart(%a: memref<64x64xf64, #tiles>, %b: memref<64x64xf64, #tiles>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %a[%i * 2, %j * 2] : memref<64x64xf64, #tiles>
      %1 = arith.addf %0, %0 : f64
      affine.store %1, %b[%j * 2, %i * 2] : memref<64x64xf64, #tiles>
    }
  }
  return
}

// A loop alone has no other order: nothing is lost, and nothing said.
// CHECK-NOT: remark: {{.*}} layout-tile-loops/{{body|loops|gain}}
func.func @one_loop(%a: memref<64xf64>, %b: memref<64xf64>) {
  affine.for %i = 0 to 32 {
    %0 = affine.load %a[%i * 2] : memref<64xf64>
    %1 = func.call @f(%0) : (f64) -> f64
    affine.store %1, %b[%i * 2] : memref<64xf64>
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/recurrence-kept {{.*}}"not executed tile by tile: the end of a loop that begins at the variable may be so far from 0 that sums of it wrap around; use extents of buffers"
func.func @far_end(%a: memref<64x64xf64, #tiles>, %x: memref<64xf64, #runs>, %n: index) {
  affine.for %i = 0 to 64 {
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to %n {
      %0 = affine.load %x[%i] : memref<64xf64, #runs>
      %1 = affine.load %x[%j - 1] : memref<64xf64, #runs>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %x[%j] : memref<64xf64, #runs>
    }
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/recurrence-kept {{.*}}"not executed tile by tile: expects loops that end at the variable, or at the variable + 1, and begin at a constant, or begin there and end at one value"
func.func @far_triangle(%x: memref<64xf64, #runs>) {
  affine.for %i = 0 to 60 {
    affine.for %j = 1 to affine_map<(i) -> (i + 3)>(%i) {
      %0 = affine.load %x[%j] : memref<64xf64, #runs>
      %1 = affine.load %x[%j - 1] : memref<64xf64, #runs>
      %2 = arith.mulf %0, %1 : f64
      affine.store %2, %x[%j] : memref<64xf64, #runs>
    }
    %0 = affine.load %x[%i] : memref<64xf64, #runs>
    affine.store %0, %x[%i + 3] : memref<64xf64, #runs>
  }
  return
}

// Five triangles in each other.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/recurrence-kept {{.*}}"not executed tile by tile: there would be 32 innermost loops, more than 16: each loop that begins or ends at the variable becomes two, with all that is inside; move some of them to loops of their own"
func.func @deep(%x: memref<64xf64, #runs>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%j) {
        affine.for %l = 0 to affine_map<(i) -> (i)>(%k) {
          affine.for %m = 0 to affine_map<(i) -> (i)>(%l) {
            affine.for %n = 1 to affine_map<(i) -> (i)>(%m) {
              %0 = affine.load %x[%n] : memref<64xf64, #runs>
              %1 = affine.load %x[%n - 1] : memref<64xf64, #runs>
              %2 = affine.load %x[%i] : memref<64xf64, #runs>
              %3 = arith.mulf %0, %1 : f64
              %4 = arith.addf %2, %3 : f64
              affine.store %4, %x[%n] : memref<64xf64, #runs>
            }
          }
        }
      }
    }
  }
  return
}

// Nothing divides, but stores lie apart along the inner loop, and would not along the
// outer one.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/body {{.*}}"not reordered for vectors: 'memref.load' is no affine access; layout-raise-loops makes one of it, or says why not"
func.func @columns(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = memref.load %a[%j, %i] : memref<64x64xf32>
      affine.store %0, %b[%j, %i] : memref<64x64xf32>
    }
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/body {{.*}}"not reordered for vectors: 'scf.if' is a branch, which has no vector form; compute both sides and choose with arith.select, or move it out of the loop"
func.func @branch(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias}, %c: i1) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%j, %i] : memref<64x64xf32>
      %1 = scf.if %c -> f32 {
        %2 = arith.addf %0, %0 : f32
        scf.yield %2 : f32
      } else {
        scf.yield %0 : f32
      }
      affine.store %1, %b[%j, %i] : memref<64x64xf32>
    }
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/loops {{.*}}"not reordered for vectors: the loop has another step than 1; run affine-loop-normalize"
func.func @step(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%j, %i] : memref<64x64xf32>
      affine.store %0, %b[%j, %i] : memref<64x64xf32>
    }
  }
  return
}

// Stores are neighbours as the loops stand.
// CHECK-NOT: remark: {{.*}} layout-tile-loops/{{body|loops|gain}}
func.func @rows(%a: memref<64x64xf32> {llvm.noalias}, %b: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = memref.load %a[%i, %j] : memref<64x64xf32>
      affine.store %0, %b[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
