// The shortest paths between all pairs.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0 : i32>>

func.func @kernel(%path: memref<$Nx$Nxi32> {layout.transform = #tiles}) {
  affine.for %k = 0 to $N {
    affine.for %i = 0 to $N {
      affine.for %j = 0 to $N {
        %0 = affine.load %path[%i, %j] : memref<$Nx$Nxi32>
        %1 = affine.load %path[%i, %k] : memref<$Nx$Nxi32>
        %2 = affine.load %path[%k, %j] : memref<$Nx$Nxi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.cmpi slt, %0, %3 : i32
        %5 = arith.select %4, %0, %3 : i32
        affine.store %5, %path[%i, %j] : memref<$Nx$Nxi32>
      }
    }
  }
  return
}
