import Foundation

/// A text for people. It is written in English as a literal, and keeps what is inserted apart from
/// the words, which another language writes in its own order.
///
/// ```swift
/// let text: LocalizedText = "Added '\(item.name)' to the list."
/// ```
public struct LocalizedText: Sendable {
  fileprivate enum Part: Sendable, Hashable {
    case words(String)
    case value(String)
    case text(LocalizedText)
    case sentence(LocalizedText)
    case capitalized(LocalizedText)
  }

  fileprivate var parts: [Part]

  /// Creates a text that is the same in every language, such as a name or a number.
  public init(verbatim text: String) {
    parts = text.isEmpty ? [] : [.value(text)]
  }

  /// Whether nothing would be shown.
  public var isEmpty: Bool { description.isEmpty }

  /// The text as a sentence: with a capital letter at the start, and with a full stop if nothing
  /// else ends it, also before a closing quotation mark or bracket.
  public static func sentence(_ text: LocalizedText) -> LocalizedText {
    var sentence = LocalizedText(verbatim: "")
    if !text.isEmpty { sentence.parts = [.sentence(text)] }
    return sentence
  }

  /// The text with a capital letter at the start.
  public static func capitalized(_ text: LocalizedText) -> LocalizedText {
    var capitalized = LocalizedText(verbatim: "")
    if !text.isEmpty { capitalized.parts = [.capitalized(text)] }
    return capitalized
  }

  /// Joins two texts.
  public static func + (left: LocalizedText, right: LocalizedText) -> LocalizedText {
    var text = left
    text.parts += right.parts
    return text
  }
}

extension Sequence<LocalizedText> {
  /// Joins texts with another one, such as ", ", between them.
  public func joined(separator: LocalizedText) -> LocalizedText {
    var text = LocalizedText(verbatim: "")
    for (index, part) in enumerated() {
      text.parts += (index == 0 ? [] : separator.parts) + part.parts
    }
    return text
  }
}

extension LocalizedText: CustomStringConvertible {
  /// The text in English.
  public var description: String {
    if parts.count == 1, case .value(let text) = parts[0] { return text }
    return parts.reduce(into: "") { result, part in
      switch part {
      case .words(let text), .value(let text): result += text
      case .text(let text): result += text.description
      case .sentence(let text): result += text.description.asSentence
      case .capitalized(let text):
        let text = text.description
        result += text.prefix(1).uppercased() + text.dropFirst()
      }
    }
  }
}

extension LocalizedText: Hashable {
  /// Whether both are the same text in English.
  public static func == (left: LocalizedText, right: LocalizedText) -> Bool {
    left.parts == right.parts || left.description == right.description
  }

  /// Hashes the text in English.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension LocalizedText: Encodable {
  /// Encodes the text in English.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension LocalizedText: ExpressibleByStringInterpolation {
  /// Creates a text of words only.
  public init(stringLiteral words: String) {
    parts = words.isEmpty ? [] : [.words(words)]
  }

  /// Creates a text of words and inserted values.
  public init(stringInterpolation: StringInterpolation) {
    parts = stringInterpolation.parts
  }

  /// Collects the words and the inserted values of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    /// Creates an empty collection.
    public init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    /// Adds words.
    public mutating func appendLiteral(_ words: String) {
      if !words.isEmpty { parts.append(.words(words)) }
    }

    /// Inserts a text in the same language.
    public mutating func appendInterpolation(_ text: LocalizedText) { parts.append(.text(text)) }

    /// Inserts a value that is the same in every language, such as a name or a number.
    public mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value) {
      parts.append(.value("\(value)"))
    }

    /// Inserts the sentence of an error.
    public mutating func appendInterpolation(_ error: any Error) {
      parts.append(.value(error.plainText))
    }
  }
}

extension String {
  fileprivate var asSentence: String {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    let last = text.last { !"\"”」』)）".contains($0) }
    let end = last.map(".!?:…。！？：".contains) == true ? "" : "."
    return text.prefix(1).uppercased() + text.dropFirst() + end
  }
}
