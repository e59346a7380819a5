import Bookmarks
import BookmarksInterface
import Console
import ListScene
import Testing

@MainActor
struct BookmarksSceneTests {
  private func press(_ key: Key, in scene: ListScene) async throws -> String? {
    let own = try #require(scene.keys.first { $0.key == key })
    return try await own.press(scene.controller.sections[0].rows.first)
  }

  @Test func `a bookmark is removed and brought back by keys`() async throws {
    let house = try await House()
    try await house.add("Work")
    try await house.add("Home")
    let scene = try BookmarksModule.scenes[0].make(house.mediator)
    await scene.controller.open()
    let told = try await press(.character("d"), in: scene)
    #expect(told == "'Work' is removed; 'u' brings it back.")
    #expect(scene.controller.sections[0].rows.map(\.id) == ["Home"])
    #expect(try await press(.character("u"), in: scene) == "Undone: removing 'Work'.")
    #expect(scene.controller.sections[0].rows.map(\.id) == ["Work", "Home"])
  }

  @Test func `where there is no bookmark there is none to remove`() async throws {
    let house = try await House()
    let scene = try BookmarksModule.scenes[0].make(house.mediator)
    await scene.controller.open()
    #expect(try await press(.character("d"), in: scene) == nil)
    await #expect(throws: BookmarksError.self) { try await press(.character("u"), in: scene) }
  }
}
