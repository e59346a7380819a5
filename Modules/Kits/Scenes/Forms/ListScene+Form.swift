import Documents
public import Mediator

extension ListScene {
  /// Shows a form for an action over this scene, and returns the output of the action when the
  /// person has submitted it; nil if the person leaves the form, or has already left this scene.
  ///
  /// The form has the fields of the action's input, as their type describes them (see
  /// `SchemaDescribing`). Its texts are decoded as on a command line. If the action fails, the form
  /// stays and shows the error. A module of the app may contribute the scene in which the person
  /// chooses a value; see `PickerDescription`.
  ///
  /// An initial value that the person clears is sent as an empty text, if the action accepts one,
  /// because without the value most actions would keep the old one. If the action accepts none, or
  /// the value is picked, the form restores it and says that it cannot be removed, unless another
  /// field has a value of the same kind instead.
  ///
  /// ```swift
  /// scene.addAction("add", key: "a") { scene in
  ///   guard let order = try await scene.fill("Add an order", calls: Orders.add, through: mediator)
  ///   else { return nil }
  ///   scene.select(order.id)
  ///   return "Added order \(order.id); press u to undo."
  /// }
  /// ```
  /// - Parameters:
  ///   - title: What the person does with the form, in a few words.
  ///   - submit: What its last row does, such as `Send`.
  ///   - action: The action that the form calls.
  ///   - fields: The names of the fields that are shown, in their order; nil for all.
  ///   - given: Values by field that the person is not asked for, such as the id of a row.
  ///   - initial: The values by field that the form has at first, such as those of a row.
  ///   - chosen: Further initial values, of which the person sees the label.
  ///   - caller: The calling file, for interceptors.
  /// - Throws: `CancellationError` when the task is cancelled, after which the form is closed.
  public func fill<Input: Codable & Sendable, Output: Codable & Sendable>(
    _ title: LocalizedText, submit: LocalizedText = "Save", calls action: Action<Input, Output>,
    fields: [String]? = nil, given: Parameters = [:], initial: Parameters = [:],
    chosen: [String: FieldValue] = [:],
    through mediator: Mediator, caller: StaticString = #fileID
  ) async throws -> Output? {
    var output: Output?
    let schema = try? action.inputSchema
    let form = Form(
      fields ?? Self.fields(of: Input.self, schema), input: schema, given: given, initial: initial,
      chosen: chosen, pickers: environment.pickers, submit: submit, omission: .keepsValue,
      decode: { try action.input(from: $0) },
      perform: { output = try await mediator.perform(action, $0, caller: caller) })
    try await show(form, titled: title)
    return output
  }

  /// Shows a form over this scene, and returns what `perform` makes of its values when the person
  /// has submitted it; nil if the person leaves the form, or has already left this scene.
  ///
  /// Unlike a form that calls an action, its values are all that there is: one that the person
  /// clears is not in the input. If `perform` fails, the form stays and shows the error.
  ///
  /// ```swift
  /// scene.addAction("options", key: "o") { scene in
  ///   let query = try await scene.fill("Search", fields: ["day"], initial: ["day": "today"]) {
  ///     (query: Search) in
  ///     try await mediator.perform(Shop.check, query)
  ///     return query
  ///   }
  ///   …
  /// }
  /// ```
  /// - Parameters:
  ///   - title: What the person enters, in a few words.
  ///   - submit: What its last row does, such as `Search`.
  ///   - fields: The names of the fields that are shown, in their order; nil for all.
  ///   - given: Values by field that the person is not asked for.
  ///   - initial: The values by field that the form has at first.
  ///   - chosen: Further initial values, of which the person sees the label.
  ///   - perform: Receives the input.
  /// - Throws: `CancellationError` when the task is cancelled, after which the form is closed.
  public func fill<Input: Codable & Sendable, Output>(
    _ title: LocalizedText, submit: LocalizedText = "Save", fields: [String]? = nil,
    given: Parameters = [:], initial: Parameters = [:],
    chosen: [String: FieldValue] = [:],
    perform: @escaping @MainActor (Input) async throws -> Output
  ) async throws -> Output? {
    var output: Output?
    let schema = try? Schema(of: Input.self)
    let form = Form(
      fields ?? Self.fields(of: Input.self, schema), input: schema, given: given, initial: initial,
      chosen: chosen, pickers: environment.pickers, submit: submit, omission: .removesValue,
      decode: { try $0.decode(Input.self) },
      perform: { output = try await perform($0) })
    try await show(form, titled: title)
    return output
  }

  /// Shows a form for values that a schema describes, and returns what `perform` makes of them when
  /// the person has submitted it; nil if the person leaves the form, or has already left this scene.
  /// - Parameters:
  ///   - schema: An object with the fields of the form, in their order.
  ///   - decode: Makes the input of the texts of the fields. It throws a `DecodingError` that names
  ///     the field which is not accepted.
  /// - Throws: `CancellationError` when the task is cancelled, after which the form is closed.
  package func fill<Input: Sendable, Output>(
    _ title: LocalizedText, submit: LocalizedText, fieldsOf schema: Schema,
    decode: @escaping (Parameters) throws -> Input,
    perform: @escaping @MainActor (Input) async throws -> Output
  ) async throws -> Output? {
    var output: Output?
    let form = Form(
      schema.fields.map(\.name), input: schema, given: [:], initial: [:], chosen: [:],
      pickers: environment.pickers, submit: submit, omission: .removesValue, decode: decode,
      perform: { output = try await perform($0) })
    try await show(form, titled: title)
    return output
  }

