import Console
import Documents
import Mediator
import ModuleTesting
import Platform
import Testing

@testable import Scenes

extension Command {
  fileprivate static let order = Command(
    "order", "Order an article", calls: Shop.order, arguments: ["article", "count", "size"],
    examples: []
  ) { order in "\(order.article)" }
}

@MainActor @Suite(.timeLimit(.minutes(15))) struct FormTests {
  private let fixture: FormFixture

  init() throws { fixture = try FormFixture() }

  @Test func `keys change texts, choices and answers`() async throws {
    _ = try await fixture.fill { form, _ in
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

  /// A value with fields whose labels say what they mean, or not.
  private struct Parcel: Codable, Sendable, SchemaDescribing {
    let name: String
    let size: Order.Size
    let dueDay: String?
    let note: String?
    let bought: Bool
    let isNew: Bool?

    static var fieldDescriptions: FieldDescriptions {
      [
        "name": "the name", "size": "the size",
        "dueDay": .init("the due day", default: "tomorrow"),
        "note": "what the driver should know", "bought": .flag("whether it is bought"),
        "isNew": .flag("nobody has used it"),
      ]
    }
  }

  @Test func `a hint does not repeat the label, and only an optional flag may have no answer`()
    async throws
  {
    let scene = fixture.scene
    let result = Task {
      try await scene.fill("Send", initial: ["isNew": "false"]) { (parcel: Parcel) in parcel }
    }
    let other = ListScene("", [])
    let optional = Task { try await other.fill("Send") { (parcel: Parcel) in parcel } }
    try await wait { scene.pushed != nil && other.pushed != nil }
    let form = try #require(scene.pushed?.form)
    #expect(
      form.fields.map { "\($0.hint)" } == [
        "", "small or large", "default: tomorrow", "what the driver should know", "",
        "nobody has used it",
      ])
    func flags(_ form: Form?) -> [Bool] {
      (form?.fields ?? []).compactMap { field in
        if case .flag(let isOptional) = field.kind { isOptional } else { nil }
      }
    }
    #expect(flags(form) == [false, false] && flags(other.pushed?.form) == [false, true])
    await form.submit()
    #expect(form.fields.first?.error == "'name' is missing; enter the name")
    form.enter(["name": "Tea"])
    await form.submit()
    let parcel = try #require(try await result.value)
    #expect(parcel.bought == false && parcel.isNew == false)
    other.pop()
    _ = try await optional.value
  }

  @Test func `dots are shown in place of a password`() async throws {
    struct Login: Codable, Sendable { let password: Secret }
    let scene = fixture.scene
    let result = Task {
      try await scene.fill("Log in") {
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

  @Test func `an initial text that is cleared is sent as an empty text`() async throws {
    let order = try await fixture.fill(
      given: ["count": "3", "size": "large"], initial: ["article": "lamp", "card": "Hello"]
    ) { form, _ in
      form.enter(["card": ""])
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
    let order = try await fixture.fill(initial: initial) { form, scene in
      form.enter([field: ""])
      form.check(field)
      #expect(form.fields.compactMap(\.error).isEmpty)
      await form.submit()
      let cleared = form.fields.first { $0.id == field }
      let label = try #require(cleared?.label)
      #expect(cleared?.value.text == value)
      #expect(cleared?.error == "'\(label)' cannot be removed; enter another value")
      #expect(scene.rowToSelect?.row == field)
      #expect(fixture.orders.withLock(\.isEmpty))
      await form.submit()
    }
    #expect(order?.article == "lamp")
  }

  @Test func `a picked value is restored when it is cleared, because no empty text is picked`()
    async throws
  {
    let picker = PickerDescription(for: Shop.cards) { title, _, _, _ in ListScene(title, []) }
    _ = try await fixture.fill(
      initial: ["article": "lamp", "count": "3"],
      chosen: ["card": FieldValue("rose", label: "A rose")], picker: picker
    ) { form, _ in
      form.enter(["card": ""])
      await form.submit()
      let card = form.fields.first { $0.id == "card" }
      #expect(card?.value.label == "A rose")
      #expect(card?.error == "'card' cannot be removed; enter another value")
    }
  }

  @Test func `a cleared value may be replaced by one of the same kind in another field`()
    async throws
  {
    let order = try await fixture.fill(
      given: ["article": "lamp", "count": "3"], initial: ["time": "8am"]
    ) { form, _ in
      form.enter(["time": "", "until": "9am"])
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
      _ = try await Command.order.run(line, through: fixture.mediator)
    }
    let typed = field == "count" ? field : "--\(field)"
    #expect(error.map { "\($0)" } == sentence.replacing("'\(field)'", with: "'\(typed)'"))
    _ = try await fixture.fill { form, scene in
      // The fields before it are still empty.
      form.enter([field: text])
      form.check(field)
      #expect(form.fields.compactMap(\.error).map { "\($0)" } == [sentence])
      await form.submit()
      let wrong = form.fields.filter { $0.error != nil }.map(\.id)
      #expect(wrong == (field == "count" ? ["article", "count"] : ["article", "count", field]))
      #expect(form.fields[0].error == "'article' is missing; enter the name of the article")
      #expect(scene.rowToSelect?.row == "article")
      form.enter([field: ""])
      #expect(form.fields.first { $0.id == field }?.error == nil)
    }
  }

  @Test func `a form that is being submitted is not submitted again, and does not change`()
    async throws
  {
    let order = try await fixture.fill(initial: ["article": "lamp", "count": "1"]) { form, _ in
      let isSubmitted = [form.begin(), form.begin()]
      #expect(isSubmitted == [true, false])
      form.press(.character("2"), in: "count")
      #expect(form.values["count"] == ["1"])
      await form.finish()
    }
    #expect(order?.count == 1)
    #expect(fixture.orders.withLock { $0.count } == 1)
  }

  @Test func `a failure of the action is shown below the field that it quotes, or below Save`()
    async throws
  {
    let order = try await fixture.fill(initial: ["count": "13", "article": "lmap"]) { form, scene in
      await form.submit()
      #expect(form.fields[0].error == "no article 'lmap'; did you mean 'lamp'?")
      #expect(form.error == nil && scene.rowToSelect?.row == "article")
      form.enter(["article": "lamp"])
      await form.submit()
      #expect(form.fields.allSatisfy { $0.error == nil })
      #expect(form.error == "the shop is closed; try again tomorrow")
      form.enter(["count": "12"])
      #expect(form.error == nil)
      await form.submit()
    }
    #expect(order?.count == 12)
  }
}
