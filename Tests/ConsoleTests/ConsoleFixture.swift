import Mediator

@testable import Console

/// The commands and global options of an example host.
enum ConsoleFixture {
  static let globals: [Argument] = [
    .option("city", "the city to use (default: the current city)", valueName: "city"),
    .flag("json", "print JSON"),
    .flag("version", "print the version"),
  ]

  static let commands: [Command] = [
    command(
      "route", "Plan journeys between two stations",
      .positional("from", "the station to start from"),
      .positional("to", "the destination station"),
      .option(
        "depart", "the earliest departure, such as 08:15 (default: the current time)",
        valueName: "time"),
      .option("change-time", "the time for a change", valueName: "seconds"),
      .flag("least-walking", "prefer short changes"),
      .option("city", "the city to use (default: the current city)", valueName: "city"),
      examples: ["route Trindade Aliados", "route Trindade \"Casa da Música\" --depart 08:15"]),
    command(
      "stations", "List stations", .positional("text", "a part of the name", isOptional: true),
      examples: ["stations"]),
    command("city list", "List cities", examples: ["city list"]),
    command(
      "city use", "Switch to another city", .positional("city", "the city"),
      examples: ["city use porto"]),
    command(
      "city remove", "Remove a city", .positional("city", "the city"),
      examples: ["city remove porto"]),
  ]

  private static func command(
    _ words: String, _ summary: String, _ arguments: Argument..., examples: [String]
  ) -> Command {
    Command(words, summary, arguments: arguments, examples: examples) { invocation in
      try CommandResult(invocation.parameters.values) { values, _ in "\(values)" }
    }
  }
}
