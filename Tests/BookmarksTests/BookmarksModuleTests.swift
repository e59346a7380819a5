import BookmarksInterface
import DataSourceInterface
import Foundation
import Mediator
import TestSupport
import Testing

struct BookmarksModuleTests {
  @Test func `a bookmark keeps the name, the city and the two stations`() async throws {
    let house = try await House()
    let work = try await house.add("  Work ", to: "西直门")
    #expect(
      work
        == Bookmark(
          name: "Work", city: .builtIn, from: Place(id: "trindade", name: "Trindade"),
          to: Place(id: "xizhimen", name: "西直门")))
    #expect(try await house.mediator.perform(Bookmarks.list) == [work])
    #expect(try await house.add("Far", city: .newYork).city == .newYork)
  }

  @Test func `bookmarks are listed in the order of adding, also after a restart`() async throws {
    let house = try await House()
    for name in ["Work", "home", "家", "A"] { try await house.add(name) }
    #expect(try await house.names == ["Work", "home", "家", "A"])
    await house.close()
    #expect(try await House(folder: house.folder).names == ["Work", "home", "家", "A"])
  }

  @Test(arguments: [
    "Casa da Música", "it's \"quoted\"", "line\nbreak", "'); DROP TABLE bookmark; --", "a\0b",
    "👩‍👩‍👧‍👦🇵🇹", "محطة", "e\u{301}",
  ])
  func `any name comes back byte for byte and is found again`(name: String) async throws {
    let house = try await House()
    try await house.add(name)
    #expect(try await house.names.map { Array($0.utf8) } == [Array(name.utf8)])
    #expect(try await Array(house.remove(name).name.utf8) == Array(name.utf8))
    #expect(try await house.names.isEmpty)
  }

  @Test(arguments: [
    ("Work", "work"), ("Work", " WORK "), ("École", "éCOLE"), ("e\u{301}", "\u{c9}"),
  ])
  func `a name is taken whatever the case of its letters`(name: String, again: String)
    async throws
  {
    let house = try await House()
    let first = try await house.add(name)
    await #expect(throws: BookmarksError.nameTaken(name)) { try await house.add(again) }
    #expect(try await house.mediator.perform(Bookmarks.list) == [first])
    #expect(try await house.remove(again) == first)
  }

  @Test func `what cannot be kept is refused and nothing is kept`() async throws {
    let house = try await House()
    await #expect(throws: BookmarksError.emptyName) { try await house.add(" \n") }
    await #expect(throws: DataSourceError.self) { try await house.add("Work", city: .atlantis) }
    await #expect(throws: DataSourceError.unknownStation("Nowhere", city: "Porto", nearest: [])) {
      try await house.add("Work", to: "Nowhere")
    }
    #expect(try await house.names.isEmpty)
  }

  @Test func `the nearest name is offered when there is none to remove`() async throws {
    let house = try await House()
    try await house.add("Work")
    await #expect(throws: BookmarksError.unknownBookmark("Wrok", nearest: "Work")) {
      try await house.remove("Wrok")
    }
    await #expect(throws: BookmarksError.unknownBookmark("Airport", nearest: nil)) {
      try await house.remove("Airport")
    }
  }

  @Test func `what was added and removed is announced`() async throws {
    let house = try await House()
    let work = try await house.add("Work")
    _ = try? await house.add("Work")
    _ = try await house.remove("Work")
    #expect(house.published(BookmarkAdded.self).map { $0.bookmark } == [work])
    #expect(house.published(BookmarkRemoved.self).map { $0.bookmark } == [work])
  }

  @Test func `many hosts add at once and nothing is lost`() async throws {
    let house = try await House()
    try await withThrowingTaskGroup { group in
      for host in 0..<4 {
        group.addTask {
          let house = try await House(folder: house.folder)
          for number in 0..<10 { try await house.add("\(host)-\(number)") }
        }
      }
      try await group.waitForAll()
    }
    let names = try await house.names
    #expect(Set(names).count == 40)
    for host in 0..<4 {
      #expect(names.filter { $0.hasPrefix("\(host)-") } == (0..<10).map { "\(host)-\($0)" })
    }
  }
}
