import Console
import Documents
import Foundation
import Mediator
import Scenes
import Testing

@MainActor
struct ListSceneCommandTests {
  private let page = Page(columns: 40)

  /// A scene whose rows open a scene with a single text.
  private func scene(_ source: StopSource) -> ListScene {
    let stops = source.section()
    stops.detail = { stop in
      let section = ListSection(
        "stop", id: \.id, layout: .detail { (stop: Stop) in "\(stop.name)" }
      ) {
        _ in ListPage([stop])
      }
      return .scene(ListScene("\(stop.name)", [section]))
    }
    return ListScene("", [stops])
  }

  @Test(arguments: ["1", "s0"])
  func `a row is selected by its number or id`(name: String) async throws {
    let scene = scene(StopSource(5))
    await scene.open()
    #expect(try await scene.commandResult(selecting: name, at: Date()).text(on: page) == "S0")
  }

  @Test(arguments: [("2", "X"), ("1", "2"), ("0", "0"), ("5", "9"), ("80", "80"), ("9999", "9999")])
  func `a number takes precedence over an id, also on a later page`(
    name: String, text: String
  ) async throws {
    let scene = scene(StopSource(["2", "x", "0", "5", "9", "80", "9999"]))
    await scene.open()
    #expect(try await scene.commandResult(selecting: name, at: Date()).text(on: page) == text)
  }

  @Test func `a number on a later page takes precedence over an id on the first one`() async throws
  {
    let scene = scene(StopSource(["5", "a", "b", "c", "d", "e"]))
    await scene.open()
    #expect(try await scene.commandResult(selecting: "5", at: Date()).text(on: page) == "D")
  }

  @Test func `a command that is cancelled while it loads has no result`() async throws {
    let source = StopSource(2)
    source.gate.close()
    let scene = scene(source)
    let task = Task {
      await scene.open()
      _ = try scene.commandResult(at: Date())
    }
    await source.gate.waitForTask()
    task.cancel()
    source.gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `no page is loaded for an id that is larger than every number`() async throws {
    let source = StopSource(["9999", "a", "b", "c", "d", "e"])
    let scene = scene(source)
    await scene.open()
    #expect(try await scene.commandResult(selecting: "9999", at: Date()).text(on: page) == "9999")
    #expect(source.requests.count == 1)
  }

  @Test func `pages are loaded until the row is found`() async throws {
    let source = StopSource(10)
    let scene = scene(source)
    await scene.open()
    #expect(try await scene.commandResult(selecting: "s6", at: Date()).text(on: page) == "S6")
    #expect(source.requests.count == 3)
  }

  @Test func `the search for a missing row ends after 50 pages`() async throws {
    let source = StopSource(1000)
    let scene = scene(source)
    await scene.open()
    await #expect(throws: ListSceneError.rowNotReached("s999x", pages: 50)) {
      try await scene.commandResult(selecting: "s999x", at: Date())
    }
    #expect(source.requests.count == 50)
  }

  @Test func `a failure without rows is thrown, one with rows is part of the result`() async throws
  {
    let source = StopSource(1)
    let scene = scene(source)
    await scene.open()
    #expect(try scene.commandResult(at: Date()).failure == nil)
    source.change { $0.failure = .closed("source") }
    await scene.refresh()
    #expect(try scene.commandResult(at: Date()).failure == .notFound)
    let other = self.scene(source)
    await other.open()
    #expect(throws: SourceError.closed("source")) { try other.commandResult(at: Date()) }
  }

  @Test func `a failure during the search for a row is thrown`() async throws {
    let source = StopSource(10)
    let scene = scene(source)
    await scene.open()
    source.change { $0.failure = .closed("source") }
    await #expect(throws: SourceError.closed("source")) {
      try await scene.commandResult(selecting: "s9", at: Date())
    }
  }

  @Test func `a row that opens no scene is an error`() async throws {
    let scene = ListScene("", [StopSource(1).section()])
    await scene.open()
    await #expect(throws: ListSceneError.opensNothing("1")) {
      try await scene.commandResult(selecting: "1", at: Date())
    }
  }

  @Test func `a command opens a scene and shows its content`() async throws {
    let command = Command("stops", "List stops", examples: ["stops"]) { _ in
      self.scene(StopSource(1))
    }
    #expect(try await command.run(through: Mediator()).text(on: page) == "   name\n1  S0")
  }

  @Test(
    arguments: [
      (.noRow("x", nearest: "y"), "no row 'x'; did you mean 'y'?"),
      (.noRow("x", nearest: nil), "no row 'x'; expected the number or id of a row"),
      (
        .noRow("99", nearest: nil),
        "no row '99'; expected the number of a row that the list shows, or its id"
      ),
      (.rowNotReached("x", pages: 9), "no row 'x' on the first 9 pages; try a later page"),
      (.opensNothing("1"), "row '1' cannot be opened; choose another row"),
    ] as [(ListSceneError, String)])
  func `an error names the row and the remedy`(error: ListSceneError, message: String) {
    #expect(error.description == message)
    #expect(error.kind == .notFound)
  }
}
