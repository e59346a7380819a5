import CityListInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import Scenes

/// The layouts of lists of cities, and the sentences about their installation.
enum CityView {
  /// The installed cities.
  static let installed = ListLayout<City>.table(
    .init(" ") { $0.isCurrent ? .init("●", .accent) : " " },
    .init("city") { .init(verbatim: $0.id.description, $0.role) },
    .init("name", isFlexible: true) { .init(verbatim: $0.name, $0.role) },
    .init("stations", .right, minimumPageWidth: 66) { .init("\($0.stations)", $0.role) },
    .init("lines", .right, minimumPageWidth: 66) { .init("\($0.lines)", $0.role) },
    .init("timetable", minimumPageWidth: 50) { city in
      city.expiry.map { .init(verbatim: $0, .warning) } ?? .init(period(of: city), .faint)
    })

  /// The name of a city, the date and the time there, and whether its timetable has ended.
  static let clock = ListLayout<CityClock>.rows { clock in
    let parts: [LocalizedText?] = [
      "\(clock.city.name)", clock.date.inWords(today: clock.date), "\(clock.time.clock)",
      clock.city.expiryNote.map { "\($0)" },
    ]
    return [.paragraph(parts.compactMap(\.self).joined(separator: ", "), .faint)]
  }

  /// All cities of the catalogue, with their states, by the ids that commands take.
  static let catalogue = listed(byID, ready: "ready", expired: "expired; update it")

  /// Cities that were checked for newer feeds.
  static let checked = listed(
    byID, ready: "up to date", expired: "expired; no newer feed yet")

  /// All cities of the catalogue, with their states, for a person who chooses one.
  static let choices = listed(
    [
      .init("city", isFlexible: true) { .init(verbatim: $0.name, $0.isCurrent ? .strong : .plain) },
      .init("id", minimumPageWidth: 76) { .init(verbatim: $0.id.description, .faint) },
    ], ready: "ready", expired: "expired; update it")

  private static let byID: [ListColumn<ListedCity>] = [
    .init("city") { .init(verbatim: $0.id.description, $0.isCurrent ? .strong : .plain) },
    .init("name", minimumPageWidth: 80) { .init(verbatim: $0.name) },
  ]

  /// - Parameters:
  ///   - ready: The state of an installed city.
  ///   - expired: The state of a city with a feed address whose timetable is of no use any more.
  private static func listed(
    _ names: [ListColumn<ListedCity>], ready: LocalizedText, expired: LocalizedText
  ) -> ListLayout<ListedCity> {
    let mark = ListColumn<ListedCity>(" ") { $0.isCurrent ? .init("●", .accent) : " " }
    let details: [ListColumn<ListedCity>] = [
      .init("country", minimumPageWidth: 100) { .init(verbatim: $0.source?.country ?? "", .faint) },
      .init("state") { city in
        let text = stateText(of: city, ready: ready, expired: expired)
        let role: TextRole =
          city.state == .absent
          ? .faint : city.state == .ready && city.expiry != nil ? .warning : .plain
        return city.progress.map { .progress(text, $0) } ?? .init(text, role)
      },
      .init("until", minimumPageWidth: 50) { city in
        city.expiry.map { .init(verbatim: $0, .warning) }
          ?? .init(verbatim: city.lastDate.map { "\($0)" } ?? "", .faint)
      },
      .init("publisher", minimumPageWidth: 140) {
        .init(verbatim: $0.source?.publisher ?? $0.agency ?? "", .faint)
      },
    ]
    return .table([mark] + names + details)
  }

  /// Cities, and below them the reasons of the failed ones.
  static func document(
    of cities: [ListedCity], _ layout: ListLayout<ListedCity>
  ) -> Document {
    let reasons = cities.compactMap { city in
      city.reason.map { Block.paragraph("\(city.id): \($0)") }
    }
    return layout.document(of: cities) + [.group(reasons)]
  }

  private static func period(of city: City) -> LocalizedText {
    city.stations == 0 ? "damaged; add it again" : "\(city.firstDate) – \(city.lastDate)"
  }

  private static func stateText(
    of city: ListedCity, ready: LocalizedText, expired: LocalizedText
  ) -> LocalizedText {
    let percent = city.progress.map { " \(Int($0 * 100)) %" } ?? ""
    return switch city.state {
    case .absent: "available"
    case .queued: "queued"
    case .downloading: "downloading\(percent)"
    case .paused: "interrupted\(percent.isEmpty ? "" : " at\(percent)")"
    case .importing: "importing\(percent)"
    case .ready where city.reason != nil: "not checked"
    case .ready where city.expiry == nil: ready
    case .ready where city.id == .builtIn: "expired; get a newer app"
    case .ready: city.source == nil ? "expired; add a newer feed" : expired
    case .updateAvailable: "update available"
    case .failed: "failed"
    }
  }

  /// The answer to the installation of a city.
  /// - Parameter app: The name of the app, with which its commands begin.
  static func installation(of city: City, app: String) -> Document {
    let hint: LocalizedText =
      city.isCurrent
      ? "It is the current city." : "Run '\(app) city use \(city.id)' to switch to it."
    return document("Installed \(city.name): \(size(of: city)). \(hint)", city, app: app)
  }

  /// Follows the answer to an installation over another one.
  static let replacement: LocalizedText = "The new feed replaces the installed one."

  /// The answer to the update of a city.
  static func update(of city: City, app: String) -> Document {
    document("Updated \(city.name): \(size(of: city)), until \(city.lastDate).", city, app: app)
  }

  /// What to do about a timetable that has ended or has no trains.
  /// - Parameter hasAddress: Whether the catalogue has a feed address for the city.
  static func remedy(_ city: City, hasAddress: Bool, app: String) -> String {
    if city.isBuiltIn { return "install a newer version of \(app)" }
    return hasAddress
      ? "run '\(app) city update \(city.id)'"
      : "add a newer feed with '\(app) city add \(city.id) <feed>'"
  }

  private static func size(of city: City) -> LocalizedText {
    "\(counted(city.stations, "station", "stations")), \(counted(city.lines, "line", "lines"))"
  }

  /// A sentence and the notes on the feed of a city.
  private static func document(
    _ sentence: LocalizedText, _ city: City, app: String
  ) -> Document {
    let expiry = city.expiryNote.map { note -> LocalizedText in
      // The feed has just been read from its address, if it has one.
      "Its \(note); \(remedy(city, hasAddress: false, app: app))."
    }
    let sentences = [sentence, repairs(of: city, app: app), expiry]
    return [.group(sentences.compactMap(\.self).map { .paragraph($0, .plain) })]
  }

  private static func repairs(of city: City, app: String) -> LocalizedText? {
    let parts: [LocalizedText?] = [
      city.dropped > 0 ? "\(counted(city.dropped, "row", "rows")) dropped" : nil,
      city.repaired > 0 ? "\(counted(city.repaired, "row", "rows")) repaired" : nil,
    ]
    let repairs = parts.compactMap(\.self).joined(separator: ", ")
    return repairs.isEmpty
      ? nil : "\(repairs); run '\(app) city check' with the zip file for details."
  }

  static func counted(
    _ count: Int, _ singular: LocalizedText, _ plural: LocalizedText
  ) -> LocalizedText {
    "\(count) \(count == 1 ? singular : plural)"
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
  fileprivate var role: TextRole { isCurrent ? .strong : .plain }
}
