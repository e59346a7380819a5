import DataSourceInterface
import Documents
import Mediator

/// The report on a validated feed.
enum FeedReportView {
  static func document(of report: FeedReport) -> Document {
    [.group(summary(of: report).map { .paragraph($0, .plain) })]
      + Document(report.diagnostics.map(block))
  }

  private static func summary(of report: FeedReport) -> [LocalizedText] {
    guard let contents = report.contents else {
      return ["'\(report.file)' is not valid: \(report.rejection ?? "")."]
    }
    let parts =
      (contents.agency.isEmpty ? [] : [LocalizedText(verbatim: contents.agency)]) + [
        CityView.counted(contents.stations, "station", "stations"),
        CityView.counted(contents.lines, "line", "lines"),
        CityView.counted(contents.trips, "trip", "trips"),
        "\(contents.firstDate) – \(contents.lastDate)",
      ]
    return [
      report.diagnostics.isEmpty
        ? "'\(report.file)' is valid; no rows were dropped or repaired."
        : "'\(report.file)' is valid.",
      parts.joined(separator: ", ") + (contents.isExpired ? " (expired)" : ""),
    ] + (contents.fares.map { [text($0)] } ?? [])
  }

  private static func text(_ fares: FeedReport.Fares) -> LocalizedText {
    let prices = CityView.counted(fares.prices, "fare", "fares")
    let rules = CityView.counted(fares.rules, "fare rule", "fare rules")
    let parts: [LocalizedText] = [
      fares.prices == 0 ? "no fares known" : "\(prices), \(rules) used",
      "\(fares.ignored) ignored",
    ]
    return (parts + fares.ignoredFiles.map { "'\($0)' not read" }).joined(separator: ", ")
  }

  /// The problem and, below it, its examples.
  private static func block(of diagnostic: FeedDiagnostic) -> Block {
    var examples = diagnostic.examples.map { example -> Document in
      let place = example.line.map { "\(diagnostic.file):\($0)" } ?? diagnostic.file
      return example.value.isEmpty ? "\(place)" : "\(place) '\(example.value)'"
    }
    let others = diagnostic.count - diagnostic.examples.count
    if others > 0 { examples.append("and \(others) more in \(diagnostic.file)") }
    let head: Text =
      "\(diagnostic.remedy.rawValue) \(diagnostic.count) × \(diagnostic.problem.text)"
    return .group([.paragraph(head)] + examples.map { .item(mark: "  ", $0) })
  }
}

extension FeedProblem {
  /// A short description of the problem and, if it is not obvious, of its repair.
  fileprivate var text: LocalizedText {
    switch self {
    case .missingID: "row without an id"
    case .repeatedID: "row that duplicates another row"
    case .unknownStop: "row with a stop that stops.txt does not define"
    case .unknownTrip: "row with a trip that trips.txt does not define"
    case .unknownService: "trip of a service that no calendar defines: it never runs"
    case .unreadableRow: "row with a value that cannot be read"
    case .emptyTrip: "trip with fewer than two stops"
    case .untimedEnd:
      "trip without a time at its first or last stop: shortened to the stops with times"
    case .backwardTrip: "trip that goes back in time: cut before the first wrong time"
    case .unknownLine: "trip of a line that routes.txt does not define: the line is named by its id"
    case .unreadableTime: "time that cannot be read: interpolated from its neighbours"
    case .unreadablePlace: "coordinates outside the Earth's range: removed from the stop"
    case .unreadableColor: "colour that is not six hexadecimal digits: ignored"
    case .unknownParent: "stop whose parent station is missing: treated as a station of its own"
    case .missingName: "stop without a name: named after its station, or by its id"
    case .raggedRow: "row with more or fewer values than columns"
    case .openQuote: "quote that is never closed: read as text"
    case .repeatedFile: "file that the archive contains twice: one copy is read"
    case .unreadableText: "file with bytes that are not UTF-8: replaced"
    case .repeatedSequence: "trip with two stop times of the same number: ordered by time"
    case .unknownZone: "agency without a known time zone: UTC is assumed"
    case .noDay: "feed without a service day: its trips never run"
    case .noTrip: "feed without a usable trip: only stations and lines are available"
    case .unreadableAmount: "fare whose price or currency cannot be read"
    case .unknownFare: "rule of a fare that the feed does not define"
    case .unknownFareZone: "rule with a zone or network that the feed does not define"
    case .unsupportedRule: "value about fares that is not understood"
    case .unknownRoute: "transfer of a line that routes.txt does not define"
    case .unknownTransferType: "transfer of a type that GTFS does not define"
    case .uselessPathway: "pathway that begins and ends at one place, or in two stations"
    case .unreadableTransferTime: "change time that cannot be read: ignored"
    case .unconnectedStation: "station that no train and no change connects with most others"
    }
  }
}
