import Foundation
import Mediator
import Testing

@testable import Console

struct CommandLineErrorDecodingTests {
  private struct Query: Decodable {
    let from: String
    let changeTime: Int?
    let leastWalking: Bool?
  }

  @Test(
    arguments: [
      (
        ["from": "A", "changeTime": "soon"], "--change-time", "expected a whole number, not 'soon'"
      ),
      (
        ["from": "A", "leastWalking": "yes"], "--least-walking", "expected true or false, not 'yes'"
      ),
      ([:], "from", "a value is missing"),
    ] as [(Parameters, String, String)])
  func `a field that does not fit is named as it is typed`(
    parameters: Parameters, name: String, reason: String
  ) {
    let invocation = Invocation(
      parameters: parameters, mediator: Mediator(), progress: ProgressReporter { _, _ in },
      arguments: [.positional("from", ""), .option("change-time", "")])
    #expect(throws: CommandLineError.badValue(name, reason: reason)) {
      try invocation.input(Query.self)
    }
  }

  @Test func `an error without a field speaks of the arguments`() {
    let context = DecodingError.Context(codingPath: [], debugDescription: "no list")
    #expect(
      CommandLineError(.dataCorrupted(context)) == .badValue("the arguments", reason: "no list"))
  }
}
