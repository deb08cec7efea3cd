"""Runs a program on a pseudo-terminal, and records when it writes."""
import codecs
import fcntl
import os
import select
import signal
import struct
import termios
import time

from benchmark.screen import Screen

WIDTH, HEIGHT = 120, 40
# Queries that programs send to a terminal, and the responses of a common one.
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62;22c"}


class Timeout(Exception):
    """The screen did not reach the expected state in time."""


class Terminal:
    """A context manager that runs a program. Times are in seconds, and those of output are when it was read."""

    def __init__(self, arguments, environment, standard_input=None):
        self.screen = Screen(WIDTH, HEIGHT)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        times, child_times = os.pipe()
        self.device, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", HEIGHT, WIDTH, 0, 0))
        self.pid = os.fork()
        if self.pid == 0:
            self.become(arguments, environment, terminal, standard_input, child_times)
        os.close(terminal)
        os.close(child_times)
        self.started = struct.unpack("d", os.read(times, 8))[0]
        os.close(times)

    @staticmethod
    def become(arguments, environment, terminal, standard_input, times):
        """Replaces this process with the program. Never returns."""
        try:
            os.setsid()
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
            source = os.open(standard_input, os.O_RDONLY) if standard_input else terminal
            for number, file in enumerate((source, terminal, terminal)):
                os.dup2(file, number)
            os.write(times, struct.pack("d", time.monotonic()))
            os.execve(arguments[0], arguments, environment)
        finally:
            os._exit(127)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        deadline = time.monotonic() + 5
        while os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            if time.monotonic() > deadline:
                os.kill(self.pid, signal.SIGKILL)
            self.read(0.01)
        os.close(self.device)

    def press(self, keys: str) -> float:
        """Writes keys to the program. Returns the time."""
        now = time.monotonic()
        os.write(self.device, keys.encode())
        return now

    def read(self, patience: float):
        """Waits for output, at most `patience` seconds. Returns the time and the bytes, or None."""
        if not select.select([self.device], [], [], patience)[0]:
            return None
        try:
            data = os.read(self.device, 65536)
        except OSError:
            data = b""
        now = time.monotonic()
        if not data:
            time.sleep(min(patience, 0.01))  # The program has ended; without a pause, callers would spin.
            return None
        for question, answer in ANSWERS.items():
            if question in data:
                os.write(self.device, answer)
        return now, data

    def watch(self, until, quiet=0.05, limit=30.0):
        """Reads until the screen meets the condition `until` and there is no output for `quiet` seconds.

        Returns the screens in between, each as its time, its state, whether it meets the condition, and the number of
        bytes written for it. Raises `Timeout` after `limit` seconds.
        """
        deadline = time.monotonic() + limit
        screens, unseen = [], []
        while True:
            chunk = self.read(quiet)
            if chunk:
                unseen.append(chunk)
            else:
                # Computing a screen takes longer than many frames, so it waits until the program is quiet.
                for moment, data in unseen:
                    self.screen.feed(self.decoder.decode(data))
                    screens.append((moment, self.screen.state, until(self.screen), len(data)))
                unseen = []
                if until(self.screen) and screens:
                    return screens
            if time.monotonic() > deadline:
                raise Timeout("\n".join(self.screen.rows))

    def memory(self):
        """Returns the resident memory, now and at most, in MB; None where /proc is missing."""
        try:
            with open(f"/proc/{self.pid}/status") as status:
                sizes = {line.split(":")[0]: line.split()[1] for line in status if line.startswith(("VmRSS", "VmHWM"))}
        except FileNotFoundError:
            return None
        return tuple(int(sizes[name]) / 1024 for name in ("VmRSS", "VmHWM"))


def first(screens):
    """Returns the time of the first screen that meets the condition."""
    return next(moment for moment, _, is_expected, _ in screens if is_expected)


def settled(screens):
    """Returns the time of the last change of the screen."""
    last = screens[-1][1]
    moment = screens[-1][0]
    for when, state, _, _ in reversed(screens):
        if state != last:
            break
        moment = when
    return moment


def size(screens):
    """Returns the number of bytes written."""
    return sum(length for *_, length in screens)
