import FuzzSupport

@testable import Mediator

/// Calls any text as a URL, with and without the scheme before it.
@main
enum FuzzURL {
  private static let fixture = MediatorFixture()

  static func main() {
    Fuzzer.run { bytes, count in
      FuzzURL.test(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
      return 0
    }
  }

  private static func test(_ text: String) {
    for url in [text, "app://" + text] {
      fixture.run { mediator in _ = try await mediator.perform(url: url) }
    }
    fixture.run { mediator in
      // A decoded input is encoded as a URL that decodes to the same input.
      let words = try JSON.decode(
        Words.self, from: await mediator.perform(url: "app://fuzz/echo?" + text))
      let url = try URLPattern("fuzz/echo").url(
        Parameters(encoding: words), scheme: mediator.scheme)
      let again = try JSON.decode(Words.self, from: await mediator.perform(url: url))
      precondition(again == words, "\(words) became \(again)")
    }
  }
}
