"""Requests as bytes: recorded between Google's client and the emulator, and sent again."""

import socket
import threading
from urllib.parse import urlsplit

SECONDS = 15
PIECE = 65_536


class Connection:
    """A socket from which whole messages of HTTP/1.1 are read."""

    def __init__(self, sock):
        sock.settimeout(SECONDS)
        self.socket = sock
        self.rest = b""

    def message(self):
        """The next message, head and body, as its bytes; empty at the end of the connection."""
        while b"\r\n\r\n" not in self.rest:
            piece = self.socket.recv(PIECE)
            if not piece:
                return b""
            self.rest += piece
        head, _, _ = self.rest.partition(b"\r\n\r\n")
        length = len(head) + 4
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length += int(value)
        while len(self.rest) < length:
            piece = self.socket.recv(PIECE)
            if not piece:
                raise ConnectionError("The message ended early.")
            self.rest += piece
        message, self.rest = self.rest[:length], self.rest[length:]
        return message

    def exchange(self, request):
        """Sends a request's bytes and reads the response's status and body."""
        self.socket.sendall(request)
        head, _, body = self.message().partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), body


def connect(endpoint):
    address = urlsplit(endpoint)
    return Connection(socket.create_connection((address.hostname, address.port), SECONDS))


def host(endpoint):
    return endpoint.split("://")[1].encode()


class Recorder:
    """Stands between a client and the emulator, and keeps each request with its response.

    The Host is made the emulator's, which takes no other; every other byte is the client's.
    """

    def __init__(self, endpoint):
        self.upstream = endpoint
        self.exchanges = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = "http://127.0.0.1:%d" % self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Closing alone would leave the thread in its accept.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(SECONDS)

    def _serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._forward, args=(client,), daemon=True).start()

    def _forward(self, client):
        upstream = connect(self.upstream)
        with client, upstream.socket:
            near = Connection(client)
            while request := near.message():
                request = request.replace(
                    b"\r\nHost: " + host(self.endpoint), b"\r\nHost: " + host(self.upstream), 1)
                upstream.socket.sendall(request)
                answer = upstream.message()
                # Recorded before it is sent, so that a client that has the response finds it here.
                self.exchanges.append((request, answer))
                client.sendall(answer)
