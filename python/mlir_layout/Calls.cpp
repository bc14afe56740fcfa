//===- Calls.cpp - Arrays and numbers of Python into compiled functions ---===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Calls.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace py = pybind11;
using namespace mlir::layout;

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
  const char *numpy;   ///< the type of an array that is made
};

/// Returns true for `f8E4M3FN` and the other floats of 8 bits.
static bool isFloatOfByte(const std::string &element) {
  return element.rfind("f8E", 0) == 0;
}

/// What numpy has instead of a type that it lacks, for an error message.
static std::string getSubstitute(const std::string &element) {
  if (element == "bf16")
    return ", as uint16";
  return isFloatOfByte(element) ? ", as uint8" : "";
}

static ElementInfo getElementInfo(const std::string &element) {
  static const std::vector<std::pair<const char *, ElementInfo>> known = {
      {"i1", {1, 1, "?", "?"}},
      {"i8", {1, 1, "b B", "i1"}},
      {"i16", {2, 2, "h H", "i2"}},
      {"i32", {4, 4, "i I l L", "i4"}},
      {"i64", {8, 8, "l L q Q n N", "i8"}},
      {"index", {8, 8, "l L q Q n N", "i8"}},
      {"i128", {16, 16, "", "V16"}},
      {"f16", {2, 2, "e", "f2"}},
      {"bf16", {2, 2, "H bf16", "u2"}}, // as numpy has it not
      {"f32", {4, 4, "f", "f4"}},
      {"f64", {8, 8, "d", "f8"}},
      {"complex<f32>", {8, 4, "Zf", "c8"}},
      {"complex<f64>", {16, 8, "Zd", "c16"}}};
  for (const auto &[name, info] : known)
    if (element == name)
      return info;
  if (isFloatOfByte(element)) // numpy has none of them
    return {1, 1, "B", "u1"};
  throw py::type_error("elements of type " + element + " cannot be passed");
}

/// Tensors of DLPack have the name of an element that PEP 3118 has not.
static bool isFormat(const char *format, const std::string &element) {
  ElementInfo info = getElementInfo(element);
  std::string text = format ? format : "B";
  if (text == element && isFloatOfByte(element))
    return true;
  if (!text.empty() && (text[0] == '@' || text[0] == '=' || text[0] == '<'))
    text.erase(0, 1); // only little-endian machines are known here
  std::string all = std::string(" ") + info.formats + " ";
  return !text.empty() && text.find(' ') == std::string::npos &&
         all.find(" " + text + " ") != std::string::npos;
}

namespace {

// What other libraries say of a tensor: version 0 of DLPack, which all of them
// know.
struct DLDevice {
  int32_t type, id;
};
struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape, *strides; ///< in elements; null: row-major
  uint64_t byteOffset;
};
struct DLManagedTensor {
  DLTensor tensor;
  void *context;
  void (*deleter)(DLManagedTensor *);
};

} // namespace

