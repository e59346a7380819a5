import Bookmarks
import BookmarksInterface
import Console
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
    #expect(scene.sections[0].rows.map(\.id) == ["Home"])
    #expect(try await press(.character("u"), in: scene) == "Undone: removing 'Work'.")
    #expect(scene.sections[0].rows.map(\.id) == ["Work", "Home"])
  }

  @Test func `without bookmarks, the keys have nothing to remove or undo`() async throws {
    let fixture = try await BookmarksFixture()
    let scene = try BookmarksModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    #expect(try await press(.character("d"), in: scene) == nil)
    await #expect(throws: BookmarksError.self) { try await press(.character("u"), in: scene) }
  }
}
