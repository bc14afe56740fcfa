// Masked, gathering and compressing accesses to buffers that get a layout.
// DEFINE: %{assign} = "builtin.module(layout-assign,layout-apply,layout-finalize)"
// DEFINE: %{change} = "builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=masked --arg=2:3 --pipeline=%{assign}
// RUN: layout-check %s --entry=masked --arg=2:3 --pipeline=%{change}
// RUN: layout-check %s --entry=gather --arg=2:2 --pipeline=%{assign}
// RUN: layout-check %s --entry=gather --arg=2:2 --pipeline=%{change}

#rows = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<1.0 : f32>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<5 : i32>>

func.func @masked(%a: memref<4x13xf32> {layout.transform = #rows}, %b: memref<4x13xf32> {layout.transform = #rows}, %n: index) {
  %z = arith.constant 0 : index
  %pad = arith.constant 9.5 : f32
  %pass = arith.constant dense<3.0> : vector<6xf32>
  %m = vector.create_mask %n : vector<6xi1>
  affine.for %i = 0 to 4 {
    %c4 = arith.constant 4 : index
    %x = vector.maskedload %a[%i, %c4], %m, %pass : memref<4x13xf32>, vector<6xi1>, vector<6xf32> into vector<6xf32>
    vector.maskedstore %b[%i, %n], %m, %x : memref<4x13xf32>, vector<6xi1>, vector<6xf32>
    %c10 = arith.constant 10 : index
    %y = vector.transfer_read %a[%i, %c10], %pad {in_bounds = [false]} : memref<4x13xf32>, vector<6xf32>
    vector.transfer_write %y, %b[%i, %c10] {in_bounds = [false]} : vector<6xf32>, memref<4x13xf32>
    %e = vector.expandload %a[%i, %c4], %m, %pass : memref<4x13xf32>, vector<6xi1>, vector<6xf32> into vector<6xf32>
    vector.compressstore %b[%i, %z], %m, %e : memref<4x13xf32>, vector<6xi1>, vector<6xf32>
  }
  return
}

func.func @gather(%a: memref<5x12xi32> {layout.transform = #tiles}, %b: memref<5x12xi32> {layout.transform = #tiles}, %n: index) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %idx = arith.constant dense<[3, 0, 7, 7, 1]> : vector<5xindex>
  %perm = arith.constant dense<[4, 0, 3, 2, 1]> : vector<5xindex>
  %mask = arith.constant dense<[true, true, false, true, true]> : vector<5xi1>
  %pass = arith.constant dense<-5> : vector<5xi32>
  %x = vector.gather %a[%n, %z] [%idx], %mask, %pass : memref<5x12xi32>, vector<5xindex>, vector<5xi1>, vector<5xi32> into vector<5xi32>
  vector.scatter %b[%one, %n] [%perm], %mask, %x : memref<5x12xi32>, vector<5xindex>, vector<5xi1>, vector<5xi32>
  return
}
