public import Documents
public import Mediator
public import ModuleManager

/// One command of the host, such as `orders add`.
///
/// ```swift
/// static let cancel = Command(
///   "orders cancel", "Cancel an order", calls: Orders.cancel, arguments: ["number"],
///   examples: ["orders cancel 12"]
/// ) { order in "Cancelled order \(order.number)." }
/// ```
///
/// What a field of the input means is said by its type, which is `SchemaDescribing`. A field that
/// `arguments` does not name is an option or a flag.
public struct Command: Contribution {
  /// The words that call the command, such as `["orders", "add"]`.
  public let words: [String]
  /// What the command does, in one line without a full stop.
  public let summary: String
  /// Runs the command.
  public private(set) var run: @Sendable (Invocation) async throws -> CommandResult
  /// Whether help, completion and suggestions leave the command out.
  public private(set) var isHidden = false
  /// How often the host runs the command again if `--watch` is given; nil if the command has no
  /// such flag.
  public private(set) var watchInterval: Duration?
  /// The flag without which the host serves a client on the standard streams in place of running
  /// the command; nil if the command serves none.
  private var flagToRun: String?
  /// Whether all arguments are the input of the action, and nothing else reads them.
  private var passesArguments = false
  /// Returns the arguments and the examples.
  private var makeUsage: @Sendable () -> (arguments: [Argument], examples: [String])
  private let makeAction: @Sendable () -> (any ActionDeclaration)?
  private var makeInput: @Sendable () -> (any SchemaDescribing.Type)? = { nil }
  private let makeOutputType: @Sendable () -> (any Decodable.Type)?
  private var otherOutputTypes: [@Sendable () -> any Decodable.Type] = []

  /// Declares a command with a body of its own.
  /// - Parameters:
  ///   - words: The words that call it, with spaces between them.
  ///   - summary: What it does, in one line without a full stop.
  ///   - action: The action whose input the command takes and whose output it shows, if there is
  ///     one. A link to the action runs the command.
  ///   - input: The type that describes the fields, where this is not the action's input.
  ///   - type: A type that decodes the command's JSON, where this is not the action's output.
  ///   - arguments: The arguments that are given by their positions, or are not called as their
  ///     fields are. Every other field becomes an option or a flag.
  ///   - examples: Command lines that run as they are, without the host's name.
  ///   - run: Runs the command.
  public init(
    _ words: String,
    _ summary: String,
    action: @autoclosure @escaping @Sendable () -> (any ActionDeclaration)? = nil,
    input: @autoclosure @escaping @Sendable () -> (any SchemaDescribing.Type)? = nil,
    outputType type: @autoclosure @escaping @Sendable () -> (any Decodable.Type)? = nil,
    arguments: [Argument] = [],
    examples: [String],
    run: @escaping @Sendable (Invocation) async throws -> CommandResult
  ) {
    self.init(
      words, summary, action: action, outputType: type,
      usage: {
        let descriptions = input()?.fieldDescriptions ?? action()?.fieldDescriptions ?? [:]
        return (arguments.described(by: descriptions), examples)
      }, run: run)
    makeInput = input
  }

  /// Declares a command whose arguments take time to find. They are found whenever they are needed.
  package init(
    _ words: String, _ summary: String,
    action: @autoclosure @escaping @Sendable () -> (any ActionDeclaration)?,
    usage: @escaping @Sendable () -> (arguments: [Argument], examples: [String]),
    run: @escaping @Sendable (Invocation) async throws -> CommandResult
  ) {
    self.init(words, summary, action: action, outputType: { nil }, usage: usage, run: run)
  }

  private init(
    _ words: String, _ summary: String,
    action: @escaping @Sendable () -> (any ActionDeclaration)?,
    outputType: @escaping @Sendable () -> (any Decodable.Type)?,
    usage: @escaping @Sendable () -> (arguments: [Argument], examples: [String]),
    run: @escaping @Sendable (Invocation) async throws -> CommandResult
  ) {
    self.words = words.split(at: " ").map(String.init)
    self.summary = summary
    makeAction = action
    makeOutputType = outputType
    makeUsage = usage
    self.run = run
  }

