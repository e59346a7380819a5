import Foundation
import Mediator

/// A line of text that the person types, and the position of the cursor in it.
///
/// The keys are those of a shell. The cursor is between two characters as a person sees them, so an
/// emoji or a letter with its marks is never split.
package struct TextEntry: Equatable, Sendable {
  /// A character can have any number of combining marks.
  private static let maximumBytes = 2000

  package private(set) var text: String
  /// The number of characters before the cursor.
  package private(set) var cursor: Int
  private let maximumLength: Int

  /// - Parameters:
  ///   - cursor: The number of characters before the cursor; nil for the end of the text.
  ///   - maximumLength: The most characters of the text; more are not entered.
  package init(_ text: String = "", cursor: Int? = nil, maximumLength: Int = 200) {
    self.text = text
    self.maximumLength = maximumLength
    let count = text.count
    self.cursor = cursor.map { min(max($0, 0), count) } ?? count
  }

  /// Edits the text or moves the cursor. Returns false for any other key, and for one that moves
  /// the cursor while the text is empty.
  package mutating func press(_ key: Key) -> Bool {
    if let target = target(of: key) {
      guard !text.isEmpty else { return false }
      cursor = target
      return true
    }
    switch key {
    case .character(let character): insert("\(character)".printable)
    case .paste(let pasted): insert(line(of: pasted))
    case .backspace: remove(max(cursor - 1, 0)..<cursor)
    case .delete, .control("d"): remove(cursor..<min(cursor + 1, text.count))
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<text.count)
    case .control("w"): remove(startOfWord { !$0.isWhitespace }..<cursor)
    case .alt("\u{7F}"): remove(startOfWord(where: \.isWordPart)..<cursor)
    case .alt("d"): remove(cursor..<endOfWord)
    default: return false
    }
    return true
  }

  package mutating func clear() { self = TextEntry(maximumLength: maximumLength) }

  /// The part of the text that fits in a field of some columns, and the column of the cursor in it.
  /// The last column is for the cursor behind the text. In a longer text, what is around the cursor
  /// is shown.
  package func visiblePart(in columns: Int) -> (text: String, column: Int) {
    let (before, after) = (text.prefix(cursor), text.dropFirst(cursor))
    let width = max(columns - 1, 0)
    let reserved = min(String(after).columns, width / 2)
    var free = width - reserved
    let start = before.reversed().prefix { character in
      free -= character.columns
      return free >= 0
    }
    let shown = String(before.suffix(start.count))
    let column = shown.columns
    return (shown + String(after.prefix(columns: width - column)), column)
  }

  /// Where a key moves the cursor; nil if it does not.
  fileprivate func target(of key: Key) -> Int? {
    switch key {
    case .left, .control("b"): max(cursor - 1, 0)
    case .right, .control("f"): min(cursor + 1, text.count)
    case .home, .control("a"): 0
    case .end, .control("e"): text.count
    case .wordLeft, .alt("b"): startOfWord(where: \.isWordPart)
    case .wordRight, .alt("f"): endOfWord
    default: nil
    }
  }

  /// The start of the word before the cursor.
  private func startOfWord(where isPart: (Character) -> Bool) -> Int {
    let gap = text.prefix(cursor).reversed().drop { !isPart($0) }
    return gap.drop(while: isPart).count
  }

  /// The end of the word after the cursor.
  private var endOfWord: Int {
    let gap = text.dropFirst(cursor).drop { !$0.isWordPart }
    return text.count - gap.drop(while: \.isWordPart).count
  }

  /// A pasted text in one line; without the spaces around it if it is the whole text.
  private func line(of pasted: String) -> String {
    let line = pasted.split(whereSeparator: \.isNewline).joined(separator: " ").printable
    return text.isEmpty ? line.trimmingCharacters(in: .whitespaces) : line
  }

  private mutating func remove(_ characters: Range<Int>) { replace(characters, with: "") }

  private mutating func insert(_ addition: String) {
    let free = max(maximumLength - text.count, 0)
    // A mark becomes a part of the character before it.
    let isMark = text.count == maximumLength && cursor == text.count
    replace(cursor..<cursor, with: isMark ? addition : String(addition.prefix(free)))
  }

  private mutating func replace(_ characters: Range<Int>, with addition: String) {
    let before = text.prefix(characters.lowerBound) + addition
    let new = before + text.dropFirst(characters.upperBound)
    guard new.count <= max(maximumLength, text.count),
      new.utf8.count <= max(Self.maximumBytes, text.utf8.count)
    else { return }
    text = String(new)
    // What was added may form one character with what follows it, and then the cursor is behind.
    var rest = before.utf8.count
    cursor =
      text.prefix { character in
        defer { rest -= character.utf8.count }
        return rest > 0
      }.count
  }
}

extension Key {
  /// Whether the key moves the cursor in a text that is not empty.
  package var movesInText: Bool { TextEntry().target(of: self) != nil }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
