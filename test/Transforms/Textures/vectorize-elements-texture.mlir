// Buffers in texture memory have texels for elements wherever they are named,
// across launches and in public functions, too.
// RUN: layout-opt %s --layout-vectorize-elements --split-input-file --allow-unregistered-dialect --verify-diagnostics | FileCheck %s
// RUN: layout-opt %s --layout-vectorize-elements=vector-size=8 --split-input-file --allow-unregistered-dialect --verify-diagnostics | FileCheck %s

// CHECK-LABEL: gpu.func @kernel(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8x6xvector<4xf32>, #layout.texture<read>>
// CHECK-SAME:    %[[B:[^:]*]]: memref<8x6xvector<4xf32>, #layout.texture<write>>
// CHECK-SAME:    %[[I:[^:]*]]: index, %[[C:[^:]*]]: index
// A load of one channel fetches the texel.
// CHECK:         %[[T:.*]] = memref.load %[[A]][%[[I]], %[[I]]] : memref<8x6xvector<4xf32>, #layout.texture<read>>
// CHECK:         vector.extract %[[T]][%[[C]]] : f32 from vector<4xf32>
// CHECK:         %[[T:.*]] = memref.load %[[A]][%[[I]], %[[I]]] : memref<8x6xvector<4xf32>, #layout.texture<read>>
// CHECK:         vector.extract %[[T]][2] : f32 from vector<4xf32>
// Four stores together are one, though what is stored is read between them.
// CHECK-NOT:     memref.store
// CHECK:         %[[V:.*]] = vector.from_elements %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
// CHECK:         memref.store %[[V]], %[[B]][%{{.*}}, %[[I]]] : memref<8x6xvector<4xf32>, #layout.texture<write>>
// CHECK-NOT:     memref.store
// CHECK:         gpu.return
// CHECK-LABEL: func.func private @outside(memref<8x6xvector<4xf32>, #layout.texture<read>>)
// CHECK-LABEL: func.func @public(
// CHECK-SAME:    %[[A:[^:]*]]: memref<8x6xvector<4xf32>, #layout.texture<read>>
// CHECK-SAME:    %[[B:[^:]*]]: memref<8x6xvector<4xf32>, #layout.texture<write>>
// CHECK-SAME:    -> memref<8x6xvector<4xf32>, #layout.texture<read>>
// CHECK:         gpu.launch_func {{.*}} args(%[[A]] : memref<8x6xvector<4xf32>, #layout.texture<read>>, %[[B]] : memref<8x6xvector<4xf32>, #layout.texture<write>>
// CHECK:         call @outside(%[[A]])
// CHECK:         return %[[A]]
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%a: memref<8x6x4xf32, #layout.texture<read>>,
                     %b: memref<8x6x4xf32, #layout.texture<write>>,
                     %i: index, %c: index, %d: memref<64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %t = memref.load %a[%i, %i, %c] : memref<8x6x4xf32, #layout.texture<read>>
      %u = memref.load %a[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<read>>
      // Rows are known to be one by arithmetic: (4 * i + k) floordiv 4 = i.
      %k0 = arith.muli %i, %c4 : index
      %k1 = arith.addi %k0, %c1 : index
      %k2 = arith.addi %k1, %c1 : index
      %k3 = arith.addi %k1, %c2 : index
      %x0 = memref.load %d[%k0] : memref<64xf32>
      %r0 = affine.apply affine_map<(i) -> (i floordiv 4)>(%k0)
      %e0 = affine.apply affine_map<(i) -> (i mod 4)>(%k0)
      memref.store %x0, %b[%r0, %i, %e0] : memref<8x6x4xf32, #layout.texture<write>>
      %x1 = memref.load %d[%k1] : memref<64xf32>
      %r1 = affine.apply affine_map<(i) -> (i floordiv 4)>(%k1)
      %e1 = affine.apply affine_map<(i) -> (i mod 4)>(%k1)
      memref.store %x1, %b[%r1, %i, %e1] : memref<8x6x4xf32, #layout.texture<write>>
      %x2 = memref.load %a[%i, %i, %c] : memref<8x6x4xf32, #layout.texture<read>>
      %r2 = affine.apply affine_map<(i) -> (i floordiv 4)>(%k2)
      %e2 = affine.apply affine_map<(i) -> (i mod 4)>(%k2)
      memref.store %x2, %b[%r2, %i, %e2] : memref<8x6x4xf32, #layout.texture<write>>
      %r3 = affine.apply affine_map<(i) -> (i floordiv 4)>(%k3)
      %e3 = affine.apply affine_map<(i) -> (i mod 4)>(%k3)
      memref.store %u, %b[%r3, %i, %e3] : memref<8x6x4xf32, #layout.texture<write>>
      gpu.return
    }
  }
  func.func private @outside(memref<8x6x4xf32, #layout.texture<read>>)
  func.func @public(%a: memref<8x6x4xf32, #layout.texture<read>>,
                    %b: memref<8x6x4xf32, #layout.texture<write>>,
                    %d: memref<64xf32>) -> memref<8x6x4xf32, #layout.texture<read>> {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<8x6x4xf32, #layout.texture<read>>, %b : memref<8x6x4xf32, #layout.texture<write>>,
             %c1 : index, %c1 : index, %d : memref<64xf32>)
    call @outside(%a) : (memref<8x6x4xf32, #layout.texture<read>>) -> ()
    return %a : memref<8x6x4xf32, #layout.texture<read>>
  }
}

