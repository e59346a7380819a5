import DataSourceInterface
import Mediator

/// Finds the stations that a person means.
struct StationFinder {
  private static let mostCandidates = 8
  private static let mostSuggestions = 3

  private let timetable: Timetable
  private let searchNames: TextColumn

  init(_ city: CompiledCity) {
    timetable = city.timetable
    searchNames = city.searchNames
  }

  /// The one station that `text` means: an id behind `id:`, a name, or else the beginning or a part
  /// of just one name.
  /// - Throws: `DataSourceError.unknownStation` when none fits, `ambiguousStation` when several do.
  func station(_ text: String) throws(DataSourceError) -> Station {
    if text.hasPrefix("id:") { return try station(ofID: text) }
    let found = text.folded.isEmpty ? [] : matches(text)
    guard let best = found.first else {
      throw .unknownStation(text, city: timetable.name, nearest: names(nearestTo: text))
    }
    let rivals = found.filter { $0.fit.strength == best.fit.strength }.map(\.station)
    guard rivals.count == 1 else {
      throw .ambiguousStation(
        text, city: timetable.name,
        candidates: rivals.prefix(Self.mostCandidates).map { timetable.place(ofStation: $0) })
    }
    return timetable.stations([best.station])[0]
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

  private func matches(_ text: String) -> [(station: Int, fit: NameFit)] {
    let wanted = Array(text.folded.utf8)
    return searchNames.enumerated()
      .map { (station: $0, name: Array($1.utf8)) }
      .compactMap { station, name in
        NameFit(of: name, to: wanted).map { (station: station, name: name, fit: $0) }
      }
      .sorted { first, second in
        guard first.fit == second.fit else { return first.fit < second.fit }
        guard first.name == second.name else {
          return first.name.lexicographicallyPrecedes(second.name)
        }
        return first.station < second.station
      }
      .map { ($0.station, $0.fit) }
  }

  private func names(nearestTo text: String) -> [String] {
    let real = Dictionary(
      zip(searchNames, searchNames.indices), uniquingKeysWith: { first, _ in first })
    return real.keys.nearest(to: text.folded, limit: Self.mostSuggestions)
      .compactMap { real[$0].map { timetable.place(ofStation: $0).name } }
  }
}
