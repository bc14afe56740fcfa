// What stays as it is, and why.
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-vectorize-loops --remarks-filter=layout 2>%t.remarks > %t.after
// RUN: diff %t.before %t.after
// RUN: FileCheck %s --implicit-check-not=remark: < %t.remarks

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/marked {{.*}}"not vectorized: {{.*}}a loop has attributes that would be lost; remove them, or run the pass that reads them first"
func.func @marked_loop(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32>
  } {mark}
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/marked {{.*}}"not vectorized: {{.*}}an access has attributes that would be lost; remove them, or run the pass that reads them first"
func.func @marked_access(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] {mark} : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32>
  }
  return
}

func.func private @f(f32) -> f32

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}"not vectorized: {{.*}}'func.call' has no known vector form: expects elementwise ops
func.func @call(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = func.call @f(%0) : (f32) -> f32
    affine.store %1, %b[%i] : memref<16xf32>
  }
  return
}

// An index is no number that lanes hold.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}"not vectorized: {{.*}}'arith.index_cast' has no known vector form: expects elementwise ops
func.func @index(%b: memref<16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = arith.index_cast %i : index to i32
    affine.store %0, %b[%i] : memref<16xi32>
  }
  return
}

// Upstream holds that a division is no op to execute at will.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}"not vectorized: {{.*}}'affine.apply' computes an index that is used as a number, which has no vector form; move it to a loop of its own"
func.func @index_as_number(%b: memref<16xi32>, %n: index) {
  affine.for %i = 0 to 16 {
    %0 = affine.apply affine_map<(i)[n] -> (i + n)>(%i)[%n]
    %1 = arith.index_cast %0 : index to i32
    affine.store %1, %b[%i] : memref<16xi32>
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}"not vectorized: {{.*}}'arith.divsi' has no known vector form: expects elementwise ops
func.func @division(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xi32>
    %1 = affine.load %b[%i] : memref<16xi32>
    %2 = arith.divsi %1, %0 : i32
    affine.store %2, %b[%i] : memref<16xi32>
  }
  return
}

// Elements of 24 bits are no lanes, those of a buffer whose last stride is 2 no neighbours.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}'affine.load' has no vector form: elements of type 'i24' are not vectorized; use integers or floats of 8, 16, 32 or 64 bits"
func.func @width(%a: memref<16xi24> {llvm.noalias}, %b: memref<16xi24> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xi24>
    affine.store %0, %b[%i] : memref<16xi24>
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}'affine.store' has no vector form: rows of 'memref<16xf32, strided<[2]>>' are not known to be contiguous; copy it to a buffer of rank 1 or more with the identity layout, or one whose last stride is 1"
func.func @strides(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32, strided<[2]>> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32, strided<[2]>>
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}'affine.load' has no vector form: '{{.*}}' has axis separators; run layout-flatten first"
func.func @separators(%a: memref<3x16xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>, %b: memref<16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[0, %i] : memref<3x16xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>
    affine.store %0, %b[%i] : memref<16xf32>
  }
  return
}

