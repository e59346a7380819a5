import Documents
import Mediator
import Scenes
import Testing

/// A program that has no terminal shows scenes: this target depends on nothing that knows one.
@MainActor struct PresenterTests {
  private struct Book: Codable, Equatable, Sendable {
    let title: String
    let shelf: String
  }

  private struct Move: Codable, Sendable, SchemaDescribing {
    let title: String
    let shelf: String

    static var fieldDescriptions: FieldDescriptions {
      ["title": "the book", "shelf": .init("the new shelf", example: "B2")]
    }
  }

  private enum Library: Interface {
    static let move = Action<Move, Book>(Library.self, "move")
  }

  private let mediator = Mediator()
  private let scene: ListScene

  init() throws {
    try mediator.answer(Library.move) { Book(title: $0.title, shelf: $0.shelf) }
    let books = ListSection(
      "books", id: \Book.title,
      layout: .table(
        .init("title") { .init(verbatim: $0.title) }, .init("shelf") { .init(verbatim: $0.shelf) })
    ) { _ in ListPage([Book(title: "Emma", shelf: "A1")]) }
    books.detail = { book in
      let page = ListSection(
        "book", id: \Book.title,
        layout: .detail { [.title("\($0.title)"), .paragraph("on \($0.shelf)", .plain)] }
      ) { _ in ListPage([book]) }
      return .scene(ListScene("\(book.title)", [page]))
    }
    scene = ListScene("Books", [books])
    scene.addAction(
      "move", key: "m", on: books, confirmation: { "Move '\($0.title)'?" }
    ) { [mediator] scene, book in
      let moved = try await scene.fill(
        "Move a book", calls: Library.move, given: ["title": book.title], through: mediator)
      return moved.map { "Moved to \($0.shelf)." }
    }
  }

  private func selectedRow() throws -> SelectedRow {
    let section = scene.sections[0]
    return SelectedRow(section: section, row: try #require(section.rows.first))
  }

  @Test func `a list and what its rows open are documents`() async throws {
    await scene.open()
    #expect(
      scene.snapshot.document.markdown == """
        | title | shelf |
        |---|---|
        | Emma | A1 |
        """)
    scene.openDetail(of: try selectedRow())
    let page = try #require(scene.pushed)
    await page.open()
    #expect(page.snapshot.document.markdown == "# Emma\n\non A1")
  }

  @Test func `an action asks, and its form has the words of the input`() async throws {
    await scene.open()
    let selected = try selectedRow()
    let action = try #require(scene.action(for: "m", on: selected))
    #expect(action.confirmation(for: selected) == "Move '\("Emma")'?")
    let result = Task { try await scene.perform(action, on: selected) }
    // The form is pushed as soon as the task waits for its values.
    while scene.pushed?.form == nil {
      try Task.checkCancellation()
      await Task.yield()
    }
    let form = try #require(scene.pushed?.form)
    #expect(form.fields.map(\.label) == ["shelf"] && form.fields[0].hint == "the new shelf")
    await form.submit()
    #expect(form.fields[0].error == "'shelf' is missing; enter the new shelf")
    form.setValue(FieldValue("B2"), of: "shelf")
    await form.submit()
    #expect(try await result.value.map { "\($0)" } == "Moved to B2.")
  }

  @Test func `a map is a picture with a selected place`() {
    let lamp = Picture.Place(at: [0, 0], Picture.Mark(.dot), name: .init("lamp"))
    let fuse = Picture.Place(at: [9, 0], Picture.Mark(.dot), name: .init("fuse"))
    let picture = Picture(title: "Circuit", places: [lamp, fuse])
    let canvas = PlaceCanvas(picture) { _ in
      nil
    } onEnter: { _, _ in
    }
    canvas.select(0)
    canvas.move(.right)
    #expect(canvas.selection == 1)
    #expect(canvas.picture.textAlternative.markdown == "# Circuit")
  }
}
