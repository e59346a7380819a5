import DataSource
import Foundation
import Mediator
import ModuleManager

/// The cost of a call through `metro mcp`, a process of its own, beyond the same call by name.
enum MCPSuite: Suite {
  static let name = "mcp"
  private static let calls = 5000

  static func figures(_ options: Options) async throws -> [Figure] {
    guard let program = Program.metro(options) else { return [] }
    let folder = FileManager.default.temporaryDirectory.appending(path: "mcp-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let mediator = Mediator()
    let manager = try ModuleManager([DataSourceModule.self], mediator: mediator) { manifest in
      ModuleContext(mediator: mediator, folder: folder.appending(path: manifest.target))
    }
    try await manager.open()
    let server = try LineProcess(server: program.executable, home: folder)
    let pairs = try await durations(server, mediator)
    await manager.stop()
    server.end()
    // At most 60 µs more than the 31.3 µs of the call by name.
    return [
      Figure(
        "a call through metro mcp, against the call by name",
        Comparison(pairs.map { ($0.server, $0.direct) }), "µs", ratio: .atMost(2.9),
        because: "on an idle machine, most of it is the time until a second thread wakes up")
    ]
  }

  /// The microseconds of calls through the server, and of the same calls in this process, in turns.
  /// Like the server, it does not run on the main thread, because each call would leave that
  /// thread.
  @concurrent private static func durations(
    _ server: LineProcess, _ mediator: Mediator
  ) async throws -> [(server: Double, direct: Double)] {
    var pairs: [(server: Double, direct: Double)] = []
    let arguments = Data("{}".utf8)
    for number in 1...calls {
      let began = ContinuousClock.now
      let length = server.call("data-source_city", number)
      let middle = ContinuousClock.now
      let output = try await mediator.perform(
        target: "data-source", action: "city", json: arguments, from: .assistants)
      guard output.count < 1024, length > output.count else {
        throw CocoaError(.coderInvalidValue)
      }
      pairs.append(
        (began.duration(to: middle).microseconds, middle.duration(to: .now).microseconds))
    }
    return pairs
  }
}

extension LineProcess {
  /// Starts `metro mcp`.
  fileprivate init(server: URL, home: URL) throws {
    try self.init(server, ["mcp"], environment: ["METRO_HOME": home.path])
  }

  /// Calls a tool, and returns the length of the response.
  fileprivate func call(_ tool: String, _ id: Int) -> Int {
    let line =
      #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","_meta":{"#
      + #""io.modelcontextprotocol/protocolVersion":"2026-07-28","#
      + #""io.modelcontextprotocol/clientCapabilities":{}}}}"# + "\n"
    return exchange(Array(line.utf8))
  }
}

extension Duration {
  fileprivate var microseconds: Double { self / .microseconds(1) }
}
