public import Mediator

/// Why an address gave nothing. Addresses are named without user, password and query, which may be
/// secret.
public enum NetworkError: ModuleError {
  /// The text is not an address of the web.
  case badURL(String)
  /// The address is not encrypted, and the request does not allow that.
  case plainHTTP(String)
  /// An encrypted address sends on to one that is not.
  case insecureRedirect(String, to: String)
  /// The address sends on more often than that.
  case tooManyRedirects(String, limit: Int)
  /// The host is not known, does not answer, or there is no connection at all.
  case unreachable(host: String)
  /// The host offers no encryption that can be trusted.
  case tls(host: String)
  /// The server stayed silent for that long.
  case timedOut(String, after: Duration)
  /// The server answered with a status that is not a success.
  case status(Int, String)
  /// The body is longer than that many bytes.
  case tooLarge(String, limit: Int)
  /// The connection broke, or the answer is not HTTP.
  case incomplete(String)

  /// What kind of failure it is.
  public var kind: FailureKind {
    switch self {
    case .badURL, .plainHTTP: .badInput
    case .status(404, _), .status(410, _): .notFound
    case .insecureRedirect, .tooManyRedirects, .unreachable, .tls, .timedOut, .status, .tooLarge,
      .incomplete:
      .failed
    }
  }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .badURL(let url): "'\(url)' is not a web address; expected one like 'https://example.org'"
    case .plainHTTP(let url): "'\(url)' is not encrypted; use an address with https"
    case .insecureRedirect(let url, let target):
      "'\(url)' sends on to '\(target)', which is not encrypted; use another address"
    case .tooManyRedirects(let url, let limit):
      "'\(url)' sends on more than \(limit) times; check the address"
    case .unreachable(let host): "cannot reach '\(host)'; check the address and the connection"
    case .tls(let host):
      "cannot trust '\(host)': its certificate or encryption does not hold; use another address"
    case .timedOut(let url, let silence):
      "'\(url)' was silent for \(silence.components.seconds) s; try again later"
    case .status(let code, let url): "'\(url)' answers with status \(code); \(remedy(for: code))"
    case .tooLarge(let url, let limit):
      "'\(url)' gives more than \(limit) bytes; expected a smaller file"
    case .incomplete(let url): "'\(url)' broke off in the middle of its answer; try again later"
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
