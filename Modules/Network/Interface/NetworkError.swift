import Foundation
public import Mediator

/// Why a fetch or a download failed. Addresses appear without user, password and query, which may
/// be secret.
public enum NetworkError: ModuleError {
  /// The text is not a web address.
  case badURL(String)
  /// The header field with this name has an invalid name or value.
  case badHeader(String)
  /// The path of an endpoint has a placeholder without a value, or with `.` or `..`, which would
  /// name another resource.
  case badPathValue(String, name: String, path: String)
  /// The address is not encrypted, and the request does not allow that.
  case plainHTTP(String)
  /// The address redirects to a text that is not a web address.
  case badRedirect(String, to: String)
  /// The address redirects to an unencrypted one that the request does not allow.
  case insecureRedirect(String, to: String)
  /// The address redirects a request that changes a resource to another host.
  case foreignRedirect(String, to: String)
  /// The address redirects more often than the limit.
  case tooManyRedirects(String, limit: Int)
  /// libcurl is not installed on this machine, or cannot be used.
  case missingLibrary(reason: String)
  /// The system has no memory, thread or descriptor for another transfer.
  case outOfResources(reason: String)
  /// The proxy of this machine does not connect to the host.
  case proxy(host: String, reason: String)
  /// This machine has no connection to a network.
  case offline(host: String)
  /// No machine has this name.
  case unknownHost(String)
  /// The host does not accept connections at the port of the address.
  case refused(String)
  /// The host does not answer.
  case unreachable(host: String)
  /// The TLS connection failed, or the certificate is not trusted.
  /// - Parameter host: The host and the port.
  case tls(host: String, TLSFailure)
  /// The file of trusted certificates that the setting `certificates` names cannot be read.
  case badCertificates(path: String, reason: String)
  /// The server was too slow for a time limit.
  case timedOut(String, TimeoutPhase, after: Duration)
  /// The server sent fewer bytes per second than the limit.
  case tooSlow(String, bytesPerSecond: Int)
  /// The server answered with a status that is not a success.
  case status(Int, String)
  /// The server is busy and asks for a longer pause than `fetch` and `download` wait.
  case retryLater(String, after: Duration)
  /// The body is longer than the limit in bytes.
  /// - Parameter setting: The setting that can raise the limit; nil when the request has its own.
  case tooLarge(String, limit: Int, setting: String? = nil)
  /// The head of the response is longer than the limit in bytes, or has too many lines.
  case headersTooLarge(String, limit: Int)
  /// The head of the response contains a line that is longer than libcurl's limit of 100 KB.
  case headLineTooLong(String)
  /// The body is shorter than the server had announced.
  case tooShort(String, received: Int, expected: Int)
  /// The connection ended in the middle of the response.
  case incomplete(String)
  /// The answer is not HTTP, or violates its rules.
  case notHTTP(String)
  /// The server sent another range of bytes than requested.
  case wrongPart(String)
  /// The endpoint's response cannot be decoded.
  case notDecodable(String, reason: String)
  /// The address is being downloaded already.
  case busy(String)
  /// The file of an upload cannot be read, or has changed while it was sent.
  case unreadableFile(String, reason: String)
  /// The received bytes cannot be stored on disk.
  case storage(String, reason: String)

