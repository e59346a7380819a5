import Mediator
import Testing

@testable import Console

struct HelpTests {
  private let help = Help(
    host: "metro", summary: "journeys by metro, offline", commands: ConsoleFixture.commands,
    globals: ConsoleFixture.globals,
    examples: ["route Trindade Aliados"], withoutCommand: "open a map")

  @Test func `the overview lists all commands, with one entry for a group`() {
    #expect(
      help.text(on: Page(columns: 80)) == """
        metro: journeys by metro, offline

        Usage: metro <command> [options]

        Commands
          route <from> <to>  Plan journeys between two stations
          stations [<text>]  List stations
          city <command>     list, use, remove

        Global options
          --city <city>  the city to use (default: the current city)
          --json         print JSON
          --version      print the version
          -h, --help     show help for a command

        Examples
          metro route Trindade Aliados

        Run 'metro' without a command to open a map. Run 'metro help <command>' for
        details.
        """)
  }

  @Test func `the help of a command lists its arguments and examples`() {
    #expect(
      help.text(for: ["route"], on: Page(columns: 80)) == """
        metro route: Plan journeys between two stations

        Usage: metro route <from> <to> [options]

        Arguments
          <from>  the station to start from
          <to>    the destination station

        Options
          --depart <time>          the earliest departure, such as 08:15 (default: the
                                   current time)
          --change-time <seconds>  the time for a change
          --least-walking          prefer short changes
          --city <city>            the city to use (default: the current city)

        Global options
          --json      print JSON
          --version   print the version
          -h, --help  show help for a command

        Examples
          metro route Trindade Aliados
          metro route Trindade "Casa da Música" --depart 08:15
        """)
  }

  @Test func `the first word of several commands lists these commands`() {
    let text = help.text(for: ["city"], on: Page(columns: 80))
    #expect(text.hasPrefix("Usage: metro city <command> [options]\n\nCommands\n  city list "))
    #expect(!text.contains("route"))
    #expect(text.contains("  city use <city>     Switch to another city\n"))
    #expect(!text.contains("without a command"))
  }

  @Test func `the entry of a command lists its subcommands`() {
    let help = Help(
      host: "metro", summary: "",
      commands: ["city", "city add", "city use"].map {
        Command($0, "Show the city", examples: []) { _ in try CommandResult(Empty()) { _, _ in "" }
        }
      }, globals: [], examples: [], withoutCommand: "")
    #expect(help.text(on: Page(columns: 80)).contains("  city  Show the city; also: add, use\n"))
  }

  @Test func `help lists the fields of the JSON, of the output type or else of the action`() {
    struct Plan: Codable { let journeys: [String] }
    enum Trains: Interface {
      static let plan = Action<Empty, Plan>(Trains.self, "plan")
    }
    func json(_ outputType: (any (Decodable & Sendable).Type)?) -> String {
      let command = Command("plan", "", action: Trains.plan, outputType: outputType, examples: []) {
        _ in
        try CommandResult(Empty()) { _, _ in "" }
      }
      return Help(
        host: "metro", summary: "", commands: [command], globals: [], examples: [],
        withoutCommand: ""
      ).text(for: ["plan"], on: Page(columns: 200))
    }
    #expect(json(nil).contains("JSON output: an object with journeys; "))
    struct Other: Decodable, Sendable { let days: Int }
    #expect(json([Other].self).contains("JSON output: a list of objects with days; "))
  }

  @Test(arguments: [[], ["route"], ["city"]], [34, 40, 60])
  func `every line fits a narrow page`(words: [String], columns: Int) {
    let lines = help.text(for: words, on: Page(columns: columns)).split(separator: "\n")
    let examples = lines.drop { $0 != "Examples" }
    #expect(lines.dropLast(examples.count).allSatisfy { String($0).columns <= columns })
  }

  @Test func `titles are bold on a page with colours`() {
    let text = help.text(on: Page(columns: 80, colors: .ansi16))
    #expect(text.contains("\u{1B}[1mCommands\u{1B}[0m\n"))
  }
}
