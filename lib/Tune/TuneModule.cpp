//===- TuneModule.cpp - Tuning within a budget ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No pass can be interrupted, so the tuner is a forked process, which is killed
// at the end of the budget. It sends messages, each a text of JSON:
//
//     {"report": "nest 1 of 2, a.mlir:3:3: 4 candidates"}
//     {"diagnostics": [{"severity": 2, "location": "..", "text": ".."}, ..]}
//     {"why": ".."}       the last one, or:
//     {"result": {..}}
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Isolate.h"
#include "Tuner.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

namespace json = llvm::json;
using Clock = std::chrono::steady_clock;
using Channel = IsolatedWorker::Channel;

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

static void send(Channel channel, json::Object message) {
  std::string text = llvm::to_string(json::Value(std::move(message)));
  uint32_t length = text.size();
  if (channel.send(&length, sizeof(length)))
    channel.send(text.data(), length);
}

static json::Value write(const Diagnostic &diagnostic) {
  return json::Object{
      {"severity", int(diagnostic.getSeverity())},
      {"location", json::fixUTF8(llvm::to_string(diagnostic.getLocation()))},
      {"text", json::fixUTF8(diagnostic.str())}};
}

static json::Value write(const TuneResult &result) {
  json::Array nests;
  for (const TunedNest &nest : result.nests)
    nests.push_back(json::Object{{"location", json::fixUTF8(nest.location)},
                                 {"plan", json::fixUTF8(nest.plan)},
                                 {"model", nest.modelMicroseconds},
                                 {"microseconds", nest.microseconds},
                                 {"candidates", nest.numCandidates},
                                 {"wrong", nest.numWrong}});
  return json::Object{{"nests", std::move(nests)},
                      {"model", result.modelMicroseconds},
                      {"microseconds", result.microseconds}};
}

static void serve(Channel channel, ModuleOp module,
                  const TuneOptions &options) {
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diagnostic) {
        json::Array parts{write(diagnostic)};
        for (const Diagnostic &note : diagnostic.getNotes())
          parts.push_back(write(note));
        send(channel, json::Object{{"diagnostics", std::move(parts)}});
        return success();
      });
  std::string why;
  std::optional<TuneResult> result = tuneHere(
      module, options,
      [&](const std::string &text) {
        send(channel, json::Object{{"report", json::fixUTF8(text)}});
      },
      why);
  if (result)
    send(channel, json::Object{{"result", write(*result)}});
  else
    send(channel, json::Object{{"why", json::fixUTF8(why)}});
}

//===----------------------------------------------------------------------===//
// Its messages
//===----------------------------------------------------------------------===//

static std::string readText(const json::Object &object, StringRef key) {
  return object.getString(key).value_or("").str();
}

static TuneResult readResult(const json::Object &object) {
  TuneResult result;
  result.modelMicroseconds = object.getNumber("model").value_or(0);
  result.microseconds = object.getNumber("microseconds").value_or(0);
  for (const json::Value &value : *object.getArray("nests")) {
    const json::Object &nest = *value.getAsObject();
    result.nests.push_back({readText(nest, "location"), readText(nest, "plan"),
                            nest.getNumber("model").value_or(0),
                            nest.getNumber("microseconds").value_or(0),
                            unsigned(nest.getInteger("candidates").value_or(0)),
                            unsigned(nest.getInteger("wrong").value_or(0))});
  }
  return result;
}

static void emitAgain(const json::Array &parts, MLIRContext *context) {
  std::optional<InFlightDiagnostic> whole;
  for (const json::Value &value : parts) {
    const json::Object &part = *value.getAsObject();
    auto location = dyn_cast_or_null<LocationAttr>(
        parseAttribute(readText(part, "location"), context));
    Location loc = location ? Location(location) : UnknownLoc::get(context);
    if (whole) {
      whole->attachNote(loc) << readText(part, "text");
      continue;
    }
    auto severity = DiagnosticSeverity(part.getInteger("severity").value_or(0));
    whole.emplace(context->getDiagEngine().emit(loc, severity));
    *whole << readText(part, "text");
  }
}

//===----------------------------------------------------------------------===//
// The budget
//===----------------------------------------------------------------------===//

/// More would be too many milliseconds for `poll`.
static constexpr double kMostSeconds = 1e6;

static bool receive(IsolatedWorker &worker, std::string &text,
                    Clock::time_point end) {
  double left = std::chrono::duration<double>(end - Clock::now()).count();
  uint32_t length = 0;
  if (left <= 0 || !worker.receive(&length, sizeof(length), left))
    return false;
  text.resize(length);
  return worker.receive(text.data(), length, kMostSeconds);
}

/// What is left for the process to do when it begins nothing more.
static double getSecondsToEnd(double budget) {
  return std::min(1.0, budget / 10);
}

std::optional<TuneResult>
layout::tuneModule(ModuleOp module, const TuneOptions &options,
                   std::function<void(const std::string &)> report,
                   std::string &why) {
  double budget = options.budgetSeconds;
  if (!(budget > 0) || !std::isfinite(budget)) {
    why = "expects a budget of more than 0 seconds";
    return std::nullopt;
  }
  budget = std::min(budget, kMostSeconds);
  TuneOptions shorter = options;
  shorter.budgetSeconds = budget - getSecondsToEnd(budget);
  auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(budget));
  // Of processor time; threads take more than what passes.
  constexpr unsigned mostThreads = 64, atLeast = 600;
  IsolatedWorker worker(
      [&](Channel channel) { serve(channel, module, shorter); },
      unsigned(budget) * mostThreads + atLeast);
  std::string text;
  bool hasBegun = false;
  while (receive(worker, text, end)) {
    llvm::Expected<json::Value> message = json::parse(text);
    if (!message) {
      why = "unreadable: " + llvm::toString(message.takeError());
      return std::nullopt;
    }
    const json::Object &object = *message->getAsObject();
    if (const json::Object *result = object.getObject("result"))
      return readResult(*result);
    if (const json::Array *parts = object.getArray("diagnostics")) {
      emitAgain(*parts, module.getContext());
    } else if (object.getString("report")) {
      hasBegun = true;
      report(readText(object, "report"));
    } else {
      why = readText(object, "why");
      return std::nullopt;
    }
  }
  ChildEnd how = worker.end();
  bool isLate = how.kind == ChildEnd::TimedOut || Clock::now() >= end;
  if (!isLate)
    why = "the process that tunes " + how.describe();
  else
    why = llvm::formatv("the budget of {0} seconds {1}", budget,
                        hasBegun ? "is used up; the file keeps what was found"
                                 : "does not last to compile the program and "
                                   "to compare it")
              .str();
  return std::nullopt;
}
