"""Connections: one thread each, one request after the other."""
import socket
import socketserver
import sys
import time
from typing import Optional, Tuple

from answers import JSON, Answer, encoded, represented
from api import API
from control import Control, Settings
from faults import Fault
from wire import BadRequest, Request, Response, read_request, send


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, address, control: Control):
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        self.control = control
        self.api = API(control.library)
        super().__init__(address, Connection)

    def shutdown_request(self, request):
        """Closes a connection. What was sent and not read is read first, or closing would reset
        the connection, and the client might lose the answer.
        """
        try:
            request.shutdown(socket.SHUT_WR)
            request.settimeout(1)
            for _ in range(64):
                if not request.recv(65536):
                    break
        except OSError:
            pass
        self.close_request(request)

    def handle_error(self, request, client_address):
        """A client that went away is no error."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True
    server: Server

    def handle(self):
        while self.answer_next():
            pass

    def answer_next(self) -> bool:
        """Answers one request; says whether another may follow."""
        try:
            request = read_request(self.rfile, self.connection)
        except BadRequest as error:
            unknown = Request("GET", "", "HTTP/1.1", {}, "")
            body = encoded({"error": str(error)})
            refusal = Response(error.status, {"Content-Type": JSON}, body, closes=True)
            return send(self.connection, unknown, refusal)
        if request is None:
            return False
        if request.path.rstrip("/") == "/control":
            return send(self.connection, request, self.server.control.answer(request))
        return self.answer(request)

    def answer(self, request: Request) -> bool:
        control = self.server.control
        # What is asked for is answered first, as the answer may tell whether a fault hits it; a
        # change is made as often as the fault says.
        answer = None if request.changes else self.server.api.answer(request)
        fault, settings = control.strike(request, answer)
        done = 0
        if request.changes:
            answer, done = self.make(request, fault, settings)
        latency = settings.latency / 1000
        if fault and fault.seize:
            control.log(request, None, done)
            time.sleep(latency)
            fault.seize(self.connection)
            return False
        response = fault.respond(request, answer) if fault else represented(request, answer)
        control.log(request, response.status, done)
        time.sleep(latency)
        return send(self.connection, request, response)

    def make(
        self, request: Request, fault: Optional[Fault], settings: Settings
    ) -> Tuple[Optional[Answer], int]:
        """Makes a change: the last answer to it, and how many times it was made."""
        answer, done = None, 0
        if fault and fault.waits == "before":
            time.sleep(settings.delay / 1000)
        for _ in range(fault.does if fault else 1):
            answer = self.server.api.answer(request)
            done += answer.status < 300
        if fault and fault.waits == "after":
            time.sleep(settings.delay / 1000)
        return answer, done
