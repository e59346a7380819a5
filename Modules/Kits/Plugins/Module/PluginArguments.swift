import Console
import Foundation
import Mediator

/// The arguments of a command that calls a tool.
///
/// Required fields are positional, if there are at most two, and may also be given as options; all
/// others are options. A field whose name means something else on every command line is an option
/// `--param-name`. The option `--input` has all arguments as JSON, also those of fields that no
/// option can express.
struct PluginArguments {
  /// The option with the file for an image, audio or a resource.
  static let output = Argument.option(
    "output",
    .init(
      "the new file for the image, the audio, the resource or the text of the answer",
      valueName: "file", suggestions: .files),
    shortName: "o", field: "--output")
  /// The name of the option with all arguments as JSON, and its field.
  private static let input = (name: "input", field: "--input")
  /// The names that mean something else on every command line.
  private static let reserved = [
    "help", "json", "trace", "version", "watch", input.name, output.name,
  ]
  private static let maximumPositionals = 2

  let all: [Argument]
  /// An example, as the end of a command line with a space at its beginning; nil if the tool names
  /// no values for its required fields.
  let example: String?
  private let schemas: ToolSchemas
  private let needsInput: Bool

  init(_ schemas: ToolSchemas) {
    self.schemas = schemas
    let fields = schemas.input.fields
    let named = Self.named(fields)
    let required = named.filter { $0.canBePositional }
    let positional = required.count <= Self.maximumPositionals ? required : []
    let needsInput = fields.contains { field in
      !field.isOptional && !named.contains { $0.field == field }
    }
    self.needsInput = needsInput
    let positionals = positional.map {
      Argument.positional(
        $0.name, $0.description(schemas), isOptional: needsInput, field: $0.field.name
      ).with(.positionalOrOption)
    }
    let options = named.filter { !positional.contains($0) }.map {
      $0.option(schemas, isOptional: $0.field.isOptional || needsInput)
    }
    let whole: [Argument] =
      fields.isEmpty && !schemas.input.fieldsAreUnknown
      ? []
      : [
        .option(
          Self.input.name, .init("all arguments as a JSON object", valueName: "json"),
          isOptional: !needsInput, field: Self.input.field
        ).with(.all)
      ]
    all = positionals + options + whole + [Self.output]
    example = needsInput ? nil : Self.example(positional, named, schemas.notes)
  }

  /// The fields that an argument can express, with the names of their arguments.
  private static func named(_ fields: [Schema.Field]) -> [NamedField] {
    let own = [input.field, output.field]
    let fitting = fields.filter { $0.isArgument && !own.contains($0.name) }
    // `--no-name` means that the flag `name` is false.
    let negated = fitting.filter(\.isFlag).map { "no-\($0.name.optionName)" }
    var names: Set<String> = []
    return fitting.map { field in
      let name = field.name.optionName
      let isReserved = (reserved + negated).contains(name)
      let free = (isReserved ? "param-\(name)" : name).withFreeNumber(isTaken: names.contains)
      names.insert(free)
      return NamedField(field: field, name: free, isReserved: isReserved)
    }
  }

  private static func example(
    _ positional: [NamedField], _ named: [NamedField], _ notes: [String: JSONSchemaDocument.Notes]
  ) -> String? {
    var line = ""
    for argument in named where !argument.field.isOptional {
      let notes = notes[argument.field.name]
      guard let word = (notes?.example ?? notes?.defaultValue)?.argumentText?.commandLineWord else {
        return nil
      }
      if positional.contains(argument) {
        line += " \(word)"
      } else if argument.field.isFlag {
        line += word == "true" ? " --\(argument.name)" : " --no-\(argument.name)"
      } else {
        line += " --\(argument.name)=\(word)"
      }
    }
    return line
  }

  /// The arguments that a command line contains.
  /// - Throws: `CommandLineError`.
  func input(
    _ invocation: Invocation, of action: Action<JSONValue, JSONValue>, _ words: String
  ) throws -> JSONValue {
    var parameters = invocation.readParameters()
    parameters.remove(Self.output.field)
    guard let json = parameters[Self.input.field]?.last else {
      if needsInput {
        throw CommandLineError.missingArgument(
          "--\(Self.input.name)", usage: "\(words) --\(Self.input.name)='{…}'")
      }
      do {
        let value = try action.input(from: parameters)
        if let (field, reason) = schemas.firstRefused(in: value) {
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
        "--\(Self.input.name)", reason: "it contains all arguments; remove the others")
    }
    do {
      let value = try (action.inputSchema ?? .any).input(fromJSON: Data(json.utf8))
      if let (field, reason) = schemas.firstRefused(in: value) {
        throw CommandLineError.badValue("--\(Self.input.name)", reason: "'\(field)': \(reason)")
      }
      return value
    } catch let error as DecodingError {
      throw CommandLineError.badValue("--\(Self.input.name)", reason: error.plainText)
    }
  }
}

/// A field of a tool's input with the name of its argument.
private struct NamedField: Equatable {
  let field: Schema.Field
  let name: String
  let isReserved: Bool

  var canBePositional: Bool {
    !field.isOptional && !field.isRepeated && field.valueSchema != .boolean && !isReserved
  }

  func option(_ schemas: ToolSchemas, isOptional: Bool) -> Argument {
    field.isFlag
      ? .flag(name, description(schemas), isOptional: isOptional, field: field.name)
      : .option(name, description(schemas), isOptional: isOptional, field: field.name)
  }

  /// What help says; it adds the choices of texts.
  func description(_ schemas: ToolSchemas) -> FieldDescription {
    let notes = schemas.notes[field.name]
    let meaning = field.description.map { "\($0.text)" } ?? "\(field.valueSchema)"
    let details = [notes?.limits, notes?.defaultValue?.argumentText.map { "default \($0)" }]
    let text = LocalizedText(
      verbatim: ([meaning] + details.compactMap(\.self)).joined(separator: "; "))
    if field.isFlag { return FieldDescription.flag(text).negatable }
    let values = notes?.choices?.compactMap(\.argumentText) ?? []
    return FieldDescription(
      text,
      suggestions: values.isEmpty
        ? nil
        : .names { given, _ in
          let typed = given["text"]?.last ?? ""
          return values.filter { $0.hasPrefix(typed) }
        })
  }
}

extension Schema.Field {
  /// The largest length of a name in bytes that becomes an argument.
  private static let maximumNameLength = 60

  /// Whether an argument of a command can express the field.
  fileprivate var isArgument: Bool {
    valueSchema.isArgumentValue && name.utf8.count <= Self.maximumNameLength
  }

  fileprivate var isFlag: Bool { valueSchema == .boolean && !isRepeated }
}

extension Schema {
  fileprivate var isArgumentValue: Bool {
    switch self {
    case .boolean, .integer, .number, .text, .choice: true
    case .anyOf(let schemas): schemas.allSatisfy(\.isArgumentValue)
    case .any, .list, .dictionary, .object, .recursive, .nullable: false
    }
  }

  /// Whether the schema of an object allows fields that it does not name.
  fileprivate var fieldsAreUnknown: Bool { if case .object = self { false } else { true } }
}

extension String {
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
