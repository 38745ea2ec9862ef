# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The shell scripts, in a copy of scripts/ and with stand-ins for the programs that they call."""

import fcntl
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
LIBRARIES = "set -euo pipefail; . scripts/lib/progress.sh; . scripts/lib/packages.sh; "
# Configures `release` as one where CMake finds no Kokkos until SPICA_USE_DEPS is set.
CMAKE = """#!/bin/sh
echo "cmake $*" >>"$LOG"
case "$*" in *SPICA_USE_DEPS=ON*) rm build/release/kokkos-missing.txt; exit 0 ;; esac
mkdir -p build/release
echo "Kokkos was not found" >build/release/kokkos-missing.txt
echo "CMake Error at somewhere" >&2
exit 1
"""
RECORD = '#!/bin/sh\necho "${0##*/} $*" >>"$LOG"\n'


def alive(pid):
    """Whether the process runs; one that ended and was not waited for does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_for(condition):
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


class Scripts(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="spica scripts "))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(SCRIPTS, self.folder / "scripts", ignore=shutil.ignore_patterns("__pycache__"))
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        # Everything of the system's but what knows of packages.
        for program in pathlib.Path("/usr/bin").iterdir():
            if not program.name.startswith(("apt", "dpkg", "sudo")):
                (self.programs / program.name).symlink_to(program)
        for tool in ("ninja", "c++"):
            self.stand_in(self.programs / tool)
        self.log = self.folder / "log"
        self.environment = {"PATH": str(self.programs), "LOG": str(self.log)}

    def stand_in(self, path, text=RECORD):
        path.unlink(missing_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def calls(self):
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    def options(self):
        return {"cwd": self.folder, "env": self.environment, "text": True}

    def run_script(self, *command):
        return subprocess.run(command, **self.options(), capture_output=True, timeout=60, check=False)

    def start_bash(self, text):
        process = subprocess.Popen(["bash", "-c", text], **self.options(), stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_help_is_printed_and_nothing_is_done(self):
        for program in ("apt-get", "dpkg-query", "cmake", "ctest"):
            self.stand_in(self.programs / program)
        for name in ("check", "demo", "deps", "test"):
            for option in ("--help", "-h"):
                with self.subTest(name=name, option=option):
                    ended = self.run_script(f"scripts/{name}", option)
                    self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                    self.assertIn(f"  scripts/{name}", ended.stdout)
                    self.assertNotIn("#", ended.stdout)
        self.assertEqual(self.calls(), [])

    def test_an_unknown_argument_is_refused_before_anything_is_done(self):
        self.stand_in(self.programs / "dpkg-query")
        for name in ("check", "demo", "deps", "test"):
            with self.subTest(name=name):
                ended = self.run_script(f"scripts/{name}", "--nonsense")
                self.assertEqual(ended.returncode, 2)
                self.assertIn("'--nonsense'", ended.stderr)
        ended = self.run_script("scripts/test", "-V", "-R")
        self.assertEqual((ended.returncode, ended.stderr), (2, "\ntest: the option '-R' wants a pattern\n"))
        self.assertEqual(self.calls(), [])

    def test_a_name_that_no_test_has_is_refused(self):
        self.stand_in(self.programs / "cmake")
        self.stand_in(self.programs / "ctest", "#!/bin/sh\necho\necho 'Total Tests: 0'\n")
        ended = self.run_script("scripts/test", "-R", "matmull")
        self.assertEqual((ended.returncode, ended.stderr), (2, "\ntest: there is no such test: -R matmull\n"))

    def test_what_is_missing_is_one_message(self):
        self.stand_in(self.programs / "cmake", CMAKE)
        ended = self.run_script("scripts/demo")
        self.assertEqual(ended.returncode, 1)
        self.assertTrue(ended.stderr.startswith("\ndemo: Kokkos was not found\n\nSpica needs "), ended.stderr)
        self.assertEqual(ended.stderr.count("apt-get install g++ "), 1)
        self.assertEqual(ended.stderr.count("spack install"), 1)
        self.assertNotIn("CMake Error", ended.stderr)

    def test_what_cmake_says_is_told_without_its_call_stack(self):
        for text, told in (
            ("xxHash was not found (Debian:\n  libxxhash-dev).",
             "demo: xxHash was not found (Debian:\nlibxxhash-dev).\n\nSpica"),
            ("Spica cannot be.", "demo: the preset 'release' cannot be configured: Spica cannot be.\n"),
        ):
            with self.subTest(told=told):
                error = "CMake Error at a:1 (message):"
                message = f"-- Before\n{error}\n  {text}\nCall Stack (most recent\n  a:2\n\n-- Configuring"
                self.stand_in(self.programs / "cmake", f"#!/bin/sh\ncat <<'END'\n{message}\nEND\nexit 1\n")
                ended = self.run_script("scripts/demo")
                self.assertEqual(ended.returncode, 1)
                self.assertTrue(ended.stderr.startswith("\n" + told), ended.stderr)

    def test_only_packages_that_are_missing_are_named(self):
        self.stand_in(self.programs / "dpkg-query", '#!/bin/sh\n[ "$4" = libhdf5-dev ] || echo installed\n')
        ended = self.run_script("bash", "-c", LIBRARIES + "explain_packages")
        self.assertIn("apt-get install libhdf5-dev\n", ended.stdout)

    def test_the_kokkos_that_was_built_is_the_one_that_is_taken(self):
        self.stand_in(self.programs / "cmake", CMAKE)
        self.stand_in(self.programs / "apt-get")
        self.stand_in(self.folder / "scripts/deps")
        ended = self.run_script("bash", "-c", LIBRARIES + ". scripts/lib/build.sh; configure release")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        expected = ["cmake --preset release", "deps release", "cmake --preset release -DSPICA_USE_DEPS=ON"]
        self.assertEqual(self.calls(), expected)

    def test_an_interrupted_script_leaves_nothing_running(self):
        # A tool that ends when it is told to, and leaves its compiler.
        tool = "sh -c 'trap \"exit 1\" TERM; sleep 1000 & echo $! >part; mv part child; wait'"
        child = self.folder / "child"
        for start in (f"run_step build {tool}", f"run {tool}"):
            with self.subTest(start=start):
                child.unlink(missing_ok=True)
                script = self.start_bash(LIBRARIES + start)
                self.assertTrue(wait_for(child.exists))
                compiler = int(child.read_text(encoding="utf-8"))
                script.send_signal(signal.SIGTERM)
                self.assertEqual(script.wait(30), 130)
                stopped = wait_for(lambda pid=compiler: not alive(pid))
                if not stopped:
                    os.kill(compiler, signal.SIGKILL)
                self.assertTrue(stopped)

    def test_a_second_script_waits_for_the_first(self):
        (self.folder / "build").mkdir()
        with open(self.folder / "build/lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            second = self.start_bash(LIBRARIES + ". scripts/lib/build.sh; touch begun; echo done")
            self.assertEqual(second.stdout.readline(), "   waiting for another script that is at work in this folder\n")
            time.sleep(0.2)
            self.assertFalse((self.folder / "begun").exists())
        self.assertEqual(second.stdout.readline(), "done\n")

    def test_temporary_files_stay_in_the_folder(self):
        ended = self.run_script("bash", "-c", LIBRARIES + "run mktemp")
        self.assertTrue(ended.stdout.startswith(f"{self.folder}/build/tmp/"), ended.stdout)


if __name__ == "__main__":
    unittest.main()
