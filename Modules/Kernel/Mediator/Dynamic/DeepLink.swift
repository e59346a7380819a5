/// A parsed URL: the segments of its path, starting with the host, and its parameters.
struct DeepLink: Sendable {
  static let maximumLength = 16_384

  private(set) var path: [String] = []
  private(set) var parameters = Parameters()

  /// Parses a URL by the rules of `Mediator.perform(url:)`.
  /// - Throws: `MediatorError.badURL` with the reason.
  init(_ url: String, scheme: String) throws(MediatorError) {
    var text = url
    let result: Result<DeepLink, URLSyntaxError> = text.withUTF8 { bytes in
      Result { () throws(URLSyntaxError) in
        guard bytes.count <= Self.maximumLength else {
          throw URLSyntaxError(reason: "expected at most \(Self.maximumLength) bytes")
        }
        guard StreamSafeText.isSafe(UnsafeRawBufferPointer(bytes)) else {
          throw URLSyntaxError(reason: StreamSafeText.reason)
        }
        var reader = URLReader(bytes)
        return try DeepLink(&reader, scheme)
      }
    }
    do throws(URLSyntaxError) {
      self = try result.get()
    } catch {
      throw .badURL(String(url.prefix(200)), reason: error.reason)
    }
  }

  private init(_ reader: inout URLReader, _ scheme: String) throws(URLSyntaxError) {
    try reader.skip(scheme)
    path.reserveCapacity(4)
    path.append(try reader.host())
    // A slash at the end is ignored.
    while reader.skip("/"), !reader.isAt(.segment) || reader.isAt("/") {
      path.append(try reader.segment())
    }
    guard reader.skip("?") else { return }
    parameters.reserve()
    repeat {
      guard !reader.isAt(.value) else { continue }
      let name = try reader.name()
      if reader.skip("=") {
        parameters.append(try reader.text(until: .value), for: name)
      } else {
        parameters.append(flag: name)
      }
    } while reader.skip("&")
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

/// Reads the bytes of a URL from left to right.
private struct URLReader {
  /// The end of a part of a URL. Each part also ends at the end of the URL.
  enum End {
    case segment, name, value

    func contains(_ byte: UInt8) -> Bool {
      switch (self, byte) {
      case (_, UInt8(ascii: "#")), (.segment, UInt8(ascii: "/")), (.segment, UInt8(ascii: "?")),
        (.name, UInt8(ascii: "=")), (.name, UInt8(ascii: "&")), (.value, UInt8(ascii: "&")):
        true
      default: false
      }
    }
  }

  // Safe: the reader never leaves the closure in which `String.withUTF8` lends the bytes. An array
  // would copy them, and converting its slices to strings would be slower.
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  func isAt(_ mark: Unicode.Scalar) -> Bool {
    index < bytes.count && bytes[index] == UInt8(ascii: mark)
  }

  func isAt(_ end: End) -> Bool {
    index == bytes.count || end.contains(bytes[index])
  }

  /// Skips a mark, if it is next.
  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard isAt(mark) else { return false }
    index += 1
    return true
  }

  /// Skips the scheme and `://`.
  mutating func skip(_ scheme: String) throws(URLSyntaxError) {
    for byte in scheme.utf8 {
      guard index < bytes.count, bytes[index].lowercased == byte.lowercased else {
        throw otherScheme(than: scheme)
      }
      index += 1
    }
    guard skip(":"), skip("/"), skip("/") else { throw otherScheme(than: scheme) }
  }

  /// Reads the host, in lower case.
  mutating func host() throws(URLSyntaxError) -> String {
    guard !isAt(.segment) else { throw URLSyntaxError(reason: "expected a target after '://'") }
    let start = index
    let host = try text(until: .segment)
    var isLowercase = true
    for byte in bytes[start..<index] {
      guard byte != UInt8(ascii: ":"), byte != UInt8(ascii: "@") else {
        throw URLSyntaxError(reason: "expected a target without a user and a port")
      }
      // What is not ASCII, or becomes a character only when it is decoded, may be a capital.
      if byte >= 0x80 || byte == UInt8(ascii: "%") || byte != byte.lowercased {
        isLowercase = false
      }
    }
    return isLowercase ? host : host.lowercased()
  }

  /// Reads the next segment of the path.
  mutating func segment() throws(URLSyntaxError) -> String {
    guard !isAt(.segment) else {
      throw URLSyntaxError(reason: "a segment of its path is empty")
    }
    return try text(until: .segment)
  }

  /// Reads the name of a parameter.
  mutating func name() throws(URLSyntaxError) -> String {
    guard !isAt(.name) else {
      throw URLSyntaxError(reason: "a value in its query has no name")
    }
    return try text(until: .name)
  }

  /// Reads the bytes up to `end` as percent-encoded text.
  mutating func text(until end: End) throws(URLSyntaxError) -> String {
    let start = index
    var isEncoded = false
    while !isAt(end) {
      let byte = bytes[index]
      guard byte >= 0x20, byte != 0x7F else {
        throw URLSyntaxError(reason: "a control character must be percent-encoded")
      }
      if byte == UInt8(ascii: "%") { isEncoded = true }
      index += 1
    }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<index])
    return isEncoded ? try decoded(text) : String(decoding: text, as: UTF8.self)
  }

  private func decoded(_ text: UnsafeBufferPointer<UInt8>) throws(URLSyntaxError) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.next()?.hexadecimalValue, let low = rest.next()?.hexadecimalValue
      else {
        throw URLSyntaxError(
          reason: "expected two hexadecimal digits after '%'; '%' itself is '%25'")
      }
      decoded.append(high << 4 | low)
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw URLSyntaxError(reason: "its percent-encoded bytes are not UTF-8")
    }
    guard text.isStreamSafe else { throw URLSyntaxError(reason: StreamSafeText.reason) }
    return text
  }

  private func otherScheme(than scheme: String) -> URLSyntaxError {
    URLSyntaxError(reason: "expected it to start with '\(scheme)://'")
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self
  }

  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
