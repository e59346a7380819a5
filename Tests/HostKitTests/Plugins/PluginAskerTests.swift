import Console
import Foundation
import Mediator
import ModuleTesting
import Plugins
import TestSupport
import Testing

@testable import HostKit

@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginAskerTests {
  private static let form = #"""
    {"message":"Who are you?","requestedSchema":{"required":["name"],"properties":
     {"name":{"type":"string"},"age":{"type":"integer"}}}}
    """#

  /// The values that a person gives who types lines, each when the text before it is shown.
  private func values(
    of parameters: String, typing lines: [(before: String, line: String)]
  ) async throws -> [String: JSONValue]? {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let asker = PluginAsker(Question(on: output, input: terminal.descriptor))
    let ask = try #require(asker.ask)
    let question = try #require(PluginQuestion(Data(parameters.utf8), of: "weather"))
    async let answer = ask(question)
    var shown: [UInt8] = []
    for (before, line) in lines {
      try await wait {
        shown += terminal.available
        return String(decoding: shown, as: UTF8.self).contains(before)
      }
      shown = []
      terminal.type(line + "\n")
    }
    return try await answer
  }

  @Test func `a person types each value, and again one that does not fit`() async throws {
    let values = try await values(
      of: Self.form,
      typing: [
        ("The plug-in 'weather' asks: Who are you?\r\nname (a text): ", "Ada"),
        ("age (a whole number; optional): ", "old"),
        ("'age': expected a whole number, not 'old'\r\nage (a whole number; optional): ", "36"),
      ])
    #expect(values == ["name": .text("Ada"), "age": .integer(36)])
  }

  @Test func `a person declines by giving no value that is needed`() async throws {
    let lines = Array(repeating: (before: "name (a text): ", line: ""), count: 3)
    let values = try await values(of: Self.form, typing: lines)
    #expect(values == nil)
  }

  @Test(arguments: [("y", [:]), ("", nil)] as [(String, [String: JSONValue]?)])
  func `a question without fields is answered with yes or no`(
    line: String, values: [String: JSONValue]?
  ) async throws {
    let answer = try await self.values(
      of: #"{"message":"Go on?"}"#, typing: [("Go on?\r\nYes or no? [y/N] ", line)])
    #expect(answer == values)
  }

  @Test(
    arguments: [
      (#"{"message":"Go on?"}"#, "y\r", nil), (#"{"message":"Go on?"}"#, "yes\r", [:]),
      (flag, "y\ryes\r", ["all": .boolean(true)]), (flag, "\rno\r", ["all": .boolean(false)]),
      (flag, "y\r\r\r", nil),
    ] as [(String, String, [String: JSONValue]?)])
  func `in the browser, only a whole word is yes or no`(
    parameters: String, keys: String, values: [String: JSONValue]?
  ) async throws {
    let terminal = try PseudoTerminal(columns: 200)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let screen = try #require(Screen(input: terminal.descriptor, output: output))
    #expect(screen.begin())
    defer { screen.end() }
    let asker = PluginAsker(Question(on: output, screen, input: terminal.descriptor))
    let ask = try #require(asker.ask)
    let question = try #require(PluginQuestion(Data(parameters.utf8), of: "weather"))
    async let answer = ask(question)
    for line in keys.split(separator: "\r", omittingEmptySubsequences: false).dropLast() {
      var shown: [UInt8] = []
      try await wait {
        shown += terminal.available
        // The end of a question to which nothing is typed.
        return String(decoding: shown, as: UTF8.self).contains(": \u{1B}[")
      }
      terminal.type(line + "\r")
    }
    #expect(try await answer == values)
  }

  private static let flag =
    #"{"message":"?","requestedSchema":{"properties":{"all":{"type":"boolean","default":true}}}}"#
}
