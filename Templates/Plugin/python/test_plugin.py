#!/usr/bin/env python3
"""Tests my-plugin as the app uses it: through pipes, and a socket on which the app answers."""
import json
import os
import socket
import subprocess
import sys
import threading
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
PREFIX = "io.modelcontextprotocol/"
MODERN = {f"{PREFIX}protocolVersion": "2026-07-28", f"{PREFIX}clientCapabilities": {}}
OLD_START = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test"}}


def run(*requests, app_answers=()):
    """Sends requests, each a method and parameters; returns the answers, and what the app read."""
    app, plugin = socket.socketpair()
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        for id, (method, params) in enumerate(requests)
    ]
    asked = []

    def serve():
        with app, app.makefile("rw") as stream:
            for answer, line in zip(app_answers, stream):
                asked.append(json.loads(line))
                print(json.dumps({"jsonrpc": "2.0", "id": 1, **answer}), file=stream, flush=True)

    server = threading.Thread(target=serve)
    server.start()
    with plugin:
        process = subprocess.run(
            [sys.executable, f"{FOLDER}/plugin.py"], input="\n".join([*lines, ""]),
            env={**os.environ, "METRO_HOST_FD": str(plugin.fileno())}, pass_fds=[plugin.fileno()],
            capture_output=True, text=True, timeout=20, check=True)
    server.join()
    return [json.loads(line) for line in process.stdout.splitlines()], asked


def call(tool, arguments, **options):
    answers, asked = run(("tools/call", {"name": tool, "arguments": arguments}), **options)
    return answers[0], asked


def ask(app_answer):
    return call("ask", {"action": "notes/list"}, app_answers=[app_answer])


class MyPluginTests(unittest.TestCase):
    def test_a_newer_client_lists_the_tools(self):
        answers, _ = run(("server/discover", {"_meta": MODERN}), ("tools/list", {"_meta": MODERN}))
        self.assertIn("2026-07-28", answers[0]["result"]["supportedVersions"])
        names = [tool["name"] for tool in answers[1]["result"]["tools"]]
        self.assertEqual(names, ["my-plugin", "ask"])
        self.assertEqual({answer["result"]["resultType"] for answer in answers}, {"complete"})

    def test_an_older_client_lists_the_tools(self):
        answers, _ = run(("initialize", OLD_START), ("tools/list", {}))
        self.assertEqual(answers[0]["result"]["protocolVersion"], "2025-11-25")
        self.assertEqual(len(answers[1]["result"]["tools"]), 2)

    def test_the_items_are_limited(self):
        answer, _ = call("my-plugin", {"limit": 2})
        titles = [item["title"] for item in answer["result"]["structuredContent"]["result"]]
        self.assertEqual(titles, ["Sample item 1", "Sample item 2"])

    def test_an_action_of_the_app_is_called(self):
        value = {"name": "the answer of the app"}
        answer, asked = ask({"result": {"structuredContent": value}})
        self.assertEqual(answer["result"]["structuredContent"], value)
        self.assertEqual(asked[0]["params"], {"name": "notes_list", "arguments": {}})

    def test_an_error_of_the_app_is_an_answer(self):
        answer, _ = ask({"error": {"code": 1, "message": "not granted"}})
        self.assertTrue(answer["result"]["isError"])
        self.assertEqual(answer["result"]["content"][0]["text"], "not granted")

    def test_a_wrong_argument_and_an_unknown_tool_are_errors(self):
        self.assertTrue(call("my-plugin", {"size": 2})[0]["result"]["isError"])
        self.assertEqual(call("nothing", {})[0]["error"]["code"], -32602)


if __name__ == "__main__":
    unittest.main()
