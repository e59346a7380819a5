import Console
import Scenes
import Testing

@testable import HostKit

struct ScreenStateTests {
  private let content = ScreenState.Content(
    lines: ["a", "b", "c"].map { RowPath(section: "rows", row: $0) }, height: 2,
    shortcuts: [.left, "b"])

  /// The state and the last command after keys were pressed.
  private func pressing(
    _ keys: [Key], isSearch: Bool = false
  ) -> (state: ScreenState, command: ScreenState.Command?) {
    var content = content
    content.isSearch = isSearch
    var state = ScreenState()
    if isSearch { state.mode = .searching }
    var command: ScreenState.Command?
    for key in keys { command = state.press(key, content) }
    return (state, command)
  }

  @Test(
    arguments: [
      (3, 5, .open, "a"), (4, 5, nil, "b"), (2, 5, nil, "a"), (5, 5, nil, "a"), (4, 10, .open, "a"),
      (2, 10, nil, "a"), (99, 10, nil, "a"),
    ] as [(Int, Int, ScreenState.Command?, String)])
  func `a click selects a row, and opens the selected row or its detail`(
    row: Int, column: Int, command: ScreenState.Command?, selected: String
  ) {
    var content = content
    (content.firstRow, content.columns) = (3, 10)
    var state = ScreenState()
    state.update(for: content)
    let click = MouseEvent(.press, at: .init(row: row, column: column))
    #expect(state.press(.mouse(click), content) == command)
    #expect(state.cursor.selection?.row == selected)
  }

  @Test(
    arguments: [
      ([.enter], .open), ([.character("q")], .leave), ([.escape], .leave),
      ([.character("r")], .refresh), ([.left], .performAction(.left)),
      ([.character("b")], .performAction("b")), ([.right], nil),
      ([.character("x")], nil),
      ([.character("/"), .character("q")], .search), ([.character("/"), .enter], .open),
      ([.character("/"), .escape], nil), ([.character("/"), .escape, .escape], .leave),
      ([.character("/"), .character("x"), .tab, .escape], .search),
      ([.character("/"), .character("x"), .tab, .escape, .escape], .leave),
      ([.character("/"), .backspace], nil), ([.character("/"), .paste("")], nil),
      ([.character("s"), .paste("a.txt"), .enter], .save(path: "a.txt")),
      ([.character("s"), .enter], .save(path: nil)), ([.character("c")], .copy),
      ([.character("s"), .character("q"), .escape], nil),
      ([.character("?"), .character("q")], nil), ([.character("?"), .escape, .escape], .leave),
      ([.control("o")], .leave), ([.backspace], .leave), ([.f1, .backspace], nil),
      ([.character("/"), .character("x"), .tab, .backspace], .search),
      ([.character("/"), .backspace, .backspace], nil),
      ([.character("/"), .backspace, .escape, .backspace], .leave),
      ([.character("/"), .control("o")], .leave),
      ([.character("s"), .backspace, .backspace], nil),
      ([.character("s"), .backspace, .enter], .save(path: nil)),
      ([.character("/"), .character("/"), .character("x"), .f1, .escape, .enter], .open),
    ] as [([Key], ScreenState.Command?)])
  func `each key is a command`(keys: [Key], command: ScreenState.Command?) {
    #expect(pressing(keys).command == command)
  }

  @Test(
    arguments: [
      ([.down], "b"), ([.character("j"), .character("j")], "c"), ([.character("G")], "c"),
      ([.end, .character("k")], "b"), ([.character("/"), .down], "b"),
      ([.character("/"), .character("j")], "a"),
    ] as [([Key], String)])
  func `arrows move the cursor always, and letters outside of a search`(keys: [Key], row: String) {
    var state = pressing(keys).state
    state.cursor.update(for: content.lines, height: content.height)
    #expect(state.cursor.selection?.row == row)
  }

  @Test(arguments: [Key.control("o"), .backspace, .escape], [[], [Key.character("/")]])
  func `on the first screen, only q leaves`(key: Key, before: [Key]) {
    var (state, content) = (pressing(before).state, content)
    content.isFirst = true
    #expect(state.press(key, content) == nil)
  }

  @Test func `the keys that are shown over a text field return to it`() {
    let (state, _) = pressing([.character("/"), .character("x"), .f1, .down, .escape])
    #expect(state.mode == .searching && state.search.text == "x")
    let (saving, _) = pressing([.character("s"), .character("?"), .f1, .escape])
    #expect(saving.mode == .saving(TextEntry("?")))
  }

  @Test func `while a scene opens, the first row is selected, until the cursor is moved`() {
    let row = { RowPath(section: "rows", row: $0) }
    var content = content
    content.isOpening = true
    content.lines = [nil, row("c")]
    var state = ScreenState()
    state.update(for: content)
    #expect(state.cursor.selection == row("c"))
    content.lines = [nil, row("b"), row("c")]
    state.update(for: content)
    #expect(state.cursor.selection == row("b"))
    content.isOpening = false
    content.lines = [nil, nil, nil, row("a"), row("b"), row("c")]
    state.update(for: content)
    #expect(state.cursor.selection == row("a") && state.cursor.top == 0)
    content.lines.insert(row("new"), at: 0)
    state.update(for: content)
    #expect(state.cursor.selection == row("a"))
  }

  @Test(
    arguments: [
      ([.escape], .leave, ""), ([.character("/")], nil, ""), ([.backspace], nil, ""),
      ([.character("x"), .backspace], .search, ""), ([.control("o")], .leave, ""),
      ([.character("q"), .character("?")], .search, "q?"),
      ([.character("x"), .escape], .search, ""),
      ([.character("x"), .backspace, .backspace, .backspace], nil, ""),
      ([.character("x"), .escape, .escape], .leave, ""), ([.character("x"), .enter], .open, "x"),
    ] as [([Key], ScreenState.Command?, String)])
  func `in a search scene, letters are typed, and Esc clears the text and then leaves`(
    keys: [Key], command: ScreenState.Command?, text: String
  ) {
    let (state, last) = pressing(keys, isSearch: true)
    #expect(last == command && state.search.text == text && state.mode == .searching)
  }
}
