import DataSourceInterface
import Mediator

/// Finds the stations that a person means.
struct StationFinder {
  private static let mostSuggestions = 3

  private let timetable: Timetable
  private let searchNames: TextColumn
  /// For each station whether trains stop there.
  private let isServed: [Bool]

  init(_ city: CompiledCity) {
    timetable = city.timetable
    searchNames = city.searchNames
    var isServed = [Bool](repeating: false, count: city.timetable.stations.count)
    for stop in city.timetable.patterns.stop {
      isServed[Int(city.timetable.stops.station[Int(stop)])] = true
    }
    self.isServed = isServed
  }

  /// The one station that `text` means: an id behind `id:`, a name, or else whole words of just one
  /// name. Of half a word one cannot know whether it is a slip, so that the name is only offered.
  /// - Throws: `DataSourceError.unknownStation` when none fits, `ambiguousStation` when several do.
  func station(_ text: String) throws(DataSourceError) -> Station {
    if text.hasPrefix("id:") { return try station(ofID: text) }
    let found = text.folded.isEmpty ? [] : matches(text)
    let exact = found.filter { $0.fit == .exact }
    let whole = exact.isEmpty ? found.filter(\.isWholeWords) : exact
    let rivals = (whole.isEmpty ? found : whole).map(\.station)
    guard rivals.count < 2 else {
      throw .ambiguousStation(
        text, city: timetable.name,
        candidates: rivals.map { timetable.place(ofStation: $0) })
    }
    guard let station = whole.first?.station else {
      let nearest = rivals.map { timetable.place(ofStation: $0).name }
      throw .unknownStation(
        text, city: timetable.name, nearest: nearest.isEmpty ? names(nearestTo: text) : nearest)
    }
    return timetable.stations([station])[0]
  }

  /// The stations whose names fit `text`, the best first; all by name when it is empty.
  func stations(_ text: String, limit: Int?) -> [Station] {
    let found = matches(text).map(\.station)
    return timetable.stations(Array(found.prefix(max(0, limit ?? found.count))))
  }

  private func station(ofID text: String) throws(DataSourceError) -> Station {
    let id = text.dropFirst(3)
    guard let stop = timetable.stops.id.firstIndex(where: { $0 == id }) else {
      throw .unknownStation(text, city: timetable.name, nearest: [])
    }
    return timetable.stations([Int(timetable.stops.station[stop])])[0]
  }

  private struct Match {
    let station: Int
    let name: [UInt8]
    let fit: NameFit
    let isWholeWords: Bool
  }

  private func matches(_ text: String) -> [Match] {
    let wanted = Array(text.folded.utf8)
    let found = fits(of: wanted)
    // A feed may list a station twice, and let trains stop at one of the two only.
    let served = found.filter { isServed[$0.station] }
    return served.isEmpty ? found : served
  }

  private func fits(of wanted: [UInt8]) -> [Match] {
    searchNames.enumerated()
      .compactMap { station, name in
        let name = Array(name.utf8)
        return NameFit(of: name, to: wanted).map { fit in
          Match(
            station: station, name: name, fit: fit, isWholeWords: name.hasWords(wanted))
        }
      }
      .sorted { first, second in
        guard first.fit == second.fit else { return first.fit < second.fit }
        guard first.name == second.name else {
          return first.name.lexicographicallyPrecedes(second.name)
        }
        return first.station < second.station
      }
  }

  private func names(nearestTo text: String) -> [String] {
    let real = Dictionary(
      zip(searchNames, searchNames.indices), uniquingKeysWith: { first, _ in first })
    return real.keys.nearest(to: text.folded, limit: Self.mostSuggestions)
      .compactMap { real[$0].map { timetable.place(ofStation: $0).name } }
  }
}
