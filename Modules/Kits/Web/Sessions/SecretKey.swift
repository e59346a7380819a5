/// A secret of 256 bits, such as that of a device or a tab. It has no description, so that no log
/// contains it by accident.
package struct SecretKey: Sendable {
  private static let digits = Array("0123456789abcdef".utf8)

  private let bytes: [UInt8]

  /// Creates a key that nobody can guess.
  package init() {
    var generator = SystemRandomNumberGenerator()
    bytes = (0..<32).map { _ in .random(in: .min ... .max, using: &generator) }
  }

  /// The key as 64 hexadecimal digits, for a cookie or the field of a form.
  package var text: String {
    String(
      decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] },
      as: UTF8.self)
  }

  /// Whether a text is the key. The time that this takes says nothing about the key.
  func matches(_ text: String) -> Bool { Self.areEqual(self.text, text) }

  /// Compares two secrets of the same length. The time that this takes says nothing about them.
  package static func areEqual(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
