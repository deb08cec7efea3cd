"""Runs a program on a pseudo-terminal; standard input and output stand for the keyboard and the screen.

    relay.py WIDTH HEIGHT PROGRAM [ARGUMENT...]

This is both the terminal and the shell: the leader of a new session, with the program as its foreground job. With TERM
set to xterm-kitty, it reports support for pictures as kitty does. Standard input has one command per line, in JSON:

    {"type": "text"}      press keys
    {"size": [40, 10]}    change the size
    {"signal": "TERM"}    send the program a signal
    {"foreground": true}  continue a stopped program, as `fg` does
    {"hangUp": true}      close the terminal
    {"block": true}       stop reading, and fill the terminal, so that it accepts no more output

Each event on standard output is a letter, the length of its data in four bytes, and the data. `o` has the program's
output; `r` the new size. `s` means that the program stopped, `e` that it ended, with the status (negative for a signal)
and whether all the terminal's settings are restored. The program and this script end when standard input ends.
"""
import fcntl
import json
import os
import select
import signal
import struct
import sys
import termios

MARK = b"\0that was all\0"
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[c": b"\x1b[?62;22c"}
KITTY_ANSWERS = {
    b"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\": b"\x1b_Gi=31;OK\x1b\\",
    b"\x1b[16t": b"\x1b[6;16;8t",
    b"\x1b[>0q": b"\x1bP>|kitty(0.35.2)\x1b\\",
}


class Relay:
    def __init__(self, size, arguments):
        signal.pthread_sigmask(signal.SIG_SETMASK, [])  # The parent process may have blocked signals.
        os.setsid()
        for number in (signal.SIGTTOU, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self.master, self.slave = os.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
        self.resize(size)
        self.settings = self.make_unusual()
        self.alarm, ring = os.pipe()
        os.set_blocking(ring, False)
        signal.set_wakeup_fd(ring)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        os.set_blocking(self.master, False)
        self.typed, self.reads = b"", True
        self.program = os.fork()
        if self.program == 0:
            self.become(arguments)

    def make_unusual(self):
        """Makes settings that no program would choose, so that a test notices the usual ones, and returns them."""
        settings = termios.tcgetattr(self.slave)
        settings[0] |= termios.IXANY | termios.INLCR
        settings[3] &= ~termios.ECHOE
        settings[6][termios.VERASE] = b"\x07"
        termios.tcsetattr(self.slave, termios.TCSANOW, settings)
        return termios.tcgetattr(self.slave)

    def become(self, arguments):
        try:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.slave, os.getpgrp())
            signal.set_wakeup_fd(-1)
            for number in (signal.SIGTTOU, signal.SIGHUP, signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            for descriptor in (0, 1, 2):
                os.dup2(self.slave, descriptor)
            os.closerange(3, 256)
            os.execv(arguments[0], arguments)
        finally:
            os._exit(127)

    def resize(self, size):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def tell(self, kind, data):
        rest = memoryview(kind + struct.pack(">I", len(data)) + data)
        while rest:
            rest = rest[os.write(1, rest):]

    def run(self):
        commands = b""
        while True:
            sources = [0, self.alarm] + ([self.master] if self.reads else [])
            ready, room, _ = select.select(sources, [self.master] if self.typed else [], [])
            if room:
                self.typed = self.typed[os.write(self.master, self.typed[:2048]):]
            if self.master in ready:
                self.read()
            if self.alarm in ready:
                os.read(self.alarm, 64)
                if self.has_ended():
                    return
            if 0 in ready:
                data = os.read(0, 65536)
                if not data:
                    return os.killpg(self.program, signal.SIGKILL)
                *lines, commands = (commands + data).split(b"\n")
                for line in lines:
                    self.obey(json.loads(line))

    def read(self):
        data = os.read(self.master, 65536)
        answers = {**KITTY_ANSWERS, **ANSWERS} if os.environ.get("TERM") == "xterm-kitty" else ANSWERS
        self.typed = b"".join(answers[question] for question in answers if question in data) + self.typed
        self.tell(b"o", data)

    def has_ended(self):
        pid, status = os.waitpid(self.program, os.WUNTRACED | os.WNOHANG)
        if pid == 0:
            return False
        has_stopped = os.WIFSTOPPED(status)
        if has_stopped:
            os.tcsetpgrp(self.slave, os.getpgrp())
        facts = {"status": os.WSTOPSIG(status) if has_stopped else os.waitstatus_to_exitcode(status)}
        if self.master is not None:
            facts["isGivenBack"] = termios.tcgetattr(self.slave) == self.settings
            self.read_all()
        self.tell(b"s" if has_stopped else b"e", json.dumps(facts).encode())
        return not has_stopped

    def read_all(self):
        """Forwards everything that the program wrote until it stopped or ended."""
        data, rest = b"", MARK
        os.set_blocking(self.slave, False)
        while MARK not in data:
            if rest and select.select([], [self.slave], [], 0)[1]:
                rest = rest[os.write(self.slave, rest):]
            if select.select([self.master], [], [], 1)[0]:
                data += os.read(self.master, 65536)
        os.set_blocking(self.slave, True)
        data = data.replace(MARK, b"")
        if data:
            self.tell(b"o", data)

    def obey(self, command):
        for name, value in command.items():
            if name == "type":
                self.typed += value.encode()
            elif name == "size":
                self.resize(value)
                self.tell(b"r", json.dumps(value).encode())
            elif name == "signal":
                os.kill(self.program, getattr(signal, "SIG" + value))
            elif name == "foreground":
                os.tcsetpgrp(self.slave, self.program)
                os.killpg(self.program, signal.SIGCONT)
            elif name == "hangUp":
                os.close(self.master)
                self.master, self.reads, self.typed = None, False, b""
            elif name == "block":
                self.reads = False
                self.fill()

    def fill(self):
        """Fills the terminal's buffer, through a separate descriptor, until it accepts no more output."""
        screen = os.open(os.ttyname(self.slave), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        try:
            while True:
                os.write(screen, b"full ")
        except BlockingIOError:
            os.close(screen)


if __name__ == "__main__":
    # The leader of a process group cannot start a session, and a program that starts this may make it one.
    if os.fork():
        os.wait()
    else:
        Relay([int(text) for text in sys.argv[1:3]], sys.argv[3:]).run()
