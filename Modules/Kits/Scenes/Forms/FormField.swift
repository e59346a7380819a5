public import Mediator

/// One field of a form.
public struct FormField: Identifiable, Sendable {
  /// How the person gives a value.
  public enum Kind: Sendable {
    /// By typing it.
    case text
    /// By typing it; dots are shown in place of its characters.
    case secret
    /// By choosing one of several texts; the empty text is no value.
    case choice([String])
    /// By answering yes or no; an optional one may remain without an answer.
    case flag(isOptional: Bool)
    /// By choosing it in a scene, or by typing it.
    case picker(FieldPicker)
  }

  /// The field of the action's input.
  public let id: String
  /// The name of the field for the person, such as `new name`.
  public let label: LocalizedText
  /// What the field means, in a few words; empty if the label says it.
  public let hint: LocalizedText
  /// Whether the field may be left empty.
  public let isOptional: Bool
  /// Whether the hint says what an empty field means.
  let hasDefault: Bool
  /// How the person gives a value.
  public let kind: Kind
  /// The value; empty for none.
  public internal(set) var value: FieldValue
  /// The number of characters of the value before the cursor of the person who types; nil at its
  /// end.
  package internal(set) var cursor: Int?
  /// Why the value is not accepted.
  public internal(set) var error: LocalizedText?

  /// Whether the value is a text that the person has typed and can edit. One that was chosen with a
  /// label can only be replaced.
  package var isEditable: Bool {
    switch kind {
    case .text, .secret, .picker: value.text == value.label
    case .choice, .flag: false
    }
  }
}

/// The value of a form's field.
public struct FieldValue: Hashable, Sendable {
  /// The text as on a command line, such as `id:5726`.
  public let text: String
  /// The text for the person, such as the name of what has that id.
  public let label: String

  /// Creates a value.
  /// - Parameter label: The text for the person; nil if it is the same.
  public init(_ text: String, label: String? = nil) {
    self.text = text
    self.label = label ?? text
  }

  /// A dot for each character of a text that must not be shown.
  package var dots: String { String(repeating: "•", count: text.count) }
}
