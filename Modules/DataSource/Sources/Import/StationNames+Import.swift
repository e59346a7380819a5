import DataSourceInterface
import Foundation

extension StationNames {
  /// Makes the keys of all stations.
  init(_ timetable: Timetable, translations: [[String]]) {
    let names = (0..<timetable.stations.count).map {
      timetable.stops.name[Int(timetable.stations.firstStop[$0])]
    }
    let folded = names.map(\.folded)
    let latin = names.inLatinLetters.map(\.folded)
    var (firstKey, kinds, keys) = ([Int32(0)], [UInt8](), [String]())
    for station in names.indices {
      func add(_ key: String, _ kind: Kind) {
        kinds.append(kind.rawValue)
        keys.append(key)
      }
      add(folded[station], .name)
      for name in translations[station] { add(name.folded, .translation) }
      let words = latin[station].words
      // A name in Latin letters is its own key already.
      if latin[station] != folded[station] { add(words.joined(), .latin) }
      if words.count > 1 { add(words.map(\.initial).joined(), .initials) }
      firstKey.append(Int32(keys.count))
    }
    let order = names.indices.sorted { (folded[$0], $0) < (folded[$1], $1) }
    var rank = [Int32](repeating: 0, count: order.count)
    for (place, station) in order.enumerated() { rank[station] = Int32(place) }
    firstOther = Column(
      translations.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1.count)) })
    other = TextColumn(Array(translations.joined()))
    self.firstKey = Column(firstKey)
    kind = Column(kinds)
    key = TextColumn(keys)
    self.rank = Column(rank)
  }
}

extension [String] {
  /// No more names than this are put into Latin letters, which takes 0.1 ms each.
  private static let mostForeign = 5000
  /// How many names are transformed in one piece.
  private static let atOnce = 500

  /// The texts in Latin letters, a space before each syllable of Chinese; as they are where they
  /// have no other letters.
  fileprivate var inLatinLetters: [String] {
    var texts = self
    var rest = indices.filter { self[$0].unicodeScalars.contains(where: \.isBeyondLatin) }
      .prefix(Self.mostForeign)
    while !rest.isEmpty {
      let piece = rest.prefix(Self.atOnce)
      rest = rest.dropFirst(Self.atOnce)
      let lines = piece.map { self[$0].withGaps }.joined(separator: "\n")
        .applyingTransform(.toLatin, reverse: false)?
        .split(separator: "\n", omittingEmptySubsequences: false)
      guard let lines, lines.count == piece.count else { continue }
      for (index, line) in zip(piece, lines) { texts[index] = String(line) }
    }
    return texts
  }
}

extension String {
  /// Whatever stands between characters that are neither letters nor digits.
  fileprivate var words: [Substring] {
    split { !$0.isLetter && !$0.isNumber }
  }

  /// The text with a space wherever ASCII and other letters meet, and no line ends.
  fileprivate var withGaps: String {
    var (text, wasASCII) = ("", true)
    for character in self {
      if character.isASCII != wasASCII { text += " " }
      wasASCII = character.isASCII
      text.append(character.isNewline ? " " : character)
    }
    return text
  }
}

extension Substring {
  /// The first letter of a word; all of a number.
  fileprivate var initial: Substring {
    contains(where: \.isNumber) ? self : prefix(1)
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter that is not Latin, with or without accents.
  fileprivate var isBeyondLatin: Bool {
    value > 0x024F && properties.isAlphabetic && !(0x1E00...0x1EFF).contains(value)
  }
}
