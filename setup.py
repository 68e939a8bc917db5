"""The compiled build. Everything else about the package is in pyproject.toml.

BUDOKAN_COMPILE=0           plain Python even where a C compiler is found
BUDOKAN_COMPILE=always      fail where nothing can be compiled
BUDOKAN_PGO=generate|use    profile-guided build, with its profile in BUDOKAN_PGO_DIR
BUDOKAN_PROGRESS=3          show on this file descriptor how long the build still takes
"""

import atexit
import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from threading import Event, Thread
from time import monotonic

from setuptools import Command, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

PLAIN = "No working C compiler: this is plain Python. The games are the same, the search is slower."
COMPILED = (
    "kit/contract.py",
    "kit/rng.py",
    "kit/pile.py",
    "kit/action_ids.py",
    "kit/lens.py",
    "kit/scene_changes.py",  # draws nothing, but has the hottest loop of a move
    "agents/evaluation.py",
    "agents/plain.py",
    "agents/ismcts.py",
    "agents/runner.py",
    "bridges/batch.py",
    "games/*/rules/*.py",
)
MARK = "mypy_extensions"  # a game's modules that use machine integers are compiled, the others not
# What carries out moves and draws Scenes, a good part of the hall's work.
DRAWING = (
    "differences.py",
    "kit/entries.py",
    "kit/notation.py",
    "match/chance.py",
    "match/clock.py",
    "match/match.py",
    "match/trail.py",
    "server/table/frames.py",
    "kit/words.py",
    "kit/beats.py",
    "kit/view.py",
    "games/*/view/captions.py",
    "games/*/view/previews.py",
    "games/*/view/beats.py",
    "games/*/view/table.py",
)
CODE_FLAGS = (
    "-fno-semantic-interposition",  # else no inlining in a library: a third of the speed
    "-ffp-contract=off",  # the search adds up the same on every processor
    "-falign-functions=32",  # else speed depends on where a loop happens to lie: up to 15 %
    "-falign-loops=32",
    "-w",  # warnings of compilers newer than mypyc are no reason to fail
    "-Wno-misleading-indentation",  # gcc takes half a minute to look for it, even with -w
)
# For code that mostly calls Python: -O1 makes Scenes 9 % faster and takes 14 s more, -O0 is slow.
QUICK_FLAGS = ("-Og", *CODE_FLAGS[-2:])
CORES = os.cpu_count() or 1
# gcc then leaves most of its work to the linking, which uses all cores.
PARALLEL_FLAG = f"-flto={CORES}"
PARALLEL_SHARE, SERIAL_SHARE = 0.15, 0.08  # of the translation to C in the time of the whole
PROFILE_FLAGS = {
    "generate": ["-fprofile-generate={}"],
    "use": ["-fprofile-use={}", "-fprofile-partial-training", "-Wno-missing-profile"],
}


class Progress:
    """How long the build still takes: a changing line on a terminal, now and then a line elsewhere.

    The translation to C takes a known share of the whole, so its time foretells the rest.
    """

    def __init__(self) -> None:
        place = os.environ.get("BUDOKAN_PROGRESS")
        self.stream = os.fdopen(int(place), "w") if place else None
        self.on_terminal = self.stream is not None and self.stream.isatty()
        self.began = monotonic()
        self.expected = 0.0
        self.finished = Event()
        self.thread = Thread(target=self.repeat, daemon=True)

    def start(self) -> None:
        self.began = monotonic()
        if self.stream:
            self.thread.start()

    def translated(self, share: float) -> None:
        self.expected = (monotonic() - self.began) / share

    def stop(self) -> None:
        self.finished.set()
        if self.thread.ident:
            self.thread.join()
            self.show(f"{monotonic() - self.began:.0f} s", end="\n")

    def repeat(self) -> None:
        text = ""
        while not self.finished.wait((1 if self.on_terminal else 15) if text else 0):
            if text != self.left():
                text = self.left()
                self.show(text)

    def left(self) -> str:
        seconds = round(self.expected - (monotonic() - self.began))
        if self.expected == 0:
            return "..."
        return f"about {seconds} s left" if seconds > 1 else "nearly finished"

    def show(self, text: str, end: str = "") -> None:
        line = f"Compiling the rules and the search: {text}"
        line = f"\r{line:<60}{end}" if self.on_terminal else f"{line}\n"
        print(line, end="", file=self.stream, flush=True)


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
    """Whether a library that includes Python.h can be built with these flags."""
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\n")
        headers = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
        more = list(flags)
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            objects = compiler.compile(
                [str(source)], output_dir=folder, include_dirs=headers, extra_postargs=more
            )
            if flags:
                compiler.link_shared_object(objects, f"{folder}/probe", extra_postargs=more)
        except (BaseError, CCompilerError, OSError):
            return False
    return True


