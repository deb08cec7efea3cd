import os
import pty
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from testing import TIME_LIMIT

HERE = Path(__file__).parent
TOOLS = ("sh", "cat", "chmod", "dirname", "find", "head", "mkdir", "mkfifo", "mktemp", "rm")

# A stand-in for swift, which builds a reader that runs the file `script`.
SWIFT = """\
#!/bin/sh
echo "$@" >>"$ROOT/built"
echo compiling
[ ! -e "$ROOT/broken" ] || { echo "error: broken" >&2; exit 1; }
mkdir -p "$ROOT/.build/release"
{ echo '#!/bin/sh'; cat "$ROOT/script"; } >"$ROOT/.build/release/satchel"
chmod +x "$ROOT/.build/release/satchel"
"""


def receive_signals():
    """Restores what a shell ignores in the background, and `nohup` always."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class DemoTests(unittest.TestCase):
    """Tests of the demo with stand-ins for the compiler and the reader."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="satchel demo ")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        shutil.copytree(HERE, self.root / "server", ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("App", "Modules", "bin", "elsewhere", "temporary"):
            (self.root / name).mkdir()
        (self.root / "Package.swift").touch()
        for tool in TOOLS:
            (self.root / "bin" / tool).symlink_to(shutil.which(tool))
        self.tool("python3", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        self.tool("swift", SWIFT)

    def tool(self, name: str, text: str) -> None:
        path = self.root / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def start(self, script: str, *arguments: str, **options) -> subprocess.Popen:
        (self.root / "script").write_text(script)
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        process = subprocess.Popen(
            [str(self.root / "server" / "demo"), *arguments], text=True, cwd=self.root / "elsewhere",
            env={"PATH": str(self.root / "bin"), "ROOT": str(self.root),
                 "TMPDIR": str(self.root / "temporary")},
            preexec_fn=receive_signals,
            **{**pipes, **options})
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        return process

    def finish(self, process: subprocess.Popen):
        """Waits until all processes that hold the pipes have ended, the server included, and returns the output."""
        output = process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(list((self.root / "temporary").iterdir()), [])
        return output

    def run_demo(self, script: str, *arguments: str):
        process = self.start(script, *arguments)
        return (process, *self.finish(process))

    def assert_gone(self, address: str) -> None:
        host, port = address.strip().rpartition("/")[2].split(":")
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection((host, int(port)), timeout=TIME_LIMIT).close()

    def test_the_reader_gets_the_server_its_arguments_and_the_folder(self):
        process, output, errors = self.run_demo(
            'echo "$SATCHEL_SERVER"; printf "<%s>" "$@"; pwd; python3 -c "\n'
            "import os, urllib.request as r\n"
            "print(r.urlopen(os.environ['SATCHEL_SERVER'] + '/posts/1').status)\"; exit 7",
            "posts", "--page", "two words", "")
        address, arguments, status = output.splitlines()
        self.assertRegex(address, r"^http://127\.0\.0\.1:\d+$")
        self.assertEqual(arguments, f"<posts><--page><two words><>{self.root / 'elsewhere'}")
        self.assertEqual(status, "200")
        self.assertEqual(errors, "Building satchel; the first build takes several minutes.\n")
        self.assertEqual(process.returncode, 7)
        self.assert_gone(address)

    def test_the_server_stops_when_a_signal_ends_the_reader(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL):
            with self.subTest(number):
                process = self.start('echo "$SATCHEL_SERVER"; read -r line')
                address = process.stdout.readline()
                process.send_signal(number)
                self.finish(process)
                self.assertEqual(process.returncode, -number)
                self.assert_gone(address)

    def test_ctrl_c_interrupts_the_reader_and_not_the_server(self):
        process = self.start(
            'trap "echo interrupted" INT; echo "$SATCHEL_SERVER"; read -r line; read -r line\n'
            'python3 -c "import os, urllib.request as r\n'
            "print(r.urlopen(os.environ['SATCHEL_SERVER'] + '/posts/1').status)\"",
            start_new_session=True)
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        output = process.communicate("\n\n", timeout=TIME_LIMIT)[0]
        self.assertEqual(output, "interrupted\n200\n")
        self.assertEqual(process.returncode, 0)

    def test_standard_input_and_output_of_the_reader_are_the_terminal(self):
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        process = self.start('[ -t 0 ] && [ -t 1 ] && exit 5', stdin=theirs, stdout=theirs)
        os.close(theirs)
        self.finish(process)
        self.assertEqual(process.returncode, 5)

    def test_the_reader_is_built_only_if_a_source_is_newer(self):
        self.run_demo("exit 0")
        self.assertEqual(self.run_demo("exit 0")[2], "")
        built = (self.root / "built").read_text()
        self.assertEqual(built, f"build --package-path {self.root} -c release --product satchel\n")
        os.utime(self.root / ".build" / "release" / "satchel", (0, 0))
        self.run_demo("exit 0")
        self.assertEqual((self.root / "built").read_text(), built * 2)

    def test_a_failed_build_prints_its_output(self):
        (self.root / "broken").touch()
        process, output, errors = self.run_demo("")
        self.assertEqual((process.returncode, output), (1, ""))
        self.assertIn("compiling\nerror: broken\ndemo: satchel could not be built.\n", errors)

    def test_a_missing_swift_or_python_is_reported_in_one_line(self):
        (self.root / "bin" / "swift").unlink()
        process, output, errors = self.run_demo("")
        self.assertEqual((process.returncode, output), (1, ""))
        self.assertRegex(errors, r"^demo: .*Swift.*swift\.org.*\n$")
        (self.root / "bin" / "python3").unlink()
        process, output, errors = self.run_demo("")
        self.assertEqual((process.returncode, output), (1, ""))
        self.assertRegex(errors, r"^demo: .*python3.*python\.org.*\n$")

    def test_the_demo_fails_if_the_server_does_not_start(self):
        (self.root / "server" / "data" / "posts.json").unlink()
        process, output, errors = self.run_demo("echo never")
        self.assertEqual((process.returncode, output), (1, ""))
        self.assertTrue(errors.endswith("demo: the server did not start.\n"))
