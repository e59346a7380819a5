import Documents
import Mediator

@testable import Console

/// The commands and global options of an example host.
enum ConsoleFixture {
  static let globals: [Argument] = [
    .option("shop", .init("the shop to use (default: the current shop)", valueName: "shop")),
    .flag("json", "print JSON"),
    .flag("version", "print the version"),
  ]

  static let commands: [Command] = [
    command(
      "route", "Plan deliveries between shops",
      .positional("from", "the shop to start from"),
      .positional("to", "the destination"),
      .option(
        "depart",
        .init("the earliest pick-up, such as 08:15 (default: the current time)", valueName: "time")),
      .option("change-time", .init("the time for a change", valueName: "seconds")),
      .flag("least-walking", "prefer short changes"),
      .option("shop", .init("the shop to use (default: the current shop)", valueName: "shop")),
      examples: ["route Trindade Aliados", "route Trindade \"Casa da Música\" --depart 08:15"]),
    command(
      "products", "List products", .positional("text", "a part of the name", isOptional: true),
      examples: ["products"]),
    command("shop list", "List shops", examples: ["shop list"]),
    command(
      "shop use", "Switch to another shop", .positional("shop", "the shop"),
      examples: ["shop use porto"]),
    command(
      "shop remove", "Remove a shop", .positional("shop", "the shop"),
      examples: ["shop remove porto"]),
  ]

  private static func command(
    _ words: String, _ summary: String, _ arguments: Argument..., examples: [String]
  ) -> Command {
    Command(words, summary, arguments: arguments, examples: examples) { invocation in
      CommandResult(invocation.readParameters().values) { values in "\(values)" }
    }
  }
}