  /// Declares a command that calls an action and shows its output in a view. Every argument is a
  /// field of the action's input.
  /// - Parameter caller: The file that declares the command, on whose behalf the action is called.
  public init<Input: Codable & Sendable, Output: Codable & Sendable>(
    _ words: String,
    _ summary: String,
    calls action: @autoclosure @escaping @Sendable () -> Action<Input, Output>,
    arguments: [Argument] = [],
    examples: [String],
    caller: StaticString = #fileID,
    view: @escaping @Sendable (Output) -> Document
  ) {
    self.init(
      words, summary, action: action(), arguments: arguments, examples: examples
    ) { invocation in
      let action = action()
      let input = try invocation.input(of: action)
      let output = try await invocation.mediator.perform(action, input, caller: caller)
      return CommandResult(try action.checkedOutput(output), view: view)
    }
    passesArguments = true
  }

  /// The command, which help, completion and suggestions leave out.
  public var hidden: Command {
    var command = self
    command.isHidden = true
    return command
  }

  /// The command with another body.
  func running(
    _ run: @escaping @Sendable (Invocation) async throws -> CommandResult
  ) -> Command {
    var command = self
    command.run = run
    return command
  }

  /// The command that serves clients until they or the person end it, unless a flag is given.
  package func serving(unless flag: String = "") -> Command {
    var command = self
    command.flagToRun = flag
    return command
  }

  /// Whether the host serves clients in place of running the command.
  package func isServing(_ parameters: Parameters) -> Bool {
    flagToRun.map { parameters[$0] != ["true"] } ?? false
  }

  /// The command with the flag `--watch`, with which the host runs it again at each multiple of an
  /// interval and shows the latest result, until the user ends it.
  ///
  /// On a terminal the result fills the screen, and is drawn again when the size changes. Elsewhere
  /// the host prints each line of `CommandResult.lines` that the result before did not have; with
  /// `--json`, each result that differs from the one before.
  public func watchable(every interval: Duration) -> Command {
    var command = self
    command.makeUsage = { [makeUsage] in
      let (arguments, examples) = makeUsage()
      return (arguments + [.watch], examples)
    }
    command.watchInterval = interval
    return command
  }

  /// The command with a further type that decodes its JSON for some inputs, such as that of one
  /// item of the list that the command usually shows.
  public func orOutputType(
    _ type: @autoclosure @escaping @Sendable () -> any Decodable.Type
  ) -> Command {
    var command = self
    command.otherOutputTypes.append(type)
    return command
  }

  /// The arguments that the command declares.
  public var arguments: [Argument] { makeUsage().arguments }

  /// Command lines that run as they are, without the host's name, such as `orders add lamp`.
  public var examples: [String] { makeUsage().examples }

  /// The words with a space between them.
  public var name: String { words.joined(separator: " ") }

  /// The action whose input the command takes and whose output it shows; nil if there is none.
  ///
  /// The action is created on each access: creating the types of all actions takes noticeable time,
  /// and finding the one command to run needs none of them.
  public var action: (any ActionDeclaration)? { makeAction() }

  /// The schema of the command's JSON; nil if no type describes it.
  /// - Throws: `SchemaError` naming the type and the field that cannot be described.
  public var outputSchema: Schema? {
    get throws(SchemaError) {
      guard let first = try usualOutputSchema, !otherOutputTypes.isEmpty else {
        return try usualOutputSchema
      }
      var alternatives = [first]
      for type in otherOutputTypes {
        alternatives.append(try Schema(of: type(), for: .output))
      }
      return .anyOf(alternatives)
    }
  }

  private var usualOutputSchema: Schema? {
    get throws(SchemaError) {
      guard let type = makeOutputType() else { return try action?.outputSchema }
      return try Schema(of: type, for: .output)
    }
  }

