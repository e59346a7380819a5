import Foundation
import ModuleRules
import Testing

/// Text for other programs is escaped and split at scalars or bytes. To Swift, a `/` and a
/// combining mark after it are one character, which is not equal to `/`; the system, a shell, a
/// server and SQLite see a `/`.
@Suite struct TextRulesTests {
  /// The calls that compare characters. A line break is never joined with anything but a carriage
  /// return.
  ///
  /// Foundation's expressions are a hundred times as fast here as those of the standard library.
  private static func calls() throws -> NSRegularExpression {
    let character = #""(?!\\n")(?:[^"\\]|\\.|\\u\{[0-9A-Fa-f]+\})""#
    let calls = [
      #"(?:split\(separator|(?:first|last)Index\(of): "# + character,
      #"replacing\("# + character, #"replacingOccurrences\("#, #"components\(separatedBy"#,
      #"(?:hasPrefix|hasSuffix|contains)\("(?:/|\\\\|:?//)"\)"#,
      #"\w+\((?:where|whereSeparator): (?:\{ )?"[^"\n]+"\.contains"#,
      #"(?:first|last) [!=]= "(?:/|\\\\)""#,
    ]
    // Not on a view of scalars or bytes. An index may stand between the view and the call.
    let views = #"\.(?<![sS]calars\.|utf8\.|bytes\.)(?<!(?:[sS]calars|utf8)\[[^\]]{1,60}\]\.)"#
    return try NSRegularExpression(pattern: "\(views)(?:\(calls.joined(separator: "|")))")
  }

  private static func violations(in source: SourceFile) throws -> [Violation] {
    let text = source.text
    let matches = try calls().matches(in: text, range: NSRange(text.startIndex..., in: text))
    return matches.compactMap { match in
      let start = text.utf16.index(text.startIndex, offsetBy: match.range.location)
      let lines = text[..<start].split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.last?.drop(while: \.isWhitespace).hasPrefix("//") == false else { return nil }
      return Violation(
        path: source.path, line: lines.count,
        rule: "text is escaped and split at scalars, but this line compares characters",
        remedy: "call 'split(at:)' or 'replacingScalars', or search 'unicodeScalars' or 'utf8'")
    }
  }

  @Test func `text is escaped and split at scalars or bytes`() throws {
    let folders = ["Modules", "App", "Templates/List/Sources", "Templates/Kept/Sources"]
    let violations = try SourceFile.all(in: folders).flatMap(Self.violations)
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(arguments: [
    #"path.split(separator: "/")"#, #"text.split(separator: "\"", maxSplits: 1)"#,
    #"name.replacing("\"", with: "\"\"")"#, #"line.replacing(";", with: "\\;")"#,
    #"rest.lastIndex(of: "@")"#, #"target.hasPrefix("/")"#, #"path.contains("://")"#,
    #"name.hasSuffix("\\")"#, #"text.replacingOccurrences(of: "a", with: "b")"#,
    #"text.components(separatedBy: ",")"#, #"rest.firstIndex(where: "?#".contains)"#,
    #"text.contains(where: { "@?#".contains($0) })"#, #"path.first == "/""#,
    #"rest[start...].firstIndex(of: "@")"#, #"text.split(separator: "\u{3B}")"#,
  ])
  func `a line that compares characters is found`(line: String) throws {
    let source = SourceFile(path: "Modules/Plants/Sources/Planted.swift", text: "\n\(line)\n")
    #expect(try Self.violations(in: source).map(\.line) == [2])
  }

  @Test(arguments: [
    #"path.split(at: "/")"#, #"text.split(separator: "\n")"#, #"text.hasPrefix("https")"#,
    #"path.unicodeScalars.lastIndex(of: "/")"#,
    #"path.unicodeScalars[start...].lastIndex(of: ".")"#,
    #"path.utf8.contains("://".utf8)"#, #"/// path.split(separator: "/")"#,
    #"bytes.split(separator: UInt8(ascii: "/"))"#, #"line.firstIndex(of: "--")"#,
    #"text.replacing("HOST", with: host)"#, #"text.unicodeScalars.first == "/""#,
  ])
  func `a line that compares scalars, bytes or words is accepted`(line: String) throws {
    let source = SourceFile(path: "Modules/Plants/Sources/Planted.swift", text: line)
    #expect(try Self.violations(in: source) == [])
  }
}
