import Console
import DataSourceInterface

/// Draws what a feed is worth.
enum FeedReportView {
  static func text(_ report: FeedReport, on page: Page) -> String {
    let blocks = [summary(of: report)] + report.findings.map { finding($0, on: page) }
    return blocks.map { $0.wrapped(on: page) }.joined(separator: "\n\n")
  }

  private static func summary(of report: FeedReport) -> [String] {
    guard let contents = report.contents else {
      return ["'\(report.file)' cannot be used: \(report.refusal ?? "")."]
    }
    let size = [
      CityView.counted(contents.stations, "station"), CityView.counted(contents.lines, "line"),
      CityView.counted(contents.trips, "trip"),
    ].joined(separator: ", ")
    let agency = contents.agency.isEmpty ? "" : "\(contents.agency), "
    let state = report.findings.isEmpty ? "; nothing was dropped or repaired" : ""
    return [
      "'\(report.file)' can be used\(state).",
      "\(agency)\(size), \(contents.firstDate) – \(contents.lastDate)"
        + (contents.isExpired ? ", which is over" : ""),
    ]
  }

  private static func finding(_ finding: FeedFinding, on page: Page) -> [String] {
    let head = "\(finding.remedy.rawValue) \(finding.count) × \(finding.problem.meaning)"
    let examples = finding.examples.map { example in
      let place = example.line.map { "\(finding.file):\($0)" } ?? finding.file
      return "  \(place)" + (example.value.isEmpty ? "" : " '\(example.value)'")
    }
    let others = finding.count - finding.examples.count
    return [head] + examples + (others > 0 ? ["  and \(others) more in \(finding.file)"] : [])
  }
}

extension [String] {
  /// The lines, those that are too long broken, what follows indented as they are.
  fileprivate func wrapped(on page: Page) -> String {
    flatMap { line in
      let indent = String(line.prefix { $0 == " " })
      return line.dropFirst(indent.count).description.printable
        .wrapped(to: page.columns - indent.count).map { indent + $0 }
    }.joined(separator: "\n")
  }
}

extension FeedProblem {
  /// The problem in a few words, and what became of it where that is not plain.
  fileprivate var meaning: String {
    switch self {
    case .missingID: "row without an id"
    case .repeatedID: "row that repeats another"
    case .unknownStop: "row at a stop that stops.txt does not list"
    case .unknownTrip: "row of a trip that trips.txt does not list"
    case .unknownService: "trip on a service that no calendar lists: it runs on no day"
    case .unreadableRow: "row with a value that cannot be read"
    case .emptyTrip: "trip with fewer than two stops"
    case .untimedEnd: "trip without a time at its first or last stop: cut to where it has times"
    case .backwardTrip: "trip that goes back in time: it ends before it does"
    case .unknownLine: "trip on a line that routes.txt does not list: the line is named by its id"
    case .unreadableTime: "time that cannot be read: worked out from those around it"
    case .unreadablePlace: "place that is not on Earth: the stop has none"
    case .unreadableColor: "colour that is not six hexadecimal digits: the line has none"
    case .unknownParent: "stop whose station is not there: it stands alone"
    case .missingName: "stop without a name: it has its station's, or its id"
    case .raggedRow: "row with more or fewer values than columns"
    case .openQuote: "quote that never closes: it counts as a letter"
    case .unreadableText: "file with bytes that are not UTF-8: they are replaced"
    case .repeatedSequence: "trip with two calls of one number: they are ordered by time"
    case .unknownZone: "agency without a known time zone: UTC is assumed"
    case .noDay: "feed without a day of service: its trips run on no day"
    case .noTrip: "feed without a trip that can be ridden: only stations and lines are there"
    }
  }
}
