import Console
import DataSourceInterface
import Documents
import Testing

@testable import CityList

struct FeedReportViewTests {
  private let page = Page(columns: 80)
  private let contents = FeedReport.Contents(
    agency: "Metro", firstDate: CalendarDate(day: 20_454), lastDate: CalendarDate(day: 20_818),
    isExpired: false, stations: 3, lines: 1, trips: 12)
  private let findings = [
    FeedDiagnostic(
      file: "stop_times.txt", problem: .unknownStop, count: 5,
      examples: [.init(line: 7, value: "X\u{1B}[2J"), .init(line: 9, value: "Y")]),
    FeedDiagnostic(
      file: "agency.txt", problem: .unknownZone, count: 1, examples: [.init(line: nil, value: "")]),
  ]

  @Test func `a report has a summary and each problem with its examples`() {
    let report = FeedReport(
      file: "feed.zip", rejection: nil, contents: contents, diagnostics: findings)
    #expect(
      page.text(of: FeedReportView.document(of: report)) == """
        'feed.zip' is valid.
        Metro, 3 stations, 1 line, 12 trips, 2026-01-01 – 2026-12-31

        dropped 5 × row with a stop that stops.txt does not define
          stop_times.txt:7 'X'
          stop_times.txt:9 'Y'
          and 3 more in stop_times.txt

        repaired 1 × agency without a known time zone: it has that of another, or UTC
          agency.txt
        """)
  }

  @Test func `a report says that there are no problems or why the feed is rejected`() {
    let valid = FeedReport(file: "feed.zip", rejection: nil, contents: contents, diagnostics: [])
    let first = page.text(of: FeedReportView.document(of: valid)).split(separator: "\n").first
    #expect(first == "'feed.zip' is valid; no rows were dropped or repaired.")
    let rejected = FeedReport(
      file: "feed.zip", rejection: "stops.txt is missing; expected a zip", contents: nil,
      diagnostics: [])
    #expect(
      page.text(of: FeedReportView.document(of: rejected))
        == "'feed.zip' is not valid: stops.txt is missing; expected a zip.")
  }

  @Test(arguments: [
    (
      FeedReport.Fares(prices: 5, rules: 240, ignored: 0, ignoredFiles: ["fares_rules.txt"]),
      "5 fares, 240 fare rules used, 0 ignored, 'fares_rules.txt' not read"
    ),
    (
      .init(prices: 1, rules: 1, ignored: 2, ignoredFiles: []),
      "1 fare, 1 fare rule used, 2 ignored"
    ),
    (.init(prices: 0, rules: 0, ignored: 0, ignoredFiles: []), "no fares known, 0 ignored"),
  ])
  func `a report counts the rules for fares that are used and ignored`(
    fares: FeedReport.Fares, text: String
  ) {
    let contents = FeedReport.Contents(
      agency: "Metro", firstDate: CalendarDate(day: 20_454), lastDate: CalendarDate(day: 20_818),
      isExpired: false, stations: 3, lines: 1, trips: 12, fares: fares)
    let report = FeedReport(
      file: "feed.zip", rejection: nil, contents: contents, diagnostics: [])
    let lines = page.text(of: FeedReportView.document(of: report)).split(separator: "\n")
    #expect(lines.dropFirst(2) == [Substring(text)])
  }

  @Test func `a report names the files and columns that are not used, without those about fares`() {
    let contents = FeedReport.Contents(
      agency: "Metro", firstDate: CalendarDate(day: 20_454), lastDate: CalendarDate(day: 20_818),
      isExpired: false, stations: 3, lines: 1, trips: 12,
      fares: .init(prices: 0, rules: 0, ignored: 0, ignoredFiles: ["fares_rules.txt"]))
    let report = FeedReport(
      file: "feed.zip", rejection: nil, contents: contents, diagnostics: [],
      unused: [
        .init(file: "fares_rules.txt", columns: nil), .init(file: "notes.txt", columns: nil),
        .init(file: "shapes.txt", columns: nil),
        .init(file: "stops.txt", columns: (1...14).map { "c\($0)" }),
      ])
    #expect(
      page.text(of: FeedReportView.document(of: report)).hasSuffix(
        """

        not used:
          notes.txt, shapes.txt
          stops.txt: c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12 and 2 more
        """))
  }

  @Test(arguments: FeedProblem.allCases)
  func `a report fits a narrow page`(problem: FeedProblem) {
    let finding = FeedDiagnostic(
      file: "calendar_dates.txt", problem: problem, count: 100_000,
      examples: [.init(line: 123_456, value: String(repeating: "x", count: 90))])
    let report = FeedReport(
      file: "feed.zip", rejection: nil, contents: contents, diagnostics: [finding])
    let text = Page(columns: 40).text(of: FeedReportView.document(of: report))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { String($0).columns <= 40 })
  }
}
