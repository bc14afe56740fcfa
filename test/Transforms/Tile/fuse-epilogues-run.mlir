// Elementwise nests around contractions, in their tiles: results are the same to
// the last bit, element by element.
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-optimize,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=chain --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-fuse-epilogues{own-tiles=true},layout-parallelize-loops{min-work=100},layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=in_place --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=in_place --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=used_again --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=used_again --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=repeated --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=repeated --pipeline="builtin.module(layout-apply,layout-optimize{threads=2},layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=shifted --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=overwritten --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=added_twice --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=first_column --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=first_column --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)" | FileCheck %s
// RUN: layout-check %s --entry=part --pipeline="builtin.module(layout-apply,layout-fuse-epilogues,layout-finalize)" | FileCheck %s
// CHECK: agree

#tiles = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<undef>>

// Bias, sum, residual, activation, and the copy into a larger buffer; the last
// block of rows and the last block of lanes are partial.
func.func @chain(%a: memref<29x19xf32>, %b: memref<19x37xf32, #tiles>, %bias: memref<37xf32>,
                 %x: memref<29x37xf32, #tiles>, %d: memref<31x37xf32, #tiles>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<29x37xf32, #tiles>
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %bias[%j] : memref<37xf32>
      affine.store %0, %c[%i, %j] : memref<29x37xf32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<29x19xf32>
        %1 = affine.load %b[%k, %j] : memref<19x37xf32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<29x37xf32, #tiles>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<29x37xf32, #tiles>
      }
    }
  }
  %s = memref.alloc() : memref<29x37xf32, #tiles>
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %c[%i, %j] : memref<29x37xf32, #tiles>
      %1 = affine.load %x[%i, %j] : memref<29x37xf32, #tiles>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %s[%i, %j] : memref<29x37xf32, #tiles>
    }
  }
  memref.dealloc %c : memref<29x37xf32, #tiles>
  %r = memref.alloc() : memref<29x37xf32, #tiles>
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %s[%i, %j] : memref<29x37xf32, #tiles>
      %1 = arith.maximumf %0, %zero : f32
      affine.store %1, %r[%i, %j] : memref<29x37xf32, #tiles>
    }
  }
  affine.for %i = 0 to 31 {
    affine.for %j = 0 to 37 {
      affine.store %zero, %d[%i, %j] : memref<31x37xf32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %r[%i, %j] : memref<29x37xf32, #tiles>
      affine.store %0, %d[%i + 1, %j] : memref<31x37xf32, #tiles>
    }
  }
  memref.dealloc %s : memref<29x37xf32, #tiles>
  memref.dealloc %r : memref<29x37xf32, #tiles>
  return
}

// The sum is an argument, and changed in place.
func.func @in_place(%a: memref<29x19xi32>, %b: memref<19x37xi32, #tiles>, %c: memref<29x37xi32, #tiles>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.store %one, %c[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<29x19xi32>
        %1 = affine.load %b[%k, %j] : memref<19x37xi32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<29x37xi32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
      %1 = arith.muli %0, %0 : i32
      affine.store %1, %c[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  return
}

// What the sum was is read again later, and so is what was computed of it.
func.func @used_again(%a: memref<29x19xf32>, %b: memref<19x37xf32, #tiles>,
                      %d: memref<29x37xf32, #tiles>, %e: memref<37x29xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<29x37xf32, #tiles>
  %s = memref.alloc() : memref<29x37xf32, #tiles>
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.store %zero, %c[%i, %j] : memref<29x37xf32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<29x19xf32>
        %1 = affine.load %b[%k, %j] : memref<19x37xf32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<29x37xf32, #tiles>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<29x37xf32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %c[%i, %j] : memref<29x37xf32, #tiles>
      %1 = arith.maximumf %0, %zero : f32
      affine.store %1, %s[%i, %j] : memref<29x37xf32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %s[%i, %j] : memref<29x37xf32, #tiles>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %d[%i, %j] : memref<29x37xf32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %s[28 - %i, %j] : memref<29x37xf32, #tiles>
      %1 = affine.load %c[%i, 36 - %j] : memref<29x37xf32, #tiles>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %e[%j, %i] : memref<37x29xf32>
    }
  }
  memref.dealloc %c : memref<29x37xf32, #tiles>
  memref.dealloc %s : memref<29x37xf32, #tiles>
  return
}

