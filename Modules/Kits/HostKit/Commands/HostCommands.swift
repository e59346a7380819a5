import Console
import Documents
import Foundation
import Mediator

/// The commands and global options of an app, collected once for each command line.
struct HostCommands: Sendable {
  static let json = Argument.flag("json", "print the answer as JSON")
  static let trace = Argument.flag("trace", "print calls and events with their durations")
  static let version = Argument.flag("version", "print the version")
  static let language = Argument.option(
    "language",
    .init("the language of names, such as pt-BR", default: "that of the locale", valueName: "tag"))
  static let scene = Argument.option(
    "scene", .init("the scene that the browser opens, by its title", valueName: "title"))
  /// The options of every app.
  static let ownGlobals = [json, language, scene, trace, version]

  /// The commands that help mentions, in alphabetical order.
  let documented: [Command]
  /// Commands that can be called, but that help, completion and suggestions leave out.
  let hidden: [Command]
  /// The commands that are meant by lines that begin with no command.
  let defaults: [DefaultCommand]
  /// The global options that modules contribute.
  let contributedGlobals: [Argument]

  init(_ app: CommandLineApp) {
    let contributed = app.modules.contributions(of: Command.self)
    let links = app.examples.filter { $0.hasPrefix("open ") }
    let open = Command.open(scheme: app.name, by: contributed, examples: links)
    // The commands of every app take precedence; the doctor reports others with their names.
    let others = contributed.filter { !Self.isReserved($0) }
    let newGrant = Command.newGrant(in: app.withoutPlugins.modules)
    documented = (Self.own + [open, newGrant] + others.filter { !$0.isHidden })
      .sorted { $0.words.lexicographicallyPrecedes($1.words) }
    defaults = app.modules.contributions(of: DefaultCommand.self)
    contributedGlobals = app.modules.contributions(of: GlobalOption.self).map(\.argument)
    let completer = Completer(commands: documented, globals: contributedGlobals + Self.ownGlobals)
    hidden = [.complete(completer)] + others.filter(\.isHidden)
  }

  var globals: [Argument] { contributedGlobals + Self.ownGlobals }

  var parser: CommandParser {
    CommandParser(commands: documented, hidden: hidden, globals: globals)
  }

  /// The global options that mean nothing without a command.
  var optionsOfCommands: [Argument] { contributedGlobals + [Self.trace] }

  /// A command that declares an option and needs no argument.
  func example(for option: Argument) -> String? {
    documented.first { command in
      let arguments = command.arguments
      return arguments.contains { $0.kind == option.kind && $0.name == option.name }
        && arguments.allSatisfy(\.isOptional)
    }?.name
  }

  /// Whether a command has no words, or those of a command of every app.
  static func isReserved(_ command: Command) -> Bool { reserved.contains(command.words) }

  /// The commands of every app, without those that depend on its modules.
  private static let own: [Command] =
    [.completions, .doctor, .manual, .mcp, .modules, .web] + Command.events + Command.grants
    + Command.plugins

  private static let reserved =
    [[], ["complete"], ["help"], ["open"], ["grants", "new"]] + own.map(\.words)

  /// The first words of the commands of every app.
  static let reservedWords = Set(reserved.compactMap(\.first))
}

extension Command {
  static let completions = Command(
    "completions", "Print the completion script for a shell", calls: Host.completions,
    arguments: ["shell"], examples: ["completions bash", "completions zsh", "completions fish"]
  ) { completions in [.code(completions.script)] }

  static let manual = Command(
    "manual", "Print the manual page in the format of man", calls: Host.manual,
    examples: ["manual", "manual --json"]
  ) { manual in [.code(manual.page)] }

  static let mcp = Command(
    "mcp", "Serve an MCP client, such as an editor or an assistant, on the standard streams",
    calls: Host.tools, examples: ["mcp", "mcp --list", "mcp --list --json"]
  ) { tools in
    tools.isEmpty
      ? "no tools, because no action is open to assistants"
      : [
        .definitions(
          tools.map { .init(LocalizedText(verbatim: $0.name), Text(verbatim: $0.description)) })
      ]
  }.serving(unless: "list")

