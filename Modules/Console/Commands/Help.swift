import Mediator

/// What a host tells about itself and its commands.
public struct Help: Sendable {
  private let host: String
  private let summary: String
  private let commands: [Command]
  private let globals: [Argument]
  private let examples: [String]
  private let alone: String

  /// Help for the host whose command is named `host` and that does what `summary` says, and what
  /// `alone` says without a command.
  ///
  /// The examples run as they stand, without the host's name.
  public init(
    host: String, summary: String, commands: [Command], globals: [Argument], examples: [String],
    alone: String
  ) {
    self.host = host
    self.summary = summary
    self.commands = commands
    self.globals = globals.includingHelp
    self.examples = examples
    self.alone = alone
  }

  /// Lays out the help for the command called by `words`, or for all whose words begin so; without
  /// words, for the host.
  public func text(for words: [String] = [], on page: Page) -> String {
    let paragraphs =
      if let command = commands.first(where: { $0.words == words }) {
        paragraphs(for: command, on: page)
      } else {
        paragraphs(forAllOf: words, on: page)
      }
    return paragraphs.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func paragraphs(forAllOf words: [String], on page: Page) -> [String] {
    let commands = commands.filter { $0.words.starts(with: words) }
    let examples = words.isEmpty ? examples : commands.flatMap(\.examples)
    let name = ([host] + words).joined(separator: " ")
    return [
      words.isEmpty ? heading(name, summary, on: page) : "",
      page.paragraph("Usage: \(name) <command> [options]"),
      section("Commands", overview(of: commands, after: words), on: page),
      section("Options of every command", globals.map { ($0.usage, $0.summary) }, on: page),
      section("Examples", examples.map { ("\(host) \($0)", "") }, on: page),
      page.paragraph(
        (words.isEmpty ? "'\(host)' alone \(alone); " : "")
          + "'\(host) help <command>' tells more."),
    ]
  }

  /// An entry for each word that may come next; commands that share it are named in theirs.
  private func overview(
    of commands: [Command], after words: [String]
  ) -> [(term: String, meaning: String)] {
    var rest = commands[...]
    var entries: [(term: String, meaning: String)] = []
    while let first = rest.first {
      let start = Array(first.words.prefix(words.count + 1))
      let group = rest.prefix { $0.words.starts(with: start) }
      rest = rest.dropFirst(group.count)
      guard group.count > 1 else {
        entries.append((first.usage, first.summary))
        continue
      }
      let isWhole = first.words == start
      let others = group.dropFirst(isWhole ? 1 : 0).map {
        Array($0.words.dropFirst(start.count)).joined(separator: " ")
      }
      entries.append(
        isWhole
          ? (first.usage, "\(first.summary); or \(others.choice)")
          : ("\(start.joined(separator: " ")) <command>", others.choice))
    }
    return entries
  }

  private func paragraphs(for command: Command, on page: Page) -> [String] {
    let own = command.options.map(\.name)
    let others = globals.filter { !own.contains($0.name) }
    let within = commands.filter {
      $0.words.count > command.words.count && $0.words.starts(with: command.words)
    }
    return [
      heading("\(host) \(command.name)", command.summary, on: page),
      page.paragraph("Usage: \(host) \(command.usage) [options]"),
      section("Arguments", entries(command.positionals, of: command), on: page),
      section("Options", entries(command.options + command.derivedOptions, of: command), on: page),
      section("Options of every command", others.map { ($0.usage, $0.summary) }, on: page),
      section("Commands", within.map { ($0.usage, $0.summary) }, on: page),
      section("Examples", command.examples.map { ("\(host) \($0)", "") }, on: page),
      page.paragraph(json(of: command)),
    ]
  }

  private func entries(
    _ arguments: [Argument], of command: Command
  ) -> [(term: String, meaning: String)] {
    arguments.map { ($0.usage, command.meaning(of: $0)) }
  }

  /// What its JSON holds, in one sentence.
  private func json(of command: Command) -> String {
    guard let shape = try? command.answerShape else { return "" }
    let isList = if case .list = shape { true } else { false }
    let fields = shape.fieldsOfOne.map(\.name).joined(separator: ", ")
    guard !fields.isEmpty else { return "" }
    return "JSON: \(isList ? "a list of objects with" : "an object with") \(fields); "
      + "'\(host) help \(command.name) --json' gives its JSON Schema."
  }

  /// The same for programs: of each command its arguments, examples and the JSON Schema of its answer.
  /// - Throws: What keeps a shape from becoming JSON.
  public func pages(for words: [String] = []) throws -> [HelpPage] {
    try commands.filter { $0.words.starts(with: words) }.map { try HelpPage($0) }
  }

  private func heading(_ name: String, _ summary: String, on page: Page) -> String {
    page.paragraph("\(name): \(summary)")
  }

  private func section(
    _ title: String, _ entries: [(term: String, meaning: String)], on page: Page
  ) -> String {
    guard !entries.isEmpty else { return "" }
    return page.paint(title, .bold) + "\n" + page.definitions(entries)
  }
}
