"""The measured programs: how to start each with a list, and its keys."""
import os
import shutil
import subprocess
import tempfile
import time
from collections import namedtuple
from contextlib import contextmanager
from pathlib import Path

from benchmark.posts import ROOT, Posts
from benchmark.terminal import Terminal, first

BUILD = ["swift", "build", "-c", "release", "--product", "satchel", "--static-swift-stdlib", "-Xlinker", "-no-pie"]
LETTERS = "kit"
"""The text to type into a filter."""
Run = namedtuple("Run", "processor time memory")
"""Seconds of processor time, seconds from start to end, and the maximum of resident megabytes in one process. Linux
counts the memory of this program when it starts a process, so the maximum is never less than that."""


class Missing(Exception):
    """A program is not installed, or cannot do the measured task."""


def environment(home: Path, **others) -> dict:
    return {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8",
            **{name: str(value) for name, value in others.items()}}


def found(name: str) -> str:
    """Returns the path of a program. Raises `Missing` if it is not installed."""
    path = shutil.which(name)
    if not path:
        raise Missing("not installed")
    return path


def run_pipeline(*commands, environment, log) -> Run:
    """Runs commands as a pipeline, and discards the output."""
    started = time.monotonic()
    processes, source = [], None
    for number, command in enumerate(commands):
        is_last = number == len(commands) - 1
        process = subprocess.Popen(
            command, env=environment, stdin=source or subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if is_last else subprocess.PIPE, stderr=log)
        if source:
            source.close()
        source = process.stdout
        processes.append(process)
    used, memory = 0.0, 0
    for process in processes:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"{process.args[0]} ended with {process.returncode}")
        used += usage.ru_utime + usage.ru_stime
        memory = max(memory, usage.ru_maxrss / 1000)
    return Run(used, time.monotonic() - started, memory)


class Satchel:
    name = "satchel"
    down, up, last, begin_filter, letters = "j", "k", "G", "/", LETTERS

    def __init__(self, program: Path, folder: Path, address: str):
        self.program, self.folder = str(program), folder
        self.environment = environment(
            folder, SATCHEL_SERVER=address, SATCHEL_CACHE=folder / "cache", SATCHEL_STATE=folder / "state")

    def forget(self) -> None:
        shutil.rmtree(self.folder / "cache", ignore_errors=True)

    def run(self, *arguments) -> Run:
        with open(self.folder / "errors", "wb") as log:
            return run_pipeline([self.program, *arguments], environment=self.environment, log=log)

    @contextmanager
    def opened(self, posts: Posts, title: str):
        """Opens the program. Yields its terminal with the title on the screen, and the seconds until it was there."""
        # With the saved positions of the last run, the program would not start at the first title.
        state, before = self.folder / "state", self.folder / "state before"
        if before.exists():
            shutil.rmtree(state, ignore_errors=True)
            shutil.copytree(before, state)
        elif state.exists():
            shutil.copytree(state, before)
        with Terminal([self.program], self.environment) as terminal:
            yield terminal, first(terminal.watch(shows(title))) - terminal.started


class Fzf:
    name = "fzf"
    down, up, last, begin_filter, letters = "\x1b[B", "\x1b[A", "\x1b[F", None, LETTERS

    def __init__(self, folder: Path):
        self.program, self.environment = found("fzf"), environment(folder)

    @contextmanager
    def opened(self, posts: Posts, title: str):
        arguments = [self.program, "--exact", "--layout=reverse", "--bind=home:first,end:last"]
        with Terminal(arguments, self.environment, standard_input=posts.titles) as terminal:
            painted = first(terminal.watch(shows(title))) - terminal.started
            if not shows(f"{posts.count}/{posts.count}")(terminal.screen):
                terminal.watch(shows(f"{posts.count}/{posts.count}"))
            yield terminal, painted


class Newsboat:
    name = "newsboat"
    down, up, last, begin_filter, letters = "j", "k", "G", None, None
    limit = 100_000

    def __init__(self, folder: Path, posts: Posts):
        if posts.count > self.limit:
            raise Missing(f"takes too long above {self.limit:,}")
        self.folder = folder / "newsboat"
        self.folder.mkdir(exist_ok=True)
        (self.folder / "urls").write_text(f"file://{posts.feed}\n")
        (self.folder / "config").write_text(
            "bind-key j down\nbind-key k up\nbind-key G end\narticlelist-format \"%i %t\"\n")
        self.arguments = [found("newsboat"), "-u", str(self.folder / "urls"), "-c", str(self.folder / "cache.db"),
                          "-C", str(self.folder / "config")]
        self.environment = environment(self.folder)
        subprocess.run([*self.arguments, "-x", "reload"], env=self.environment, check=True, timeout=600,
                       stdout=subprocess.DEVNULL)

    @contextmanager
    def opened(self, posts: Posts, title: str):
        with Terminal(self.arguments, self.environment) as terminal:
            feeds = first(terminal.watch(shows("Generated"))) - terminal.started
            pressed = terminal.press("\r")
            yield terminal, feeds + first(terminal.watch(shows(title))) - pressed


def shows(text: str):
    """Returns a check whether a screen contains the text."""
    return lambda screen: any(text in row for row in screen.rows)


def built(folder: Path) -> Path:
    """Builds the release with the command of the README, and returns a copy."""
    subprocess.run(BUILD, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    place = subprocess.run([*BUILD, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    program = folder / "satchel"
    shutil.copy2(Path(place.stdout.strip()) / "satchel", program)
    return program


@contextmanager
def temporary_folder():
    with tempfile.TemporaryDirectory(prefix="satchel-bench-") as folder:
        yield Path(folder)
