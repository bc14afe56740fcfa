# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import glob
import os
import platform
import subprocess
import urllib.request

import lit.formats
import lit.util

config.name = "Layout"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib", "Unit", "CMakeLists.txt", "own-op"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.layout_build_root, "test")

bin_dir = os.path.join(config.layout_build_root, "bin")
config.environment["PATH"] = os.path.pathsep.join(
    [bin_dir, config.llvm_tools_dir, os.environ["PATH"]]
)

# No test depends on what was measured on this machine.
config.environment["LAYOUT_COSTS"] = "off"

# Two tiers: what runs before a push, and all, which runs before a release. Tests that are
# only of the second say REQUIRES: release, or have more to do there (%if release).
release = bool(os.environ.get("LAYOUT_RELEASE"))
if release:
    config.available_features.add("release")

# A stock tool with everything of ours loaded, as a user calls it.
plugin = os.path.join(config.layout_build_root, "lib", "LayoutPlugin.so")
load = f"--load-dialect-plugin={plugin} --load-pass-plugin={plugin}"
test_plugin = os.path.join(config.layout_build_root, "lib", "LayoutTestPlugin.so")
# A stock tool is not instrumented; the sanitizers' runtime must be there before it.
preload = ""
if config.sanitize:
    runtime = subprocess.check_output(
        [config.cxx_compiler, "-print-file-name=libclang_rt.asan-x86_64.so"], text=True
    ).strip()
    preload = f"env LD_PRELOAD={runtime} "
    config.available_features.add("sanitize")
    # MLIR itself is not instrumented, so what both sides allocate looks poisoned or
    # overrun; the test plugin and the plugin share their libraries.
    config.environment["ASAN_OPTIONS"] = ":".join([
        "allow_user_poisoning=0", "detect_container_overflow=0",
        "detect_odr_violation=0", "detect_leaks=0",
        "allocator_may_return_null=1"])
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"

config.substitutions += [
    ("%layout_src", config.layout_source_root),
    ("%layout_build", config.layout_build_root),
    ("%stock_mlir_opt", f"{preload}mlir-opt"),
    ("%mlir_opt_with_plugin", f"{preload}mlir-opt {load}"),
    ("%test_plugin", test_plugin),
    ("%plugin", plugin),
    ("%llvm_bin", config.llvm_tools_dir),
    ("%mlir_lib_dir", config.llvm_lib_dir),
    ("%mlir_dir", config.mlir_dir),
    ("%cmake", config.cmake),
    ("%cxx", config.cxx_compiler),
    ("%python", config.python),
    ("%validate_spirv", f"{config.python} {config.test_source_root}/Inputs/validate_spirv.py"),
]

