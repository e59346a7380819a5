import Console
import Documents
import Mediator
import ModuleTesting
import Platform
import Scenes
import Testing

@MainActor @Suite(.timeLimit(.minutes(15))) struct ListSceneFormTests {
  private let fixture: FormFixture

  init() throws { fixture = try FormFixture() }

  @Test func `a form has a field for each argument, and returns the output of the action`()
    async throws
  {
    let order = try await fixture.fill { form, scene in
      #expect(scene.title == "Order an article")
      #expect(
        form.fields.map(\.label) == [
          "article", "count", "size", "paper", "day", "time", "as gift", "card", "until",
        ])
      form.enter(["article": "lamp", "count": "2", "day": "fri", "time": "8am"])
      form.press(.right, in: "size")
      form.press(.character(" "), in: "asGift")
      await form.submit()
      #expect(fixture.scene.pushed == nil)
    }
    #expect(order?.article == "lamp" && order?.count == 2 && order?.size == .large)
    #expect(order?.paper == nil && order?.day == DayExpression("fri") && order?.asGift == true)
    #expect(fixture.orders.withLock(\.count) == 1)
  }

  @Test func `leaving a form returns nothing and performs nothing`() async throws {
    let order = try await fixture.fill { form, _ in form.enter(["article": "lamp", "count": "1"]) }
    #expect(order == nil)
    #expect(fixture.orders.withLock(\.isEmpty))
  }

  @Test func `a form that is given and initial values asks only for the others`() async throws {
    let order = try await fixture.fill(
      given: ["id": "7", "article": "lamp"], initial: ["count": "3", "size": "large", "day": "fri"]
    ) { form, _ in
      #expect(form.fields.map(\.value.text) == ["3", "large", "", "fri", "", "", "", ""])
      await form.submit()
    }
    let friday = DayExpression("fri")
    #expect(order == Order(id: 7, article: "lamp", count: 3, size: .large, day: friday))
  }

  @Test func `a picker is for the arguments whose completion has the output of its action`()
    async throws
  {
    let picker = PickerDescription(for: Shop.cards) { title, _, _, _ in ListScene(title, []) }
    _ = try await fixture.fill(picker: picker) { form, _ in
      let picked = form.fields.filter { if case .picker = $0.kind { true } else { false } }
      #expect(picked.map(\.id) == ["card"])
    }
  }

  @Test func `a picker may depend on the value of another field`() async throws {
    let picker = PickerDescription(for: Shop.articles) { title, values, _, _ in
      ListScene("\(title) of size \(values["size"]?.last ?? "")", [])
    }
    _ = try await fixture.fill(picker: picker) { form, scene in
      for (size, title) in [("small", "article of size small"), ("large", "article of size large")]
      {
        form.setValue(FieldValue(size), of: "size")
        form.press(.right, in: "article")
        #expect(scene.pushed.map { "\($0.title)" } == title)
        scene.pop()
      }
    }
  }

  @Test func `a picker chooses the value of a field, which is shown by its name`() async throws {
    let articles = StopSource(["a", "b"])
    let picker = PickerDescription(for: Shop.articles) { title, _, _, end in
      let section = articles.section()
      let scene = ListScene(title, [section])
      scene.addChoice(from: section) { end(FieldValue($0.id, label: "Article \($0.name)")) }
      return scene
    }
    let order = try await fixture.fill(
      initial: ["count": "1"], chosen: ["article": FieldValue("a", label: "A lamp")],
      picker: picker
    ) { form, scene in
      #expect(form.fields[0].value.label == "A lamp")
      form.press(.right, in: "article")
      let list = try #require(scene.pushed)
      #expect(list.title == "article")
      await list.open()
      let row = SelectedRow(section: list.sections[0], row: list.sections[0].rows[1])
      #expect(list.titleOfOpening(row) == "choose")
      let choice = try #require(list.action(for: .enter, on: row))
      #expect(try await list.perform(choice, on: row) == nil)
      #expect(scene.pushed == nil)
      #expect(scene.rowToSelect?.row == "count")
      await scene.open()
      #expect(scene.snapshot.text(on: Page(columns: 40)).hasPrefix("article  Article B\n"))
      await form.submit()
    }
    #expect(order?.article == "b")
    _ = try await fixture.fill(picker: picker) { form, scene in
      form.press(.character("x"), in: "article")
      #expect(form.fields[0].value == FieldValue("x"))
    }
  }

  @Test func `the last row says what the form does, also while it does it`() async throws {
    let scene = ListScene("Account", [])
    let result = Task {
      try await scene.fill(
        "Sign in", submit: "Sign in", fields: ["article"], given: ["count": "1", "size": "small"]
      ) { (order: Order) in
        #expect("\(scene.pushed?.form?.submitText ?? "")" == "Sign in …")
        return order.article
      }
    }
    try await wait { scene.pushed != nil }
    let pushed = try #require(scene.pushed)
    await pushed.open()
    let form = try #require(pushed.form)
    #expect(pushed.snapshot.text(on: Page(columns: 40)).hasSuffix("\n\nSign in"))
    form.enter(["article": "lamp"])
    await form.submit()
    #expect(try await result.value == "lamp")
  }

  @Test(arguments: [28, 40, 120])
  func `a form fits the page, with what a field means while it is empty`(columns: Int) async throws
  {
    _ = try await fixture.fill(initial: ["article": "中文中文中文中文中文中文中文中文中文"]) { form, scene in
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
                     small or large
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
    weak var section: SceneSection?
    weak var over: ListScene?
    _ = try await fixture.fill { form, scene in
      (left, section, over) = (form, scene.sections.first, scene)
      form.enter(["article": "lamp"])
      #expect(left != nil && section != nil && over != nil)
    }
    #expect(left == nil && section == nil && over == nil)
  }

  @Test func `over a scene that the person has left, no form is shown`() async throws {
    let other = ListScene("Order 1", [])
    fixture.scene.push(other)
    fixture.scene.pop()
    let order = try await other.fill("Order", calls: Shop.order, through: fixture.mediator)
    #expect(order == nil && other.pushed == nil)
  }

  @Test func `over a scene that is shown again after the person has left it, a form is shown`()
    async throws
  {
    let other = ListScene("Order 1", [])
    fixture.scene.push(other)
    fixture.scene.pop()
    fixture.scene.push(other)
    let mediator = fixture.mediator
    let task = Task { try await other.fill("Order", calls: Shop.order, through: mediator) }
    var ended = false
    Task {
      _ = await task.result
      ended = true
    }
    try await wait { other.pushed != nil || ended }
    #expect(other.pushed?.form != nil)
    other.pop()
    #expect(try await task.value == nil)
  }

  @Test func `the end of a form that the person has left removes no other scene`() async throws {
    let other = ListScene("Order 1", [])
    _ = try await fixture.fill(initial: ["article": "lamp", "count": "1"]) { form, _ in
      fixture.scene.pop()
      fixture.scene.push(other)
      await form.submit()
      #expect(fixture.scene.pushed === other)
    }
  }

  @Test func `a cancelled task closes its form`() async throws {
    let scene = fixture.scene
    let task = Task { try await scene.fill("Order", calls: Shop.order, through: fixture.mediator) }
    try await wait { scene.pushed != nil }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(scene.pushed == nil)
  }
}
