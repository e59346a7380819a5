import DataSourceInterface
import Documents
import Mediator

/// The report on a validated feed.
enum FeedReportView {
  static func document(of report: FeedReport) -> Document {
    [.group(summary(of: report).map { .paragraph($0, .plain) })]
      + Document(report.diagnostics.map(block)) + unused(in: report)
  }

  /// The files that are not used, and the columns that are not used of others; the summary names
  /// those about fares.
  private static func unused(in report: FeedReport) -> Document {
    let named = Set(report.contents?.fares?.ignoredFiles ?? [])
    let parts = report.unused.filter { !named.contains($0.file) }
    let files = parts.filter { $0.columns == nil }.map(\.file)
    let rows =
      (files.isEmpty ? [] : [list(files)])
      + parts.compactMap { part in part.columns.map { "\(part.file): \(list($0))" } }
    guard !rows.isEmpty else { return [] }
    return [
      .group([.paragraph("not used:")] + rows.map { .item(mark: "  ", Document(Text($0))) })
    ]
  }

  /// The first of several names, and how many others there are.
  private static func list(_ names: [String]) -> LocalizedText {
    let limit = 12
    let first = LocalizedText(verbatim: names.prefix(limit).joined(separator: ", "))
    return names.count > limit ? "\(first) and \(names.count - limit) more" : first
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
    case .unreadableDate: "date that cannot be read: ignored"
    case .unreadablePlace: "coordinates outside the Earth's range: removed from the stop"
    case .zeroCoordinates: "coordinates 0, 0: removed from the stop"
    case .swappedCoordinates: "coordinates that are probably swapped: removed from the stop"
    case .unreadableColor: "colour that is not six hexadecimal digits: ignored"
    case .unknownParent: "stop whose parent station is missing: treated as a station of its own"
    case .missingName: "stop without a name: named after its station, or by its id"
    case .raggedRow: "row with more or fewer values than columns"
    case .openQuote: "quote that is never closed: read as text"
    case .strayQuote: "value with text after the quote that closes it: read as one value"
    case .multilineValue: "value over several lines: a quote may be missing"
    case .surplusBytes: "archive with bytes after its end, which are not read"
    case .repeatedFile: "file that the archive contains twice: one copy is read"
    case .unreadableText: "file with bytes that are not UTF-8: replaced"
    case .repeatedSequence: "trip with two stop times of the same number: ordered by time"
    case .unknownZone: "agency without a known time zone: it has that of another, or UTC"
    case .otherStopClocks: "stop in another time zone: its times are those of the agency"
    case .severalTimeZones: "agency in another time zone than the one with most lines"
    case .otherTimeZone: "trip of an agency in another time zone: it never runs"
    case .noDay: "feed without a service day: its trips never run"
    case .noTrip: "feed without a usable trip: only stations and lines are available"
    case .unreadableAmount: "fare whose price or currency cannot be read"
    case .unknownFare: "rule of a fare that the feed does not define"
    case .unknownFareZone: "rule with a zone or network that the feed does not define"
    case .unsupportedRule: "value about fares that is not understood"
    case .unknownRoute: "row with a line that routes.txt does not define"
    case .unknownTransferType: "transfer of a type that GTFS does not define"
    case .tooManyTripTransfers: "transfer between trips at a station with too many of them"
    case .uselessPathway: "pathway that begins and ends at one place, or in two stations"
    case .unreadableTransferTime: "change time that cannot be read: ignored"
    case .surplusTranslation: "name with more than 50 translations: the others are left out"
    case .unknownLanguage: "translation without a known language: only used by searches"
    case .unusedTranslation: "translation of a field that is only shown as the feed gives it"
    case .tooManyContinuations: "feed in which so many trips go on as others that some are left out"
    case .unconnectedStation: "station that no train and no change connects with most others"
    }
  }
}