  static let modules = Command(
    "modules", "List modules with their state, actions and dependencies", action: Host.modules,
    examples: [
      "modules", "modules --start", "modules --graph", "modules --markdown", "modules --json",
    ]
  ) { invocation in
    let query = try invocation.input(ModulesQuery.self)
    let modules = try await invocation.mediator.perform(Host.modules, query)
    let introduction =
      try query.introduction.map { path in
        let content = try NamedFile(path).content(limit: 1 << 20)
        return String(decoding: content, as: UTF8.self).trimmingCharacters(in: .newlines)
      } ?? "# Modules"
    return CommandResult(modules) { modules in
      switch (query.markdown, query.graph) {
      case (true, _): [.code(ModulesView.markdown(modules, introduction: introduction))]
      case (_, true): [.code(ModulesView.graph(modules))]
      case _: ModulesView.document(of: modules)
      }
    }
  }

  static let doctor = Command(
    "doctor", "Check modules, configuration, data folder and terminal for problems",
    action: Host.doctor, examples: ["doctor", "doctor --fix", "doctor --json"]
  ) { invocation in
    let query = try invocation.input(DoctorQuery.self)
    let diagnosis = try await invocation.mediator.perform(Host.doctor, query)
    let failure: FailureKind? = diagnosis.isHealthy ? nil : .failed
    return CommandResult(diagnosis, failure: failure, view: \.document)
  }

  /// The words of the command `open`.
  static let openWords = ["open"]

  /// `open`: runs the command that calls the action of a link; without such a command, prints the
  /// JSON that the action returns.
  static func open(
    scheme: String, by commands: [Command], examples: [String]
  ) -> Command {
    Command(
      "open", "Open a \(scheme):// link", input: OpenArguments.self, arguments: ["link"],
      examples: examples
    ) { invocation in
      let link = try invocation.input(OpenArguments.self).link
      let (action, parameters) = try resolve(link, through: invocation.mediator)
      guard let command = commands.first(where: { $0.action?.id == action.id }) else {
        return CommandResult(json: try await invocation.mediator.perform(url: link))
      }
      return try await command.run(invocation.forwarded(to: command, parameters: parameters))
    }
  }

  /// - Throws: The error of the mediator, or one that says how a link is written if nothing is
  ///   similar to its target or its action.
  static func resolve(
    _ link: String, through mediator: Mediator
  ) throws -> (action: ActionDescriptor, parameters: Parameters) {
    do {
      return try mediator.resolve(url: link)
    } catch MediatorError.noSuchTarget(let target, nearest: nil) {
      throw HostError.noSuchTarget(target, app: mediator.scheme)
    } catch MediatorError.noSuchAction(let target, let name, nearest: nil) {
      throw HostError.noSuchAction(name, target: target, app: mediator.scheme)
    }
  }

  private struct OpenArguments: SchemaDescribing {
    let link: String

    static var fieldDescriptions: FieldDescriptions {
      ["link": "the link, in quotes because of the '&'"]
    }
  }

  /// `complete`: the hidden command that the completion scripts call. It prints lines in the form
  /// that the shell reads, and none after an error, because an error would appear in the prompt.
  static func complete(_ completer: Completer) -> Command {
    Command(
      "complete", "Complete a command line for a shell", input: CompleteArguments.self,
      examples: []
    ) { invocation in
      let input = try invocation.input(CompleteArguments.self)
      let line = ShellLine(input.line ?? "", wordBreaks: input.breaks ?? "")
      let words = Array(line.words.dropFirst())
      // Scripts of earlier versions do not name their shell, and only that of bash has --breaks.
      // That of zsh reads the lines for fish too.
      let shell = input.shell ?? (input.breaks == nil ? .fish : .bash)
      let completions = try? await completer.completions(for: words, through: invocation.mediator)
      let lines =
        switch completions {
        case nil: [String]()
        case .files: [":files"]
        case .candidates(let candidates): line.lines(for: candidates, in: shell)
        }
      return CommandResult(lines) { lines in [.code(lines.joined(separator: "\n"))] }
    }
  }

  private struct CompleteArguments: SchemaDescribing {
    let line: String?
    let breaks: String?
    let shell: Shell?

    static var fieldDescriptions: FieldDescriptions {
      [
        "line": .init("the line up to the cursor", valueName: "text"),
        "breaks": .init("the characters at which bash splits words", valueName: "text"),
        "shell": .init("the shell", default: "bash with --breaks, else fish"),
      ]
    }
  }
}
