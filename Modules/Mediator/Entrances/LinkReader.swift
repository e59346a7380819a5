/// Goes through the bytes of a URL, which somebody else holds, from left to right.
struct LinkReader {
  struct Refusal: Error {
    let reason: String
  }

  /// What a piece of a URL ends at, besides the end of the URL.
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

  /// Goes past a mark, if it is next.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard isAt(mark) else { return false }
    index += 1
    return true
  }

  /// Goes past the scheme and `://`.
  mutating func skip(_ scheme: String) throws(Refusal) {
    for byte in scheme.utf8 {
      guard index < bytes.count, bytes[index].inLowerCase == byte else { throw other(scheme) }
      index += 1
    }
    guard take(":"), take("/"), take("/") else { throw other(scheme) }
  }

  /// The host, in lower case.
  mutating func host() throws(Refusal) -> String {
    guard !isAt(.segment) else { throw Refusal(reason: "expected a target behind '://'") }
    let start = index
    let host = try text(until: .segment)
    for byte in bytes[start..<index] where byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@") {
      throw Refusal(reason: "expected a target without a user and a port")
    }
    return host.lowercased()
  }

  /// One more segment of the path.
  mutating func segment() throws(Refusal) -> String {
    guard !isAt(.segment) else { throw Refusal(reason: "a segment of its path is empty") }
    return try text(until: .segment)
  }

  /// The name of a parameter.
  mutating func name() throws(Refusal) -> String {
    guard !isAt(.name) else { throw Refusal(reason: "a value in its query has no name") }
    return try text(until: .name)
  }

  /// The text that the bytes up to `end` stand for.
  mutating func text(until end: End) throws(Refusal) -> String {
    let start = index
    var isEncoded = false
    while !isAt(end) {
      let byte = bytes[index]
      guard byte >= 0x20, byte != 0x7F else {
        throw Refusal(reason: "a control character has to be percent-encoded")
      }
      if byte == UInt8(ascii: "%") { isEncoded = true }
      index += 1
    }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<index])
    return isEncoded ? try decoded(text) : String(copying: text)
  }

  private func decoded(_ text: UnsafeBufferPointer<UInt8>) throws(Refusal) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.next()?.hexadecimal, let low = rest.next()?.hexadecimal else {
        throw Refusal(reason: "expected two hexadecimal digits after '%'; '%' itself is '%25'")
      }
      decoded.append(high << 4 | low)
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw Refusal(reason: "its percent-encoded bytes are not UTF-8")
    }
    return text
  }

  private func other(_ scheme: String) -> Refusal {
    Refusal(reason: "expected it to start with '\(scheme)://'")
  }
}

extension String {
  /// The quick way for text that is UTF-8 already.
  fileprivate init(copying text: UnsafeBufferPointer<UInt8>) {
    self.init(unsafeUninitializedCapacity: text.count) { $0.initialize(fromContentsOf: text) }
  }
}

extension UInt8 {
  fileprivate var inLowerCase: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self
  }

  fileprivate var hexadecimal: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
