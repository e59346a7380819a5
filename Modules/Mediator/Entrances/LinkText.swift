import Foundation

/// The bytes of a URL, and how to take them apart.
struct LinkText {
  struct Refusal: Error {
    let reason: String
  }

  let bytes: [UInt8]

  init(_ url: String) {
    bytes = Array(url.utf8)
  }

  /// What follows the scheme and `://`.
  func rest(after scheme: String) throws(Refusal) -> Range<Int> {
    var start = 0
    for byte in scheme.utf8 {
      guard start < bytes.count, bytes[start].inLowerCase == byte else { throw otherScheme(scheme) }
      start += 1
    }
    let end = start + 3
    guard end <= bytes.count, bytes[start] == UInt8(ascii: ":"),
      bytes[start + 1] == UInt8(ascii: "/"), bytes[start + 2] == UInt8(ascii: "/")
    else { throw otherScheme(scheme) }
    for byte in bytes where byte < 0x20 || byte == 0x7F {
      throw Refusal(reason: "a control character has to be percent-encoded")
    }
    return end..<bytes.count
  }

  /// What stands before and after the first `mark` of a range; nil after it where there is none.
  func cut(_ range: Range<Int>, at mark: Unicode.Scalar) -> (Range<Int>, Range<Int>?) {
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes[range].base.baseAddress.map({ $0 + range.lowerBound }),
        let found = memchr(start, Int32(mark.value), range.count)
      else { return (range, nil) }
      let index = range.lowerBound + (UnsafeRawPointer(found) - start)
      return (range.lowerBound..<index, index + 1..<range.upperBound)
    }
  }

  /// The name of a host, in lower case.
  func host(_ range: Range<Int>) throws(Refusal) -> String {
    guard !range.isEmpty else { throw Refusal(reason: "expected a target behind '://'") }
    for byte in bytes[range] where byte == UInt8(ascii: ":") || byte == UInt8(ascii: "@") {
      throw Refusal(reason: "expected a target without a user and a port")
    }
    return try decoded(range).lowercased()
  }

  /// The text that percent-encoded bytes stand for.
  func decoded(_ range: Range<Int>) throws(Refusal) -> String {
    let bytes = bytes[range]
    guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
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

  private func otherScheme(_ scheme: String) -> Refusal {
    Refusal(reason: "expected it to start with '\(scheme)://'")
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
