# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

import lit.formats
import lit.util

config.name = "Layout"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "lib", "Unit", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.layout_build_root, "test")

bin_dir = os.path.join(config.layout_build_root, "bin")
config.environment["PATH"] = os.path.pathsep.join(
    [bin_dir, config.llvm_tools_dir, os.environ["PATH"]]
)

# A stock tool with everything of ours loaded, as a user calls it.
plugin = os.path.join(config.layout_build_root, "lib", "LayoutPlugin.so")
load = f"--load-dialect-plugin={plugin} --load-pass-plugin={plugin}"
test_plugin = os.path.join(config.layout_build_root, "lib", "LayoutTestPlugin.so")
config.substitutions += [
    ("%layout_src", config.layout_source_root),
    ("%layout_build", config.layout_build_root),
    ("%mlir_opt_with_plugin", f"mlir-opt {load}"),
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

# Tests that need a validator of SPIR-V say REQUIRES: spirv-val.
if lit.util.which("spirv-val", config.environment["PATH"]):
    config.available_features.add("spirv-val")
