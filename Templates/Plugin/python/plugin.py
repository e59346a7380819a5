#!/usr/bin/env python3
"""Answers the app: a JSON text in each line, as the Model Context Protocol says.

Standard output is for answers only. `metro plugins log my-plugin` shows what is on standard error.
"""
import json
import os
import socket
import sys

# Sample data. Replace it with your own, for example from a file or a server.
SAMPLE = [{"title": f"Sample item {number}", "detail": "not real"} for number in (1, 2, 3)]


def list_items(limit=None):
    return {"result": SAMPLE[:limit]}


def ask_app(action):
    return call_app(action.replace("/", "_"), {})


TEXTS = {"title": {"type": "string"}, "detail": {"type": "string"}}
ITEMS = {"type": "array", "items": {"type": "object", "properties": TEXTS, "required": [*TEXTS]}}
ACTION = {"type": "string", "description": "an action under 'calls' in plugin.json"}
LIMIT = {"type": "integer", "minimum": 0, "description": "the largest number of items"}
TOOLS = [
    {
        "name": "my-plugin",
        "description": "List sample items",
        "inputSchema": {"type": "object", "properties": {"limit": LIMIT}},
        "outputSchema": {"type": "object", "properties": {"result": ITEMS}, "required": ["result"]},
    },
    {
        "name": "ask",
        "description": "Show what an action of the app answers",
        "inputSchema": {
            "type": "object", "properties": {"action": ACTION}, "required": ["action"]},
    },
]
FUNCTIONS = {"my-plugin": list_items, "ask": ask_app}

# Each request of the newer revision names it; a client of the older one begins with `initialize`.
REVISION, OLD_REVISION = "2026-07-28", "2025-11-25"
SERVER = {"capabilities": {"tools": {}}, "serverInfo": {"name": "my-plugin", "version": "0.1.0"}}
CACHE = {"ttlMs": 0, "cacheScope": "private"}


def call_app(tool, arguments):
    """Calls an action of the app that plugin.json names under `calls`."""
    with socket.socket(fileno=os.dup(int(os.environ["METRO_HOST_FD"]))).makefile("rw") as app:
        params = {"name": tool, "arguments": arguments}
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        print(json.dumps(request), file=app, flush=True)
        answer = json.loads(app.readline())
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    if answer["result"].get("isError"):
        raise RuntimeError(answer["result"]["content"][0]["text"])
    return answer["result"]["structuredContent"]


def call(tool, arguments):
    try:
        value = FUNCTIONS[tool](**arguments)
    except Exception as error:
        return {"content": [{"type": "text", "text": f"{error}"}], "isError": True}
    return {"content": [{"type": "text", "text": json.dumps(value)}], "structuredContent": value}


def result(method, params):
    if method == "tools/call" and params.get("name") in FUNCTIONS:
        return call(params["name"], params.get("arguments", {}))
    return {
        "server/discover": {"supportedVersions": [REVISION, OLD_REVISION], **SERVER, **CACHE},
        "initialize": {"protocolVersion": OLD_REVISION, **SERVER},
        "tools/list": {"tools": TOOLS, **CACHE},
        "ping": {},
    }.get(method)


for line in sys.stdin:
    request = json.loads(line)
    params = request.get("params", {})
    revision = params.get("_meta", {}).get("io.modelcontextprotocol/protocolVersion")
    value = result(request["method"], params)
    if "id" not in request:
        continue  # a notification, which is not answered
    if value is None:
        code = -32602 if request["method"] == "tools/call" else -32601
        answer = {"error": {"code": code, "message": "no such method or tool"}}
    else:
        answer = {"result": {**value, "resultType": "complete"} if revision else value}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **answer}), flush=True)
