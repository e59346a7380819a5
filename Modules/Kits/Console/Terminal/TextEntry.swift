import Foundation
import Mediator

/// A line of text that the person types.
package struct TextEntry: Equatable, Sendable {
  private static let maximumLength = 200
  /// A character can have any number of combining marks.
  private static let maximumBytes = 2000

  package private(set) var text: String

  package init(_ text: String = "") {
    self.text = text
  }

  /// Edits the text with a key; returns false for a key that does not edit text.
  package mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): append("\(character)".printable)
    case .paste(let text): append(text.printable.trimmingCharacters(in: .whitespaces))
    case .backspace: if !text.isEmpty { text.removeLast() }
    case .control("u"): text = ""
    case .control("w"): text = text.split(at: " ").dropLast().joined(separator: " ")
    default: return false
    }
    return true
  }

  package mutating func clear() { text = "" }

  private mutating func append(_ addition: String) {
    let longer = String((text + addition).prefix(Self.maximumLength))
    if longer.utf8.count <= Self.maximumBytes { text = longer }
  }
}
