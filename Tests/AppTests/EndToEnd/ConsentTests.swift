import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

/// Clients and plug-ins that add a trip, in processes of their own.
@Suite(.enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(15))) struct ConsentTests {
  private let folder = TemporaryFolder()

  private var environment: [String: String] {
    HostSession.longDeadlines.merging(
      ["METRO_HOME": folder.url.path, "METRO_LOG": "off", "PATH": "/usr/bin:/bin", "TERM": "xterm"]
    ) { $1 }
  }

  private func metro(_ words: String...) throws -> (code: Int32, output: String) {
    try ChildProcess.run([HostProcess.binary.path] + words, environment: environment)
  }

  /// A client of `metro mcp` that answers each question.
  private struct Client {
    let requests = Pipe()
    let responses = Pipe()
    let process: ChildProcess

    init(environment: [String: String]) throws {
      process = try ChildProcess(
        [HostProcess.binary.path, "mcp"], environment: environment,
        descriptors: .init(
          input: requests.fileHandleForReading.fileDescriptor,
          output: responses.fileHandleForWriting.fileDescriptor))
      try responses.fileHandleForWriting.close()
    }

    func send(_ line: String) throws {
      try requests.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    func line() async throws -> String {
      await blocking {
        var line = Data()
        while let byte = try? responses.fileHandleForReading.read(upToCount: 1),
          let first = byte.first,
          first != UInt8(ascii: "\n")
        {
          line.append(first)
        }
        return String(decoding: line, as: UTF8.self)
      }
    }

    func begin(canAsk: Bool) async throws {
      try send(
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#
          + #""capabilities":{\#(canAsk ? #""elicitation":{}"# : "")},"#
          + #""clientInfo":{"name":"tester","version":"1"}}}"#)
      _ = try await line()
    }

    func addTrip() throws {
      try send(
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"trips_add","arguments":"#
          + #"{"from":"Trindade","to":"Aliados","date":"tomorrow","depart":"08:00"}}}"#)
    }
  }

  @Test func `a client adds a trip after the person has consented in it`() async throws {
    let client = try Client(environment: environment)
    try await client.begin(canAsk: true)
    try client.addTrip()
    let question = try await client.line()
    #expect(question.contains("elicitation/create") && question.contains("Trindade"), "\(question)")
    let id = try #require(question.firstMatch(of: /"id":([0-9]+)/)).1
    try client.send(
      #"{"jsonrpc":"2.0","id":\#(id),"result":{"action":"accept","content":{"consent":"once"}}}"#)
    let answer = try await client.line()
    #expect(answer.contains("Aliados") && !answer.contains("isError"), "\(answer)")
    #expect(answer.contains("To undo it, call the tool 'trips_undo'."))
    try client.requests.fileHandleForWriting.close()
    #expect(await client.process.waitForEnd() == 0)
    #expect(try metro("trips").output.contains("Aliados"))
    let grants = try metro("grants").output
    #expect(grants.contains("tester") && grants.contains("asks each time"), "\(grants)")
  }

  @Test func `a client that cannot ask adds a trip after the command of its error`() async throws {
    let client = try Client(environment: environment)
    try await client.begin(canAsk: false)
    try client.addTrip()
    let refused = try await client.line()
    #expect(refused.contains("isError"), "\(refused)")
    let command = try #require(refused.firstMatch(of: /gives with 'metro ([^']+)'/)).1
    // The client is a part of this process.
    #if os(Linux)
      #expect(command.contains("--executable \(try executable)"))
    #endif
    #expect(try metro("trips", "--json").output == "[]\n")
    let words = command.split(separator: " ").map(String.init)
    let granted = try ChildProcess.run([HostProcess.binary.path] + words, environment: environment)
    #expect(granted.code == 0, "\(granted.output)")
    try client.addTrip()
    #expect(try await !client.line().contains("isError"))
    try client.requests.fileHandleForWriting.close()
    #expect(await client.process.waitForEnd() == 0)
    #expect(try metro("trips").output.contains("Aliados"))
  }

  private var executable: String {
    get throws { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") }
  }

  private static let program =
    #"""
    import json, os, socket, sys
    host = socket.socket(fileno=int(os.environ["METRO_HOST_FD"])).makefile("rw")
    def call():
        host.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "trips_add", "arguments": {"from": "Trindade", "to": "Aliados",
            "date": "tomorrow", "depart": "08:00"}}}) + "\n")
        host.flush()
        return json.loads(host.readline())["result"]["content"][0]["text"]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        answer = {"jsonrpc": "2.0", "id": request["id"]}
        if request["method"] == "initialize":
            answer["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                                "serverInfo": {"name": "planner", "version": "1"}}
        elif request["method"] == "tools/list":
            answer["result"] = {"tools": [{"name": "planner", "description": "Plans",
                                           "inputSchema": {"type": "object"}}]}
        elif request["method"] == "tools/call":
            answer["result"] = {"content": [{"type": "text", "text": call()}]}
        else:
            answer["error"] = {"code": -32601, "message": "no such method"}
        print(json.dumps(answer), flush=True)

    """#

  private static let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// Runs `metro planner` on a terminal, types an answer to its question if there is one, and
  /// returns what it shows.
  private func planOnTerminal(typing answer: String) async throws -> String {
    let terminal = try PseudoTerminal(columns: 200)
    let process = try ChildProcess(
      [HostProcess.binary.path, "planner"], environment: environment,
      descriptors: .init(
        input: terminal.descriptor, output: terminal.descriptor, errors: terminal.descriptor))
    var shown: [UInt8] = []
    let end = Task { await process.waitForEnd() }
    let hasEnded = Recorder<Int32>()
    let waiting = Task { hasEnded.record(await end.value) }
    var isAnswered = false
    try await ModuleTesting.wait {
      shown += terminal.available
      let text = String(decoding: shown, as: UTF8.self)
      if !isAnswered, text.contains("[N]o ") {
        terminal.type(answer + "\n")
        isAnswered = true
      }
      return !hasEnded.values.isEmpty
    }
    await waiting.value
    return String(decoding: shown + terminal.available, as: UTF8.self)
  }

  @Test(.enabled(if: hasPython, "Python 3 is not installed"))
  func `a plug-in adds trips after a question on the terminal, until its files change`()
    async throws
  {
    let plugin = folder.url.appending(path: "source/planner")
    try FileManager.default.createDirectory(at: plugin, withIntermediateDirectories: true)
    let manifest =
      #"{"name":"planner","summary":"Plans","command":["python3","planner.py"],"calls":["trips/add"]}"#
    try Data(manifest.utf8).write(to: plugin.appending(path: "plugin.json"))
    let program = plugin.appending(path: "planner.py")
    try Data(Self.program.utf8).write(to: program)
    #expect(try metro("plugins", "add", plugin.path).code == 0)
    let trusted = try metro("plugins", "trust", "planner", "--yes")
    #expect(trusted.code == 0, "\(trusted.output)")

    let refused = try metro("planner")
    #expect(
      refused.output.contains("metro grants new --plugin planner --action trips/add"),
      "\(refused.output)")
    let declined = try await planOnTerminal(typing: "n")
    #expect(declined.contains("the plug-in 'planner' wants to call 'trips/add'"), "\(declined)")
    #expect(declined.contains("the person has declined it"), "\(declined)")
    #expect(try metro("trips", "--json").output == "[]\n")
    let always = try await planOnTerminal(typing: "a")
    #expect(always.contains("Aliados") && !always.contains("declined"), "\(always)")
    let second = try metro("planner")
    #expect(second.output.contains("Aliados"), "\(second.output)")
    let grants = try metro("grants").output
    #expect(grants.contains("planner") && grants.contains("always"), "\(grants)")

    try Data((Self.program + "# changed\n").utf8).write(
      to: folder.url.appending(path: "plugins/planner/planner.py"))
    #expect(try metro("plugins", "trust", "planner", "--yes").code == 0)
    #expect(try metro("planner").output.contains("cannot be asked"))
  }
}