// -----

// What is stored between goes elsewhere: to plain memory, and to another image.
// CHECK-LABEL: gpu.func @stores_between(
// CHECK:         memref.store %{{.*}}, %[[D:.*]][%{{.*}}] : memref<64xf32>
// CHECK:         %[[V:.*]] = vector.from_elements %[[X:.*]], %[[Y:.*]], %[[X]], %[[Y]] : vector<4xf32>
// CHECK:         memref.store %[[V]], %[[B:.*]][%{{.*}}, %{{.*}}] {{.*}}: memref<8x6xvector<4xf32>, #layout.texture<write>>
// CHECK:         memref.store %{{.*}}, %[[C:.*]][%{{.*}}, %{{.*}}] {{.*}}: memref<8x6xvector<4xf32>, #layout.texture<write>>
// CHECK-NEXT:    gpu.return
gpu.module @between {
  gpu.func @stores_between(%b: memref<8x6x4xf32, #layout.texture<write>>, %c: memref<8x6x4xf32, #layout.texture<write>>,
                           %d: memref<64xf32>, %i: index, %x: f32, %y: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %c[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %y, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %y, %c[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %d[%i] : memref<64xf32>
    memref.store %x, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %c[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %y, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %y, %c[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<write>>
    gpu.return
  }
}

// -----

// Each channel is loaded before it is stored, and sees no other.
// CHECK-LABEL: gpu.func @in_place(
// CHECK-NOT:     memref.store
// CHECK:         vector.from_elements
// CHECK-NEXT:    memref.store {{.*}}: memref<8x6xvector<4xf32>, #layout.texture<readwrite>>
// CHECK-NEXT:    gpu.return
gpu.module @updated {
  gpu.func @in_place(%b: memref<8x6x4xf32, #layout.texture<readwrite>>, %i: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %b0 = memref.load %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %b0, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
    %b1 = memref.load %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %b1, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<readwrite>>
    %b2 = memref.load %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %b2, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<readwrite>>
    %b3 = memref.load %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %b3, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<readwrite>>
    gpu.return
  }
}

// -----

// Neither does a function that has no effect, while a barrier shows them to others.
// CHECK-LABEL: gpu.func @call_between(
// CHECK:         call @f
// CHECK-NOT:     memref.store
// CHECK:         vector.from_elements
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    gpu.return
gpu.module @called {
  func.func private @f(%x: f32) -> f32 {
    return %x : f32
  }
  gpu.func @call_between(%b: memref<8x6x4xf32, #layout.texture<write>>, %i: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<write>>
    %y = func.call @f(%x) : (f32) -> f32
    memref.store %y, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %y, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<write>>
    gpu.return
  }
}

// -----

gpu.module @waits {
  func.func private @f(%x: f32) -> f32 {
    gpu.barrier
    return %x : f32
  }
  gpu.func @kernel(%b: memref<8x6x4xf32, #layout.texture<readwrite>>, %i: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    // expected-error@+1 {{stores one element; 'func.call' is between it and the stores to the rest of its vector}}
    memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %x, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<readwrite>>
    // expected-note@+1 {{this op may read memory, so stores cannot be moved past it}}
    %y = func.call @f(%x) : (f32) -> f32
    memref.store %y, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %y, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<readwrite>>
    gpu.return
  }
}

// -----

// A load of another row may be of this one, and then sees a channel that is stored.
gpu.module @other_row {
  gpu.func @kernel(%b: memref<8x6x4xf32, #layout.texture<readwrite>>, %i: index, %j: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    // expected-error@+1 {{stores one element; 'memref.load' is between it and the stores to the rest of its vector}}
    memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %x, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<readwrite>>
    // expected-note@+1 {{this op may read memory, so stores cannot be moved past it}}
    %y = memref.load %b[%i, %j, %c2] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %y, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %x, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<readwrite>>
    gpu.return
  }
}

// -----

// A store of one channel would have to read and write the others.
gpu.module @part {
  gpu.func @kernel(%b: memref<8x6x4xf32, #layout.texture<write>>, %i: index, %x: f32) kernel {
    // expected-error@+1 {{the elements of 'memref<8x6x4xf32, #layout.texture<write>>' cannot become vectors: 'memref.store' stores one element; expects stores to the other elements of its vector beside it}}
    memref.store %x, %b[%i, %i, %i] : memref<8x6x4xf32, #layout.texture<write>>
    gpu.return
  }
}

// -----

gpu.module @three {
  gpu.func @kernel(%b: memref<8x6x4xf32, #layout.texture<write>>, %i: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    // expected-error@+1 {{the elements of 'memref<8x6x4xf32, #layout.texture<write>>' cannot become vectors: 'memref.store' stores one element; its vector has 4, and there is no store of element 3 beside it}}
    memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<write>>
    gpu.return
  }
}

// -----

// A load of the same texture may see the first store and not the second.
gpu.module @read_between {
  gpu.func @kernel(%b: memref<8x6x4xf32, #layout.texture<readwrite>>, %i: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    // expected-error@+1 {{stores one element; 'memref.load' is between it and the stores to the rest of its vector}}
    memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %x, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %x, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<readwrite>>
    // expected-note@+1 {{this op may read memory, so stores cannot be moved past it}}
    %y = memref.load %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
    memref.store %y, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<readwrite>>
    gpu.return
  }
}

// -----

// Two rows.
gpu.module @rows {
  gpu.func @kernel(%b: memref<8x6x4xf32, #layout.texture<write>>, %i: index, %j: index, %x: f32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    // expected-error@+1 {{stores one element}}
    memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %b[%i, %j, %c2] : memref<8x6x4xf32, #layout.texture<write>>
    memref.store %x, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<write>>
    gpu.return
  }
}

// -----

func.func @renamed(%a: memref<8x6x4xf32, #layout.texture<read>>, %b: memref<8x6x4xf32, #layout.texture<read>>, %c: i1) {
  // expected-error@+1 {{the elements of 'memref<8x6x4xf32, #layout.texture<read>>' cannot become vectors: 'arith.select' does not access whole texels}}
  %d = arith.select %c, %a, %b : memref<8x6x4xf32, #layout.texture<read>>
  return
}

// -----

func.func @copied(%a: memref<8x6x4xf32, #layout.texture<read>>, %b: memref<8x6x4xf32>) {
  // expected-error@+1 {{the elements of 'memref<8x6x4xf32, #layout.texture<read>>' cannot become vectors: 'memref.copy' does not access whole texels}}
  memref.copy %a, %b : memref<8x6x4xf32, #layout.texture<read>> to memref<8x6x4xf32>
  return
}

// -----

func.func @viewed(%b: memref<8x12x4xf32>) {
  // expected-error@+1 {{yields another name of a texture; use the texture itself}}
  %d = memref.memory_space_cast %b : memref<8x12x4xf32> to memref<8x12x4xf32, #layout.texture<read>>
  return
}

// -----

func.func @argument_of_a_region(%i: index) {
  // expected-error@+1 {{the elements of 'memref<8x6x4xf32, #layout.texture<read>>' cannot become vectors: 'some.region' passes a texture to its region; use the texture itself}}
  "some.region"() ({
  ^bb0(%b: memref<8x6x4xf32, #layout.texture<read>>):
    %x = memref.load %b[%i, %i, %i] : memref<8x6x4xf32, #layout.texture<read>>
    "some.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// Who calls a function of a device may give it one image by two names.
!t = memref<4x4x4xi32, #layout.texture<readwrite>>
gpu.module @device {
  gpu.func @two_names(%a: !t, %b: !t, %y: index, %x: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %k = arith.constant 5 : i32
    // expected-error@+1 {{stores one element; 'memref.load' is between it and the stores to the rest of its vector}}
    memref.store %k, %a[%y, %x, %c0] : !t
    // expected-note@+1 {{this op may read memory, so stores cannot be moved past it}}
    %l = memref.load %b[%y, %x, %c0] : !t
    memref.store %l, %a[%y, %x, %c1] : !t
    memref.store %l, %a[%y, %x, %c2] : !t
    memref.store %l, %a[%y, %x, %c3] : !t
    gpu.return
  }
}

// -----

// A branch that only reads another image is no obstacle.
!in = memref<4x4x4xi32, #layout.texture<read>>
!out = memref<4x4x4xi32, #layout.texture<write>>
gpu.module @device {
  // CHECK-LABEL: gpu.func @bordered(
  // CHECK-COUNT-1: memref.store %{{.*}} : memref<4x4xvector<4xi32>, #layout.texture<write>>
  // CHECK-NOT:     memref.store
  // CHECK:         gpu.return
  gpu.func @bordered(%a: !in, %b: !out, %y: index, %x: index, %inside: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %k = arith.constant 0 : i32
    memref.store %k, %b[%y, %x, %c0] : !out
    %l = scf.if %inside -> i32 {
      %read = memref.load %a[%y, %x, %c1] : !in
      scf.yield %read : i32
    } else {
      scf.yield %k : i32
    }
    memref.store %l, %b[%y, %x, %c1] : !out
    memref.store %l, %b[%y, %x, %c2] : !out
    memref.store %l, %b[%y, %x, %c3] : !out
    gpu.return
  }
}

// -----

// One that reads what is stored is.
!both = memref<4x4x4xi32, #layout.texture<readwrite>>
gpu.module @device {
  gpu.func @looks(%b: !both, %y: index, %x: index, %inside: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %k = arith.constant 0 : i32
    // expected-error@+1 {{stores one element; 'scf.if' is between it and the stores to the rest of its vector}}
    memref.store %k, %b[%y, %x, %c0] : !both
    // expected-note@+1 {{this op may read memory, so stores cannot be moved past it}}
    %l = scf.if %inside -> i32 {
      %read = memref.load %b[%y, %x, %c0] : !both
      scf.yield %read : i32
    } else {
      scf.yield %k : i32
    }
    memref.store %l, %b[%y, %x, %c1] : !both
    memref.store %l, %b[%y, %x, %c2] : !both
    memref.store %l, %b[%y, %x, %c3] : !both
    gpu.return
  }
}

// -----

// What is read between the stores of a row is other memory by a promise.
// CHECK-LABEL: func.func private @promised(
// CHECK-SAME:    %[[B:[^:]*]]: memref<8x6xvector<4xf32>, #layout.texture<readwrite>>
// CHECK:         vector.from_elements
// CHECK:         memref.store %{{.*}}, %[[B]]
func.func private @promised(%b: memref<8x6x4xf32, #layout.texture<readwrite>>,
                            %d: memref<8x6x4xf32, #layout.texture<readwrite>> {llvm.noalias}, %i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  memref.store %x, %b[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
  memref.store %x, %b[%i, %i, %c1] : memref<8x6x4xf32, #layout.texture<readwrite>>
  %y = memref.load %d[%i, %i, %c0] : memref<8x6x4xf32, #layout.texture<readwrite>>
  memref.store %y, %b[%i, %i, %c2] : memref<8x6x4xf32, #layout.texture<readwrite>>
  memref.store %x, %b[%i, %i, %c3] : memref<8x6x4xf32, #layout.texture<readwrite>>
  return
}
