import CityListInterface
import DataSourceInterface

/// The progress of work on several cities at the same time, in one line.
struct CitiesProgress: Sendable {
  private let activity: String
  private let cities: [CityID]
  private var events: [CityID: CityProgressed] = [:]
  private var finished: Set<CityID> = []

  /// - Parameter activity: What happens to the cities, such as `updating`.
  init(_ activity: String, _ cities: [CityID]) {
    self.activity = activity
    self.cities = cities
  }

  /// Stores the latest progress of a city; ignores a city that is not one of these.
  mutating func show(_ event: CityProgressed) {
    if cities.contains(event.city) { events[event.city] = event }
  }

  mutating func finish(_ city: CityID) {
    events[city] = nil
    finished.insert(city)
  }

  /// The number of finished cities, and what happens to the others.
  var text: String {
    let active = cities.compactMap { events[$0] }
    let shown =
      active.filter { $0.state == .importing } + active.filter { $0.state == .downloading }
    if cities.count == 1 {
      return active.first.map { CityView.progressText(of: $0) } ?? "\(activity) \(cities[0])"
    }
    return
      (["\(activity) \(cities.count) cities, \(finished.count) done"]
      + shown.map { CityView.progressText(of: $0) }).joined(separator: "; ")
  }

  /// The completed part of all work, 0 to 1; nil if it is unknown. Of several cities, the download
  /// and the import of each count the same.
  var fraction: Double? {
    if cities.count == 1 { return events.first?.value.fraction }
    let parts = events.values.map { event in
      (event.state == .importing ? 1 : 0) + (event.fraction ?? 0)
    }
    return cities.isEmpty
      ? nil : (Double(finished.count) + parts.reduce(0, +) / 2) / Double(cities.count)
  }
}
