import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import unittest
import urllib.request
from pathlib import Path

from faults import FAULTS
from testing import TIME_LIMIT

PROGRAM = [sys.executable, "-W", "error", str(Path(__file__).with_name("server.py"))]


class ProgramTests(unittest.TestCase):
    """Tests of the server as a separate process."""

    def start(self, *arguments: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [*PROGRAM, "--port", "0", *arguments], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.__exit__, None, None, None)
        self.addCleanup(process.kill)
        return process

    def address(self, process: subprocess.Popen) -> str:
        line = process.stdout.readline()
        self.assertRegex(line, r"^Serving on http://\S+:\d+\n$")
        return line.split()[-1]

    def run_to_end(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=TIME_LIMIT)

    def fetch(self, address: str):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(address, timeout=TIME_LIMIT) as answer:
            return json.load(answer)

    def test_the_server_prints_its_address_when_it_is_ready_and_ends_cleanly(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                process = self.start()
                self.assertEqual(self.fetch(self.address(process) + "/posts/1")["id"], 1)
                process.send_signal(number)
                self.assertEqual(process.communicate(timeout=TIME_LIMIT), ("", ""))
                self.assertEqual(process.returncode, 0)

    def test_a_signal_ends_the_server_during_endless_faults(self):
        for fault in ("hang", "drip", "huge"):
            with self.subTest(fault), contextlib.ExitStack() as stack:
                process = self.start("--fault", fault)
                address = self.address(process)
                port = int(address.rpartition(":")[2])
                for _ in range(3):
                    client = stack.enter_context(socket.create_connection(("127.0.0.1", port)))
                    client.sendall(b"GET /posts HTTP/1.1\r\n\r\n")
                self.fetch(address + "/control?wait=3")
                process.terminate()
                self.assertEqual(process.communicate(timeout=TIME_LIMIT), ("", ""))
                self.assertEqual(process.returncode, 0)

    def test_options_set_the_first_data_and_settings(self):
        process = self.start("--posts", "1000000", "--comics", "100000", "--latency", "1", "--fault", "too-many")
        address = self.address(process)
        state = self.fetch(address + "/control")
        self.assertEqual((state["fault"], state["latency"]), ("too-many", 1))
        clear = urllib.request.Request(address + "/control", b'{"fault": null}')
        self.assertEqual(self.fetch(clear)["fault"], None)
        self.assertEqual(self.fetch(address + "/posts/1000000")["id"], 1_000_000)
        self.assertEqual(len(self.fetch(address + "/users")), 10)
        self.assertEqual(self.fetch(address + "/info.0.json")["num"], 100_000)

    def test_the_end_of_standard_input_ends_a_server_with_a_lifeline(self):
        process = self.start("--lifeline")
        address = self.address(process)
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.fetch(address + "/posts/1")["id"], 1)
        process.stdin.close()
        self.assertEqual(process.wait(timeout=TIME_LIMIT), 0)
        self.assertEqual(process.stderr.read(), "")

    def test_a_port_in_use_is_reported_in_one_line(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            ended = self.run_to_end("--port", port)
        self.assertEqual(ended.returncode, 1)
        self.assertEqual(ended.stderr, f"Port {port} is already in use; choose another with --port.\n")
        self.assertEqual(ended.stdout, "")

    def test_invalid_arguments_are_refused(self):
        for arguments in (("--fault", "sulk"), ("--port", "65536"), ("--port", "x"),
                          ("--posts", "-1"), ("--comics", "1000001"),
                          ("--latency", "1.5"), ("--verbose",)):
            with self.subTest(arguments):
                ended = self.run_to_end(*arguments)
                self.assertEqual((ended.returncode, ended.stdout), (2, ""))
                self.assertNotIn("Traceback", ended.stderr)

    def test_the_help_has_a_line_for_every_fault(self):
        ended = self.run_to_end("--help")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        for name, fault in FAULTS.items():
            line = rf"(?m)^ +{name} +{re.escape(fault.summary)}$"
            self.assertRegex(ended.stdout, line)
        self.assertLessEqual(max(map(len, ended.stdout.splitlines())), 80)
