import Mediator
import Testing

@Suite struct WordingTests {
  @Test(arguments: [
    ("route", "; did you mean 'route'?", "; did you mean 'route'?"), (nil, "", "; ask for help"),
  ])
  func `a near miss is suggested, or another remedy`(name: String?, alone: String, other: String) {
    #expect(name.suggestion() == alone)
    #expect(name.suggestion(or: "ask for help") == other)
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c"),
  ])
  func `names make a choice`(names: [String], choice: String) {
    #expect(names.choice == choice)
  }
}
