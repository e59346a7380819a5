import Foundation
import Mediator
import Testing

@testable import Console

private enum Greeter: Interface {
  static let greet = Action<Guest, String>(Greeter.self, "greet")
}

private struct Guest: Codable, Sendable {
  let name: String
  let times: Int?
}

struct CommandTests {
  @Test func `a command calls its action and shows the answer to people and programs`() async throws
  {
    let mediator = Mediator()
    try mediator.answer(Greeter.greet) { guest in "olá/\(guest.name)" }
    let command = Command(
      "greet", "Greets", calls: Greeter.greet, arguments: [.positional("name", "Who")],
      examples: []
    ) { text, page in page.paint(text, .bold) }
    let answer = try await command.run(
      Invocation(
        parameters: ["name": "Ana"], mediator: mediator, progress: ProgressReporter { _, _ in }))
    #expect(String(decoding: answer.json, as: UTF8.self) == "\"olá/Ana\"")
    #expect(answer.text(Page(columns: 80)) == "olá/Ana")
    #expect(answer.text(Page(columns: 80, colors: .ansi16)) == "\u{1B}[1molá/Ana\u{1B}[0m")
  }
}
