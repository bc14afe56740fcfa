// The most pairs in the folding of a sequence of RNA.
#vector = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<0 : i8>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<0 : i32>>

func.func @kernel(%seq: memref<$Nxi8> {layout.transform = #vector},
                  %table: memref<$Nx$Nxi32> {layout.transform = #tiles}) {
  %three = arith.constant 3 : i32
  affine.for %i = 0 to $N {
    affine.for %j = affine_map<(i) -> (-i + $N)>(%i) to $N {
      affine.if affine_set<(j) : (j - 1 >= 0)>(%j) {
        %0 = affine.load %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
        %1 = affine.load %table[-%i + ${N - 1}, %j - 1] : memref<$Nx$Nxi32>
        %2 = arith.cmpi sge, %0, %1 : i32
        %3 = arith.select %2, %0, %1 : i32
        affine.store %3, %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
      }
      affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
        %0 = affine.load %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
        %1 = affine.load %table[-%i + $N, %j] : memref<$Nx$Nxi32>
        %2 = arith.cmpi sge, %0, %1 : i32
        %3 = arith.select %2, %0, %1 : i32
        affine.store %3, %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
      }
      affine.if affine_set<(i, j) : (j - 1 >= 0, i - 1 >= 0)>(%i, %j) {
        affine.if affine_set<(i, j) : (i + j - ${N + 1} >= 0)>(%i, %j) {
          %0 = affine.load %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
          %1 = affine.load %table[-%i + $N, %j - 1] : memref<$Nx$Nxi32>
          %2 = affine.load %seq[-%i + ${N - 1}] : memref<$Nxi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = affine.load %seq[%j] : memref<$Nxi8>
          %5 = arith.extsi %4 : i8 to i32
          %6 = arith.addi %3, %5 : i32
          %7 = arith.cmpi eq, %6, %three : i32
          %8 = arith.extui %7 : i1 to i32
          %9 = arith.addi %1, %8 : i32
          %10 = arith.cmpi sge, %0, %9 : i32
          %11 = arith.select %10, %0, %9 : i32
          affine.store %11, %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
        } else {
          %0 = affine.load %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
          %1 = affine.load %table[-%i + $N, %j - 1] : memref<$Nx$Nxi32>
          %2 = arith.cmpi sge, %0, %1 : i32
          %3 = arith.select %2, %0, %1 : i32
          affine.store %3, %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
        }
      }
      affine.for %k = affine_map<(i) -> (-i + $N)>(%i) to affine_map<(j) -> (j)>(%j) {
        %0 = affine.load %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
        %1 = affine.load %table[-%i + ${N - 1}, %k] : memref<$Nx$Nxi32>
        %2 = affine.load %table[%k + 1, %j] : memref<$Nx$Nxi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.cmpi sge, %0, %3 : i32
        %5 = arith.select %4, %0, %3 : i32
        affine.store %5, %table[-%i + ${N - 1}, %j] : memref<$Nx$Nxi32>
      }
    }
  }
  return
}
