import Mediator
import Testing

@Suite struct MediatorErrorTests {
  @Test(
    arguments: [
      (.noSuchTarget("a", nearest: "b"), "no target 'a'; did you mean 'b'?", .notFound),
      (.noSuchTarget("a", nearest: nil), "no target 'a'; see the list of modules", .notFound),
      (
        .noSuchAction(target: "a", name: "b", nearest: nil),
        "no action 'b' in 'a'; see the list of modules for its actions", .notFound
      ),
      (
        .notExposed(path: "a/b", to: .links),
        "links cannot call 'a/b'; they can only call actions that read, and are open to links",
        .failed
      ),
      (
        .notExposed(path: "a/b", to: .plugins),
        "plug-ins cannot call 'a/b'; they can only call actions that are open to them", .failed
      ),
      (
        .notExposed(path: "a/b", to: .local),
        "'a/b' cannot be called by name; only typed Swift calls can", .failed
      ),
      (.badInput(path: "a/b", field: "c", reason: "r"), "'c': r", .badInput),
      (.badInput(path: "a/b", field: nil, reason: "r"), "bad input for 'a/b': r", .badInput),
      (
        .badOutput(path: "a/b", field: nil, reason: "expected Int, not Text"),
        "bad output of 'a/b': expected Int, not Text", .failed
      ),
      (
        .badOutput(path: "a/b", field: "c", reason: "r"),
        "bad value for 'c' in the output of 'a/b': r", .failed
      ),
      (.unavailable(path: "a/b", reason: "r"), "'a/b' is unavailable: r", .failed),
      (.badURL("u", reason: "r"), "bad URL 'u': r", .badInput),
      (.badURLPattern("p", reason: "r"), "bad URL pattern 'p': r", .failed),
      (
        .duplicate(path: "a/b", owners: ["X", "Y"]),
        "'a/b' is registered by X and Y; an action has exactly one owner", .failed
      ),
      (
        .duplicate(path: "a/b", owners: ["X", "X"]),
        "'a/b' is registered twice by X; answer each action once, and give each a name and URLs of "
          + "its own", .failed
      ),
    ] as [(MediatorError, String, FailureKind)])
  func `each error has a message and a kind`(
    error: MediatorError, message: String, kind: FailureKind
  ) {
    #expect(error.description == message)
    #expect(error.kind == kind)
  }
}
