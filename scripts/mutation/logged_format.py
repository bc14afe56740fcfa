# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For the lit of scripts/mutate's copy: each test has a log of its own."""

import hashlib
import os

import lit.formats


class LoggedTest(lit.formats.ShTest):
    def execute(self, test, lit_config):
        if logs := os.environ.get("LAYOUT_MUTATION_LOGS"):
            name = "lit:" + "/".join(test.path_in_suite)
            test.config.environment["LAYOUT_MUTATION_LOG"] = os.path.join(
                logs, hashlib.md5(name.encode()).hexdigest())
        return super().execute(test, lit_config)


def set_up(config):
    config.test_format = LoggedTest(execute_external=False)
    if "LAYOUT_MUTANT" in os.environ:
        config.environment["LAYOUT_MUTANT"] = os.environ["LAYOUT_MUTANT"]
        config.test_exec_root = os.environ["LAYOUT_MUTATION_EXEC"]
