public import Documents
import Mediator

/// The help of a host and its commands, as text and as JSON.
public struct Help: Sendable {
  let host: String
  let summary: String
  let commands: [Command]
  let globals: [Argument]
  /// The options that only some commands take; each of these lists them.
  let sharedOptions: [Argument]
  let examples: [String]
  /// The commands whose words may be left out.
  let defaults: [Command]
  let withoutCommand: String

  /// Creates the help of a host.
  /// - Parameters:
  ///   - host: The name of the host's command.
  ///   - summary: What the host does.
  ///   - commands: The commands to describe.
  ///   - globals: The host's own options.
  ///   - sharedOptions: The options that may be given before some commands, which list them; the
  ///     help of the host lists them, too.
  ///   - examples: Command lines that run as they are, without the host's name.
  ///   - defaults: The commands whose words may be left out.
  ///   - withoutCommand: What running the host without a command does, such as
  ///     `open the full-screen browser`.
  public init(
    host: String, summary: String, commands: [Command], globals: [Argument],
    sharedOptions: [Argument] = [], examples: [String], defaults: [Command] = [],
    withoutCommand: String
  ) {
    self.host = host
    self.summary = summary
    self.commands = commands
    self.globals = globals.includingHelp
    self.sharedOptions = sharedOptions
    self.examples = examples
    self.defaults = defaults
    self.withoutCommand = withoutCommand
  }

  /// The help for one command, for all commands that begin with the words, or, without words, for
  /// the host.
  public func document(for words: [String] = []) -> Document {
    let blocks =
      if let command = commands.first(where: { $0.words == words }) {
        blocks(for: command)
      } else {
        blocks(forCommandsIn: words)
      }
    return Document(blocks.compactMap(\.self))
  }

  /// The same help for programs: the arguments, the examples and the JSON Schema of each command.
  /// - Throws: `EncodingError` or `DecodingError` when a schema cannot be written as JSON.
  public func descriptions(for words: [String] = []) throws -> [CommandDescription] {
    try commands.filter { $0.words.starts(with: words) }.map { try CommandDescription($0) }
  }

  private func blocks(forCommandsIn words: [String]) -> [Block?] {
    let commands = commands.filter { $0.words.starts(with: words) }
    let examples = words.isEmpty ? examples : commands.flatMap(\.examples)
    let name = ([host] + words).joined(separator: " ")
    let shared = words.isEmpty ? sharedOptions : []
    return [
      words.isEmpty ? heading(name, summary) : nil,
      .paragraph("Usage: \(name) <command> [options]"),
      section("Commands", overview(of: commands, after: words)),
      section("Options of some commands", shared.map { ($0.usage, $0.summary) }),
      section("Global options", globals.map { ($0.usage, $0.summary) }),
      self.examples(examples),
      words.isEmpty && !defaults.isEmpty ? .group(defaults.compactMap(shortForm)) : nil,
      .paragraph(
        Text(words.isEmpty ? "Run '\(host)' without a command to \(withoutCommand). " : "")
          + "Run '\(host) help <command>' for details."),
    ]
  }

  /// One entry for each next word; it lists the commands that begin with that word.
  private func overview(
    of commands: [Command], after words: [String]
  ) -> [(term: String, definition: String)] {
    var rest = commands[...]
    var entries: [(term: String, definition: String)] = []
    while let first = rest.first {
      let start = Array(first.words.prefix(words.count + 1))
      let group = rest.prefix { $0.words.starts(with: start) }
      rest = rest.dropFirst(group.count)
      guard group.count > 1 else {
        entries.append((first.usage, first.summary))
        continue
      }
      let isCommand = first.words == start
      let others = group.dropFirst(isCommand ? 1 : 0).map {
        Array($0.words.dropFirst(start.count)).joined(separator: " ")
      }.joined(separator: ", ")
      entries.append(
        isCommand
          ? (first.usage, "\(first.summary); also: \(others)")
          : ("\(start.joined(separator: " ")) <command>", others))
    }
    return entries
  }

