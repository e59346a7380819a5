import Foundation

/// A command line as somebody types it into a POSIX shell, up to the cursor.
///
/// Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting.
public struct ShellLine: Sendable {
  /// Its words without their quotes; the last one is being typed.
  public private(set) var words = [""]
  /// What of the last word bash leaves alone: up to the last quote that opened, or character at which
  /// it begins another word.
  private var kept = ""
  /// The quote that is still open.
  private var quote: Character?
  private var isBetweenWords = true

  /// Reads a line.
  /// - Parameter breaks: The characters at which the shell begins another word, as bash does at
  ///   those of `COMP_WORDBREAKS`.
  public init(_ line: String, breaks: String = "") {
    var characters = line[...]
    while let character = characters.popFirst() {
      switch (quote, character) {
      case (nil, "\\"): append(characters.popFirst())
      case ("\"", "\\"): append(escaped(&characters))
      case (nil, "'"), (nil, "\""):
        quote = character
        append(nil)
        kept = words.last ?? ""
      case (let open?, character) where open == character: quote = nil
      case (nil, let space) where space.isWhitespace: endWord()
      default:
        append(character)
        if quote == nil, breaks.contains(character) { kept = words.last ?? "" }
      }
    }
  }

  /// What bash is to put in the place of what it takes for the last word, quoted as that word is.
  ///
  /// Bash puts in as much as all have in common. Where that would take away from what is typed, the
  /// typed text is among them.
  public func insertions(of candidates: [String]) -> [String] {
    let typed = words.last ?? ""
    let common = candidates.dropFirst().reduce(candidates.first ?? "") { $0.commonPrefix(with: $1) }
    let isKept = candidates.isEmpty || common.count >= typed.count
    return (candidates + (isKept ? [] : [typed])).compactMap { insertion(of: $0) }
  }

  /// Nil for a text that does not go on from what bash leaves alone.
  private func insertion(of text: String) -> String? {
    guard text.hasPrefix(kept) else { return nil }
    let rest = String(text.dropFirst(kept.count))
    return switch quote {
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
    kept = ""
  }

  /// Between double quotes a backslash stands for itself before most characters.
  private mutating func escaped(_ rest: inout Substring) -> Character {
    guard let next = rest.first, "\"\\$`".contains(next) else { return "\\" }
    rest.removeFirst()
    return next
  }
}

extension Character {
  /// Whether it means nothing to a shell.
  fileprivate var isPlain: Bool {
    guard isASCII else { return !isWhitespace }
    return isLetter || isNumber || "_-./:=@%+,".contains(self)
  }
}
