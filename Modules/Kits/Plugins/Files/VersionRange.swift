import Mediator
import Platform

/// Versions that satisfy comparisons, such as `>=0.3 <0.5`.
package struct VersionRange: Sendable {
  private let comparisons: [(holds: @Sendable ([Int], [Int]) -> Bool, version: [Int])]

  /// Reads comparisons (`>=`, `>`, `<=`, `<`) with spaces between them; nil for another text.
  package init?(_ text: String) {
    var comparisons: [(holds: @Sendable ([Int], [Int]) -> Bool, version: [Int])] = []
    for word in text.split(at: " ") {
      let sign = String(decoding: word.utf8.prefix { "<>=".utf8.contains($0) }, as: UTF8.self)
      guard let version = Self.numbers(word.dropFirst(sign.count)) else { return nil }
      switch sign {
      case ">=": comparisons.append(({ !$0.lexicographicallyPrecedes($1) }, version))
      case ">": comparisons.append(({ $1.lexicographicallyPrecedes($0) }, version))
      case "<=": comparisons.append(({ !$1.lexicographicallyPrecedes($0) }, version))
      case "<": comparisons.append(({ $0.lexicographicallyPrecedes($1) }, version))
      case _: return nil
      }
    }
    guard !comparisons.isEmpty else { return nil }
    self.comparisons = comparisons
  }

  /// Whether a version, without what follows a hyphen or a plus sign, satisfies all comparisons.
  package func contains(_ version: String) -> Bool {
    guard let core = version.split(at: "-").first?.split(at: "+").first,
      let numbers = Self.numbers(core)
    else { return false }
    return comparisons.allSatisfy { $0.holds(numbers, $0.version) }
  }

  /// Whether a text is a version of three numbers, such as `1.4.2`.
  static func isVersion(_ text: String) -> Bool {
    text.split(at: ".").count == 3 && numbers(text) != nil
  }

  /// The three numbers of a version, of which the last ones may be missing.
  private static func numbers(_ text: some StringProtocol) -> [Int]? {
    let parts = text.split(at: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy(\.isDigit) && part.utf8.count <= 9 ? Int(part) : nil
    }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    return numbers + Array(repeating: 0, count: 3 - numbers.count)
  }
}
