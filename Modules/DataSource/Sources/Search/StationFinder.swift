import DataSourceInterface
import Mediator

/// Finds the stations of a city that a text means or matches.
struct StationFinder {
  private static let maxSuggestions = 3

  let city: CompiledCity
  private let timetable: Timetable

  init(_ city: CompiledCity) {
    self.city = city
    timetable = city.timetable
  }

  /// Returns the one station that `text` means: `id:` and an id, `@` and a coordinate, a name, or
  /// else whole words, initials or beginnings of words of one name only.
  /// - Throws: `DataSourceError.unknownStation` when no station matches, `ambiguousStation` when
  ///   several do, `badCoordinate` when the text after `@` is not a coordinate, `noStationNearby`
  ///   when it is not near any station.
  func station(_ text: String) throws(DataSourceError) -> Int {
    guard text.hasPrefix("@") else { return try namedStation(text).station }
    return try stations(near: text)[0]
  }

  /// Returns the one station that `text` means, a name or an id; and whether it is the whole name.
  /// - Throws: `DataSourceError.unknownStation` or `ambiguousStation`.
  func namedStation(
    _ text: String
  ) throws(DataSourceError) -> (station: Int, isExactName: Bool) {
    if text.hasPrefix("id:") { return (try station(ofID: text), true) }
    if text.containsChinese, let station = stationNamedExactly(text) { return (station, true) }
    let searchText = SearchText(text)
    let matches = searchText.isEmpty ? [] : matches(searchText)
    let bestLevel = matches.compactMap(\.level).min()
    let best = matches.filter { $0.level != nil && $0.level == bestLevel }
    let candidates = (best.isEmpty ? matches : best).map(\.station)
    guard candidates.count < 2 else {
      throw .ambiguousStation(
        text, city: timetable.name,
        candidates: busiestFirst(candidates).map { choice(city.station($0), besides: text) })
    }
    guard let found = best.first else {
      let nearest = candidates.isEmpty ? stations(nearestTo: searchText) : candidates
      throw unknown(text, nearest: nearest.map { timetable.stopReference(ofStation: $0).name })
    }
    let isName = found.kind != .initials && found.kind != .code
    return (found.station, found.rank == .exact && isName)
  }

  /// The stations in the order of the departures of their names, because the busiest one is probably
  /// meant. Stations with one name remain in their order.
  private func busiestFirst(_ stations: [Int]) -> [Int] {
    let names = stations.map { city.station($0).name.folded }
    let departures = Dictionary(
      zip(names, stations.map { city.names.departures[$0] })
    ) { max($0, $1) }
    return stations.indices.sorted { first, second in
      (departures[names[second]] ?? 0, first) < (departures[names[first]] ?? 0, second)
    }.map { stations[$0] }
  }

  /// The name of a station for a person who has typed a text; `namedStation` understands it.
  private func choice(_ station: Station, besides text: String) -> String {
    let name = station.translatedName
    guard let translation = name.translation(readableBesides: text) else {
      return station.qualifiedName
    }
    return station.distinction.map { "\(translation) [\($0)]" } ?? "\(translation) \(name.local)"
  }

  /// Returns the only station whose whole name is `text`. Nil if the text has traditional
  /// characters, or if the station has no trains: another one may be meant then.
  private func stationNamedExactly(_ text: String) -> Int? {
    let name = Array(text.foldedAsWritten.utf8)
    let exact = matches { key, kind in
      kind == .name && key.count == name.count && key.elementsEqual(name) ? (.exact, kind) : nil
    }
    return exact.count == 1 && isServed(exact[0].station) ? exact[0].station : nil
  }

  /// Returns the station or the place that `text` means; `@` and a coordinate mean a place.
  /// - Throws: As `station(_:)`.
  func endpoint(_ text: String) throws(DataSourceError) -> Endpoint {
    if text.hasPrefix("@") {
      guard let coordinate = Coordinate(text.dropFirst()) else { throw .badCoordinate(text) }
      return .place(PointOfInterest(at: coordinate))
    }
    let found = try namedStation(text)
    return .station(found.station, isExactName: found.isExactName)
  }

  /// Returns the stations that match `text`, the best match first; all by name when it is empty.
  /// - Throws: `DataSourceError.badCoordinate` or `noStationNearby`.
  func stations(_ text: String, limit: Int?) throws(DataSourceError) -> [Int] {
    let found =
      text.hasPrefix("@")
      ? try stations(near: text)
      : text.hasPrefix("id:")
        ? (try? [station(ofID: text)]) ?? [] : stations(matching: SearchText(text))
    return Array(found.prefix(max(0, limit ?? found.count)))
  }

  private func stations(matching text: SearchText) -> [Int] {
    let found = matches(text)
    guard !found.isEmpty else { return typoMatches(text) }
    // Of the stations whose names begin with the text, the one with the most trains is the first.
    let busiest = found.enumerated().sorted { first, second in
      let (one, other) = (first.element, second.element)
      guard (one.rank, one.kind) == (other.rank, other.kind), one.beginsWithText else {
        return first.offset < second.offset
      }
      let departures = city.names.departures
      return (departures[other.station], first.offset)
        < (departures[one.station], second.offset)
    }
    return busiest.map(\.element.station)
  }

