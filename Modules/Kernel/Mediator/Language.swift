import Platform

/// A language, such as `en`, `pt-BR` or `zh-Hant`: a BCP 47 tag of a language, perhaps with a
/// script and a region.
///
/// ```swift
/// let greetings = ["en": "Hello", "pt": "Olá"]
/// let greeting = Language("pt-BR")?.choose(from: greetings.keys).flatMap { greetings[$0] }
/// ```
///
/// Source: RFC 5646.
public struct Language: Hashable, Sendable {
  /// The language of the person for whom this task works; nil if nobody knows it.
  @TaskLocal public static var current: Language?

  private let language: String
  private let script: String?
  private let region: String?
  /// The other parts, such as variants.
  private let rest: [String]

  /// Creates a language from its tag, in upper or lower case, with hyphens or underscores; nil for
  /// other texts.
  public init?(_ tag: String) {
    let parts = tag.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
      .map { $0.lowercased() }
    guard tag.utf8.count <= Self.longestTag, let language = parts.first,
      (2...8).contains(language.utf8.count), language.utf8.allSatisfy(\.isLetter),
      parts.allSatisfy({
        (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy { $0.isLetter || $0.isDigit }
      })
    else { return nil }
    var rest = parts.dropFirst()
    self.language = language
    script = rest.first.flatMap { $0.isScript ? $0.prefix(1).uppercased() + $0.dropFirst() : nil }
    if script != nil { rest.removeFirst() }
    region = rest.first.flatMap { $0.isRegion ? $0.uppercased() : nil }
    if region != nil { rest.removeFirst() }
    self.rest = Array(rest)
  }

  /// Creates the language of a POSIX locale, such as `pt_BR.UTF-8`; nil for `C`, `POSIX` and texts
  /// that are no locale.
  public init?(locale: String) {
    let tag = locale.prefix { $0 != "." && $0 != "@" }
    guard tag != "POSIX" else { return nil }
    self.init(String(tag))
  }

  private static let longestTag = 35

  /// Returns the tag that suits a reader of this language best: in the same script, and in the same
  /// region or else in none. Nil if no tag is of this language. Among equals, it is the first in
  /// the order of the alphabet.
  public func choose(from tags: some Sequence<String>) -> String? {
    tags.compactMap { tag in Language(tag).flatMap(similarity).map { (tag, $0) } }
      .max { ($0.1, $1.0) < ($1.1, $0.0) }?.0
  }

  /// How well a text in another language suits a reader of this one; nil if it does not.
  private func similarity(to other: Language) -> Int? {
    guard language == other.language else { return nil }
    func similarity(_ part: String?, _ other: String?) -> Int {
      part == other ? 2 : part == nil || other == nil ? 1 : 0
    }
    return 10 * similarity(usualScript, other.usualScript) + 3 * similarity(region, other.region)
      + (rest == other.rest ? 2 : other.rest.isEmpty ? 1 : 0)
  }

  /// The script; for Chinese without one, that of its region.
  private var usualScript: String? {
    guard script == nil, language == "zh" else { return script }
    return ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
  }
}

extension Language: CustomStringConvertible {
  /// The tag with the usual capitals, such as `zh-Hant-TW`.
  public var description: String {
    ([language, script, region].compactMap(\.self) + rest).joined(separator: "-")
  }
}

extension String {
  fileprivate var isScript: Bool { utf8.count == 4 && utf8.allSatisfy(\.isLetter) }

  fileprivate var isRegion: Bool {
    utf8.count == 2 && utf8.allSatisfy(\.isLetter) || utf8.count == 3 && utf8.allSatisfy(\.isDigit)
  }
}
