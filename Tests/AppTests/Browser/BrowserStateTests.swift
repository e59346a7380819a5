import Console
import ListScene
import Testing

@testable import metro

struct BrowserStateTests {
  private let around = BrowserState.Surroundings(
    places: ["a", "b", "c"].map { ListPlace(section: "rows", row: $0) }, height: 2,
    ownKeys: [.left, .character("b")])

  private func pressed(_ keys: [Key], isSearch: Bool = false) -> (BrowserState, BrowserState.Wish?)
  {
    var around = around
    around.isSearch = isSearch
    var state = BrowserState()
    if isSearch { state.mode = .searching }
    var wish: BrowserState.Wish?
    for key in keys { wish = state.press(key, around) }
    return (state, wish)
  }

  @Test(
    arguments: [
      ([.enter], .open), ([.character("q")], .leave), ([.escape], .leave),
      ([.character("r")], .refresh), ([.control("l")], .redraw), ([.left], .answer(.left)),
      ([.character("b")], .answer(.character("b"))), ([.right], nil), ([.character("x")], nil),
      ([.character("/"), .character("q")], .search), ([.character("/"), .enter], .open),
      ([.character("/"), .escape], .search), ([.character("/"), .escape, .escape], .leave),
      ([.character("/"), .character("x"), .tab, .escape], .search),
      ([.character("/"), .character("x"), .tab, .escape, .escape], .leave),
      ([.character("s"), .paste("a.txt"), .enter], .share(path: "a.txt")),
      ([.character("s"), .enter], .share(path: nil)), ([.character("c")], .copy),
      ([.character("s"), .character("q"), .escape], nil),
      ([.character("?"), .character("q")], nil), ([.character("?"), .escape, .escape], .leave),
    ] as [([Key], BrowserState.Wish?)])
  func `a key asks for what it says`(keys: [Key], wish: BrowserState.Wish?) {
    #expect(pressed(keys).1 == wish)
  }

  @Test(
    arguments: [
      ([.down], "b"), ([.character("j"), .character("j")], "c"), ([.character("G")], "c"),
      ([.end, .character("k")], "b"), ([.character("/"), .down], "b"),
      ([.character("/"), .character("j")], "a"),
    ] as [([Key], String)])
  func `arrows move everywhere, and letters where none is typed`(keys: [Key], row: String) {
    var (state, _) = pressed(keys)
    state.cursor.settle(among: around.places, height: around.height)
    #expect(state.cursor.place?.row == row)
  }

  @Test(
    arguments: [
      ([.escape], .leave, ""), ([.character("x"), .escape], .search, ""),
      ([.character("x"), .escape, .escape], .leave, ""), ([.character("x"), .enter], .open, "x"),
    ] as [([Key], BrowserState.Wish?, String)])
  func `in a search, Esc clears and then leaves`(
    keys: [Key], wish: BrowserState.Wish?, text: String
  ) {
    let (state, last) = pressed(keys, isSearch: true)
    #expect(last == wish && state.search.text == text && state.mode == .searching)
  }
}
