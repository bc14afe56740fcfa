// B[i] = the sum of row i of A[R, N], whose rows lie in runs of T. The sum runs into
// A's padding, which holds 0.
#runs = #layout.buffer<index_map<(i, j) -> (i, j floordiv $T, j mod $T)>, pad<0.0 : f32>>

func.func @kernel(%a: memref<$Rx$Nxf32> {layout.transform = #runs},
                  %b: memref<$Rxf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to $R {
    affine.store %zero, %b[%i] : memref<$Rxf32>
    affine.for %j = 0 to $N {
      %x = affine.load %a[%i, %j] : memref<$Rx$Nxf32>
      %y = affine.load %b[%i] : memref<$Rxf32>
      %s = arith.addf %y, %x fastmath<nsz, reassoc> : f32
      affine.store %s, %b[%i] {layout.sequential} : memref<$Rxf32>
    }
  }
  return
}
