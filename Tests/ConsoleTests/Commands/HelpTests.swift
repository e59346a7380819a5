import Mediator
import Testing

@testable import Console

struct HelpTests {
  private let help = Help(
    host: "metro", summary: "journeys by metro, offline", commands: commands, globals: globals,
    examples: ["route Trindade Aliados"], alone: "opens a map")

  @Test func `the overview names every command, a group in one entry, and ends with examples`() {
    #expect(
      help.text(on: Page(columns: 80)) == """
        metro: journeys by metro, offline

        Usage: metro <command> [options]

        Commands
          route <from> <to>  Plans the journeys between two stations
          stations [<text>]  Lists stations
          city <command>     list, use or remove

        Options of every command
          --city <city>  The city, instead of the current one
          --json         Answers in JSON, for programs
          --version      Shows the version
          -h, --help     show how to call a command

        Examples
          metro route Trindade Aliados

        'metro' alone opens a map; 'metro help <command>' tells more.
        """)
  }

  @Test func `a command's page explains its arguments and ends with examples`() {
    #expect(
      help.text(for: ["route"], on: Page(columns: 80)) == """
        metro route: Plans the journeys between two stations

        Usage: metro route <from> <to> [options]

        Arguments
          <from>  The station where it begins
          <to>    The station where it ends

        Options
          --depart <time>          When to leave at the earliest, as 08:15; now unless
                                   given
          --change-time <seconds>  How long a change takes
          --least-walking          Prefers short changes
          --city <city>            The city, instead of the current one

        Options of every command
          --json      Answers in JSON, for programs
          --version   Shows the version
          -h, --help  show how to call a command

        Examples
          metro route Trindade Aliados
          metro route Trindade "Casa da Música" --depart 08:15
        """)
  }

  @Test func `the first words of commands lead to them`() {
    let text = help.text(for: ["city"], on: Page(columns: 80))
    #expect(text.hasPrefix("Usage: metro city <command> [options]\n\nCommands\n  city list "))
    #expect(!text.contains("route"))
    #expect(text.contains("  city use <city>     Makes a city the current one\n"))
    #expect(!text.contains("alone"))
  }

  @Test func `a command that begins others names them in its entry`() {
    let help = Help(
      host: "metro", summary: "",
      commands: ["city", "city add", "city use"].map {
        Command($0, "Shows the city", examples: []) { _ in try Answer(Empty()) { _, _ in "" } }
      }, globals: [], examples: [], alone: "")
    #expect(help.text(on: Page(columns: 80)).contains("  city  Shows the city; or add or use\n"))
  }

  @Test func `a command tells what its JSON holds, by its own type before that of its action`() {
    struct Plan: Codable { let journeys: [String] }
    enum Trains: Interface {
      static let plan = Action<Empty, Plan>(Trains.self, "plan")
    }
    func json(_ answers: (any (Decodable & Sendable).Type)?) -> String {
      let command = Command("plan", "", shows: Trains.plan, answers: answers, examples: []) { _ in
        try Answer(Empty()) { _, _ in "" }
      }
      return Help(
        host: "metro", summary: "", commands: [command], globals: [], examples: [], alone: ""
      ).text(for: ["plan"], on: Page(columns: 200))
    }
    #expect(json(nil).contains("JSON: an object with journeys; "))
    struct Other: Decodable, Sendable { let days: Int }
    #expect(json([Other].self).contains("JSON: a list of objects with days; "))
  }

  @Test(arguments: [[], ["route"], ["city"]], [34, 40, 60])
  func `every line fits a narrow page`(words: [String], columns: Int) {
    let lines = help.text(for: words, on: Page(columns: columns)).split(separator: "\n")
    let examples = lines.drop { $0 != "Examples" }
    #expect(lines.dropLast(examples.count).allSatisfy { String($0).columns <= columns })
  }

  @Test func `titles are heavy where there are colours`() {
    let text = help.text(on: Page(columns: 80, colors: .ansi16))
    #expect(text.contains("\u{1B}[1mCommands\u{1B}[0m\n"))
  }
}
