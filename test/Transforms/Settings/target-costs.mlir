// Costs that a module states decide which blocks are made of a product, of dot products, of sums in narrow tiles, and
// how many registers have a part of a sum.
//
// DEFINE: %{entry} =
// DEFINE: %{tile} = sed 's/"CPU" = #dlti.target_device_spec</&%{entry}/' %s | layout-opt --layout-apply --layout-optimize=reassociate --remarks-filter-passed=layout --remark-format=emitRemark -o /dev/null 2>&1 | grep -o "vectorized: .* iterations"
// RUN: %{tile} | FileCheck %s --check-prefixes=PRODUCT,DOTS,NARROW,SUM
//
// What is a default changes nothing where it is stated.
// REDEFINE: %{entry} = "layout.instructions_per_cycle" = 2, "layout.multiply_adds_per_cycle" = 2, "layout.multiply_add_latency" = 4, "layout.dot_product_latency" = 5, "layout.broadcast_instructions" = 1, "layout.streaming_store_bytes" = 64,
// RUN: %{tile} | FileCheck %s --check-prefixes=PRODUCT,DOTS,NARROW,SUM
//
// A factor that is an operand takes no instruction where there is one register of lanes for each row.
// REDEFINE: %{entry} = "layout.broadcast_instructions" = 0,
// RUN: %{tile} | FileCheck %s --check-prefixes=OPERAND,DOTS,NARROW,SUM
// REDEFINE: %{entry} = "layout.broadcast_instructions" = 2,
// RUN: %{tile} | FileCheck %s --check-prefixes=SHUFFLED,DOTS,NARROW,SUM
//
// The sum of a dot product is there earlier, or fewer of them begin meanwhile.
// REDEFINE: %{entry} = "layout.dot_product_latency" = 3,
// RUN: %{tile} | FileCheck %s --check-prefixes=PRODUCT,EARLY,NARROW,SUM
// REDEFINE: %{entry} = "layout.multiply_adds_per_cycle" = 1,
// RUN: %{tile} | FileCheck %s --check-prefixes=PRODUCT,EARLY,NARROW,SUM
//
// The same of other sums: fewer tiles side by side, and fewer registers with a part of a sum.
// REDEFINE: %{entry} = "layout.instructions_per_cycle" = 1,
// RUN: %{tile} | FileCheck %s --check-prefixes=PRODUCT,DOTS,FEW,SUM
// REDEFINE: %{entry} = "layout.multiply_add_latency" = 2,
// RUN: %{tile} | FileCheck %s --check-prefixes=PRODUCT,DOTS,FEW,SHORT

#panels = #layout.buffer<index_map<(k, j) -> (j floordiv 64, k, j mod 64)>, pad<undef>>
#groups = #layout.buffer<index_map<(r, s, c, k) -> (k floordiv 32, r, s, c floordiv 4, k mod 32, c mod 4)>, pad<undef>>
#sums = #layout.buffer<index_map<(h, w, k) -> (k floordiv 32, h, w, k mod 32)>, pad<undef>>
#narrow = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64, "layout.num_vector_registers" = 16 : i64,
                                   "layout.vpdpbusd" = 1 : i64>>} {

// PRODUCT: vectorized: 4 x 16 iterations
// OPERAND: vectorized: 14 x 8 iterations
// SHUFFLED: vectorized: 2 x 32 iterations
func.func @product(%a: memref<112x96xf32> {llvm.noalias}, %b: memref<96x128xf32, #panels> {llvm.noalias},
                   %c: memref<112x128xf32, #panels>) {
  affine.for %i = 0 to 112 {
    affine.for %j = 0 to 128 {
      affine.for %k = 0 to 96 {
        %0 = affine.load %a[%i, %k] : memref<112x96xf32>
        %1 = affine.load %b[%k, %j] : memref<96x128xf32, #panels>
        %2 = affine.load %c[%i, %j] : memref<112x128xf32, #panels>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<112x128xf32, #panels>
      }
    }
  }
  return
}

// DOTS: vectorized: 6 x 16 iterations
// EARLY: vectorized: 4 x 16 iterations
func.func @convolution(%a: memref<58x58x64xi8> {llvm.noalias}, %b: memref<3x3x64x64xi8, #groups> {llvm.noalias},
                       %c: memref<56x56x64xi32, #sums>) {
  affine.for %i = 0 to 56 {
    affine.for %j = 0 to 56 {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 3 {
          affine.for %d = 0 to 64 {
            affine.for %k = 0 to 64 {
              %0 = affine.load %a[%i + %r, %j + %s, %d] : memref<58x58x64xi8>
              %1 = affine.load %b[%r, %s, %d, %k] : memref<3x3x64x64xi8, #groups>
              %2 = affine.load %c[%i, %j, %k] : memref<56x56x64xi32, #sums>
              %3 = arith.extsi %0 : i8 to i32
              %4 = arith.extsi %1 : i8 to i32
              %5 = arith.muli %3, %4 : i32
              %6 = arith.addi %2, %5 : i32
              affine.store %6, %c[%i, %j, %k] : memref<56x56x64xi32, #sums>
            }
          }
        }
      }
    }
  }
  return
}

// NARROW: vectorized: 4 x 4 iterations
// FEW: vectorized: 2 x 4 iterations
func.func @maxima(%a: memref<200x192xf32, #narrow> {llvm.noalias}, %c: memref<192xf32>) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 192 {
      %0 = affine.load %a[%i, %j] : memref<200x192xf32, #narrow>
      %1 = affine.load %c[%j] : memref<192xf32>
      %2 = arith.maximumf %1, %0 : f32
      affine.store %2, %c[%j] : memref<192xf32>
    }
  }
  return
}

// SUM: vectorized: 32 iterations
// SHORT: vectorized: 16 iterations
func.func @squares(%x: memref<8x4096xf32> {llvm.noalias}, %s: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4096 {
      %0 = affine.load %x[%i, %j] : memref<8x4096xf32>
      %1 = affine.load %s[%i] : memref<8xf32>
      %2 = arith.mulf %0, %0 : f32
      %3 = arith.addf %1, %2 : f32
      affine.store %3, %s[%i] : memref<8xf32>
    }
  }
  return
}

}
