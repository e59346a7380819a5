import ListScene
import Mediator
import Testing

struct ListSceneErrorTests {
  @Test(
    arguments: [
      (.noRow("x", nearest: "y"), "no row 'x'; did you mean 'y'?"),
      (.noRow("x", nearest: nil), "no row 'x'; expected the number of a row in the list"),
      (.noRowSoFar("x", pages: 9), "no row 'x' on the first 9 pages; look for it on a later one"),
      (.leadsNowhere("1"), "row '1' opens nothing; choose another one"),
    ] as [(ListSceneError, String)])
  func `an error names the row and what would mend it`(error: ListSceneError, sentence: String) {
    #expect(error.description == sentence)
    #expect(error.kind == .notFound)
  }
}
