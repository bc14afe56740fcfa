//===- Core.cpp - Layouts, modules and compiled functions for Python ------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ half of the Python package. Objects of Python are looked at here,
// MLIR behind `Layout/Session`: this file is compiled with exceptions, MLIR is
// not. Nothing that runs compiled code trusts its caller: elements, extents,
// strides, alignment, permission to write and overlaps are checked here.
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/LayoutHandle.h"
#include "Layout/Session/ModuleHandle.h"
#include "Layout/Session/ScheduleHandle.h"
#include <cmath>
#include <cstring>
#include <limits>
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

static py::object makeError(const Failure &failure) {
  py::object type =
      py::module_::import("mlir_layout._errors").attr("LayoutError");
  py::list notes;
  for (const auto &[location, text] : failure.notes)
    notes.append(py::make_tuple(orNone(location), text));
  return type(failure.message, orNone(failure.location),
              orNone(failure.witness), py::tuple(notes));
}

/// Asks without the lock of the interpreter; raises a `LayoutError`, or a
/// ValueError where the question is wrong.
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
// Calls
//===----------------------------------------------------------------------===//

/// "argument 2".
static std::string nameOf(size_t number) {
  return "argument " + std::to_string(number);
}

static std::string describe(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + (shape[i] < 0 ? "?" : std::to_string(shape[i]));
  return text + (shape.size() == 1 ? ",)" : ")");
}

/// The bytes of an element in memory, and its characters in the format of a
/// buffer (PEP 3118).
struct ElementInfo {
  size_t bytes;
  size_t alignment;
  const char *formats; ///< separated by spaces
};

static ElementInfo getElementInfo(const std::string &element) {
  static const std::vector<std::pair<const char *, ElementInfo>> known = {
      {"i1", {1, 1, "?"}},
      {"i8", {1, 1, "b B"}},
      {"i16", {2, 2, "h H"}},
      {"i32", {4, 4, "i I l L"}},
      {"i64", {8, 8, "l L q Q n N"}},
      {"index", {8, 8, "l L q Q n N"}},
      {"i128", {16, 16, ""}},
      {"f16", {2, 2, "e"}},
      {"bf16", {2, 2, "H"}}, // as numpy has it not
      {"f32", {4, 4, "f"}},
      {"f64", {8, 8, "d"}},
      {"complex<f32>", {8, 4, "Zf"}},
      {"complex<f64>", {16, 8, "Zd"}}};
  for (const auto &[name, info] : known)
    if (element == name)
      return info;
  throw py::type_error("elements of type " + element + " cannot be passed");
}

static bool isFormat(const char *format, const ElementInfo &info) {
  std::string text = format ? format : "B";
  if (!text.empty() && (text[0] == '@' || text[0] == '=' || text[0] == '<'))
    text.erase(0, 1); // only little-endian machines are known here
  std::string all = std::string(" ") + info.formats + " ";
  return !text.empty() && text.find(' ') == std::string::npos &&
         all.find(" " + text + " ") != std::string::npos;
}

namespace {

/// One argument of a call, for as long as it lasts.
class Argument {
public:
  Argument() = default;
  Argument(const Argument &) = delete;
  ~Argument() {
    if (view.obj)
      PyBuffer_Release(&view);
  }

  void take(py::handle object, const CompiledType &type, size_t number,
            bool asBits) {
    if (type.isBuffer)
      takeBuffer(object, type, number, asBits);
    else
      takeScalar(object, type.element, number);
  }

  /// The address of what the C interface takes.
  void *getAddress() {
    return descriptor.empty() ? static_cast<void *>(scalar)
                              : static_cast<void *>(&descriptorAddress);
  }

  bool overlaps(const Argument &other) const {
    if (descriptor.empty() || other.descriptor.empty())
      return false;
    auto *a = static_cast<char *>(view.buf),
         *b = static_cast<char *>(other.view.buf);
    return view.len > 0 && other.view.len > 0 && a < b + other.view.len &&
           b < a + view.len;
  }

private:
  void takeBuffer(py::handle object, const CompiledType &type, size_t number,
                  bool asBits);
  void checkBuffer(const CompiledType &type, size_t number, bool asBits) const;
  void takeScalar(py::handle object, const std::string &element, size_t number);

  Py_buffer view = {};
  std::vector<int64_t> descriptor;
  int64_t *descriptorAddress = nullptr;
  alignas(16) char scalar[16] = {};
};

} // namespace

