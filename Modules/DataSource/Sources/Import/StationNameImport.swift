import Console
import DataSourceInterface

/// The names of all stations in the forms that searches compare.
struct StationNameForms: Sendable {
  let names: [String]
  let folded: [String]
  /// The names in Latin letters.
  let latin: [String]

  init(_ names: [String]) {
    self.names = names
    folded = names.folded
    latin = names.transliterated.folded
  }
}

extension StationNames {
  /// The largest number of names in other languages by which searches find a station.
  private static let maxTranslations = 50

  /// Creates the names and keys of all stations.
  init(_ timetable: Timetable, _ stationRoutes: StationRoutes, _ forms: StationNameForms) {
    let (names, folded, latin) = (forms.names, forms.folded, forms.latin)
    let short = folded.withoutSharedSuffix
    let distinctions = StationDistinctions(timetable, stationRoutes, names: folded).texts
    var (firstKey, kinds, keys) = ([Int32(0)], [UInt8](), [String]())
    for station in names.indices {
      func add(_ key: String, _ kind: Kind) {
        kinds.append(kind.rawValue)
        keys.append(key)
      }
      let isLatin = latin[station] == folded[station]
      add(short[station], .name)
      if short[station] != folded[station] { add(folded[station], .name) }
      let translations = timetable.otherNames(ofStation: station).prefix(Self.maxTranslations)
      for name in translations {
        add(name.folded, .translation)
        // As people are shown both names.
        add("\(name) \(names[station])".folded, .translation)
      }
      if let spelling = names[station].foldedInOtherSpelling { add(spelling, .translation) }
      let first = Int(timetable.stations.firstStop[station])
      if let spoken = timetable.spokenName(ofStop: first)?.folded, spoken != folded[station] {
        add(spoken, .translation)
      }
      let words = (isLatin ? short : latin)[station].words
      // A name in Latin letters is already the first key.
      if !isLatin { add(words.joined(), .latin) }
      if words.count > 1 { add(words.map(\.initial).joined(), .initials) }
      if !distinctions[station].isEmpty {
        for name in [names[station]] + translations {
          add("\(name) [\(distinctions[station])]".folded, .qualified)
        }
      }
      let codes = timetable.stations.stops(of: station).compactMap { timetable.code(ofStop: $0) }
      for code in Set(codes.map(\.folded)).sorted() where code != folded[station] {
        add(code, .code)
      }
      firstKey.append(Int32(keys.count))
    }
    // Chinese names are in the order of their syllables.
    let sortKeys = names.indices.map { names[$0].containsChinese ? latin[$0] : folded[$0] }
    let order = names.indices.sorted {
      (sortKeys[$0], folded[$0], distinctions[$0], $0)
        < (sortKeys[$1], folded[$1], distinctions[$1], $1)
    }
    var rank = [Int32](repeating: 0, count: order.count)
    for (position, station) in order.enumerated() { rank[station] = Int32(position) }
    self.firstKey = Column(firstKey)
    kind = Column(kinds)
    key = TextColumn(keys)
    self.rank = Column(rank)
    distinction = TextColumn(distinctions)
    departures = Column(timetable.departureCounts)
  }
}

extension Timetable {
  /// The names of a station and its platforms in other languages, sorted.
  func otherNames(ofStation station: Int) -> [String] {
    let first = translations.first
    guard !first.isEmpty else { return [] }
    let stops = stations.stops(of: station)
    let texts = Int(first[stops.lowerBound])..<Int(first[stops.upperBound])
    let local = self.stops.name[stops.lowerBound]
    return Set(texts.map { translations.text[$0] }).subtracting([local]).sorted()
  }

  /// The number of departures from each station.
  fileprivate var departureCounts: [Int32] {
    var counts = [Int32](repeating: 0, count: stations.count)
    for pattern in 0..<patterns.count {
      let trips = Int32(clamping: patterns.trips(of: pattern).count)
      for call in patterns.calls(of: pattern).dropLast() {
        let station = Int(stops.station[Int(patterns.stop[call])])
        counts[station] = Int32(clamping: Int(counts[station]) + Int(trips))
      }
    }
    return counts
  }
}

extension [String] {
  /// In the feeds that the import was tested with, a suffix such as "METRORAIL STATION" is part of
  /// at least 99 % of the names, and every other suffix of at most 56 %.
  private static let shareOfSuffix = 0.9
  /// The smallest number of stations among which a suffix says nothing about a station.
  private static let minStations = 10

  /// The folded names without the longest suffix that nearly all of them share.
  fileprivate var withoutSharedSuffix: [String] {
    guard count >= Self.minStations else { return self }
    var counts: [Substring: Int] = [:]
    for name in self {
      for suffix in name.suffixes { counts[suffix, default: 0] += 1 }
    }
    let shared = counts.filter { Double($0.value) >= Double(count) * Self.shareOfSuffix }.keys
    guard let suffix = shared.max(by: { ($0.count, $0) < ($1.count, $1) }) else { return self }
    let all = Set(self)
    return map { name in
      guard name.hasSuffix(suffix) else { return name }
      let rest = name.dropLast(suffix.count)
      let short = String(rest.hasSuffix(" ") ? rest.dropLast() : rest)
      return short.isEmpty || all.contains(short) ? name : short
    }
  }
}

extension String {
  /// The parts of the text between characters that are neither letters nor digits.
  fileprivate var words: [Substring] {
    split { !$0.isLetter && !$0.isNumber }
  }

  /// The last one to three words or Chinese characters, but not the whole text.
  fileprivate var suffixes: [Substring] {
    let starts = indices.dropFirst().reversed().lazy.filter { start in
      self[index(before: start)] == " " || self[start].isChinese
    }
    return starts.prefix(3).map { self[$0...] }
  }
}

extension Character {
  fileprivate var isChinese: Bool { unicodeScalars.allSatisfy(\.isChinese) }
}

extension Substring {
  /// The first letter of a word; the whole word when it contains a digit.
  fileprivate var initial: Substring { contains(where: \.isNumber) ? self : prefix(1) }
}
