// An op that needs the storage of a layout cannot use a plain copy.
// RUN: layout-opt %s --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin --layout-cache --verify-diagnostics

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @laid_out(%a: memref<14xi32, #tiles> {layout.cache = #tiles}) {
  // expected-error @+1 {{layout-cache: 'layout_test.negate' op uses the cached buffer, whose type has a layout, and cannot use the copy in its place; expects loads and stores of the buffer itself there: put 'layout.cache' on a loop with these, beside that on the buffer}}
  layout_test.negate %a : memref<14xi32, #tiles>
  return
}
