import Console
import Foundation
import Mediator

/// The commands of a plug-in: one for each tool.
struct PluginCommands: Sendable {
  let commands: [Command]

  init(plugin: String, _ actions: [PluginAction]) {
    var words: Set<String> = []
    commands = actions.compactMap { action in
      let name = action.tool.name.optionName
      let line = action.tool.name == plugin ? plugin : "\(plugin) \(name)"
      // Two tools may differ in their capital letters only.
      guard words.insert(line).inserted else { return nil }
      return Self.command(line, action, of: plugin)
    }
  }

  private static func command(
    _ words: String, _ action: PluginAction, of plugin: String
  ) -> Command {
    Command(
      words, action.tool.summary(of: plugin), action: action.action,
      usage: {
        let arguments = PluginArguments(action.schemas)
        return (arguments.all, arguments.example.map { [words + $0] } ?? [])
      },
      run: { invocation in
        let input = try PluginArguments(action.schemas).input(invocation, of: action.action, words)
        let output = try action.action.checkedOutput(
          try await invocation.mediator.perform(action.action, input))
        let schema = action.schemas.output
        return CommandResult(output) { PluginView(schema: schema).document(of: $0) }
      })
  }
}

/// The arguments of a command that calls a tool.
///
/// Required fields are positional, if there are at most two; all others are options. A tool with a
/// field that no option can express has the option `--input`, too, with all arguments as JSON.
struct PluginArguments {
  /// The option with all arguments as JSON.
  static let input = "input"
  /// The names that mean something else on every command line.
  private static let reserved = ["help", "json", "trace", "version", "watch", input]
  private static let maximumPositionals = 2

  let all: [Argument]
  /// An example, as the end of a command line with a space at its beginning; nil if the tool names
  /// no values for its required fields.
  let example: String?
  private let schemas: ToolSchemas
  private let needsInput: Bool
  private let takesInput: Bool

  init(_ schemas: ToolSchemas) {
    self.schemas = schemas
    var names: Set<String> = []
    let fitting = schemas.input.fields.filter { field in
      field.isArgument && !Self.reserved.contains(field.name.optionName)
        && names.insert(field.name.optionName).inserted
    }
    let required = fitting.filter { !$0.isOptional && !$0.isRepeated && $0.valueSchema != .boolean }
    let positional = required.count <= Self.maximumPositionals ? required : []
    takesInput =
      fitting.count < schemas.input.fields.count
      || schemas.input.fields.isEmpty
        && schemas.input != .object(name: schemas.input.objectName, [])
    needsInput = schemas.input.fields.contains { !$0.isOptional && !fitting.contains($0) }
    let takesInput = takesInput
    let isMixed = fitting.count < schemas.input.fields.count
    func description(_ field: Schema.Field) -> FieldDescription {
      let value = schemas.notes[field.name]?.defaultValue?.argumentText
      // Help adds the choices unless another field is no argument.
      let choices =
        if case .choice(let choices) = field.valueSchema, isMixed { ": \(choices.joinedByOr)" } else
        {
          ""
        }
      let limits = schemas.notes[field.name]?.limits
      let text =
        (field.description.map { "\($0.text)" } ?? "\(field.schema)") + choices
        + (limits.map { "; \($0)" } ?? "") + (value.map { "; default \($0)" } ?? "")
      return FieldDescription(LocalizedText(verbatim: text))
    }
    let positionals = positional.map { field in
      Argument.positional(
        field.name.optionName, description(field), isOptional: takesInput, field: field.name)
    }
    let options = fitting.filter { !positional.contains($0) }.map { field in
      let (name, description) = (field.name.optionName, description(field))
      let isOptional = field.isOptional || takesInput
      return field.valueSchema == .boolean && !field.isRepeated
        ? Argument.flag(name, description, isOptional: isOptional, field: field.name)
        : Argument.option(name, description, isOptional: isOptional, field: field.name)
    }
    let whole: [Argument] =
      takesInput
      ? [
        .option(
          Self.input, .init("all arguments as a JSON object", valueName: "json"),
          isOptional: !needsInput)
      ] : []
    all = positionals + options + whole
    example = needsInput ? nil : Self.example(positional, fitting, schemas.notes)
  }

  private static func example(
    _ positional: [Schema.Field], _ fitting: [Schema.Field],
    _ notes: [String: JSONSchemaDocument.Notes]
  ) -> String? {
    var line = ""
    for field in fitting where !field.isOptional {
      guard let value = notes[field.name]?.example ?? notes[field.name]?.defaultValue,
        let word = value.argumentText?.commandLineWord
      else { return nil }
      line += positional.contains(field) ? " \(word)" : " --\(field.name.optionName)=\(word)"
    }
    return line
  }

  /// The arguments that a command line contains.
  /// - Throws: `CommandLineError`.
  func input(
    _ invocation: Invocation, of action: Action<JSONValue, JSONValue>, _ words: String
  ) throws -> JSONValue {
    let parameters = invocation.readParameters()
    guard takesInput, let json = parameters.values[Self.input]?.last else {
      if needsInput {
        throw CommandLineError.missingArgument(
          "--\(Self.input)", usage: "\(words) --\(Self.input)='{…}'")
      }
      do {
        let value = try action.input(from: parameters)
        if let (field, reason) = schemas.numberBeyondLimits(in: value) {
          let name = all.first { $0.field == field }?.typed ?? field
          throw CommandLineError.badValue(name, reason: reason)
        }
        return value
      } catch let error as DecodingError {
        throw CommandLineError(error, arguments: all)
      }
    }
    guard parameters.values.count == 1 else {
      throw CommandLineError.badValue(
        "--\(Self.input)", reason: "it contains all arguments; remove the others")
    }
    do {
      let value = try (action.inputSchema ?? .any).input(fromJSON: Data(json.utf8))
      if let (field, reason) = schemas.numberBeyondLimits(in: value) {
        throw CommandLineError.badValue("--\(Self.input)", reason: "'\(field)': \(reason)")
      }
      return value
    } catch let error as DecodingError {
      throw CommandLineError.badValue("--\(Self.input)", reason: error.plainText)
    }
  }
}

extension Schema.Field {
  /// Whether an argument of a command can express the field.
  fileprivate var isArgument: Bool {
    let isName = name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]{0,39}/) != nil
    return isName && valueSchema.isArgumentValue
  }
}

extension Schema {
  fileprivate var isArgumentValue: Bool {
    switch self {
    case .boolean, .integer, .number, .text, .choice: true
    case .any, .list, .dictionary, .object, .recursive, .anyOf, .nullable: false
    }
  }

  fileprivate var objectName: String { if case .object(let name, _) = self { name } else { "" } }
}

extension String {
  /// The name of a field or a tool as a word of a command line: `maxDays` and `max_days` become
  /// `max-days`.
  var optionName: String {
    kebabCased.replacingScalars { $0 == "_" ? "-" : nil }.split(at: "-").joined(separator: "-")
  }

  /// The text as a word of an example; nil if a shell would not read it as it is.
  fileprivate var commandLineWord: String? {
    let special = #""$`\!"#.unicodeScalars
    guard self == printable, !unicodeScalars.contains(where: special.contains) else { return nil }
    return shellWord
  }
}

extension JSONValue {
  /// A scalar as it is typed; nil for everything else.
  fileprivate var argumentText: String? {
    switch self {
    case .boolean, .integer, .number: scalarText
    case .text(let text): text
    case .null, .list, .object: nil
    }
  }
}