  private func blocks(for command: Command) -> [Block?] {
    let ownNames = command.options.map(\.name)
    let otherGlobals = globals.filter { !ownNames.contains($0.name) }
    let subcommands = commands.filter {
      $0.words.count > command.words.count && $0.words.starts(with: command.words)
    }
    return [
      heading("\(host) \(command.name)", command.summary),
      .paragraph("Usage: \(host) \(command.usage) [options]"),
      section("Arguments", entries(command.positionals, of: command)),
      section("Options", entries(command.options + command.derivedOptions, of: command)),
      section("Global options", otherGlobals.map { ($0.usage, $0.summary) }),
      section("Commands", subcommands.map { ($0.usage, $0.summary) }),
      examples(command.examples),
      shortForm(of: command),
      jsonSummary(of: command).map { .paragraph($0) },
    ]
  }

  /// Says that the words of a command may be left out; nil if they may not.
  private func shortForm(of command: Command) -> Block? {
    guard defaults.contains(where: { $0.words == command.words }) else { return nil }
    let arguments = command.usage.dropFirst(command.name.count)
    return .sentence(
      verbatim: "'\(host)\(arguments)' is short for '\(host) \(command.usage)'.")
  }

  private func entries(
    _ arguments: [Argument], of command: Command
  ) -> [(term: String, definition: String)] {
    arguments.map { ($0.usage, command.description(of: $0)) }
  }

  /// The fields of the command's JSON, in one sentence.
  private func jsonSummary(of command: Command) -> Text? {
    guard let schema = try? command.outputSchema else { return nil }
    let usual = schema.usual
    let isList = if case .list = usual { true } else { false }
    let fields = usual.objectFields.map(\.name).joined(separator: ", ")
    guard !fields.isEmpty else { return nil }
    let kind: LocalizedText = isList ? "a list of objects with" : "an object with"
    return "JSON output: \(kind) \(fields); "
      + "run '\(host) help \(command.name) --json' for its JSON Schema."
  }

  private func heading(_ name: String, _ summary: String) -> Block {
    .paragraph("\(name): \(summary)")
  }

  private func examples(_ lines: [String]) -> Block? {
    guard !lines.isEmpty else { return nil }
    return .group([.heading("Examples"), .commandLines(lines.map { "\(host) \($0)" })])
  }

  private func section(
    _ title: LocalizedText, _ entries: [(term: String, definition: String)]
  ) -> Block? {
    guard !entries.isEmpty else { return nil }
    return .group([
      .heading(title),
      .definitions(
        entries.map { .init(LocalizedText(verbatim: $0.term), Text(verbatim: $0.definition)) }),
    ])
  }
}

/// The help of a command for programs. Its property names are JSON keys.
public struct CommandDescription: Encodable, Sendable {
  struct Argument: Encodable, Sendable {
    let name: String
    let kind: String
    let summary: String
    let isOptional: Bool
  }

  let command: String
  let summary: String
  let arguments: [Argument]
  let examples: [String]
  /// The JSON Schema of the output; nil if no type describes it.
  let answer: JSONValue?

  init(_ command: Command) throws {
    self.command = command.name
    summary = command.summary
    arguments = (command.arguments + command.derivedOptions).map {
      Argument(
        name: $0.typed, kind: "\($0.kind)", summary: command.description(of: $0),
        isOptional: $0.isOptional)
    }
    examples = command.examples
    let schema = try (try? command.outputSchema)?.jsonSchema
    answer = try schema.map { try JSON.decode(JSONValue.self, from: $0) }
  }
}

extension Schema {
  /// The first alternative.
  fileprivate var usual: Schema {
    if case .anyOf(let schemas) = self { schemas.first?.usual ?? self } else { self }
  }

  /// The fields of the object, or of each object in the list.
  fileprivate var objectFields: [Field] {
    if case .list(let element) = self { element.fields } else { fields }
  }
}