/// The characters of PEP 3118 for an element, or the name that MLIR gives it;
/// null if it has neither.
static const char *getFormat(DLDataType type) {
  struct Known {
    uint8_t code, bits;
    const char *format;
  };
  static constexpr Known known[] = {
      {0, 8, "b"},         {0, 16, "h"},       {0, 32, "i"},
      {0, 64, "q"},        {1, 8, "B"},        {1, 16, "H"},
      {1, 32, "I"},        {1, 64, "Q"},       {2, 16, "e"},
      {2, 32, "f"},        {2, 64, "d"},       {4, 16, "bf16"},
      {5, 64, "Zf"},       {5, 128, "Zd"},     {6, 8, "?"},
      {7, 8, "f8E3M4"},    {8, 8, "f8E4M3"},   {9, 8, "f8E4M3B11FNUZ"},
      {10, 8, "f8E4M3FN"}, {11, 8, "f8E4M3FNUZ"}, {12, 8, "f8E5M2"},
      {13, 8, "f8E5M2FNUZ"}, {14, 8, "f8E8M0FNU"}};
  for (const Known &each : known)
    if (type.code == each.code && type.bits == each.bits && type.lanes == 1)
      return each.format;
  return nullptr;
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
    if (managed && managed->deleter)
      managed->deleter(managed);
  }

  /// The type of elements that numpy knows only by another package; null else.
  const py::object &getForeignType() const { return foreignType; }

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

  /// Returns true if it is a buffer at this address.
  bool holds(const void *address) const {
    return !descriptor.empty() && view.buf == address;
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
  bool takeForeign(py::handle object, const std::string &element);
  void takeTensor(py::handle object, size_t number);
  void takeView(py::handle object, const CompiledType &type, size_t number);
  void checkBuffer(const CompiledType &type, size_t number, bool asBits) const;
  void takeScalar(py::handle object, const std::string &element, size_t number);

  Py_buffer view = {};
  DLManagedTensor *managed = nullptr;
  std::vector<Py_ssize_t> shape, strides; ///< of `managed`, in bytes
  py::object foreignType;
  std::vector<int64_t> descriptor;
  int64_t *descriptorAddress = nullptr;
  alignas(16) char scalar[16] = {};
};

} // namespace

/// Clears the error of an object that was queried for a value, if it is of this
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
             : !isFormat(view.format, type.element) ||
                   view.itemsize != static_cast<Py_ssize_t>(info.bytes))
    throw py::type_error(name + ": expects elements of type " + type.element +
                         getSubstitute(type.element) +
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

/// Takes an array of `ml_dtypes`, whose types the buffer protocol has not, as
/// integers of as many bits.
bool Argument::takeForeign(py::handle object, const std::string &element) {
  std::string name = "bfloat16";
  if (isFloatOfByte(element)) {
    name = "float8_" + element.substr(2);
    for (char &c : name)
      c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  } else if (element != "bf16") {
    return false;
  }
  if (!py::hasattr(object, "dtype") || !py::hasattr(object, "view") ||
      !py::hasattr(object.attr("dtype"), "name") ||
      !py::str(object.attr("dtype").attr("name")).equal(py::str(name)))
    return false;
  py::object bits = object.attr("view")(element == "bf16" ? "uint16" : "uint8");
  foreignType = object.attr("dtype");
  return PyObject_GetBuffer(bits.ptr(), &view, PyBUF_FULL_RO) == 0;
}

/// Takes a tensor of another library where it is.
void Argument::takeTensor(py::handle object, size_t number) {
  std::string name = nameOf(number);
  py::object capsule = object.attr("__dlpack__")();
  managed = static_cast<DLManagedTensor *>(
      PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (!managed)
    throw py::error_already_set();
  PyCapsule_SetName(capsule.ptr(), "used_dltensor");
  const DLTensor &tensor = managed->tensor;
  constexpr int32_t processor = 1;
  if (tensor.device.type != processor)
    throw py::value_error(name + ": expects a tensor in the memory of the "
                                 "processor, found one of device type " +
                          std::to_string(tensor.device.type) + " of DLPack");
  const char *format = getFormat(tensor.dtype);
  if (!format)
    throw py::type_error(name + ": expects numbers, found type code " +
                         std::to_string(tensor.dtype.code) + " of " +
                         std::to_string(tensor.dtype.bits) +
                         " bits of DLPack");
  Py_ssize_t bytes = tensor.dtype.bits / 8, size = bytes;
  shape.assign(tensor.shape, tensor.shape + tensor.ndim);
  strides.resize(shape.size());
  for (size_t d = shape.size(); d-- > 0; size *= shape[d])
    strides[d] = tensor.strides ? tensor.strides[d] * bytes : size;
  view.buf = static_cast<char *>(tensor.data) + tensor.byteOffset;
  view.len = size;
  view.itemsize = bytes;
  view.ndim = tensor.ndim;
  view.format = const_cast<char *>(format);
  view.shape = shape.data();
  view.strides = strides.data();
}

void Argument::takeView(py::handle object, const CompiledType &type,
                        size_t number) {
  if (!PyObject_CheckBuffer(object.ptr())) {
    if (py::hasattr(object, "__dlpack__"))
      return takeTensor(object, number);
    throw py::type_error(nameOf(number) + ": expects an array, found " +
                         std::string(py::str(object.get_type())));
  }
  if (takeForeign(object, type.element))
    return;
  if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_FULL_RO) == 0)
    return;
  view = {};
  // numpy's for types that the protocol has not.
  for (PyObject *kind : {PyExc_ValueError, PyExc_BufferError})
    if (PyErr_ExceptionMatches(kind))
      PyErr_SetNone(PyExc_TypeError);
  replaceError(PyExc_TypeError);
  throw py::type_error(nameOf(number) + ": expects an array of numbers");
}

