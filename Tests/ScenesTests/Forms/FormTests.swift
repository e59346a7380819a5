import Console
import Mediator
import ModuleTesting
import Scenes
import Testing

/// What the actions in these tests do.
private enum Shop: Interface {
  static let order = Action<Order, Order>(Shop.self, "order")
}

private struct Order: Codable, Equatable, Sendable {
  enum Size: String, Codable, CaseIterable {
    case small, large
  }

  var id: Int?
  let article: String
  let count: Int
  let size: Size
  var paper: Size?
  var day: DayExpression?
  var time: TimeExpression?
  var asGift: Bool?
  var card: String?
  var until: TimeExpression?
}

private enum ShopError: ModuleError {
  case unknown(String)
  case closed

  var kind: FailureKind { .notFound }
  var description: String {
    switch self {
    case .unknown(let article): "no article '\(article)'; did you mean 'lamp'?"
    case .closed: "the shop is closed; try again tomorrow"
    }
  }
}

extension Command {
  fileprivate static let order = Command(
    "order", "Order an article", calls: Shop.order,
    arguments: [
      .positional("article", "the name of the article"), .positional("count", "how many"),
      .positional("size", "the size"), .option("paper", "the size of the paper"),
      .option("day", "the day of delivery"), .option("time", "the time of delivery"),
      .flag("as-gift", "wrap it"), .option("note", "no field of the input"),
      .option("card", "the text of the card"), .option("until", "the latest time"),
    ], examples: []
  ) { order, _ in order.article }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct FormTests {
  private let mediator = Mediator()
  private let orders = Lock<[Order]>([])
  private let scene = ListScene("Orders", [])

  init() throws {
    try mediator.answer(Shop.order) { [orders] order in
      if order.article == "lmap" { throw ShopError.unknown(order.article) }
      if order.count == 13 { throw ShopError.closed }
      orders.withLock { $0.append(order) }
      return order
    }
  }

  /// Opens the form, lets `body` fill it, and returns what the form returns.
  private func fill(
    given: Parameters = [:], initial: Parameters = [:], pickers: [String: FieldPicker] = [:],
    _ body: @MainActor (Form, ListScene) async throws -> Void
  ) async throws -> Order? {
    let result = Task {
      try await scene.fill(
        .order, calls: Shop.order, given: given, initial: initial, pickers: pickers,
        through: mediator)
    }
    try await wait { scene.pushed != nil }
    let pushed = try #require(scene.pushed)
    try await body(try #require(pushed.form), pushed)
    if scene.pushed != nil { scene.pop() }
    return try await result.value
  }

  private func enter(_ values: KeyValuePairs<String, String>, in form: Form) {
    for (field, text) in values { form.setValue(FieldValue(text), of: field) }
  }

  @Test func `a form has a field for each argument, and returns the output of the action`()
    async throws
  {
    let order = try await fill { form, scene in
      #expect(scene.title == "Order an article")
      #expect(
        form.fields.map(\.label) == [
          "article", "count", "size", "paper", "day", "time", "as gift", "card", "until",
        ])
      enter(["article": "lamp", "count": "2", "day": "fri", "time": "8am"], in: form)
      form.press(.right, in: "size")
      form.press(.character(" "), in: "asGift")
      await form.submit()
      #expect(self.scene.pushed == nil)
    }
    #expect(order?.article == "lamp" && order?.count == 2 && order?.size == .large)
    #expect(order?.paper == nil && order?.day == DayExpression("fri") && order?.asGift == true)
    #expect(orders.withLock(\.count) == 1)
  }

  @Test func `dots are shown in place of a password`() async throws {
    struct Login: Codable, Sendable { let password: Secret }
    let result = Task {
      try await scene.fill("Log in", [.positional("password", "the password")]) {
        (login: Login) in login.password.text
      }
    }
    try await wait { scene.pushed != nil }
    let pushed = try #require(scene.pushed)
    let form = try #require(pushed.form)
    for letter in "lamp1" { form.press(.character(letter), in: "password") }
    form.press(.backspace, in: "password")
    await pushed.open()
    let text = pushed.snapshot.text(on: Page(columns: 40))
    #expect(text.contains("••••") && !text.contains("lamp"))
    await form.submit()
    #expect(try await result.value == "lamp")
  }

  @Test func `leaving a form returns nothing and performs nothing`() async throws {
    let order = try await fill { form, _ in enter(["article": "lamp", "count": "1"], in: form) }
    #expect(order == nil)
    #expect(orders.withLock(\.isEmpty))
  }

  @Test func `a form that is given and initial values asks only for the others`() async throws {
    let order = try await fill(
      given: ["id": "7", "article": "lamp"], initial: ["count": "3", "size": "large", "day": "fri"]
    ) { form, _ in
      #expect(form.fields.map(\.value.text) == ["3", "large", "", "fri", "", "", "", ""])
      await form.submit()
    }
    let friday = DayExpression("fri")
    #expect(order == Order(id: 7, article: "lamp", count: 3, size: .large, day: friday))
  }

  @Test func `an initial text that is cleared is sent as an empty text`() async throws {
    let order = try await fill(
      given: ["count": "3", "size": "large"], initial: ["article": "lamp", "card": "Hello"]
    ) { form, _ in
      enter(["card": ""], in: form)
      await form.submit()
    }
    #expect(order == Order(article: "lamp", count: 3, size: .large, card: ""))
  }

  @Test(arguments: ["day": "fri", "paper": "large", "asGift": "true"])
  func `an initial value that cannot be empty is restored when it is cleared`(
    field: String, value: String
  ) async throws {
    var initial: Parameters = ["article": "lamp", "count": "3"]
    initial.append(value, for: field)
    let order = try await fill(initial: initial) { form, scene in
      enter([field: ""], in: form)
      form.check(field)
      #expect(form.fields.compactMap(\.error).isEmpty)
      await form.submit()
      let cleared = form.fields.first { $0.id == field }
      let label = try #require(cleared?.label)
      #expect(cleared?.value.text == value)
      #expect(cleared?.error == "'\(label)' cannot be removed; enter another value")
      #expect(scene.rowToSelect?.row == field)
      #expect(orders.withLock(\.isEmpty))
      await form.submit()
    }
    #expect(order?.article == "lamp")
  }

  @Test func `a picked value is restored when it is cleared, because no empty text is picked`()
    async throws
  {
    let picker = FieldPicker(initial: FieldValue("rose", label: "A rose")) { title, _ in
      ListScene(title, [])
    }
    _ = try await fill(
      initial: ["article": "lamp", "count": "3"], pickers: ["card": picker]
    ) { form, _ in
      enter(["card": ""], in: form)
      await form.submit()
      let card = form.fields.first { $0.id == "card" }
      #expect(card?.value.label == "A rose")
      #expect(card?.error == "'card' cannot be removed; enter another value")
    }
  }

  @Test func `a cleared value may be replaced by one of the same kind in another field`()
    async throws
  {
    let order = try await fill(
      given: ["article": "lamp", "count": "3"], initial: ["time": "8am"]
    ) { form, _ in
      enter(["time": "", "until": "9am"], in: form)
      await form.submit()
    }
    #expect(order?.time == nil && order?.until == TimeExpression("9am"))
  }

  /// The command line says the same with the hyphens of an option, except for a missing argument,
  /// where it shows how to write it.
  @Test(arguments: [
    ("count", "two", "bad value for 'count': expected a whole number, not 'two'"),
    (
      "day", "someday",
      "bad value for 'day': 'someday' is not a day; expected \(DayExpression.accepted)"
    ),
    (
      "time", "25 pm",
      "bad value for 'time': '25 pm' is not a time; expected \(TimeExpression.accepted)"
    ),
  ])
  func `a value that is not accepted has the sentence of the command line below its field`(
    field: String, text: String, sentence: String
  ) async throws {
    let parameters: Parameters = ["article": "lamp", "count": "1", "size": "small"]
    let error = await #expect(throws: CommandLineError.self) {
      var line = Parameters()
      for (name, values) in parameters.values where name != field {
        line.append(values[0], for: name)
      }
      line.append(text, for: field)
      _ = try await Command.order.run(line, through: mediator)
    }
    let typed = field == "count" ? field : "--\(field)"
    #expect(error.map { "\($0)" } == sentence.replacing("'\(field)'", with: "'\(typed)'"))
    _ = try await fill { form, scene in
      // The fields before it are still empty.
      enter([field: text], in: form)
      form.check(field)
      #expect(form.fields.compactMap(\.error) == [sentence])
      await form.submit()
      let wrong = form.fields.filter { $0.error != nil }.map(\.id)
      #expect(wrong == (field == "count" ? ["article", "count"] : ["article", "count", field]))
      #expect(form.fields[0].error == "'article' is missing; enter the name of the article")
      #expect(scene.rowToSelect?.row == "article")
      enter([field: ""], in: form)
      #expect(form.fields.first { $0.id == field }?.error == nil)
    }
  }

