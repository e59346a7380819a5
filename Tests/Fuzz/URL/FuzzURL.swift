import FuzzSupport
import Mediator

/// Opens any text as a URL, by itself and behind the scheme.
@main
enum FuzzURL {
  private static let playground = Playground()

  static func main() {
    Fuzzer.run { bytes, count in
      FuzzURL.test(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
      return 0
    }
  }

  private static func test(_ text: String) {
    for url in [text, "metro://" + text] {
      playground.expectOutcome { mediator in _ = try await mediator.perform(url: url) }
    }
    playground.expectOutcome { mediator in
      // Whatever was understood can be said again, and is understood in the same way.
      let words = try await mediator.perform(
        url: "metro://fuzz/echo?" + text, answering: Words.self)
      let again = try await mediator.perform(
        url: Route("fuzz/echo").url(Parameters(encoding: words)), answering: Words.self)
      precondition(again == words, "\(words) became \(again)")
    }
  }
}
