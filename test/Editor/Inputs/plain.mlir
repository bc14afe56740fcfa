// A file without layouts.
#map = affine_map<(d0) -> (d0 * 2)>
#set = affine_set<(d0) : (d0 - 3 >= 0)>
!row = memref<8xf32>
module {
  memref.global "private" @table : memref<4xf32> = dense<1.0>
  func.func private @callee(%x: f32) -> f32
  func.func @f(%a: !row, %s: memref<8xf32, strided<[1]>>, %n: index) -> f32 {
    %true = arith.constant true
    %c0 = arith.constant 0 : index
    %t = memref.get_global @table : memref<4xf32>
    affine.for %i = 0 to 8 {
      %v = affine.load %a[%i] : !row
      %w = func.call @callee(%v) : (f32) -> f32
      affine.if #set(%i) {
        affine.store %w, %a[%i] : memref<8xf32>
      }
    }
    %m = affine.apply #map(%n)
    %r:2 = scf.if %true -> (f32, index) {
      %y = memref.load %t[%c0] : memref<4xf32>
      scf.yield %y, %m : f32, index
    } else {
      %z = memref.load %s[%m] : memref<8xf32, strided<[1]>>
      scf.yield %z, %n : f32, index
    }
    cf.br ^end(%r#0 : f32)
  ^end(%q: f32):
    return %q : f32
  }
}
