# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the passes of a library's components, without hyphens: passes_of_library.py ROOT NAME"""

import importlib.util
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
spec = importlib.util.spec_from_file_location("rooms", root / "scripts/check-rooms.py")
rooms = importlib.util.module_from_spec(spec)
spec.loader.exec_module(rooms)
components = rooms.read_libraries()[sys.argv[2]][0]
passes = {name.lower() for component in components
          for file in (root / "lib" / component).glob("*.cpp")
          for name in re.findall(r"#define GEN_PASS_DEF_(\w+)", file.read_text())}
print("\n".join(sorted(passes)))
