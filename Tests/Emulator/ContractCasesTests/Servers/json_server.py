"""A server of JSON on a free port of loopback, which prints `ready ADDRESS` and ends with its standard input."""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

_lock = threading.Lock()


class JSONHandler(BaseHTTPRequestHandler):
    """Answers requests, one after the other, with what `call` returns for them: a status and its content."""

    protocol_version = "HTTP/1.1"
    # A response goes out at once, not in pieces that wait for each other.
    wbufsize = 65_536

    def answer(self):
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        with _lock:
            status, result = self.call(url.path, query, content)
        text = json.dumps(result).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = answer

    def call(self, path, query, content):
        raise NotImplementedError

    def log_message(self, *_):
        pass


def error(status, code, message):
    """A status, and the content with which Google's services explain it."""
    return status, {"error": {"code": status, "status": code, "message": message}}


def serve(handler):
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    print(f"ready http://127.0.0.1:{server.server_port}", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()
