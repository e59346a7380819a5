import Console
import Foundation

/// A line that a person types.
struct TextEntry: Equatable {
  private static let longest = 200

  private(set) var text = ""

  /// Types a key; false where it is none that types.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): append("\(character)".printable)
    case .paste(let text): append(text.printable.trimmingCharacters(in: .whitespaces))
    case .backspace: if !text.isEmpty { text.removeLast() }
    case .control("u"): text = ""
    case .control("w"): text = text.split(separator: " ").dropLast().joined(separator: " ")
    default: return false
    }
    return true
  }

  mutating func clear() { text = "" }

  private mutating func append(_ more: String) { text = String((text + more).prefix(Self.longest)) }
}
