import Foundation
import Mediator
import Testing

@testable import Console

struct CommandLineErrorTests {
  @Test(
    arguments: [
      (.unknownCommand("rout", nearest: "route"), "no command 'rout'; did you mean 'route'?"),
      (
        .unknownCommand("fly", nearest: nil),
        "no command 'fly'; run with 'help' for the list of commands"
      ),
      (
        .unknownCommand("shop fly", group: "shop", nearest: nil),
        "no command 'shop fly'; run with 'help shop' for the list of commands"
      ),
      (
        .incompleteCommand("shop", subcommands: ["add", "list", "use"]),
        "'shop' is not a complete command; add one of: add, list, use"
      ),
      (
        .incompleteCommand("shop", subcommands: ["add"]),
        "'shop' is not a complete command; add one of: add"
      ),
      (
        .unknownOption("--depat", nearest: "--depart"),
        "no option '--depat'; did you mean '--depart'?"
      ),
      (
        .unknownOption("-x", nearest: nil),
        "no option '-x'; run with '--help' for the list of options"
      ),
      (
        .missingArgument("to", usage: "route <from> <to>"),
        "'to' is missing; write 'route <from> <to>'"
      ),
      (
        .missingCommand(option: "--shop", example: "orders"),
        "'--shop' needs a command; add one, such as 'orders'"
      ),
      (
        .missingCommand(option: "--trace", example: nil),
        "'--trace' needs a command; run with 'help' for the list of commands"
      ),
      (
        .misplacedOption("--depart"),
        "'--depart' is an option of a command; write it after the command"
      ),
      (.missingValue("--depart"), "'--depart' needs a value; write '--depart=…'"),
      (.unexpectedValue("--json"), "'--json' takes no value; write '--json' without one"),
      (
        .unexpectedArgument("da", usage: "route <from> <to>"),
        "unexpected argument 'da' after 'route <from> <to>'; put a name with spaces in quotes"
      ),
      (
        .unexpectedArgument("x", usage: "products list"),
        "unexpected argument 'x' after 'products list'; 'help products list' lists its options"
      ),
      (.repeatedOption("--json"), "'--json' is given twice; remove one"),
      (
        .badValue("--depart", reason: "'25:99' is not a time; write it as 08:15"),
        "bad value for '--depart': '25:99' is not a time; write it as 08:15"
      ),
    ] as [(CommandLineError, String)])
  func `an error is one sentence with a remedy`(error: CommandLineError, message: String) {
    #expect(error.description == message)
    #expect(error.kind == .badInput)
  }

  @Test(
    arguments: [
      .unknownCommand("\u{1B}[2J\u{07}fly\n", nearest: nil),
      .unknownOption("--\u{1B}c", nearest: nil),
      .unexpectedArgument("\u{9B}31m", usage: "products"),
      .badValue("--\u{1B}[1m", reason: "'\u{1B}[2J' is no time"),
    ] as [CommandLineError])
  func `an error contains no control characters`(error: CommandLineError) {
    #expect(error.description == error.description.printable)
  }

  @Test func `a very long word is cut`() {
    let error = CommandLineError.unknownCommand(String(repeating: "x", count: 9999), nearest: nil)
    #expect(error.description.columns < 120)
  }

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
      (
        ["from": String(repeating: "a", count: 16_385)], "from",
        "it has 16385 bytes; expected at most 16384; shorten it"
      ),
    ] as [(Parameters, String, String)])
  func `a value that is not valid is named as the user types it`(
    parameters: Parameters, name: String, reason: String
  ) {
    let invocation = Invocation(
      parameters: parameters, mediator: Mediator(), progress: ProgressReporter { _, _ in },
      arguments: [.positional("from", ""), .option("change-time", "")])
    #expect(throws: CommandLineError.badValue(name, reason: reason)) {
      try invocation.input(Query.self)
    }
  }

  @Test func `an error without a field names the arguments`() {
    let context = DecodingError.Context(codingPath: [], debugDescription: "no list")
    #expect(
      CommandLineError(.dataCorrupted(context)) == .badValue("the arguments", reason: "no list"))
  }
}
