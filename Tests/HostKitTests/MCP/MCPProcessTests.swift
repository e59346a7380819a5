import Channel
import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Plugins
import Testing

@testable import HostKit

/// Actions that occupy a thread for ever, whether they are cancelled or not.
private enum Spinner: Interface {
  static let spin = Action<Empty, Empty>(Spinner.self, "spin", .reads, .remote)
}

private struct SpinnerModule: Module {
  static let manifest = Manifest(
    Spinner.self, summary: "Never ends", answers: [Spinner.spin], activation: .eager)

  init(context: ModuleContext) {}

  func register(with registrar: Registrar) {
    registrar.answer(Spinner.spin) { _ in while true { sched_yield() } }
  }
}

/// A server in a process of its own, all of whose threads for tasks are occupied by calls.
@Suite(.timeLimit(.minutes(5))) struct MCPProcessTests {
  @Test func `a busy process answers a ping, and ends 2 s after its input`() async throws {
    // None of the calls ends, so `run` does not return: only the deadline ends the process, with
    // success.
    #expect(CommandLineHost.endOfServing <= .seconds(2))
    let end = try await #require(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { exit(EXIT_FAILURE) }
      let calls = (1...20).map { MCPEra.modern.call("\($0)", "spinner_spin") }
      let ping = MCPEra.legacy.request("\"end\"", "ping")
      let lines = (calls + [ping]).map { $0 + "\n" }.joined()
      _ = lines.withCString { write(ends[1], $0, strlen($0)) }
      close(ends[1])
      dup2(ends[0], STDIN_FILENO)
      let closed = Terminal(descriptor: -1, environment: [:])
      let host = CommandLineHost(
        app: .shop([SpinnerModule.self]), folder: TemporaryFolder().url, output: closed,
        errors: closed, signals: HostSignals(),
        openClientStreams: { () throws(HostError) in try .takeStandardStreams() })
      _ = await host.run(["mcp"])
      exit(EXIT_FAILURE)
    }
    let output = String(decoding: end.standardOutputContent, as: UTF8.self)
    #expect(output.contains(#"{"jsonrpc":"2.0","id":"end","result":{}}"# + "\n"))
  }
}
