// Weights that cannot be laid out by who calls the function.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-set-target=target=znver4 --layout-choose="reassociate=true layouts=always" --layout-reflow --layout-bufferize

func.func @returned(%w: tensor<4xf32> {layout.weight}) -> tensor<4xf32> {
  // expected-error@+1 {{may only read a weight ('layout.weight'), but argument 0 is returned or yielded here}}
  return %w : tensor<4xf32>
}

// -----

func.func @written(%x: tensor<4xf32>, %w: tensor<4xf32> {layout.weight}) -> tensor<4xf32> {
  // expected-error@+1 {{may only read a weight ('layout.weight'), but argument 1 is written here}}
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%w : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The embedding is read as it is, and multiplied in another form.
func.func @tied(%x: tensor<12x64xf32>, %w: tensor<200x64xf32> {layout.weight}, %i: index) -> (tensor<12x200xf32>, f32) {
  %zero = arith.constant 0.0 : f32
  %t = tensor.empty() : tensor<64x200xf32>
  %transposed = linalg.transpose ins(%w : tensor<200x64xf32>) outs(%t : tensor<64x200xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<12x200xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<12x200xf32>) -> tensor<12x200xf32>
  // expected-note-re@+1 {{here it is used as {{.*}}}}
  %r = linalg.matmul ins(%x, %transposed : tensor<12x64xf32>, tensor<64x200xf32>) outs(%z : tensor<12x200xf32>) -> tensor<12x200xf32>
  // expected-error-re@+1 {{uses a weight ('layout.weight') in one form, and another op in another: argument 1 is {{.*}}}}
  %f = tensor.extract %w[%i, %i] : tensor<200x64xf32>
  return %r, %f : tensor<12x200xf32>, f32
}

// -----

// expected-error@+1 {{'layout.weight' is laid out by callers outside of the module, but @hidden is private}}
func.func private @hidden(%w: tensor<4xf32> {layout.weight}) -> f32 {
  %i = arith.constant 0 : index
  %x = tensor.extract %w[%i] : tensor<4xf32>
  return %x : f32
}

// -----

// expected-error@+1 {{but @external has no body}}
func.func private @external(tensor<4xf32> {layout.weight}) -> f32

// -----

// expected-error@+1 {{but @called is also used within it}}
func.func @called(%w: tensor<4xf32> {layout.weight}) -> f32 {
  %i = arith.constant 0 : index
  %x = tensor.extract %w[%i] : tensor<4xf32>
  return %x : f32
}
func.func @caller(%w: tensor<4xf32>) -> f32 {
  %x = call @called(%w) : (tensor<4xf32>) -> f32
  return %x : f32
}

// -----

func.func private @f_pack_w()
// expected-error@+1 {{there is a @f_pack_w already, which 'layout.weight' of argument 0 makes; give one of them another name}}
func.func @f(%w: tensor<4xf32> {layout.weight = "w"}) -> f32 {
  %i = arith.constant 0 : index
  %x = tensor.extract %w[%i] : tensor<4xf32>
  return %x : f32
}

// -----

// One name in two functions, which use it in two forms.
// expected-note@+1 {{here it is used as 'tensor<4x4xf32>'}}
func.func @first(%w: tensor<4x4xf32> {layout.weight = "shared"}) -> f32 {
  %i = arith.constant 0 : index
  %x = tensor.extract %w[%i, %i] : tensor<4x4xf32>
  return %x : f32
}
// expected-error@+1 {{a weight ('layout.weight') has one form here and another one in another function: "shared" is 'tensor<16xf32>' here; one memory cannot be both; give it two names}}
func.func @second(%w: tensor<4x4xf32> {layout.weight = "shared"}) -> f32 {
  %i = arith.constant 0 : index
  %flat = tensor.collapse_shape %w [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %x = tensor.extract %flat[%i] : tensor<16xf32>
  return %x : f32
}

// -----

// expected-error@+1 {{'layout.weight' expects a tensor of static shape without a layout, not 'tensor<?x4xf32>'}}
func.func @unknown(%w: tensor<?x4xf32> {layout.weight}) {
  return
}

// -----

// expected-error@+1 {{'layout.weight' expects a tensor of static shape without a layout, not 'memref<4xf32>'}}
func.func @buffer(%w: memref<4xf32> {layout.weight}) {
  return
}

// -----

// expected-error@+1 {{'layout.weight' must be a unit attribute or a name, found 3 : i64}}
func.func @number(%w: tensor<4xf32> {layout.weight = 3}) {
  return
}
