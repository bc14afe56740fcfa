# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A language client, as an editor is one.

  language_client.py hover SERVER FILE LINE:COLUMN ...
      opens a file and prints its diagnostics, then what hovering over each place
      shows (lines and columns count from 1)
  language_client.py edit SERVER FILE OLD NEW LINE:COLUMN
      opens a file, prints its diagnostics, puts NEW in the place of OLD, prints
      diagnostics again, then hovers
  language_client.py compare SERVER OTHER FILE ...
      asks both servers the same of every word of each file, before and after an
      edit that breaks it; fails where answers differ
  language_client.py scramble SERVER FILE ROUNDS
      changes a file at random, again and again, and hovers; fails if the server dies
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import threading


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen([command, "--log=error"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.number = 0
        # Nothing of this takes long: a server that hangs fails the test.
        self.watchdog = threading.Timer(120, self.process.kill)
        self.watchdog.daemon = True
        self.watchdog.start()
        self.hello = self.request("initialize", {
            "processId": None, "rootUri": None,
            "capabilities": {"textDocument": {"documentSymbol": {
                "hierarchicalDocumentSymbolSupport": True}}}})
        self.notify("initialized", {})

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self):
        size = None
        while (line := self.process.stdout.readline()) != b"\r\n":
            if not line:
                sys.exit("the server is gone")
            if line.startswith(b"Content-Length:"):
                size = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(size))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        answer = self.receive()
        assert answer.get("id") == self.number, answer
        return answer.get("result", answer.get("error"))

    def diagnose(self, method, params):
        """Diagnostics come by themselves after a change."""
        self.notify(method, params)
        answer = self.receive()
        assert answer.get("method") == "textDocument/publishDiagnostics", answer
        return answer["params"]["diagnostics"]

    def open(self, uri, text):
        return self.diagnose("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "mlir", "version": 1, "text": text}})

    def change(self, uri, text, version):
        return self.diagnose("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"text": text}]})

    def close(self, uri):
        return self.diagnose("textDocument/didClose", {"textDocument": {"uri": uri}})

    def ask(self, what, uri, line, character):
        return self.request("textDocument/" + what, {
            "textDocument": {"uri": uri}, "context": {"includeDeclaration": True},
            "position": {"line": line, "character": character}})

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        code = self.process.wait(timeout=60)
        rest = self.process.stdout.read()
        self.watchdog.cancel()
        assert code == 0 and not rest, (code, rest)


def print_diagnostics(diagnostics):
    print(f"{len(diagnostics)} diagnostics")
    for each in diagnostics:
        start = each["range"]["start"]
        print(f"{start['line'] + 1}:{start['character'] + 1}: {each['message']}")


def print_hover(server, uri, places):
    for place in places:
        line, column = map(int, place.split(":"))
        answer = server.ask("hover", uri, line - 1, column - 1)
        print(f"== {place}")
        if answer is None:
            print("nothing")
            continue
        if answer.get("range"):
            start, end = answer["range"]["start"], answer["range"]["end"]
            print(f"from {start['line'] + 1}:{start['character'] + 1} "
                  f"to {end['line'] + 1}:{end['character'] + 1}")
        print(answer["contents"]["value"])


def hover(command, path, *places):
    server, uri = Server(command), pathlib.Path(path).as_uri()
    print_diagnostics(server.open(uri, pathlib.Path(path).read_text()))
    print_hover(server, uri, places)
    server.stop()


def edit(command, path, old, new, *places):
    server, uri = Server(command), pathlib.Path(path).as_uri()
    text = pathlib.Path(path).read_text()
    assert old in text
    print_diagnostics(server.open(uri, text))
    print_diagnostics(server.change(uri, text.replace(old, new), 2))
    print_hover(server, uri, places)
    server.stop()


def compare_at(servers, uri, text):
    """How many answers were compared."""
    count = 0
    for number, line in enumerate(text.splitlines()):
        for word in re.finditer(r"[\w#%@!^]+|[<({\[]", line):
            for what in ("hover", "definition", "references"):
                answers = [server.ask(what, uri, number, word.start() + 1)
                           for server in servers]
                count += answers[0] not in (None, [])
                if answers[0] != answers[1]:
                    sys.exit(f"{what} at {number + 1}:{word.start() + 2}: {answers}")
    symbols = [server.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
               for server in servers]
    if symbols[0] != symbols[1]:
        sys.exit(f"symbols: {symbols}")
    return count + len(symbols[0])


def compare(one, other, *paths):
    servers = [Server(one), Server(other)]
    if servers[0].hello != servers[1].hello:
        sys.exit(f"capabilities: {[server.hello for server in servers]}")
    count = 0
    for path in paths:
        uri = pathlib.Path(path).resolve().as_uri()
        text = pathlib.Path(path).read_text()
        broken = text[:len(text) // 2]
        for now, ask in ((text, lambda server: server.open(uri, text)),
                         (broken, lambda server: server.change(uri, broken, 2)),
                         (None, lambda server: server.close(uri))):
            diagnostics = [ask(server) for server in servers]
            if diagnostics[0] != diagnostics[1]:
                sys.exit(f"{path}: diagnostics: {diagnostics}")
            count += len(diagnostics[0]) + (compare_at(servers, uri, now) if now else 0)
    for server in servers:
        server.stop()
    print(f"{count} answers are the same")


def scramble(command, path, rounds):
    server, uri = Server(command), pathlib.Path(path).as_uri()
    text = pathlib.Path(path).read_text()
    server.open(uri, text)
    choose, answers = random.Random(1), 0
    pieces = re.findall(r"\w+|\s+|.", text)
    for version in range(int(rounds)):
        changed = list(pieces)
        for _ in range(choose.randrange(1, 6)):
            at = choose.randrange(len(changed))
            changed[at:at + choose.randrange(4)] = choose.choices(pieces, k=choose.randrange(3))
        lines = "".join(changed).split("\n")
        server.change(uri, "\n".join(lines), version + 2)
        for _ in range(10):
            line = choose.randrange(len(lines) + 1)
            answers += server.ask("hover", uri, line, choose.randrange(90)) is not None
    server.stop()
    print(f"{answers} answers" if answers else "none")


if __name__ == "__main__":
    {"hover": hover, "edit": edit, "compare": compare,
     "scramble": scramble}[sys.argv[1]](*sys.argv[2:])
