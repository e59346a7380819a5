import Documents
import Foundation
import Mediator
import Testing

@testable import Console

private enum Greeter: Interface {
  static let greet = Action<Guest, String>(Greeter.self, "greet")
  static let spell = Action<String, String>(Greeter.self, "spell")
}

private struct Guest: Codable, Sendable {
  let name: String
  let times: Int?
}

struct CommandTests {
  @Test func `a command shows the output of its action as JSON and as text`() async throws {
    let mediator = Mediator()
    try mediator.answer(Greeter.greet) { guest in "olá/\(guest.name)" }
    let command = Command(
      "greet", "Greet a guest", calls: Greeter.greet, arguments: [.positional("name", "the guest")],
      examples: []
    ) { text in [.title(LocalizedText(verbatim: text))] }
    let result = try await command.run(["name": "Ana"], through: mediator)
    #expect(try String(decoding: result.json, as: UTF8.self) == "\"olá/Ana\"")
    #expect(result.text(on: Page(columns: 80)) == "olá/Ana")
    #expect(result.text(on: Page(columns: 80, colors: .ansi16)) == "\u{1B}[1molá/Ana\u{1B}[0m")
  }

  @Test func `the lines of a result are those of its text unless it has others`() throws {
    let page = Page(columns: 80)
    #expect(CommandResult(1) { _ in [.multiline("a\nb")] }.lines(on: page) == ["a", "b"])
    let result = CommandResult(2, lines: { number in ["\(number)"] }) { _ in "a" }
    #expect(result.lines(on: page) == ["2"])
    #expect(CommandResult(json: Data("[3]".utf8)).lines(on: page) == ["[", "  3", "]"])
    #expect(CommandResult(json: Data("[3".utf8)).text(on: page) == "[3")
  }

