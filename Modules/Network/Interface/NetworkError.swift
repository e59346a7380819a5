package import Foundation
public import Mediator

/// Why a fetch or a download failed. Addresses appear without user, password and query, which may
/// be secret.
public enum NetworkError: ModuleError {
  /// The text is not a web address.
  case badURL(String)
  /// The header field with this name has an invalid name or value.
  case badHeader(String)
  /// The address is not encrypted, and the request does not allow that.
  case plainHTTP(String)
  /// An encrypted address redirects to an unencrypted one.
  case insecureRedirect(String, to: String)
  /// The address redirects more often than the limit.
  case tooManyRedirects(String, limit: Int)
  /// This machine has no connection to a network.
  case offline(host: String)
  /// The host is unknown or does not answer.
  case unreachable(host: String)
  /// The TLS connection failed, or the certificate is not trusted.
  case tls(host: String)
  /// The server sent no data for this long.
  case timedOut(String, after: Duration)
  /// The server answered with a status that is not a success.
  case status(Int, String)
  /// The body is longer than the limit in bytes.
  case tooLarge(String, limit: Int)
  /// The body is shorter than the server had announced.
  case tooShort(String, received: Int, expected: Int)
  /// The connection broke, or the answer is not HTTP.
  case incomplete(String)
  /// The server sent another range of bytes than requested.
  case wrongPart(String)
  /// The SHA-256 of the file is not the expected one.
  case wrongChecksum(String)
  /// The endpoint's response cannot be decoded.
  case notDecodable(String, reason: String)
  /// The address is being downloaded already.
  case busy(String)
  /// The received bytes cannot be stored on disk.
  case storage(String, reason: String)

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

  public var description: String {
    switch self {
    case .badURL(let url): "'\(url)' is not a web address; expected one like 'https://example.org'"
    case .badHeader(let name):
      "the header field '\(name)' is not valid; expected printable text in one line"
    case .plainHTTP(let url): "'\(url)' is not encrypted; use an address with https"
    case .insecureRedirect(let url, let target):
      "'\(url)' redirects to '\(target)', which is not encrypted; use another address"
    case .tooManyRedirects(let url, let limit):
      "'\(url)' redirects more than \(limit) times; check the address"
    case .offline(let host):
      "cannot reach '\(host)': this machine is offline; connect it to a network"
    case .unreachable(let host): "cannot reach '\(host)'; check the address and the connection"
    case .tls(let host):
      "cannot verify '\(host)': its certificate or encryption is not valid; use another address"
    case .timedOut(let url, let timeout):
      "'\(url)' sent no data for \(timeout.components.seconds) s; try again later"
    case .status(let code, let url): "'\(url)' answered with status \(code); \(remedy(for: code))"
    case .tooLarge(let url, let limit):
      "'\(url)' is larger than \(limit) bytes; expected a smaller file"
    case .tooShort(let url, let received, let expected):
      "'\(url)' ended after \(received) of \(expected) bytes; try again later"
    case .incomplete(let url): "'\(url)' ended in the middle of its answer; try again later"
    case .wrongPart(let url):
      "'\(url)' sent another part of the file than requested; try again later"
    case .wrongChecksum(let url): "'\(url)' has another SHA-256 than expected; do not use it"
    case .notDecodable(let url, let reason):
      "cannot read the answer of '\(url)': \(reason); "
        + "a newer version of this program may support it"
    case .busy(let url): "'\(url)' is being downloaded already; wait until it has finished"
    case .storage(let path, let reason):
      "cannot store a download in '\(path)': \(reason); free some space and try again"
    }
  }
}

private func remedy(for status: Int) -> String {
  switch status {
  case 401, 403: "check that you have access"
  case 429, 500...: "try again later"
  default: "check the address"
  }
}

extension URL {
  /// The address without user, password, query and fragment, which may be secret.
  package var withoutSecrets: String {
    var components = URLComponents()
    components.scheme = scheme
    components.host = host(percentEncoded: false)
    components.port = port
    components.path = path(percentEncoded: false)
    return components.string ?? host() ?? ""
  }
}
