import DataSourceInterface
import Documents
import Foundation

extension Timetable {
  /// For how many days after today closures are applied.
  private static let closedDays = 8

  /// The timetable with what patches change. Trips keep their indexes; on a day on which one runs
  /// otherwise, another one at the end takes its place.
  /// - Parameters:
  ///   - patches: Patches of this timetable. Where two have times of the same trip on a day, those
  ///     of the first one count.
  ///   - now: The current time, from which closures without an end are applied.
  func patched(by patches: [TimetablePatch], at now: Date) -> Timetable {
    var runs = LiveRuns(self)
    for patch in patches { runs.add(patch) }
    let today = LocalDateTime(now, in: timeZone).date.day
    for closure in patches.flatMap(\.closures) {
      runs.close(closure, on: (today - 1...today + Self.closedDays).map { CalendarDate(day: $0) })
    }
    guard !runs.isEmpty else { return self }
    return timetable(with: runs, asOf: patches.compactMap(\.asOf).min())
  }

  private func timetable(with runs: LiveRuns, asOf: Date?) -> Timetable {
    var services = ServiceTable(self.services)
    var service = Array(trips.service)
    for (trip, dates) in runs.removedDays {
      service[trip] = services.service(Int32(service[trip]), without: dates)
    }
    var table = LiveTable(self)
    for group in runs.groups { table.append(group, services: &services) }
    return Timetable(
      city: city, name: name, agency: agency, timeZone: timeZone, stations: stations, stops: stops,
      routes: routes, patterns: table.patterns, trips: table.trips(service),
      trainSigns: table.trainSigns, callNumbers: callNumbers, services: services.services,
      transfers: transfers,
      describesChanges: describesChanges, walkways: walkways, stepFree: table.stepFree,
      inSeatTransfers: inSeatTransfers, fares: fares, signs: signs, translations: translations,
      live: table.live(
        asOf: asOf, cancelled: runs.cancelled, hasClosures: runs.hasClosures))
  }
}
