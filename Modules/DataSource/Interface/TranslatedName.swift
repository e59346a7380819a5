public import Mediator

/// A name of the feed with its translations. In JSON, the field of the name has the feed's own
/// name, and a field beside it the translations, if there are any.
public struct TranslatedName: Hashable, Sendable {
  /// The name as the feed gives it, usually in the language of the place.
  public let local: String
  /// The names by language, as BCP 47 tags; also `local`, if its language is known.
  public let translations: [String: String]
  /// The language for people whose language nobody knows; nil for that of `local`.
  public let defaultLanguage: Language?

  /// Creates a name.
  public init(
    _ local: String, _ translations: [String: String] = [:], defaultLanguage: Language? = nil
  ) {
    self.local = local
    self.translations = translations
    self.defaultLanguage = defaultLanguage
  }

  /// The name in the language of the person, or else `local`.
  public var shown: String {
    guard !translations.isEmpty, let language = Language.current ?? defaultLanguage else {
      return local
    }
    return language.choose(from: translations.keys).flatMap { translations[$0] } ?? local
  }

  /// The shown name, and the local one after it if it differs in more than case and accents. The
  /// signs at the place show the local one.
  public var shownWithLocal: String {
    let shown = shown
    return shown == local || shown.folded == local.folded ? shown : "\(shown) \(local)"
  }

  /// The translation for a person who has typed a text without Chinese characters, and could not
  /// read the shown name, which has some: the English one, or else the first one without them. Nil
  /// for other texts and names.
  package func translation(readableBesides text: String) -> String? {
    guard !text.isEmpty, !text.containsChinese, shown.containsChinese else { return nil }
    return ([translations["en"]] + translations.sorted { $0.key < $1.key }.map(\.value))
      .compactMap(\.self).first { !$0.containsChinese }
  }

  /// All different names, the local one first.
  public var all: [String] { [local] + Set(translations.values).subtracting([local]).sorted() }
}

extension TranslatedName: ExpressibleByStringInterpolation {
  /// Creates a name without translations.
  public init(stringLiteral name: String) {
    self.init(name)
  }
}

extension TranslatedName: CustomStringConvertible {
  /// The name in the language of the person.
  public var description: String { shown }
}

/// The translations of a name, which types with a name store beside it: in JSON, the names by
/// language.
package struct NameTranslations: Hashable, Sendable {
  fileprivate let byLanguage: [String: String]
  fileprivate let defaultLanguage: Language?
}

extension NameTranslations: Codable {
  package init(from decoder: any Decoder) throws {
    byLanguage = try decoder.singleValueContainer().decode([String: String].self)
    defaultLanguage = nil
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(byLanguage)
  }
}

extension TranslatedName {
  /// The values of the two fields; no translations if there are none.
  package var fields: (local: String, translations: NameTranslations?) {
    let names = NameTranslations(byLanguage: translations, defaultLanguage: defaultLanguage)
    return (local, translations.isEmpty ? nil : names)
  }

  /// Creates a name from the values of the two fields.
  package init(_ local: String, _ translations: NameTranslations?) {
    self.init(
      local, translations?.byLanguage ?? [:], defaultLanguage: translations?.defaultLanguage)
  }
}

extension KeyedDecodingContainer {
  /// Decodes a name and its translations from two fields.
  public func decode(
    _ name: Key, translations: Key
  ) throws -> TranslatedName {
    TranslatedName(
      try decode(String.self, forKey: name),
      try decodeIfPresent([String: String].self, forKey: translations) ?? [:])
  }
}

extension KeyedEncodingContainer {
  /// Encodes a name and its translations as two fields, the second one only if there are
  /// translations.
  public mutating func encode(
    _ text: TranslatedName, as name: Key, translations: Key
  ) throws {
    try encode(text.local, forKey: name)
    if !text.translations.isEmpty { try encode(text.translations, forKey: translations) }
  }
}

extension FieldDescription {
  /// The translations of a name.
  public static let names = FieldDescription(
    "the name by language, as BCP 47 tags; absent if the feed has no translation")
}