// Not contiguous, stored to one element, of a function of the library of C, or read where others
// store: of these LLVM makes no vectors. The extent is not known, and no number is made up.
func.func @no_lanes(%a: memref<?x80xf32> {llvm.noalias}, %b: memref<?x80xf32> {llvm.noalias}, %k: index) {
  %zero = arith.constant 0 : index
  %n = memref.dim %a, %zero : memref<?x80xf32>
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/lanes {{.*}}"not vectorized: the innermost loop, which would be the lanes, has bounds that are not constants; expects to go from 0 to a constant between 2 and 64; run layout-tile-loops before, and see its remarks where it makes no such loop"
  affine.for %i = 0 to %n {
    %0 = affine.load %a[%i, 0] : memref<?x80xf32>
    affine.store %0, %b[%i, 0] : memref<?x80xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/lanes {{.*}}the bounds 1 to 70;
  affine.for %i = 1 to 70 {
    %0 = affine.load %a[0, %i] : memref<?x80xf32>
    affine.store %0, %b[0, 0] : memref<?x80xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/lanes {{.*}}the bounds 1 to 71;
  affine.for %i = 1 to 71 {
    %0 = affine.load %a[0, %i] : memref<?x80xf32>
    %1 = math.exp %0 : f32
    affine.store %1, %b[0, %i] : memref<?x80xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/lanes {{.*}}the bounds 1 to 72;
  affine.for %i = 1 to 72 {
    %0 = affine.load %a[0, %i - 1] : memref<?x80xf32>
    affine.store %0, %a[0, %i] : memref<?x80xf32>
  }
  return
}

// 0 to 64 at most, known and in steps of 1; one iteration is no vector. Of contiguous elements
// LLVM makes vectors.
func.func @lanes(%a: memref<80xf32> {llvm.noalias}, %b: memref<80xf32> {llvm.noalias}, %n: index) {
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/left-to-llvm {{.*}}"left to LLVM, which vectorizes loops over contiguous elements: the innermost loop has the bounds 0 to 65, and this pass vectorizes loops from 0 to a constant between 2 and 64, which layout-tile-loops makes where that pays"
  affine.for %i = 0 to 65 {
    %0 = affine.load %a[%i] : memref<80xf32>
    affine.store %0, %b[%i] : memref<80xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/left-to-llvm {{.*}}has the bounds 1 to 16,
  affine.for %i = 1 to 16 {
    %0 = affine.load %a[%i] : memref<80xf32>
    affine.store %0, %b[%i] : memref<80xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/left-to-llvm {{.*}}has bounds that are not constants,
  affine.for %i = 0 to %n {
    %0 = affine.load %a[%i] : memref<80xf32>
    affine.store %0, %b[%i] : memref<80xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/lanes {{.*}}has the bounds 0 to 1;
  affine.for %i = 0 to 1 {
    %0 = affine.load %a[%i] : memref<80xf32>
    affine.store %0, %b[%i] : memref<80xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/loops {{.*}}"not vectorized: {{.*}}the loop has another step than 1; run affine-loop-normalize"
  affine.for %i = 0 to 16 step 2 {
    %0 = affine.load %a[%i] : memref<80xf32>
    affine.store %0, %b[%i] : memref<80xf32>
  }
  return
}

// CHECK: [[#@LINE+2]]:8: remark: [Missed] layout-vectorize-loops/loops {{.*}}"not vectorized: {{.*}}the loop carries values; store them to memory instead"
func.func @carries(%a: memref<16xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to 16 iter_args(%s = %x) -> f32 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = arith.addf %s, %0 : f32
    affine.yield %1 : f32
  }
  return %r : f32
}

func.func @stores(%a: memref<16xf32> {llvm.noalias}, %b: memref<32xf32> {llvm.noalias}, %c: memref<16x16xf32> {llvm.noalias}) {
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/store {{.*}}"not vectorized: {{.*}}iterations of the innermost loop do not store to contiguous elements; choose a layout that is contiguous along it, or run layout-tile-loops"
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i * 2] : memref<32xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/store
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[31 - %i * 2] : memref<32xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/store
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[0] : memref<32xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/store
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %c[%i, 0] : memref<16x16xf32>
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/store
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %c[%i floordiv 4, %i mod 4] : memref<16x16xf32>
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/no-store {{.*}}"not vectorized: {{.*}}the nest stores nothing"
func.func @nothing(%a: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/order {{.*}}"not vectorized: {{.*}}iterations of the inner loops depend on each other: iteration 'affine.for' at [[#@LINE+2]]:3 = 15 reads %arg0[15] that iteration 'affine.for' at [[#@LINE+2]]:3 = 14 wrote"
func.func @recurrence(%a: memref<17xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<17xf32>
    affine.store %0, %a[%i + 1] : memref<17xf32>
  }
  return
}

// Two rows add to one element.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/order {{.*}}iterations of the inner loops depend on each other: iteration
func.func @rows_meet(%a: memref<4x8xf32> {llvm.noalias}, %c: memref<2x8xf32> {llvm.noalias}) {
  affine.for %k = 0 to 4 {
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%k, %j] : memref<4x8xf32>
        %1 = affine.load %c[%i floordiv 2, %j] : memref<2x8xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %c[%i floordiv 2, %j] : memref<2x8xf32>
      }
    }
  }
  return
}

// The second store would come behind the first one of the next iteration.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/order {{.*}} writes %arg1[{{.*}}] that iteration {{.*}} wrote
func.func @two_stores(%a: memref<16xf32> {llvm.noalias}, %b: memref<17xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<17xf32>
    affine.store %0, %b[%i + 1] : memref<17xf32>
  }
  return
}

// Both arguments may be one buffer.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/order {{.*}} reads %arg0[{{.*}}] that iteration {{.*}} wrote as %arg1[
func.func @arguments(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[15 - %i] : memref<16xf32>
    affine.store %0, %b[%i] : memref<16xf32>
  }
  return
}

// What is to be kept in registers may be what is read.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/order {{.*}} writes %arg1[0, {{.*}}] that iteration {{.*}} read as %arg0[0,
func.func @arguments_of_sums(%a: memref<8x16xf32>, %b: memref<8x16xf32>) {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 16 {
      %0 = affine.load %a[%k, %i] : memref<8x16xf32>
      %1 = affine.load %b[0, %i] : memref<8x16xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[0, %i] : memref<8x16xf32>
    }
  }
  return
}