  /// The names of the fields of an input: those that its type describes, in their order, and then
  /// the others.
  private static func fields(of type: any Decodable.Type, _ schema: Schema?) -> [String] {
    let described = (type as? any SchemaDescribing.Type)?.fieldDescriptions.names ?? []
    return described + (schema?.fields.map(\.name).filter { !described.contains($0) } ?? [])
  }

  /// Shows a form over this scene until it ends or is left.
  private func show(_ form: Form, titled title: LocalizedText) async throws {
    // Nobody could leave a form over a scene that is not shown any more.
    guard !isRemoved else { return }
    let scene = ListScene(title, form: form)
    form.onEnd = { [weak self, weak scene] in self?.pop(scene) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        scene.onRemoval = { continuation.resume() }
        push(scene)
        if Task.isCancelled { pop(scene) }
      }
    } onCancel: {
      Task { @MainActor in pop(scene) }
    }
    try Task.checkCancellation()
  }

  private func pop(_ scene: ListScene?) {
    if pushed === scene { pop() }
  }

  /// A scene with a row for each field of a form, and a last one that submits it.
  private convenience init(_ title: LocalizedText, form: Form) {
    let fields = ListSection(
      "fields", id: \.id, layout: FormRow.layout, following: []
    ) { _ in ListPage(await form.fieldRows) }
    let save = ListSection("save", id: \.id, layout: FormRow.layout, following: []) { _ in
      ListPage(await form.saveRows)
    }
    self.init(title, [fields, save])
    self.form = form
    // The form must not keep itself or the sections, which keep it.
    form.openPicker = { [weak self, weak form] id in
      if let form { self?.openPicker(of: id, in: form) }
    }
    form.onChange = { [weak self, weak form, weak fields, weak save] wrong in
      guard let form else { return }
      fields?.show(form.fieldRows)
      save?.show(form.saveRows)
      if let wrong { self?.select(wrong) }
    }
    if let first = form.fields.first { select(first.id) }
  }

  /// What the Enter key does in a row of the scene's form: it selects the next field, opens the
  /// list of the values, or submits the form.
  package func enterField(_ id: FormField.ID) {
    guard let form, !form.isSubmitting else { return }
    guard let field = form.fields.first(where: { $0.id == id }) else {
      if form.begin() { Task { await form.finish() } }
      return
    }
    guard case .picker = field.kind, field.value.text.isEmpty else {
      return selectField(after: id, of: form)
    }
    openPicker(of: id, in: form)
  }

  private func openPicker(of id: FormField.ID, in form: Form) {
    guard let field = form.fields.first(where: { $0.id == id }),
      case .picker(let picker) = field.kind
    else { return }
    push {
      picker.scene(field.label, form.values, $0)
    } onResult: { [weak self] value in
      form.setValue(value, of: id)
      self?.selectField(after: id, of: form)
    }
  }

  private func selectField(after id: FormField.ID, of form: Form) {
    let next = form.fields.drop { $0.id != id }.dropFirst().first
    rowToSelect =
      next.map { RowPath(section: "fields", row: $0.id) }
      ?? RowPath(section: "save", row: FormRow.saveID)
  }
}

extension SceneSection {
  fileprivate func show(_ items: [FormRow]) {
    rows = items.map { FormRow.layout.row(for: $0, id: $0.id) }
    state = .content
  }
}

/// A row of a form, with everything that its text depends on.
private struct FormRow: ListItem {
  /// The id of the row that submits the form, which no field has.
  static let saveID = ""

  let id: String
  let label: LocalizedText
  var value: LocalizedText
  var hint: LocalizedText = ""
  var error: LocalizedText?
  /// The labels of all fields of the form, with which the values are aligned.
  let labels: [LocalizedText]

  static let layout = ListLayout<FormRow>.rows { row in
    let texts = [(row.value, TextRole.strong), (row.hint, .faint), (row.error ?? "", .warning)]
    let content = texts.filter { !$0.0.isEmpty }.map { Block.paragraph(Text($0.0, $0.1)) }
    return [
      .item(
        mark: Text(row.label), alignedWith: row.labels.map { Text($0) },
        Document(content.isEmpty ? [.line("")] : content))
    ]
  }
}

extension Form {
  fileprivate var fieldRows: [FormRow] {
    let labels = fields.map(\.label)
    return fields.map { field in
      let isAsked = field.shownValue.isEmpty && !field.hasDefault
      let note: LocalizedText = isAsked && mayRemainEmpty(field) ? "(optional)" : ""
      let hint = [field.hint, note].filter { !$0.isEmpty }.joined(separator: " ")
      return FormRow(
        id: field.id, label: field.label, value: field.shownValue,
        hint: field.isTyped && !field.value.text.isEmpty ? "" : hint,
        error: field.error, labels: labels)
    }
  }

  fileprivate var saveRows: [FormRow] {
    [
      FormRow(
        id: FormRow.saveID, label: "", value: submitText, error: error,
        labels: [])
    ]
  }
}

extension FormField {
  /// Whether the value may be any text. Such a text replaces what the field means.
  fileprivate var isTyped: Bool {
    switch kind {
    case .text, .secret, .picker: true
    case .choice, .flag: false
    }
  }

  fileprivate var shownValue: LocalizedText {
    switch kind {
    case .text, .picker: LocalizedText(verbatim: value.label)
    case .secret: LocalizedText(verbatim: value.dots)
    case .choice: value.text.isEmpty ? "" : "‹ \(value.label) ›"
    case .flag: value.text == "true" ? "‹ yes ›" : "‹ no ›"
    }
  }
}