  @Test func `a failure of the action is shown below the field that it quotes, or below Save`()
    async throws
  {
    let order = try await fill(initial: ["count": "13", "article": "lmap"]) { form, scene in
      await form.submit()
      #expect(form.fields[0].error == "no article 'lmap'; did you mean 'lamp'?")
      #expect(form.error == nil && scene.rowToSelect?.row == "article")
      enter(["article": "lamp"], in: form)
      await form.submit()
      #expect(form.fields.allSatisfy { $0.error == nil })
      #expect(form.error == "the shop is closed; try again tomorrow")
      enter(["count": "12"], in: form)
      #expect(form.error == nil)
      await form.submit()
    }
    #expect(order?.count == 12)
  }

  @Test func `keys change texts, choices and answers`() async throws {
    _ = try await fill { form, _ in
      @MainActor func text(_ id: String, after keys: Key...) -> String? {
        for key in keys { form.press(key, in: id) }
        return form.fields.first { $0.id == id }?.value.text
      }
      #expect(text("article", after: .character("中"), .paste("文\n"), .character(" ")) == "中文 ")
      #expect(text("article", after: .backspace, .backspace) == "中")
      #expect(text("article", after: .control("u"), .up) == "")
      #expect(text("size", after: .left) == "large")
      #expect(text("size", after: .right, .character("x")) == "small")
      #expect(text("size", after: .character("L")) == "large")
      #expect(text("paper") == "")
      #expect(text("paper", after: .character(" "), .character(" ")) == "large")
      #expect(text("paper", after: .character(" ")) == "")
      #expect(text("asGift") == "")
      #expect(text("asGift", after: .character("y")) == "true")
      #expect(text("asGift", after: .left) == "false")
    }
  }

