"""Serves plants with nothing but Python's standard library."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

with open(sys.argv[1], encoding="utf-8") as file:
    plants_of = {user["token"]: user["plants"] for user in json.load(file)["users"]}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlparse(self.path)
        if url.path != "/plants":
            return self.send_failure(404, "Not found")
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or token not in plants_of:
            return self.send_failure(401, "A bearer token is needed")
        plants = plants_of[token]
        query = parse_qs(url.query)
        if "limit" in query:
            try:
                limit = int(query["limit"][0])
            except ValueError:
                return self.send_failure(400, "limit is not a whole number")
            if limit < 0:
                return self.send_failure(400, "limit is below 0")
            plants = plants[:limit]
        self.send_json(200, plants)

    def send_failure(self, status, message):
        self.send_json(status, {"error": status, "message": message})

    def send_json(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    request_queue_size = 128  # with the default of 5, many connections at once would wait for seconds


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(sys.argv[2])), Handler)
    print(f"Python listens on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
