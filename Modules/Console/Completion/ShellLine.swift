import Foundation

/// A command line of a POSIX shell up to the cursor, split into words.
///
/// Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting.
public struct ShellLine: Sendable {
  /// The words without their quotes; the last word is unfinished.
  public private(set) var words = [""]
  /// The beginning of the last word that bash does not replace: up to the last opening quote or
  /// word break.
  private var fixedPrefix = ""
  private var openQuote: Character?
  private var isBetweenWords = true

  /// Splits a line into words.
  /// - Parameter wordBreaks: The characters at which the shell splits words, such as the value of
  ///   `COMP_WORDBREAKS` in bash.
  public init(_ line: String, wordBreaks: String = "") {
    var characters = line[...]
    while let character = characters.popFirst() {
      switch (openQuote, character) {
      case (nil, "\\"): append(characters.popFirst())
      case ("\"", "\\"): append(escaped(&characters))
      case (nil, "'"), (nil, "\""):
        openQuote = character
        append(nil)
        fixedPrefix = words.last ?? ""
      case (let open?, character) where open == character: openQuote = nil
      case (nil, let space) where space.isWhitespace: endWord()
      default:
        append(character)
        if openQuote == nil, wordBreaks.contains(character) { fixedPrefix = words.last ?? "" }
      }
    }
  }

  /// The candidates as bash inserts them: quoted like the last word, without the part of the word
  /// that bash does not replace.
  ///
  /// Bash inserts the common prefix of all candidates. If this is shorter than the typed text, the
  /// typed text is added to the candidates, so that bash does not delete any of it.
  public func insertions(of candidates: [String]) -> [String] {
    let typed = words.last ?? ""
    let common = candidates.dropFirst().reduce(candidates.first ?? "") { $0.commonPrefix(with: $1) }
    let isSafe = candidates.isEmpty || common.count >= typed.count
    return (candidates + (isSafe ? [] : [typed])).compactMap { insertion(of: $0) }
  }

  /// Nil if the text does not begin with the part that bash does not replace.
  private func insertion(of text: String) -> String? {
    guard text.hasPrefix(fixedPrefix) else { return nil }
    let rest = String(text.dropFirst(fixedPrefix.count))
    return switch openQuote {
    case "'": rest.replacing("'", with: "'\\''")
    case "\"": rest.map { "\"\\$`".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    default: rest.map { $0.isPlain ? "\($0)" : "\\\($0)" }.joined()
    }
  }

  private mutating func append(_ character: Character?) {
    isBetweenWords = false
    if let character { words[words.count - 1].append(character) }
  }

  private mutating func endWord() {
    guard !isBetweenWords else { return }
    isBetweenWords = true
    words.append("")
    fixedPrefix = ""
  }

  /// In double quotes, a backslash only escapes four characters.
  private mutating func escaped(_ rest: inout Substring) -> Character {
    guard let next = rest.first, "\"\\$`".contains(next) else { return "\\" }
    rest.removeFirst()
    return next
  }
}

extension Character {
  /// Whether the shell gives it no special meaning.
  fileprivate var isPlain: Bool {
    guard isASCII else { return !isWhitespace }
    return isLetter || isNumber || "_-./:=@%+,".contains(self)
  }
}