void Argument::takeBuffer(py::handle object, const CompiledType &type,
                          size_t number, bool asBits) {
  takeView(object, type, number);
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

namespace {

/// A float of up to 32 bits that Python has no type for.
struct ShortFloat {
  int mantissaBits, exponentBits;

  /// Its bits; rounds once, to even.
  uint32_t encode(double value) const {
    int bias = (1 << (exponentBits - 1)) - 1;
    uint32_t sign = std::signbit(value) ? 1u << (mantissaBits + exponentBits)
                                        : 0;
    uint32_t infinity = ((1u << exponentBits) - 1) << mantissaBits;
    double size = std::fabs(value);
    if (std::isnan(value))
      return sign | infinity | 1u << (mantissaBits - 1);
    if (std::isinf(value))
      return sign | infinity;
    // Numbers below the least normal one have its exponent.
    int exponent = size == 0 ? 1 - bias : std::max(std::ilogb(size), 1 - bias);
    // A mantissa that is rounded up to the next power of two increments the exponent.
    auto mantissa = static_cast<uint32_t>(
        std::nearbyint(std::ldexp(size, mantissaBits - exponent)));
    uint32_t bits = mantissa + (static_cast<uint32_t>(exponent + bias - 1)
                                << mantissaBits);
    return sign | std::min(bits, infinity);
  }

  double decode(uint32_t bits) const {
    int bias = (1 << (exponentBits - 1)) - 1;
    uint32_t exponent = bits >> mantissaBits & ((1u << exponentBits) - 1);
    uint32_t mantissa = bits & ((1u << mantissaBits) - 1);
    bool isNegative = bits >> (mantissaBits + exponentBits) & 1;
    double value;
    if (exponent == (1u << exponentBits) - 1)
      value = mantissa ? std::numeric_limits<double>::quiet_NaN()
                       : std::numeric_limits<double>::infinity();
    else
      value = std::ldexp(exponent ? mantissa + (1u << mantissaBits) : mantissa,
                         std::max<int>(exponent, 1) - bias - mantissaBits);
    return isNegative ? -value : value;
  }
};

} // namespace

static constexpr ShortFloat kHalf{10, 5}, kBrain{7, 8};

static bool isShortFloat(const std::string &element) {
  return element == "f16" || element == "bf16";
}

static ShortFloat getShortFloat(const std::string &element) {
  return element == "f16" ? kHalf : kBrain;
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
  if (element[0] != 'f' && !isShortFloat(element)) {
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
  if (isShortFloat(element)) {
    ShortFloat format = getShortFloat(element);
    auto bits = static_cast<uint16_t>(format.encode(value));
    if (std::isfinite(value) && std::isinf(format.decode(bits)))
      throw py::value_error(name + ": does not fit " + element);
    std::memcpy(scalar, &bits, sizeof(bits));
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

static py::object readScalar(const CompiledType &type, const char *from) {
  const std::string &element = type.element;
  if (isShortFloat(element))
    return py::float_(getShortFloat(element).decode(read<uint16_t>(from)));
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

namespace {

/// What a function has returned. Memory that it has allocated belongs to the
/// arrays that are made of it.
class Results {
public:
  explicit Results(const std::vector<CompiledType> &types) : types(types) {
    size_t end = 0;
    for (const CompiledType &type : types) {
      size_t size = 8, count = 3 + 2 * type.shape.size();
      if (!type.isBuffer) {
        size = getElementInfo(type.element).bytes;
        count = 1;
      }
      end = (end + size - 1) / size * size;
      places.push_back(end);
      end += size * count;
    }
    bytes.resize(end / 8 + 2);
  }

  void *getAddress() { return bytes.data(); }
  /// None, one object or a tuple; what is an argument's is copied.
  py::object take(const std::vector<CompiledType> &argumentTypes,
                  const std::vector<Argument> &arguments);

private:
  const char *getPlace(size_t i) const {
    return reinterpret_cast<const char *>(bytes.data()) + places[i];
  }
  py::object takeArray(size_t i, const std::vector<Argument> &arguments);

  const std::vector<CompiledType> &types;
  std::vector<size_t> places;
  std::vector<int64_t> bytes;
  /// One buffer may be several results, which share it as in the program. Of
  /// tensors, which are values, each has its own.
  std::map<void *, py::capsule> owners;
};

} // namespace

/// The type of an array of a result: that of another package where arguments
/// with such elements have it.
static py::object
findForeignType(const std::string &element,
                const std::vector<CompiledType> &types,
                const std::vector<Argument> &arguments) {
  for (size_t i = 0; i < types.size(); ++i)
    if (types[i].element == element && arguments[i].getForeignType())
      return arguments[i].getForeignType();
  return py::object();
}

py::object Results::takeArray(size_t i,
                              const std::vector<Argument> &arguments) {
  const CompiledType &type = types[i];
  const auto *descriptor = reinterpret_cast<const int64_t *>(getPlace(i));
  auto *allocated = reinterpret_cast<void *>(descriptor[0]);
  ElementInfo info = getElementInfo(type.element);
  const char *data = reinterpret_cast<const char *>(descriptor[1]) +
                     descriptor[2] * static_cast<int64_t>(info.bytes);
  std::vector<py::ssize_t> shape(descriptor + 3,
                                 descriptor + 3 + type.shape.size());
  py::dtype element(py::dtype::from_args(py::str(info.numpy)));
  for (const Argument &argument : arguments)
    if (argument.holds(allocated))
      return py::array(element, shape, data);
  auto owner = owners.find(allocated);
  if (owner != owners.end() && type.isValue)
    return py::array(element, shape, data);
  if (owner == owners.end())
    owner = owners.emplace(allocated, py::capsule(allocated, std::free)).first;
  return py::array(element, shape, data, owner->second);
}

py::object Results::take(const std::vector<CompiledType> &argumentTypes,
                         const std::vector<Argument> &arguments) {
  py::list taken;
  for (size_t i = 0; i < types.size(); ++i) {
    if (!types[i].isBuffer) {
      taken.append(readScalar(types[i], getPlace(i)));
      continue;
    }
    py::object array = takeArray(i, arguments);
    py::object foreign =
        findForeignType(types[i].element, argumentTypes, arguments);
    taken.append(foreign ? array.attr("view")(foreign) : array);
  }
  if (types.size() > 1)
    return py::tuple(taken);
  return types.empty() ? py::object(py::none()) : py::object(taken[0]);
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

py::object mlir::layout::call(const CompiledFunction &function,
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
  Results results(function.getResults());
  void *address = results.getAddress();
  if (function.returnsStruct())
    addresses.insert(addresses.begin(), &address);
  else if (!function.getResults().empty())
    addresses.push_back(address);
  {
    py::gil_scoped_release released;
    function.run(addresses);
  }
  return results.take(types, arguments);
}
