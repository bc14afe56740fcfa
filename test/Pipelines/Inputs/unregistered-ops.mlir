// Ops of dialects that nobody knows, with regions.
#tiled = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

// Inside of functions: without blocks, without terminators, with block
// arguments, several blocks, symbols and names of symbols.
func.func private @callee(%a: memref<14xf32, #tiled>) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to 14 { affine.store %x, %a[%i] : memref<14xf32, #tiled> }
  return
}
func.func @inside(%a: memref<14xf32, #tiled>, %p: memref<4x4xf32>, %i: index) {
  "unknown.op"() ({}) : () -> ()
  "unknown.op"() ({ ^bb0: }) : () -> ()
  "unknown.op"() ({
    %x = affine.load %a[2] : memref<14xf32, #tiled>
    affine.store %x, %a[3] : memref<14xf32, #tiled>
  }) : () -> ()
  "unknown.op"(%p) ({
  ^bb0(%q: memref<4x4xf32>, %j: index):
    %x = memref.load %q[%j, %i] : memref<4x4xf32>
    "unknown.branch"(%x)[^bb1, ^bb2] : (f32) -> ()
  ^bb1:
    cf.br ^bb2
  ^bb2:
    "unknown.end"() : () -> ()
  }, {}) : (memref<4x4xf32>) -> ()
  "unknown.op"() ({
    "unknown.symbol"() {sym_name = "s"} : () -> ()
    func.func private @declared()
    "unknown.end"() {callee = @callee, other = @nowhere::@nothing} : () -> ()
  }) : () -> ()
  affine.for %k = 0 to 4 {
    %r = "unknown.op"(%k) ({
    ^bb0(%j: index):
      %x = memref.load %p[%j, %k] : memref<4x4xf32>
      "unknown.end"(%x) : (f32) -> ()
    }) : (index) -> f32
    affine.if affine_set<(k) : (2 - k >= 0)>(%k) {
      affine.store %r, %p[%k, 0] : memref<4x4xf32>
      "unknown.op"() ({
        affine.store %r, %p[%k, 1] : memref<4x4xf32>
        "unknown.end"() : () -> ()
      }) : () -> ()
    }
  }
  call @callee(%a) : (memref<14xf32, #tiled>) -> ()
  return
}

// -----

// Their results as conditions, numbers, indices and elements.
#tiled = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
func.func @values(%a: memref<14xf32, #tiled>, %p: memref<4x4xf32> {layout.sequential}, %q: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %u = layout.undef : f32
  %un = layout.undef : index
  %x = "unknown.value"(%u, %un) : (f32, index) -> f32
  %n = "unknown.value"() : () -> index
  %b = "unknown.value"() : () -> i1
  layout.assume %b : i1
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 4 {
      "unknown.op"(%i) : (index) -> ()
      %y = affine.load %p[%i, %j] : memref<4x4xf32>
      %z = arith.mulf %y, %x : f32
      affine.store %z, %p[%i, %j] : memref<4x4xf32>
    }
  }
  affine.for %j = 0 to 4 {
    %m = arith.cmpi slt, %n, %j : index
    scf.if %b {
      affine.store %x, %q[%j, 0] : memref<4x4xf32>
    } else {
      affine.store %x, %q[%j, 0] : memref<4x4xf32>
    }
    scf.if %m {
      %y = memref.load %q[%j, %n] : memref<4x4xf32>
      %z = arith.addf %y, %x : f32
      memref.store %z, %q[%n, %j] : memref<4x4xf32>
    }
    affine.if affine_set<(j)[n] : (j - n >= 0)>(%j)[%n] {
      affine.store %zero, %q[%j, symbol(%n)] : memref<4x4xf32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %y = affine.load %a[%i] : memref<14xf32, #tiled>
      %w = "unknown.value"(%y) : (f32) -> f32
      %z = arith.mulf %y, %w : f32
      affine.store %z, %a[%i] : memref<14xf32, #tiled>
    }
  }
  return
}

// -----

// Around functions, and beside them.
"unknown.module"() ({
  func.func @around(%p: memref<4x4xf32>) {
    affine.for %i = 0 to 4 {
      %x = affine.load %p[%i, 0] : memref<4x4xf32>
      affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
        affine.store %x, %p[%i, 1] : memref<4x4xf32>
      }
    }
    return
  }
  "unknown.branch"()[^bb1] : () -> ()
^bb1:
  "unknown.end"() : () -> ()
}) {sym_name = "m"} : () -> ()
memref.global @g : memref<4x4xf32>
"unknown.module"() ({
  ^bb0(%i: index):
    %g = "unknown.get"() {name = @g} : () -> memref<4x4xf32>
    %x = memref.load %g[%i, %i] : memref<4x4xf32>
    "unknown.end"(%x) {name = @m::@around} : (f32) -> ()
}) : () -> ()

// -----

// Beside kernels, in them, and around them.
module attributes {gpu.container_module} {
  "unknown.op"() ({ "unknown.end"() : () -> () }) : () -> ()
  gpu.module @kernels {
    "unknown.op"() ({ "unknown.end"() : () -> () }) : () -> ()
    gpu.func @extents(%p: memref<?x4xf32>, %q: memref<?x?xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c0 = arith.constant 0 : index
      %n = memref.dim %p, %c0 : memref<?x4xf32>
      %x = memref.load %q[%n, %n] : memref<?x?xf32>
      "unknown.op"() ({
        %m = memref.dim %p, %c0 : memref<?x4xf32>
        "unknown.end"(%m) : (index) -> ()
      }) : () -> ()
      memref.store %x, %p[%c0, %c0] : memref<?x4xf32>
      gpu.return
    }
  }
  func.func @host(%p: memref<?x4xf32>, %q: memref<?x?xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@extents blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : memref<?x4xf32>, %q : memref<?x?xf32>)
    return
  }
}

// -----

// The ops of this file are all that there is of their dialects.
"unknown.module"() ({ "unknown.end"() : () -> () }) : () -> ()
