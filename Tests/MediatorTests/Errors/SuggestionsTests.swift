import Mediator
import Testing

@Suite struct SuggestionsTests {
  @Test(arguments: [
    ("Trindad", ["Trindade"]), ("trindade", ["Trindade"]), ("Tirndade", ["Trindade"]),
    ("Aliado", ["Aliados"]), ("Trxxdade", ["Trindade"]), ("Trxxxade", []), ("Bolhão", ["Bolhão"]),
    ("Nowhere", []), ("", []),
  ])
  func `a name with a typing error is found, another word is not`(name: String, nearest: [String]) {
    #expect(["Aliados", "Trindade", "Bolhão"].nearest(to: name) == nearest)
  }

  @Test func `the nearest of several names comes first`() {
    #expect(
      ["rout", "routes", "route"].nearest(to: "routs", limit: 3) == ["rout", "route", "routes"])
  }

  @Test(arguments: [
    ("Z2", "Z2"), ("z2", "Z2"), ("day", "day"), ("Day", "Day"), ("DAY", nil), ("Z", nil), ("", nil),
  ])
  func `a name is found in another case if only one is meant`(text: String, name: String?) {
    #expect(["Z2", "day", "Day", "Z2"].only(named: text) == name)
  }

  @Test(arguments: [
    ("route", "; did you mean 'route'?", "; did you mean 'route'?"), (nil, "", "; ask for help"),
  ])
  func `an error suggests the nearest name, or another remedy`(
    name: String?, alone: String, other: String
  ) {
    #expect(name.suggestion() == alone)
    #expect(name.suggestion(or: "ask for help") == other)
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
  ])
  func `names are joined by commas and or`(names: [String], joined: String) {
    #expect(names.joinedByOr == joined)
  }
}
