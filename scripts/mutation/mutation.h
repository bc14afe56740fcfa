//===- mutation.h - Mutants are chosen when the program runs ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// scripts/mutate includes this in its copy of each source that it mutates. All
// mutants are then in one build:
//
//     LAYOUT_MUTANT=17              mutant 17 decides otherwise
//     LAYOUT_MUTATION_LOG=file      appends "r 17" when site 17 is reached, and
//                                   "d 17" when mutant 17 would differ there
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MUTATION_H
#define LAYOUT_MUTATION_H

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <type_traits>
#include <unistd.h>

namespace layout_mutation {

constexpr int maxSites = 8192;

inline int getActive() {
  static const int active = [] {
    const char *text = getenv("LAYOUT_MUTANT");
    return text ? atoi(text) : -1;
  }();
  return active;
}

/// One short line, appended at once: a test may be several processes.
inline void note(char what, int site) {
  static std::atomic<bool> noted[2][maxSites];
  static const char *log = getenv("LAYOUT_MUTATION_LOG");
  if (!log || noted[what == 'd'][site].exchange(true))
    return;
  char line[32];
  int size = snprintf(line, sizeof line, "%c %d\n", what, site);
  int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0)
    return;
  if (write(file, line, size) != size)
    abort();
  close(file);
}

/// The result of a site, with what the mutant makes of it.
inline bool decide(int site, bool result, bool differs) {
  note('r', site);
  if (!differs)
    return result;
  note('d', site);
  return result != (getActive() == site);
}

template <typename T, typename = void>
struct HasTruth : std::false_type {};
template <typename T>
struct HasTruth<T, std::void_t<decltype(T::truth)>> : std::true_type {};

template <typename T, typename = void>
struct IsAliasResult : std::false_type {};
template <typename T>
struct IsAliasResult<T, std::void_t<decltype(std::declval<T>().isMay())>>
    : std::true_type {};

/// The `Truth` of an answer.
template <typename T>
auto getTruth(const T &answer) {
  if constexpr (std::is_enum_v<T>)
    return answer;
  else if constexpr (HasTruth<T>::value)
    return answer.truth;
  else
    return answer.decision.truth;
}

/// `answer == Truth::expected`; the mutant takes an unknown answer for the
/// opposite.
template <typename T, typename Truth>
bool is(int site, const T &answer, Truth expected) {
  // Of upstream's alias analysis, "may" is the unknown answer.
  if constexpr (IsAliasResult<T>::value) {
    bool isExpected = expected == Truth::No ? answer.isNo() : answer.isMust();
    return decide(site, isExpected, answer.isMay());
  } else {
    auto truth = getTruth(answer);
    return decide(site, truth == expected, truth == Truth::Unknown);
  }
}

/// The condition of an early refusal; the mutant leaves the refusal out.
inline bool refuses(int site, bool condition) {
  return decide(site, condition, condition);
}

/// An operand of `&&` or `||`, for which the mutant takes what changes nothing.
inline bool takePart(int site, bool neutral, bool value) {
  return decide(site, value, value != neutral);
}

/// `Bound{site, step} + number`; the mutant takes a number that is `step` further.
/// Anything else that can be compared stays as it is.
struct Bound {
  int site, step;
};
template <typename T>
decltype(auto) operator+(Bound bound, const T &operand) {
  if constexpr (std::is_arithmetic_v<T>)
    return T(decide(bound.site, false, true) ? operand + bound.step : operand);
  else
    return (operand);
}

template <typename T, typename = void>
struct CanBeNegated : std::false_type {};
template <typename T>
struct CanBeNegated<T, std::void_t<decltype(-std::declval<const T &>())>>
    : std::is_convertible<decltype(-std::declval<const T &>()), T> {};

/// `Sign{site} * operand`; the mutant takes its negative, if it has one.
struct Sign {
  int site;
};
template <typename T>
decltype(auto) operator*(Sign sign, const T &operand) {
  if constexpr (CanBeNegated<T>::value)
    return decide(sign.site, false, true) ? T(-operand) : T(operand);
  else
    return (operand);
}

} // namespace layout_mutation

#endif // LAYOUT_MUTATION_H
