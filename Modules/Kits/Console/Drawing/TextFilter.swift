import Platform

/// Where a text is written, which decides what may be in it besides visible characters.
enum TextForm {
  /// Into one line of a page: no line breaks and no styles.
  case line
  /// Into one line of an error: invisible characters are escaped instead of removed, so that two
  /// names that differ only in these look different.
  case errorLine
  /// Into one line of a screen: no line breaks, but the styles of this module.
  case styledLine
  /// To a terminal, a pipe or a file: line breaks, tabs and the styles of this module.
  case page
  /// As a text for programs: line breaks and tabs, but no styles.
  case code
  /// As JSON: what is not visible is escaped instead of removed, so that programs receive it.
  case json

  fileprivate var hasLineBreaks: Bool {
    switch self {
    case .line, .errorLine, .styledLine: false
    case .page, .code, .json: true
    }
  }

  fileprivate var hasStyles: Bool {
    switch self {
    case .line, .errorLine, .code, .json: false
    case .styledLine, .page: true
    }
  }

  fileprivate var hasEscapes: Bool {
    switch self {
    case .line, .styledLine, .page, .code: false
    case .errorLine, .json: true
    }
  }
}

/// The filter for all text that leaves the process. It decides by the role of each character, so
/// that a text from outside can neither control a terminal nor look like another text:
///
/// - Control characters, escape sequences, zero-width characters, fillers and tags are removed, and
///   a space replaces a line break within a line.
/// - Characters that change the writing direction are removed, not isolated: few terminals know
///   U+2066 to U+2069, and others draw them as boxes or count them as a column. Hebrew and Arabic
///   names stay readable without them, because their letters have a direction of their own.
/// - Private and unassigned code points become U+FFFD, because their width is unknown.
/// - A joiner, variation selector, skin colour or flag tag is kept only where it changes the
///   character before it, and at most eight marks are kept on one character.
///
/// What remains has the width that `String.columns` returns.
struct TextFilter {
  /// The longest sequences of Tibetan and of Vedic Sanskrit have eight marks.
  private static let maximumMarks = 8
  /// The longest emoji has four parts.
  private static let maximumJoins = 3
  /// The flags of England, Scotland and Wales: U+1F3F4 and these tags.
  ///
  /// Source: Unicode Technical Standard 51, 1.4.6, and `emoji-sequences.txt`.
  private static let flagTags = ["gbeng", "gbsct", "gbwls"].map { region in
    region.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) } + ["\u{E007F}"]
  }

  private let form: TextForm
  private var output: [UInt8] = []
  /// The last character with a width, and the one that was written last.
  private var (base, previous): (Unicode.Scalar?, Unicode.Scalar?) = (nil, nil)
  /// The characters without a width after `base`, and the joiners of the emoji at the end.
  private var (marks, joins) = (0, 0)

  fileprivate init(_ form: TextForm) { self.form = form }

  fileprivate mutating func filter(_ bytes: Span<UInt8>) -> String {
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B, !form.hasEscapes {
        index = filterEscapeSequence(in: bytes, at: index)
      } else if let end = bytes.endOfLineBreak(at: index), form.hasLineBreaks {
        for position in index..<end { output.append(bytes[position]) }
        (base, previous, marks, joins) = (nil, nil, 0, 0)
        index = end
      } else {
        let (scalar, end) = bytes.scalar(at: index)
        index = filter(scalar, in: bytes, to: end)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func filterEscapeSequence(in bytes: Span<UInt8>, at start: Int) -> Int {
    guard form.hasStyles, let end = bytes.endOfRendition(at: start) else {
      return bytes.endOfEscapeSequence(at: start) ?? start + 1
    }
    for index in start..<end { output.append(bytes[index]) }
    return end
  }

  /// Filters a character and returns the index after what was read.
  private mutating func filter(
    _ scalar: Unicode.Scalar, in bytes: Span<UInt8>, to end: Int
  ) -> Int {
    switch scalar.role {
    case .text:
      write(scalar)
      guard scalar == "\u{1F3F4}", let tags = bytes.tags(at: end, among: Self.flagTags) else {
        return end
      }
      for tag in tags {
        output.append(contentsOf: UTF8.encode(tag) ?? UTF8.encodedReplacementCharacter)
      }
      previous = tags.last
      return end + 4 * tags.count
    case .mark where marks < Self.maximumMarks,
      .joiner where canJoin(bytes.scalar(after: end)),
      .nonJoiner where canSeparate(bytes.scalar(after: end)),
      .variationSelector where canVary(scalar, before: bytes.scalar(after: end)),
      .emojiModifier where previous?.properties.isEmojiModifierBase == true:
      writeWithoutWidth(scalar)
    case .space: replace(scalar, with: " ")
    case .unknown: replace(scalar, with: "\u{FFFD}")
    case .mark, .joiner, .nonJoiner, .variationSelector, .emojiModifier, .invisible:
      if form.hasEscapes { writeEscaped(scalar) }
    }
    return end
  }

  private func canSeparate(_ next: Unicode.Scalar?) -> Bool {
    previous?.isOfJoiningScript == true && next?.isOfJoiningScript == true
  }

  private func canJoin(_ next: Unicode.Scalar?) -> Bool {
    guard let previous, previous != "\u{200D}" else { return false }
    if base?.isEmojiPart == true, next?.isEmojiPart == true { return joins < Self.maximumJoins }
    return canSeparate(next) || previous.properties.canonicalCombiningClass == .virama
  }

  /// A digit becomes an emoji only as a part of a keycap.
  private func canVary(_ selector: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    guard let previous, previous == base else { return false }
    return previous.accepts(variationSelector: selector)
      && (!previous.isASCII || next == "\u{20E3}")
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    if previous != "\u{200D}" || !scalar.isEmojiPart { joins = 0 }
    (base, previous, marks) = (scalar, scalar, 0)
    append(scalar)
  }

  private mutating func writeWithoutWidth(_ scalar: Unicode.Scalar) {
    marks += 1
    if scalar == "\u{200D}" { joins += 1 }
    previous = scalar
    append(scalar)
  }

  private mutating func replace(_ scalar: Unicode.Scalar, with other: Unicode.Scalar) {
    if form == .json { writeEscaped(scalar) } else { write(other) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Writes the escape of a character: `\u{1b}` in an error, `\u001b` in JSON (RFC 8259, 7). Marks
  /// that follow belong to its last character.
  private mutating func writeEscaped(_ scalar: Unicode.Scalar) {
    guard form == .json else {
      (base, previous, marks, joins) = ("}", "}", 0, 0)
      output.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".utf8)
      return
    }
    (base, previous, marks, joins) = ("0", "0", 0, 0)
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      let digits = String(unit, radix: 16)
      output.append(
        contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
    }
  }
}

extension String {
  /// The text as it may be written.
  ///
  /// Most texts need no change, which one look at their bytes shows.
  func filtered(as form: TextForm) -> String {
    let filtered = withUTF8Span { bytes -> String? in
      guard bytes.plainColumns(as: form) == nil else { return nil }
      var filter = TextFilter(form)
      return filter.filter(bytes)
    }
    return filtered ?? self
  }
}

extension Span<UInt8> {
  /// The index after a line break or tab. Alone, a carriage return would let a text cover its line.
  fileprivate func endOfLineBreak(at index: Int) -> Int? {
    switch self[index] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\t"): index + 1
    case UInt8(ascii: "\r") where index + 1 < count && self[index + 1] == UInt8(ascii: "\n"):
      index + 2
    default: nil
    }
  }

  /// The character at `start`, where one must begin, and the index after it.
  fileprivate func scalar(at start: Int) -> (scalar: Unicode.Scalar, end: Int) {
    let lead = UInt32(self[start])
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length > 1, start + length <= count else {
      return (Unicode.Scalar(self[start] & 0x7F), start + 1)
    }
    var value = lead & (0x7F >> UInt32(length))
    for index in (start + 1)..<(start + length) { value = value << 6 | UInt32(self[index] & 0x3F) }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", start + length)
  }

  fileprivate func scalar(after end: Int) -> Unicode.Scalar? {
    end < count ? scalar(at: end).scalar : nil
  }

  /// The sequence of tags that the text has at `start`.
  fileprivate func tags(
    at start: Int, among sequences: [[Unicode.Scalar]]
  ) -> [Unicode.Scalar]? {
    sequences.first { sequence in
      sequence.indices.allSatisfy { scalar(after: start + 4 * $0) == sequence[$0] }
    }
  }

  /// The width of a text of characters that are always written and never combine with others; nil
  /// for any other text. The text must be UTF-8.
  func plainColumns(as form: TextForm) -> Int? {
    var (index, columns) = (0, 0)
    while index < count {
      switch self[index] {
      case 0x20...0x7E:
        index += 1
        columns += 1
      case 0xC3...0xCB:
        index += 2
        columns += 1
      case 0xE4...0xE9, 0xEB...0xEC:
        index += 3
        columns += 2
      case 0x1B where form.hasStyles:
        guard let end = endOfRendition(at: index) else { return nil }
        index = end
      case ..<0x20 where form.hasLineBreaks:
        guard let end = endOfLineBreak(at: index) else { return nil }
        index = end
      case ..<0x80: return nil
      default:
        let (scalar, end) = scalar(at: index)
        guard let width = scalar.plainColumns else { return nil }
        index = end
        columns += width
      }
    }
    return columns
  }
}

extension Unicode.Scalar {
  /// The width of a frequent character of the role `text` that never combines with others.
  fileprivate var plainColumns: Int? {
    switch value {
    // Latin, Greek, Cyrillic, Hebrew, Arabic.
    case 0xA0...0xAC, 0xAE...0x2FF, 0x388...0x38A, 0x38E...0x3A1, 0x3A3...0x482, 0x48A...0x52F,
      0x5D0...0x5EA, 0x620...0x64A, 0x671...0x6D3, 0x1E00...0x1EFF:
      1
    // Punctuation, superscripts, currencies, letter-like symbols, arrows, lines, shapes and
    // braille.
    case 0x2010...0x2027, 0x2030...0x205E, 0x2074...0x208E, 0x20A0...0x20BF, 0x2100...0x218B,
      0x2190...0x2319, 0x23CE, 0x2460...0x25FC, 0x270C...0x2727, 0x2801...0x28FF:
      1
    // Chinese, Japanese and Korean.
    case 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF, 0x3105...0x312F, 0x3400...0x9FFF,
      0xAC00...0xD7A3, 0xFF01...0xFF60, 0xFFE0...0xFFE6:
      2
    default: nil
    }
  }
}