# The tarball is made of what is committed.
if subprocess.run(["git", "-C", config.layout_source_root, "rev-parse", "--verify", "-q", "HEAD"],
                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("clone")

# Some tests of the release tier fetch packages: REQUIRES: debian-mirror.
def reaches_mirror():
    try:
        debian = platform.freedesktop_os_release()["VERSION_CODENAME"]
        with urllib.request.urlopen(
                f"http://deb.debian.org/debian/dists/{debian}/Release", timeout=10):
            return True
    except (OSError, KeyError):
        return False


if release and reaches_mirror():
    config.available_features.add("debian-mirror")


# Packages are tried in an empty Debian, which is fetched.
def can_make_debian():
    tools = ["debootstrap", "lintian", "unshare"]
    return (os.geteuid() == 0 and all(lit.util.which(tool) for tool in tools) and
            "debian-mirror" in config.available_features)


config.substitutions.append(("%cpack", os.path.join(os.path.dirname(config.cmake), "cpack")))
if release and not config.sanitize and can_make_debian():
    config.available_features.add("packages")
elif release:
    lit_config.note("the packages are not tried: that needs root, debootstrap, lintian and "
                    "Debian's mirror")

# Programs for other processors are linked by a cross compiler, and run in an emulator.
# Tests that need one say REQUIRES: emulates-aarch64.
for processor in ("aarch64", "riscv64"):
    needs = [f"{processor}-linux-gnu-gcc", f"qemu-{processor}"]
    missing = [tool for tool in needs if not lit.util.which(tool, config.environment["PATH"])]
    if missing:
        lit_config.note(f"nothing is run for {processor}; missing: " + ", ".join(missing))
    else:
        config.available_features.add(f"emulates-{processor}")

# Tests that need a validator of SPIR-V say REQUIRES: spirv-val.
if lit.util.which("spirv-val", config.environment["PATH"]):
    config.available_features.add("spirv-val")

# The Python package, where it is built, and what its tests need. The interpreter is
# not instrumented.
python_package = os.path.join(config.layout_build_root, "python")
config.substitutions.append(
    ("%pytest", f"env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH={python_package} {config.python} "
                f"-X faulthandler -m pytest -q -p no:cacheprovider")
)
if not glob.glob(os.path.join(python_package, "mlir_layout", "_core*.so")):
    lit_config.note("the Python package is not tested: it is not built")
elif subprocess.run([config.python, "-c", "import numpy, pytest"],
                    stderr=subprocess.DEVNULL).returncode != 0:
    lit_config.note("the Python package is not tested, for want of python3-numpy, python3-pytest")
elif not config.sanitize:
    config.available_features.add("python-package")

# Kernels run on Mesa's CPU driver, or on the one whose .json file is named by
# LAYOUT_TEST_VULKAN_DRIVER, with the validation layers on. Where something for
# that is missing, what needs it is skipped.
vulkan_runtime = os.path.join(config.layout_build_root, "lib", "liblayout_vulkan_runtime.so")
vulkan_driver = os.environ.get(
    "LAYOUT_TEST_VULKAN_DRIVER",
    next(iter(glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json")), ""),
)
vulkan_needs = {
    "the runtime, for want of libvulkan-dev": vulkan_runtime,
    "a driver, such as that of mesa-vulkan-drivers": vulkan_driver,
    "vulkan-validationlayers": "/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json",
}
vulkan_missing = [what for what, path in vulkan_needs.items() if not os.path.exists(path)]
if vulkan_missing:
    lit_config.note("no kernel is run on Vulkan; missing: " + "; ".join(vulkan_missing))
else:
    config.available_features.add("vulkan")
    config.environment["VK_ICD_FILENAMES"] = vulkan_driver
    config.environment["LAYOUT_VULKAN_VALIDATE"] = "1"
runner_libraries = ",".join(
    [vulkan_runtime]
    + [
        os.path.join(config.llvm_lib_dir, f"libmlir{name}_runner_utils.so")
        for name in ("", "_c")
    ]
)
# The same with a layer that says of the device that it has less; what of, the
# variable LAYOUT_TEST_LESSER names.
layers = os.path.join(config.layout_build_root, "lib", "vulkan")
if os.path.exists(os.path.join(layers, "LesserDevice.json")):
    layers += ":" + os.path.dirname(vulkan_needs["vulkan-validationlayers"])
    config.substitutions.append(
        ("%lesser_device", f"VK_LAYER_PATH={layers} VK_INSTANCE_LAYERS=VK_LAYER_LAYOUT_lesser_device")
    )
host_passes = (
    "gpu-module-to-binary,lower-affine,convert-scf-to-cf,expand-strided-metadata,"
    "lower-affine,gpu-to-llvm{use-bare-pointers-for-kernels=1},finalize-memref-to-llvm,"
    "convert-func-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,"
    "convert-index-to-llvm,reconcile-unrealized-casts"
)
config.substitutions += [
    ("%run_on_vulkan", f"{preload}mlir-runner --entry-point-result=void --shared-libs={runner_libraries}"),
    # Stock passes, for kernels that are SPIR-V already.
    ("%host_to_llvm", f"mlir-opt --pass-pipeline='builtin.module({host_passes})'"),
]
