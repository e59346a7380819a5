import CityListInterface
import DataSourceInterface

/// The progress of one or several cities, drawn as one line.
struct CitiesProgress: Sendable {
  private let activity: String
  private let cities: [CityID]
  /// The latest event of each city in progress.
  private var events: [CityID: CityProgressed] = [:]
  /// The completed part of the work on each city, 0 to 1.
  private var completed: [CityID: Double] = [:]
  private var finishedCount = 0

  /// - Parameter activity: What happens to the cities, such as `updating`.
  init(_ activity: String, _ cities: [CityID]) {
    self.activity = activity
    self.cities = cities
  }

  /// Stores the progress of a city; ignores a city that is not one of these, the end of the work,
  /// and a download without data, which may find that the feed is unchanged.
  mutating func show(_ event: CityProgressed) {
    guard cities.contains(event.city) else { return }
    switch event.state {
    case .downloading where event.received == nil: return
    case .queued, .downloading, .importing: break
    case .absent, .paused, .ready, .updateAvailable, .failed: return
    }
    events[event.city] = event
    // The download and the import count the same.
    let part = ((event.state == .importing ? 1 : 0) + (event.fraction ?? 0)) / 2
    completed[event.city] = max(part, completed[event.city] ?? 0)
  }

  /// Ends the work on a city.
  mutating func finish(_ city: CityID) {
    events[city] = nil
    completed[city] = 1
    finishedCount += 1
  }

  /// The step of a single city; the number of finished cities and the steps of the others.
  var text: String {
    let active = cities.compactMap { events[$0] }
    guard cities.count > 1 else {
      let start = ([activity] + cities.map(\.description)).joined(separator: " ")
      return active.first.map { CityView.progressText(of: $0) } ?? start
    }
    let shown =
      active.filter { $0.state == .importing } + active.filter { $0.state == .downloading }
    let count = "\(finishedCount) of \(cities.count) cities"
    return ([count] + shown.map { CityView.progressText(of: $0) }).joined(separator: "; ")
  }

  /// The completed part of the step of a single city, or of the work on several cities, 0 to 1; nil
  /// if it is unknown.
  var fraction: Double? {
    guard cities.count > 1 else { return events.first?.value.fraction }
    return completed.values.reduce(0, +) / Double(cities.count)
  }
}
