"""The same agent as a service: works on each task that is posted to it. Start it with a port: service.py 8080."""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from agent import work


class Tasks(BaseHTTPRequestHandler):
    def do_POST(self):
        task = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps(work(task, task["token"])).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Tasks)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
