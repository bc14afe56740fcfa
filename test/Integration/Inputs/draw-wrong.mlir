// A picture that cannot be made, of the second argument.
#scattered = #layout.buffer<index_map<(i) -> ((i * 8) mod 12007)>>
func.func @f(%i: index, %a: memref<3000xf32, #scattered>) {
  return
}
