import DataSourceInterface
import Foundation

extension FeedReport {
  /// Compiles the feed in the archive `bytes` without storing the result.
  /// - Throws: `CancellationError`.
  init(_ bytes: ByteSource, at path: String, limits: FeedLimits, now: Date) throws {
    var diagnostics: FeedDiagnostics?
    do throws(FeedRejection) {
      let feed = try Feed(Archive(bytes, limits: limits))
      diagnostics = feed.diagnostics
      let city = try CompiledCity(feed, as: .builtIn, name: "")
      self.init(
        file: path, rejection: nil,
        contents: Contents(city, now: now, fares: feed.diagnostics.fares),
        diagnostics: feed.diagnostics.all, unused: feed.unusedParts)
    } catch {
      try Task.checkCancellation()
      self.init(
        file: path, rejection: error.reason, contents: nil, diagnostics: diagnostics?.all ?? [])
    }
  }
}

extension FeedReport.Contents {
  fileprivate init(_ city: CompiledCity, now: Date, fares: FeedReport.Fares?) {
    let (timetable, days) = (city.timetable, city.days)
    let today = LocalDateTime(now, in: timetable.timeZone).date
    self.init(
      agency: timetable.agency, firstDate: days.lowerBound, lastDate: days.upperBound,
      isExpired: days.upperBound < today, stations: timetable.stations.count,
      lines: timetable.routes.count, trips: timetable.trips.count, fares: fares)
  }
}
