// Where a module does not state its data layout, upstream's lowering takes 12 bytes
// for an element of i65, which on most targets has 16.
// RUN: layout-opt %s --split-input-file --layout-require-physical --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-to-llvm --verify-diagnostics

func.func @alloc() -> memref<4xi65> {
  // expected-error@+1 {{has elements whose size depends on the target; state its data layout on the module, by 'llvm.data_layout'}}
  %a = memref.alloc() : memref<4xi65>
  return %a : memref<4xi65>
}

// -----

func.func @copy(%a: memref<4xi129>, %b: memref<4xi129>) {
  // expected-error@+1 {{has elements whose size depends on the target; state its data layout on the module, by 'llvm.data_layout'}}
  memref.copy %a, %b : memref<4xi129> to memref<4xi129>
  return
}

// -----

// Of these, the size is the same everywhere; on the stack and in globals nobody
// writes it down.
memref.global "private" @global : memref<4xi65> = dense<1>
func.func @everywhere() {
  %a = memref.alloc() : memref<4xi64>
  %b = memref.alloc() : memref<4xi128>
  %c = memref.alloc() : memref<4xi33>
  %d = memref.alloca() : memref<4xi65>
  %e = memref.get_global @global : memref<4xi65>
  return
}

// -----

module attributes {llvm.data_layout = "e-i64:64-i128:128"} {
  func.func @stated() -> memref<4xi65> {
    %a = memref.alloc() : memref<4xi65>
    return %a : memref<4xi65>
  }
}

// -----

module attributes {dlti.dl_spec = #dlti.dl_spec<i128 = dense<128> : vector<2xi64>>} {
  func.func @stated() -> memref<4xi65> {
    %a = memref.alloc() : memref<4xi65>
    return %a : memref<4xi65>
  }
}

// -----

module attributes {dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi64>>} {
  func.func @stated_of_others() -> memref<4xi65> {
    // expected-error@+1 {{has elements whose size depends on the target; state its data layout on the module, by 'llvm.data_layout'}}
    %a = memref.alloc() : memref<4xi65>
    return %a : memref<4xi65>
  }
}
