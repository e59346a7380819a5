import Mediator

@testable import Console

let globals: [Argument] = [
  .option("city", "The city, instead of the current one", value: "city"),
  .flag("json", "Answers in JSON, for programs"),
  .flag("version", "Shows the version"),
]

let commands: [Command] = [
  command(
    "route", "Plans the journeys between two stations",
    .positional("from", "The station where it begins"),
    .positional("to", "The station where it ends"),
    .option("depart", "When to leave at the earliest, as 08:15; now unless given", value: "time"),
    .option("change-time", "How long a change takes", value: "seconds"),
    .flag("least-walking", "Prefers short changes"),
    .option("city", "The city, instead of the current one", value: "city"),
    examples: ["route Trindade Aliados", "route Trindade \"Casa da Música\" --depart 08:15"]),
  command(
    "stations", "Lists stations", .positional("text", "A part of the name", isOptional: true),
    examples: ["stations"]),
  command("city list", "Lists the cities", examples: ["city list"]),
  command(
    "city use", "Makes a city the current one", .positional("city", "The city"),
    examples: ["city use porto"]),
  command(
    "city remove", "Removes a city", .positional("city", "The city"),
    examples: ["city remove porto"]),
]

private func command(
  _ words: String, _ summary: String, _ arguments: Argument..., examples: [String]
) -> Command {
  Command(words, summary, arguments: arguments, examples: examples) { invocation in
    try Answer(invocation.parameters.values) { values, _ in "\(values)" }
  }
}
