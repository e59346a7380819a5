import Mediator
import Testing

@Suite struct MediatorErrorTests {
  @Test(
    arguments: [
      (.noSuchTarget("a", nearest: "b"), "no target 'a'; did you mean 'b'?", .notFound),
      (.noSuchTarget("a", nearest: nil), "no target 'a'", .notFound),
      (.noSuchAction(target: "a", name: "b", nearest: nil), "no action 'b' in 'a'", .notFound),
      (
        .notReachable(path: "a/b", from: .remote),
        "'a/b' cannot be called from outside; only actions declared remote can", .failed
      ),
      (
        .notReachable(path: "a/b", from: .local),
        "'a/b' cannot be called by name; only typed Swift calls reach it", .failed
      ),
      (.badInput(path: "a/b", field: "c", reason: "r"), "bad value for 'c': r", .badInput),
      (.badInput(path: "a/b", field: nil, reason: "r"), "bad input for 'a/b': r", .badInput),
      (
        .badOutput(path: "a/b", expected: "Int", actual: "Text"),
        "'a/b' does not answer Int; it answers Text", .failed
      ),
      (.unavailable(path: "a/b", reason: "r"), "'a/b' is unavailable: r", .failed),
      (.badURL("u", reason: "r"), "bad URL 'u': r", .badInput),
      (.badRoute("p", reason: "r"), "bad URL pattern 'p': r", .failed),
      (
        .duplicate(path: "a/b", owners: ["X", "Y"]),
        "'a/b' is answered by X and Y; an action has exactly one owner", .failed
      ),
    ] as [(MediatorError, String, FailureKind)])
  func `each error is one sentence with what would mend it`(
    error: MediatorError, sentence: String, kind: FailureKind
  ) {
    #expect(error.description == sentence)
    #expect(error.kind == kind)
  }
}
