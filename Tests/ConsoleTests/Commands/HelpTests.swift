import Documents
import Mediator
import Testing

@testable import Console

struct HelpTests {
  private let help = Help(
    host: "store", summary: "a store with few products", commands: ConsoleFixture.commands,
    globals: ConsoleFixture.globals,
    examples: ["route Trindade Aliados"], withoutCommand: "open a map")

  @Test func `the overview lists all commands, with one entry for a group`() {
    #expect(
      Page(columns: 80).text(of: help.document()) == """
        store: a store with few products

        Usage: store <command> [options]

        Commands
          route <from> <to>  Plan deliveries between shops
          products [<text>]  List products
          shop <command>     list, use, remove

        Global options
          --shop <shop>  the shop to use (default: the current shop)
          --json         print JSON
          --version      print the version
          -h, --help     show help for a command

        Examples
          store route Trindade Aliados

        Run 'store' without a command to open a map. Run 'store help <command>' for
        details.
        """)
  }

  @Test func `the help of the host lists the options of some commands, which list them, too`() {
    let shop = Argument.option("shop", .init("the shop to use", valueName: "name"))
    let help = Help(
      host: "store", summary: "a store", commands: ConsoleFixture.commands, globals: [],
      sharedOptions: [shop], examples: [], withoutCommand: "open a map")
    let heading = "Options of some commands\n  --shop <name>  the shop to use\n\nGlobal options\n"
    #expect(Page(columns: 80).text(of: help.document()).contains(heading))
    for words in [["shop"], ["products"]] {
      #expect(!Page(columns: 80).text(of: help.document(for: words)).contains("--shop <name>"))
    }
  }

  @Test func `the usage contains the options that must be given`() {
    let command = Command(
      "rent", "Rent a bicycle",
      arguments: [
        .positional("shop", "where"), .option("days", "how long", isOptional: false),
        .flag("helmet", "", isOptional: false), .option("size", "how large"),
      ], examples: []
    ) { _ in CommandResult(0) { number in "\(number)" } }
    #expect(command.usage == "rent <shop> --days <value> --helmet")
  }

  @Test func `the help of a command lists its arguments and examples`() {
    #expect(
      Page(columns: 80).text(of: help.document(for: ["route"])) == """
        store route: Plan deliveries between shops

        Usage: store route <from> <to> [options]

        Arguments
          <from>  the shop to start from
          <to>    the destination

        Options
          --depart <time>          the earliest pick-up, such as 08:15 (default: the
                                   current time)
          --change-time <seconds>  the time for a change
          --least-walking          prefer short changes
          --shop <shop>            the shop to use (default: the current shop)

        Global options
          --json      print JSON
          --version   print the version
          -h, --help  show help for a command

        Examples
          store route Trindade Aliados
          store route Trindade "Casa da Música" --depart 08:15
        """)
  }

  @Test func `the first word of several commands lists these commands`() {
    let text = Page(columns: 80).text(of: help.document(for: ["shop"]))
    #expect(text.hasPrefix("Usage: store shop <command> [options]\n\nCommands\n  shop list "))
    #expect(!text.contains("route"))
    #expect(text.contains("  shop use <shop>     Switch to another shop\n"))
    #expect(!text.contains("without a command"))
  }

  @Test func `the entry of a command lists its subcommands`() {
    let help = Help(
      host: "store", summary: "",
      commands: ["shop", "shop add", "shop use"].map {
        Command($0, "Show the shop", examples: []) { _ in CommandResult(Empty()) { _ in [] }
        }
      }, globals: [], examples: [], withoutCommand: "")
    #expect(
      Page(columns: 80).text(of: help.document()).contains(
        "  shop  Show the shop; also: add, use\n"))
  }

  @Test func `help lists the fields of the JSON, of the output type or else of the action`() {
    struct Plan: Codable { let parcels: [String] }
    enum Parcels: Interface {
      static let plan = Action<Empty, Plan>(Parcels.self, "plan")
    }
    func json(_ outputType: (any (Decodable & Sendable).Type)?) -> String {
      let command = Command("plan", "", action: Parcels.plan, outputType: outputType, examples: [])
      {
        _ in
        CommandResult(Empty()) { _ in [] }
      }
      let help = Help(
        host: "store", summary: "", commands: [command], globals: [], examples: [],
        withoutCommand: "")
      return Page(columns: 200).text(of: help.document(for: ["plan"]))
    }
    #expect(json(nil).contains("JSON output: an object with parcels; "))
    struct Other: Decodable, Sendable { let days: Int }
    #expect(json([Other].self).contains("JSON output: a list of objects with days; "))
  }

  @Test(arguments: [[], ["route"], ["shop"]], [34, 40, 60])
  func `every line fits a narrow page`(words: [String], columns: Int) {
    let lines = Page(columns: columns).text(of: help.document(for: words)).split(separator: "\n")
    #expect(lines.allSatisfy { String($0).columns <= columns })
  }

  @Test func `an example that is too long continues after a backslash, and runs as it is drawn`() {
    let text = Page(columns: 40).text(of: help.document(for: ["route"]))
    #expect(
      text.hasSuffix(
        #"""
        Examples
          store route Trindade Aliados
          store route Trindade \
            "Casa da Música" --depart 08:15
        """#))
  }

  @Test func `the texts of a command contain no control characters`() {
    let command = Command(
      "open", "Open \u{1B}[2J", arguments: [.option("door\u{7}", "the \u{9B}31m door")],
      examples: ["open \u{1B}c"]
    ) { _ in CommandResult(Empty()) { _ in [] } }
    let help = Help(
      host: "store", summary: "\u{1B}[1m", commands: [command], globals: [], examples: [],
      withoutCommand: "")
    for words in [[], ["open"]] {
      let text = Page(columns: 80).text(of: help.document(for: words))
      #expect(text.allSatisfy { $0 == "\n" || "\($0)" == "\($0)".printable })
    }
  }

  @Test func `titles are bold on a page with colours`() {
    let text = Page(columns: 80, colors: .ansi16).text(of: help.document())
    #expect(text.contains("\u{1B}[1mCommands\u{1B}[0m\n"))
  }
}
