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
