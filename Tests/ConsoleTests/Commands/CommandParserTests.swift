import Documents
import Mediator
import Testing

@testable import Console

struct CommandParserTests {
  private let parser = CommandParser(
    commands: ConsoleFixture.commands + [
      Command("bookmarks", "", examples: []) { _ in CommandResult(Empty()) { _ in [] } },
      Command("bookmarks search", "", examples: []) { _ in CommandResult(Empty()) { _ in [] }
      },
      Command(
        "map", "",
        arguments: [
          .option("route", .init("", valueName: "from"), field: "from", takesPositionals: true),
          .option("file", "", field: "path"), .positional("via", ""), .positional("to", ""),
        ], examples: []
      ) { _ in CommandResult(Empty()) { _ in [] } },
    ], globals: ConsoleFixture.globals)

  @Test(
    arguments: [
      ("products", "products", [:], [:]),
      ("products 西", "products", ["text": "西"], [:]),
      ("route A B", "route", ["from": "A", "to": "B"], [:]),
      ("route --depart 08:00 A B", "route", ["from": "A", "to": "B", "depart": "08:00"], [:]),
      ("route A --depart=08:00 B", "route", ["from": "A", "to": "B", "depart": "08:00"], [:]),
      ("route A B --depart=", "route", ["from": "A", "to": "B", "depart": ""], [:]),
      ("route A B --depart=a=b", "route", ["from": "A", "to": "B", "depart": "a=b"], [:]),
      ("route A B --change-time -3", "route", ["from": "A", "to": "B", "changeTime": "-3"], [:]),
      ("route A B --change-time -.5", "route", ["from": "A", "to": "B", "changeTime": "-.5"], [:]),
      (
        "route A B --least-walking", "route", ["from": "A", "to": "B", "leastWalking": "true"], [:]
      ),
      ("route - -7", "route", ["from": "-", "to": "-7"], [:]),
      ("route -- --json -h", "route", ["from": "--json", "to": "-h"], [:]),
      ("route A -- --", "route", ["from": "A", "to": "--"], [:]),
      ("-- route A B", "route", ["from": "A", "to": "B"], [:]),
      ("--shop x route A B", "route", ["from": "A", "to": "B", "shop": "x"], [:]),
      ("route A B --shop=x", "route", ["from": "A", "to": "B", "shop": "x"], [:]),
      ("--json shop list", "shop list", [:], ["json": "true"]),
      ("shop list --json", "shop list", [:], ["json": "true"]),
      ("--shop x shop list", "shop list", [:], ["shop": "x"]),
      ("--shop x shop remove y", "shop remove", ["shop": "y"], ["shop": "x"]),
      ("shop", "", [:], [:]),
    ].dropLast() as [(String, String, Parameters, Parameters)])
  func `a line is split into the parameters of a command and the global options`(
    line: String, name: String, parameters: Parameters, globals: Parameters
  ) throws {
    let parsed = try parser.parse(line.split(separator: " ").map(String.init))
    guard case .run(let command) = parsed.request else {
      Issue.record("'\(line)' runs no command")
      return
    }
    #expect(command.name == name)
    #expect(parsed.parameters == parameters)
    #expect(parsed.globals == globals)
  }

