// What scripts/mutate makes of decisions; never compiled.
bool Prover::isSame(const Elements &one) {
  if (one.extents != extents) // x.isYes() in a comment is none
    return false;
  if (std::optional<Condition> where = one.where; !where)
    return fail("x.isYes()");
  if (auto *found = find(one))
    return false;
  if (isEmpty(one) != Truth::No)
    count();
  if (prove(one)) {
    count();
    return std::nullopt;
  }
  return !facts
              .isImplied(where(one), point)
              .isYes() &&
         prove(one)->isNo();
}

int Prover::count(int begin, int end) {
  if (begin >= end)
    return;
  for (int i = 0; i < end - 1; ++i)
    note<int>(i);
  return begin + 1 <
         end - begin;
}
