import Mediator

// A shell reads bytes. To Swift, a `$` and a combining mark after it are one character, which is
// not equal to `$`; so is a `$` after some letters. Text for a shell is therefore quoted scalar by
// scalar.
//
// Source: POSIX.1-2024, Shell Command Language, 2.2 Quoting.

extension String {
  /// The text as one word of a command line, in double quotes unless it means the same without
  /// them.
  public var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy { $0.isPlainInShell }
    return isPlain && !isEmpty && unicodeScalars.first != "="
      ? self : "\"\(quotedInDoubleQuotes)\""
  }

  /// The text as it is written between double quotes. Bash replaces `!` there with an earlier
  /// command, even after a backslash, but not between single quotes.
  var quotedInDoubleQuotes: String {
    replacingScalars { scalar in
      switch scalar {
      case "!": #""'!'""#
      case "\"", "\\", "$", "`": "\\\(scalar)"
      default: nil
      }
    }
  }

  /// The text as it is written between single quotes.
  var quotedInSingleQuotes: String { replacingScalars { $0 == "'" ? #"'\''"# : nil } }

  /// The text as it is written without quotes.
  var quotedWithBackslashes: String { replacingScalars { $0.isPlainInShell ? nil : "\\\($0)" } }
}

extension Unicode.Scalar {
  /// Whether shells give it no special meaning in a word.
  fileprivate var isPlainInShell: Bool {
    guard isASCII else { return !properties.isWhitespace }
    return properties.isAlphabetic || ("0"..."9").contains(self)
      || "_-./:=@%+,".unicodeScalars.contains(self)
  }
}
