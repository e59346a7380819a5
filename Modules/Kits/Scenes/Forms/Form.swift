public import Mediator
public import Observation

/// What a person enters in a form, which has fields of an input.
///
/// The values are decoded as those of a command line, so a value that is not accepted has the same
/// error sentence. `ListScene.fill` shows a form.
@MainActor @Observable
public final class Form {
  /// The fields, in the order of their descriptions.
  public private(set) var fields: [FormField]
  /// Why the form cannot be submitted, if it is not the fault of one field.
  public private(set) var error: LocalizedText?
  /// Whether the action is running.
  public private(set) var isSubmitting = false

  /// What it means that the input has no value of a field.
  enum Omission {
    /// The value remains as it is.
    case keepsValue
    /// There is no value.
    case removesValue
  }

  private let submit: LocalizedText
  private let given: Parameters
  private let inputFields: [String: Schema.Field]
  private let initialValues: [FormField.ID: FieldValue]
  private let valuesAtStart: [FieldValue]
  private let decode: (Parameters) throws -> Void
  private let perform: (Parameters) async throws -> Void

  /// Called after each change, and with the field to correct after a failure.
  @ObservationIgnored var onChange: (_ wrong: FormField.ID?) -> Void = { _ in }
  /// Called when the action has succeeded.
  @ObservationIgnored var onEnd: () -> Void = {}
  /// Opens the scene in which the value of a field is chosen.
  @ObservationIgnored package internal(set) var openPicker: (FormField.ID) -> Void = { _ in }

  /// - Parameters:
  ///   - names: The names of the fields, in the order in which they are shown.
  ///   - input: The schema of the input.
  ///   - submit: What submitting does, such as `Save`.
  ///   - decode: Decodes the input.
  ///   - perform: Receives the input when the person submits the form.
  init<Input: Sendable>(
    _ names: [String], input: Schema?, given: Parameters, initial: Parameters,
    chosen: [String: FieldValue], pickers: [FieldPicker], submit: LocalizedText = "Save",
    omission: Omission,
    decode: @escaping (Parameters) throws -> Input,
    perform: @escaping @MainActor (Input) async throws -> Void
  ) {
    let inputFields = (try? input?.parameters()) ?? []
    self.submit = submit
    self.given = given
    self.inputFields = Dictionary(inputFields.map { ($0.name, $0) }) { first, _ in first }
    self.decode = { _ = try decode($0) }
    // What the followers report belongs to the notice of the key that shows the form.
    let reports = EventReports.current
    self.perform = { values in
      guard let reports else { return try await perform(decode(values)) }
      try await reports.collect { try await perform(decode(values)) }
    }
    let fields: [FormField] = names.compactMap { name in
      guard given[name] == nil, let field = inputFields.first(where: { $0.name == name })
      else { return nil }
      let action = field.description?.suggestions?.action?.id
      let kind = FormField.Kind(
        field.valueSchema, pickers.first { $0.action.id == action }, isOptional: field.isOptional,
        hasAnswer: initial[name] != nil || field.description?.defaultValue != nil)
      return FormField(
        id: name, label: field.label, hint: field.hintBesideLabel, isOptional: field.isOptional,
        hasDefault: field.description?.defaultValue != nil, kind: kind,
        value: initial[name]?.last.map { FieldValue($0) } ?? chosen[name] ?? kind.initialValue)
    }
    self.fields = fields
    valuesAtStart = fields.map(\.value)
    initialValues =
      switch omission {
      case .keepsValue: Dictionary(fields.map { ($0.id, $0.value) }) { first, _ in first }
      case .removesValue: [:]
      }
  }

  /// What submitting does, such as `Save`; with an ellipsis while the action is running.
  package var submitText: LocalizedText { isSubmitting ? "\(submit) …" : submit }

  /// Whether the person has entered something that would be lost with the form.
  package var isEdited: Bool { !isSubmitting && fields.map(\.value) != valuesAtStart }

  /// Sets the value of a field, and removes its error.
  public func setValue(_ value: FieldValue, of id: FormField.ID) {
    guard let index = fields.firstIndex(where: { $0.id == id }) else { return }
    fields[index].value = value
    fields[index].cursor = nil
    fields[index].error = nil
    error = nil
    onChange(nil)
  }

