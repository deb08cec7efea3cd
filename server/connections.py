"""The HTTP server: one thread for each connection."""
import socketserver
import sys
import time
from http.server import BaseHTTPRequestHandler

import api
from answers import JSON, to_response
from control import Control
from wire import Request, Response


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, address, control: Control):
        self.control = control
        super().__init__(address, Handler)

    def handle_error(self, request, client_address):
        """Ignores errors of connections that the client closed."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    protocol_version = default_request_version = "HTTP/1.1"
    # With Nagle's algorithm, the body would wait 40 ms for the client's delayed ACK of the headers.
    disable_nagle_algorithm = True
    error_content_type = JSON
    error_message_format = '{"error": "%(explain)s."}'
    server: Server

    def handle_request(self):
        length = int(self.headers.get("Content-Length", 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, self.rfile.read(length))
        if request.path == "/control":
            self.send(self.server.control.answer(request))
        else:
            self.answer(request)

    do_GET = do_POST = do_PUT = do_DELETE = handle_request

    def answer(self, request: Request) -> None:
        control = self.server.control
        # Some faults depend on the answer, so a GET request is answered first. A change is made only if the fault
        # allows it.
        answer = None if request.is_change else api.answer(control.library, request)
        fault, settings = control.next_fault(request, answer)
        if fault and fault.is_late:
            time.sleep(settings.delay / 1000)
        if request.is_change and (not fault or fault.makes_change):
            answer = api.answer(control.library, request)
        if fault and fault.break_connection:
            control.log(request, None)
            time.sleep(settings.latency / 1000)
            fault.break_connection(self.connection)
            self.close_connection = True
            return
        response = fault.respond(request, answer) if fault else to_response(request, answer)
        control.log(request, response.status)
        time.sleep(settings.latency / 1000)
        self.send(response)

    def send(self, response: Response) -> None:
        headers = {"Date": self.date_time_string(), **response.headers}
        has_body = response.status != 304
        if has_body and "Transfer-Encoding" not in headers and isinstance(response.body, bytes):
            headers.setdefault("Content-Length", str(len(response.body)))
        self.send_response_only(response.status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if has_body:
            for piece in [response.body] if isinstance(response.body, bytes) else response.body:
                self.wfile.write(piece)

    def log_message(self, *arguments):
        """Prints nothing: `GET /control` returns the requests."""
