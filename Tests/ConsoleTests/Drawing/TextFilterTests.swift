import Documents
import Foundation
import Mediator
import Platform
import TestSupport
import Testing

@testable import Console

struct TextFilterTests {
  private static let noncharacters = [0xFDD0, 0xFFFE, 0x10FFFF].compactMap(Unicode.Scalar.init)
    .map(String.init).joined()

  /// One character of each kind that must not be written, between two letters.
  private static let hostile: [(name: String, text: String, printed: String)] = [
    ("C0", "a\u{7}\u{8}b", "ab"),
    ("DEL", "a\u{7F}b", "ab"),
    ("C1", "a\u{80}\u{9B}\u{9F}b", "ab"),
    ("embeddings and overrides", "a\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}b", "ab"),
    ("isolates", "a\u{2066}\u{2067}\u{2068}\u{2069}b", "ab"),
    ("direction marks", "a\u{200E}\u{200F}\u{61C}b", "ab"),
    ("zero width", "a\u{200B}\u{2060}\u{2061}\u{2064}\u{FEFF}\u{180E}b", "ab"),
    ("deprecated format characters", "a\u{206A}\u{206F}b", "ab"),
    ("tags", "a\u{E0001}\u{E0041}\u{E007F}b", "ab"),
    ("a flag with other tags", "\u{1F3F4}\u{E0061}\u{E0062}\u{E007F}b", "\u{1F3F4}b"),
    ("fillers", "a\u{115F}\u{1160}\u{3164}\u{FFA0}\u{17B4}b", "ab"),
    ("blank pattern", "a\u{2800}b", "a b"),
    ("soft hyphen", "a\u{AD}b", "ab"),
    ("grapheme joiner", "a\u{34F}b", "ab"),
    ("line separators", "a\u{2028}\u{2029}b", "a  b"),
    ("private use", "a\u{E000}\u{F0000}\u{10FFFD}b", "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
    ("noncharacters", "a\(noncharacters)b", "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
    ("unassigned", "a\u{378}\u{2065}\u{E01F0}b", "a\u{FFFD}b"),
    ("annotations", "a\u{FFF9}\u{FFFA}\u{FFFB}b", "ab"),
    ("musical and shorthand controls", "a\u{1D173}\u{1BCA0}b", "ab"),
    ("variation selectors", "a\u{FE00}\u{FE0F}\u{E0100}\u{180B}b", "ab"),
    ("a variation selector after a digit", "1\u{FE0F}b", "1b"),
    ("two variation selectors", "❤\u{FE0F}\u{FE0F}\u{FE0E}b", "❤\u{FE0F}b"),
    ("joiners between other letters", "a\u{200D}\u{200C}b", "ab"),
    ("joiners at the ends", "\u{200D}می\u{200C}", "می"),
    ("two joiners", "می\u{200C}\u{200C}شود", "می\u{200C}شود"),
    ("a skin colour without a person", "a\u{1F3FD}🚇\u{1F3FD}b", "a🚇b"),
  ]

  /// Texts that need some of these characters.
  private static let legitimate = [
    "می\u{200C}خواهم", "ശ്രീ", "ශ්\u{200D}රී", "क्\u{200D}ष", "ന്\u{200D}", "👩‍👩‍👧‍👦", "👩🏻‍❤️‍💋‍👩🏿", "🕵️‍♂️", "❤️‍🔥",
    "1️⃣", "#️⃣", "🇵🇹", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "葛\u{E0100}飾", "🏳️‍🌈", "Đường Nguyễn", "ที่สุด", "שָׁלוֹם", "محطة القطار", "서울",
    "\u{1109}\u{1165}", "ཧྐྵྨླྺྼྻྂ", "ᠠ\u{180B}", "Ⓤ", "①→⁺¹", "「上地」", "（京）",
  ]

  @Test(arguments: hostile)
  func `a character that is invisible or changes others is not written`(
    name: String, text: String, printed: String
  ) throws {
    #expect(text.printable == printed, "\(name)")
    #expect(text.filtered(as: .page).replacing("\u{2028}", with: " ") == printed, "\(name)")
    #expect(text.columns == printed.columns, "\(name)")
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a\\u{1b}[31mb"),
    ("\u{202E}a\u{200B}\u{E0041}", "\\u{202e}a\\u{200b}\\u{e0041}"),
    ("a\n\tb\u{2028}c", "a  b c"), ("a\u{E000}", "a\u{FFFD}"),
    ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("a\u{9B}1\u{FE0F}", "a\\u{9b}1\\u{fe0f}"),
  ])
  func `in an error it is escaped, so that a name does not look like another`(
    text: String, printed: String
  ) {
    #expect(text.printableError == printed)
    #expect(printed.printable == printed)
  }

  @Test(arguments: hostile)
  func `in JSON it is escaped, so that a program receives it`(
    name: String, text: String, printed: String
  ) throws {
    let json = String(decoding: try JSON.encode([text]), as: UTF8.self).filtered(as: .json)
    #expect(json.contains("\\u"), "\(name)")
    #expect(try JSON.decode([String].self, from: Data(json.utf8)) == [text], "\(name)")
    #expect(json.filtered(as: .page) == json, "\(name)")
  }

  @Test(arguments: legitimate)
  func `what a script or an emoji needs is kept`(text: String) throws {
    #expect(text.printable == text)
    #expect(text.filtered(as: .page) == text)
    #expect(text.filtered(as: .json) == text)
  }

  @Test(arguments: [
    ("\u{1B}[1mx\u{1B}[0m", true), ("\u{1B}[38;5;208mx", true), ("\u{1B}[38;2;1;2;3mx", true),
    ("\u{1B}[1;97;48;5;0mx", true), ("\u{1B}[48;2;255;255;255;1mx", true),
    ("\u{1B}[8mx", false), ("\u{1B}[5mx", false), ("\u{1B}[1;7mx", false), ("\u{1B}[mx", false),
    ("\u{1B}[38;5mx", false), ("\u{1B}[38;5;256mx", false), ("\u{1B}[38;3;1mx", false),
    ("\u{1B}[38;2;1;2mx", false), ("\u{1B}[1;mx", false), ("\u{1B}[0001mx", false),
    ("\u{1B}[2Jx", false), ("\u{1B}]0;title\u{7}x", false), ("\u{1B}cx", false),
    ("\u{1B}]8;;https://example.org\u{7}x", false), ("\u{1B}]52;c;aGk=\u{7}x", false),
    ("\u{1B}]52;c;?\u{7}x", false), ("\u{1B}]52;p;aGk=\u{7}x", false),
    ("\u{1B}]52;c;aGk=\u{1B}\\x", false),
  ])
  func `of all escape sequences, only those of this module are written`(text: String, isOwn: Bool) {
    #expect(text.filtered(as: .page) == (isOwn ? text : "x"))
    #expect(text.filtered(as: .styledLine) == (isOwn ? text : "x"))
    #expect(text.filtered(as: .line) == "x")
  }

  @Test(arguments: ColorDepth.allCases, Theme.allCases)
  func `every style is written`(depth: ColorDepth, theme: Theme) {
    let page = Page(columns: 80, colors: depth, theme: theme)
    let styles: [TextRole] = [
      .title, .faint, .accent, .positive, .warning, .color(Color(rgb: 0x00_72BC)),
    ]
    for style in styles {
      let text = page.paint("x", style) + page.paint(Badge("D", rgb: 0xF0_BD32))
      #expect(text.filtered(as: .page) == text)
    }
  }

  @Test(arguments: [
    ("a\nb\tc\r\nd", "a\nb\tc\r\nd"), ("safe\rfake", "safe fake"),
    ("a\u{B}b\u{C}c\u{85}d", "a b c d"),
  ])
  func `line breaks and tabs are written, but no carriage return alone`(
    text: String, written: String
  ) {
    #expect(text.filtered(as: .page) == written)
  }

  @Test func `one character has at most eight marks and four parts`() {
    let zalgo = "Z" + String(repeating: "\u{30D}\u{489}", count: 1000) + "a\u{301}"
    #expect(zalgo.printable == "Z" + String(repeating: "\u{30D}\u{489}", count: 4) + "a\u{301}")
    let family = Array(repeating: "👩", count: 10).joined(separator: "\u{200D}")
    #expect(family.printable == "👩‍👩‍👩‍👩👩‍👩‍👩‍👩👩‍👩")
    #expect(family.columns == 6)
  }

  @Test func `the frequent characters have the role and the width of the table`() throws {
    for value in 0x20...UInt32(0xFFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let columns = String(scalar).withUTF8Span { $0.plainColumns(as: .line) }
      guard let columns else { continue }
      #expect(scalar.role == .text, "U+\(String(value, radix: 16))")
      #expect(Character(scalar).columns == columns, "U+\(String(value, radix: 16))")
    }
  }

  @Test func `filtered random text is written unchanged, and its JSON means the same`() throws {
    let pool: [Unicode.Scalar] =
      Self.hostile.flatMap { Array($0.text.unicodeScalars) }
      + Self.legitimate.flatMap { Array($0.unicodeScalars) } + ["\u{1B}", "[", "m", "\n"]
    var generator = SplitMix64(seed: 20)
    for _ in 0..<(TestOptions.isThorough ? 100_000 : 2000) {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        if let scalar = pool.randomElement(using: &generator) { text.append(scalar) }
      }
      let written = String(text).filtered(as: .page).filtered(as: .page)
      #expect(written.unicodeScalars.allSatisfy { Self.isAcceptable($0) }, "\(text.map(\.value))")
      let json = String(decoding: try JSON.encode([String(text)]), as: UTF8.self)
      #expect(
        try JSON.decode([String].self, from: Data(json.filtered(as: .json).utf8)) == [String(text)])
    }
  }

  private static func isAcceptable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.role {
    case .invisible: scalar == "\u{1B}" || scalar == "\n" || (0xE0020...0xE007F ~= scalar.value)
    case .unknown: false
    case .space: ["\n", "\t", "\r"].contains(scalar)
    case .text, .mark, .joiner, .nonJoiner, .variationSelector, .emojiModifier: true
    }
  }
}