  @Test func `an argument that matches no field of the input is found`() {
    let arguments: [Argument] = [
      .positional("name", "the guest"), .option("often", "how many times", field: "times"),
      .option("level", "how loud"), .flag("run", "do it"),
    ]
    let command = Command(
      "greet", "Greet a guest", calls: Greeter.greet, arguments: arguments, examples: []
    ) { text in "\(text)" }
    let finding =
      "matches no field of the input of 'greeter/greet'; rename it or remove it"
    #expect(
      command.watchable(every: .seconds(30)).argumentFindings == [
        "the argument '--level' of the command 'greet' \(finding)",
        "the argument '--run' of the command 'greet' \(finding)",
      ])
    #expect(command.serving(unless: "run").unusedArguments.map(\.name) == ["level"])
    let withBody = Command(
      "greet", "Greet a guest", action: Greeter.greet, arguments: arguments, examples: []
    ) { _ in CommandResult(1) { _ in [] } }
    #expect(withBody.unusedArguments.isEmpty)
    let ofText = Command(
      "spell", "Spell a word", calls: Greeter.spell, arguments: arguments, examples: []
    ) { text in "\(text)" }
    #expect(ofText.unusedArguments.isEmpty)
  }

  @Test func `a repeated name and a required argument after an optional one are found`() {
    let command = Command(
      "greet", "Greet a guest",
      arguments: [
        .positional("greeting", "the words", isOptional: true), .positional("name", "the guest"),
        .option("level", "how loud"), .flag("level", "shout"), .option("name", "the host"),
      ], examples: []
    ) { _ in CommandResult(1) { _ in [] } }
    #expect(
      command.argumentFindings == [
        "two arguments of the command 'greet' have the name '--level'; rename one of them",
        "the argument 'name' of the command 'greet' must be given, but follows one that may be left "
          + "out; put it before 'greeting'",
      ])
  }

  private struct Wish: Codable, Sendable, SchemaDescribing {
    let guest: String
    let songTitle: String
    let until: String?
    let loud: Bool?
    let again: Bool?
    let note: String?

    static var fieldDescriptions: FieldDescriptions {
      [
        "guest": "who wishes", "songTitle": "the song",
        "until": .init("the latest time", default: "midnight", valueName: "time"),
        "loud": .flag("turn it up"), "again": "play it twice",
      ]
    }
  }

  private enum Wishes: Interface {
    static let add = Action<Wish, Wish>(Wishes.self, "add")
  }

  private static func wish(_ arguments: [Argument]) -> Command {
    Command("wish", "Wish", calls: Wishes.add, arguments: arguments, examples: []) { _ in [] }
  }

  @Test func `a command has an argument for each field of its input, with the words of the type`() {
    let command = Self.wish(["guest", "song-title", .option("before", field: "until")])
    #expect(
      (command.arguments + command.derivedOptions).map { [$0.usage, $0.field, $0.summary] } == [
        ["<guest>", "guest", "who wishes"], ["<song-title>", "songTitle", "the song"],
        ["--before <time>", "until", "the latest time (default: midnight)"],
        ["--loud", "loud", "turn it up"], ["--again <value>", "again", "play it twice"],
        ["--note <value>", "note", "a text"],
      ])
  }

  @Test func `a command with a type of its own for its arguments has no others`() {
    struct Name: SchemaDescribing {
      let guest: String
      static var fieldDescriptions: FieldDescriptions { Wish.fieldDescriptions.only("guest") }
    }
    let command = Command(
      "wish", "Wish", action: Wishes.add, input: Name.self, arguments: ["guest"], examples: []
    ) { _ in CommandResult(1) { _ in [] } }
    #expect((command.arguments + command.derivedOptions).map(\.summary) == ["who wishes"])
  }

  @Test func `an argument without words, and a flag that is described as an option, are found`() {
    #expect(
      Self.wish(["guest", .option("note")]).argumentFindings == [
        "the argument '--note' of the command 'wish' has no description; describe its field in the "
          + "'fieldDescriptions' of the input",
        "the argument '--again' of the command 'wish' is true or false; describe it with 'flag'",
      ])
  }

  @Test func `a watchable command has the flag`() throws {
    let command = Command(
      "greet", "Greet a guest", calls: Greeter.greet, arguments: [.positional("name", "the guest")],
      examples: []
    ) { text in "\(text)" }
    #expect(command.watchInterval == nil)
    let watchable = command.watchable(every: .seconds(30))
    #expect(watchable.watchInterval == .seconds(30))
    #expect(watchable.arguments.map(\.name) == ["name", "watch"])
  }
}

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

/// Options that are derived from the input of an action.
struct DerivedOptionTests {
  private static let buy = Command(
    "buy", "Buy a ticket", calls: Tickets.buy,
    arguments: [
      .positional("zone", "the zone"), .option("kind", "the kind", shortName: "k"),
      .option("extras", "what else"), .flag("slowly", "take your time"),
    ],
    examples: [], view: { _ in [] })
  private let parser = CommandParser(commands: [buy], globals: ConsoleFixture.globals)

  private func parse(_ line: String) throws -> ParsedCommandLine {
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
  func `every field of the input is an option, declared or not`(
    line: String, parameters: Parameters
  ) throws {
    #expect(try parse(line).parameters == parameters)
  }

  @Test func `an option for a list may be repeated`() throws {
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
  func `abbreviations and other negations are not accepted`(line: String, error: CommandLineError) {
    #expect(throws: error) { try parse(line) }
  }

  @Test func `a global flag can be negated`() throws {
    #expect(try parse("buy Z2 --no-json").has(.flag("json", "")) == false)
    #expect(try parse("buy Z2 --json").has(.flag("json", "")))
  }

  @Test func `help shows choices, repeatable options and derived options`() {
    let help = Help(
      host: "store", summary: "", commands: [Self.buy], globals: [], examples: [],
      withoutCommand: "")
    let text = Page(columns: 100).text(of: help.document(for: ["buy"]))
    #expect(text.contains("  -k, --kind <value>       the kind: single or day-pass\n"))
    #expect(text.contains("  --extras <value>         what else; may be given several times\n"))
    #expect(text.contains("  --is-return              true or false\n"))
    #expect(text.contains("  --maximum-price <value>  a whole number\n"))
  }
}
