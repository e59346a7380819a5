/// One piece of a command line.
enum ArgumentToken: Equatable {
  case word(String)
  /// The name has its hyphens; the value is what follows `=`.
  case option(name: String, value: String?)
  /// The `--` after which everything is a word.
  case end

  var word: String? {
    if case .word(let word) = self { word } else { nil }
  }

  /// A hyphen alone and a negative number are words.
  init(_ text: String) {
    let letters = text.unicodeScalars
    let second = letters.dropFirst().first
    guard letters.first == "-", let second, second != ".", !("0"..."9").contains(second) else {
      self = .word(text)
      return
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let hasName = name != "--"
    self = .option(
      name: hasName ? name : text, value: hasName && parts.count > 1 ? String(parts[1]) : nil)
  }

  static func tokens(of line: [String]) -> [ArgumentToken] {
    let end = line.firstIndex(of: "--") ?? line.endIndex
    return line[..<end].map { ArgumentToken($0) }
      + (end < line.endIndex ? [.end] : []) + line[end...].dropFirst().map(ArgumentToken.word)
  }
}
