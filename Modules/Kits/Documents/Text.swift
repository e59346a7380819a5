public import Foundation
public import Mediator

/// A text of one or several roles, and badges.
///
/// ```swift
/// let text: Text = "\(order.count) pieces"
/// let line = Text("No order yet.", .faint)
/// let row = Text.badges([category]) + " " + Text(verbatim: order.name, .strong)
/// ```
public struct Text: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case text(LocalizedText, TextRole)
    /// The sentence of an error. What is invisible in it is escaped, because it may be what is
    /// wrong.
    case error(String, TextRole)
    case badge(Badge)
    /// Badges with spaces between them, without those that look like an earlier one where they are
    /// shown.
    case distinctBadges([Badge])
    /// A text that says how much is done, and the part of 1 that is.
    case progress(LocalizedText, Double)
    /// An address on the web, which is a link where one can be followed.
    case address(URL, TextRole)
    /// A point between two phrases, at which a line ends rather than within one of them.
    case separator
  }

  package let parts: [Part]

  /// Creates a text in a role.
  public init(_ text: LocalizedText, _ role: TextRole = .plain) {
    parts = [.text(text, role)]
  }

  /// Creates a text that is the same in every language, such as a name or a number, in a role.
  public init(verbatim text: String, _ role: TextRole = .plain) {
    self.init(LocalizedText(verbatim: text), role)
  }

  /// Creates a text of the sentence of an error, in a role.
  public init(_ error: any Error, _ role: TextRole = .plain) {
    parts = [.error(error.plainText, role)]
  }

  package init(parts: [Part]) {
    self.parts = parts
  }

  /// Badges with spaces between them.
  public static func badges(_ badges: [Badge]) -> Text {
    Text(parts: Array(badges.map { [.badge($0)] }.joined(separator: [.text(" ", .plain)])))
  }

  /// Badges with spaces between them, without those that look like an earlier one where they are
  /// shown.
  public static func distinctBadges(_ badges: [Badge]) -> Text {
    Text(parts: [.distinctBadges(badges)])
  }

  /// A text that says how much is done, which a page shows with a bar.
  ///
  /// ```swift
  /// let text = Text.progress("importing 45 %", 0.45)
  /// ```
  /// - Parameter fraction: The part that is done, from 0 to 1.
  public static func progress(_ text: LocalizedText, _ fraction: Double) -> Text {
    Text(parts: [.progress(text, fraction)])
  }

  /// An address, which pages and Markdown show as a link if it is one of the web.
  public static func address(_ url: URL, _ role: TextRole = .plain) -> Text {
    let isOfWeb = ["http", "https"].contains(url.scheme?.lowercased())
    let text = url.absoluteString
    return isOfWeb ? Text(parts: [.address(url, role)]) : Text(verbatim: text, role)
  }

  /// Whether nothing would be shown.
  public var isEmpty: Bool {
    parts.allSatisfy { part in
      switch part {
      case .text(let text, _): text.isEmpty
      case .error(let text, _): text.isEmpty
      case .distinctBadges(let badges): badges.isEmpty
      case .progress(let text, _): text.isEmpty
      case .address, .badge, .separator: false
      }
    }
  }

  /// A point between two phrases. A line that is too long ends here rather than within a phrase.
  public static let separator = Text(parts: [.separator])

  /// Joins two texts.
  public static func + (left: Text, right: Text) -> Text { Text(parts: left.parts + right.parts) }
}

extension Sequence<Text> {
  /// Joins texts with another one, such as `.separator`, between them.
  public func joined(separator: Text) -> Text {
    Text(parts: Array(map(\.parts).joined(separator: separator.parts)))
  }
}

extension Text: ExpressibleByStringInterpolation {
  /// Creates a plain text of words only.
  public init(stringLiteral words: String) {
    self.init(LocalizedText(stringLiteral: words))
  }

  /// Creates a plain text of words and inserted values.
  public init(stringInterpolation: LocalizedText.StringInterpolation) {
    self.init(LocalizedText(stringInterpolation: stringInterpolation))
  }
}

/// A short name on a coloured background, such as a category.
public struct Badge: Sendable, Hashable {
  /// The name, in one line.
  public let name: String
  /// The colour of the background; nil if the badge has none.
  public let color: Color?
  /// The colour that the name should have; nil for the more readable one of black and white.
  public let textColor: Color?

  /// Creates a badge.
  /// - Parameters:
  ///   - rgb: The colour of the background, as in `Color`.
  ///   - textRGB: The colour of the name. Where it is hard to read, black or white replaces it.
  public init(_ name: String, rgb: UInt32?, textRGB: UInt32? = nil) {
    self.name = name
    color = rgb.map { Color(rgb: $0) }
    textColor = textRGB.map { Color(rgb: $0) }
  }
}

extension String {
  /// The text with a capital letter at the start.
  package var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
