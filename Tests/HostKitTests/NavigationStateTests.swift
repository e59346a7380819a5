import Mediator
import Scenes
import Testing

@testable import HostKit

/// The part of a presenter's state that is the same for all presenters, here with a text in place
/// of a screen.
@MainActor
struct NavigationStateTests {
  private let scenes = ["a", "b", "c", "d"].map { ListScene("\($0)", []) }

  private func snapshots(_ titles: String) -> [SceneSnapshot] {
    titles.compactMap { title in scenes.first { $0.title == "\(title)" } }.map { SceneSnapshot($0) }
  }

  private func state(_ titles: String) throws -> NavigationState<String> {
    var state = NavigationState(try #require(snapshots(titles).first), view: "first")
    _ = state.reconcile(with: snapshots(titles)) { "new \($0.title)" }
    for index in state.entries.indices { state.entries[index].view = "kept" }
    return state
  }

  @Test(
    arguments: [
      ("a", "a", ["kept"], []), ("a", "ab", ["kept", "new b"], ["open b"]),
      ("a", "abc", ["kept", "new b", "new c"], ["open b", "open c"]),
      ("ab", "a", ["kept"], []),
      ("abc", "ab", ["kept", "kept"], []),
      ("abc", "a", ["kept"], []),
      ("abc", "abd", ["kept", "kept", "new d"], ["open d"]),
      ("abc", "ac", ["kept", "kept"], []), ("ab", "ab", ["kept", "kept"], []),
    ])
  func `an entry stays as long as its scene is open`(
    before: String, after: String, views: [String], effects: [String]
  ) throws {
    var state = try state(before)
    let all = state.reconcile(with: snapshots(after)) { "new \($0.title)" }
    let names = all.map { effect in
      let scene = scenes.first { "\(effect)".contains("\(ObjectIdentifier($0))") }
      return "\("\(effect)".prefix { $0 != "(" }) \(scene?.title ?? "")"
    }
    #expect(state.entries.map(\.view) == views && names == effects)
    #expect(state.entries.map { "\($0.scene.title)" } == after.map(String.init))
  }

  @Test func `leaving closes the topmost scene, and the first one ends all`() throws {
    var state = try state("ab")
    #expect(state.leave() == [.closeScene(over: ObjectIdentifier(scenes[0]))] && !state.isOver)
    _ = state.reconcile(with: snapshots("a")) { _ in "" }
    #expect(state.leave() == [] && state.isOver)
  }

  @Test(arguments: [true, false])
  func `a question is answered once, and a message takes its place`(isConfirmed: Bool) throws {
    var state = try state("a")
    let asked = PendingConfirmation(action: 0, path: nil, row: nil)
    state.show("Pay?", asking: asked)
    let id = ObjectIdentifier(scenes[0])
    #expect(
      state.answer(isConfirmed, on: nil) == (isConfirmed ? [.performConfirmed(id, asked, nil)] : [])
    )
    #expect(state.answer(isConfirmed, on: nil) == nil)
    state.show("Pay?", asking: asked)
    state.show("News.")
    #expect(state.answer(isConfirmed, on: nil) == nil && state.top.message == "News.")
  }
}
