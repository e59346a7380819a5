/// What a character of a text from outside does on a terminal, which decides whether it is written.
///
/// Everything that is invisible or that changes how other characters are drawn has a role of its
/// own. Only `text` is always written.
///
/// Source: Unicode Standard 16, chapter 23, "Special Areas and Format Characters", with the
/// properties General_Category and Default_Ignorable_Code_Point; Unicode Technical Report 36,
/// "Unicode Security Considerations".
enum CharacterRole {
  /// It has a width, or is a space.
  case text
  /// It is drawn over the character before it: a combining mark, or a vowel or final consonant of
  /// Korean.
  case mark
  /// It begins a line or moves the cursor, or looks like a space: a space replaces it.
  case space
  /// U+200D, which scripts and emoji need between some characters.
  case joiner
  /// U+200C, which scripts need between some characters.
  case nonJoiner
  /// It chooses the form of the character before it.
  case variationSelector
  /// The skin colour of the emoji before it.
  case emojiModifier
  /// It is invisible, or it changes the direction or the look of other characters: a control
  /// character, an override or isolate of the writing direction, a zero-width space, a tag, a
  /// filler.
  case invisible
  /// No terminal knows how to draw it: a private, unassigned or invalid code point. U+FFFD replaces
  /// it.
  case unknown
}

extension Unicode.Scalar {
  var role: CharacterRole {
    switch value {
    case 0x20...0x7E: .text
    case 0x09...0x0D, 0x85, 0x2028, 0x2029, 0x2800: .space
    case 0x200C: .nonJoiner
    case 0x200D: .joiner
    case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: .variationSelector
    case 0x1F3FB...0x1F3FF: .emojiModifier
    case _ where properties.isDefaultIgnorableCodePoint: .invisible
    default:
      switch properties.generalCategory {
      case .control, .format, .surrogate: .invisible
      case .privateUse, .unassigned: .unknown
      case .lineSeparator, .paragraphSeparator: .space
      case .nonspacingMark, .enclosingMark: .mark
      default: isMedialOrFinalJamo ? .mark : .text
      }
    }
  }

  /// Whether it is a Korean vowel or final consonant, which terminals draw within the initial one.
  var isMedialOrFinalJamo: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// Whether it may be a part of an emoji of several characters.
  var isEmojiPart: Bool { value > 0x7F && properties.isEmoji }

  /// Whether it is a letter or mark of a script whose letters join or form clusters, so that
  /// U+200C and U+200D change them visibly.
  ///
  /// Source: Unicode Standard Annex 31, 2.3.1, "Contextual Rules for Join Controls".
  var isOfJoiningScript: Bool {
    switch value {
    // Arabic and its neighbours, the scripts of India, Myanmar, Khmer, Mongolian, Adlam.
    case 0x0620...0x0DFF, 0x1000...0x109F, 0x1780...0x17D3, 0x1820...0x18AA, 0x1E900...0x1E943:
      properties.isAlphabetic || properties.canonicalCombiningClass == .virama
    default: false
    }
  }

  /// Whether a variation selector right after it can change it.
  func accepts(variationSelector selector: Unicode.Scalar) -> Bool {
    switch selector.value {
    case 0xFE0E, 0xFE0F: properties.isEmoji
    case 0x180B...0x180F: (0x1820...0x18AA).contains(value)
    default: properties.isIdeographic
    }
  }
}
