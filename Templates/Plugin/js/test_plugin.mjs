// Tests my-plugin as the app uses it: through pipes, and a socket on which the app answers.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("plugin.mjs", import.meta.url));
const PREFIX = "io.modelcontextprotocol/";
const MODERN = { [`${PREFIX}protocolVersion`]: "2026-07-28", [`${PREFIX}clientCapabilities`]: {} };
const OLD_START = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test" },
};

// Sends requests, each a method and parameters; returns the answers, and what the app read.
async function run(requests, appAnswers = []) {
  const plugin = spawn(process.execPath, [PROGRAM], {
    stdio: ["pipe", "pipe", "inherit", "pipe"],
    env: { ...process.env, METRO_HOST_FD: "3" },
  });
  const app = plugin.stdio[3];
  const asked = [];
  createInterface({ input: app }).on("line", (line) => {
    asked.push(JSON.parse(line));
    app.write(JSON.stringify({ jsonrpc: "2.0", id: 1, ...appAnswers.shift() }) + "\n");
  });
  requests.forEach(([method, params], id) => {
    plugin.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  });
  const answers = [];
  for await (const line of createInterface({ input: plugin.stdout })) {
    if (answers.push(JSON.parse(line)) === requests.length) plugin.stdin.end();
  }
  app.destroy();
  return { answers, asked };
}

async function call(tool, args, ...appAnswers) {
  const { answers, asked } = await run([["tools/call", { name: tool, arguments: args }]], appAnswers);
  return { ...answers[0], asked };
}

const ask = (appAnswer) => call("ask", { action: "notes/list" }, appAnswer);

test("a newer client lists the tools", async () => {
  const { answers } = await run([
    ["server/discover", { _meta: MODERN }],
    ["tools/list", { _meta: MODERN }],
  ]);
  assert(answers[0].result.supportedVersions.includes("2026-07-28"));
  assert.deepEqual(answers[1].result.tools.map(({ name }) => name), ["my-plugin", "ask"]);
  assert(answers.every(({ result }) => result.resultType === "complete"));
});

test("an older client lists the tools", async () => {
  const { answers } = await run([["initialize", OLD_START], ["tools/list", {}]]);
  assert.equal(answers[0].result.protocolVersion, "2025-11-25");
  assert.equal(answers[1].result.tools.length, 2);
});

test("the items are limited", async () => {
  const { result } = await call("my-plugin", { limit: 2 });
  const titles = result.structuredContent.result.map(({ title }) => title);
  assert.deepEqual(titles, ["Sample item 1", "Sample item 2"]);
});

test("an action of the app is called", async () => {
  const value = { name: "the answer of the app" };
  const { result, asked } = await ask({ result: { structuredContent: value } });
  assert.deepEqual(result.structuredContent, value);
  assert.deepEqual(asked[0].params, { name: "notes_list", arguments: {} });
});

test("an error of the app is an answer", async () => {
  const { result } = await ask({ error: { code: 1, message: "not granted" } });
  assert(result.isError);
  assert.equal(result.content[0].text, "not granted");
});

test("a wrong argument and an unknown tool are errors", async () => {
  assert((await call("my-plugin", { size: 2 })).result.isError);
  assert.equal((await call("nothing", {})).error.code, -32602);
});
