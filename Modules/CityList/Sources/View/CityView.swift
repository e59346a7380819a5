import CityListInterface
import Console
import DataSourceInterface
import Foundation
import Scenes

/// Draws cities and the progress of their installation.
enum CityView {
  /// The installed cities.
  static let installed = ListLayout<City>.table(
    .init(" ") { $0.isCurrent ? .init("●", .accent) : " " },
    .init("city") { .init($0.id.description, $0.style) },
    .init("name", isFlexible: true) { .init($0.name, $0.style) },
    .init("stations", .right) { .init("\($0.stations)", $0.style) },
    .init("lines", .right) { .init("\($0.lines)", $0.style) },
    .init("timetable", minimumPageWidth: 50) { city in
      city.expiry.map { .init($0, .warning) } ?? .init(period(of: city), .faint)
    })

  /// All cities of the catalogue, with their states.
  static let catalogue = ListLayout<ListedCity>.table(
    .init(" ") { $0.isCurrent ? .init("●", .accent) : " " },
    .init("city") { .init($0.id.description, $0.isCurrent ? .strong : .plain) },
    .init("name", minimumPageWidth: 80) { .init($0.name) },
    .init("country", minimumPageWidth: 100) { .init($0.source?.country ?? "", .faint) },
    .init("state", isFlexible: true) {
      .init(stateText(of: $0), $0.state == .absent ? .faint : .plain)
    },
    .init("until", minimumPageWidth: 50) { city in
      city.expiry.map { .init($0, .warning) }
        ?? .init(city.lastDate.map { "\($0)" } ?? "", .faint)
    },
    .init("publisher", minimumPageWidth: 140) { .init($0.source?.publisher ?? "", .faint) })

  private static func period(of city: City) -> String {
    city.stations == 0 ? "damaged; add it again" : "\(city.firstDate) – \(city.lastDate)"
  }

  private static func stateText(of city: ListedCity) -> String {
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

  /// The answer to the installation of a city.
  static func installationText(of city: City, on page: Page) -> String {
    let size = "\(counted(city.stations, "station")), \(counted(city.lines, "line"))"
    let hint =
      city.isCurrent
      ? "It is the current city." : "Run 'metro city use \(city.id)' to switch to it."
    let expiry = city.expiryNote.map { "Its \($0)." }
    return ["Installed \(city.name): \(size). \(hint)", repairs(of: city), expiry]
      .compactMap(\.self)
      .flatMap { $0.printable.wrapped(to: page.columns) }.joined(separator: "\n")
  }

  private static func repairs(of city: City) -> String? {
    let parts = [
      city.dropped > 0 ? "\(counted(city.dropped, "row")) dropped" : nil,
      city.repaired > 0 ? "\(counted(city.repaired, "row")) repaired" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: ", ")
      + "; run 'metro city check' with the zip file for details."
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// The text of a progress line.
  static func progressText(of event: CityProgressed) -> String {
    switch event.state {
    case .queued: "waiting for other cities"
    case .downloading:
      [
        "downloading \(event.city)",
        event.received.map { String(format: "%.1f MB", Double($0) / 1e6) },
        event.remaining.map { remainingText(seconds: $0.components.seconds) },
      ].compactMap(\.self).joined(separator: ", ")
    case .importing: "importing \(event.city)"
    case .absent, .paused, .ready, .updateAvailable, .failed: "\(event.city)"
    }
  }

  private static func remainingText(seconds: Int64) -> String {
    seconds < 60 ? "\(seconds) s left" : "\(seconds / 60) min left"
  }
}

extension City {
  fileprivate var style: Style { isCurrent ? .strong : .plain }
}
