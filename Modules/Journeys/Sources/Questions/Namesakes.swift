import Console
import DataSourceInterface
import Documents
import Mediator

/// The stations of other lines that are next to an end of a journey, and whose names begin with its
/// name: a person who types the name may mean them.
struct Namesakes {
  private static let radius = 300.0

  let end: Station
  let others: [Station]

  /// Looks them up; nil without any, and for an end that a person has named by its id or as a place.
  /// - Parameter text: What the person has typed.
  init?(
    of end: PointOfInterest, typed text: String, in city: CityID, through mediator: Mediator
  ) async throws {
    guard !text.hasPrefix("id:"), !end.isPlace, let coordinate = end.coordinate else { return nil }
    let found = try await mediator.perform(
      DataSource.stations, StationSearch(text: end.name, city: city))
    guard let station = found.first(where: { $0.id == end.id }) else { return nil }
    let lines = Set(station.lines.map(\.id))
    let name = end.name.folded
    others = found.filter { other in
      other.id != end.id && other.name.folded.hasPrefix(name)
        && other.coordinate.map { coordinate.metres(to: $0) <= Self.radius } == true
        && !Set(other.lines.map(\.id)).isSubset(of: lines)
    }
    guard !others.isEmpty else { return nil }
    self.end = station
  }

  /// Such as `'Oak' is the stop of line 4; next to it are 'Oak North' (1) and 'Oak Bridge' (2).`
  var note: Block {
    let names = others.prefix(4).map { "'\($0.name)' (\(Self.lines(of: $0)))" }
    return .sentence(
      "'\(end.name)' is the stop of \(Self.lines(of: end)); next to it: \(names.joined(separator: ", "))",
      .faint)
  }

  private static func lines(of station: Station) -> String {
    station.lines.map(\.name).joined(separator: ", ")
  }
}
