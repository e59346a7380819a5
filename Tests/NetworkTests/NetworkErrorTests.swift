import Mediator
import NetworkInterface
import Testing

@Suite struct NetworkErrorTests {
  @Test(arguments: [
    (
      NetworkError.badURL("ftp://a"), FailureKind.badInput,
      "'ftp://a' is not a web address; expected one like 'https://example.org'"
    ),
    (
      .plainHTTP("http://a"), .badInput, "'http://a' is not encrypted; use an address with https"
    ),
    (
      .insecureRedirect("https://a", to: "http://b"), .failed,
      "'https://a' sends on to 'http://b', which is not encrypted; use another address"
    ),
    (
      .tooManyRedirects("https://a", limit: 10), .failed,
      "'https://a' sends on more than 10 times; check the address"
    ),
    (
      .unreachable(host: "a"), .failed, "cannot reach 'a'; check the address and the connection"
    ),
    (
      .tls(host: "a"), .failed,
      "cannot trust 'a': its certificate or encryption does not hold; use another address"
    ),
    (
      .timedOut("https://a", after: .seconds(30)), .failed,
      "'https://a' was silent for 30 s; try again later"
    ),
    (
      .status(404, "https://a"), .notFound,
      "'https://a' answers with status 404; check the address"
    ),
    (
      .status(403, "https://a"), .failed,
      "'https://a' answers with status 403; check that you may have it"
    ),
    (
      .status(503, "https://a"), .failed, "'https://a' answers with status 503; try again later"
    ),
    (
      .tooLarge("https://a", limit: 10), .failed,
      "'https://a' gives more than 10 bytes; expected a smaller file"
    ),
    (
      .badHeader("X"), .badInput,
      "the header field 'X' cannot be sent; expected printable text in one line"
    ),
    (
      .offline(host: "a"), .failed,
      "cannot reach 'a': this machine is offline; connect it"
    ),
    (
      .tooShort("https://a", received: 3, expected: 9), .failed,
      "'https://a' broke off after 3 of 9 bytes; try again later"
    ),
    (
      .wrongPart("https://a"), .failed,
      "'https://a' answers with another part of the file than was asked for; try again later"
    ),
    (
      .wrongChecksum("https://a"), .failed,
      "'https://a' gives a file with another SHA-256 than expected; do not trust it"
    ),
    (
      .notDecodable("a", reason: "b"), .failed,
      "the answer of 'a' cannot be read: b; a newer version may know how"
    ),
    (
      .busy("https://a"), .failed,
      "'https://a' is being downloaded already; wait until that has ended"
    ),
    (
      .storage("/a", reason: "b"), .failed,
      "cannot keep a download in '/a': b; make room and start it again"
    ),
    (
      .incomplete("https://a"), .failed,
      "'https://a' broke off in the middle of its answer; try again later"
    ),
  ])
  func `every failure is a sentence`(error: NetworkError, kind: FailureKind, sentence: String) {
    #expect(error.description == sentence)
    #expect(error.kind == kind)
  }
}
