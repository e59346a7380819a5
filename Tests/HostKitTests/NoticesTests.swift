import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import HostKit

private enum Oven: Interface {}

private struct BreadBaked: Event {}

/// Its command publishes an event with a notice.
private struct OvenModule: Module {
  static let manifest = Manifest(Oven.self, summary: "", publishes: [BreadBaked.self])
  static let contributions = Contributions(commands, notices)
  static let notices = [NoticeDescription(of: BreadBaked.self) { _ in "The bread is ready." }]
  static let commands = [
    Command("bake", "Bake", examples: ["bake"]) { invocation in
      invocation.mediator.publish(BreadBaked())
      return CommandResult(["bread"]) { _ in "Baked." }
    }
  ]
  init(context: ModuleContext) {}
  func register(with registrar: Registrar) {}
}

@Suite(.timeLimit(.minutes(15))) struct NoticesTests {
  private let folder = TemporaryFolder()

  @Test func `a command shows notices at the end on the error output, if that is a terminal`()
    async throws
  {
    let terminal = try PseudoTerminal(columns: 40)
    let errors = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let pipe = Pipe()
    let output = Terminal(descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: [:])
    for (errors, expected) in [(errors, true), (output, false)] {
      let host = CommandLineHost(
        app: .shop([OvenModule.self]), folder: folder.url, output: output, errors: errors)
      #expect(await host.run(["bake"]) == .answered)
      let shown = try terminal.written().contains("The bread is ready.")
      #expect(shown == expected)
    }
    try pipe.fileHandleForWriting.close()
    let printed = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(printed == "Baked.\nBaked.\n")
  }
}