// In a loop: the tile is one for all of its iterations, or for each thread one.
func.func @repeated(%a: memref<5x29x19xf32>, %b: memref<19x37xf32, #tiles>,
                    %d: memref<5x29x37xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %n = 0 to 5 {
    %c = memref.alloc() : memref<29x37xf32, #tiles>
    affine.for %i = 0 to 29 {
      affine.for %j = 0 to 37 {
        affine.store %zero, %c[%i, %j] : memref<29x37xf32, #tiles>
      }
    }
    affine.for %i = 0 to 29 {
      affine.for %j = 0 to 37 {
        affine.for %k = 0 to 19 {
          %0 = affine.load %a[%n, %i, %k] : memref<5x29x19xf32>
          %1 = affine.load %b[%k, %j] : memref<19x37xf32, #tiles>
          %2 = affine.load %c[%i, %j] : memref<29x37xf32, #tiles>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %c[%i, %j] : memref<29x37xf32, #tiles>
        }
      }
    }
    affine.for %i = 0 to 29 {
      affine.for %j = 0 to 37 {
        %0 = affine.load %c[%i, %j] : memref<29x37xf32, #tiles>
        %1 = arith.maximumf %0, %zero : f32
        affine.store %1, %d[%n, %i, %j] : memref<5x29x37xf32>
      }
    }
    memref.dealloc %c : memref<29x37xf32, #tiles>
  }
  return
}

// It reads its own element, and the one of the next row, which may lie in the
// next tile: it stays outside.
func.func @shifted(%a: memref<29x19xi32>, %b: memref<19x37xi32, #tiles>,
                   %d: memref<29x37xi32, #tiles>) {
  %one = arith.constant 1 : i32
  %c = memref.alloc() : memref<30x37xi32, #tiles>
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 37 {
      affine.store %one, %c[%i, %j] : memref<30x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<29x19xi32>
        %1 = affine.load %b[%k, %j] : memref<19x37xi32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<30x37xi32, #tiles>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<30x37xi32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %c[%i, %j] : memref<30x37xi32, #tiles>
      %1 = affine.load %c[%i + 1, %j] : memref<30x37xi32, #tiles>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %d[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  memref.dealloc %c : memref<30x37xi32, #tiles>
  return
}

// It overwrites a factor that later tiles read.
func.func @overwritten(%a: memref<37x37xi32, #tiles>, %b: memref<37x37xi32, #tiles>) {
  %one = arith.constant 1 : i32
  %c = memref.alloc() : memref<37x37xi32, #tiles>
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 37 {
      affine.store %one, %c[%i, %j] : memref<37x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 37 {
        %0 = affine.load %a[%i, %k] : memref<37x37xi32, #tiles>
        %1 = affine.load %b[%k, %j] : memref<37x37xi32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<37x37xi32, #tiles>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<37x37xi32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 37 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %c[%i, %j] : memref<37x37xi32, #tiles>
      affine.store %0, %a[%i, %j] : memref<37x37xi32, #tiles>
    }
  }
  memref.dealloc %c : memref<37x37xi32, #tiles>
  return
}

// Two nests initialise the sum, of which the second adds to the first: no tile.
func.func @added_twice(%a: memref<29x19xi32>, %b: memref<19x37xi32, #tiles>,
                       %bias: memref<37xi32>, %d: memref<29x37xi32, #tiles>) {
  %one = arith.constant 1 : i32
  %c = memref.alloc() : memref<29x37xi32, #tiles>
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.store %one, %c[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %bias[%j] : memref<37xi32>
      %1 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %c[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<29x19xi32>
        %1 = affine.load %b[%k, %j] : memref<19x37xi32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<29x37xi32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
      affine.store %0, %d[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  memref.dealloc %c : memref<29x37xi32, #tiles>
  return
}

// Tiles of the first columns come first, so that the order is kept; but of the
// sums, and of what is computed of them, more than one tile is needed.
func.func @first_column(%a: memref<29x19xi32>, %b: memref<19x37xi32, #tiles>,
                        %d: memref<29x37xi32, #tiles>) {
  %one = arith.constant 1 : i32
  %c = memref.alloc() : memref<29x37xi32, #tiles>
  %e = memref.alloc() : memref<29x37xi32, #tiles>
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.store %one, %c[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<29x19xi32>
        %1 = affine.load %b[%k, %j] : memref<19x37xi32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<29x37xi32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
      %1 = affine.load %c[%i, 0] : memref<29x37xi32, #tiles>
      %2 = arith.muli %0, %1 : i32
      affine.store %2, %e[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %e[%i, %j] : memref<29x37xi32, #tiles>
      %1 = affine.load %e[%i, 0] : memref<29x37xi32, #tiles>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %d[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  memref.dealloc %c : memref<29x37xi32, #tiles>
  memref.dealloc %e : memref<29x37xi32, #tiles>
  return
}

// The last block of the sum is not read, nor is that of the result written.
func.func @part(%a: memref<29x19xi32>, %b: memref<19x37xi32, #tiles>,
                %d: memref<29x37xi32, #tiles>) {
  %one = arith.constant 1 : i32
  %c = memref.alloc() : memref<29x37xi32, #tiles>
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.store %one, %c[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<29x19xi32>
        %1 = affine.load %b[%k, %j] : memref<19x37xi32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<29x37xi32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<29x37xi32, #tiles>
      affine.store %0, %d[%i, %j] : memref<29x37xi32, #tiles>
    }
  }
  memref.dealloc %c : memref<29x37xi32, #tiles>
  return
}
