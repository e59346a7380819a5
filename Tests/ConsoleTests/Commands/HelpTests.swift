import Testing

@testable import Console

struct HelpTests {
  private let help = Help(
    host: "metro", summary: "journeys by metro, offline", commands: commands, globals: globals,
    examples: ["route Trindade Aliados"])

  @Test func `the overview names every command and ends with examples`() {
    #expect(
      help.text(on: Page(columns: 80)) == """
        metro: journeys by metro, offline

        Usage: metro <command> [options]

        Commands
          route <from> <to>   Plans the journeys between two stations
          stations [<text>]   Lists stations
          city list           Lists the cities
          city use <city>     Makes a city the current one
          city remove <city>  Removes a city

        Options of every command
          --city <city>  The city, instead of the current one
          --json         Answers in JSON, for programs
          --version      Shows the version
          -h, --help     show how to call a command

        Examples
          metro route Trindade Aliados

        'metro help <command>' tells more.
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