  @Test(
    arguments: [
      ("rout A B", .unknownCommand("rout", nearest: "route")),
      ("fly", .unknownCommand("fly", nearest: nil)),
      ("shop", .incompleteCommand("shop", subcommands: ["list", "remove", "use"])),
      ("--json shop --json", .incompleteCommand("shop", subcommands: ["list", "remove", "use"])),
      ("shop lsit", .unknownCommand("shop lsit", group: "shop", nearest: "shop list")),
      (
        "bookmarks serach",
        .unknownCommand("bookmarks serach", group: "bookmarks", nearest: "bookmarks search")
      ),
      ("bookmarks rm", .unknownCommand("bookmarks rm", group: "bookmarks", nearest: nil)),
      (
        "help bookmarks serach",
        .unknownCommand("bookmarks serach", group: "bookmarks", nearest: "bookmarks search")
      ),
      ("bookmarks lst", .unknownCommand("bookmarks lst", group: "bookmarks", nearest: nil)),
      ("map Aliados", .missingArgument("to", usage: "map [--route <from> <via> <to>]")),
      ("shup list", .unknownCommand("shup", nearest: "shop")),
      ("route A B --depat 8", .unknownOption("--depat", nearest: "--depart")),
      ("route A B --dep 8", .unknownOption("--dep", nearest: nil)),
      ("route A B -json", .unknownOption("-json", nearest: "--json")),
      ("route A B -x", .unknownOption("-x", nearest: nil)),
      ("--depart 8 route A B", .misplacedOption("--depart")),
      ("route A B --=", .unknownOption("--=", nearest: nil)),
      ("route A B ---", .unknownOption("---", nearest: nil)),
      ("route A B --JSON", .unknownOption("--JSON", nearest: "--json")),
      ("route A B --depart", .missingValue("--depart")),
      ("route A B --depart --json", .missingValue("--depart")),
      ("route A B --depart -- 8", .missingValue("--depart")),
      ("--shop", .missingValue("--shop")),
      ("route A B --json=1", .unexpectedValue("--json")),
      ("route A B --json --json", .repeatedOption("--json")),
      ("--json route A B --json", .repeatedOption("--json")),
      ("--shop x route A B --shop=x", .repeatedOption("--shop")),
      ("route", .missingArgument("from", usage: "route <from> <to>")),
      ("route A", .missingArgument("to", usage: "route <from> <to>")),
      ("route A B C", .unexpectedArgument("C", usage: "route <from> <to>")),
      ("shop list x", .unexpectedArgument("x", usage: "shop list")),
      ("products a b", .unexpectedArgument("b", usage: "products [<text>]")),
    ] as [(String, CommandLineError)])
  func `a line that is not valid is an error`(line: String, error: CommandLineError) {
    #expect(throws: error) {
      try parser.parse(line.split(separator: " ").map(String.init))
    }
  }

  @Test(
    arguments: [
      ("help", []), ("--help", []), ("-h", []), ("help help", []), ("--json -h", []),
      ("help route", ["route"]), ("route --help", ["route"]), ("--help route", ["route"]),
      ("route A -h", ["route"]), ("route A B C --bogus --help", ["route"]),
      ("help shop", ["shop"]), ("shop --help", ["shop"]), ("help shop list", ["shop", "list"]),
      ("--shop x route --help", ["route"]), ("--shop x help route", ["route"]),
    ] as [(String, [String])])
  func `a line may ask for help for a command, for several commands or for the host`(
    line: String, words: [String]
  ) throws {
    let parsed = try parser.parse(line.split(separator: " ").map(String.init))
    guard case .help(let helpWords) = parsed.request else {
      Issue.record("'\(line)' does not ask for help")
      return
    }
    #expect(helpWords == words)
  }

  @Test(arguments: ["help rout", "rout --help"])
  func `there is no help for an unknown command`(line: String) {
    #expect(throws: CommandLineError.unknownCommand("rout", nearest: "route")) {
      try parser.parse(line.split(separator: " ").map(String.init))
    }
  }

  @Test(arguments: [[], ["--version"], ["--json", "--shop", "x"], ["--"]])
  func `a line may have global options and no command`(line: [String]) throws {
    let parsed = try parser.parse(line)
    guard case .nothing = parsed.request else {
      Issue.record("\(line) asks for something")
      return
    }
    #expect(parsed.has(.flag("version", "")) == line.contains("--version"))
    #expect(parsed.has(.option("shop", "")) == line.contains("--shop"))
  }

  @Test(
    arguments: [
      ([], "", 1, .unknownCommand("", nearest: nil)),
      ([], "\0", 1, .unknownCommand("\0", nearest: nil)),
      (["route", "A", "B"], "", 1, .unexpectedArgument("", usage: "route <from> <to>")),
      (["route"], "A", 10_000, .unexpectedArgument("A", usage: "route <from> <to>")),
      (["route"], "--", 10_000, .unexpectedArgument("--", usage: "route <from> <to>")),
      ([], "--json", 10_000, .repeatedOption("--json")),
      (
        ["shop"], "--shop", 10_000,
        .incompleteCommand("shop", subcommands: ["list", "remove", "use"])
      ),
    ] as [([String], String, Int, CommandLineError)])
  func `a malformed or very long line is an error`(
    start: [String], repeated: String, times: Int, error: CommandLineError
  ) {
    #expect(throws: error) {
      try parser.parse(start + Array(repeating: repeated, count: times))
    }
  }

  @Test func `a very long word is an error`() {
    let word = String(repeating: "x", count: 100_000)
    for line in [[word], ["shop", word], ["route", "A", "B", "--\(word)"]] {
      #expect(throws: CommandLineError.self) { try parser.parse(line) }
    }
  }

  @Test func `empty values and control characters are parsed unchanged`() throws {
    let parsed = try parser.parse(["route", "", "B\0\u{1B}[2J", "--depart", ""])
    #expect(parsed.parameters == ["from": "", "to": "B\0\u{1B}[2J", "depart": ""])
  }

  @Test func `the longest match of words wins`() throws {
    let commands = ["shop", "shop list"].map { words in
      Command(words, "", arguments: [.positional("name", "", isOptional: true)], examples: []) {
        _ in
        CommandResult(words) { text in "\(text)" }
      }
    }
    let parser = CommandParser(commands: commands, globals: [])
    let parsed = try parser.parse(["shop", "list", "x"])
    #expect(parsed.parameters == ["name": "x"])
    #expect(try parser.parse(["shop", "lisbon"]).parameters == ["name": "lisbon"])
    #expect(
      throws: CommandLineError.unknownCommand("shop lst", group: "shop", nearest: "shop list")
    ) {
      try parser.parse(["shop", "lst", "x"])
    }
    #expect(throws: CommandLineError.unexpectedArgument("y", usage: "shop [<name>]")) {
      try parser.parse(["shop", "lamp", "y"])
    }
  }
}
