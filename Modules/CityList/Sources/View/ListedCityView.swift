import CityListInterface
import Console
import DataSourceInterface
import ListScene

/// Draws the cities of the list.
enum ListedCityView {
  static let list = ListLayout<ListedCity>.table(
    .init(" ") { $0.isCurrent ? .init("●", .bold) : " " },
    .init("city") { .init($0.id.description, $0.isCurrent ? .bold : .plain) },
    .init("name", from: 80) { .init($0.name) },
    .init("country", from: 100) { .init($0.source?.country ?? "", .dim) },
    .init("state", isFlexible: true) { .init(words(for: $0), $0.state == .absent ? .dim : .plain) },
    .init("until", from: 60) { .init($0.lastDate.map { "\($0)" } ?? "", .dim) },
    .init("publisher", from: 140) { .init($0.source?.publisher ?? "", .dim) })

  private static func words(for city: ListedCity) -> String {
    let percent = city.progress.map { " \(Int($0 * 100)) %" } ?? ""
    let reason = city.reason.map { ": \($0)" } ?? ""
    return switch city.state {
    case .absent: "available"
    case .queued: "waiting"
    case .downloading: "downloading\(percent)"
    case .paused: "interrupted\(percent.isEmpty ? "" : " at\(percent)")"
    case .importing: "importing\(percent)"
    case .ready: "ready\(reason)"
    case .updateAvailable: "update available"
    case .failed: "failed\(reason)"
    }
  }
}
