//===- Core.cpp - Layouts, modules and compiled functions for Python ------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ half of the Python package. Objects of Python are looked at here,
// MLIR in `Layout/Session`: this file is compiled with exceptions, MLIR is not.
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include "Layout/Session/LayoutHandle.h"
#include "Layout/Session/LibraryHandle.h"
#include "Layout/Session/ModuleHandle.h"
#include "Layout/Session/ScheduleHandle.h"
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Failures are exceptions
//===----------------------------------------------------------------------===//

static py::object orNone(const std::string &text) {
  return text.empty() ? py::object(py::none()) : py::object(py::str(text));
}

static py::tuple makeNotes(const Failure &failure) {
  py::list notes;
  for (const auto &[location, text] : failure.notes)
    notes.append(py::make_tuple(orNone(location), text));
  return py::tuple(notes);
}

static py::object makeError(const Failure &failure) {
  py::object type =
      py::module_::import("mlir_layout._errors").attr("LayoutError");
  return type(failure.message, orNone(failure.location),
              orNone(failure.witness), makeNotes(failure));
}

/// Runs the query without the lock of the interpreter; raises a `LayoutError`,
/// or a ValueError if the query is wrong.
template <typename Ask>
static auto ask(Ask asks) {
  auto result = [&] {
    py::gil_scoped_release released;
    return asks();
  }();
  if (auto *failure = std::get_if<Failure>(&result)) {
    if (failure->isOfCaller)
      throw py::value_error(failure->message);
    py::object error = makeError(*failure);
    PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(error.ptr())),
                    error.ptr());
    throw py::error_already_set();
  }
  return std::get<0>(std::move(result));
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static py::dict describeType(const CompiledType &type) {
  py::dict result;
  result["element"] = type.element;
  result["shape"] = type.isBuffer ? py::object(py::tuple(py::cast(type.shape)))
                                  : py::object(py::none());
  result["written"] = type.isBuffer && type.isWritten;
  return result;
}

static void bindLayout(py::module_ &module) {
  using Shape = LayoutHandle::Shape;
  py::class_<LayoutHandle>(module, "Layout")
      .def_static("parse",
                  [](const std::string &text) {
                    return ask([&] { return LayoutHandle::parse(text); });
                  })
      .def("__str__", &LayoutHandle::str,
           py::call_guard<py::gil_scoped_release>())
      .def("__eq__",
           [](const LayoutHandle &a, const LayoutHandle &b) { return a == b; })
      .def("maps", &LayoutHandle::getMaps,
           py::call_guard<py::gil_scoped_release>())
      .def("pads", &LayoutHandle::getPads,
           py::call_guard<py::gil_scoped_release>())
      .def("logical_rank", &LayoutHandle::getLogicalRank)
      .def("physical_rank", &LayoutHandle::getPhysicalRank)
      .def("facts",
           [](const LayoutHandle &layout, const Shape &shape) {
             auto facts = ask([&] { return layout.getFacts(shape); });
             return py::make_tuple(py::tuple(py::cast(facts.physicalShape)),
                                   py::tuple(py::cast(facts.flattenedShape)),
                                   facts.numPadding, facts.inverse,
                                   facts.whyNoInverse);
           })
      .def("map",
           [](const LayoutHandle &layout, const Shape &index) {
             return ask([&] { return layout.map(index); });
           })
      .def("find_pad_outside",
           [](const LayoutHandle &layout, const Shape &shape, int64_t least,
              int64_t most) -> py::object {
             auto found =
                 ask([&] { return layout.findPadOutside(shape, least, most); });
             if (!found)
               return py::none();
             return py::make_tuple(
                 found->step, py::tuple(py::cast(found->place)), found->number);
           })
      .def("draw",
           [](const LayoutHandle &layout, const Shape &shape) {
             return ask([&] { return layout.draw(shape); });
           })
      .def("draw_svg",
           [](const LayoutHandle &layout, const Shape &shape,
              const std::vector<unsigned> &axes,
              const std::vector<std::pair<std::string, std::string>> &words,
              int64_t bytesOfElement) {
             return ask([&] {
               return layout.drawSvg(shape, axes, words, bytesOfElement);
             });
           })
      .def("bank_conflicts",
           [](const LayoutHandle &layout, const Shape &shape,
              const std::string &index, int64_t width, int64_t bytes,
              int64_t threads, const std::vector<int64_t> &counts, bool isStore,
              const std::string &rules) -> py::object {
             LayoutHandle::BankAccess access{index,  width,   bytes, threads,
                                             counts, isStore, rules};
             auto conflicts = ask(
                 [&] { return layout.countBankConflicts(shape, access); });
             py::object witness = py::none();
             if (conflicts.witness)
               witness = py::tuple(py::cast(*conflicts.witness));
             return py::make_tuple(conflicts.cycles, conflicts.least, witness);
           });
  module.def("evaluate_map", [](const std::string &map, const Shape &index) {
    return ask([&] { return evaluateMap(map, index); });
  });
}