  public var kind: FailureKind {
    switch self {
    case .badURL, .plainHTTP, .badHeader, .badPathValue: .badInput
    case .status(404, _), .status(410, _): .notFound
    case .badRedirect, .insecureRedirect, .foreignRedirect, .tooManyRedirects, .missingLibrary,
      .outOfResources, .proxy, .offline, .unknownHost, .refused, .unreachable, .tls,
      .badCertificates, .timedOut, .tooSlow, .status, .retryLater, .tooLarge, .headersTooLarge,
      .headLineTooLong, .tooShort, .incomplete, .notHTTP, .wrongPart, .notDecodable, .busy,
      .unreadableFile, .storage:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .badURL(let url): "'\(url)' is not a web address; expected one like 'https://example.org'"
    case .badHeader(let name):
      "the header field '\(name)' is not valid; expected printable text in one line"
    case .badPathValue(let value, let name, let path):
      "'\(value)' cannot take the place of ':\(name)' in the path '\(path)'; give it another value"
    case .plainHTTP(let url): "'\(url)' is not encrypted; use an address with https"
    case .badRedirect(let url, let target):
      "'\(url)' redirects to '\(target)', which is not a web address; check the address"
    case .insecureRedirect(let url, let target):
      "'\(url)' redirects to '\(target)', which is not encrypted; use another address"
    case .foreignRedirect(let url, let target):
      "'\(url)' redirects a change to another host, '\(target)'; use the address of that host"
    case .tooManyRedirects(let url, let limit):
      "'\(url)' redirects more than \(limit) times; check the address"
    case .missingLibrary(let reason):
      "cannot use the network: \(reason); install libcurl 7.68 or newer, such as with "
        + "'apt install libcurl4'"
    case .outOfResources(let reason):
      "cannot use the network: \(reason); close other programs and try again"
    case .proxy(let host, let reason):
      "cannot reach '\(host)' through the proxy: \(reason); check http_proxy, https_proxy and "
        + "no_proxy"
    case .offline(let host):
      "cannot reach '\(host)': this machine is offline; connect it to a network"
    case .unknownHost(let host):
      "cannot find '\(host)': no machine has this name; check the address and the connection"
    case .refused(let host):
      "cannot reach '\(host)': it refuses connections; check the address, or try again later"
    case .unreachable(let host): "cannot reach '\(host)'; check the address and the connection"
    case .tls(let host, .handshake):
      "cannot use TLS with '\(host)': \(TLSFailure.handshake.description)"
    case .tls(let host, let failure): "cannot trust '\(host)': \(failure.description)"
    case .badCertificates(let path, let reason):
      "cannot read the certificates in '\(path)': \(reason); correct the setting "
        + "'network.certificates', which expects a file (PEM)"
    case .timedOut(let url, .connecting, let timeout):
      "cannot connect to '\(url)' within \(timeout.rounded); check the connection, "
        + "or try again later"
    case .timedOut(let url, .idle, let timeout):
      "'\(url)' sent no data for \(timeout.rounded); try again later"
    case .timedOut(let url, .total, let timeout):
      "'\(url)' took longer than \(timeout.rounded) in all; try again later, or raise "
        + "'network.fetch-seconds'"
    case .tooSlow(let url, let speed):
      "'\(url)' sent less than \(speed) bytes per second; try again later, or lower "
        + "'network.slowest-speed'"
    case .status(let code, let url): "'\(url)' answered with status \(code); \(remedy(for: code))"
    case .retryLater(let url, let pause):
      "'\(url)' is busy and asks to wait for \(pause.rounded); try again after that"
    case .headersTooLarge(let url, let limit):
      "'\(url)' sent more than \(size(limit)), or too many lines, of header fields; "
        + "check the address"
    case .headLineTooLong(let url):
      "'\(url)' sent a line of more than 100 KB, expected the head of an HTTP answer; "
        + "check the address"
    case .tooLarge(let url, let limit, let setting):
      "'\(url)' is larger than \(size(limit)); "
        + (setting.map { "raise 'network.\($0)' to allow it" } ?? "expected a smaller file")
    case .tooShort(let url, let received, let expected):
      "'\(url)' ended after \(received) of \(expected) bytes; try again later"
    case .incomplete(let url): "'\(url)' ended in the middle of its answer; try again later"
    case .notHTTP(let url): "'\(url)' did not answer with valid HTTP; check the address"
    case .wrongPart(let url):
      "'\(url)' sent another part of the file than requested; try again later"
    case .notDecodable(let url, let reason):
      "cannot read the answer of '\(url)': \(reason); "
        + "a newer version of this program may support it"
    case .busy(let url): "'\(url)' is being downloaded already; wait until it has finished"
    case .unreadableFile(let path, let reason):
      "cannot send the file '\(path)': \(reason); check the file and try again"
    case .storage(let path, let reason):
      "cannot store a download in '\(path)': \(reason); free some space and try again"
    }
  }
}

/// Why a TLS connection failed.
public enum TLSFailure: String, Sendable, CaseIterable, CustomStringConvertible {
  /// The certificate was valid until a day in the past.
  case expired
  /// The certificate is valid from a day in the future.
  case notYetValid
  /// The server made its certificate itself.
  case selfSigned
  /// This machine does not know the authority that issued the certificate.
  case untrusted
  /// The certificate belongs to another host.
  case wrongHost
  /// This machine has no list of trusted authorities.
  case noAuthorities
  /// The server and this machine agree on no encryption, or the server does not use TLS.
  case handshake

  public var description: String {
    switch self {
    case .expired: "its certificate has expired; check the clock, or use another address"
    case .notYetValid: "its certificate is not valid yet; check the clock, or use another address"
    case .selfSigned:
      "its certificate is self-signed; use another address, or trust it with the setting "
        + "'network.certificates'"
    case .untrusted:
      "its certificate is from an unknown authority; use another address, or trust it with the "
        + "setting 'network.certificates'"
    case .wrongHost: "its certificate belongs to another host; check the address"
    case .noAuthorities:
      "the trusted certificates of this machine cannot be read; install 'ca-certificates', or "
        + "name a file in the setting 'network.certificates'"
    case .handshake: "the handshake failed; check the port, or that the server supports https"
    }
  }
}

/// The phase of a transfer that a time limit applies to.
public enum TimeoutPhase: String, Sendable, CaseIterable {
  /// From the request until the connection, including the look-up of the name and TLS.
  case connecting
  /// Without data from the server.
  case idle
  /// From the request until the end of the response.
  case total
}

extension Duration {
  /// The duration in the largest unit that suits it, rounded up: `30 s`, `5 min`, `1 h`, `3 days`.
  /// A server can ask for any number of seconds, so a year is the limit.
  fileprivate var rounded: String {
    let seconds = components.seconds
    guard seconds <= 365 * 86_400 else { return "more than a year" }
    let units: [(name: String, seconds: Int64)] = [("days", 86_400), ("h", 3600), ("min", 60)]
    let unit = units.first { seconds >= 2 * $0.seconds } ?? ("s", 1)
    let isHour = seconds == 3600
    let count = seconds / unit.seconds + (seconds % unit.seconds > 0 ? 1 : 0)
    return isHour ? "1 h" : "\(count) \(unit.name)"
  }
}

/// A number of bytes: `16 MB`, `256 KB` or `1000 bytes`.
private func size(_ bytes: Int) -> String {
  switch bytes {
  case let bytes where bytes > 0 && bytes % (1 << 20) == 0: "\(bytes >> 20) MB"
  case let bytes where bytes > 0 && bytes % (1 << 10) == 0: "\(bytes >> 10) KB"
  default: "\(bytes) bytes"
  }
}

private func remedy(for status: Int) -> String {
  switch status {
  case 401, 403: "check that you have access"
  case 429, 500...: "try again later"
  default: "check the address"
  }
}
