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
      "'https://a' redirects to 'http://b', which is not encrypted; use another address"
    ),
    (
      .tooManyRedirects("https://a", limit: 10), .failed,
      "'https://a' redirects more than 10 times; check the address"
    ),
    (
      .unreachable(host: "a"), .failed, "cannot reach 'a'; check the address and the connection"
    ),
    (
      .tls(host: "a", .expired), .failed,
      "cannot trust 'a': its certificate has expired; check the clock, or use another address"
    ),
    (
      .unknownHost("a"), .failed,
      "cannot find 'a': no machine has this name; check the address and the connection"
    ),
    (
      .refused("a:80"), .failed,
      "cannot reach 'a:80': it refuses connections; check the address, or try again later"
    ),
    (
      .timedOut("https://a", .connecting, after: .seconds(30)), .failed,
      "cannot connect to 'https://a' within 30 s; check the connection, or try again later"
    ),
    (
      .timedOut("https://a", .total, after: .seconds(300)), .failed,
      "'https://a' took longer than 300 s in all; try again later"
    ),
    (
      .tooSlow("https://a", bytesPerSecond: 32), .failed,
      "'https://a' sent less than 32 bytes per second; try again later"
    ),
    (
      .retryLater("https://a", after: .seconds(3600)), .failed,
      "'https://a' is busy and asks to wait for 3600 s; try again after that"
    ),
    (
      .headersTooLarge("https://a", limit: 10), .failed,
      "'https://a' sent more than 10 bytes of header fields; check the address"
    ),
    (
      .notHTTP("https://a"), .failed,
      "'https://a' did not answer with valid HTTP; check the address"
    ),
    (
      .outOfResources(reason: "b"), .failed,
      "cannot use the network: b; close other programs and try again"
    ),
    (
      .proxy(host: "a", reason: "b"), .failed,
      "cannot reach 'a' through the proxy: b; check http_proxy, https_proxy and no_proxy"
    ),
    (
      .missingLibrary(reason: "b"), .failed,
      "cannot use the network: b; install libcurl 7.68 or newer, such as with "
        + "'apt install libcurl4'"
    ),
    (
      .timedOut("https://a", .idle, after: .seconds(30)), .failed,
      "'https://a' sent no data for 30 s; try again later"
    ),
    (
      .status(404, "https://a"), .notFound,
      "'https://a' answered with status 404; check the address"
    ),
    (
      .status(403, "https://a"), .failed,
      "'https://a' answered with status 403; check that you have access"
    ),
    (
      .status(503, "https://a"), .failed, "'https://a' answered with status 503; try again later"
    ),
    (
      .tooLarge("https://a", limit: 10), .failed,
      "'https://a' is larger than 10 bytes; expected a smaller file"
    ),
    (
      .badHeader("X"), .badInput,
      "the header field 'X' is not valid; expected printable text in one line"
    ),
    (
      .offline(host: "a"), .failed,
      "cannot reach 'a': this machine is offline; connect it to a network"
    ),
    (
      .tooShort("https://a", received: 3, expected: 9), .failed,
      "'https://a' ended after 3 of 9 bytes; try again later"
    ),
    (
      .wrongPart("https://a"), .failed,
      "'https://a' sent another part of the file than requested; try again later"
    ),
    (
      .wrongChecksum("https://a"), .failed,
      "'https://a' has another SHA-256 than expected; do not use it"
    ),
    (
      .notDecodable("a", reason: "b"), .failed,
      "cannot read the answer of 'a': b; a newer version of this program may support it"
    ),
    (
      .busy("https://a"), .failed,
      "'https://a' is being downloaded already; wait until it has finished"
    ),
    (
      .storage("/a", reason: "b"), .failed,
      "cannot store a download in '/a': b; free some space and try again"
    ),
    (
      .incomplete("https://a"), .failed,
      "'https://a' ended in the middle of its answer; try again later"
    ),
  ])
  func `every error has a kind and a message`(
    error: NetworkError, kind: FailureKind, sentence: String
  ) {
    #expect(error.description == sentence)
    #expect(error.kind == kind)
  }
}