  @Test func `a picker may depend on the value of another field`() async throws {
    let picker = FieldPicker(dependentScene: { title, values, _ in
      ListScene("\(title) of size \(values["size"]?.last ?? "")", [])
    })
    _ = try await fill(pickers: ["article": picker]) { form, scene in
      for (size, title) in [("small", "article of size small"), ("large", "article of size large")]
      {
        form.setValue(FieldValue(size), of: "size")
        form.press(.right, in: "article")
        #expect(scene.pushed?.title == title)
        #expect(scene.pushed?.selectionSummary == "choose")
        scene.pop()
      }
    }
  }

  @Test func `a picker chooses the value of a field, which is shown by its name`() async throws {
    let articles = StopSource(["a", "b"])
    let picker = FieldPicker(initial: FieldValue("a", label: "A lamp")) { title, end in
      ListScene(title, [articles.section()]) { _, event in
        guard let stop = event.selectedItem(as: Stop.self) else { return event }
        end(FieldValue(stop.id, label: "Article \(stop.name)"))
        return nil
      }
    }
    let order = try await fill(initial: ["count": "1"], pickers: ["article": picker]) {
      form, scene in
      #expect(form.fields[0].value.label == "A lamp")
      form.press(.right, in: "article")
      let list = try #require(scene.pushed)
      #expect(list.title == "article")
      await list.open()
      list.sections[0].send(.selected, from: list.sections[0].rows[1])
      #expect(scene.pushed == nil)
      #expect(scene.rowToSelect?.row == "count")
      await scene.open()
      #expect(scene.snapshot.text(on: Page(columns: 40)).hasPrefix("article  Article B\n"))
      await form.submit()
    }
    #expect(order?.article == "b")
    _ = try await fill(pickers: ["article": picker]) { form, scene in
      form.press(.character("x"), in: "article")
      #expect(form.fields[0].value == FieldValue("x"))
    }
  }

  @Test(arguments: [28, 40, 120])
  func `a form fits the page, with what a field means while it is empty`(columns: Int) async throws
  {
    _ = try await fill(initial: ["article": "中文中文中文中文中文中文中文中文中文"]) { form, scene in
      form.setValue(FieldValue("x"), of: "count")
      form.check("count")
      await scene.open()
      let text = scene.snapshot.text(on: Page(columns: columns))
      for line in text.split(separator: "\n") { #expect(String(line).columns <= columns) }
      if columns == 40 {
        #expect(
          text == """
            article  中文中文中文中文中文中文中文中
                     文中文
            count    x
                     bad value for 'count': expected
                     a whole number, not 'x'
            size     ‹ small ›
                     the size: small or large
            paper    the size of the paper: small or
                     large (optional)
            day      the day of delivery (optional)
            time     the time of delivery (optional)
            as gift  ‹ no ›
                     wrap it
            card     the text of the card (optional)
            until    the latest time (optional)

            Save
            """)
      }
    }
  }

  @Test func `a form that the person has left is released`() async throws {
    weak var left: Form?
    weak var section: ListSection?
    weak var over: ListScene?
    _ = try await fill { form, scene in
      (left, section, over) = (form, scene.sections.first, scene)
      enter(["article": "lamp"], in: form)
      #expect(left != nil && section != nil && over != nil)
    }
    #expect(left == nil && section == nil && over == nil)
  }

  @Test func `over a scene that the person has left, no form is shown`() async throws {
    let other = ListScene("Order 1", [])
    scene.push(other)
    scene.pop()
    let order = try await other.fill(.order, calls: Shop.order, through: mediator)
    #expect(order == nil && other.pushed == nil)
  }

  @Test func `a cancelled task closes its form`() async throws {
    let task = Task { try await scene.fill(.order, calls: Shop.order, through: mediator) }
    try await wait { scene.pushed != nil }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scene.pushed == nil)
  }
}
