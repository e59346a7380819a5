import Console
import DataSourceInterface

/// Draws the report on a validated feed.
enum FeedReportView {
  static func text(_ report: FeedReport, on page: Page) -> String {
    let blocks = [summary(of: report)] + report.diagnostics.map { lines(of: $0) }
    return blocks.map { $0.wrapped(on: page) }.joined(separator: "\n\n")
  }

  private static func summary(of report: FeedReport) -> [String] {
    guard let contents = report.contents else {
      return ["'\(report.file)' is not valid: \(report.rejection ?? "")."]
    }
    let size = [
      CityView.counted(contents.stations, "station"), CityView.counted(contents.lines, "line"),
      CityView.counted(contents.trips, "trip"),
    ].joined(separator: ", ")
    let agency = contents.agency.isEmpty ? "" : "\(contents.agency), "
    let state = report.diagnostics.isEmpty ? "; no rows were dropped or repaired" : ""
    return [
      "'\(report.file)' is valid\(state).",
      "\(agency)\(size), \(contents.firstDate) – \(contents.lastDate)"
        + (contents.isExpired ? " (expired)" : ""),
    ] + (contents.fares.map { [text($0)] } ?? [])
  }

  private static func text(_ fares: FeedReport.Fares) -> String {
    let used =
      fares.prices == 0
      ? "no fares known"
      : CityView.counted(fares.prices, "fare") + ", "
        + CityView.counted(fares.rules, "fare rule") + " used"
    let ignored = ["\(fares.ignored) ignored"] + fares.ignoredFiles.map { "'\($0)' not read" }
    return ([used] + ignored).joined(separator: ", ")
  }

  private static func lines(of diagnostic: FeedDiagnostic) -> [String] {
    let head = "\(diagnostic.remedy.rawValue) \(diagnostic.count) × \(diagnostic.problem.text)"
    let examples = diagnostic.examples.map { example in
      let place = example.line.map { "\(diagnostic.file):\($0)" } ?? diagnostic.file
      return "  \(place)" + (example.value.isEmpty ? "" : " '\(example.value)'")
    }
    let others = diagnostic.count - diagnostic.examples.count
    return [head] + examples + (others > 0 ? ["  and \(others) more in \(diagnostic.file)"] : [])
  }
}

extension [String] {
  /// The lines, wrapped to the page with the indentation of their first line.
  fileprivate func wrapped(on page: Page) -> String {
    flatMap { line in
      let indent = String(line.prefix { $0 == " " })
      return line.dropFirst(indent.count).description.printable
        .wrapped(to: page.columns - indent.count).map { indent + $0 }
    }.joined(separator: "\n")
  }
}

extension FeedProblem {
  /// A short description of the problem and, if it is not obvious, of its repair.
  fileprivate var text: String {
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
    case .unsupportedRule: "rule that depends on areas or times of day"
    }
  }
}
