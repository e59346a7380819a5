import DataSourceInterface
import Foundation

extension FeedReport {
  /// Reads the feed in the archive that `bytes` hold, and throws its timetable away.
  /// - Throws: `CancellationError`.
  init(_ bytes: Bytes, at path: String, limits: Limits, now: Date) throws {
    var findings: Findings?
    do throws(Refusal) {
      let feed = try Feed(Archive(bytes, limits: limits))
      findings = feed.findings
      let city = try CompiledCity(feed, as: .builtIn, name: "")
      self.init(
        file: path, refusal: nil, contents: Contents(city.timetable, now: now),
        findings: feed.findings.all)
    } catch {
      try Task.checkCancellation()
      self.init(
        file: path, refusal: error.reason, contents: nil, findings: findings?.all ?? [])
    }
  }
}

extension FeedReport.Contents {
  fileprivate init(_ timetable: Timetable, now: Date) {
    let days = timetable.services.days
    let today = ServiceDate(now, in: timetable.timeZone)
    self.init(
      agency: timetable.agency, firstDate: days.lowerBound, lastDate: days.upperBound,
      isExpired: days.upperBound < today, stations: timetable.stations.count,
      lines: timetable.routes.count, trips: timetable.trips.count)
  }
}
