import Mediator
import Testing

@testable import Console

private enum Tickets: Interface {
  static let buy = Action<Order, Empty>(Tickets.self, "buy")
}

private struct Order: Codable, Sendable {
  let zone: String
  let kind: Kind?
  let extras: [String]?
  let isReturn: Bool?
  let maximumPrice: Int?
}

private enum Kind: String, Codable, CaseIterable {
  case single
  case dayPass = "day-pass"
}

/// What an action's input says of the options of its command.
struct DerivedArgumentTests {
  private static let buy = Command(
    "buy", "Buy a ticket", calls: Tickets.buy,
    arguments: [
      .positional("zone", "the zone"), .option("kind", "the kind", letter: "k"),
      .option("extras", "what else"), .flag("slowly", "take your time"),
    ],
    examples: [], view: { _, _ in "" })
  private let parser = CommandParser(commands: [buy], globals: globals)

  private func parse(_ line: String) throws -> ParsedCommand {
    try parser.parse(line.split(separator: " ").map(String.init))
  }

  @Test(
    arguments: [
      ("buy Z2 --kind single", ["zone": "Z2", "kind": "single"]),
      ("buy Z2 -k single", ["zone": "Z2", "kind": "single"]),
      ("buy -k=single Z2", ["zone": "Z2", "kind": "single"]),
      ("buy Z2 --is-return", ["zone": "Z2", "isReturn": "true"]),
      ("buy Z2 --no-is-return", ["zone": "Z2", "isReturn": "false"]),
      ("buy Z2 --no-slowly", ["zone": "Z2", "slowly": "false"]),
      ("buy Z2 --maximum-price 300", ["zone": "Z2", "maximumPrice": "300"]),
    ] as [(String, Parameters)])
  func `a field of the input is an option, declared or not`(
    line: String, parameters: Parameters
  ) throws {
    #expect(try parse(line).parameters == parameters)
  }

  @Test func `a list may be given several times, in order`() throws {
    let parsed = try parse("buy Z2 --extras bike --extras dog --extras bike")
    #expect(parsed.parameters.values["extras"] == ["bike", "dog", "bike"])
    #expect(throws: CommandLineError.repeatedOption("--kind")) {
      try parse("buy Z2 --kind single --kind single")
    }
    #expect(throws: CommandLineError.repeatedOption("--no-is-return")) {
      try parse("buy Z2 --is-return --no-is-return")
    }
  }

  @Test(
    arguments: [
      ("buy Z2 --maximum-prize 3", .unknownOption("--maximum-prize", nearest: "--maximum-price")),
      ("buy Z2 --no-kind", .unknownOption("--no-kind", nearest: "--kind")),
      ("buy Z2 --no-slowly=1", .unexpectedValue("--no-slowly")),
      ("buy Z2 --max 3", .unknownOption("--max", nearest: nil)),
    ] as [(String, CommandLineError)])
  func `nothing is guessed`(line: String, error: CommandLineError) {
    #expect(throws: error) { try parse(line) }
  }

  @Test func `a flag of the host can be denied`() throws {
    #expect(try parse("buy Z2 --no-json").has(.flag("json", "")) == false)
    #expect(try parse("buy Z2 --json").has(.flag("json", "")))
  }

  @Test func `help names the choices, what may be repeated and what is not declared`() {
    let help = Help(
      host: "metro", summary: "", commands: [Self.buy], globals: [], examples: [], alone: "")
    let text = help.text(for: ["buy"], on: Page(columns: 100))
    #expect(text.contains("  -k, --kind <value>       the kind: single or day-pass\n"))
    #expect(text.contains("  --extras <value>         what else; may be given several times\n"))
    #expect(text.contains("  --is-return              true or false\n"))
    #expect(text.contains("  --maximum-price <value>  a whole number\n"))
  }
}
