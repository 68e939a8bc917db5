"""The compiled build. Everything else about the package is in pyproject.toml.

BUDOKAN_COMPILE=0           plain Python even where a C compiler is found
BUDOKAN_PGO=generate|use    profile-guided build, with its profile in BUDOKAN_PGO_DIR
"""

import atexit
import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

PLAIN = "No working C compiler: this is plain Python. The games are the same, the search is slower."
COMPILED = (
    "kit/contract.py",
    "kit/rng.py",
    "kit/pile.py",
    "agents/evaluation.py",
    "agents/plain.py",
    "agents/ismcts.py",
    "agents/runner.py",
    "games/*/rules/*.py",
)
MARK = "mypy_extensions"  # a game's modules that use machine integers are compiled, the others not
PROFILE_FLAGS = {
    "generate": ["-fprofile-generate={}"],
    "use": ["-fprofile-use={}", "-fprofile-partial-training", "-Wno-missing-profile"],
}


def build_folder() -> str:
    """Outside the source tree, so that no stale file can get into a later build."""
    profile = os.environ.get("BUDOKAN_PGO_DIR")
    if not profile:
        folder = tempfile.mkdtemp(prefix="budokan-build-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder
    # gcc names a profile after the path of the object file: both builds must use the same one.
    folder = str(Path(profile).resolve() / "build")
    shutil.rmtree(folder, ignore_errors=True)
    Path(folder).mkdir(parents=True)
    return folder


def compiler_takes(*flags: str) -> bool:
    """Whether a file that includes Python.h compiles with these flags."""
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\n")
        headers = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile(
                [str(source)], output_dir=folder, include_dirs=headers, extra_postargs=list(flags)
            )
        except (BaseError, CCompilerError, OSError):
            return False
    return True


def extensions(folder: str) -> list[Extension]:
    """All modules in one call of mypycify: calls between them are then direct C calls."""
    from mypyc.build import mypycify

    package = Path("src/budokan")
    found = [file for pattern in COMPILED for file in package.glob(pattern)]
    files = sorted(str(file) for file in found if MARK in file.read_text("utf-8"))
    # Modules that stay interpreted are read for their types; `make check` is what judges them.
    arguments = ["--follow-imports=silent", *files]
    built = mypycify(arguments, opt_level="3", group_name="budokan", target_dir=folder)

    flags: list[str] = []
    if sys.platform != "win32":
        wanted = (
            "-fno-semantic-interposition",  # else no inlining in a library: a third of the speed
            "-ffp-contract=off",  # the search adds up the same on every processor
            "-Wno-error",  # warnings of compilers newer than mypyc are no reason to fail
        )
        flags += [flag for flag in wanted if compiler_takes(flag)]
    if "BUDOKAN_PGO" in os.environ:
        profile = Path(os.environ["BUDOKAN_PGO_DIR"]).resolve()
        flags += [flag.format(profile) for flag in PROFILE_FLAGS[os.environ["BUDOKAN_PGO"]]]
    for extension in built:
        # New lists, because mypycify gives all extensions the same one.
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
        extension.extra_link_args = [*extension.extra_link_args, *flags]
    return built


class BuildExt(build_ext):
    """All extensions or none: a module whose shared part is missing could not be imported."""

    def run(self) -> None:
        try:
            super().run()
        except (BaseError, CCompilerError) as error:
            print(f"{PLAIN} ({error})", file=sys.stderr)
            for file in self.get_outputs():
                Path(file).unlink(missing_ok=True)
            self.extensions = []


class Probe(Command):
    """Succeed if this machine can compile the package; `make` asks."""

    user_options = []  # noqa: RUF012 - setuptools wants it so

    def initialize_options(self) -> None: ...

    def finalize_options(self) -> None: ...

    def run(self) -> None:
        sys.exit(0 if compiler_takes() else 1)


folder = build_folder()
modules: list[Extension] = []
# An installer also runs this file to ask for metadata; only these commands build.
building = not {"bdist_wheel", "build", "build_ext"}.isdisjoint(sys.argv)
if building and os.environ.get("BUDOKAN_COMPILE") != "0":
    if compiler_takes():
        modules = extensions(folder)
    else:
        print(PLAIN, file=sys.stderr)
setup(
    ext_modules=modules,
    cmdclass={"build_ext": BuildExt, "probe": Probe},
    options={"build": {"build_base": folder}, "egg_info": {"egg_base": folder}},
)
