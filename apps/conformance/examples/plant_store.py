"""A plant store in Python, with only the standard library: it keeps the given contract.

    python3 plant_store.py world.json 8090
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class PlantStore(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are sent separately: the body would wait for the client
    callers = {}

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path != "/plants":
            return self.refuse(404, "There is nothing here.")
        plants = self.callers.get(self.token())
        if plants is None:
            return self.refuse(401, "A token is needed.")
        limits = parse_qs(url.query, keep_blank_values=True).get("limit", [])
        if not all(re.fullmatch("[0-9]{1,10}", limit) and int(limit) < 2**31 for limit in limits):
            return self.refuse(400, "limit is not a whole number.")
        self.answer(200, plants[: int(limits[0])] if limits else plants)

    def token(self):
        """The token after Bearer, if Authorization is sent once."""
        lines = self.headers.get_all("Authorization", [])
        match = re.fullmatch(r"Bearer +(\S+)", lines[0], re.IGNORECASE) if len(lines) == 1 else None
        return match and match[1]

    def refuse(self, status, message):
        self.answer(status, {"error": status, "message": message})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.request_version = self.protocol_version  # the library would answer HTTP/0.9 without a head
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection or self.headers.get("Content-Length") or self.headers.get("Transfer-Encoding"):
            # Content is not read here, and must not be taken for the next request.
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        """Refusals by the library: of a request that is not HTTP, or a method without a do_..."""
        self.close_connection, self.headers = True, {}
        self.refuse(405 if code == 501 else code, message or "This is not served.")

    def log_message(self, format, *values):
        """Nothing is logged."""


class Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, request, client_address):
        """Clients may leave before they are answered."""


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        world = json.load(file)
    PlantStore.callers = {caller["token"]: caller["plants"] for caller in world["callers"]}
    server = Server(("127.0.0.1", int(sys.argv[2])), PlantStore)
    print(f"Plants are at http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
