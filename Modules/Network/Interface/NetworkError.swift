public import Mediator

/// Why an address gave nothing. Addresses are named without user, password and query, which may be
/// secret.
public enum NetworkError: ModuleError {
  /// The text is not an address of the web.
  case badURL(String)
  /// A header field has a name or a value that cannot be sent; its name.
  case badHeader(String)
  /// The address is not encrypted, and the request does not allow that.
  case plainHTTP(String)
  /// An encrypted address sends on to one that is not.
  case insecureRedirect(String, to: String)
  /// The address sends on more often than that.
  case tooManyRedirects(String, limit: Int)
  /// This machine has no connection.
  case offline(host: String)
  /// The host is not known or does not answer.
  case unreachable(host: String)
  /// The host offers no encryption that can be trusted.
  case tls(host: String)
  /// The server stayed silent for that long.
  case timedOut(String, after: Duration)
  /// The server answered with a status that is not a success.
  case status(Int, String)
  /// The body is longer than that many bytes.
  case tooLarge(String, limit: Int)
  /// The body ended before the length that the server had told.
  case tooShort(String, received: Int, expected: Int)
  /// The connection broke, or the answer is not HTTP.
  case incomplete(String)
  /// The server answers a part of a file with what is not that part.
  case wrongPart(String)
  /// The file does not have the SHA-256 that was expected.
  case wrongChecksum(String)
  /// The answer is not what its endpoint gives.
  case notDecodable(String, reason: String)
  /// Another download of the address is under way.
  case busy(String)
  /// What came could not be kept on disk.
  case storage(String, reason: String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .badURL, .plainHTTP, .badHeader: .badInput
    case .status(404, _), .status(410, _): .notFound
    case .insecureRedirect, .tooManyRedirects, .offline, .unreachable, .tls, .timedOut, .status,
      .tooLarge, .tooShort, .incomplete, .wrongPart, .wrongChecksum, .notDecodable, .busy,
      .storage:
      .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .badURL(let url): "'\(url)' is not a web address; expected one like 'https://example.org'"
    case .badHeader(let name):
      "the header field '\(name)' cannot be sent; expected printable text in one line"
    case .plainHTTP(let url): "'\(url)' is not encrypted; use an address with https"
    case .insecureRedirect(let url, let target):
      "'\(url)' sends on to '\(target)', which is not encrypted; use another address"
    case .tooManyRedirects(let url, let limit):
      "'\(url)' sends on more than \(limit) times; check the address"
    case .offline(let host): "cannot reach '\(host)': this machine is offline; connect it"
    case .unreachable(let host): "cannot reach '\(host)'; check the address and the connection"
    case .tls(let host):
      "cannot trust '\(host)': its certificate or encryption does not hold; use another address"
    case .timedOut(let url, let silence):
      "'\(url)' was silent for \(silence.components.seconds) s; try again later"
    case .status(let code, let url): "'\(url)' answers with status \(code); \(remedy(for: code))"
    case .tooLarge(let url, let limit):
      "'\(url)' gives more than \(limit) bytes; expected a smaller file"
    case .tooShort(let url, let received, let expected):
      "'\(url)' broke off after \(received) of \(expected) bytes; try again later"
    case .incomplete(let url): "'\(url)' broke off in the middle of its answer; try again later"
    case .wrongPart(let url):
      "'\(url)' answers with another part of the file than was asked for; try again later"
    case .wrongChecksum(let url):
      "'\(url)' gives a file with another SHA-256 than expected; do not trust it"
    case .notDecodable(let url, let reason):
      "the answer of '\(url)' cannot be read: \(reason); a newer version may know how"
    case .busy(let url): "'\(url)' is being downloaded already; wait until that has ended"
    case .storage(let path, let reason):
      "cannot keep a download in '\(path)': \(reason); make room and start it again"
    }
  }
}

private func remedy(for status: Int) -> String {
  switch status {
  case 401, 403: "check that you may have it"
  case 429, 500...: "try again later"
  default: "check the address"
  }
}