/// Forgets the error of an object that was asked for a value, if it is of this
/// kind; another, which its code or the user raises, goes on as it is.
static void replaceError(PyObject *kind) {
  if (!PyErr_ExceptionMatches(kind))
    throw py::error_already_set();
  PyErr_Clear();
}

void Argument::checkBuffer(const CompiledType &type, size_t number,
                           bool asBits) const {
  ElementInfo info = getElementInfo(type.element);
  std::string name = nameOf(number);
  if (asBits ? view.itemsize != static_cast<Py_ssize_t>(info.bytes)
             : !isFormat(view.format, info) ||
                   view.itemsize != static_cast<Py_ssize_t>(info.bytes))
    throw py::type_error(name + ": expects elements of type " + type.element +
                         (type.element == "bf16" ? ", as uint16" : "") +
                         ", found the format '" +
                         (view.format ? view.format : "B") + "' of " +
                         std::to_string(view.itemsize) + " bytes");
  std::vector<int64_t> shape(view.shape, view.shape + view.ndim);
  bool fits = shape.size() == type.shape.size();
  for (size_t d = 0; fits && d < shape.size(); ++d)
    fits = type.shape[d] < 0 || type.shape[d] == shape[d];
  if (!fits)
    throw py::value_error(name + ": expects the shape " + describe(type.shape) +
                          ", found " + describe(shape));
  if (!PyBuffer_IsContiguous(&view, 'C'))
    throw py::value_error(name +
                          ": expects a row-major array without gaps; "
                          "numpy.ascontiguousarray makes a copy that is");
  if (view.len > 0 &&
      reinterpret_cast<uintptr_t>(view.buf) % info.alignment != 0)
    throw py::value_error(name +
                          ": expects an array whose address is a "
                          "multiple of " +
                          std::to_string(info.alignment));
}

void Argument::takeBuffer(py::handle object, const CompiledType &type,
                          size_t number, bool asBits) {
  if (!PyObject_CheckBuffer(object.ptr()))
    throw py::type_error(nameOf(number) + ": expects an array, found " +
                         std::string(py::str(object.get_type())));
  if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_FULL_RO) != 0) {
    view = {};
    // numpy's for types that the protocol has not.
    for (PyObject *kind : {PyExc_ValueError, PyExc_BufferError})
      if (PyErr_ExceptionMatches(kind))
        PyErr_SetNone(PyExc_TypeError);
    replaceError(PyExc_TypeError);
    throw py::type_error(nameOf(number) + ": expects an array of numbers");
  }
  if (type.isWritten && view.readonly)
    throw py::value_error(nameOf(number) + ": is written, but read-only");
  checkBuffer(type, number, asBits);
  auto address = reinterpret_cast<int64_t>(view.buf);
  descriptor = {address, address, 0};
  descriptor.insert(descriptor.end(), view.shape, view.shape + view.ndim);
  descriptor.resize(3 + 2 * static_cast<size_t>(view.ndim), 1);
  for (int d = view.ndim - 1; d > 0; --d)
    descriptor[3 + view.ndim + d - 1] =
        descriptor[3 + view.ndim + d] * view.shape[d];
  descriptorAddress = descriptor.data();
}

/// The low bits of an integer that `bits` bits hold, signed or not.
static uint64_t readInteger(py::handle object, unsigned bits,
                            const std::string &name) {
  py::object index =
      py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!index) {
    replaceError(PyExc_TypeError);
    throw py::type_error(name + ": expects an integer, found " +
                         std::string(py::str(object.get_type())));
  }
  int overflow = 0;
  long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow > 0 && bits == 64) {
    unsigned long long large = PyLong_AsUnsignedLongLong(index.ptr());
    if (!PyErr_Occurred())
      return large;
    PyErr_Clear();
  }
  bool fits = overflow == 0;
  if (bits < 64)
    fits = fits && value >= -(1ll << (bits - 1)) && value < (1ll << bits);
  if (!fits)
    throw py::value_error(name + ": does not fit " + std::to_string(bits) +
                          " bits");
  return static_cast<uint64_t>(value);
}

