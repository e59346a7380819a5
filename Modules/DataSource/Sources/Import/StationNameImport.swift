import DataSourceInterface
import Foundation

extension StationNames {
  /// Creates the names and keys of all stations.
  /// - Parameter translations: The names of each station in other languages.
  init(_ timetable: Timetable, translations: [[String]]) {
    let names = (0..<timetable.stations.count).map {
      timetable.stops.name[Int(timetable.stations.firstStop[$0])]
    }
    let folded = names.map(\.folded)
    let latin = names.transliterated.map(\.folded)
    var (firstKey, kinds, keys) = ([Int32(0)], [UInt8](), [String]())
    for station in names.indices {
      func add(_ key: String, _ kind: Kind) {
        kinds.append(kind.rawValue)
        keys.append(key)
      }
      add(folded[station], .name)
      for name in translations[station] { add(name.folded, .translation) }
      let words = latin[station].words
      // A name in Latin letters is already the first key.
      if latin[station] != folded[station] { add(words.joined(), .latin) }
      if words.count > 1 { add(words.map(\.initial).joined(), .initials) }
      firstKey.append(Int32(keys.count))
    }
    let order = names.indices.sorted { (folded[$0], $0) < (folded[$1], $1) }
    var rank = [Int32](repeating: 0, count: order.count)
    for (position, station) in order.enumerated() { rank[station] = Int32(position) }
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
  /// The largest number of names to transliterate; each takes 0.1 ms.
  private static let maxTransliterations = 5000
  /// The number of names in one call of the transliterator.
  private static let batchSize = 500

  /// The texts in Latin letters, with a space before each Chinese syllable. Texts in Latin letters
  /// are unchanged.
  fileprivate var transliterated: [String] {
    var texts = self
    var rest = indices.filter { self[$0].unicodeScalars.contains(where: \.isBeyondLatin) }
      .prefix(Self.maxTransliterations)
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(Self.batchSize)
      let lines = batch.map { self[$0].separatingScripts }.joined(separator: "\n")
        .applyingTransform(.toLatin, reverse: false)?
        .split(separator: "\n", omittingEmptySubsequences: false)
      guard let lines, lines.count == batch.count else { continue }
      for (index, line) in zip(batch, lines) { texts[index] = String(line) }
    }
    return texts
  }
}

extension String {
  /// The parts of the text between characters that are neither letters nor digits.
  fileprivate var words: [Substring] {
    split { !$0.isLetter && !$0.isNumber }
  }

  /// The text with a space between ASCII and other characters, and without line ends.
  fileprivate var separatingScripts: String {
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
  /// The first letter of a word; the whole word when it contains a digit.
  fileprivate var initial: Substring {
    contains(where: \.isNumber) ? self : prefix(1)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter of a script other than Latin.
  fileprivate var isBeyondLatin: Bool {
    value > 0x024F && properties.isAlphabetic && !(0x1E00...0x1EFF).contains(value)
  }
}

/// The names of stations in other languages, from translations.txt in its current format or in the
/// format used before 2019.
struct TranslationImport {
  /// The largest number of translations per station, and of stations per name.
  private static let maxCount = 50

  /// The different names of each station, sorted.
  private(set) var names: [[String]]

  init(_ feed: Feed, stops: StopImport) throws(FeedRejection) {
    var names = [[String]](repeating: [], count: stops.stations.count)
    if let table = try feed.table("translations.txt") {
      let (kind, field) = (table.column("table_name"), table.column("field_name"))
      let (id, value) = (table.column("record_id"), table.column("field_value"))
      let (text, oldValue) = (table.column("translation"), table.column("trans_id"))
      let byName = stops.stationsByName
      try table.forEachRow { row in
        guard !row[text].isEmpty, kind == nil || row[kind].text == "stops",
          field == nil || row[field].text == "stop_name"
        else { return }
        let sameName = byName[row[value ?? oldValue].text] ?? []
        let stations = row[id].isEmpty ? sameName : stops.stationIndex[row[id]].map { [$0] } ?? []
        if stations.isEmpty, kind != nil { table.report(.unknownStop, at: row, row[id ?? value]) }
        for station in stations.prefix(Self.maxCount)
        where names[station].count < Self.maxCount && !names[station].contains(row[text].text) {
          names[station].append(row[text].text)
        }
      }
    }
    self.names = names.map { $0.sorted() }
  }
}

extension StopImport {
  fileprivate var stationsByName: [String: [Int]] {
    let names = (0..<stations.count).map { stops.name[Int(stations.firstStop[$0])] }
    return Dictionary(grouping: names.indices) { names[$0] }
  }
}
