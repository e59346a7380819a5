#!/usr/bin/env node
// Answers the app: a JSON text in each line, as the Model Context Protocol says.
//
// Standard output is for answers only. `metro plugins log my-plugin` shows what is on standard error.
import { Socket } from "node:net";
import { createInterface } from "node:readline";

// Sample data. Replace it with your own, for example from a file or a server.
const SAMPLE = [1, 2, 3].map((number) => ({ title: `Sample item ${number}`, detail: "not real" }));

const listItems = ({ limit }) => ({ result: SAMPLE.slice(0, limit) });
const askApp = ({ action }) => callApp(action.replace("/", "_"), {});

const TEXTS = { title: { type: "string" }, detail: { type: "string" } };
const ITEMS = {
  type: "array",
  items: { type: "object", properties: TEXTS, required: Object.keys(TEXTS) },
};
const ACTION = { type: "string", description: "an action under 'calls' in plugin.json" };
const LIMIT = { type: "integer", minimum: 0, description: "the largest number of items" };
const TOOLS = [
  {
    name: "my-plugin",
    description: "List sample items",
    inputSchema: { type: "object", properties: { limit: LIMIT } },
    outputSchema: { type: "object", properties: { result: ITEMS }, required: ["result"] },
  },
  {
    name: "ask",
    description: "Show what an action of the app answers",
    inputSchema: { type: "object", properties: { action: ACTION }, required: ["action"] },
  },
];
const FUNCTIONS = new Map([["my-plugin", listItems], ["ask", askApp]]);

// Each request of the newer revision names it; a client of the older one begins with `initialize`.
const [REVISION, OLD_REVISION] = ["2026-07-28", "2025-11-25"];
const SERVER = {
  capabilities: { tools: {} },
  serverInfo: { name: "my-plugin", version: "0.1.0" },
};
const CACHE = { ttlMs: 0, cacheScope: "private" };

let app; // the connection to the app, from the first call on
let answers;

// Calls an action of the app that plugin.json names under `calls`.
async function callApp(tool, args) {
  if (!app) {
    app = new Socket({ fd: Number(process.env.METRO_HOST_FD), readable: true, writable: true });
    app.on("error", () => {}); // the answer is missing then
    answers = createInterface({ input: app })[Symbol.asyncIterator]();
    app.unref(); // the end of the standard input ends the program
  }
  const params = { name: tool, arguments: args };
  app.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }) + "\n");
  const { value, done } = await answers.next();
  if (done) throw new Error("the app does not answer; see 'calls' in plugin.json");
  const { error, result } = JSON.parse(value);
  if (error) throw new Error(error.message);
  if (result.isError) throw new Error(result.content[0].text);
  return result.structuredContent;
}

async function call(tool, args) {
  try {
    const { properties } = TOOLS.find(({ name }) => name === tool).inputSchema;
    const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
    if (unknown) throw new Error(`no argument '${unknown}'`);
    const value = await FUNCTIONS.get(tool)(args);
    return {
      content: [{ type: "text", text: JSON.stringify(value) }],
      structuredContent: value,
    };
  } catch (error) {
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

async function result(method, params) {
  switch (method) {
    case "tools/call":
      return FUNCTIONS.has(params.name) ? call(params.name, params.arguments ?? {}) : undefined;
    case "server/discover":
      return { supportedVersions: [REVISION, OLD_REVISION], ...SERVER, ...CACHE };
    case "initialize":
      return { protocolVersion: OLD_REVISION, ...SERVER };
    case "tools/list":
      return { tools: TOOLS, ...CACHE };
    case "ping":
      return {};
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  const value = await result(method, params);
  if (id === undefined) continue; // a notification, which is not answered
  const isNewer = params._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;
  const answer = value
    ? { result: isNewer ? { ...value, resultType: "complete" } : value }
    : { error: { code: method === "tools/call" ? -32602 : -32601, message: "no such method or tool" } };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\n");
}