void Argument::takeScalar(py::handle object, const std::string &element,
                          size_t number) {
  std::string name = nameOf(number);
  if (element[0] != 'f') {
    unsigned bits = element == "index" ? 64 : std::stoi(element.substr(1));
    uint64_t value = readInteger(object, bits, name);
    if (bits == 1)
      value &= 1;
    std::memcpy(scalar, &value, sizeof(value));
    return;
  }
  double value = PyFloat_AsDouble(object.ptr());
  if (PyErr_Occurred()) {
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
      PyErr_Clear();
      throw py::value_error(name + ": does not fit " + element);
    }
    replaceError(PyExc_TypeError);
    throw py::type_error(name + ": expects a number, found " +
                         std::string(py::str(object.get_type())));
  }
  if (element == "f64") {
    std::memcpy(scalar, &value, sizeof(value));
    return;
  }
  if (std::isfinite(value) &&
      std::fabs(value) > std::numeric_limits<float>::max())
    throw py::value_error(name + ": does not fit f32");
  float single = static_cast<float>(value);
  std::memcpy(scalar, &single, sizeof(single));
}

template <typename T>
static T read(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

static py::object readResult(const CompiledType &type, const char *from) {
  const std::string &element = type.element;
  if (element == "f32")
    return py::float_(read<float>(from));
  if (element == "f64")
    return py::float_(read<double>(from));
  if (element == "i1")
    return py::bool_((*from & 1) != 0);
  if (element == "i8")
    return py::int_(read<int8_t>(from));
  if (element == "i16")
    return py::int_(read<int16_t>(from));
  if (element == "i32")
    return py::int_(read<int32_t>(from));
  return py::int_(read<int64_t>(from));
}

static void checkOverlaps(const std::vector<CompiledType> &types,
                          const std::vector<Argument> &arguments) {
  for (size_t i = 0; i < types.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if ((types[i].isAlone || types[j].isAlone) &&
          (types[i].isWritten || types[j].isWritten) &&
          arguments[i].overlaps(arguments[j]))
        throw py::value_error("arguments " + std::to_string(j) + " and " +
                              std::to_string(i) + " overlap in memory");
}

static py::object call(const CompiledFunction &function,
                       const py::sequence &given) {
  const std::vector<CompiledType> &types = function.getArguments();
  // Items are kept alive, whatever the sequence does.
  py::tuple values(given);
  if (values.size() != types.size())
    throw py::type_error("expects " + std::to_string(types.size()) +
                         " arguments, found " + std::to_string(values.size()));
  std::vector<Argument> arguments(types.size());
  std::vector<void *> addresses;
  for (size_t i = 0; i < types.size(); ++i) {
    arguments[i].take(values[i], types[i], i, function.takesBits());
    addresses.push_back(arguments[i].getAddress());
  }
  checkOverlaps(types, arguments);
  alignas(16) char result[16] = {};
  if (function.getResult())
    addresses.push_back(result);
  {
    py::gil_scoped_release released;
    function.run(addresses);
  }
  return function.getResult() ? readResult(*function.getResult(), result)
                              : py::object(py::none());
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
              const std::vector<std::pair<std::string, std::string>> &words) {
             return ask([&] { return layout.drawSvg(shape, axes, words); });
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

/// Warnings and remarks as errors that are not raised.
static py::list makeRemarks(const std::vector<Failure> &failures) {
  py::list remarks;
  for (const Failure &remark : failures)
    remarks.append(makeError(remark));
  return remarks;
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
      .def("result",
           [](const CompiledFunction &function) -> py::object {
             if (!function.getResult())
               return py::none();
             return describeType(*function.getResult());
           })
      .def("call", &call);
  py::class_<ModuleHandle, std::shared_ptr<ModuleHandle>>(module, "Module")
      .def_static("parse",
                  [](const std::string &text, const std::string &name) {
                    return ask([&] { return ModuleHandle::parse(text, name); });
                  })
      .def("__str__", &ModuleHandle::str,
           py::call_guard<py::gil_scoped_release>())
      .def("run",
           [](ModuleHandle &handle, const std::string &pipeline) {
             return makeRemarks(ask([&] { return handle.run(pipeline); }));
           })
      .def("check", &checkModule)
      .def(
          "compile",
          [](const ModuleHandle &handle, const std::string &entry,
             const std::string &pipeline, bool asBits) {
            return ask([&] { return handle.compile(entry, pipeline, asBits); });
          },
          py::arg("entry"), py::arg("pipeline"), py::arg("as_bits") = false);
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
  bindSchedule(module);
  module.def("why_no_target", &whyNoTarget);
}