  /// The command line in help, such as `copy <from> <to>` or `draw [--path <from> <to>]`. Of the
  /// options, only those that must be given and one that takes the positional arguments are shown.
  var usage: String {
    // Once, because arguments take time to find.
    let arguments = arguments
    let (positionals, options) = (arguments.positionals, arguments.options)
    guard let option = options.first(where: \.takesPositionals) else {
      let required = options.filter { !$0.isOptional }
      return ([name] + (positionals + required).map(\.usageInLine)).joined(separator: " ")
    }
    let placeholders = positionals.map { "<\($0.name)>" }
    return "\(name) [\(([option.usage] + placeholders).joined(separator: " "))]"
  }

  var positionals: [Argument] { arguments.positionals }
  var options: [Argument] { arguments.options }
}

// Reading a schema is slow, so only help, completion, and command lines with an undeclared option
// or a repeated argument use this extension.
extension Command {
  /// The fields of the input.
  var inputFields: [Schema.Field] {
    (try? inputSchema?.parameters()) ?? []
  }

  private var inputSchema: Schema? {
    makeInput().map { try? Schema(of: $0) } ?? (try? action?.inputSchema)
  }

  /// The declared arguments that match no field of the action's input, so that their values are
  /// lost. A command with a body of its own has none, because the body may read them, and neither
  /// has one whose input is no object.
  var unusedArguments: [Argument] {
    guard passesArguments, case .object(_, let fields)? = try? action?.inputSchema else {
      return []
    }
    // The host reads the flag `--watch`, and the one without which the command serves a client.
    let used = fields.map(\.name) + [Argument.watch.field] + (flagToRun.map { [$0] } ?? [])
    return arguments.filter { !used.contains($0.field) }
  }

  /// A sentence with a remedy for each argument that loses its value, cannot be given or is not
  /// explained: one that matches no field, one with the name of another, one that must follow an
  /// optional one, one without a description, and an option for true or false, which should be a
  /// flag.
  package var argumentFindings: [String] {
    let of = "of the command '\(name)'"
    let unused = unusedArguments.map { argument in
      "the argument '\(argument.typed)' \(of) matches no field of the input of "
        + "'\(action?.path ?? "")'; rename it or remove it"
    }
    let repeated = Dictionary(grouping: arguments, by: \.typed).filter { $0.value.count > 1 }.keys
    let firstOptional = positionals.firstIndex(where: \.isOptional) ?? positionals.endIndex
    return unused
      + repeated.sorted().map { "two arguments \(of) have the name '\($0)'; rename one of them" }
      + positionals[firstOptional...].filter { !$0.isOptional }.map {
        "the argument '\($0.name)' \(of) must be given, but follows one that may be left out; "
          + "put it before '\(positionals[firstOptional].name)'"
      }
      + arguments.filter { $0.description == nil }.map {
        "the argument '\($0.typed)' \(of) has no description; describe its field in the "
          + "'fieldDescriptions' of the input"
      }
      + options.filter { $0.kind == .option && inputField(of: $0)?.schema == .boolean }.map {
        "the argument '\($0.typed)' \(of) is true or false; describe it with 'flag'"
      }
  }

  /// Options for the input fields that no argument declares.
  var derivedOptions: [Argument] {
    let declared = arguments.map(\.field)
    return inputFields.filter { !declared.contains($0.name) }.map { field in
      let name = field.name.kebabCased
      return field.schema == .boolean
        ? .flag(name, "\(field.schema)", field: field.name)
        : .option(name, "\(field.schema)", field: field.name)
    }
  }

  /// What an argument means, with its choices, and whether it can be repeated.
  func description(of argument: Argument) -> String {
    "\((inputField(of: argument) ?? Schema.Field(argument.field, .any)).hint(argument.description))"
  }

  /// Whether an argument may be given several times.
  func isRepeatable(_ argument: Argument) -> Bool { inputField(of: argument)?.isRepeated == true }

  /// The values that the field of an argument accepts; empty if it accepts any.
  func choices(of argument: Argument) -> [String] {
    guard case .choice(let choices)? = inputField(of: argument)?.valueSchema else { return [] }
    return choices
  }

  private func inputField(of argument: Argument) -> Schema.Field? {
    // Also one beside others that no argument can express.
    inputSchema?.fields.first { $0.name == argument.field }
  }
}
