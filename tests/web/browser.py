# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium driven over its debugging pipe, with the standard library only."""

import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
         "--remote-debugging-pipe"]
SECONDS = 60  # a bound for a hung browser, not a measure


def find():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


def above_ten(fd):
    """The browser wants 3 and 4, so its ends must not stand there before they are moved."""
    moved = fcntl.fcntl(fd, fcntl.F_DUPFD, 10)
    os.close(fd)
    return moved


class Browser:
    """One page. `events` holds everything that the browser reported."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read_by_it, self.write_fd = map(above_ten, os.pipe())
        self.read_fd, written_by_it = map(above_ten, os.pipe())

        def place():
            os.dup2(read_by_it, 3)
            os.dup2(written_by_it, 4)

        self.process = subprocess.Popen([program, *FLAGS, f"--user-data-dir={self.folder.name}", "about:blank"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        preexec_fn=place, pass_fds=(3, 4))
        os.close(read_by_it)
        os.close(written_by_it)
        self.buffer, self.events, self.next_id, self.session = b"", [], 1, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.read_fd)
        os.close(self.write_fd)
        self.folder.cleanup()

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.read_fd], [], [], max(0, deadline - time.monotonic()))
            piece = os.read(self.read_fd, 1 << 20) if ready else b""
            if not piece:
                raise RuntimeError("the browser doesn't answer")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        message = {"id": self.next_id, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.next_id += 1
        os.write(self.write_fd, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + SECONDS
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive(deadline))

    def seen(self, method):
        return [event["params"] for event in self.events if event.get("method") == method]

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def document(self):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        return self.call("DOM.getOuterHTML", nodeId=root)["outerHTML"]
