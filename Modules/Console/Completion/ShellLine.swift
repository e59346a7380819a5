import Foundation

/// A command line of a POSIX shell up to the cursor, split into words.
///
/// Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting.
public struct ShellLine: Sendable {
  /// The words without their quotes; the last word is unfinished.
  public private(set) var words = [""]
  /// The number of bytes at the beginning of the last word that bash does not replace: up to the last
  /// opening quote or word break.
  private var fixedCount = 0
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
        fixedCount = words.last?.utf8.count ?? 0
      case (let open?, character) where open == character: openQuote = nil
      case (nil, let space) where space.isWhitespace: endWord()
      default:
        append(character)
        guard openQuote == nil, wordBreaks.contains(character) else { continue }
        fixedCount = words.last?.utf8.count ?? 0
      }
    }
  }

  /// The lines that the completion script of a shell reads for the candidates.
  ///
  /// Shells replace the last word with the common prefix of the candidates. If it does not continue
  /// the word, as after `tian` for 天桥 and 天坛, they only list the candidates.
  public func lines(for candidates: [CompletionCandidate], in shell: Shell) -> [String] {
    switch shell {
    case .bash:
      // Bash replaces nothing if the candidates have no common prefix, so a blank is added. A blank
      // without other candidates would replace the word.
      let lines = candidates.compactMap { insertion(of: $0.text) }
      return lines.isEmpty || canReplaceWord(with: candidates) ? lines : lines + [" "]
    case .zsh:
      return (canReplaceWord(with: candidates) ? [] : [":list"]) + candidates.map(\.line)
    case .fish: return candidates.map { $0.spelled(for: words.last ?? "").line }
    }
  }

  private func canReplaceWord(with candidates: [CompletionCandidate]) -> Bool {
    guard candidates.count > 1 else { return true }
    let texts = candidates.map(\.text)
    let common = texts.reduce(texts[0]) { $0.commonPrefix(with: $1) }
    return common.folded.hasPrefix((words.last ?? "").folded)
  }

  /// Nil if the text does not begin with the part that bash does not replace.
  private func insertion(of text: String) -> String? {
    let fixedPrefix = String(decoding: (words.last ?? "").utf8.prefix(fixedCount), as: UTF8.self)
    guard text.hasPrefix(fixedPrefix) else { return nil }
    let rest = String(text.dropFirst(fixedPrefix.count))
    return switch openQuote {
    case "'": rest.replacing("'", with: "'\\''")
    case "\"": rest.map(\.inDoubleQuotes).joined()
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
    fixedCount = 0
  }

  /// In double quotes, a backslash only escapes four characters.
  private mutating func escaped(_ rest: inout Substring) -> Character {
    guard let next = rest.first, "\"\\$`".contains(next) else { return "\\" }
    rest.removeFirst()
    return next
  }
}

extension CompletionCandidate {
  fileprivate var line: String { summary.isEmpty ? text : "\(text)\t\(summary)" }

  /// The candidate as fish finds it: if it does not contain the typed text, its Latin letters
  /// without accents, such as `tianqiao` for 天桥, with its own text as summary.
  ///
  /// Fish ignores candidates that it does not find similar, and cannot be told to show them.
  fileprivate func spelled(for typed: String) -> CompletionCandidate {
    guard !typed.isEmpty, !text.lowercased().contains(typed.lowercased()) else { return self }
    let option = text.hasPrefix("-") ? text.prefix { $0 != "=" } + "=" : ""
    let name = String(text.dropFirst(option.count))
    return CompletionCandidate(option + name.latin, name)
  }
}

extension String {
  /// The text in Latin letters without accents. If it has letters of another script, its syllables
  /// are joined.
  fileprivate var latin: String {
    let options: CompareOptions = [.diacriticInsensitive, .widthInsensitive]
    guard unicodeScalars.contains(where: \.isBeyondLatin) else {
      return folding(options: options, locale: nil)
    }
    return [self].transliterated.joined().folding(options: options, locale: nil)
      .filter { $0.isLetter || $0.isNumber }
  }
}

extension Character {
  /// The character as it is written between double quotes. Bash replaces `!` there with an earlier
  /// command, even after a backslash, but not between single quotes.
  fileprivate var inDoubleQuotes: String {
    switch self {
    case "!": #""'!'""#
    case "\"", "\\", "$", "`": "\\\(self)"
    default: "\(self)"
    }
  }

  /// Whether the shell gives it no special meaning.
  fileprivate var isPlain: Bool {
    guard isASCII else { return !isWhitespace }
    return isLetter || isNumber || "_-./:=@%+,".contains(self)
  }
}
