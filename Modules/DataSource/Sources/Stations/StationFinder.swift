import DataSourceInterface
import Mediator

/// Finds the stations that a person means.
struct StationFinder {
  private static let mostSuggestions = 3

  let city: CompiledCity
  private let timetable: Timetable

  init(_ city: CompiledCity) {
    self.city = city
    timetable = city.timetable
  }

  /// The one station that `text` means: an id behind `id:`, a place behind `@`, a name, or else whole
  /// words or the initials of just one name. Of half a word one cannot know whether it is a slip, so
  /// that the name is only offered.
  /// - Throws: `DataSourceError.unknownStation` when none fits, `ambiguousStation` when several do,
  ///   `badCoordinate` when what is behind `@` is none.
  func station(_ text: String) throws(DataSourceError) -> Int {
    if text.hasPrefix("id:") { return try station(ofID: text) }
    if text.hasPrefix("@") {
      guard let nearest = try stations(near: text).first else { throw unknown(text, nearest: []) }
      return nearest
    }
    let wanted = StationQueryText(text)
    let found = wanted.isEmpty ? [] : matches(wanted)
    let strongest = found.compactMap(\.claim).min()
    let whole = found.filter { $0.claim != nil && $0.claim == strongest }
    let rivals = (whole.isEmpty ? found : whole).map(\.station)
    guard rivals.count < 2 else {
      throw .ambiguousStation(
        text, city: timetable.name, candidates: rivals.map { timetable.place(ofStation: $0) })
    }
    guard let station = whole.first?.station else {
      let near = rivals.isEmpty ? stations(nearestTo: wanted) : rivals
      throw unknown(text, nearest: near.map { timetable.place(ofStation: $0).name })
    }
    return station
  }

  /// The stations that fit `text`, the best first; all by name when it is empty.
  /// - Throws: `DataSourceError.badCoordinate` when what is behind `@` is none.
  func stations(_ text: String, limit: Int?) throws(DataSourceError) -> [Int] {
    let wanted = StationQueryText(text)
    let found =
      text.hasPrefix("@")
      ? try stations(near: text)
      : text.hasPrefix("id:") ? (try? [station(ofID: text)]) ?? [] : stations(fitting: wanted)
    return Array(found.prefix(max(0, limit ?? found.count)))
  }

  private func stations(fitting wanted: StationQueryText) -> [Int] {
    let found = matches(wanted)
    return found.isEmpty ? slips(wanted) : found.map(\.station)
  }

  private func station(ofID text: String) throws(DataSourceError) -> Int {
    let id = Array(text.utf8.dropFirst(3))
    guard !id.isEmpty, let stop = timetable.stops.id.firstIndex(ofBytes: id) else {
      throw unknown(text, nearest: [])
    }
    return Int(timetable.stops.station[stop])
  }

  private func stations(near text: String) throws(DataSourceError) -> [Int] {
    guard let here = Coordinate(text.dropFirst()) else { throw .badCoordinate(text) }
    let placed = (0..<timetable.stations.count).compactMap { station in
      timetable.coordinate(ofStation: station).map { (station, $0.metres(to: here)) }
    }
    return served(placed.sorted { ($0.1, $0.0) < ($1.1, $1.0) }, \.0).map(\.0)
  }

  private func unknown(_ text: String, nearest: [String]) -> DataSourceError {
    .unknownStation(text, city: timetable.name, nearest: nearest)
  }

  private func stations(nearestTo wanted: StationQueryText) -> [Int] {
    let slips = slips(wanted)
    guard slips.isEmpty else { return Array(slips.prefix(Self.mostSuggestions)) }
    let names = (0..<timetable.stations.count).map { city.names.key[Int(city.names.firstKey[$0])] }
    let stations = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    return names.nearest(to: wanted.folded, limit: Self.mostSuggestions)
      .compactMap { stations[$0] }
  }
}

extension StationFinder {
  fileprivate struct Match {
    let station: Int
    let fit: NameFit
    let kind: StationNames.Kind

    /// How strongly the text stands for the station if for no other, 0 most; nil when there is half
    /// a word in it.
    var claim: Int? {
      switch fit {
      case .exact: kind == .name ? 0 : 1
      case .firstWords, .words, .scatteredWords: 2
      case .initials: 3
      case .beginning, .beginningOfWord, .scatteredBeginnings, .firstInitials, .part, .parts, .slip:
        nil
      }
    }
  }

  /// The stations with a key that fits, the best first.
  fileprivate func matches(_ wanted: StationQueryText) -> [Match] {
    matches { key, kind in
      wanted.isEmpty ? .part : NameFit(of: key, kind, to: wanted)
    }
  }

  /// The stations with a key that fits but for one slip, the best first.
  fileprivate func slips(_ wanted: StationQueryText) -> [Int] {
    guard let typed = SlippedText(wanted.folded) else { return [] }
    return matches { key, kind in
      kind != .initials && typed.begins(key) ? .slip : nil
    }.map(\.station)
  }

  private func matches(
    _ fit: (UnsafeBufferPointer<UInt8>, StationNames.Kind) -> NameFit?
  ) -> [Match] {
    let names = city.names
    var found: [Match] = []
    names.withKeys { keys in
      for station in keys.stations {
        var best: Match?
        for number in keys.numbers(of: station) {
          guard let kind = keys.kind(number), let fit = fit(keys[number], kind) else { continue }
          let match = Match(station: station, fit: fit, kind: kind)
          best = best.map { match.isBetter(than: $0) ? match : $0 } ?? match
        }
        if let best { found.append(best) }
      }
    }
    found.sort { first, second in
      (first.fit.rawValue, first.kind.rawValue, names.rank[first.station])
        < (second.fit.rawValue, second.kind.rawValue, names.rank[second.station])
    }
    return served(found, \.station)
  }

  /// Those where trains stop; all where none does. A feed may list a station twice, and let trains
  /// stop at one of the two only.
  fileprivate func served<Found>(_ found: [Found], _ station: (Found) -> Int) -> [Found] {
    let first = city.stationRoutes.first
    let served = found.filter { first[station($0)] < first[station($0) + 1] }
    return served.isEmpty ? found : served
  }
}

extension StationFinder.Match {
  fileprivate func isBetter(than other: Self) -> Bool {
    (fit.rawValue, kind.rawValue) < (other.fit.rawValue, other.kind.rawValue)
  }
}
