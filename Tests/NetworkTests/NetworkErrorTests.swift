import Mediator
import NetworkInterface
import Testing

@Suite struct NetworkErrorTests {
  private static let errors: [(NetworkError, FailureKind, String)] = [
    (
      .badURL("ftp://a"), FailureKind.badInput,
      "'ftp://a' is not a web address; expected one like 'https://example.org'"
    ),
    (
      .plainHTTP("http://a"), .badInput, "'http://a' is not encrypted; use an address with https"
    ),
    (
      .badPathValue("..", name: "id", path: "recipes/:id"), .badInput,
      "'..' cannot take the place of ':id' in the path 'recipes/:id'; give it another value"
    ),
    (
      .unreadableFile("/a", reason: "it changed while it was sent"), .failed,
      "cannot send the file '/a': it changed while it was sent; check the file and try again"
    ),
    (
      .foreignRedirect("https://a", to: "https://b"), .failed,
      "'https://a' redirects a change to another host, 'https://b'; use the address of that host"
    ),
    (
      .badRedirect("https://a", to: "b:"), .failed,
      "'https://a' redirects to 'b:', which is not a web address; check the address"
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
      .tls(host: "a:1", .handshake), .failed,
      "cannot use TLS with 'a:1': the handshake failed; check the port, or that the server "
        + "supports https"
    ),
    (
      .badCertificates(path: "/a.pem", reason: "no such file"), .failed,
      "cannot read the certificates in '/a.pem': no such file; correct the setting "
        + "'network.certificates', which expects a file (PEM)"
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
      "'https://a' took longer than 5 min in all; try again later, or raise "
        + "'network.fetch-seconds'"
    ),
    (
      .tooSlow("https://a", bytesPerSecond: 32), .failed,
      "'https://a' sent less than 32 bytes per second; try again later, or lower "
        + "'network.slowest-speed'"
    ),
    (
      .retryLater("https://a", after: .seconds(3600)), .failed,
      "'https://a' is busy and asks to wait for 1 h; try again after that"
    ),
    (
      .retryLater("https://a", after: .seconds(61)), .failed,
      "'https://a' is busy and asks to wait for 61 s; try again after that"
    ),
    (
      .retryLater("https://a", after: .seconds(3601)), .failed,
      "'https://a' is busy and asks to wait for 61 min; try again after that"
    ),
    (
      .retryLater("https://a", after: .seconds(200_000)), .failed,
      "'https://a' is busy and asks to wait for 3 days; try again after that"
    ),
    (
      .retryLater("https://a", after: .seconds(31_536_000)), .failed,
      "'https://a' is busy and asks to wait for 365 days; try again after that"
    ),
    (
      .retryLater("https://a", after: .seconds(Int64.max)), .failed,
      "'https://a' is busy and asks to wait for more than a year; try again after that"
    ),
    (
      .headersTooLarge("https://a", limit: 256 << 10), .failed,
      "'https://a' sent more than 256 KB, or too many lines, of header fields; check the address"
    ),
    (
      .headLineTooLong("https://a"), .failed,
      "'https://a' sent a line of more than 100 KB, expected the head of an HTTP answer; "
        + "check the address"
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
      .tooLarge("https://a", limit: 1 << 30, setting: "download-megabytes"), .failed,
      "'https://a' is larger than 1024 MB; raise 'network.download-megabytes' to allow it"
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
  ]

  @Test(arguments: errors)
  func `every error has a kind and a message`(
    error: NetworkError, kind: FailureKind, sentence: String
  ) {
    #expect(error.description == sentence)
    #expect(error.kind == kind)
  }
}