  private func station(ofID text: String) throws(DataSourceError) -> Int {
    guard let station = timetable.station(ofStopID: String(text.dropFirst(3))) else {
      throw unknown(text, nearest: [])
    }
    return station
  }

  private func stations(near text: String) throws(DataSourceError) -> [Int] {
    guard let here = Coordinate(text.dropFirst()) else { throw .badCoordinate(text) }
    let distances = (0..<timetable.stations.count).compactMap { station in
      timetable.coordinate(ofStation: station).map { (station, $0.metres(to: here)) }
    }
    let sorted = preferServed(
      distances.sorted { ($0.1, $0.0) < ($1.1, $1.0) }, station: \.0)
    guard let nearest = sorted.first?.1, nearest <= Coordinate.maximumDistance else {
      throw .noStationNearby(
        text, city: timetable.name, metres: sorted.first.map { Int($0.1.rounded(.up)) })
    }
    return sorted.map(\.0)
  }

  private func unknown(_ text: String, nearest: [String]) -> DataSourceError {
    .unknownStation(text, city: timetable.name, nearest: nearest)
  }

  private func stations(nearestTo text: SearchText) -> [Int] {
    let typoMatches = typoMatches(text)
    guard typoMatches.isEmpty else { return Array(typoMatches.prefix(Self.maxSuggestions)) }
    let names = (0..<timetable.stations.count).map { city.names.key[Int(city.names.firstKey[$0])] }
    let stations = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    return names.nearest(to: text.folded, limit: Self.maxSuggestions)
      .compactMap { stations[$0] }
  }
}

extension StationFinder {
  fileprivate struct Match {
    let station: Int
    let rank: MatchRank
    let kind: StationNames.Kind

    /// How certainly the text means this station, 0 for the most certain; stations on the same
    /// level are ambiguous. Nil for a text that is not made of words or beginnings of words: it
    /// may be a typing mistake, so the name is only suggested.
    var level: Int? {
      switch rank {
      // A code may be a number that is also a word of another name.
      case .exact: kind == .name ? 0 : kind == .code ? 2 : 1
      case .firstWords, .words, .scatteredWords: 2
      case .initials: 3
      case .beginning, .beginningOfWord, .scatteredBeginnings: 4
      case .firstInitials, .part, .parts, .typo: nil
      }
    }

    /// Whether the name begins with the text and has more words or letters.
    var beginsWithText: Bool { rank == .firstWords || rank == .beginning }

    func isBetter(than other: Match) -> Bool {
      (rank.rawValue, kind.rawValue) < (other.rank.rawValue, other.kind.rawValue)
    }
  }

  /// Returns the best match of each station with a matching key, the best first.
  fileprivate func matches(_ text: SearchText) -> [Match] {
    guard !text.isEmpty else { return matches { _, kind in (.part, kind) } }
    let spellings = Abbreviations.otherSpellings(of: text.folded).map(SearchText.init)
    return matches { key, kind in
      let rank = MatchRank(of: key, kind, to: text)
      guard !spellings.isEmpty, kind == .name || kind == .translation else {
        return rank.map { ($0, kind) }
      }
      let other = spellings.compactMap { MatchRank(of: key, kind, to: $0) }.min()
      guard let other, other < rank ?? .typo else { return rank.map { ($0, kind) } }
      // Of two names, the one that is spelt as typed takes precedence.
      return (other, .translation)
    }
  }

  /// Returns the stations with a key that matches except for one typing mistake, the best first.
  fileprivate func typoMatches(_ text: SearchText) -> [Int] {
    guard let matcher = TypoMatcher(text.folded) else { return [] }
    return matches { key, kind in
      let isName = kind != .initials && kind != .qualified && kind != .code
      return isName && matcher.matchesBeginning(of: key) ? (.typo, kind) : nil
    }.map(\.station)
  }

  private func matches(
    _ rank: (UnsafeBufferPointer<UInt8>, StationNames.Kind) -> (
      rank: MatchRank, kind: StationNames.Kind
    )?
  ) -> [Match] {
    let names = city.names
    var found: [Match] = []
    names.withKeys { keys in
      for station in keys.stations {
        var best: Match?
        for number in keys.numbers(of: station) {
          guard let kind = keys.kind(number), let result = rank(keys[number], kind) else {
            continue
          }
          let match = Match(station: station, rank: result.rank, kind: result.kind)
          best = best.map { match.isBetter(than: $0) ? match : $0 } ?? match
        }
        if let best { found.append(best) }
      }
    }
    found.sort { first, second in
      (first.rank.rawValue, first.kind.rawValue, names.rank[first.station])
        < (second.rank.rawValue, second.kind.rawValue, names.rank[second.station])
    }
    return preferServed(found, station: \.station)
  }

  /// Returns the elements whose stations have trains; all elements when none has. A feed may list a
  /// station twice, with trains at only one of the two.
  fileprivate func preferServed<Element>(
    _ elements: [Element], station: (Element) -> Int
  ) -> [Element] {
    let served = elements.filter { isServed(station($0)) }
    return served.isEmpty ? elements : served
  }

  fileprivate func isServed(_ station: Int) -> Bool {
    let first = city.stationRoutes.first
    return first[station] < first[station + 1]
  }
}
