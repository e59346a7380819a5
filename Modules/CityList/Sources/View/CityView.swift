import CityListInterface
import Console
import DataSourceInterface
import Documents
import Foundation
import Scenes
import Mediator

/// Draws cities and the progress of their installation.
enum CityView {
  /// The installed cities.
  static let installed = ListLayout<City>.table(
    .init(" ") { $0.isCurrent ? .init("●", .accent) : " " },
    .init("city") { .init(verbatim: $0.id.description, $0.style) },
    .init("name", isFlexible: true) { .init(verbatim: $0.name, $0.style) },
    .init("stations", .right, minimumPageWidth: 66) { .init("\($0.stations)", $0.style) },
    .init("lines", .right, minimumPageWidth: 66) { .init("\($0.lines)", $0.style) },
    .init("timetable", minimumPageWidth: 50) { city in
      city.expiry.map { .init(verbatim: $0, .warning) } ?? .init(verbatim: period(of: city), .faint)
    })

  /// The name of a city, the date and the time there, and whether its timetable has ended.
  static let clock = ListLayout<CityClock>.text { clock, page in
    let parts = [
      clock.city.name, clock.date.inWords(today: clock.date), clock.time.clock,
      clock.city.expiryNote,
    ]
    return page.paragraph(parts.compactMap(\.self).joined(separator: ", "), .faint)
  }

  /// All cities of the catalogue, with their states, by the ids that commands take.
  static let catalogue = listed(byID, ready: "ready")

  /// Cities that were checked for newer feeds.
  static let checked = listed(byID, ready: "up to date")

  /// All cities of the catalogue, with their states, for a person who chooses one.
  static let choices = listed(
    [
      .init("city", isFlexible: true) { .init(verbatim: $0.name, $0.isCurrent ? .strong : .plain) },
      .init("id", minimumPageWidth: 76) { .init(verbatim: $0.id.description, .faint) },
    ], ready: "ready")

  private static let byID: [ListColumn<ListedCity>] = [
    .init("city") { .init(verbatim: $0.id.description, $0.isCurrent ? .strong : .plain) },
    .init("name", minimumPageWidth: 80) { .init(verbatim: $0.name) },
  ]

  private static func listed(
    _ names: [ListColumn<ListedCity>], ready: String
  ) -> ListLayout<ListedCity> {
    let mark = ListColumn<ListedCity>(" ") { $0.isCurrent ? .init("●", .accent) : " " }
    let details: [ListColumn<ListedCity>] = [
      .init("country", minimumPageWidth: 100) { .init(verbatim: $0.source?.country ?? "", .faint) },
      .init("state", isFlexible: true) {
        .init(verbatim: stateText(of: $0, ready: ready), $0.state == .absent ? .faint : .plain)
      },
      .init("until", minimumPageWidth: 50) { city in
        city.expiry.map { .init(verbatim: $0, .warning) }
          ?? .init(verbatim: city.lastDate.map { "\($0)" } ?? "", .faint)
      },
      .init("publisher", minimumPageWidth: 140) { .init(verbatim: $0.source?.publisher ?? "", .faint) },
    ]
    return .table([mark] + names + details)
  }

  /// Lists cities, and below them the reasons of the failed ones.
  static func text(
    of cities: [ListedCity], _ layout: ListLayout<ListedCity>, on page: Page
  ) -> String {
    let reasons = cities.compactMap { city in
      city.reason.map { page.paragraph("\(city.id): \($0)") }
    }
    return layout.text(of: cities, on: page)
      + (reasons.isEmpty ? "" : "\n\n" + reasons.joined(separator: "\n"))
  }

  private static func period(of city: City) -> String {
    city.stations == 0 ? "damaged; add it again" : "\(city.firstDate) – \(city.lastDate)"
  }

  private static func stateText(of city: ListedCity, ready: String) -> String {
    let percent = city.progress.map { " \(Int($0 * 100)) %" } ?? ""
    return switch city.state {
    case .absent: "available"
    case .queued: "queued"
    case .downloading: "downloading\(percent)"
    case .paused: "interrupted\(percent.isEmpty ? "" : " at\(percent)")"
    case .importing: "importing\(percent)"
    case .ready: city.reason == nil ? ready : "not checked"
    case .updateAvailable: "update available"
    case .failed: "failed"
    }
  }

  /// The answer to the installation of a city.
  static func installationText(of city: City, on page: Page) -> String {
    let hint =
      city.isCurrent
      ? "It is the current city." : "Run 'city use \(city.id)' to switch to it."
    return text("Installed \(city.name): \(size(of: city)). \(hint)", city, on: page)
  }

  /// Follows the answer to an installation over another one.
  static let replacement = "The new feed replaces the installed one."

  /// The answer to the update of a city.
  static func updateText(of city: City, on page: Page) -> String {
    text("Updated \(city.name): \(size(of: city)), until \(city.lastDate).", city, on: page)
  }

  private static func size(of city: City) -> String {
    "\(counted(city.stations, "station")), \(counted(city.lines, "line"))"
  }

  /// A sentence and the notes on the feed of a city.
  private static func text(_ sentence: String, _ city: City, on page: Page) -> String {
    [sentence, repairs(of: city), city.expiryNote.map { "Its \($0)." }]
      .compactMap(\.self).map { page.paragraph($0) }.joined(separator: "\n")
  }

  private static func repairs(of city: City) -> String? {
    let parts = [
      city.dropped > 0 ? "\(counted(city.dropped, "row")) dropped" : nil,
      city.repaired > 0 ? "\(counted(city.repaired, "row")) repaired" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: ", ")
      + "; run 'city check' with the zip file for details."
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// The text of a progress line.
  static func progressText(of event: CityProgressed) -> String {
    switch event.state {
    case .queued: "waiting for other cities"
    case .downloading: "\(event.city): \(downloadText(of: event, received: event.received ?? 0))"
    case .importing: "importing \(event.city)"
    case .absent, .paused, .ready, .updateAvailable, .failed: "\(event.city)"
    }
  }

  private static func downloadText(of event: CityProgressed, received: Int) -> String {
    let total = event.fraction.flatMap { $0 > 0 ? Double(received) / $0 : nil }
    let size = total.map { String(format: "%.1f of %.1f MB", Double(received) / 1e6, $0 / 1e6) }
    return [
      size ?? String(format: "%.1f MB", Double(received) / 1e6),
      event.remaining.map { remainingText(seconds: $0.components.seconds) },
    ].compactMap(\.self).joined(separator: ", ")
  }

  private static func remainingText(seconds: Int64) -> String {
    seconds < 60 ? "\(seconds) s left" : "\(seconds / 60) min left"
  }
}

extension City {
  fileprivate var style: TextRole { isCurrent ? .strong : .plain }
}
