import DataSourceInterface
import Documents
import Foundation
import Mediator
import RealtimeInterface

/// Where the expected times of a city come from.
enum RealtimeView {
  static func document(
    _ status: RealtimeStatus, of city: City, app: String, at now: Date
  ) -> Document {
    guard !status.sources.isEmpty else {
      return [
        .title("\(city.name)", note: Text("timetable only", .faint)),
        .paragraph(
          """
          Nothing is known about late and cancelled trains. Many agencies publish it; with the \
          addresses of their GTFS Realtime files:
          """),
        .paragraph(Text("\(app) city realtime \(city.id) <address>…", .code)),
      ]
    }
    return Document(
      [.title("\(city.name)", note: nil)] + status.sources.map { source($0, at: now) })
  }

  private static func source(_ source: RealtimeStatus.Source, at now: Date) -> Block {
    var blocks: [Block] = [.paragraph("\(source.address)", .strong)]
    if let asOf = source.asOf {
      let age = Duration.seconds(max(0, now.timeIntervalSince(asOf)))
      let isOld = age > .seconds(TimesOrigin.freshness)
      let isUsed = age <= .seconds(TimesOrigin.lifetime)
      let words: LocalizedText =
        age > .seconds(2 * 86_400)
        ? "\(age.components.seconds / 86_400) days old" : "\(age.formattedInMinutes) old"
      blocks.append(
        .paragraph(
          Text(words, isOld ? .warning : .positive)
            + Text(
              isUsed ? ", \(contents(of: source))" : ", too old, not used",
              isUsed ? .faint : .warning)))
    }
    if !source.unused.isEmpty {
      let reasons = source.unused.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) × \($0.key)" }
      blocks.append(.paragraph("not used: \(reasons.joined(separator: ", "))", .faint))
    }
    if let failure = source.failure { blocks.append(.paragraph("\(failure)", .warning)) }
    return .group(blocks)
  }

  private static func contents(of source: RealtimeStatus.Source) -> String {
    let counts = [
      (source.used, "trip", "trips"), (source.alerts, "notice", "notices"),
      (source.vehicles, "vehicle", "vehicles"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    return parts.isEmpty ? "nothing to report" : parts.joined(separator: ", ")
  }
}
