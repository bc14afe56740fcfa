define void @copy(ptr %p, ptr %q) {
  %x = load <33 x bfloat>, ptr %p
  store <33 x bfloat> %x, ptr %q
  ret void
}