def code_flags() -> list[str]:
    """How the one big C file is compiled and linked."""
    if sys.platform == "win32":
        return []
    flags = [flag for flag in CODE_FLAGS if compiler_takes(flag)]
    if "BUDOKAN_PGO" not in os.environ:
        return flags + [PARALLEL_FLAG] * compiler_takes(PARALLEL_FLAG)
    profile = Path(os.environ["BUDOKAN_PGO_DIR"]).resolve()
    guided = [flag.format(profile) for flag in PROFILE_FLAGS[os.environ["BUDOKAN_PGO"]]]
    if compiler_takes(*guided):
        return flags + guided
    print("This compiler cannot use gcc's profiles: the build is not profile-guided.")
    return flags


def extensions(folder: str, progress: Progress) -> list[Extension]:
    """All modules in one call of mypycify: calls between them are then direct C calls.

    They make two libraries, because only the rules and the search need the costly flags.
    """
    from mypyc.build import mypycify

    package = Path("src/budokan")
    found = [file for pattern in COMPILED for file in package.glob(pattern)]
    rules = sorted(str(file) for file in found if MARK in file.read_text("utf-8"))
    drawing = sorted(str(file) for pattern in DRAWING for file in package.glob(pattern))
    flags = code_flags()
    progress.start()
    built = mypycify(
        # Modules that stay interpreted are read for their types; `make check` judges them.
        ["--follow-imports=silent", *rules, *drawing],
        opt_level="3",
        debug_level="0",
        separate=[(rules, "budokan"), (drawing, "budokan_drawing")],
        target_dir=folder,
    )
    progress.translated(PARALLEL_SHARE if PARALLEL_FLAG in flags else SERIAL_SHARE)
    for each in built:
        # New lists, because mypycify gives all extensions the same one.
        if each.name == "budokan__mypyc":
            each.extra_compile_args = [*each.extra_compile_args, *flags]
            each.extra_link_args = [*each.extra_link_args, *flags]
        elif sys.platform == "win32":
            continue
        elif each.name == "budokan_drawing__mypyc":
            quick = [flag for flag in QUICK_FLAGS if compiler_takes(flag)]
            each.extra_compile_args = [*each.extra_compile_args, *quick]
        else:  # the modules only load the libraries
            each.extra_compile_args = ["-O1", "-g0"]
    return built


class BuildExt(build_ext):
    """All extensions or none: a module whose shared part is missing could not be imported."""

    def run(self) -> None:
        self.parallel = max(2, CORES)  # the small ones beside the big one
        try:
            super().run()
        except (BaseError, CCompilerError) as error:
            if os.environ.get("BUDOKAN_COMPILE") == "always":
                raise
            print(f"{PLAIN} ({error})", file=sys.stderr)
            for file in self.get_outputs():
                Path(file).unlink(missing_ok=True)
            self.extensions = []
        progress.stop()


class Probe(Command):
    """Succeed if this machine can compile the package; `make` asks."""

    user_options = []  # noqa: RUF012 - setuptools wants it so

    def initialize_options(self) -> None: ...

    def finalize_options(self) -> None: ...

    def run(self) -> None:
        sys.exit(0 if compiler_takes() else 1)


folder = build_folder()
progress = Progress()
modules: list[Extension] = []
# An installer also runs this file to ask for metadata; only these commands build.
building = not {"bdist_wheel", "build", "build_ext"}.isdisjoint(sys.argv)
if building and os.environ.get("BUDOKAN_COMPILE") != "0":
    if compiler_takes():
        modules = extensions(folder, progress)
    elif os.environ.get("BUDOKAN_COMPILE") == "always":
        sys.exit("No working C compiler: a compiled build was asked for.")
    else:
        print(PLAIN, file=sys.stderr)
setup(
    ext_modules=modules,
    cmdclass={"build_ext": BuildExt, "probe": Probe},
    options={"build": {"build_base": folder}, "egg_info": {"egg_base": folder}},
)
