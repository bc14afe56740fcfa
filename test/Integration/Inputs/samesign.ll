; The loop leaves when %next reaches %limit. LLVM 22 asks whether it leaves in
; the first iteration instead, if nothing takes `samesign` away.
define void @counts(i32 %limit, ptr %lengths) {
entry:
  br label %header

header:
  %i = phi i32 [ 1, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %in_range = icmp samesign ult i32 %next, %limit
  %is_positive = icmp sgt i32 %limit, 0
  %goes_on = and i1 %in_range, %is_positive
  br i1 %goes_on, label %latch, label %exit

latch:
  %previous = add i32 %i, -1
  %length = load i32, ptr %lengths, align 4, !range !0
  %is_inside = icmp ult i32 %previous, %length
  br i1 %is_inside, label %header, label %exit

exit:
  ret void
}

; Whole pipelines remove the loop above, which has no effect. Nothing here tells
; them the signs, so that the flag stays if nothing takes it away.
define void @flag(i32 %step, i32 %limit, ptr %out) {
entry:
  br label %loop

loop:
  %i = phi i32 [ %step, %entry ], [ %next, %loop ]
  store volatile i32 %i, ptr %out, align 4
  %next = add i32 %i, %step
  %in_range = icmp samesign ult i32 %next, %limit
  br i1 %in_range, label %loop, label %exit

exit:
  ret void
}

!0 = !{i32 0, i32 2147483647}