  /// Moves the cursor in the text of a field.
  /// - Parameter cursor: The number of characters before it.
  package func moveCursor(to cursor: Int, in id: FormField.ID) {
    guard let index = fields.firstIndex(where: { $0.id == id }) else { return }
    fields[index].cursor = cursor
  }

  /// Checks a value that is not empty, when the person has left the field.
  public func check(_ id: FormField.ID) {
    guard let index = fields.firstIndex(where: { $0.id == id }), !fields[index].value.text.isEmpty
    else { return }
    let problem = problem(of: fields[index])
    guard problem != fields[index].error, problem != nil else { return }
    fields[index].error = problem
    onChange(nil)
  }

  /// Checks all fields and performs the action. The form ends if it succeeds.
  public func submit() async {
    guard begin() else { return }
    await finish()
  }

  /// Checks all fields; true if the action can be performed.
  func begin() -> Bool {
    guard !isSubmitting else { return false }
    error = nil
    for index in fields.indices { fields[index].error = problem(of: fields[index]) }
    for index in fields.indices where fields[index].error != nil && isCleared(fields[index]) {
      fields[index].value = initialValues[fields[index].id] ?? FieldValue("")
    }
    let wrong = fields.first { $0.error != nil }
    isSubmitting = wrong == nil
    onChange(wrong?.id)
    return isSubmitting
  }

  /// Performs the action after `begin`, and assigns its failure to the field that it quotes.
  func finish() async {
    var wrong: Int?
    do {
      try await perform(values)
      return onEnd()
    } catch {
      let text = message(of: error)
      let sentence = "\(text)"
      wrong = fields.firstIndex { field in
        let texts = [field.value.text, field.value.label].filter { !$0.isEmpty || isSent(field) }
        return texts.contains { sentence.contains("'\($0)'") }
      }
      if let wrong { fields[wrong].error = text } else { self.error = text }
    }
    isSubmitting = false
    onChange(wrong.map { fields[$0].id })
  }

  /// The values by field, together with those that the person is not asked for.
  var values: Parameters { parameters(of: fields) }

  private func parameters(of fields: [FormField]) -> Parameters {
    fields.filter(isSent).reduce(into: given) { $0.append($1.value.text, for: $1.id) }
  }

  /// Whether the action receives the value of a field. Without it, an action that changes something
  /// would keep the value that the person has cleared.
  private func isSent(_ field: FormField) -> Bool {
    guard field.value.text.isEmpty else { return true }
    // An empty text names nothing that can be picked.
    if case .picker = field.kind { return false }
    return isCleared(field) && inputFields[field.id]?.valueSchema.acceptsEmptyText == true
  }

  /// Whether the person has removed the initial value of a field that may be empty.
  private func isCleared(_ field: FormField) -> Bool {
    field.isOptional && field.value.text.isEmpty && initialValues[field.id]?.text.isEmpty == false
  }

  /// Whether the form may be submitted without a value of the field.
  func mayRemainEmpty(_ field: FormField) -> Bool {
    field.isOptional && (!isCleared(field) || isSent(field) || isReplaced(field))
  }

  /// Whether another field now has a value of the same kind, such as a latest time in place of an
  /// earliest one.
  private func isReplaced(_ field: FormField) -> Bool {
    fields.contains {
      $0.id != field.id
        && inputFields[$0.id]?.valueSchema == inputFields[field.id]?.valueSchema
        && !$0.value.text.isEmpty
        && initialValues[$0.id]?.text.isEmpty == true
    }
  }

  /// Why a value is not accepted, whatever the values of the other fields are.
  private func problem(of field: FormField) -> LocalizedText? {
    guard !field.value.text.isEmpty else {
      guard field.isOptional else {
        let hint = inputFields[field.id]?.hint() ?? "a value"
        return "'\(field.label)' is missing; enter \(hint)"
      }
      guard !mayRemainEmpty(field) else { return nil }
      return "'\(field.label)' cannot be removed; enter another value"
    }
    // Other fields that are not accepted are left out or, if they must not, replaced by an example.
    var fields = fields
    for _ in 0...2 * fields.count {
      do {
        try decode(parameters(of: fields))
        return nil
      } catch let error as DecodingError {
        guard let name = error.problem.field,
          let wrong = fields.firstIndex(where: { $0.id == name })
        else { return nil }
        guard name != field.id else { return message(of: error) }
        let isEmpty = fields[wrong].value.text.isEmpty
        fields[wrong].value = FieldValue(isEmpty ? inputFields[name]?.exampleText ?? "" : "")
      } catch {
        return nil
      }
    }
    return nil
  }

