import Console
import Foundation
import Mediator
import ModuleTesting
import Plugins
import TestSupport
import Testing

@testable import HostKit

@Suite(.highPriority, .timeLimit(.minutes(15))) struct QuestionTests {
  @Test(arguments: [
    (line: "y\n", isYes: true), ("YES\n", true), ("n\n", false), ("\n", false), ("yellow\n", false),
  ])
  func `a person answers a question with yes or no`(line: String, isYes: Bool) async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let question = Question(on: output, input: terminal.descriptor)
    #expect(question.canBeAsked)
    async let answer = question.ask("Trust 'weather'? [y/N] ")
    try await wait { !terminal.available.isEmpty }
    terminal.type(line)
    #expect(try await answer == isYes)
  }

  @Test func `what was typed before the question does not answer it`() async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let question = Question(on: output, input: terminal.descriptor)
    var shown: [UInt8] = []
    func wait(for text: String) async throws {
      try await ModuleTesting.wait {
        shown += terminal.available
        return String(decoding: shown, as: UTF8.self).contains(text)
      }
    }
    terminal.type("y\n")
    // The terminal shows what is typed.
    try await wait(for: "\n")
    async let answer = question.ask("Trust? ")
    try await wait(for: "Trust? ")
    terminal.type("n\n")
    #expect(try await !answer)
  }

  @Test func `an input that cannot be read is no answer`() async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let folder = open("/", O_RDONLY)
    defer { close(folder) }
    #expect(try await !Question(on: output, input: folder).ask("Trust? "))
  }

  @Test func `a question is cancelled while it waits`() async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let descriptor = terminal.descriptor
    let task = Task { try await Question(on: output, input: descriptor).ask("Trust? ") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a question waits until that of a plug-in has been answered`() async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let question = Question(on: output, input: terminal.descriptor)
    let form = #"""
      {"message":"Who?","requestedSchema":{"properties":
       {"name":{"type":"string"},"town":{"type":"string"}}}}
      """#
    let asked = try #require(PluginQuestion(Data(form.utf8), of: "weather"))
    let ask = try #require(PluginAsker(question).ask)
    var shown = ""
    func answer(_ line: String, after prompt: String) async throws {
      try await wait {
        shown += String(decoding: terminal.available, as: UTF8.self)
        return shown.hasSuffix(prompt)
      }
      terminal.type(line + "\n")
    }
    async let values = ask(asked)
    try await wait {
      shown += String(decoding: terminal.available, as: UTF8.self)
      return shown.hasSuffix("name (a text; optional): ")
    }
    async let isAllowed = question.ask("Allow? ")
    terminal.type("Ada\n")
    try await answer("Porto", after: "Ada\r\ntown (a text; optional): ")
    try await answer("y", after: "Porto\r\nAllow? ")
    #expect(try await values == ["name": .text("Ada"), "town": .text("Porto")])
    #expect(try await isAllowed)
  }
}
