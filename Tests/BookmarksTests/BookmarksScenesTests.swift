import Bookmarks
import BookmarksInterface
import Console
import DataSourceInterface
import Mediator
import RoutingInterface
import Scenes
import Testing

@MainActor
struct BookmarksScenesTests {
  private func press(_ key: Key, in scene: ListScene) async throws -> String? {
    let binding = try #require(scene.keyBindings.first { $0.key == key })
    return try await binding.press(scene.sections[0].rows.first)
  }

  @Test func `keys remove a bookmark and undo the removal`() async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Work")
    try await fixture.add("Home")
    let scene = try BookmarksModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    let message = try await press(.character("d"), in: scene)
    #expect(message == "Removed 'Work'; press u to undo.")
    await fixture.mediator.drain()
    #expect(scene.sections[0].rows.map(\.id) == ["Home"])
    #expect(try await press(.character("u"), in: scene) == "Undone: removing 'Work'.")
    await fixture.mediator.drain()
    #expect(scene.sections[0].rows.map(\.id) == ["Work", "Home"])
  }

  /// Fills the form that a key opens, and returns the notice after it.
  private func fill(
    _ values: [String: String], after key: Key, in scene: ListScene
  ) async throws -> String? {
    let notice = Task { try await press(key, in: scene) }
    while scene.pushed?.form == nil { await Task.yield() }
    let form = try #require(scene.pushed?.form)
    for (field, text) in values { form.setValue(FieldValue(text), of: field) }
    await form.submit()
    return try await notice.value
  }

  @Test func `forms add and rename bookmarks, which are selected afterwards`() async throws {
    let fixture = try await BookmarksFixture()
    try fixture.stubStationPicker()
    let scene = try BookmarksModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    let added = try await fill(
      ["name": "Work", "from": "Trindade", "to": "Aliados"], after: .character("a"), in: scene)
    #expect(added == "Added 'Work'; press u to undo.")
    #expect(scene.rowToSelect?.row == "Work")
    await fixture.mediator.drain()
    #expect(scene.sections[0].rows.map(\.id) == ["Work"])
    let renamed = try await fill(["newName": "Office"], after: .character("n"), in: scene)
    #expect(renamed == "Renamed to 'Office'; press u to undo.")
    await fixture.mediator.drain()
    #expect(scene.sections[0].rows.map(\.id) == ["Office"])
  }

  @Test func `without bookmarks, the keys have nothing to remove or undo`() async throws {
    let fixture = try await BookmarksFixture()
    let scene = try BookmarksModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    #expect(try await press(.character("d"), in: scene) == nil)
    await #expect(throws: BookmarksError.self) { try await press(.character("u"), in: scene) }
  }

  @Test(
    arguments: [
      (from: "@41.15,-8.61", to: nil, name: "@41.15,-8.61"), ("Trindade", nil, "id:Trindade"),
      ("Trindade", "Aliados", nil),
    ] as [(from: String, to: String?, name: String?)])
  func `selecting a bookmark opens its place, station or journey`(
    from: String, to: String?, name: String?
  ) async throws {
    let fixture = try await BookmarksFixture()
    try await fixture.add("Home", from: from, to: to)
    let scene = try BookmarksModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    var opened: [any Sendable] = []
    scene.onEvent = { if case .custom(let value) = $0.kind { opened.append(value) } }
    scene.sections[0].send(.selected, from: scene.sections[0].rows[0])
    #expect((opened.first as? StationDetailsQuery)?.name == name)
    #expect((opened.first as? OriginDestination)?.to.name == to)
  }
}