  private func message(of error: any Error) -> LocalizedText {
    guard let problem = (error as? DecodingError)?.problem else {
      return LocalizedText(verbatim: error.plainText)
    }
    let label = fields.first { $0.id == problem.field }?.label
    let name = label ?? problem.field.map(LocalizedText.init(verbatim:)) ?? "the form"
    return "bad value for '\(name)': \(problem.reason)"
  }
}

extension Schema.Field {
  /// A text that fits the field, while its value is not known yet.
  fileprivate var exampleText: String { description?.example ?? valueSchema.exampleText }

  /// The name of the field for a person, such as `new name`.
  var label: LocalizedText {
    description?.label
      ?? LocalizedText(verbatim: name.kebabCased.split(at: "-").joined(separator: " "))
  }

  /// What the field means, without what its label says, such as `the name` beside `name`.
  fileprivate var hintBesideLabel: LocalizedText {
    let filler: Set = ["the", "a", "an", "whether", "it", "is"]
    let words = (description?.meaning).map { "\($0)".words.subtracting(filler) }
    let isKnown = words?.isSubset(of: "\(label)".words) ?? (valueSchema == .boolean)
    guard isKnown, !isRepeated else { return hint() }
    if case .choice(let choices) = valueSchema { return "\(choices.joinedByOr)" }
    let defaultValue = valueSchema == .boolean ? nil : description?.defaultValue
    return defaultValue.map { "default: \($0)" } ?? ""
  }
}

extension String {
  fileprivate var words: Set<String> { Set(lowercased().split(at: " ").map(String.init)) }
}

extension FormField.Kind {
  /// - Parameter hasAnswer: Whether the field has a value, also when the person enters none.
  fileprivate init(
    _ schema: Schema, _ picker: FieldPicker?, isOptional: Bool, hasAnswer: Bool
  ) {
    if let picker {
      self = .picker(picker)
    } else if case .nullable(let schema) = schema {
      self.init(schema, nil, isOptional: true, hasAnswer: hasAnswer)
    } else if schema == .boolean {
      self = .flag(isOptional: isOptional && !hasAnswer)
    } else if case .choice(let choices) = schema, !choices.isEmpty {
      self = .choice((isOptional ? [""] : []) + choices)
    } else if schema == .text(.password) {
      self = .secret
    } else {
      self = .text
    }
  }

  fileprivate var initialValue: FieldValue {
    switch self {
    case .text, .secret, .flag(isOptional: true), .picker: FieldValue("")
    case .flag(isOptional: false): FieldValue("false")
    case .choice(let choices): FieldValue(choices.first ?? "")
    }
  }
}

extension Schema {
  /// Whether an empty text is a value.
  fileprivate var acceptsEmptyText: Bool {
    switch self {
    case .any, .text(nil), .text(.password): true
    case .choice(let choices): choices.contains("")
    case .nullable(let schema): schema.acceptsEmptyText
    case .anyOf(let schemas): schemas.contains(where: \.acceptsEmptyText)
    case .boolean, .integer, .number, .text, .list, .dictionary, .object, .recursive: false
    }
  }

  /// A text that fits the schema.
  fileprivate var exampleText: String {
    switch self {
    case .boolean: "true"
    case .integer, .number: "1"
    case .choice(let choices): choices.first ?? ""
    case .text(.dateTime): "2026-11-20T08:00:00Z"
    case .text(.date): "2026-11-20"
    case .text(.uri): "https://example.org"
    case .text(.uuid): "00000000-0000-0000-0000-000000000000"
    case .text(.base64): "eA=="
    case .text(.day): "today"
    case .text(.timeOfDay): "now"
    case .text(.money): "EUR 1.40"
    case .text(.password): "x"
    case .nullable(let schema): schema.exampleText
    case .anyOf(let schemas): schemas.first?.exampleText ?? "x"
    case .any, .text(nil), .list, .dictionary, .object, .recursive: "x"
    }
  }
}
