/// What a field of an input or output means, for everybody who reads or sets it: command line,
/// form, page, JSON Schema and MCP.
///
/// A literal says what the value means. `SchemaDescribing` shows others.
public struct FieldDescription: Hashable, Sendable {
  /// What the value means, in a few words, such as `the day of the delivery`.
  public let meaning: LocalizedText
  /// The name of the field in a form; nil for the words of the field's name.
  public let label: LocalizedText?
  /// What a missing value means, such as `today`.
  public let defaultValue: LocalizedText?
  /// A value as a person types it, such as `tomorrow`.
  public let example: String?
  /// The kind or the unit of the value, which help shows in its place: `day` in `--date <day>`.
  public let valueName: String?
  /// Where a shell and a form find values; the choices of an enum need none.
  public let suggestions: Suggestions?
  /// Whether the value is true or false, so that a command line sets it without writing a value.
  public let isFlag: Bool
  /// Whether a flag that is not given is neither true nor false, so that a command line may also
  /// say that it is false.
  package private(set) var isNegatable = false

  /// Describes a field.
  public init(
    _ meaning: LocalizedText, label: LocalizedText? = nil,
    default defaultValue: LocalizedText? = nil,
    example: String? = nil, valueName: String? = nil, suggestions: Suggestions? = nil
  ) {
    self.init(
      meaning, label: label, defaultValue: defaultValue, example: example, valueName: valueName,
      suggestions: suggestions, isFlag: false)
  }

  /// Describes a field that is true or false.
  public static func flag(_ meaning: LocalizedText) -> FieldDescription {
    FieldDescription(
      meaning, label: nil, defaultValue: nil, example: nil, valueName: nil, suggestions: nil,
      isFlag: true)
  }

  private init(
    _ meaning: LocalizedText, label: LocalizedText?, defaultValue: LocalizedText?,
    example: String?, valueName: String?, suggestions: Suggestions?, isFlag: Bool
  ) {
    self.meaning = meaning
    self.label = label
    self.defaultValue = defaultValue
    self.example = example
    self.valueName = valueName
    self.suggestions = suggestions
    self.isFlag = isFlag
  }

  /// The description of a field whose missing value means something, unless this one says what.
  package func withDefault(_ value: LocalizedText) -> FieldDescription {
    FieldDescription(
      meaning, label: label, defaultValue: defaultValue ?? value, example: example,
      valueName: valueName, suggestions: suggestions, isFlag: isFlag)
  }

  /// The description of a flag, where one that is not given is neither true nor false.
  package var negatable: FieldDescription {
    var description = self
    description.isNegatable = isFlag
    return description
  }

  /// The meaning, also of a missing value: `the day of the delivery (default: today)`.
  public var text: LocalizedText {
    guard let defaultValue else { return meaning }
    return "\(meaning) (default: \(defaultValue))"
  }
}

extension FieldDescription: ExpressibleByStringInterpolation {
  /// Creates a description that only says what the value means.
  public init(stringLiteral meaning: String) {
    self.init(LocalizedText(stringLiteral: meaning))
  }

  /// Creates a description that only says what the value means.
  public init(stringInterpolation: LocalizedText.StringInterpolation) {
    self.init(LocalizedText(stringInterpolation: stringInterpolation))
  }
}

extension Schema.Field {
  /// What the field means, with its choices, and whether it can be repeated.
  /// - Parameter description: A description that takes precedence.
  package func hint(_ description: FieldDescription? = nil) -> LocalizedText {
    var hint = (description ?? self.description)?.text ?? "\(valueSchema)"
    if case .choice(let choices) = valueSchema { hint = "\(hint): \(choices.joinedByOr)" }
    return isRepeated ? "\(hint); may be given several times" : hint
  }
}

/// Descriptions of fields by name, in the order in which help and forms show the fields.
public struct FieldDescriptions: Sendable, ExpressibleByDictionaryLiteral {
  private let descriptions: [(name: String, description: FieldDescription)]

  /// Creates descriptions by the names of the fields in JSON.
  public init(dictionaryLiteral elements: (String, FieldDescription)...) {
    descriptions = elements.map { ($0, $1) }
  }

  private init(_ descriptions: [(name: String, description: FieldDescription)]) {
    self.descriptions = descriptions
  }

  /// The names of the fields.
  public var names: [String] { descriptions.map(\.name) }

  /// The description of a field; nil without one.
  public subscript(name: String) -> FieldDescription? {
    descriptions.first { $0.name == name }?.description
  }

  /// The descriptions of some fields, in the given order.
  public func only(_ names: String...) -> FieldDescriptions { only(names) }

  /// The descriptions of some fields, in the given order.
  package func only(_ names: [String]) -> FieldDescriptions {
    FieldDescriptions(names.compactMap { name in self[name].map { (name, $0) } })
  }

  /// The same fields with other descriptions.
  package func mapValues(
    _ transform: (_ name: String, FieldDescription) -> FieldDescription
  ) -> FieldDescriptions {
    FieldDescriptions(descriptions.map { ($0, transform($0, $1)) })
  }

  /// The descriptions of two types with different fields.
  public static func + (
    left: FieldDescriptions, right: FieldDescriptions
  ) -> FieldDescriptions {
    FieldDescriptions(left.descriptions + right.descriptions)
  }
}

/// Where values for a field are found, which a shell completes and a form lets a person choose.
public enum Suggestions: Sendable {
  /// Files and folders.
  case files
  /// Names that the closure finds through the mediator, the best first. It receives the values
  /// entered so far, by field, and the unfinished value of the field itself as `text`. The names
  /// are the output of an action, of which those are suggested that begin with the unfinished
  /// value; without an action, all names are.
  case names(
    of: (@Sendable () -> ActionDescriptor)? = nil,
    @Sendable (Parameters, Mediator) async throws -> [String])

  /// Suggests names from the output of an action, whose input is decoded from the values entered so
  /// far. If none begins with the unfinished value, and the input has a field `text`, all are
  /// suggested, because the action has found them in another way, such as by pinyin.
  /// - Parameter caller: The file that describes the field, on whose behalf the action is called.
  public static func results<Input: Decodable & Sendable, Output: Sendable>(
    of action: @autoclosure @escaping @Sendable () -> Action<Input, Output>,
    caller: StaticString = #fileID,
    names: @escaping @Sendable (Output) -> [String]
  ) -> Suggestions {
    .names(of: { action().descriptor }) { given, mediator in
      names(try await mediator.perform(action(), given.decode(Input.self), caller: caller))
    }
  }

  /// The action whose output is suggested; nil for other suggestions.
  package var action: ActionDescriptor? {
    switch self {
    case .files: nil
    case .names(let action, _): action?()
    }
  }
}

extension Suggestions: Hashable {
  /// Whether both come from the same action, or neither from one.
  public static func == (left: Suggestions, right: Suggestions) -> Bool {
    left.action?.id == right.action?.id && left.isFiles == right.isFiles
  }

  /// Hashes the action.
  public func hash(into hasher: inout Hasher) { hasher.combine(action?.id) }

  private var isFiles: Bool { if case .files = self { true } else { false } }
}