static py::tuple checkModule(const ModuleHandle &module,
                             const std::string &entry,
                             const std::string &pipeline,
                             const std::vector<std::string> &arguments,
                             const std::vector<std::string> &dims,
                             uint64_t seed, double rtol, unsigned timeout) {
  ModuleHandle::CheckRequest request{entry, pipeline, arguments, dims,
                                     seed,  rtol,     timeout};
  auto check = ask([&] { return module.check(request); });
  return py::make_tuple(check.verdict, check.message, orNone(check.witness),
                        check.error ? makeError(*check.error)
                                    : py::object(py::none()));
}

static py::list makeRemarks(const std::vector<Remark> &remarks) {
  py::object type = py::module_::import("mlir_layout._errors").attr("Remark");
  py::list result;
  for (const Remark &remark : remarks)
    result.append(type(remark.kind, orNone(remark.name), remark.what.message,
                       orNone(remark.what.location),
                       orNone(remark.what.witness), makeNotes(remark.what),
                       orNone(remark.cause), orNone(remark.remedy)));
  return result;
}

static py::list saveModule(const ModuleHandle &module,
                           const std::string &output, const std::string &header,
                           const std::string &weights,
                           const std::string &processor,
                           const std::vector<std::string> &options,
                           const std::string &linker, bool withRemarks) {
  ModuleHandle::SaveRequest request{output,  header, weights,    processor,
                                    options, linker, withRemarks};
  return makeRemarks(ask([&] { return module.save(request); }));
}

static py::list tuneModule(const ModuleHandle &module, const std::string &entry,
                           const std::string &file,
                           const std::string &processor,
                           const std::vector<std::string> &options,
                           const std::vector<std::string> &arguments,
                           const std::vector<std::string> &dims, uint64_t seed,
                           double rtol, unsigned timeoutSeconds,
                           double budgetSeconds, double leastGain,
                           unsigned maxCandidates, bool isVerbose) {
  ModuleHandle::TuneRequest request{
      entry,     file,          processor, options,        arguments,
      dims,      seed,          rtol,      timeoutSeconds, budgetSeconds,
      leastGain, maxCandidates, isVerbose};
  py::list nests;
  for (const ModuleHandle::Tuned &nest :
       ask([&] { return module.tune(request); }))
    nests.append(py::make_tuple(nest.location, orNone(nest.plan),
                                nest.microseconds, nest.modelMicroseconds));
  return nests;
}

static void bindLibrary(py::module_ &module) {
  using Library = std::shared_ptr<LibraryHandle>;
  py::class_<LibraryHandle, Library>(module, "Library")
      .def_static("load",
                  [](const std::string &path) {
                    return ask([&] { return LibraryHandle::load(path); });
                  })
      .def("functions",
           [](const LibraryHandle &library) {
             py::list entries;
             for (const LibraryHandle::Entry &entry : library.getFunctions())
               entries.append(
                   py::make_tuple(entry.name, entry.function, entry.why));
             return entries;
           })
      .def("has_weights", &LibraryHandle::hasWeights)
      .def("are_weights_loaded", &LibraryHandle::areWeightsLoaded)
      .def("load_weights", [](LibraryHandle &library, const std::string &path) {
        ask([&] { return library.loadWeights(path); });
      });
}

