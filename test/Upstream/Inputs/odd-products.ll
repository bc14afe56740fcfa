define void @twelve(ptr %a, ptr %r) {
  %arg = load <4 x i32>, ptr %a
  %few = shufflevector <4 x i32> zeroinitializer, <4 x i32> %arg, <12 x i32> <i32 0, i32 2, i32 5, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %all = shufflevector <12 x i32> %few, <12 x i32> zeroinitializer, <12 x i32> <i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 0, i32 1, i32 2, i32 3>
  %wide = sext <12 x i32> %all to <12 x i64>
  %product = mul <12 x i64> %wide, splat (i64 -240)
  store <12 x i64> %product, ptr %r
  ret void
}
