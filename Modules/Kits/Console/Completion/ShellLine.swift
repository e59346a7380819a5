import Foundation

/// A command line of a POSIX shell up to the cursor, split into words.
///
/// Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting.
public struct ShellLine: Sendable {
  /// The words without their quotes; the last word is unfinished.
  public private(set) var words = [""]
  /// The number of bytes at the beginning of the last word that bash does not replace: up to the
  /// last opening quote or word break.
  private var fixedCount = 0
  private var openQuote: Unicode.Scalar?
  private var isBetweenWords = true

  /// Splits a line into words.
  /// - Parameter wordBreaks: The characters at which the shell splits words, such as the value of
  ///   `COMP_WORDBREAKS` in bash.
  public init(_ line: String, wordBreaks: String = "") {
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch (openQuote, scalar) {
      case (nil, "\\"): append(scalars.popFirst())
      case ("\"", "\\"): append(escaped(&scalars))
      case (nil, "'"), (nil, "\""):
        openQuote = scalar
        append(nil)
        fixedCount = words.last?.utf8.count ?? 0
      case (let open?, scalar) where open == scalar: openQuote = nil
      case (nil, let space) where space.properties.isWhitespace: endWord()
      default:
        append(scalar)
        guard openQuote == nil, wordBreaks.unicodeScalars.contains(scalar) else { continue }
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
    case .powershell, .nushell: return candidates.map(\.line)
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
    guard text.utf8.starts(with: (words.last ?? "").utf8.prefix(fixedCount)) else { return nil }
    let rest = String(decoding: text.utf8.dropFirst(fixedCount), as: UTF8.self)
    let quoted =
      switch openQuote {
      case "'": rest.quotedInSingleQuotes
      case "\"": rest.quotedInDoubleQuotes
      default: rest.quotedWithBackslashes
      }
    // Bash adds the closing quote only after a text that does not end with a quote.
    guard let openQuote, quoted.unicodeScalars.last == openQuote else { return quoted }
    return "\(quoted)\(openQuote)"
  }

  private mutating func append(_ scalar: Unicode.Scalar?) {
    isBetweenWords = false
    if let scalar { words[words.count - 1].unicodeScalars.append(scalar) }
  }

  private mutating func endWord() {
    guard !isBetweenWords else { return }
    isBetweenWords = true
    words.append("")
    fixedCount = 0
  }

  /// In double quotes, a backslash only escapes four characters.
  private mutating func escaped(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
    guard let next = rest.first, "\"\\$`".unicodeScalars.contains(next) else { return "\\" }
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
    let sign = text.unicodeScalars.first == "-" ? text.unicodeScalars.firstIndex(of: "=") : nil
    let start = sign.map(text.unicodeScalars.index(after:)) ?? text.startIndex
    let name = String(text[start...])
    return CompletionCandidate(text[..<start] + name.latin, name)
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
