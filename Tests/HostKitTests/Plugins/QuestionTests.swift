import Console
import TestSupport
import Testing

@testable import HostKit

@Suite(.highPriority) struct QuestionTests {
  @Test(arguments: [
    (line: "y\n", isYes: true), ("YES\n", true), ("n\n", false), ("\n", false), ("yellow\n", false),
  ])
  func `a person answers a question with yes or no`(line: String, isYes: Bool) async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let question = Question(on: output, input: terminal.descriptor)
    #expect(question.canBeAsked)
    terminal.type(line)
    #expect(try await question.ask("Trust 'weather'? [y/N] ") == isYes)
  }

  @Test func `a question is cancelled while it waits`() async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let descriptor = terminal.descriptor
    let task = Task { try await Question(on: output, input: descriptor).ask("Trust? ") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