static void bindModule(py::module_ &module) {
  using Function = std::shared_ptr<CompiledFunction>;
  py::class_<CompiledFunction, Function>(module, "Function")
      .def("arguments",
           [](const CompiledFunction &function) {
             py::list types;
             for (const CompiledType &type : function.getArguments())
               types.append(describeType(type));
             return types;
           })
      .def("results",
           [](const CompiledFunction &function) {
             py::list types;
             for (const CompiledType &type : function.getResults())
               types.append(describeType(type));
             return types;
           })
      .def("call", &call);
  py::class_<ModuleHandle, std::shared_ptr<ModuleHandle>>(module, "Module")
      .def_static("parse",
                  [](const std::string &text, const std::string &name) {
                    return ask([&] { return ModuleHandle::parse(text, name); });
                  })
      .def_static(
          "parse_bytecode",
          [](const py::bytes &bytes, const std::string &name) {
            std::string code = bytes;
            return ask([&] { return ModuleHandle::parseBytecode(code, name); });
          })
      .def("__str__", &ModuleHandle::str,
           py::call_guard<py::gil_scoped_release>())
      .def("bytecode",
           [](const ModuleHandle &handle) {
             std::string code = [&] {
               py::gil_scoped_release released;
               return handle.getBytecode();
             }();
             return py::bytes(code);
           })
      .def("save", &saveModule)
      .def("leaves_freeing", &ModuleHandle::leavesFreeing,
           py::call_guard<py::gil_scoped_release>())
      .def("run",
           [](ModuleHandle &handle, const std::string &pipeline,
              bool withRemarks) {
             return makeRemarks(
                 ask([&] { return handle.run(pipeline, withRemarks); }));
           })
      .def("check", &checkModule)
      .def("tune", &tuneModule)
      .def(
          "compile",
          [](const ModuleHandle &handle, const std::string &entry,
             const std::string &pipeline, bool asBits, bool withRemarks) {
            ModuleHandle::CompileRequest request{entry, pipeline, asBits,
                                                 withRemarks};
            auto compiled = ask([&] { return handle.compile(request); });
            return py::make_tuple(std::move(compiled.function),
                                  makeRemarks(compiled.remarks));
          },
          py::arg("entry"), py::arg("pipeline"), py::arg("as_bits") = false,
          py::arg("with_remarks") = false);
}

static void bindSchedule(py::module_ &module) {
  module.def("schedule_ops", &getScheduleOps,
             py::call_guard<py::gil_scoped_release>());
  py::call_guard<py::gil_scoped_release> released;
  py::class_<ScheduleHandle>(module, "Schedule")
      .def(py::init<std::shared_ptr<ModuleHandle>>(), released)
      .def("run",
           [](ScheduleHandle &handle, const std::string &text) {
             return makeRemarks(ask([&] { return handle.run(text); }));
           })
      .def("try_out",
           [](const ScheduleHandle &handle, const std::string &text) {
             return makeRemarks(ask([&] { return handle.tryOut(text); }));
           })
      .def("has_function", &ScheduleHandle::hasFunction, released)
      .def("element_of_argument", &ScheduleHandle::getElementOfArgument,
           released)
      .def("element_of_result", &ScheduleHandle::getElementOfResult, released)
      .def("element_of_global", &ScheduleHandle::getElementOfGlobal, released);
}

PYBIND11_MODULE(_core, module) {
  module.doc() = "The C++ half of mlir_layout; use that.";
  bindLayout(module);
  bindModule(module);
  bindLibrary(module);
  bindSchedule(module);
  module.def("why_no_target", &whyNoTarget);
}