// Element numbers beyond the bounds on the work: it is not known whether they meet.
// CHECK: [[#@LINE+2]]:3: remark: [Analysis] layout-vectorize-loops/not-decided {{.*}}: a coefficient is beyond 2^40"
func.func @not_decided(%a: memref<16xf32>, %b: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xf32>
    affine.store %0, %a[%i] : memref<16xf32>
  }
  return
}

// A product of symbols is one, wherever it is computed.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/loops {{.*}}"not vectorized: {{.*}}the nest has no iteration, or an index or bound uses a symbol that is computed in the nest; run layout-hoist-invariants"
func.func @inner_symbol(%a: memref<64xf32> {llvm.noalias}, %b: memref<64x16xf32> {llvm.noalias}, %m: index, %n: index) {
  affine.for %i = 0 to 16 {
    %s = arith.muli %m, %n : index
    %x = affine.load %a[symbol(%s)] : memref<64xf32>
    affine.store %x, %b[0, %i] : memref<64x16xf32>
  }
  return
}

// The nest ends in front of such a loop, which would be its body.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}"not vectorized: 'affine.for' in the nest has another step than 1, or carries values; run affine-loop-normalize, or store them to memory"
func.func @step(%b: memref<4x16xf32> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 16 step 2 {
      affine.store %x, %b[%i, %j] : memref<4x16xf32>
    }
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}"not vectorized: 'scf.if' is a branch, which has no vector form; compute both sides and choose with arith.select, or move it out of the loop"
func.func @branch(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %c: i1) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = scf.if %c -> f32 {
      %2 = arith.addf %0, %0 : f32
      scf.yield %2 : f32
    } else {
      scf.yield %0 : f32
    }
    affine.store %1, %b[%i] : memref<16xf32>
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-vectorize-loops/body {{.*}}"not vectorized: 'affine.if' is a branch, which has no vector form
func.func @guard(%a: memref<16x16xf32> {llvm.noalias}, %b: memref<16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<16x16xf32>
      affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%j) {
        affine.store %0, %b[%i, %j] : memref<16x16xf32>
      }
    }
  }
  return
}

// The loop inside is no affine one: nothing is innermost here.
// CHECK: [[@LINE+4]]:{{.*}}layout-vectorize-loops/not-raised {{.*}}Remark="'scf.for' is left alone: expects affine.for; layout-raise-loops makes one of it, or says why not"
func.func @scf_loop(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    scf.for %k = %n to %n step %n {
      affine.store %0, %b[%i] : memref<16xf32>
    }
  }
  return
}

// Vector code already: nothing to say.
func.func @vectors(%a: memref<16x16xf32> {llvm.noalias}, %b: memref<16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    %n = affine.min affine_map<(i) -> (4, -i + 15)>(%i)
    %mask = vector.create_mask %n : vector<16xi1>
    %c0 = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : vector<16xf32>
    %0 = vector.maskedload %a[%i, %c0], %mask, %zero : memref<16x16xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    vector.store %0, %b[%i, %c0] : memref<16x16xf32>, vector<16xf32>
  }
  return
}

// What would cost more than it gains: lanes that LLVM would take apart, and masks of most lanes.
func.func @no_gain(%a: memref<9x24xf32> {llvm.noalias}, %b: memref<24xf32> {llvm.noalias}, %c: memref<9x24xf32> {llvm.noalias}) {
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/lanes {{.*}}"not vectorized: vectors of 24 sums would be carried around a loop, where LLVM takes them apart; expects a power of two of lanes, as layout-tile-loops makes them where that pays"
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 24 {
      %0 = affine.load %a[%i, %j] : memref<9x24xf32>
      %1 = affine.load %b[%j] : memref<24xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %b[%j] : memref<24xf32>
    }
  }
// CHECK: [[#@LINE+1]]:3: remark: [Missed] layout-vectorize-loops/lanes {{.*}}"not vectorized: the innermost loop, which would be the lanes, has 9 iterations in some rows and less in others, so that many would be masked; expects one over a tile, as layout-tile-loops makes it where that pays"
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<9x24xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %c[%i, %j] : memref<9x24xf32>
    }
  }
  return
}
