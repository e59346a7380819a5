import Foundation
import Platform

/// A parsed URL: the segments of its path, starting with the host, and its parameters.
struct DeepLink: Sendable {
  static let maximumLength = 16_384

  private(set) var path: [String] = []
  private(set) var parameters = Parameters()

  /// Parses a URL by the rules of `Mediator.perform(url:)`.
  /// - Throws: `MediatorError.badURL` with the reason.
  init(_ url: String, scheme: String) throws(MediatorError) {
    do throws(URLSyntaxError) {
      guard url.utf8.count <= Self.maximumLength else {
        throw URLSyntaxError(reason: "expected at most \(Self.maximumLength) bytes")
      }
      guard url.isStreamSafe else { throw URLSyntaxError(reason: StreamSafeText.reason) }
      let start = "\(scheme)://"
      let given = String(decoding: url.utf8.prefix(start.utf8.count), as: UTF8.self)
      guard given.lowercased() == start.lowercased() else {
        throw URLSyntaxError(reason: "expected it to start with '\(start)'")
      }
      let rest = url.utf8.dropFirst(start.utf8.count).prefix { $0 != UInt8(ascii: "#") }
      let parts = rest.split(
        separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
      try addPath(parts[0])
      if parts.count > 1 { try addQuery(parts[1]) }
    } catch {
      throw .badURL(String(url.prefix(200)), reason: error.reason)
    }
  }

  private mutating func addPath(_ text: Substring.UTF8View) throws(URLSyntaxError) {
    var segments = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // A slash at the end is ignored.
    if segments.count > 1, segments.last?.isEmpty == true { segments.removeLast() }
    guard let host = segments.first, !host.isEmpty else {
      throw URLSyntaxError(reason: "expected a target after '://'")
    }
    path.append(try host.decoded.lowercased())
    guard !host.contains(where: ":@".utf8.contains) else {
      throw URLSyntaxError(reason: "expected a target without a user and a port")
    }
    for segment in segments.dropFirst() {
      guard !segment.isEmpty else {
        throw URLSyntaxError(reason: "a segment of its path is empty")
      }
      path.append(try segment.decoded)
    }
  }

  private mutating func addQuery(_ text: Substring.UTF8View) throws(URLSyntaxError) {
    for item in text.split(separator: UInt8(ascii: "&")) {
      let parts = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard !parts[0].isEmpty else {
        throw URLSyntaxError(reason: "a value in its query has no name")
      }
      let name = try parts[0].decoded
      if parts.count > 1 {
        parameters.append(try parts[1].decoded, for: name)
      } else {
        parameters.append(flag: name)
      }
    }
  }

  /// Adds the values of a pattern's placeholders to the parameters.
  /// - Throws: `MediatorError.badURL` when the query also contains one of them.
  mutating func add(
    _ values: [String], for pattern: URLPattern, in url: String
  ) throws(MediatorError) {
    for (name, value) in zip(pattern.placeholders, values) {
      guard !parameters.items.contains(where: { $0.name == name }) else {
        throw .badURL(url, reason: "'\(name)' is already in its path")
      }
      parameters.append(value, for: name)
    }
  }
}

private struct URLSyntaxError: Error {
  let reason: String
}

extension Substring.UTF8View {
  /// A percent-encoded part of a URL as text.
  fileprivate var decoded: String {
    get throws(URLSyntaxError) {
      guard allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw URLSyntaxError(reason: "a control character must be percent-encoded")
      }
      let text = String(Substring(self))
      guard contains(UInt8(ascii: "%")) else { return text }
      let escapes = split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        .dropFirst().map { $0.prefix(2) }
      guard escapes.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) else {
        throw URLSyntaxError(
          reason: "expected two hexadecimal digits after '%'; '%' itself is '%25'")
      }
      guard let decoded = text.removingPercentEncoding else {
        throw URLSyntaxError(reason: "its percent-encoded bytes are not UTF-8")
      }
      guard decoded.isStreamSafe else { throw URLSyntaxError(reason: StreamSafeText.reason) }
      return decoded
    }
  }
}
