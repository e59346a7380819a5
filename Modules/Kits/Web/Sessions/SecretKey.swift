/// A secret of 256 bits, such as that of a device or a tab. It has no description, so that no log
/// contains it by accident.
package struct SecretKey: Sendable {
  /// The key as 64 hexadecimal digits, for a cookie or the field of a form.
  package let text: String

  /// Creates a key that nobody can guess.
  package init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
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
